/**
 * Your own history: the purse, what each sitting won or lost, a rating of your play, and every decision with its round.
 * @module
 */
import { Account } from "./account.js";
import { curve } from "./chart.js";
import { draw, h, pageData } from "./dom.js";
import { inlineCards } from "./cards.js";
import { cents, money, percent, signed, tone } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("me");

/** @typedef {import("./drawn.d.ts").WeighedDecision} WeighedDecision */
/** @typedef {import("./drawn.d.ts").Mistakes} Mistakes */
/** @typedef {import("./types.d.ts").History} History */
/** @typedef {import("./types.d.ts").Rating} Rating */
/** @typedef {import("./types.d.ts").ReviewPlan} ReviewPlan */

const FILES = [
  ["rounds.jsonl", TEXTS.roundsLines, TEXTS.aboutRoundsLines],
  ["rounds.csv", TEXTS.roundsCsv, TEXTS.aboutRoundsCsv],
  ["decisions.jsonl", TEXTS.decisionsLines, TEXTS.aboutDecisionsLines],
  ["decisions.csv", TEXTS.decisionsCsv, TEXTS.aboutDecisionsCsv],
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
      h("h1", null, TEXTS.title),
      h(
        "p",
        { class: "lead" },
        TEXTS.lead,
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
      tile(String(this.history.rounds), TEXTS.roundsPlayed({ count: this.history.rounds })),
      tile(signed(net), TEXTS.wonOrLost, tone(net)),
      tile(count ? `${Math.round((count - wrong) / count * 100)}%` : "–", TEXTS.bestChoices),
      tile(signed(lost), TEXTS.mistakes({ count: wrong }), tone(lost)),
    );
  }

  results() {
    const { curve: purse, rounds, sittings } = this.history;
    return [
      purse.length > 1
        ? panel("purse", TEXTS.purse, curve(purse.map((amount) => cents(amount)), rounds))
        : null,
      this.mistakePanel(),
      sittings.length
        ? panel(
          "sittings",
          TEXTS.sittings,
          h("ul", { class: "rows" }, sittings.map((one) => this.sitting(one))),
        )
        : null,
    ];
  }

  /** @param {History["sittings"][0]} one */
  sitting(one) {
    const net = cents(one.net);
    const words = [
      TEXTS.rounds({ count: one.rounds }),
      TEXTS.staked({ amount: money(cents(one.staked)) }),
      one.mistakes ? `${TEXTS.mistakes({ count: one.mistakes })} ${signed(-cents(one.cost))}` : "",
    ];
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
          words.filter(Boolean).join(", "),
        ),
      ),
      h("b", { class: `money ${tone(net)}` }, signed(net)),
    );
  }

  ratings() {
    if (!this.history.ratings.length) return null;
    return panel(
      "ratings",
      TEXTS.ratings,
      h("ul", { class: "rows" }, this.history.ratings.map((one) => this.rating(one))),
      h(
        "p",
        { class: "dim small" },
        TEXTS.aboutRatings,
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
            ? TEXTS.tooFew({ hands: one.hands, needed: one.needed })
            : lost
            ? TEXTS.hands({ count: one.hands, share: percent(share ?? 0, 2) })
            : TEXTS.flawless({ count: one.hands }),
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
      TEXTS.days,
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
              h("span", { class: "dim small" }, TEXTS.ofDay({ right: one.right, decisions: one.decisions })),
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
        TEXTS.noMistake,
        h("a", { href: "/drill" }, TEXTS.toDrill),
      );
    }
    const largest = Math.max(...kinds.map((one) => cents(one.cost)), 1);
    return panel(
      "kinds",
      TEXTS.yourMistakes,
      this.due(),
      h("h3", null, TEXTS.kinds),
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
              TEXTS.insteadOf({ decision: one.decision, best: one.best }),
              h("span", { class: "dim small" }, ` ${this.titles[one.game] ?? one.game}, ${one.count}×`),
            ),
            h("i", { style: { width: `${Math.max(2, Math.round(cents(one.cost) / largest * 100))}%` } }),
            h("b", { class: "money loss" }, signed(-cents(one.cost))),
          )
        ),
      ),
      h("h3", null, TEXTS.dearest),
      h("ul", { class: "rows" }, dearest.slice(0, 6).map((one) => this.dear(one))),
    );
  }

  /** What comes back, and when. */
  due() {
    const { due, later, learned, next } = this.reviews;
    const games = [...new Set(this.mistakes.kinds.map((one) => one.game))];
    const words = [
      due ? TEXTS.due({ count: due }) : "",
      laterWords(later, next),
      learned ? TEXTS.learned({ count: learned }) : "",
    ].filter(Boolean).join("; ");
    return h(
      "p",
      { class: "due" },
      h("span", null, `${words}.`),
      due
        ? h("a", {
          class: "button first",
          href: games.length === 1 ? `/drill/${games[0]}?mistakes` : "/drill",
        }, TEXTS.again)
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
          TEXTS.insteadOfSentence({ decision: row.decision, best: row.best }),
          roundLink(row, this.titles),
        ),
      ),
      h("b", { class: "money loss" }, signed(-cents(row.cost))),
    );
  }

  files() {
    return panel(
      "files",
      TEXTS.files,
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
      h("div", { class: "head" }, h("h2", { id: "all" }, TEXTS.yourLastDecisions)),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": TEXTS.yourLastDecisions },
        h(
          "table",
          { class: "lines" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              [TEXTS.round, TEXTS.position, TEXTS.you, TEXTS.best].map((name) =>
                h("th", { key: name, scope: "col" }, name)
              ),
              h("th", { key: "cost", class: "right", scope: "col" }, TEXTS.cost),
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
          TEXTS.show({ count: this.decisions.length }),
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
    h("td", null, row.right ? h("span", { class: "gain" }, TEXTS.wasBest) : row.best),
    h("td", { class: `right money ${cost ? "loss" : ""}` }, cost ? signed(-cost) : money(0)),
  );
}

/**
 * @param {WeighedDecision} row
 * @param {Record<string, string>} titles
 */
function roundLink(row, titles) {
  const [table, round] = row.round.split("/");
  return h(
    "a",
    { href: `/rounds/${table}/${round}` },
    TEXTS.link({ game: titles[row.game] ?? row.game, round }),
  );
}

/**
 * What you saw when you decided: your hand, then what lay open beside it.
 * @param {import("./types.d.ts").SeenPosition} seen
 */
function position(seen) {
  const dealer = [seen.dealer.length ? inlineCards(seen.dealer) : null, seen.lights.join(TEXTS.and)];
  return [
    h("p", { key: "hand" }, inlineCards(seen.cards), seen.hand ? ` ${seen.hand}` : ""),
    seen.board.length ? h("p", { key: "board", class: "small" }, TEXTS.board, inlineCards(seen.board)) : null,
    dealer.some(Boolean)
      ? h("p", { key: "dealer", class: "small" }, TEXTS.dealer, dealer[0], " ", dealer[1])
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
  return new Date(at).toLocaleString(TEXTS.dates, {
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
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(TEXTS.dates, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
}

/**
 * @param {number} later
 * @param {string | null | undefined} next
 */
function laterWords(later, next) {
  if (!later) return "";
  return next
    ? TEXTS.laterNext({ count: later, day: dayName(next.slice(0, 10)) })
    : TEXTS.later({ count: later });
}

function nothing() {
  return h(
    "section",
    { class: "panel empty" },
    h("h2", null, TEXTS.nothing),
    h("p", null, TEXTS.aboutNothing),
    h("a", { class: "button first", href: "/" }, TEXTS.toTables),
  );
}

customElements.define("hw-me", Me);
