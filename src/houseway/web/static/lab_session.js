/**
 * An evening of a game from its mean and deviation: sliders for stake, rounds and bankroll.
 * @module
 */
import { h } from "./dom.js";
import { files } from "./lab_export.js";
import { figure, percents, slider } from "./lab_tables.js";
import { money, signed } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./lab_tables.js").State} State */
/** @typedef {{ stake: number, pace: number, hours: number, bankroll: number }} Evening in dollars, rounds and hours */

const TEXTS = texts("lab_session");
/** @type {Evening} */
const USUAL = { stake: 10, pace: 60, hours: 4, bankroll: 1000 };
const SLIDERS = /** @type {const} */ ([
  ["stake", TEXTS.firstWagerDollars, 5, 200, 5],
  ["pace", TEXTS.roundsHour, 20, 200, 5],
  ["hours", TEXTS.hours, 1, 24, 1],
  ["bankroll", TEXTS.bankrollDollars, 100, 20000, 100],
]);

/**
 * How likely a normal variable is below a number of deviations: Abramowitz and Stegun 26.2.17, to 1e-7.
 * @param {number} z
 */
export function below(z) {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) *
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/**
 * The evening: what it costs, how far it strays, and how likely it ends ahead or in ruin. Results are taken to be
 * normal, and ruin is that of a walk without jumps; the page says so.
 * @param {{ house_edge: number, standard_deviation: number }} main
 * @param {Evening} evening
 */
export function outlook(main, { stake, pace, hours, bankroll }) {
  const rounds = pace * hours;
  const mean = -main.house_edge * stake * rounds;
  const deviation = main.standard_deviation * stake * Math.sqrt(rounds);
  const drift = -2 * mean * bankroll / (deviation * deviation);
  const ruin = below((-bankroll - mean) / deviation) +
    Math.exp(Math.min(drift, 700)) * below((-bankroll + mean) / deviation);
  return { rounds, mean, deviation, ahead: 1 - below(-mean / deviation), ruin: Math.min(1, ruin) };
}

/**
 * @param {import("./types.d.ts").LabFacts} lab
 * @param {any} main
 * @param {State} state
 */
export function session(lab, main, state) {
  /** @type {Evening} */
  const evening = { ...USUAL, ...state.value };
  const { rounds, mean, deviation, ahead, ruin } = outlook(main, evening);
  const at = (/** @type {number} */ amount) => Math.round(100 * amount);
  return h(
    "section",
    { id: "session", key: "session", class: "panel", "aria-labelledby": "session-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "session-title" }, TEXTS.title),
      files(TEXTS.title, `${lab.game}-evening`, {
        columns: ["stake", "rounds", "mean", "deviation", "ends_ahead", "bankroll", "ruin"],
        rows: [[evening.stake, rounds, mean, deviation, ahead, evening.bankroll, ruin]],
      }),
    ),
    h(
      "div",
      { class: "sliders" },
      SLIDERS.map(([name, words, least, most, step]) =>
        slider(name === "stake" ? TEXTS.dollars({ per: lab.per }) : words, evening[name], {
          least,
          most,
          step,
          choose: (value) => state.choose({ ...evening, [name]: value }),
        })
      ),
    ),
    h(
      "dl",
      { class: "figures" },
      figure(TEXTS.rounds, rounds.toLocaleString("en-US")),
      figure(TEXTS.mean, signed(at(mean))),
      figure(
        TEXTS.twoOfThree,
        TEXTS.between({ low: signed(at(mean - deviation)), high: signed(at(mean + deviation)) }),
      ),
      figure(
        TEXTS.nineteenOfTwenty,
        TEXTS.between({
          low: signed(at(mean - 1.96 * deviation)),
          high: signed(at(mean + 1.96 * deviation)),
        }),
      ),
      figure(TEXTS.ahead, percents(ahead)),
      figure(TEXTS.ruin({ bankroll: money(at(evening.bankroll)) }), percents(ruin)),
    ),
    h(
      "p",
      { class: "dim small" },
      TEXTS.about,
      h("code", null, TEXTS.command),
      TEXTS.exactly,
    ),
  );
}
