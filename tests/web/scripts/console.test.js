import "./english.js";
import {
  dealOf,
  emptyEntry,
  isRankOpen,
  isSuitOpen,
  left,
  placeWords,
  pressRank,
  pressSuit,
  readCards,
  scan,
  undo,
  undone,
} from "../../../src/houseway/web/static/console_entry.js";
import {
  chipWords,
  intentOf,
  knownCards,
  paymentWords,
  stepOf,
  usualPad,
} from "../../../src/houseway/web/static/console_steps.js";
import { equal } from "./assert.js";

const RANKS = [..."23456789TJQKA"];
const CARDS = [..."cdhs"].flatMap((suit) => RANKS.map((rank) => rank + suit));
const ORDER = [
  { to: "seat", seat: 2, card: 1 },
  { to: "dealer", seat: 0, card: 1 },
  { to: "seat", seat: 2, card: 2 },
  { to: "dealer", seat: 0, card: 2 },
  { to: "board", seat: 0, card: 1 },
];

/** @param {any} [more] */
function bounds(more) {
  return { order: ORDER, deck: { cards: [...CARDS, "Jo"], copies: 1, out: [] }, known: [], ...more };
}

/**
 * @param {any} limits
 * @param {string[]} cards
 */
function keyed(limits, cards) {
  return cards.reduce(
    (entry, card) =>
      card === "Jo"
        ? pressRank(limits, entry, "Jo")
        : pressSuit(limits, pressRank(limits, entry, card[0]), card[1]),
    emptyEntry(),
  );
}

/** @param {any} [more] */
function shownBy(more = {}) {
  const { view, ...rest } = more;
  return {
    view: {
      table: "7",
      number: 12,
      round: 3,
      phase: "cards",
      turn: null,
      order: ORDER,
      choices: [],
      shares: [],
      payments: null,
      held: null,
      entry: null,
      deck: { cards: CARDS, copies: 1, out: [] },
      step: { kind: "cards", say: "Deal", then: "", act: "enter", blocked: null },
      ...view,
    },
    pad: { kind: "cards" },
    entry: emptyEntry(),
    paid: 0,
    known: null,
    ticked: [],
    ...rest,
  };
}

Deno.test("a card is its rank and then its suit, and goes where the deal goes", () => {
  const entry = keyed(bounds(), ["Ah", "Kd", "Jo", "2c"]);
  equal(entry.cards.join(" "), "Ah Kd Jo 2c");
  equal(
    JSON.stringify(dealOf(ORDER, entry.cards)),
    '{"hands":{"2":["Ah","Jo"]},"dealer":["Kd","2c"],"board":[]}',
  );
  equal(placeWords(ORDER[2]), "seat 2, second card");
  equal(placeWords(ORDER[3]), "dealer, second card");
});

Deno.test("a card that is out, or that the deck does not hold, is refused at the key", () => {
  const limits = bounds({ deck: { cards: CARDS, copies: 1, out: ["Kd"] }, known: ["2c"] });
  const entry = keyed(limits, ["Ah"]);
  for (const card of ["Ah", "Kd", "2c"]) {
    const rank = pressRank(limits, entry, card[0]);
    equal(isSuitOpen(limits, rank, card[1]), false);
    const refused = pressSuit(limits, rank, card[1]);
    equal(refused.cards.length, 1);
    equal(refused.refused.includes("is out already"), true, card);
  }
  equal(pressRank(limits, entry, "Jo").refused, "Joker is not in this deck");
  const four = bounds({ known: ["As", "Ad", "Ac"] });
  equal(isRankOpen(four, keyed(four, ["Ah"]), "A"), false);
  equal(pressRank(four, keyed(four, ["Ah"]), "A").rank, "");
});

Deno.test("a shoe holds a card several times", () => {
  const limits = bounds({ deck: { cards: CARDS, copies: 2, out: ["Ah"] } });
  equal(left(limits, emptyEntry(), "Ah"), 1);
  equal(keyed(limits, ["Ah", "Ah"]).cards.length, 1);
});

Deno.test("no card more than the deal needs", () => {
  const limits = bounds({ order: ORDER.slice(0, 1) });
  const entry = keyed(limits, ["Ah", "Kh"]);
  equal(entry.cards.join(" "), "Ah");
  equal(entry.refused, "All cards are entered");
});

Deno.test("undoing takes back a rank that waits, then the last card", () => {
  let entry = pressRank(bounds(), keyed(bounds(), ["Ah", "Td"]), "T");
  equal(undone(entry), "10");
  entry = undo(entry);
  equal(undone(entry), "10♦");
  entry = undo(undo(undo(entry)));
  equal(entry.cards.length, 0);
  equal(undone(entry), "");
});

Deno.test("a scanner sends text as people write cards", () => {
  equal(readCards("Ah 10d, kS joker")?.join(" "), "Ah Td Ks Jo");
  equal(readCards("A♥K♦")?.join(" "), "Ah Kd");
  for (const text of ["", "1h", "Ax", "Ahh", "hA", "Ah K"]) equal(readCards(text), null, text);
  const entry = scan(bounds(), keyed(bounds(), ["Ah"]), "Kd 2c");
  equal(entry.cards.join(" "), "Ah Kd 2c");
  const refused = scan(bounds(), entry, "3c Ah");
  equal(refused.cards.join(" "), "Ah Kd 2c", "all of a scan or nothing of it");
  equal(refused.refused, "A♥ is out already: look again");
});

Deno.test("the next step counts the cards and names where they go", () => {
  const limits = bounds();
  equal(stepOf(shownBy()).say, "Deal");
  equal(stepOf(shownBy()).ready, false);
  const some = stepOf(shownBy({ entry: keyed(limits, ["Ah"]) }));
  equal([some.say, some.then].join("; "), "Enter 4 more cards; dealer, first card");
  equal(stepOf(shownBy({ entry: keyed(limits, ["Ah", "Kd", "2c", "3c"]) })).say, "Enter the board");
  const whole = stepOf(shownBy({ entry: keyed(limits, ["Ah", "Kd", "2c", "3c", "4c"]) }));
  equal(whole.ready, true);
  equal(JSON.stringify(whole.fields.deal).includes('"board":["4c"]'), true);
});

Deno.test("a step that waits cannot be tapped and says why", () => {
  const step = { kind: "wagers", say: "No more wagers", then: "", act: "deal", blocked: "spots-1 is lost" };
  const shown = stepOf(shownBy({ view: { step, order: [] } }));
  equal([shown.ready, shown.blocked].join(" "), "false spots-1 is lost");
});

Deno.test("payments come before the next wagers, and shares before payments", () => {
  const payments = { round: 3, void: null, seats: [] };
  const { view } = shownBy({ view: { payments, step: { kind: "wagers", act: null, say: "", then: "" } } });
  equal(usualPad(view, 0).kind, "payments");
  equal(usualPad(view, 3).kind, "cards");
  equal(usualPad({ ...view, shares: [2], step: { ...view.step, kind: "shares" } }, 0).kind, "shares");
});

Deno.test("an amount is inside its bounds and made of chips", () => {
  const choice = { decision: "double", label: "Double for less", least: "1.00", most: "10.00", step: "1.00" };
  const step = (/** @type {string} */ text) =>
    stepOf(shownBy({ view: { turn: 2, order: [] }, pad: { kind: "amount", choice, text } }));
  equal(["7", "10", "1"].every((text) => step(text).ready), true);
  equal(["", "0", "11", "7.50", "."].some((text) => step(text).ready), false);
  equal(step("7").fields.decision, "double 7");
});

Deno.test("shares are sent as seats and percentages", () => {
  const pad = {
    kind: "shares",
    seat: 2,
    text: "",
    shares: [{ seat: 2, share: "10" }, { seat: 4, share: "100" }],
  };
  const step = { kind: "shares", say: "Key in", then: "", act: "shares", blocked: null };
  equal(stepOf(shownBy({ view: { step, order: [] }, pad })).fields.shares?.toString(), "2=10%,4=100%");
  equal(stepOf(shownBy({ view: { step, order: [] }, pad: { ...pad, shares: [] } })).ready, false);
});

Deno.test("what is taken and paid is said in a line, and in chips", () => {
  const words = (/** @type {any} */ row) => paymentWords({ take: "0.00", pay: "0.00", held: null, ...row });
  equal(words({ take: "10.00" }), "take $10");
  equal(words({ take: "10.00", pay: "25.50" }), "take $10, pay $25.50");
  equal(words({}), "push");
  equal(words({ held: "8120.00" }), "$8,120 is PENDING");
  equal(chipWords([{ chip: "25.00", count: 4 }, { chip: "0.01", count: 37 }]), "4 × $25 + $0.37 cash");
});

Deno.test("cards that only this page knows cannot come again, and open ones count once", () => {
  const deal = { hands: { 2: ["Ah", "Kh"] }, dealer: ["9h", "8d"], board: [] };
  const view = { deck: { cards: CARDS, copies: 6, out: ["Ah", "Kh", "9h"] } };
  equal(knownCards(shownBy({ view, known: { round: 3, deal } })).join(" "), "8d");
  equal(knownCards(shownBy({ view, known: { round: 2, deal } })).length, 0);
});

Deno.test("the same act on the same state is the same intent, and on another state it is not", () => {
  const { view } = shownBy();
  equal(intentOf(view, "deal", {}), intentOf({ ...view }, "deal", {}));
  equal(intentOf(view, "deal", {}) === intentOf({ ...view, number: 13 }, "deal", {}), false);
  equal(intentOf(view, "decide", { seat: 1 }) === intentOf(view, "decide", { seat: 2 }), false);
});
