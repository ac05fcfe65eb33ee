/**
 * Any act of the house as a form, in two steps: what it asks for, then in words what will happen and who signs.
 * @module
 */
import { get, post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { fieldOf, valuesOf } from "./room_fields.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").ActForm} Form */

const TEXTS = texts("room_act");

/** The page. */
class RoomAct extends HTMLElement {
  constructor() {
    super();
    const { form, games } = pageData();
    /** @type {Form} */
    this.form = form;
    /** @type {Record<string, string>} */
    this.games = games;
    /** @type {"fields" | "words" | "asked" | "done"} */
    this.step = "fields";
    this.name = "";
    /** @type {Record<string, unknown>} */
    this.values = {};
    this.sentence = "";
    this.problem = "";
    this.busy = false;
    /** @type {any} */
    this.answer = null;
  }

  connectedCallback() {
    this.draw();
  }

  /** @param {() => Promise<void>} work */
  async working(work) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await work();
    } catch (problem) {
      const { field, detail } = /** @type {any} */ (problem).problem ?? {};
      this.problem = detail ? [field, detail].filter(Boolean).join(": ") : String(problem);
    }
    this.busy = false;
    this.draw();
    if (!this.problem) this.querySelector("[data-focus]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLFormElement} form */
  preview(form) {
    return this.working(async () => {
      this.name = String(new FormData(form).get("place-name") ?? "");
      this.values = valuesOf(this.form.fields, form);
      const { sentence } = await post("/room/words", this.request());
      this.sentence = sentence;
      this.step = "words";
    });
  }

  request() {
    return { subject: this.form.subject, act: this.form.act, name: this.name, fields: this.values };
  }

  /** @param {{ person: string, password: string } | null} second */
  act(second) {
    return this.working(async () => {
      const path = this.form.call.replace("{name}", encodeURIComponent(this.name));
      this.answer = await post(path, second ? { ...this.values, second } : this.values);
      this.step = "done";
    });
  }

  ask() {
    return this.working(async () => {
      await post("/confirmations", this.request());
      this.step = "asked";
    });
  }

  /** @param {string} game */
  async example(game) {
    if (!game) return;
    const { sheet } = await get(`/sheets/${game}`);
    const box = this.querySelector("textarea");
    if (box) box.value = sheet;
  }

  draw() {
    const { subject, act, about, never, second } = this.form;
    draw(
      this,
      h("p", { class: "crumbs" }, h("a", { href: "/room" }, TEXTS.room)),
      h("h1", null, `${subject[0].toUpperCase()}${subject.slice(1)}: ${act}`),
      h(
        "p",
        { class: "lead" },
        `${about} ${TEXTS.second[second]}`,
        never ? ` ${TEXTS.never({ never })}` : "",
      ),
      this.fields(),
      h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
      this.step === "words" ? this.words() : null,
      this.step === "asked" ? result(TEXTS.asked, TEXTS.follow) : null,
      this.step === "done" ? this.done() : null,
    );
  }

  fields() {
    const { place, fields } = this.form;
    const asked = new URLSearchParams(location.search);
    return h(
      "form",
      {
        class: "panel act-form",
        key: "fields",
        hidden: this.step !== "fields",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          this.preview(/** @type {HTMLFormElement} */ (event.target));
        },
      },
      Object.keys(this.games).length ? this.examples() : null,
      place
        ? fieldOf({
          name: "place-name",
          label: place[0].toUpperCase() + place.slice(1),
          about: "",
          kind: "text",
          required: true,
          least: null,
          most: null,
          length: 60,
          choices: [],
        }, asked.get("name") ?? "")
        : null,
      fields.map((field) => fieldOf(field, field.kind === "secret" ? "" : asked.get(field.name) ?? "")),
      h("button", { class: "button first", type: "submit", disabled: this.busy }, TEXTS.next),
    );
  }

  examples() {
    return h(
      "div",
      { class: "field", key: "examples" },
      h("label", { for: "example" }, TEXTS.example),
      h(
        "select",
        {
          id: "example",
          onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
            this.example(event.target.value),
        },
        h("option", { key: "", value: "" }, TEXTS.choose),
        Object.entries(this.games).map(([name, title]) => h("option", { key: name, value: name }, title)),
      ),
    );
  }

  words() {
    const { second } = this.form;
    return h(
      "section",
      { class: "panel", key: "words", "data-focus": true },
      h("h2", null, TEXTS.what),
      h("p", { class: "sentence" }, this.sentence),
      this.values.sheet
        ? h(
          "details",
          null,
          h("summary", null, TEXTS.details),
          h("pre", { class: "mono", tabindex: "0" }, String(this.values.sheet)),
        )
        : null,
      h(
        "div",
        { class: "command" },
        second === "always" ? null : h("button", {
          class: "button first",
          type: "button",
          disabled: this.busy,
          onclick: () => this.act(null),
        }, second === "never" ? TEXTS.alone : TEXTS.aloneOfTwo),
        h("button", {
          class: "button quiet",
          type: "button",
          onclick: () => {
            this.step = "fields";
            this.problem = "";
            this.draw();
          },
        }, TEXTS.change),
      ),
      second === "never" ? null : this.signing(),
    );
  }

  signing() {
    return h(
      "div",
      { class: "signing" },
      h(
        "form",
        {
          class: "act-form",
          onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
            this.act({ person: String(given.get("person")), password: String(given.get("password")) });
          },
        },
        h("h3", null, TEXTS.here),
        h("p", { class: "small dim" }, TEXTS.aboutHere),
        signingField("person", TEXTS.person, { autocomplete: "off", maxlength: 60 }),
        signingField("password", TEXTS.password, { type: "password", autocomplete: "off", maxlength: 1000 }),
        h("button", { class: "button first", type: "submit", disabled: this.busy }, TEXTS.together),
      ),
      h(
        "div",
        { class: "act-form" },
        h("h3", null, TEXTS.elsewhere),
        h("p", { class: "small dim" }, TEXTS.aboutAsk),
        h(
          "button",
          { class: "button", type: "button", disabled: this.busy, onclick: () => this.ask() },
          TEXTS.ask,
        ),
      ),
    );
  }

  done() {
    return h(
      "section",
      { class: "panel", key: "done", role: "status", "data-focus": true },
      h("h2", null, TEXTS.done),
      h("p", { class: "sentence" }, this.sentence),
      facts(this.answer),
      h(
        "div",
        { class: "command" },
        h("a", { class: "button first", href: "/room" }, TEXTS.room),
        h("a", { class: "button quiet", href: location.pathname }, TEXTS.again),
      ),
    );
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} props
 */
function signingField(name, label, props) {
  return h(
    "div",
    { class: "field", key: name },
    h("label", { for: `second-${name}` }, label),
    h("input", { id: `second-${name}`, name, required: true, ...props }),
  );
}

/**
 * @param {string} text
 * @param {string} link
 */
function result(text, link) {
  return h(
    "section",
    { class: "panel", key: "asked", role: "status", "data-focus": true },
    h("p", null, text),
    h("p", null, h("a", { class: "button first", href: "/room" }, link)),
  );
}

/**
 * An answer of the house, whatever it is, as names and values.
 * @param {any} value
 * @returns {import("./dom.js").Nested}
 */
function facts(value) {
  if (value === null || value === "" || value === undefined) return null;
  if (Array.isArray(value)) {
    return value.length
      ? h("ul", { class: "facts" }, value.map((one, index) => h("li", { key: String(index) }, facts(one))))
      : null;
  }
  if (typeof value !== "object") return String(value);
  return h(
    "dl",
    { class: "facts" },
    Object.entries(value).filter(([, one]) => one !== null && one !== "").map(([name, one]) =>
      h("div", { key: name }, h("dt", null, name.replaceAll("_", " ")), h("dd", null, facts(one)))
    ),
  );
}

customElements.define("hw-room-act", RoomAct);
