/**
 * Studies that this browser keeps: named, opened again by their address, and put side by side.
 * @module
 */
import { get } from "./api.js";
import { h } from "./dom.js";
import { files } from "./lab_export.js";
import { table as tableOf } from "./lab_results.js";
import { percents } from "./lab_tables.js";
import { recall, remember } from "./page.js";
import { texts } from "./texts.js";

/** @typedef {{ name: string, address: string, edge: string, game?: string, study?: string }} Saved */

const TEXTS = texts("what_if_kept");
const MOST_COMPARED = 4;
const MOST_KEPT = 50;

/** The list of kept studies, and those of the game that are compared. */
export class KeptStudies {
  /**
   * @param {string} game
   * @param {{ name: string, label: string }[]} bonuses
   * @param {() => void} changed
   */
  constructor(game, bonuses, changed) {
    this.game = game;
    this.bonuses = bonuses;
    this.changed = changed;
    /** @type {Set<string>} addresses of kept studies that stand side by side */
    this.side = new Set();
    /** @type {Record<string, any>} the lab's facts of compared studies, by their text */
    this.facts = {};
  }

  /** @returns {Saved[]} */
  saved() {
    try {
      return JSON.parse(recall("studies") ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {Saved[]} list */
  keep(list) {
    remember("studies", JSON.stringify(list.slice(0, MOST_KEPT)));
    this.changed();
  }

  /** @param {Saved} one */
  add(one) {
    this.keep([one, ...this.saved()]);
  }

  /**
   * Put a kept study beside the others, or take it away; its figures are asked for once.
   * @param {Saved} one
   */
  async compare(one) {
    const here = this.side.has(one.address);
    this.side = new Set([...this.side].filter((other) => other !== one.address).slice(1 - MOST_COMPARED));
    if (!here) this.side.add(one.address);
    this.changed();
    for (const text of ["", one.study ?? ""]) {
      const query = text ? `?${new URLSearchParams({ study: text })}` : "";
      this.facts[text] ??= await get(`/lab/${this.game}${query}`).catch(() => ({}));
    }
    this.changed();
  }

  draw() {
    const saved = this.saved();
    return saved.length > 0 && h(
      "section",
      { class: "panel", key: "saved" },
      h("h2", null, TEXTS.kept),
      h(
        "ul",
        { class: "saved" },
        saved.map((one, index) =>
          h(
            "li",
            { key: `${index} ${one.address}` },
            h("b", { class: "number" }, one.edge),
            h("a", { href: one.address }, one.name),
            one.study && one.game === this.game && h("button", {
              class: "choice",
              type: "button",
              "aria-pressed": String(this.side.has(one.address)),
              "aria-label": TEXTS.compareLabel({ name: one.name }),
              onclick: () => this.compare(one),
            }, TEXTS.compare),
            h("button", {
              class: "button quiet",
              type: "button",
              onclick: () => this.keep(saved.filter((_, other) => other !== index)),
            }, TEXTS.remove),
          )
        ),
      ),
      this.compared(saved.filter((one) => this.side.has(one.address))),
    );
  }

  /**
   * The letter and some studies side by side: every wager that has a price.
   * @param {Saved[]} chosen
   */
  compared(chosen) {
    if (!chosen.length) return null;
    const all = [{ name: TEXTS.theLetter, study: "" }, ...chosen];
    const analyses = all.map((one) => this.facts[one.study ?? ""]?.analysis);
    const shown = (/** @type {number | undefined} */ edge) =>
      edge === undefined ? TEXTS.notCounted : percents(edge);
    const offered = (/** @type {number} */ at, /** @type {string} */ wager) => {
      const facts = this.facts[all[at].study ?? ""];
      const tables = analyses[at]?.wagers[wager] ?? {};
      const name = facts?.wagers.find((/** @type {any} */ one) => one.name === wager)?.offered;
      return (tables[name] ?? Object.values(tables)[0])?.house_edge;
    };
    const rows = [
      [TEXTS.main, ...analyses.map((one) => shown(one?.main.house_edge))],
      [TEXTS.mainRisk, ...analyses.map((one) => shown(one?.main.element_of_risk))],
      ...this.bonuses.map((wager) => [wager.label, ...all.map((_, at) => shown(offered(at, wager.name)))]),
    ];
    return h(
      "div",
      { key: "compared" },
      h("h3", null, TEXTS.compared),
      files(TEXTS.compared, `${this.game}-studies`, {
        columns: [TEXTS.what, ...all.map((one) => one.name)],
        rows,
      }),
      tableOf([TEXTS.what, ...all.map((one) => one.name)], rows),
    );
  }
}
