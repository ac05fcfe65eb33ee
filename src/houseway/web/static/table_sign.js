/**
 * The sign of a table: its limits in large print, and what the house must post there.
 * @module
 */
import { get } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { texts } from "./texts.js";
import { Pulse } from "./wall.js";

const TEXTS = texts("table_sign");

/** @typedef {import("./types.d.ts").TableSign} TableSignData */

const LOOK = 2000; // milliseconds between two looks
const PATIENCE = 5000;

/** A table on the wall. */
class TableSign extends HTMLElement {
  constructor() {
    super();
    /** @type {TableSignData} */
    this.posted = pageData();
    this.pulse = new Pulse(PATIENCE);
  }

  connectedCallback() {
    setInterval(() => this.look(), LOOK);
    this.draw();
  }

  async look() {
    try {
      this.posted = await get(`/tables/${encodeURIComponent(this.posted.table)}/sign`);
      this.pulse.beat();
    } catch {
      // a house that does not answer is not heard, and the sign says so
    }
    this.draw();
  }

  draw() {
    const { table, title, head, limits, notices, rules } = this.posted;
    const stale = this.pulse.isStale;
    this.toggleAttribute("data-stale", stale);
    const rows = limits.map((one) =>
      h(
        "li",
        { key: one.label },
        h("span", {}, one.label),
        h("b", { class: "figure" }, range(one.minimum, one.maximum)),
      )
    );
    draw(
      this,
      h("h1", {}, title || TEXTS.closed, h("small", {}, TEXTS.table({ table }))),
      stale ? this.pulse.notice() : h("ul", { class: "limits", "data-rows": String(rows.length) }, ...rows),
      h("div", { class: "notices" }, ...notices.map((text) => h("p", { key: text }, text))),
      h("footer", {}, ...[...head, ...rules].map((text) => h("p", { key: text }, text))),
    );
  }
}

/**
 * "$5–$100", without cents that are nothing.
 * @param {string} least
 * @param {string} most
 */
function range(least, most) {
  const [low, high] = [least, most].map((text) => text.replace(/\.00$/, ""));
  if (!low && !high) return TEXTS.any;
  if (!low) return TEXTS.atMost({ amount: high });
  return !high || low === high ? low : `${low}–${high}`;
}

customElements.define("table-sign", TableSign);
