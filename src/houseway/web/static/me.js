/**
 * Your own history: the purse, what each sitting won or lost, a rating of your play, and every decision with its round.
 * @module
 */
import { Account } from "./account.js";
import { curve } from "./chart.js";
import { draw, h, pageData } from "./dom.js";
import { inlineCards } from "./cards.js";
import { cents, money, percent, signed, tone } from "./money.js";

/** @typedef {import("./drawn.d.ts").WeighedDecision} WeighedDecision */
/** @typedef {import("./drawn.d.ts").Mistakes} Mistakes */
/** @typedef {import("./types.d.ts").History} History */
/** @typedef {import("./types.d.ts").Rating} Rating */
/** @typedef {import("./types.d.ts").ReviewPlan} ReviewPlan */

const FILES = [
  ["rounds.jsonl", "Rounds, JSON Lines", "a record on each line, as houseway settle reads it"],
  ["rounds.csv", "Rounds, CSV", "stake, result and purse of each"],
  ["decisions.jsonl", "Decisions, JSON Lines", "with position and the value of every choice"],
  ["decisions.csv", "Decisions, CSV", "with the cost of each"],
];

/** The page of your own history. */
class Me extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {WeighedDecision[]} */
    this.decisions = data.decisions ?? [];
    /** @type {Mistakes} */
    this.mistakes = data.mistakes;
    /** @type {History} */
    this.history = data.history;
    /** @type {ReviewPlan} */
    this.reviews = data.reviews;
    /** @type {Record<string, string>} */
    this.titles = data.titles ?? {};
    this.shown = 8; // decisions at first
    this.account = data.you ? new Account(data.you, () => this.draw()) : null;
  }

  connectedCallback() {
    this.draw();
  }

  draw() {
    const played = this.history.rounds || this.decisions.length;
    draw(
      this,
      h("h1", null, "Your play"),
      h(
        "p",
        { class: "lead" },
        "Every decision is compared with the best one, counted exactly. A mistake costs the difference of the two, on average.",
      ),
      played ? this.tiles() : null,
      h(
        "div",
        { class: "columns" },
        h("div", { class: "stack" }, played ? this.results() : nothing()),
        h(
          "div",
          { class: "stack" },
          this.account?.panel() ?? null,
          played ? [this.ratings(), this.days(), this.files()] : null,
        ),
      ),
      this.decisions.length ? this.all() : null,
    );
  }

  tiles() {
    const { decisions: count, mistakes: wrong, cost } = this.mistakes;
    const net = cents(this.history.net);
    const lost = -cents(cost);
    return h(
      "ul",
      { class: "tiles" },
      tile(String(this.history.rounds), this.history.rounds === 1 ? "round" : "rounds"),
      tile(signed(net), "won or lost", tone(net)),
      tile(count ? `${Math.round((count - wrong) / count * 100)}%` : "–", "best choices"),
      tile(signed(lost), `${wrong} ${wrong === 1 ? "mistake" : "mistakes"}`, tone(lost)),
    );
  }

  results() {
    const { curve: purse, rounds, sittings } = this.history;
    return [
      purse.length > 1
        ? panel("purse", "Your purse, round by round", curve(purse.map((amount) => cents(amount)), rounds))
        : null,
      this.mistakePanel(),
      sittings.length
        ? panel("sittings", "Sittings", h("ul", { class: "rows" }, sittings.map((one) => this.sitting(one))))
        : null,
    ];
  }

  /** @param {History["sittings"][0]} one */
  sitting(one) {
    const net = cents(one.net);
    const mistakes = one.mistakes
      ? `, ${one.mistakes} ${one.mistakes === 1 ? "mistake" : "mistakes"} ${signed(-cents(one.cost))}`
      : "";
    return h(
      "li",
      { key: one.began },
      h(
        "span",
        null,
        h("b", null, moment(one.began)),
        h("span", { class: "dim small" }, one.games.map((game) => this.titles[game] ?? game).join(", ")),
        h(
          "span",
          { class: "dim small" },
          `${one.rounds} ${one.rounds === 1 ? "round" : "rounds"}, ${
            money(cents(one.staked))
          } staked${mistakes}`,
        ),
      ),
      h("b", { class: `money ${tone(net)}` }, signed(net)),
    );
  }

  ratings() {
    if (!this.history.ratings.length) return null;
    return panel(
      "ratings",
      "How well you play",
      h("ul", { class: "rows" }, this.history.ratings.map((one) => this.rating(one))),
      h(
        "p",
        { class: "dim small" },
        "What your decisions lose per hand, beyond the house edge, at your own stakes. ± is the standard error: the truth lies within twice that, 19 times in 20.",
      ),
    );
  }

  /** @param {Rating} one */
  rating(one) {
    const { cents: lost, error, share } = one;
    return h(
      "li",
      { key: one.game },
      h(
        "span",
        null,
        h("b", null, this.titles[one.game] ?? one.game),
        h(
          "span",
          { class: "dim small" },
          lost === null
            ? `not enough hands yet: ${one.hands} of ${one.needed}`
            : `${one.hands} hands${lost ? `, ${percent(share ?? 0, 2)} of the first wager` : ", no mistake"}`,
        ),
      ),
      lost === null ? h("span", { class: "dim" }, "–") : h(
        "b",
        { class: `number ${lost ? "loss" : "gain"}` },
        lost ? `${lost.toFixed(1)} ± ${(error ?? 0).toFixed(1)} ¢` : "0 ¢",
      ),
    );
  }

  days() {
    const { days } = this.history;
    if (!days.length) return null;
    return panel(
      "days",
      "Decisions, day by day",
      h(
        "ul",
        { class: "costs" },
        days.slice(-14).map((one) =>
          h(
            "li",
            { key: one.day },
            h(
              "span",
              null,
              dayName(one.day),
              h("span", { class: "dim small" }, ` ${one.right} of ${one.decisions} best`),
            ),
            h("i", {
              class: "good",
              style: { width: `${Math.max(2, Math.round(one.right / one.decisions * 100))}%` },
            }),
            h("b", { class: `money ${cents(one.cost) ? "loss" : ""}` }, signed(-cents(one.cost) || 0)),
          )
        ),
      ),
    );
  }

  mistakePanel() {
    const { kinds, dearest } = this.mistakes;
    if (!kinds.length) {
      return h(
        "p",
        { class: "panel" },
        "No mistake yet. ",
        h("a", { href: "/drill" }, "Look for close positions in the drill."),
      );
    }
    const largest = Math.max(...kinds.map((one) => cents(one.cost)), 1);
    return panel(
      "kinds",
      "Your mistakes",
      this.due(),
      h("h3", null, "By kind"),
      h(
        "ul",
        { class: "costs" },
        kinds.slice(0, 8).map((one) =>
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
      h("h3", null, "The dearest"),
      h("ul", { class: "rows" }, dearest.slice(0, 6).map((one) => this.dear(one))),
    );
  }

  /** What comes back, and when. */
  due() {
    const { due, later, learned, next } = this.reviews;
    const games = [...new Set(this.mistakes.kinds.map((one) => one.game))];
    const words = [
      due ? `${due} to repeat now` : "",
      later ? `${later} later${next ? `, the next on ${dayName(next.slice(0, 10))}` : ""}` : "",
      learned ? `${learned} learned` : "",
    ].filter(Boolean).join("; ");
    return h(
      "p",
      { class: "due" },
      h("span", null, `${words}.`),
      due
        ? h("a", {
          class: "button first",
          href: games.length === 1 ? `/drill/${games[0]}?mistakes` : "/drill",
        }, "Play them again")
        : null,
    );
  }

  /** @param {WeighedDecision} row */
  dear(row) {
    return h(
      "li",
      { key: String(row.number) },
      h(
        "div",
        null,
        row.seen ? position(row.seen) : null,
        h(
          "p",
          { key: "what", class: "small" },
          `${row.decision} instead of ${row.best}. `,
          roundLink(row, this.titles),
        ),
      ),
      h("b", { class: "money loss" }, signed(-cents(row.cost))),
    );
  }

  files() {
    return panel(
      "files",
      "Your data",
      h(
        "ul",
        { class: "files" },
        FILES.map(([name, words, about]) =>
          h(
            "li",
            { key: name },
            h("a", { href: `/api/v1/me/export/${name}`, download: name }, words),
            h("span", { class: "dim small" }, about),
          )
        ),
      ),
    );
  }

  all() {
    const shown = this.decisions.slice(0, this.shown);
    return h(
      "section",
      { class: "panel all", "aria-labelledby": "all", key: "all" },
      h("div", { class: "head" }, h("h2", { id: "all" }, "Your last decisions")),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Your last decisions" },
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
          h("tbody", null, shown.map((row, index) => decision(row, index, this.titles))),
        ),
      ),
      this.decisions.length > shown.length
        ? h(
          "button",
          {
            class: "button quiet",
            type: "button",
            onclick: () => {
              this.shown = this.decisions.length;
              this.draw();
            },
          },
          `Show ${this.decisions.length}`,
        )
        : null,
    );
  }
}

/**
 * @param {string} id
 * @param {string} title
 * @param {...import("./dom.js").Nested} inside
 */
function panel(id, title, ...inside) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": id, key: id },
    h("div", { class: "head" }, h("h2", { id }, title)),
    ...inside,
  );
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
 * @param {Record<string, string>} titles
 */
function decision(row, index, titles) {
  const cost = cents(row.cost ?? "0");
  return h(
    "tr",
    { key: `${row.number}/${index}` },
    h("td", null, roundLink(row, titles)),
    h("td", null, row.seen ? position(row.seen) : "", row.right || !row.why ? null : reason(row.why)),
    h("td", null, row.decision),
    h("td", null, row.right ? h("span", { class: "gain" }, "✓ best") : row.best),
    h("td", { class: `right money ${cost ? "loss" : ""}` }, cost ? signed(-cost) : money(0)),
  );
}

/**
 * @param {WeighedDecision} row
 * @param {Record<string, string>} titles
 */
function roundLink(row, titles) {
  const [table, round] = row.round.split("/");
  return h("a", { href: `/rounds/${table}/${round}` }, `${titles[row.game] ?? row.game}, round ${round}`);
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

/**
 * "Nov 18, 07:25 PM", by the clock of this place.
 * @param {string} at
 */
function moment(at) {
  return new Date(at).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/**
 * "Nov 18".
 * @param {string} day
 */
function dayName(day) {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
}

function nothing() {
  return h(
    "section",
    { class: "panel empty" },
    h("h2", null, "Nothing decided yet"),
    h("p", null, "Play a round, and this page shows what each decision was worth."),
    h("a", { class: "button first", href: "/" }, "To the tables"),
  );
}

customElements.define("hw-me", Me);
