/**
 * A finished round: step by step, why each wager was paid, and the proof of its shuffle.
 * @module
 */
import { get } from "./api.js";
import { card, cardNames, cardText } from "./cards.js";
import { copyText } from "./clipboard.js";
import { draw, h, pageData } from "./dom.js";
import { playerName } from "./model.js";
import { cents, expected, money, signed, tone } from "./money.js";
import { whyLines } from "./settlement.js";
import { capital } from "./speech.js";
import { commitment, dealt, deckSeed, freshCards, shuffled } from "./shuffle.js";
import { texts } from "./texts.js";

const TEXTS = texts("round");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").FinishedRound} FinishedRound */
/** @typedef {import("./drawn.d.ts").Proof} Proof */
/** @typedef {import("./types.d.ts").WeighedStep} WeighedStep */
/** @typedef {import("./drawn.d.ts").ReplayStep} ReplayStep */

/** The page of a round. */
class RoundPage extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {GameData} */
    this.game = data.game;
    /** @type {FinishedRound} */
    this.round = data.round;
    /** @type {ReplayStep[]} */
    this.steps = this.round.replay?.length ? this.round.replay : [{ say: TEXTS.ended, view: this.ended() }];
    this.at = this.steps.length - 1;
    /** @type {ReturnType<typeof this.prove> | null} */
    this.proof = null;
    /** @type {string} the address that works for whoever receives it */
    this.address = data.address;
    this.coached = data.coach === true && this.steps.some((step) => step.seat);
    /** @type {WeighedStep[] | null} what the decisions were worth, once it is known */
    this.worth = null;
    this.said = "";
  }

  connectedCallback() {
    addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement) return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      if (event.key === "ArrowRight") this.go(this.at + 1);
    });
    this.draw();
    if (this.coached) this.weigh();
  }

  /** Ask what every decision was worth; the page works without. */
  async weigh() {
    const query = this.address.includes("?") ? this.address.slice(this.address.indexOf("?")) : "";
    const { table, round } = this.round;
    const answer = await get(`/rounds/${table}/${round}/values${query}`).catch(() => ({ decisions: [] }));
    this.worth = answer.decisions;
    this.draw();
  }

  async share() {
    await copyText(`${location.origin}${this.address}`);
    this.said = TEXTS.copied;
    this.draw();
  }

  /** What lies on the table at the end, where there are no steps. */
  ended() {
    const { record, settlement } = this.round;
    return { dealer: settlement.dealer.cards, board: record.board ?? [], seats: record.seats };
  }

  /** @param {number} step */
  go(step) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, step));
    this.draw();
  }

  /** @param {Proof & { seed: string }} proof */
  prove(proof) {
    const { record } = this.round;
    const seed = deckSeed(proof);
    const order = shuffled(freshCards(proof.start, proof.copies), seed);
    const from = proof.position ?? 0;
    const seats = record.seats.map((seat) => seat.seat);
    const dealing = /** @type {NonNullable<GameData["dealing"]>} */ (this.game.dealing);
    const deal = dealt(dealing, seats, order.slice(from));
    const hands = record.seats.every((seat) => same(deal.cards[seat.seat], seat.cards));
    const draws = record.draws ?? [];
    return {
      committed: commitment(proof.seed) === proof.commitment,
      order,
      from,
      cards: hands && same(deal.dealer, record.dealer) && same(deal.board, record.board ?? []),
      drawn: same(order.slice(from + deal.next, from + deal.next + draws.length), draws),
      used: deal.next + draws.length,
    };
  }

  draw() {
    const { round, game } = this;
    draw(
      this,
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: `/tables/${round.table}` }, round.table),
        TEXTS.crumb({ round: round.round }),
      ),
      h("h1", null, TEXTS.title({ game: game.title, round: round.round })),
      round.settlement.study
        ? h("p", { class: "pill", key: "study" }, TEXTS.study({ study: round.settlement.study }))
        : null,
      h(
        "p",
        { class: "lead" },
        TEXTS.lead({ time: when(round.dealt) }),
        h("a", {
          href: `/api/v1${this.address.replace(/(\?|$)/, "/record$1")}`,
          download: `${round.table}-${round.round}.json`,
        }, TEXTS.download),
      ),
      h(
        "p",
        { class: "row share" },
        h(
          "button",
          { class: "button quiet", type: "button", onclick: () => this.share() },
          TEXTS.copy,
        ),
        h("span", { class: "small dim", role: "status" }, this.said),
      ),
      h(
        "div",
        { class: "two" },
        h(
          "div",
          { class: "stack" },
          this.replay(),
          this.coached ? worthPanel(this.weighed(), this.worth === null) : null,
          this.proofPanel(),
        ),
        h("div", { class: "stack" }, this.corrections(), this.why()),
      ),
    );
  }

  replay() {
    const step = this.steps[this.at];
    const view = step.view;
    const last = this.at === this.steps.length - 1;
    const { settlement } = this.round;
    const shown = Array.isArray(view.dealer) ? view.dealer : view.dealer?.cards ?? [];
    const { back = [], front = [], discarded } = settlement.dealer;
    const dealer = last && front.length ? inParts(back, front, discarded ? [discarded] : []) : shown;
    const felt = this.game.layout.felt;
    return h(
      "section",
      { "aria-labelledby": "replay" },
      h("h2", { id: "replay", class: "heard" }, TEXTS.replay),
      h(
        "div",
        { class: "replay", style: { "--felt-1": felt[0] ?? "#23775f", "--felt-2": felt[1] ?? "#0d3a2f" } },
        rowOfCards(
          TEXTS.dealer,
          last ? settlement.dealer.hand ?? "" : (view.lights ?? []).join(TEXTS.and),
          dealer,
          "",
        ),
        view.board?.length ? rowOfCards(TEXTS.board, "", view.board, "") : null,
        view.seats.map((seat) => this.seat(seat, last)),
      ),
      h(
        "div",
        { class: "steps" },
        h("button", {
          class: "button",
          type: "button",
          disabled: this.at === 0,
          onclick: () => this.go(this.at - 1),
        }, TEXTS.back),
        h(
          "label",
          { class: "say" },
          h(
            "span",
            { class: "small", role: "status" },
            TEXTS.step({
              number: this.at + 1,
              count: this.steps.length,
              words: [step.say, last ? this.round.note : ""].filter(Boolean).join(" "),
            }),
          ),
          h("input", {
            type: "range",
            "aria-label": TEXTS.stepOf,
            min: "0",
            max: String(this.steps.length - 1),
            value: String(this.at),
            oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) =>
              this.go(Number(event.target.value)),
          }),
        ),
        h(
          "button",
          { class: "button", type: "button", disabled: last, onclick: () => this.go(this.at + 1) },
          TEXTS.next,
        ),
      ),
    );
  }

  /** What the decision of this step was worth; nothing where it is none. */
  weighed() {
    const { seat } = this.steps[this.at];
    const before = this.steps.slice(0, this.at).filter((step) => step.seat === seat).length;
    return this.worth?.find((one) => one.seat === seat && one.index === before);
  }

  /** @param {{ seat: number, player?: string | null } | undefined} seat */
  who(seat) {
    return seat?.seat === this.round.you ? TEXTS.you : playerName({ player: seat?.player ?? "" });
  }

  /**
   * @param {ReplayStep["view"]["seats"][0]} seat
   * @param {boolean} last
   */
  seat(seat, last) {
    const result = this.round.settlement.seats.find((one) => one.seat === seat.seat);
    const named = this.round.record.seats.find((one) => one.seat === seat.seat);
    const hands = seat.hands?.length
      ? inParts(...seat.hands.map((hand) => hand.cards))
      : seat.front?.length
      ? inParts(seat.cards.filter((one) => !seat.front?.includes(one)), seat.front)
      : seat.cards;
    const words = last && result ? `${result.hand ?? ""} ${signed(cents(result.net))}` : "";
    return rowOfCards(
      TEXTS.seat({ seat: seat.seat }),
      this.who(named),
      hands,
      [(seat.decisions ?? []).join(", "), words].filter(Boolean).join(" · "),
    );
  }

  corrections() {
    return (this.round.corrections ?? []).map((one) =>
      h(
        "section",
        { class: "panel", key: `corrected ${one.number}` },
        h("h2", null, TEXTS.corrected({ time: when(one.at) })),
        h(
          "p",
          null,
          TEXTS.by({ reason: one.reason, people: [one.by, one.second].filter(Boolean).join(TEXTS.and) }),
        ),
        one.settlement.seats.map((seat) =>
          h("p", { class: "small" }, `${TEXTS.seat({ seat: seat.seat })}: ${signed(cents(seat.net))}`)
        ),
        h("p", { class: "small dim" }, TEXTS.below),
      )
    );
  }

  /** The game with its clauses as they were in force in this round. */
  inForce() {
    const clauses = Object.entries(this.round.clauses ?? {}).map(([clause, text]) => ({ clause, text }));
    return clauses.length ? { ...this.game, clauses } : this.game;
  }

  why() {
    const { settlement } = this.round;
    return settlement.seats.map((seat) => {
      const named = this.round.record.seats.find((one) => one.seat === seat.seat);
      const net = cents(seat.net);
      return h(
        "section",
        { class: "panel", key: `${seat.seat}` },
        h(
          "div",
          { class: "head" },
          h("h2", null, [TEXTS.seat({ seat: seat.seat }), this.who(named)].filter(Boolean).join(" · ")),
          h("b", { class: `money ${tone(net)}` }, signed(net)),
        ),
        seat.hand ? h("p", { class: "small dim" }, seat.hand) : null,
        whyLines(seat, this.round.explained ?? [], this.inForce()),
      );
    });
  }

  proofPanel() {
    const { proof } = this.round;
    if (!proof) return null;
    const button = h(
      "button",
      { class: "button first", type: "button", onclick: () => this.check() },
      TEXTS.derive,
    );
    return h(
      "section",
      { class: "panel proof", "aria-labelledby": "proof" },
      h("div", { class: "head" }, h("h2", { id: "proof" }, TEXTS.proof)),
      h(
        "p",
        { class: "small" },
        TEXTS.aboutProof,
      ),
      h(
        "dl",
        { class: "why-details" },
        h("dt", null, TEXTS.commitment),
        h("dd", { class: "mono" }, proof.commitment),
        h("dt", null, TEXTS.seed),
        h("dd", { class: "mono" }, proof.seed ?? TEXTS.hidden),
        h("dt", null, TEXTS.values),
        h(
          "dd",
          null,
          (proof.values ?? []).map(([seat, value]) =>
            value ? TEXTS.valueOfSeat({ seat, value }) : TEXTS.noValue({ seat })
          ).join(
            ", ",
          ) || TEXTS.none,
        ),
      ),
      !proof.seed ? null : this.proof ? this.verdicts() : button,
    );
  }

  check() {
    const { proof } = this.round;
    if (proof?.seed) this.proof = this.prove({ ...proof, seed: proof.seed });
    this.draw();
  }

  verdicts() {
    const proof = this.proof;
    if (!proof) return null;
    const verdict = (/** @type {boolean} */ ok, /** @type {string} */ yes, /** @type {string} */ no) =>
      h("p", { class: "verdict", "data-ok": ok ? "yes" : "no" }, h("b", null, ok ? "✓" : "✗"), ok ? yes : no);
    return h(
      "div",
      { role: "status", class: "verdicts" },
      verdict(
        proof.committed,
        TEXTS.seedRight,
        TEXTS.seedWrong,
      ),
      verdict(
        proof.cards,
        TEXTS.cardsRight,
        TEXTS.cardsWrong,
      ),
      this.round.record.draws?.length
        ? verdict(
          proof.drawn,
          TEXTS.drawnRight,
          TEXTS.drawnWrong,
        )
        : null,
      h("h3", null, TEXTS.order),
      h(
        "p",
        {
          class: "inline-cards",
          role: "img",
          "aria-label": TEXTS.orderAloud({
            cards: cardNames(proof.order.slice(proof.from, proof.from + proof.used)),
          }),
        },
        proof.order.slice(proof.from, proof.from + 60).map((one, index) =>
          h("span", {
            key: `${index}`,
            class: `inline suit-${one[1]} ${index < proof.used ? "used" : ""}`,
            "aria-hidden": "true",
          }, cardText(one))
        ),
      ),
    );
  }
}

/**
 * What each choice of a decision was worth, in what its seat knew.
 * @param {WeighedStep | undefined} step
 * @param {boolean} counting
 */
function worthPanel(step, counting) {
  const rows = Object.entries(step?.values ?? {}).sort((one, other) => other[1].ev - one[1].ev).slice(0, 6);
  const cost = step ? cents(step.cost) : 0;
  return h(
    "section",
    { class: "panel worth", "aria-label": TEXTS.worth },
    h(
      "div",
      { class: "head" },
      h("h2", null, step ? TEXTS.couldDo({ seat: step.seat }) : TEXTS.worth),
      step ? h("span", { class: "small dim" }, step.exact ? TEXTS.exact : TEXTS.estimated) : null,
    ),
    step
      ? [
        h(
          "table",
          { class: "lines", key: "values" },
          h(
            "tbody",
            null,
            rows.map(([decision, row]) =>
              h(
                "tr",
                { key: decision, "data-chosen": decision === step.decision ? "yes" : "no" },
                h("td", null, capital(decision), marks(decision, step)),
                h("td", { class: `right number ${tone(row.ev)}` }, expected(row.ev)),
                h("td", { class: "right money" }, signed(cents(row.money))),
              )
            ),
          ),
        ),
        h(
          "p",
          { class: "small", key: "said" },
          cost
            ? TEXTS.gaveAway({ decision: capital(step.decision), cost: money(cost), why: step.why ?? "" })
            : TEXTS.bestChoice({ why: step.why ?? "" }),
        ),
      ]
      : h(
        "p",
        { class: "small dim", key: "none" },
        counting ? TEXTS.counting : TEXTS.goToDecision,
      ),
  );
}

/**
 * @param {string} decision
 * @param {WeighedStep} step
 */
function marks(decision, step) {
  return [
    decision === step.decision ? h("span", { class: "mark", key: "chosen" }, TEXTS.chosen) : null,
    decision === step.best ? h("span", { class: "mark gain", key: "best" }, TEXTS.best) : null,
  ];
}

/**
 * Cards in parts, with a gap between two: split hands, or the high and the low hand.
 * @param {...string[]} parts
 */
function inParts(...parts) {
  return parts.filter((part) => part.length).flatMap((part, index) => (index ? ["", ...part] : part));
}

/**
 * @param {string[] | undefined} one
 * @param {string[]} other
 */
function same(one, other) {
  return one !== undefined && one.length === other.length &&
    one.every((card, index) => card === other[index]);
}

/** @param {string | null} at */
function when(at) {
  return at ? new Date(at).toLocaleString(TEXTS.dates, { dateStyle: "long", timeStyle: "short" }) : "";
}

/**
 * @param {string} name
 * @param {string} words
 * @param {string[]} cards
 * @param {string} acts
 */
function rowOfCards(name, words, cards, acts) {
  return h(
    "div",
    {
      class: "row-of-cards",
      key: name,
      role: "group",
      "aria-label": `${name}: ${cardNames(cards.filter(Boolean))}${words ? `, ${words}` : ""}`,
    },
    h("p", { class: "who" }, name, h("span", null, words)),
    cards.map((
      one,
      index,
    ) => (one ? card(one, { key: `${index}` }) : h("span", { class: "gap", key: `gap${index}` }))),
    acts ? h("p", { class: "acts" }, acts) : null,
  );
}

customElements.define("hw-round", RoundPage);
