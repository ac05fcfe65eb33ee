import "./english.js";
import { mine } from "../../../src/houseway/web/static/hands.js";
import { equal } from "./assert.js";
import { state, TRAYS } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/dom.js").Child} Child */

const CARDS = ["2c", "Ah", "Kd"];
const SETTINGS = [
  { front: ["Ah", "Kd"], low: "ace high", high: "two high", foul: true },
  { front: ["Kd", "2c"], low: "king high", high: "ace high", foul: false },
];
const SET = { phase: "decisions", turn: 1, choices: [{ decision: "set", settings: SETTINGS }] };
const ACTS = { move: () => {}, drop: () => {} };

/**
 * All that is drawn with a class, from the top down.
 * @param {Child} child
 * @param {string} name
 * @returns {Exclude<Child, string>[]}
 */
function having(child, name) {
  if (typeof child === "string") return [];
  const own = String(child.props.class ?? "").split(" ").includes(name) ? [child] : [];
  return [...own, ...child.children.flatMap((one) => having(one, name))];
}

/**
 * One's trays with these cards in front.
 * @param {string[]} front
 */
function drawn(front) {
  const now = { ...state({ ...SET, seats: [{ seat: 1, cards: CARDS }] }), game: TRAYS, front };
  return mine(now, ACTS);
}

/** @param {string[]} front */
function labels(front) {
  return having(drawn(front), "tray").map((tray) => tray.props["aria-label"]);
}

Deno.test("cards lie on the high tray until they are moved to the low one", () => {
  equal(labels([]), ["Low: no cards", "High: ace of hearts, king of diamonds, two of clubs"]);
  equal(labels(["2c"]), ["Low: two of clubs", "High: ace of hearts, king of diamonds"]);
});

Deno.test("a whole low hand names both hands as the house names them", () => {
  equal(labels(["2c", "Kd"]), [
    "Low: king of diamonds, two of clubs. king high",
    "High: ace of hearts. ace high",
  ]);
});

Deno.test("a foul is said before it is sent", () => {
  equal(having(drawn(["Ah", "Kd"]), "foul").length, 1);
  equal(having(drawn(["Kd", "2c"]), "foul").length, 0);
});

Deno.test("cards keep their numbers on whichever tray they lie, and say whether they are chosen", () => {
  const buttons = having(drawn(["Kd"]), "card-button").map((
    { props },
  ) => [props["aria-label"], props["aria-pressed"]]);
  equal(buttons, [
    ["king of diamonds, key 2", "true"],
    ["ace of hearts, key 1", "false"],
    ["two of clubs, key 3", "false"],
  ]);
});

Deno.test("a hand that is set lies as it was set, with its names", () => {
  const seats = [{ seat: 1, cards: CARDS, front: ["Kd", "2c"], hand: "ace high; king high" }];
  const trays = having(mine({ ...state({ seats, turn: 2 }), game: TRAYS }, ACTS), "tray");
  equal(trays.map((tray) => tray.props["aria-label"]), [
    "Low: king of diamonds, two of clubs. king high",
    "High: ace of hearts. ace high",
  ]);
  equal(trays.flatMap((tray) => having(tray, "card-button")), []);
});
