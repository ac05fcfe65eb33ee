/**
 * The floor: calls, wins that wait to be verified, dealers and devices of all tables, as they are now.
 * @module
 */
import { get, post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { Refused } from "./live.js";
import { texts } from "./texts.js";
import { dollars } from "./wall.js";

/** @typedef {import("./types.d.ts").FloorView} FloorView */
/** @typedef {import("./types.d.ts").FloorTable} FloorTable */
/** @typedef {import("./types.d.ts").FloorJackpot} FloorJackpot */
/** @typedef {import("./types.d.ts").FloorHold} FloorHold */

const TEXTS = texts("floor");
const LOOK = 1000; // milliseconds between two looks
const OLD = 4000; // milliseconds without an answer, after which nothing here is live

/** All tables at once. */
class FloorPage extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {FloorView} */
    this.floor = data.floor;
    /** @type {string} */
    this.person = data.person;
    this.heard = performance.now();
    this.problem = "";
    this.asking = "";
    this.looking = false;
  }

  connectedCallback() {
    setInterval(() => this.look(), LOOK);
    this.draw();
  }

  get stale() {
    return performance.now() - this.heard > OLD;
  }

  async look() {
    if (this.looking) return this.draw();
    this.looking = true;
    try {
      this.floor = await get("/floor");
      this.heard = performance.now();
    } catch (refused) {
      if (refused instanceof Refused && refused.problem.status === 401) location.assign("/sign-in");
    }
    this.looking = false;
    this.draw();
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async act(path, body) {
    this.asking = this.problem = "";
    try {
      await post(path, body);
    } catch (refused) {
      this.problem = refused instanceof Refused ? refused.message : String(refused);
    }
    await this.look();
  }

  draw() {
    const stale = this.stale;
    this.toggleAttribute("data-stale", stale);
    draw(
      this,
      h("h1", {}, TEXTS.title),
      stale ? h("p", { class: "stale", role: "alert" }, TEXTS.stale) : null,
      h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
      h("div", { class: "floor" }, this.pending(stale), this.calls(stale), this.tables(), this.jackpots()),
    );
  }

  /** @param {boolean} stale */
  calls(stale) {
    const rows = this.floor.tables.flatMap((table) =>
      table.calls.map((call) => ({ table: table.table, ...call }))
    );
    return section(
      "calls",
      TEXTS.calls,
      rows.length
        ? rows.map((one) =>
          h(
            "li",
            { key: `${one.table} ${one.call}` },
            h("span", {}, h("b", {}, TEXTS.table({ table: one.table })), ` · ${one.by}: ${one.reason}`),
            h(
              "button",
              {
                class: "button first",
                type: "button",
                disabled: stale,
                onclick: () =>
                  this.act(`/tables/${encodeURIComponent(one.table)}/answer-call`, { call: one.call }),
              },
              TEXTS.answer,
            ),
          )
        )
        : [h("li", { class: "dim" }, TEXTS.noCalls)],
    );
  }

  /** @param {boolean} stale */
  pending(stale) {
    const held = this.floor.tables.filter((table) => table.held);
    const rows = held.map((table) => this.hold(table, /** @type {FloorHold} */ (table.held), stale));
    return section(
      "pending",
      TEXTS.pending,
      rows.length ? rows : [h("li", { class: "dim" }, TEXTS.noPending)],
    );
  }

  /**
   * @param {FloorTable} table
   * @param {FloorHold} held
   * @param {boolean} stale
   */
  hold(table, held, stale) {
    const key = `${table.table}/${held.round}`;
    const mine = held.entered_by.includes(this.person) || held.verified.includes(this.person);
    return h(
      "li",
      { key },
      h(
        "div",
        { class: "win" },
        h("b", {}, TEXTS.tableRound({ table: table.table, round: held.round })),
        ...held.awards.map((award) =>
          h(
            "p",
            { key: award.player },
            h("strong", {}, dollars(award.amount)),
            TEXTS.forPlayer({ player: award.player }),
          )
        ),
        h("p", { class: "small" }, people(held)),
        held.short ? h("p", { class: "small" }, TEXTS.short({ amount: dollars(held.short) })) : null,
        ...held.awards.flatMap((award) => award.forms ?? []).map((form) =>
          h("p", { class: "small form", key: form }, form)
        ),
        h("p", { class: "small dim" }, mine ? TEXTS.others : TEXTS.rejected),
      ),
      mine ? null : this.verifying(table.table, key, stale),
    );
  }

  /**
   * @param {string} table
   * @param {string} key
   * @param {boolean} stale
   */
  verifying(table, key, stale) {
    const ask = (
      /** @type {string} */ text,
      /** @type {boolean} */ first,
      /** @type {() => void} */ onclick,
    ) =>
      h(
        "button",
        { key: text, class: first ? "button first" : "button", type: "button", disabled: stale, onclick },
        text,
      );
    if (this.asking !== key) {
      return ask(TEXTS.verify, true, () => {
        this.asking = key;
        this.draw();
      });
    }
    return h(
      "div",
      { class: "sure" },
      ask(TEXTS.sure, true, () => this.act(`/tables/${encodeURIComponent(table)}/verify`, {})),
      ask(TEXTS.back, false, () => {
        this.asking = "";
        this.draw();
      }),
    );
  }

  tables() {
    const rows = this.floor.tables.map((table) =>
      h(
        "li",
        { key: table.table },
        h(
          "div",
          { class: "table" },
          h("b", {}, TEXTS.table({ table: table.table })),
          h("span", {}, table.game),
          h("span", {}, TEXTS.phase({ phase: table.phase, round: table.round })),
          h("span", {}, table.dealer ?? TEXTS.nobody),
          ...faults(table).map((text) => h("span", { class: "fault", key: text }, text)),
        ),
      )
    );
    return section("tables", TEXTS.tables, rows.length ? rows : [h("li", { class: "dim" }, TEXTS.noTables)]);
  }

  jackpots() {
    if (!this.floor.jackpots.length) return null;
    return section(
      "jackpots",
      TEXTS.jackpots,
      this.floor.jackpots.map((one) =>
        h(
          "li",
          { key: one.jackpot },
          h("span", {}, h("b", {}, one.jackpot), ` ${dollars(one.meter)}`),
          ...one.pending.map((win) =>
            h(
              "span",
              { class: "fault", key: win.at },
              TEXTS.pendingWin({ table: win.table, amount: dollars(win.amount) }),
            )
          ),
        )
      ),
    );
  }
}

/** @param {FloorHold} held */
function people(held) {
  const entered = held.entered_by.length ? TEXTS.entered({ people: held.entered_by.join(", ") }) : "";
  const verified = held.verified.length ? TEXTS.verified({ people: held.verified.join(", ") }) : "";
  return [entered, verified].filter(Boolean).join("; ");
}

/** @param {FloorTable} table */
function faults(table) {
  const lost = table.devices.filter((one) => one.lost).map((one) =>
    TEXTS.lost({ device: one.device, reason: one.lost ?? "" })
  );
  const more = [table.contradiction, table.stopped, table.controller ? "" : TEXTS.controller];
  return [...lost, ...more.filter((one) => one)].map(String);
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {import("./dom.js").Nested[]} rows
 */
function section(kind, title, rows) {
  return h("section", { class: `panel ${kind}`, key: kind }, h("h2", {}, title), h("ul", {}, ...rows));
}

customElements.define("hw-floor", FloorPage);
