import "./english.js";
import { command, pressKey } from "../../../src/houseway/web/static/keyboard.js";
import { equal } from "./assert.js";
import { state, TRAYS } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/acts.js").Acts} Acts */
/** @typedef {import("../../../src/houseway/web/static/store.js").State} State */

/**
 * Acts that are only written down.
 * @param {unknown[][]} calls
 */
function written(calls) {
  const get = (/** @type {object} */ _, /** @type {string} */ name) => (/** @type {unknown[]} */ ...given) =>
    void calls.push([name, ...given]);
  return /** @type {Acts} */ (new Proxy({}, { get }));
}

/**
 * What a key does.
 * @param {string} key
 * @param {State} state
 * @param {boolean} [onButton]
 */
function press(key, state, onButton = false) {
  /** @type {unknown[][]} */
  const calls = [];
  pressKey({ key, preventDefault: () => {} }, state, written(calls), onButton);
  return calls;
}

/**
 * What a line in the command box does.
 * @param {string} text
 * @param {State} state
 */
function say(text, state) {
  /** @type {unknown[][]} */
  const calls = [];
  command(text, state, written(calls));
  return calls;
}

const CHECK = { decision: "check" };
const TURN = { phase: "decisions", turn: 1, choices: [CHECK] };

Deno.test("the key on a button takes its choice, in either case", () => {
  equal(press("c", state(TURN)), [["choose", CHECK]]);
  equal(press("C", state(TURN)), [["choose", CHECK]]);
  equal(press("x", state(TURN)), []);
});

Deno.test("Enter deals what lies on the spots, R lays the same again, X clears", () => {
  equal(press("Enter", state()), [["wager"]]);
  equal(press("r", state()), []);
  equal(press("r", { ...state(), last: { ante: 500 } }), [["again"]]);
  equal(press("x", state()), [["clear"]]);
});

Deno.test("Enter on a button is the button's own", () => {
  equal(press("Enter", state(), true), []);
});

Deno.test("Enter sits down on the first free seat, deals to those who have wagered, or takes an amount", () => {
  equal(press("Enter", state({ you: null, seats: [{ seat: 1, player: "pat" }] })), [["sit", 2]]);
  const placed = { seat: 1, player: "guest-abcdef", wagers: { ante: "5.00" } };
  equal(press("Enter", state({ seats: [placed, { seat: 2, player: "kim" }] })), [["dealNow"]]);
  equal(press("Enter", state({ seats: [placed, { seat: 2, player: "house-bold-2", house: true }] })), []);
  const choosing = { ...state(TURN), amount: { choice: CHECK, value: 500 } };
  equal(press("Enter", choosing), [["chooseAmount"]]);
});

Deno.test("Escape closes what was opened last", () => {
  equal(press("Escape", { ...state(TURN), amount: { choice: CHECK, value: 500 } }), [["closeAmount"]]);
  equal(press("Escape", state()), [["openSheet", false]]);
});

Deno.test("a digit moves the card with that number, where a hand is to be set", () => {
  const seats = [{ seat: 1, cards: ["2c", "Ah", "Kd"] }];
  const setting = { ...state({ ...TURN, seats, choices: [{ decision: "set" }] }), game: TRAYS };
  equal(press("1", setting), [["move", "Ah"]]);
  equal(press("3", setting), [["move", "2c"]]);
  equal(press("4", setting), []);
  equal(press("1", state({ ...TURN, seats })), []);
});

Deno.test("the command box answers, acts or decides, and says what it does not know", () => {
  equal(say("/purse", state()), [["reply", "You have $1,000.00."]]);
  equal(say("coach", state()), [["toggleCoach"], ["reply", "The coach is on."]]);
  equal(say(" Leave ", state()), [["leave"]]);
  equal(say("deal", state()), [["wager"]]);
  equal(say("raise 12.50", state(TURN)), [["reply", ""], ["decide", "raise 12.50"]]);
  equal(say("xyzzy", state()), [["reply", "“xyzzy” is no word of this table now. Type help."]]);
  equal(say("  ", state()), []);
});

Deno.test("the command box sets no foul hand, and any other", () => {
  const settings = [
    { front: ["Ah", "Ad"], low: "a pair of aces", high: "king high", foul: true },
    { front: ["Kd", "2c"], low: "king high", high: "a pair of aces", foul: false },
  ];
  const setting = { ...state({ ...TURN, choices: [{ decision: "set", settings }] }), game: TRAYS };
  equal(say("set ad ah", setting), [[
    "reply",
    "That is a foul: the low hand would be the better one. Set other cards.",
  ]]);
  equal(say("set Kd 2c", setting), [["reply", ""], ["decide", "set Kd 2c"]]);
  equal(say("set house-way", setting), [["reply", ""], ["decide", "set house-way"]]);
});
