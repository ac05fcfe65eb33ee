/**
 * The cards that a dealer keys in before they are committed: which one comes next, which the deck still holds, what is
 * refused. Every function answers with the next entry; nothing is drawn and nothing is sent.
 * @module
 */
import { cardText } from "./cards.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").CardDeck} CardDeck */
/** @typedef {import("./types.d.ts").CardPlace} CardPlace */
/** @typedef {{ cards: string[], rank: string, refused: string }} Entry the cards so far, and a rank that waits for its suit */
/** @typedef {{ order: CardPlace[], deck: CardDeck, known: string[] }} Bounds what is awaited, and cards that only this page knows */
/** @typedef {{ hands: Record<string, string[]>, dealer: string[], board: string[] }} Deal */

const TEXTS = texts("console_entry");

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const SUITS = ["s", "h", "d", "c"];
export const JOKER = "Jo";

/** @returns {Entry} */
export function emptyEntry() {
  return { cards: [], rank: "", refused: "" };
}

/**
 * How many of a card are still in the deck or shoe.
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} card
 */
export function left({ deck, known }, entry, card) {
  if (!deck.cards.includes(card)) return 0;
  const gone = (/** @type {string[]} */ cards) => cards.filter((one) => one === card).length;
  return deck.copies - gone(deck.out) - gone(known) - gone(entry.cards);
}

/**
 * Whether a rank key can be pressed: some card of it is left.
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} rank
 */
export function isRankOpen(bounds, entry, rank) {
  return isWanted(bounds, entry) && SUITS.some((suit) => left(bounds, entry, rank + suit) > 0);
}

/**
 * Whether a suit key can be pressed: a rank waits, and the card is left.
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} suit
 */
export function isSuitOpen(bounds, entry, suit) {
  return entry.rank !== "" && left(bounds, entry, entry.rank + suit) > 0;
}

/**
 * Whether one more card is awaited.
 * @param {Bounds} bounds
 * @param {Entry} entry
 */
export function isWanted(bounds, entry) {
  return entry.cards.length < bounds.order.length;
}

/**
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} rank
 * @returns {Entry}
 */
export function pressRank(bounds, entry, rank) {
  if (!isWanted(bounds, entry)) return { ...entry, refused: TEXTS.full };
  if (rank === JOKER) return addCard(bounds, { ...entry, rank: "" }, JOKER);
  if (!isRankOpen(bounds, entry, rank)) return { ...entry, refused: TEXTS.gone({ card: shownRank(rank) }) };
  return { ...entry, rank, refused: "" };
}

/**
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} suit
 * @returns {Entry}
 */
export function pressSuit(bounds, entry, suit) {
  return entry.rank ? addCard(bounds, entry, entry.rank + suit) : entry;
}

/**
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} card
 * @returns {Entry}
 */
function addCard(bounds, entry, card) {
  if (!isWanted(bounds, entry)) return { ...entry, refused: TEXTS.full };
  if (!bounds.deck.cards.includes(card)) {
    return { ...entry, refused: TEXTS.foreign({ card: cardText(card) }) };
  }
  if (left(bounds, entry, card) <= 0) return { ...entry, refused: TEXTS.gone({ card: cardText(card) }) };
  return { cards: [...entry.cards, card], rank: "", refused: "" };
}

/**
 * What undoing takes back: the rank that waits, or the last card; empty where there is nothing.
 * @param {Entry} entry
 */
export function undone(entry) {
  return entry.rank ? shownRank(entry.rank) : entry.cards.length ? cardText(entry.cards.at(-1) ?? "") : "";
}

/**
 * @param {Entry} entry
 * @returns {Entry}
 */
export function undo(entry) {
  if (entry.rank) return { ...entry, rank: "", refused: "" };
  return { cards: entry.cards.slice(0, -1), rank: "", refused: "" };
}

/**
 * What a scanner sent: one card or several, as "Ah", "10h", "A♥" or "Jo", with spaces between them or without.
 * @param {Bounds} bounds
 * @param {Entry} entry
 * @param {string} text
 * @returns {Entry}
 */
export function scan(bounds, entry, text) {
  const cards = readCards(text);
  if (!cards) return { ...entry, refused: TEXTS.unreadable({ text: text.slice(0, 20) }) };
  let next = { ...entry, rank: "", refused: "" };
  for (const card of cards) {
    next = addCard(bounds, next, card);
    if (next.refused) return { ...entry, rank: "", refused: next.refused };
  }
  return next;
}

/**
 * The cards of a text; null where it is none.
 * @param {string} text
 */
export function readCards(text) {
  const plain = text.toUpperCase().replaceAll("JOKER", "JO").replaceAll("10", "T").replace(/[\s,]+/g, "");
  if (!/^(?:[2-9TJQKA][SHDC♠♥♦♣]|JO)+$/.test(plain)) return null;
  return [...plain.matchAll(/JO|../g)].map(([one]) => one === "JO" ? JOKER : one[0] + suitOf(one[1]));
}

/** @param {string} mark */
function suitOf(mark) {
  const place = "SHDC".indexOf(mark);
  return SUITS[place >= 0 ? place : "♠♥♦♣".indexOf(mark)];
}

/** @param {string} rank */
export function shownRank(rank) {
  return rank === "T" ? "10" : rank;
}

/**
 * "seat 2, second card".
 * @param {CardPlace} place
 */
export function placeWords(place) {
  const { first, second, third, fourth, fifth, sixth, seventh, eighth } = TEXTS.ordinals;
  const ordinals = [first, second, third, fourth, fifth, sixth, seventh, eighth];
  const card = ordinals[place.card - 1] ?? TEXTS.further({ number: place.card });
  if (place.to === "seat") return TEXTS.seat({ seat: place.seat, card });
  return place.to === "dealer" ? TEXTS.dealer({ card }) : TEXTS.board({ card });
}

/**
 * The cards by where they went.
 * @param {CardPlace[]} order
 * @param {string[]} cards
 * @returns {Deal}
 */
export function dealOf(order, cards) {
  /** @type {Deal} */
  const deal = { hands: {}, dealer: [], board: [] };
  cards.forEach((card, index) => {
    const { to, seat } = order[index];
    if (to === "seat") (deal.hands[seat] ??= []).push(card);
    else if (to === "dealer") deal.dealer.push(card);
    else deal.board.push(card);
  });
  return deal;
}
