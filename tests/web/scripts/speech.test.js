import "./english.js";
import { answerTo, newLines } from "../../../src/houseway/web/static/speech.js";
import { equal } from "./assert.js";
import { GAME, result, settled, view } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").Step} Step */

/**
 * @param {Partial<Step>} more
 * @returns {Step}
 */
function step(more) {
  return { number: 11, kind: "whatever", ...more };
}

const CHECK = { seat: 1, say: "Guest abcd checks.", you: "You check." };

Deno.test("the player on the seat is told in the second person, everybody else by name", () => {
  equal(newLines([step(CHECK)], view(), view()), [{ number: 11, words: "You check." }]);
  const other = view({ you: { seat: 2, purse: "5.00" } });
  equal(newLines([step(CHECK)], other, other), [{ number: 11, words: "Guest abcd checks." }]);
  const looker = view({ you: null });
  equal(newLines([step(CHECK)], looker, looker), [{ number: 11, words: "Guest abcd checks." }]);
});

Deno.test("a quiet step is told to its player alone", () => {
  const quiet = step({ ...CHECK, quiet: true });
  const other = view({ you: { seat: 2, purse: "5.00" } });
  equal(newLines([quiet], view(), view()), [{ number: 11, words: "You check." }]);
  equal(newLines([quiet], other, other), []);
  equal(newLines([step({ say: "Deck 2 is committed to.", quiet: true })], view(), view()), []);
});

Deno.test("a step without words of its own for the player has those for everybody", () => {
  equal(
    newLines([step({ seat: 1, say: "Guest abcd sits out." })], view(), view())[0].words,
    "Guest abcd sits out.",
  );
  equal(newLines([step({})], view(), view()), []);
});

Deno.test("the cards of a new round and the reader's lights stand beside the deal", () => {
  const seats = [{ seat: 1, cards: ["Ah", "Kd"] }];
  const dealt = view({ round: 1, phase: "decisions", dealer: ["??"], lights: ["blue", "red"], seats });
  const steps = [
    step({ number: 11, seat: 1, say: "Guest abcd wagers." }),
    step({ number: 12, round: 1, say: "Round 1 is dealt." }),
    step({ number: 13, round: 1, seat: 2, say: "Bold checks." }),
  ];
  equal(newLines(steps, view(), dealt).map((line) => line.words), [
    "Guest abcd wagers.",
    "Round 1 is dealt. You have ace of hearts, king of diamonds. The reader shows blue and red.",
    "Bold checks.",
  ]);
  equal(newLines(steps.slice(2), dealt, dealt).map((line) => line.words), ["Bold checks."]);
});

Deno.test("after a gap without steps the cards and the result are told all the same", () => {
  const seats = [{ seat: 1, cards: ["Ah"] }];
  const dealt = view({ number: 400, round: 9, dealer: ["??"], seats });
  equal(newLines([], view(), dealt), [{ number: 400, words: "You have ace of hearts." }]);
  const over = view({ number: 500, round: 9, settled: settled(9, [result(1, "35.00")]) });
  equal(newLines([], dealt, over), [{ number: 500, words: "You win $35.00. The dealer has nine high." }]);
});

Deno.test("a settled round is told as it ended for the player, once", () => {
  const told = (/** @type {string} */ net) => {
    const over = view({ round: 1, settled: { ...settled(1, [result(1, net)]), note: "All antes push." } });
    equal(newLines([], over, over), []);
    return newLines([], view({ round: 1 }), over).map((line) => line.words);
  };
  equal(told("1250.00"), ["You win $1,250.00. The dealer has nine high. All antes push."]);
  equal(told("-5.50"), ["You lose $5.50. The dealer has nine high. All antes push."]);
  equal(told("0.00"), ["You come out even. The dealer has nine high. All antes push."]);
});

Deno.test("whoever looks on is told that the round is settled, and the dealer's hand", () => {
  const over = view({ round: 1, you: null, settled: settled(1, [result(1, "5.00")]) });
  equal(
    newLines([], view({ round: 1, you: null }), over)[0].words,
    "Round 1 is settled. The dealer has nine high.",
  );
});

Deno.test("of a void round only the server speaks", () => {
  const void_ = { ...settled(1, [result(1, "0.00")]), void: "misdeal" };
  const steps = [step({ round: 1, say: "The round is void: misdeal. Every stake goes back." })];
  const lines = newLines(steps, view({ round: 1 }), view({ round: 1, settled: void_ }));
  equal(lines.map((line) => line.words), ["The round is void: misdeal. Every stake goes back."]);
});

Deno.test("the command box answers questions about the table", () => {
  const seats = [
    { seat: 1, player: "guest-abcdef", cards: ["Ah", "Kd"], hand: "ace high" },
    { seat: 2, player: "house-bold-1", cards: ["??"], decisions: ["check"] },
  ];
  const seen = view({
    seats,
    dealer: ["9h", "??"],
    board: ["3c"],
    lights: ["blue"],
    milliseconds_left: 4200,
  });
  /** @type {[string, string | null][]} */
  const asked = [
    ["hand", "You have ace of hearts, king of diamonds: ace high."],
    ["dealer", "The dealer has nine of hearts, one card face down."],
    ["board", "The board is three of clubs."],
    ["lights", "The reader shows blue, 2 to 6."],
    ["clock", "5 seconds are left."],
    ["seat 2", "Seat 2: bold, check, a card face down."],
    ["seat 3", "Seat 3 is free."],
    ["seat 9", "The table has seats 1 to 3."],
    ["purse", "You have $1,000.00."],
    ["last", "No round is settled yet."],
    ["check", null],
  ];
  for (const [words, answer] of asked) equal(answerTo(words, seen, GAME), answer, words);
  equal(answerTo("last", view({ settled: settled(1, [result(1, "-5.00")]) }), GAME), "Last round: −$5.00.");
  equal(answerTo("clock", view(), GAME), "No clock runs at this table.");
});

Deno.test("cards that are drawn and cards of the board are told, once", () => {
  const held = (/** @type {string[]} */ cards) => [{ seat: 1, player: "guest-abcdef", cards }];
  const playing = { round: 1, phase: "decisions", dealer: ["9h", "??"] };
  const before = view({ ...playing, seats: held(["5c", "5c"]), board: ["??", "??"] });
  const drawn = view({ ...playing, number: 12, seats: held(["5c", "5c", "5c"]), board: ["??", "??"] });
  equal(newLines([], before, drawn), [{ number: 12, words: "You draw five of clubs." }]);
  equal(newLines([], drawn, drawn), []);
  const open = view({ ...playing, number: 13, seats: held(["5c", "5c", "5c"]), board: ["Ah", "??"] });
  equal(newLines([], drawn, open), [{ number: 13, words: "The board shows ace of hearts." }]);
  const step = { number: 14, kind: "decided", round: 1, say: "Bold stands." };
  equal(newLines([step], before, open).map((line) => line.words), [
    "Bold stands. You draw five of clubs. The board shows ace of hearts.",
  ]);
});
