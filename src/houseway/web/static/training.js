/**
 * Beside the console in training: what lies on the table, devices that go wrong on request, and the dealer-error quiz.
 * @module
 */
import { get, post } from "./api.js";
import { card } from "./cards.js";
import { draw, h, pageData } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").PhysicalTable} PhysicalTable */
/** @typedef {import("./types.d.ts").QuizQuestion} QuizQuestion */
/** @typedef {import("./types.d.ts").CheckedQuestion} CheckedQuestion */
/** @typedef {import("./types.d.ts").QuizLine} QuizLine */

const TEXTS = texts("training");
const LOOK = 1500; // milliseconds between two looks at the table
const MISTAKES = /** @type {const} */ (["count", "light", "fault", "silence"]);

/** What a trainee has beside the console. */
class Training extends HTMLElement {
  constructor() {
    super();
    /** @type {PhysicalTable} */
    this.lies = pageData().lies;
    this.path = `/training/${encodeURIComponent(this.lies.table)}`;
    this.mistake = "";
    /** @type {QuizQuestion | null} */
    this.question = null;
    /** @type {{ pays: number, reason: number }[]} */
    this.taps = [];
    /** @type {CheckedQuestion | null} */
    this.checked = null;
    this.problem = "";
  }

  connectedCallback() {
    const console = document.querySelector("hw-console");
    if (console) {
      new MutationObserver(() => this.look()).observe(console, { attributeFilter: ["data-number"] });
    }
    setInterval(() => this.look(), LOOK);
    this.draw();
  }

  look() {
    return this.ask(async () => {
      this.lies = await get(this.path);
    });
  }

  /** @param {() => Promise<void>} work */
  async ask(work) {
    try {
      await work();
      this.problem = "";
    } catch (refused) {
      this.problem = refused instanceof Error ? refused.message : String(refused);
    }
    this.draw();
  }

  /** @param {string} mistake */
  goWrong(mistake) {
    return this.ask(async () => {
      this.lies = await post(`${this.path}/devices`, { mistake });
      this.mistake = mistake;
    });
  }

  // ---- the quiz

  pose() {
    return this.ask(async () => {
      const question = /** @type {QuizQuestion} */ (await get(`${this.path}/quiz`));
      this.taps = question.lines.map((line) => ({ pays: -1, reason: line.reasons.length > 1 ? -1 : 0 }));
      this.checked = null;
      this.question = question;
    });
  }

  /**
   * @param {number} line
   * @param {"pays" | "reason"} what
   * @param {number} tapped
   */
  tap(line, what, tapped) {
    this.taps = this.taps.map((one, index) => index === line ? { ...one, [what]: tapped } : one);
    this.draw();
  }

  get isAnswered() {
    return this.taps.every((one) => one.pays >= 0 && one.reason >= 0);
  }

  check() {
    return this.ask(async () => {
      const answer = { question: this.question?.question, answers: this.taps };
      this.checked = await post(`${this.path}/quiz`, answer);
    });
  }

  // ---- drawing

  draw() {
    draw(
      this,
      h("p", { class: "mark", key: "mark" }, TEXTS.mark),
      this.problem ? h("p", { class: "wrong", key: "problem", role: "alert" }, this.problem) : null,
      h("section", { key: "lies" }, h("h2", {}, TEXTS.lies), this.onTable()),
      h("section", { key: "devices" }, h("h2", {}, TEXTS.devices), this.devices()),
      h("section", { key: "quiz" }, h("h2", {}, TEXTS.quiz), this.quiz()),
    );
  }

  onTable() {
    const { lies } = this;
    const rows = [
      ...lies.seats.map(({ seat, cards }) => ({ name: TEXTS.seat({ seat }), cards })),
      { name: TEXTS.dealer, cards: lies.dealer },
      { name: TEXTS.board, cards: lies.board },
      { name: TEXTS.drawn, cards: lies.drawn },
    ];
    return [
      rows.some(({ cards }) => cards.length) ? null : h("p", { key: "nothing" }, TEXTS.nothing),
      h("ul", { class: "lies", key: "cards" }, rows.filter(({ cards }) => cards.length).map(cardRow)),
      lies.next_card
        ? h("div", { class: "says", key: "next" }, TEXTS.next, " ", card(lies.next_card, { named: true }))
        : null,
      lies.says ? h("p", { class: "says", key: "says" }, TEXTS.says({ ...lies.says })) : null,
      lies.slips.map((slip) => h("p", { class: "slip", key: slip }, TEXTS.slip({ slip }))),
    ];
  }

  devices() {
    const button = (/** @type {string} */ mistake, /** @type {string} */ words) =>
      h("button", {
        type: "button",
        key: mistake,
        "data-mistake": mistake,
        "aria-pressed": String(this.mistake === mistake),
        onclick: () => this.goWrong(mistake),
      }, words);
    return h(
      "div",
      { class: "taps" },
      button("", TEXTS.fine),
      MISTAKES.map((mistake) => button(mistake, TEXTS.mistakes[mistake])),
    );
  }

  quiz() {
    const { question, checked } = this;
    if (!question) return h("button", { type: "button", onclick: () => this.pose() }, TEXTS.begin);
    return [
      h("ul", { key: "situation" }, question.situation.map((text) => h("li", { key: text }, text))),
      question.lines.map((line, index) => this.line(line, index)),
      checked
        ? h(
          "p",
          { key: "score", role: "status" },
          TEXTS.score({ right: checked.right, lines: checked.lines.length }),
        )
        : h("button", {
          type: "button",
          key: "check",
          disabled: !this.isAnswered,
          onclick: () => this.check(),
        }, TEXTS.check),
      checked
        ? h("button", { type: "button", key: "another", onclick: () => this.pose() }, TEXTS.another)
        : null,
    ];
  }

  /**
   * @param {QuizLine} line
   * @param {number} index
   */
  line(line, index) {
    const truth = this.checked?.lines[index];
    const choices = (/** @type {"pays" | "reason"} */ what, /** @type {string[]} */ words) =>
      h(
        "div",
        { class: "taps", key: what },
        words.map((text, tapped) =>
          h("button", {
            type: "button",
            key: text,
            disabled: Boolean(truth),
            "aria-pressed": String(this.taps[index]?.[what] === tapped),
            onclick: () => this.tap(index, what, tapped),
          }, what === "pays" ? `$${text}` : text)
        ),
      );
    return h(
      "fieldset",
      { key: `line ${index}` },
      h("legend", {}, TEXTS.line({ seat: line.seat, wager: line.wager, stake: line.stake })),
      choices("pays", line.pays),
      choices("reason", line.reasons),
      truth
        ? h("p", { class: truth.pays_right && truth.reason_right ? "right" : "wrong" }, answerOf(truth))
        : null,
    );
  }
}

/** @param {{ name: string, cards: string[] }} row */
function cardRow({ name, cards }) {
  return h(
    "li",
    { key: name },
    h("span", {}, name),
    h("span", { class: "cards" }, cards.map((text, index) => card(text, { key: `${index}`, named: true }))),
  );
}

/** @param {import("./types.d.ts").CheckedLine} truth */
function answerOf(truth) {
  const words = TEXTS.answer({ pays: truth.pays, reason: truth.reason, clause: truth.clause });
  return truth.pays_right && truth.reason_right ? `✓ ${words}` : `✗ ${words}`;
}

customElements.define("hw-training", Training);
await import("./console.js");
