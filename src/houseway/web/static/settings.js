/**
 * The page of settings: each choice is kept in this browser and holds at once.
 * @module
 */
import { put } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { choose, isPractice, recall } from "./page.js";
import { SETTINGS, valueOf } from "./preferences.js";
import { texts } from "./texts.js";

const TEXTS = texts("settings");

/** @typedef {import("./preferences.js").Setting} Setting */

/** The form. */
class SettingsPage extends HTMLElement {
  constructor() {
    super();
    const { name, languages } = pageData();
    /** @type {string} */
    this.name = name ?? "";
    /** @type {Record<string, string>} */
    this.languages = languages;
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
      h("h1", null, TEXTS.title),
      h("p", { class: "lead" }, TEXTS.lead),
      h(
        "div",
        { class: "options" },
        isPractice() ? this.nameField() : null,
        this.language(),
        SETTINGS.map(field),
      ),
    );
  }

  /** @param {string} name */
  async rename(name) {
    try {
      const answer = await put("/session/name", { name });
      this.name = answer.chosen ? answer.name : "";
      this.said = TEXTS.renamed({ name: answer.name });
      this.refused = false;
    } catch (problem) {
      this.said = TEXTS.refused({ reason: problem instanceof Error ? problem.message : String(problem) });
      this.refused = true;
    }
    this.draw();
  }

  /** The language of the pages, where there are several; the house reads it from a cookie when it sends a page. */
  language() {
    const names = Object.entries(this.languages);
    if (names.length === 1) return null;
    const choose = (/** @type {string} */ language) => {
      document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
      location.reload();
    };
    const { language: label, aboutLanguage: about } = TEXTS;
    return select({ name: "language", label, about, values: names }, document.documentElement.lang, choose);
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
      h("label", { for: "name" }, TEXTS.name),
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
        h("button", { class: "button quiet", type: "submit" }, TEXTS.choose),
      ),
      h(
        "p",
        { class: "small dim", id: "about-name" },
        TEXTS.aboutName,
      ),
      h("p", { class: this.refused ? "problem small" : "small", role: "status" }, this.said),
    );
  }
}

/** @param {Setting} setting */
function field(setting) {
  return select(setting, valueOf(setting, recall(setting.name)), (value) => choose(setting.name, value));
}

/**
 * @param {Setting} setting
 * @param {string} held
 * @param {(value: string) => void} choose
 */
function select({ name, label, about, values }, held, choose) {
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
        onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) => choose(event.target.value),
      },
      values.map(([value, words]) => h("option", { key: value, value, selected: value === held }, words)),
    ),
    h("p", { class: "small dim", id: `about-${name}` }, about),
  );
}

customElements.define("hw-settings", SettingsPage);
