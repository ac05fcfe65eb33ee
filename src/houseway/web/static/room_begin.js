/**
 * The form of the first administrator: with the code that the server printed.
 * @module
 */
import { post } from "./api.js";
import { draw, h } from "./dom.js";
import { texts } from "./texts.js";

const TEXTS = texts("room_begin");

/** The form. */
class RoomBegin extends HTMLElement {
  constructor() {
    super();
    this.problem = "";
    this.busy = false;
  }

  connectedCallback() {
    this.draw();
  }

  draw() {
    draw(
      this,
      h(
        "section",
        { class: "panel sign-in" },
        h("h1", null, TEXTS.title),
        h("p", { class: "lead" }, TEXTS.lead),
        h(
          "form",
          { onsubmit: (/** @type {Event} */ event) => this.begin(event) },
          field("code", TEXTS.code, { autocomplete: "one-time-code", spellcheck: "false", maxlength: 60 }),
          field("name", TEXTS.name, { autocomplete: "username", maxlength: 60 }, TEXTS.aboutName),
          field("password", TEXTS.password, {
            type: "password",
            autocomplete: "new-password",
            minlength: 8,
            maxlength: 1000,
          }, TEXTS.aboutPassword),
          h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
          h("button", { class: "button first", type: "submit", disabled: this.busy }, TEXTS.submit),
        ),
      ),
    );
  }

  /** @param {Event} event */
  async begin(event) {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    this.busy = true;
    this.draw();
    try {
      await post("/room/begin", given);
      location.assign("/room");
    } catch (problem) {
      const { field, detail } = /** @type {any} */ (problem).problem ?? {};
      this.problem = field && detail ? refusal(field, detail) : String(problem);
      this.busy = false;
      this.draw();
    }
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} props
 * @param {string} [about]
 */
function field(name, label, props, about) {
  return h(
    "div",
    { class: "field", key: name },
    h("label", { for: name }, label),
    h("input", {
      id: name,
      name,
      required: true,
      "aria-describedby": about ? `about-${name}` : null,
      ...props,
    }),
    about ? h("p", { class: "small dim", id: `about-${name}` }, about) : null,
  );
}

/**
 * @param {string} field
 * @param {string} reason
 */
function refusal(field, reason) {
  const names = /** @type {Record<string, string>} */ (TEXTS.fields);
  return TEXTS.refused({ field: names[field] ?? field, reason });
}

customElements.define("hw-room-begin", RoomBegin);
