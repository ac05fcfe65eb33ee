/**
 * The page of settings: each choice is kept in this browser and holds at once.
 * @module
 */
import { put } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { choose, isPractice, recall } from "./page.js";
import { SETTINGS, valueOf } from "./preferences.js";

/** @typedef {import("./preferences.js").Setting} Setting */

/** The form. */
class SettingsPage extends HTMLElement {
  constructor() {
    super();
    /** @type {string} */
    this.name = pageData().name ?? "";
    this.said = "";
    this.refused = false;
  }

  connectedCallback() {
    addEventListener("setting", () => this.draw());
    this.draw();
  }

  draw() {
    draw(
      this,
      h("h1", null, "Settings"),
      h("p", { class: "lead" }, "They hold at once and stay in this browser; the house keeps none of them."),
      h("div", { class: "options" }, isPractice() ? this.nameField() : null, SETTINGS.map(field)),
    );
  }

  /** @param {string} name */
  async rename(name) {
    try {
      const answer = await put("/session/name", { name });
      this.name = answer.chosen ? answer.name : "";
      this.said = `Others see “${answer.name}”.`;
      this.refused = false;
    } catch (problem) {
      this.said = `This name ${problem instanceof Error ? problem.message : problem}.`;
      this.refused = true;
    }
    this.draw();
  }

  /** What others call one; the browser remembers it, and the house shows it while one is here. */
  nameField() {
    return h(
      "form",
      {
        class: "field",
        key: "name",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const form = /** @type {HTMLFormElement} */ (event.target);
          this.rename(/** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value);
        },
      },
      h("label", { for: "name" }, "Your name at the tables"),
      h(
        "div",
        { class: "command" },
        h("input", {
          id: "name",
          name: "name",
          maxlength: 16,
          autocomplete: "nickname",
          spellcheck: "false",
          "aria-describedby": "about-name",
          own: true,
          made: (/** @type {HTMLInputElement} */ box) => (box.value = this.name),
        }),
        h("button", { class: "button quiet", type: "submit" }, "Choose"),
      ),
      h(
        "p",
        { class: "small dim", id: "about-name" },
        "What others see in the place of “guest”, while you are here. No log has it; empty takes it away.",
      ),
      h("p", { class: this.refused ? "problem small" : "small", role: "status" }, this.said),
    );
  }
}

/** @param {Setting} setting */
function field({ name, label, about, values }) {
  const held = valueOf({ name, label, about, values }, recall(name));
  return h(
    "div",
    { class: "field", key: name },
    h("label", { for: `setting-${name}` }, label),
    h(
      "select",
      {
        id: `setting-${name}`,
        value: held,
        "aria-describedby": `about-${name}`,
        onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
          choose(name, event.target.value),
      },
      values.map(([value, words]) => h("option", { key: value, value, selected: value === held }, words)),
    ),
    h("p", { class: "small dim", id: `about-${name}` }, about),
  );
}

customElements.define("hw-settings", SettingsPage);
