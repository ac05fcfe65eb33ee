import "./english.js";
import { awardsOf, lightOf, litCards, netOfSpot } from "../../../src/houseway/web/static/results.js";
import { equal } from "./assert.js";
import { result } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").Line} Line */

/**
 * @param {string} wager
 * @param {Partial<Line>} [more]
 * @returns {Line}
 */
function line(wager, more) {
  return { wager, stake: "10.00", result: "win", odds: "1 to 1", returned: "20.00", rule: "10", ...more };
}

/**
 * The cards that are lit where these lines were made by these cards, or beaten by those.
 * @param {[Line, string[], string[]?][]} lines
 * @param {...string[]} hands
 */
function lit(lines, ...hands) {
  const seat = { ...result(1, "0.00"), wagers: lines.map(([one]) => one) };
  const reasons = lines.map(([, cards, against]) => ({ why: "So.", clause: "10", cards, against }));
  return [...litCards(seat, [{ seat: 1, lines: reasons }], hands)];
}

Deno.test("the cards of a paid line are lit where they lie", () => {
  equal(lit([[line("ante"), ["Ah", "Qh"]], [line("bet"), ["Ah", "Qh"]]], ["Ah", "2c"]), [
    "own 0 Ah",
    "table Qh",
  ]);
});

Deno.test("of a lost line the dealer's better cards are lit, of a push both sides'", () => {
  const cards = ["Ah"];
  equal(lit([[line("bet", { result: "lose" }), cards, ["Kd"]]], ["Ah"]), ["table Kd"]);
  equal(lit([[line("bet", { result: "push" }), cards, ["Kd"]]], ["Ah"]), ["own 0 Ah", "table Kd"]);
  equal(lit([[line("trips", { result: "lose" }), []]], ["Ah"]), []);
});

Deno.test("a hand has its own cards, even where another one or the dealer has the same", () => {
  const second = line("wager", { hand: 2 });
  equal(lit([[second, ["8h", "9c"]]], ["8h", "2c"], ["8h", "9c"]), ["own 1 8h", "own 1 9c"]);
  equal(lit([[line("match-up"), ["8h", "8h"]]], ["8h", "2c"]), ["own 0 8h", "table 8h"]);
});

Deno.test("envy lights the cards of the seat that earned it", () => {
  equal(lit([[line("royal-riches envy", { from_seat: 3 }), ["4c"]]], ["4c"]), ["seat 3 4c"]);
});

Deno.test("what is not lit lies in the shade only where something is", () => {
  const light = lightOf(new Set(["table Ah"]), "table");
  equal([light("Ah"), light("2c"), lightOf(undefined, "table")("Ah"), lightOf(new Set(), "table")("Ah")], [
    "lit",
    "shade",
    "",
    "",
  ]);
});

Deno.test("a spot shows what all of its lines brought", () => {
  const wagers = [
    line("wager", { hand: 1 }),
    line("wager", { hand: 2, returned: "0.00" }),
    line("royal-riches", { returned: "0.00" }),
    line("royal-riches envy", { stake: "0.00", returned: "5.00" }),
  ];
  const seat = { ...result(1, "0.00"), wagers };
  equal(["wager", "royal-riches", "jackpot"].map((name) => netOfSpot(seat, name)), [0, -500, undefined]);
});

Deno.test("awards show their amount, the largest share first", () => {
  const wagers = [
    line("royal-riches envy", { from_seat: 2, returned: "5.00" }),
    line("jackpot", { share: "10%", odds: null, returned: "1025.01" }),
    line("jackpot", { share: "50%", result: "lose" }),
    line("ante"),
  ];
  equal(awardsOf({ ...result(1, "0.00"), wagers }), [
    { words: "10% of the jackpot: $1,025.01", share: 0.1 },
    { words: "Envy: $5.00", share: 0 },
  ]);
});
