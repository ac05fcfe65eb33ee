/**
 * The room's index: what waits for a second person, the way to the first open table, and every act that one may do.
 * @module
 */
import { get, post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").RoomStatus} Room */
/** @typedef {import("./types.d.ts").ConfirmationRow} Row */

const TEXTS = texts("room");
const POLL = 2000; // milliseconds

/** The page. */
class RoomPage extends HTMLElement {
  constructor() {
    super();
    /** @type {Room} */
    this.room = pageData().room;
    this.problem = "";
    this.lost = false;
    this.busy = false;
  }

  connectedCallback() {
    this.draw();
    this.timer = setInterval(() => document.hidden || this.refresh(), POLL);
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (this.busy) return;
    try {
      const before = ends(this.room.confirmations);
      this.room.confirmations = await get("/confirmations");
      if (ends(this.room.confirmations) !== before) this.room = await get("/room");
      this.lost = false;
    } catch {
      this.lost = true;
    }
    this.draw();
  }

  /**
   * @param {Row} row
   * @param {string} how
   */
  async answer(row, how) {
    this.busy = true;
    this.draw();
    try {
      await post(`/confirmations/${row.id}/${how}`, how === "confirm" ? { digest: row.digest } : undefined);
      this.problem = "";
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
    this.busy = false;
    await this.refresh();
  }

  draw() {
    const { person, roles, steps, confirmations } = this.room;
    const isReady = steps.every((step) => step.done);
    draw(
      this,
      h("h1", null, TEXTS.title),
      h("p", { class: "lead" }, TEXTS.signedIn({ person, roles: roles.join(", ") })),
      this.places(),
      h(
        "div",
        { class: "room-columns" },
        h("div", { class: "stack" }, this.confirmations(confirmations), isReady ? null : this.steps()),
        h("div", { class: "stack" }, this.acts(), isReady ? this.steps() : null),
      ),
    );
  }

  places() {
    const { places } = this.room;
    if (!places.length) return null;
    return h(
      "nav",
      { class: "places", "aria-label": TEXTS.places },
      places.map(({ page, address, table }) =>
        h(
          "a",
          { class: "button", key: address, href: address },
          page === "console" ? TEXTS.console({ table: table ?? "" }) : TEXTS[page],
        )
      ),
    );
  }

  /** @param {Row[]} rows */
  confirmations(rows) {
    return h(
      "section",
      { class: "panel", key: "confirmations", "aria-labelledby": "confirmations", "aria-live": "polite" },
      h("h2", { id: "confirmations" }, TEXTS.confirmations),
      this.lost ? h("p", { class: "problem" }, TEXTS.lost) : null,
      this.problem ? h("p", { class: "problem", role: "alert" }, this.problem) : null,
      rows.length || this.lost ? null : h("p", { class: "dim small" }, TEXTS.none),
      this.lost ? null : h("ul", { class: "confirmations" }, rows.map((row) => this.confirmation(row))),
    );
  }

  /** @param {Row} row */
  confirmation(row) {
    return h(
      "li",
      { key: row.id, "data-state": row.state },
      h("p", { class: "small dim" }, who(row, this.room.person)),
      h("p", { class: "sentence" }, row.sentence),
      row.details
        ? h(
          "details",
          null,
          h("summary", null, TEXTS.details),
          h("pre", { class: "mono", tabindex: "0" }, row.details),
        )
        : null,
      h("p", { class: "small" }, stateOf(row)),
      row.may.length
        ? h(
          "div",
          { class: "command" },
          row.may.map((how) =>
            h("button", {
              class: how === "confirm" ? "button first" : "button quiet",
              type: "button",
              key: how,
              disabled: this.busy,
              onclick: () => this.answer(row, how),
            }, /** @type {any} */ (TEXTS)[how])
          ),
        )
        : null,
    );
  }

  steps() {
    const may = new Set(this.room.acts.map((act) => `${act.subject} ${act.act}`));
    const isReady = this.room.steps.every((step) => step.done);
    return h(
      "section",
      { class: "panel", key: "steps", "aria-labelledby": "steps" },
      h("h2", { id: "steps" }, TEXTS.steps),
      isReady ? h("p", { class: "small dim" }, TEXTS.ready) : null,
      h(
        "ol",
        { class: "steps" },
        this.room.steps.map((step) =>
          h(
            "li",
            { key: step.name, "data-done": String(step.done) },
            h("span", { class: "mark" }, step.done ? TEXTS.done : TEXTS.open),
            h("span", null, h("b", null, step.name), h("span", { class: "small dim" }, step.state)),
            !step.done && may.has(`${step.subject} ${step.act}`)
              ? h("a", {
                class: "button quiet",
                href: `/room/act/${step.subject}/${step.act}`,
                "aria-label": TEXTS.doStep({ step: step.name }),
              }, TEXTS.doIt)
              : null,
          )
        ),
      ),
    );
  }

  acts() {
    const subjects = [...new Set(this.room.acts.map((act) => act.subject))];
    return h(
      "section",
      { class: "panel", key: "acts", "aria-labelledby": "acts" },
      h("h2", { id: "acts" }, TEXTS.acts),
      h(
        "div",
        { class: "act-groups" },
        subjects.map((subject) =>
          h(
            "section",
            { key: subject, "aria-label": subject },
            h("h3", null, subject),
            h(
              "ul",
              null,
              this.room.acts.filter((act) => act.subject === subject).map((act) =>
                h(
                  "li",
                  { key: act.act },
                  h("a", { href: `/room/act/${act.subject}/${act.act}`, title: act.about }, act.act),
                  act.second === "always" ? h("span", { class: "small dim" }, ` ${TEXTS.two}`) : null,
                )
              ),
            ),
          )
        ),
      ),
    );
  }
}

/** @param {Row[]} rows */
function ends(rows) {
  return rows.map((row) => `${row.id} ${row.state}`).join();
}

/**
 * @param {Row} row
 * @param {string} person
 */
function who(row, person) {
  if (row.by === person) return TEXTS.youAsked;
  return (row.may.length ? TEXTS.asksYou : TEXTS.asked)({ person: row.by });
}

/** @param {Row} row */
function stateOf({ state, seconds, second, problem }) {
  const { states } = TEXTS;
  if (state === "waiting") {
    return states.waiting({ time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
  }
  if (state === "refused") return states.refused({ reason: problem ?? "" });
  if (state === "done" || state === "declined") return states[state]({ second: second ?? "" });
  return states[state];
}

customElements.define("hw-room", RoomPage);
