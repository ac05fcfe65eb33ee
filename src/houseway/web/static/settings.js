/**
 * The page of settings: each choice is kept in this browser and holds at once.
 * @module
 */
import { draw, h } from "./dom.js";
import { choose, recall } from "./page.js";
import { SETTINGS, valueOf } from "./preferences.js";

/** @typedef {import("./preferences.js").Setting} Setting */

/** The form. */
class SettingsPage extends HTMLElement {
  connectedCallback() {
    addEventListener("setting", () => this.draw());
    this.draw();
  }

  draw() {
    draw(
      this,
      h("h1", null, "Settings"),
      h("p", { class: "lead" }, "They hold at once and stay in this browser; the house keeps none of them."),
      h("div", { class: "options" }, SETTINGS.map(field)),
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
