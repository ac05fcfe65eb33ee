/**
 * The console's own page: a supervisor pairs this browser with a table, and dealers take over with their PINs.
 * @module
 */
import { post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { Refused } from "./live.js";
import { PinPad } from "./pin_pad.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").PairedConsole} PairedConsole */

const TEXTS = texts("pairing");

/** A browser that is paired, or not yet. */
class Pairing extends HTMLElement {
  constructor() {
    super();
    /** @type {{ console: PairedConsole | null, dealers: string[], tables: string[], supervisor: boolean }} */
    this.data = pageData();
    this.problem = "";
  }

  connectedCallback() {
    const { console } = this.data;
    if (console) this.showPad(console);
    else this.draw();
  }

  /** @param {PairedConsole} console */
  showPad(console) {
    const pad = new PinPad();
    pad.dealers = this.data.dealers;
    pad.addEventListener("taken", () => location.assign(`/room/dealer/${encodeURIComponent(console.table)}`));
    const head = document.createElement("div");
    draw(
      head,
      h("h1", {}, TEXTS.paired({ table: console.table })),
      h("p", { class: "lead" }, console.phase === "closed" ? TEXTS.closed : deals(console)),
    );
    this.replaceChildren(head, pad);
  }

  /** @param {SubmitEvent} event */
  async pair(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    try {
      await post("/consoles", { table: given.get("table"), console: given.get("console") });
      location.reload();
    } catch (refused) {
      this.problem = refused instanceof Refused ? refused.message : String(refused);
      this.draw();
    }
  }

  draw() {
    draw(
      this,
      h(
        "section",
        { class: "panel sign-in" },
        h("h1", {}, TEXTS.title),
        h("p", { class: "lead" }, TEXTS.explained),
        this.data.supervisor
          ? this.form()
          : h("a", { class: "button first", href: "/sign-in" }, TEXTS.signIn),
      ),
    );
  }

  form() {
    const { tables } = this.data;
    if (!tables.length) return h("p", {}, TEXTS.none);
    return h(
      "form",
      { onsubmit: (/** @type {SubmitEvent} */ event) => this.pair(event) },
      h(
        "div",
        { class: "field" },
        h("label", { for: "table" }, TEXTS.table),
        h("select", { id: "table", name: "table" }, ...tables.map((one) => h("option", { value: one }, one))),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "console" }, TEXTS.name),
        h("input", { id: "console", name: "console", value: "console-1", maxlength: "30", required: "" }),
      ),
      h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
      h("button", { class: "button first", type: "submit" }, TEXTS.pair),
    );
  }
}

/** @param {PairedConsole} console */
function deals({ dealer }) {
  return dealer ? TEXTS.deals({ dealer }) : TEXTS.nobody;
}

customElements.define("hw-pairing", Pairing);
