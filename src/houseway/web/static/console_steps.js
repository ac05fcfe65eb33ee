/**
 * What the console says and offers at any moment: the one next step, decided from what the server sent and what was
 * keyed in here. Nothing is drawn and nothing is sent.
 * @module
 */
import { cardText } from "./cards.js";
import { dealOf, placeWords } from "./console_entry.js";
import { cents, plain, short } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").ConsoleView} ConsoleView */
/** @typedef {import("./types.d.ts").ConsoleChoice} ConsoleChoice */
/** @typedef {import("./types.d.ts").SeatPayment} SeatPayment */
/** @typedef {import("./types.d.ts").ChipCount} ChipCount */
/** @typedef {import("./types.d.ts").CardPlace} CardPlace */
/** @typedef {import("./console_entry.js").Entry} Entry */
/** @typedef {import("./console_entry.js").Deal} Deal */
/** @typedef {{ seat: number, share: string }} Share a seat and its percentage */
/** @typedef {{ kind: "cards" } | { kind: "choices" } | { kind: "front", choice: ConsoleChoice } | { kind: "amount", choice: ConsoleChoice, text: string } | { kind: "shares", seat: number, text: string, shares: Share[] } | { kind: "payments" } | { kind: "correct" }} Pad what the pad is used for */
/** @typedef {{ round: number, deal: Deal }} Known the cards that only this page knows, of a round */
/** @typedef {{ say: string, then: string, ready: boolean, blocked: string, act: string, fields: Record<string, unknown>, kind: string }} Step */
/** @typedef {{ view: ConsoleView, pad: Pad, entry: Entry, paid: number, known: Known | null, ticked: number[] }} Shown */

const TEXTS = texts("console_steps");

/**
 * What the pad shows by itself, when nobody has chosen anything else.
 * @param {ConsoleView} view
 * @param {number} paid the round whose payments are done
 * @returns {Pad}
 */
export function usualPad(view, paid) {
  if (view.step.kind === "shares") return { kind: "shares", seat: view.shares[0] ?? 0, text: "", shares: [] };
  if (view.payments && view.payments.round !== paid) return { kind: "payments" };
  return view.step.kind === "decide" ? { kind: "choices" } : { kind: "cards" };
}

/**
 * The order of the cards that are keyed in now.
 * @param {Shown} shown
 * @returns {CardPlace[]}
 */
export function awaited({ view, pad }) {
  if (pad.kind === "correct") return view.entry?.order ?? [];
  if (pad.kind === "front") return [1, 2].map((card) => ({ to: "seat", seat: view.turn ?? 0, card }));
  return view.step.blocked ? [] : view.order;
}

/**
 * Cards that this page knows and the server does not send: they cannot come again.
 * @param {Shown} shown
 */
export function knownCards({ view, known, pad }) {
  if (!known || known.round !== view.round || pad.kind !== "cards") return [];
  const open = [...(view.deck?.out ?? [])];
  const all = [...Object.values(known.deal.hands).flat(), ...known.deal.dealer, ...known.deal.board];
  return all.filter((card) => {
    const place = open.indexOf(card);
    if (place >= 0) open.splice(place, 1);
    return place < 0;
  });
}

/**
 * The next step: its words, whether it can be done, and what is sent.
 * @param {Shown} shown
 * @returns {Step}
 */
export function stepOf(shown) {
  const { pad, view } = shown;
  const own = {
    cards: cardStep,
    correct: correctStep,
    front: frontStep,
    amount: amountStep,
    shares: sharesStep,
    payments: paymentStep,
    choices: plainStep,
  };
  const step = own[pad.kind](shown);
  const blocked = view.step.blocked && pad.kind !== "payments" && pad.kind !== "correct"
    ? view.step.blocked
    : "";
  return blocked ? { ...step, ready: false, blocked } : step;
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function plainStep({ view }) {
  const { say, then, act, kind } = view.step;
  const held = view.held?.awards.reduce((sum, one) => sum + cents(one.amount), 0);
  return {
    say: kind === "held" && held ? TEXTS.pending({ amount: short(held) }) : say,
    then: then ?? "",
    ready: Boolean(act) && kind !== "decide",
    blocked: "",
    act: act ?? "",
    fields: kind === "controller" ? { state: "back" } : {},
    kind,
  };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function cardStep(shown) {
  const { view, entry } = shown;
  const order = awaited(shown);
  if (!view.order.length) return plainStep(shown);
  const whole = entry.cards.length === order.length && order.length > 0;
  const draws = view.step.kind === "draw";
  const body = draws ? { cards: entry.cards } : { deal: dealOf(view.order, entry.cards) };
  return {
    ...plainStep(shown),
    ...entryWords(shown, order),
    ready: whole,
    fields: whole ? body : {},
    kind: view.step.kind,
  };
}

/**
 * @param {Shown} shown
 * @param {CardPlace[]} order
 */
function entryWords({ view, entry }, order) {
  const rest = order.length - entry.cards.length;
  if (view.step.kind === "draw") return {};
  if (!rest) return { say: TEXTS.commit({ count: order.length }), then: TEXTS.commitThen };
  if (!entry.cards.length) return { then: TEXTS.all({ count: rest }) };
  const more = TEXTS.more({ count: rest });
  const ahead = order.slice(entry.cards.length);
  const say = ahead.every(({ to }) => to === "dealer")
    ? TEXTS.dealer
    : ahead.every(({ to }) => to === "board")
    ? TEXTS.board
    : more;
  return { say, then: say === more ? placeWords(ahead[0]) : more };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function correctStep(shown) {
  const { view, entry } = shown;
  const order = awaited(shown);
  const whole = entry.cards.length === order.length && order.length > 0;
  const body = view.entry?.what === "deal" ? { deal: dealOf(order, entry.cards) } : { cards: entry.cards };
  const say = whole ? TEXTS.correct : TEXTS.more({ count: order.length - entry.cards.length });
  const fields = whole ? body : {};
  return { say, then: TEXTS.correctThen, ready: whole, blocked: "", act: "correct", fields, kind: "correct" };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function frontStep({ view, entry }) {
  const whole = entry.cards.length === 2;
  const seat = view.turn ?? 0;
  const say = whole
    ? TEXTS.front({ cards: entry.cards.map(cardText).join(" ") })
    : TEXTS.frontFirst({ seat });
  const decision = `set ${entry.cards.join(" ")}`;
  const fields = { seat, round: view.round, decision };
  return { say, then: TEXTS.frontThen, ready: whole, blocked: "", act: "decide", fields, kind: "decide" };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function amountStep({ view, pad }) {
  const { choice, text } = /** @type {Extract<Pad, { kind: "amount" }>} */ (pad);
  const amount = cents(text || "0");
  const step = cents(choice.step ?? "0.01") || 1;
  const inside = amount >= cents(choice.least) && amount <= cents(choice.most) && amount % step === 0;
  const bounds = TEXTS.between({
    least: short(cents(choice.least)),
    most: short(cents(choice.most)),
    step: short(step),
  });
  return {
    say: TEXTS.amount({ word: choice.label ?? choice.decision, amount: short(amount) }),
    then: bounds,
    ready: inside,
    blocked: "",
    act: "decide",
    fields: { seat: view.turn ?? 0, round: view.round, decision: `${choice.decision} ${plain(amount)}` },
    kind: "decide",
  };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function sharesStep(shown) {
  const { shares } = /** @type {Extract<Pad, { kind: "shares" }>} */ (shown.pad);
  const keyed = shares.map(({ seat, share }) => `${seat}=${share}%`);
  const words = shares.map(({ seat, share }) => TEXTS.seat({ seat, what: `${share}%` })).join(", ");
  const step = plainStep(shown);
  return {
    ...step,
    say: keyed.length ? TEXTS.shares : step.say,
    then: words || step.then,
    ready: keyed.length > 0,
    fields: { shares: keyed },
  };
}

/**
 * @param {Shown} shown
 * @returns {Step}
 */
function paymentStep({ view, ticked }) {
  const rows = view.payments?.seats ?? [];
  const open = rows.filter((row) => !ticked.includes(row.seat) && paymentWords(row) !== TEXTS.push);
  const then = open.map((row) => TEXTS.seat({ seat: row.seat, what: paymentWords(row) })).join(" · ");
  return {
    say: view.payments?.void ? TEXTS.void : TEXTS.paid,
    then: then || TEXTS.nothing,
    ready: true,
    blocked: "",
    act: "",
    fields: {},
    kind: "settle",
  };
}

/**
 * "Take $10", "Pay $25", or both.
 * @param {SeatPayment} row
 */
export function paymentWords(row) {
  const parts = [];
  if (cents(row.take)) parts.push(TEXTS.take({ amount: short(cents(row.take)) }));
  if (cents(row.pay)) parts.push(TEXTS.pay({ amount: short(cents(row.pay)) }));
  if (row.held) parts.push(TEXTS.held({ amount: short(cents(row.held)) }));
  return parts.join(", ") || TEXTS.push;
}

/**
 * "4 × $25 + 1 × $5"; what is less than a chip is cash.
 * @param {ChipCount[]} chips
 */
export function chipWords(chips) {
  return chips.map(({ chip, count }) =>
    cents(chip) === 1
      ? TEXTS.cash({ amount: short(count) })
      : TEXTS.chips({ count, chip: short(cents(chip)) })
  ).join(" + ");
}

/**
 * What names an intended act: the same act on the same state of the table is the same intent, however often it is
 * tapped.
 * @param {ConsoleView} view
 * @param {string} act
 * @param {Record<string, unknown>} fields
 */
export function intentOf(view, act, fields) {
  return JSON.stringify([view.table, view.number, act, fields]);
}
