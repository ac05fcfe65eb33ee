import "./english.js";
import { hex } from "../../../src/houseway/web/static/sha256.js";
import {
  commitment,
  dealt,
  deckSeed,
  freshCards,
  remaining,
  shuffled,
} from "../../../src/houseway/web/static/shuffle.js";
import { equal } from "./assert.js";

// The house's own program is held against the same vectors: tests/house/tables/test_shuffle.py.
const text = await Deno.readTextFile(new URL("../../../docs/fair-shuffle.md", import.meta.url));
const VECTORS = JSON.parse(text.split("```json")[1].split("```")[0]);
/** @type {Record<string, string>} */
const STARTS = { "flush-poker": "53", "wild-monkey-pai-gow": "53", "down-under-blackjack": "shoe" };

for (const vector of VECTORS) {
  Deno.test(`deck ${vector.deck} of ${vector.game} comes out as in the house's program`, () => {
    const cards = freshCards(STARTS[vector.game] ?? "52", Number(vector.options.decks ?? 1));
    const start = vector.out ? remaining(cards, vector.out.split(" ")) : cards;
    const seed = deckSeed({ ...vector, table: "7" });
    equal(commitment(vector.seed), vector.commitment);
    equal(hex(seed), vector.deck_seed);
    equal(shuffled(start, seed).join(" "), vector.order);
  });
}

Deno.test("the first part of a shoe is named like a deck, a later one by its number", () => {
  const named = { ...VECTORS[0], table: "7" };
  equal(hex(deckSeed({ ...named, part: 1 })), VECTORS[0].deck_seed);
  equal(hex(deckSeed({ ...named, part: 2 })) === VECTORS[0].deck_seed, false);
});

Deno.test("a fresh deck has every card once, a shoe each as often as it has decks", () => {
  equal(new Set(freshCards("52", 1)).size, 52);
  equal(freshCards("53", 1).slice(-2), ["As", "Jo"]);
  const shoe = freshCards("shoe", 6);
  equal([shoe.length, shoe.filter((card) => card === "Ah").length], [312, 6]);
});

Deno.test("cards on the table are taken out once for each time they lie there", () => {
  equal(remaining(["2c", "2c", "3c", "Jo"], ["2c", "Jo"]), ["2c", "3c"]);
});

Deno.test("cards go round the seats that bet, then to the dealer, then to the board", () => {
  const order = Array.from({ length: 20 }, (_, index) => String(index));
  const dealing = { player_cards: 2, dealer_cards: 2, dealer_extra: 1, board: "xbb", always_dealt: 0 };
  equal(dealt(dealing, [1, 4], order), {
    cards: { 1: ["0", "3"], 4: ["1", "4"] },
    dealer: ["2", "5", "6"],
    board: ["8", "9"],
    next: 10,
  });
});

Deno.test("where hands are dealt to empty seats too, the cards go there", () => {
  const order = Array.from({ length: 10 }, (_, index) => String(index));
  const dealing = { player_cards: 2, dealer_cards: 1, dealer_extra: 0, board: "", always_dealt: 3 };
  equal(dealt(dealing, [2], order), {
    cards: { 1: ["0", "4"], 2: ["1", "5"], 3: ["2", "6"] },
    dealer: ["3"],
    board: [],
    next: 7,
  });
});
