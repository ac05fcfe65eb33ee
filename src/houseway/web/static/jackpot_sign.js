/**
 * The sign of a jackpot: a meter that rises as wagers come in, wins that people still verify, and the last ones.
 * @module
 */
import { get } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { Link } from "./live.js";
import { texts } from "./texts.js";
import { dollars, fit, Pulse, when } from "./wall.js";

const TEXTS = texts("jackpot_sign");

/** @typedef {import("./types.d.ts").SignState} SignState */
/** @typedef {import("./types.d.ts").SignWin} SignWin */
/** @typedef {import("./types.d.ts").JackpotSign} JackpotSignData */

const LOOK = 3000; // milliseconds between two looks at wins
const TICK = 500;
const HEARD = 4000; // the link is asked every 2.5 seconds
const PATIENCE = 1500;
const LARGE = 3; // lines of the pay table in large print
const LONG = 8; // characters of an amount, above which it is printed smaller

/** A jackpot on the wall. */
class JackpotSign extends HTMLElement {
  constructor() {
    super();
    /** @type {JackpotSignData} */
    this.posted = pageData();
    /** @type {SignState} */
    this.state = this.posted.state;
    this.pulse = new Pulse(PATIENCE);
    this.link = new Link();
  }

  connectedCallback() {
    this.link.addEventListener("hello", (event) => this.greet(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("jackpot", (event) => this.rise(/** @type {CustomEvent} */ (event).detail));
    addEventListener("resize", () => this.draw());
    setInterval(() => this.look(), LOOK);
    setInterval(() => this.check(), TICK);
    this.draw();
  }

  /** @param {{ build?: string }} hello */
  greet(hello) {
    if (hello.build !== document.documentElement.dataset.build) location.reload();
    else this.look();
  }

  /** @param {{ jackpot: string, number?: number, meter: string }} message */
  rise(message) {
    if (message.jackpot !== this.state.jackpot || (message.number ?? 0) < this.state.number) return;
    this.state = { ...this.state, meter: message.meter, number: message.number ?? this.state.number };
    this.draw();
  }

  async look() {
    if (this.link.state !== "open") return;
    try {
      /** @type {JackpotSignData} */
      const sign = await get(`/jackpots/${encodeURIComponent(this.state.jackpot)}/sign`);
      this.posted = sign;
      if (sign.state.number >= this.state.number) this.state = sign.state;
      this.draw();
    } catch {
      // a house that does not answer is not heard, and the sign says so
    }
  }

  /** Whether the house is heard: what is not heard is not shown. */
  check() {
    if (this.link.state === "open" && performance.now() - this.link.heard < HEARD) this.pulse.beat();
    if (this.pulse.isStale !== this.hasAttribute("data-stale")) this.draw();
  }

  draw() {
    const stale = this.pulse.isStale;
    this.toggleAttribute("data-stale", stale);
    draw(this, this.head(), stale ? this.pulse.notice() : this.meter(), this.panels(stale), this.notices());
    const place = this.querySelector(".meter");
    if (place) fit(/** @type {HTMLElement} */ (place), innerHeight > innerWidth ? 0.2 : 0.3);
  }

  head() {
    return h("h1", {}, this.state.jackpot.replace(/[-_]+/g, " "));
  }

  meter() {
    const { stopped, meter } = this.state;
    const games = this.posted.games.map((game) => `${game.title} ${tables(game.tables)}`);
    const facts = [TEXTS.wager({ amount: dollars(this.posted.wager || "0.00") }), ...games];
    return h(
      "div",
      { class: "standing" },
      h("div", { class: "meter" }, h("output", { class: "figure" }, dollars(meter))),
      h("p", { class: "facts" }, stopped ? TEXTS.stopped({ reason: stopped }) : facts.join(" · ")),
    );
  }

  /** @param {boolean} stale */
  panels(stale) {
    const { pending, wins } = this.state;
    return h(
      "div",
      { class: "panels" },
      this.pays(),
      !stale && pending.length ? winPanel(TEXTS.pending, "pending", pending) : null,
      !stale && wins.length ? winPanel(TEXTS.wins, "wins", wins) : null,
    );
  }

  pays() {
    const lines = this.posted.pays;
    if (!lines.length) return null;
    const row = (/** @type {import("./types.d.ts").SignLine} */ one) =>
      h("li", { key: one.name }, h("b", {}, one.pays), " ", h("span", {}, one.name));
    return h(
      "section",
      { class: "panel pays" },
      h("h2", {}, TEXTS.pays),
      h("ul", { class: "large" }, ...lines.slice(0, LARGE).map(row)),
      h("ul", { class: "small" }, ...lines.slice(LARGE).map(row)),
    );
  }

  notices() {
    return h("footer", {}, ...this.posted.notices.map((text) => h("p", { key: text }, text)));
  }
}

/**
 * Wins with table and amount.
 * @param {string} title
 * @param {"pending" | "wins"} kind
 * @param {SignWin[]} wins
 */
function winPanel(title, kind, wins) {
  const isOver = kind === "wins";
  const rows = wins.slice(0, 2).map((one) =>
    h(
      "li",
      { key: one.at },
      h(
        "span",
        {},
        isOver ? `${TEXTS.table({ table: one.table })}, ${when(one.at)}` : TEXTS.table({ table: one.table }),
      ),
      h("b", { class: "figure", "data-long": one.amount.length > LONG ? "" : null }, dollars(one.amount)),
      isOver ? null : h("small", {}, TEXTS.since({ time: when(one.at) })),
    )
  );
  const more = isOver ? 0 : wins.length - rows.length; // no win that waits is left out
  return h(
    "section",
    { class: `panel ${kind}` },
    h("h2", {}, title),
    h("ul", { class: "large" }, ...rows),
    more ? h("p", { class: "more" }, TEXTS.more({ count: more })) : null,
  );
}

/** @param {string[]} names */
function tables(names) {
  const last = names[names.length - 1];
  return names.length > 1
    ? TEXTS.severalTables({ tables: names.slice(0, -1).join(", "), last })
    : TEXTS.oneTable({ table: last });
}

customElements.define("jackpot-sign", JackpotSign);
