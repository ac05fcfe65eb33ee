/**
 * The fair shuffle derived again, from the committed seed and the players' values alone; docs/fair-shuffle.md has the
 * algorithm and the test vectors that this and the house's own program share.
 * @module
 */
import { fromHex, hex, hmac, join, sha256, utf8 } from "./sha256.js";

/** @typedef {{ seed: string, table: string, deck: number, values: [number, string][], part?: number }} Named */
/** @typedef {{ player_cards: number, dealer_cards: number, dealer_extra: number, board: string, always_dealt: number }} Dealing */

/**
 * What is published before the first wager: SHA-256 of the seed's digits as text.
 * @param {string} seed
 */
export function commitment(seed) {
  return hex(sha256(utf8(seed)));
}

/**
 * The seed of one deck.
 * @param {Named} named
 */
export function deckSeed(named) {
  const values = named.values.map(([seat, value]) => `[${seat},${quoted(value)}]`).join(",");
  const part = named.part && named.part > 1 ? `"part":${named.part},` : "";
  const message = `{"deck":${named.deck},${part}"table":${quoted(named.table)},"values":[${values}]}`;
  return hmac(fromHex(named.seed), utf8(message));
}

/**
 * Text as canonical JSON has it: ASCII only.
 * @param {string} text
 */
function quoted(text) {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * All cards before the shuffle.
 * @param {string} start `52`, `53` or `shoe`
 * @param {number} copies
 */
export function freshCards(start, copies) {
  const deck = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  if (start === "53") return [...deck, "Jo"];
  return Array.from({ length: start === "shoe" ? copies : 1 }, () => deck).flat();
}

/**
 * The cards that are not out, in the order of the start.
 * @param {string[]} cards
 * @param {string[]} out
 */
export function remaining(cards, out) {
  const missing = new Map();
  for (const card of out) missing.set(card, (missing.get(card) ?? 0) + 1);
  return cards.filter((card) => {
    const left = missing.get(card) ?? 0;
    if (left) missing.set(card, left - 1);
    return !left;
  });
}

/** Whole numbers from the bits that SHA-256 makes of a seed. */
class Bits {
  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.seed = seed;
    this.block = 0;
    /** @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
    this.used = 0;
  }

  byte() {
    if (this.used === this.bytes.length) {
      const number = new Uint8Array(8);
      new DataView(number.buffer).setBigUint64(0, BigInt(this.block++));
      this.bytes = sha256(join(this.seed, number));
      this.used = 0;
    }
    return this.bytes[this.used++];
  }

  /**
   * A number from 0 to `last`, all equally likely.
   * @param {number} last
   */
  upTo(last) {
    const bits = 32 - Math.clz32(last);
    for (;;) {
      let drawn = 0;
      for (let size = Math.ceil(bits / 8); size > 0; size--) drawn = drawn * 256 + this.byte();
      drawn &= 2 ** bits - 1;
      if (drawn <= last) return drawn;
    }
  }
}

/**
 * Fisher–Yates from the last place down.
 * @param {string[]} cards
 * @param {Uint8Array} seed
 */
export function shuffled(cards, seed) {
  const order = [...cards];
  const bits = new Bits(seed);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = bits.upTo(last);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/**
 * Which card of the order goes where: docs/deal-order.md.
 * @param {Dealing} dealing
 * @param {number[]} seats the seats that bet, ascending
 * @param {string[]} order
 */
export function dealt(dealing, seats, order) {
  const hands = dealing.always_dealt
    ? Array.from({ length: dealing.always_dealt }, (_, index) => index + 1)
    : seats;
  /** @type {Record<number, string[]>} */
  const cards = Object.fromEntries(hands.map((seat) => [seat, []]));
  /** @type {string[]} */
  const dealer = [];
  let next = 0;
  for (let round = 0; round < dealing.player_cards; round++) {
    for (const seat of hands) cards[seat].push(order[next++]);
    if (round < dealing.dealer_cards) dealer.push(order[next++]);
  }
  for (let extra = 0; extra < dealing.dealer_extra; extra++) dealer.push(order[next++]);
  const board = [...dealing.board].flatMap((kind) => {
    const card = order[next++];
    return kind === "b" ? [card] : [];
  });
  return { cards, dealer, board, next };
}
