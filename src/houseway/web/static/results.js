/**
 * What a settled round shows on the felt: the cards that decided it, what each spot paid or took, and awards.
 * @module
 */
import { cents, money } from "./money.js";
import { netOf } from "./settlement.js";
import { texts } from "./texts.js";

const TEXTS = texts("results");

/** @typedef {import("./drawn.d.ts").Line} Line */
/** @typedef {import("./drawn.d.ts").SettledSeat} SettledSeat */
/** @typedef {import("./types.d.ts").SeatExplanation} SeatExplanation */
/** @typedef {import("./types.d.ts").LineExplanation} LineExplanation */
/** @typedef {ReadonlySet<string>} Lit the cards that decided, each with its place: "own 0 Ah", "table 9c", "seat 3 Kd" */
/** @typedef {{ words: string, share: number }} Award what a jackpot or envy paid, and the part of the meter, 0 to 1 */

/**
 * The cards that decided the lines of a seat: those that made a line, and the dealer's that beat one.
 * @param {SettledSeat} seat
 * @param {SeatExplanation[]} explained
 * @param {string[][]} hands the cards of the seat, hand by hand
 * @returns {Lit}
 */
export function litCards(seat, explained, hands) {
  const reasons = explained.find((one) => one.seat === seat.seat)?.lines ?? [];
  return new Set(seat.wagers.flatMap((line, index) => litBy(line, reasons[index], hands)));
}

/**
 * @param {Line} line
 * @param {LineExplanation | undefined} reason
 * @param {string[][]} hands
 */
function litBy(line, reason, hands) {
  const made = line.result === "lose" ? [] : reason?.cards ?? [];
  return [...placed(line, made, hands), ...(reason?.against ?? []).map((card) => `table ${card}`)];
}

/**
 * Where the cards of a line lie. Several decks hold the same card several times: each of a line's cards is looked for
 * once in the hand that it belongs to, and what is not there lies on the board or before the dealer.
 * @param {Line} line
 * @param {string[]} cards
 * @param {string[][]} hands
 */
function placed(line, cards, hands) {
  if (line.from_seat) return cards.map((card) => `seat ${line.from_seat} ${card}`);
  const left = hands.map((hand, index) => line.hand && line.hand !== index + 1 ? [] : [...hand]);
  return cards.map((card) => {
    const hand = left.findIndex((held) => held.includes(card));
    if (hand < 0) return `table ${card}`;
    left[hand].splice(left[hand].indexOf(card), 1);
    return `own ${hand} ${card}`;
  });
}

/**
 * How a card is drawn: lit where it decided the round, in the shade where others did.
 * @param {Lit | undefined} lit
 * @param {string} place
 * @returns {(card: string) => "lit" | "shade" | ""}
 */
export function lightOf(lit, place) {
  return (card) => !lit?.size ? "" : lit.has(`${place} ${card}`) ? "lit" : "shade";
}

/**
 * What the wagers of a spot brought, in cents; nothing where none lay on it.
 * @param {SettledSeat} seat
 * @param {string} wager
 */
export function netOfSpot(seat, wager) {
  const lines = seat.wagers.filter((line) => line.wager.split(" ")[0] === wager);
  return lines.length ? lines.reduce((sum, line) => sum + netOf(line), 0) : undefined;
}

/**
 * What a jackpot or somebody else's hand paid beside the pay tables, the largest share first.
 * @param {SettledSeat} seat
 * @returns {Award[]}
 */
export function awardsOf(seat) {
  return seat.wagers.filter((line) => line.result === "win" && (line.share || line.from_seat)).map((
    line,
  ) => ({
    words: `${line.share ? TEXTS.jackpot({ share: line.share }) : TEXTS.envy}: ${
      money(cents(line.returned))
    }`,
    share: line.share ? parseFloat(line.share) / 100 : 0,
  })).sort((one, other) => other.share - one.share);
}
