/**
 * An evening of a game: sliders for stake, rounds and bankroll; the server computes it from the distribution of a round.
 * @module
 */
import { get } from "./api.js";
import { h, s } from "./dom.js";
import { files } from "./lab_export.js";
import { numbers, table } from "./lab_results.js";
import { figure, percents, plotWidth, slider } from "./lab_tables.js";
import { money, signed } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./lab_tables.js").State} State */
/** @typedef {import("./types.d.ts").Evening} Answer */
/** @typedef {import("./types.d.ts").Bar} Bar */
/** @typedef {{ stake: number, pace: number, hours: number, bankroll: number }} Asked in dollars, rounds and hours */

const TEXTS = texts("lab_session");
/** @type {Asked} */
const USUAL = { stake: 10, pace: 60, hours: 4, bankroll: 1000 };
const SLIDERS = /** @type {const} */ ([
  ["stake", TEXTS.firstWagerDollars, 5, 200, 5],
  ["pace", TEXTS.roundsHour, 20, 200, 5],
  ["hours", TEXTS.hours, 1, 24, 1],
  ["bankroll", TEXTS.bankrollDollars, 100, 20000, 100],
]);
const SURE = 1e-6; // bounds closer than this are one figure, as it is printed
const [WIDTH, HEIGHT, BOTTOM] = [640, 150, 26];

/** @param {number} dollars */
const cents = (dollars) => Math.round(100 * dollars);

/**
 * What the server is asked with.
 * @param {Asked} asked
 * @param {string} query the operator's choices and the study
 */
export function question({ stake, pace, hours, bankroll }, query) {
  const words = new URLSearchParams(query);
  words.set("stake", String(stake));
  words.set("bankroll", String(bankroll));
  words.set("rounds", String(pace * hours));
  return `?${words}`;
}

/**
 * The chance of ruin: a figure, or the bounds of one.
 * @param {Answer} answer
 */
export function ruinOf({ ruin_low: low, ruin_high: high }) {
  if (high - low <= SURE) return percents(high);
  return TEXTS.ruinBetween({ low: percents(low), high: percents(high) });
}

/** The evening of a page; while a slider moves one question is out, and the newest one follows it. */
export class Evening {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Answer | null} */
    this.answer = null;
    this.answered = ""; // the question that this answers
    this.wanted = "";
    this.asking = false;
    this.problem = "";
  }

  /** @param {string} address */
  async ask(address) {
    this.wanted = address;
    if (this.asking) return;
    this.asking = true;
    while (this.answered !== this.wanted) {
      const asked = this.wanted;
      try {
        this.answer = await get(asked);
        this.problem = "";
      } catch (problem) {
        this.answer = null;
        this.problem = problem instanceof Error ? problem.message : String(problem);
      }
      this.answered = asked;
    }
    this.asking = false;
    this.changed();
  }

  /**
   * @param {import("./types.d.ts").LabFacts} lab
   * @param {string} query
   * @param {State} state
   */
  draw(lab, query, state) {
    /** @type {Asked} */
    const asked = { ...USUAL, ...state.value };
    const address = `/lab/${lab.game}/evening${question(asked, query)}`;
    if (lab.results && this.wanted !== address) queueMicrotask(() => this.ask(address));
    const answer = lab.results ? this.answer : null;
    return h(
      "section",
      { id: "session", key: "session", class: "panel", "aria-labelledby": "session-title" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "session-title" }, TEXTS.title),
        answer && files(TEXTS.title, `${lab.game}-evening`, numbersOf(asked, answer), { svg: true }),
      ),
      h(
        "div",
        { class: "sliders" },
        SLIDERS.map(([name, words, least, most, step]) =>
          slider(name === "stake" ? TEXTS.dollars({ per: lab.per }) : words, asked[name], {
            least,
            most,
            step,
            choose: (value) => state.choose({ ...asked, [name]: value }),
          })
        ),
      ),
      answer ? this.figures(asked, answer, this.wanted !== this.answered || this.wanted !== address) : h(
        "p",
        { key: "none", class: this.problem ? "problem" : "dim", role: this.problem ? "alert" : null },
        this.problem || (lab.results ? TEXTS.working : TEXTS.missing),
      ),
      h("p", { class: "dim small" }, TEXTS.about, h("code", null, TEXTS.command), TEXTS.exactly),
    );
  }

  /**
   * @param {Asked} asked
   * @param {Answer} answer
   * @param {boolean} old whether a newer question is out
   */
  figures(asked, answer, old) {
    const between = (/** @type {number[]} */ [low, high]) =>
      TEXTS.between({ low: signed(cents(low)), high: signed(cents(high)) });
    return h(
      "div",
      { key: "figures", "aria-busy": String(old) },
      h(
        "dl",
        { class: "figures" },
        figure(TEXTS.rounds, answer.rounds.toLocaleString("en-US")),
        figure(TEXTS.mean, signed(cents(answer.mean))),
        figure(TEXTS.twoOfThree, between(answer.two_of_three)),
        figure(TEXTS.nineteenOfTwenty, between(answer.nineteen_of_twenty)),
        figure(TEXTS.ahead, percents(answer.ahead)),
        figure(TEXTS.even, percents(answer.even)),
        h(
          "div",
          { key: "ruin" },
          h("dt", null, TEXTS.ruin({ bankroll: money(cents(asked.bankroll)) })),
          h("dd", { class: "number" }, ruinOf(answer)),
        ),
      ),
      plot(answer.bars),
      numbers(table(
        [TEXTS.low, TEXTS.high, TEXTS.probability],
        answer.bars.map((
          { low, high, probability },
        ) => [signed(cents(low)), signed(cents(high)), percents(probability)]),
      )),
    );
  }
}

/**
 * @param {Asked} asked
 * @param {Answer} answer
 */
function numbersOf({ stake, bankroll }, { bars, two_of_three, nineteen_of_twenty, ...answer }) {
  /** @type {[string, number][]} */
  const figures = [
    ["stake", stake],
    ["bankroll", bankroll],
    .../** @type {[string, number][]} */ (Object.entries(answer)),
    ["two_of_three_low", two_of_three[0]],
    ["two_of_three_high", two_of_three[1]],
    ["nineteen_of_twenty_low", nineteen_of_twenty[0]],
    ["nineteen_of_twenty_high", nineteen_of_twenty[1]],
  ];
  return {
    columns: ["figure", "low", "high", "value"],
    rows: [
      ...figures.map(([name, value]) => [name, null, null, value]),
      ...bars.map(({ low, high, probability }) => ["probability", low, high, probability]),
    ],
  };
}

/**
 * The results of the evening, as bars.
 * @param {Bar[]} bars
 */
function plot(bars) {
  const most = Math.max(...bars.map((bar) => bar.probability));
  const wide = plotWidth(WIDTH);
  const width = wide / bars.length;
  const [low, high] = [bars[0].low, bars[bars.length - 1].high];
  const at = (/** @type {number} */ amount) => wide * (amount - low) / (high - low);
  const words = (/** @type {number} */ amount) => signed(100 * Math.round(amount)).replace(/\.00$/, "");
  return s(
    "svg",
    {
      key: "plot",
      class: "plot",
      viewBox: `0 0 ${wide} ${HEIGHT}`,
      role: "img",
      "aria-label": TEXTS.plot({ low: words(low), high: words(high) }),
    },
    bars.map((bar, number) => {
      const height = Math.max(bar.probability > 0 ? 1 : 0, (HEIGHT - BOTTOM - 6) * bar.probability / most);
      return s("rect", {
        key: `${number}`,
        class: bar.high <= 0 ? "bar-loss" : bar.low >= 0 ? "bar-gain" : "bar-even",
        x: number * width + 1,
        width: width - 2,
        y: HEIGHT - BOTTOM - height,
        height,
      });
    }),
    s("line", { class: "axis", x1: 0, x2: wide, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    low < 0 && high > 0 && s("line", { class: "level", x1: at(0), x2: at(0), y1: 0, y2: HEIGHT - BOTTOM }),
    s("text", { key: "low", x: 0, y: HEIGHT - 6, "text-anchor": "start" }, words(low)),
    s("text", { key: "high", x: wide, y: HEIGHT - 6, "text-anchor": "end" }, words(high)),
    low < -high / 8 && high > -low / 8 &&
      s("text", { key: "zero", x: at(0), y: HEIGHT - 6, "text-anchor": "middle" }, "0"),
  );
}
