/**
 * What your decisions were worth: what the mistakes cost, by kind, and every decision with its round.
 * @module
 */
import { draw, h, pageData } from "./dom.js";
import { inlineCards } from "./cards.js";
import { cents, money, signed, tone } from "./money.js";

/** @typedef {import("./drawn.d.ts").WeighedDecision} WeighedDecision */
/** @typedef {import("./drawn.d.ts").Mistakes} Mistakes */

/** The page of one's own history. */
class Me extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {WeighedDecision[]} */
    this.decisions = data.decisions ?? [];
    /** @type {Partial<Mistakes>} */
    this.mistakes = data.mistakes ?? {};
    /** @type {Record<string, string>} */
    this.titles = data.titles ?? {};
  }

  connectedCallback() {
    const rows = this.decisions;
    draw(this, h("h1", null, "Your decisions"), rows.length ? this.summary(rows) : nothing());
  }

  /** @param {WeighedDecision[]} rows */
  summary(rows) {
    const count = this.mistakes.decisions ?? rows.length;
    const wrong = this.mistakes.mistakes ?? 0;
    const cost = -cents(this.mistakes.cost ?? "0");
    const share = count ? Math.round((count - wrong) / count * 100) : 100;
    return [
      h(
        "p",
        { class: "lead" },
        "Every decision is compared with the best one, counted exactly. A mistake costs the difference of the two, on average.",
      ),
      h(
        "ul",
        { class: "tiles" },
        tile(String(count), "decisions"),
        tile(`${share}%`, "best choices"),
        tile(String(wrong), wrong === 1 ? "mistake" : "mistakes"),
        tile(signed(cost), "what they cost", tone(cost)),
      ),
      this.kinds(),
      h(
        "section",
        { class: "panel", "aria-labelledby": "all" },
        h("div", { class: "head" }, h("h2", { id: "all" }, "All decisions")),
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": "All decisions" },
          h(
            "table",
            { class: "lines" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                ["Round", "Position", "You", "Best", "Cost"].map((name) =>
                  h("th", { key: name, class: name === "Cost" ? "right" : "", scope: "col" }, name)
                ),
              ),
            ),
            h(
              "tbody",
              null,
              rows.map((row, index) => decision(row, index, this.titles[row.game] ?? row.game)),
            ),
          ),
        ),
      ),
    ];
  }

  kinds() {
    const kinds = this.mistakes.kinds ?? [];
    if (!kinds.length) {
      return h(
        "p",
        { class: "panel" },
        "No mistake yet. ",
        h("a", { href: "/drill" }, "Look for close positions in the drill."),
      );
    }
    const largest = Math.max(...kinds.map((one) => cents(one.cost)), 1);
    return h(
      "section",
      { class: "panel", "aria-labelledby": "kinds" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "kinds" }, "Mistakes by kind"),
        h("a", { href: "/drill" }, "Play them again"),
      ),
      h(
        "ul",
        { class: "costs" },
        kinds.map((one) =>
          h(
            "li",
            { key: `${one.game}${one.decision}${one.best}` },
            h(
              "span",
              null,
              `${one.decision} instead of ${one.best}`,
              h("span", { class: "dim small" }, ` ${this.titles[one.game] ?? one.game}, ${one.count}×`),
            ),
            h("i", { style: { width: `${Math.max(2, Math.round(cents(one.cost) / largest * 100))}%` } }),
            h("b", { class: "money loss" }, signed(-cents(one.cost))),
          )
        ),
      ),
    );
  }
}

/**
 * @param {string} figure
 * @param {string} words
 * @param {string} [kind]
 */
function tile(figure, words, kind = "") {
  return h(
    "li",
    { class: "panel tile", key: words },
    h("b", { class: kind }, figure),
    h("span", { class: "dim small" }, words),
  );
}

/**
 * @param {WeighedDecision} row
 * @param {number} index
 * @param {string} title
 */
function decision(row, index, title) {
  const cost = cents(row.cost ?? "0");
  const [table, round] = row.round.split("/");
  return h(
    "tr",
    { key: `${row.number}/${index}` },
    h("td", null, h("a", { href: `/rounds/${table}/${round}` }, `${title}, round ${round}`)),
    h("td", null, row.seen ? position(row.seen) : "", row.right || !row.why ? null : reason(row.why)),
    h("td", null, row.decision),
    h("td", null, row.right ? h("span", { class: "gain" }, "✓ best") : row.best),
    h("td", { class: `right money ${cost ? "loss" : ""}` }, cost ? signed(-cost) : money(0)),
  );
}

/**
 * What you saw when you decided: your hand, then what lay open beside it.
 * @param {import("./types.d.ts").SeenPosition} seen
 */
function position(seen) {
  const dealer = [seen.dealer.length ? inlineCards(seen.dealer) : null, seen.lights.join(" and ")];
  return [
    h("p", { key: "hand" }, inlineCards(seen.cards), seen.hand ? ` ${seen.hand}` : ""),
    seen.board.length ? h("p", { key: "board", class: "small" }, "board ", inlineCards(seen.board)) : null,
    dealer.some(Boolean)
      ? h("p", { key: "dealer", class: "small" }, "dealer ", dealer[0], " ", dealer[1])
      : null,
  ];
}

/** @param {string} why */
function reason(why) {
  return h("p", { key: "why", class: "dim small" }, why);
}

function nothing() {
  return h(
    "section",
    { class: "panel empty" },
    h("h2", null, "Nothing decided yet"),
    h("p", null, "Play a round, and this page tells what each decision was worth."),
    h("a", { class: "button first", href: "/" }, "To the tables"),
  );
}

customElements.define("hw-me", Me);
