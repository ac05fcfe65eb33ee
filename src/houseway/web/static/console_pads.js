/**
 * The console's pad, drawn: card keys that never move, decisions, an amount, shares, and what to take and pay.
 * @module
 */
import { SUITS as DRAWN_SUITS } from "./cards.js";
import {
  isRankOpen,
  isSuitOpen,
  isWanted,
  JOKER,
  left,
  placeWords,
  RANKS,
  shownRank,
  SUITS,
  undone,
} from "./console_entry.js";
import { awaited, chipWords, paymentWords } from "./console_steps.js";
import { h, s } from "./dom.js";
import { cents, short } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./console_steps.js").Shown} Shown */
/** @typedef {import("./console_steps.js").Pad} Pad */
/** @typedef {import("./console_entry.js").Bounds} Bounds */
/** @typedef {import("./types.d.ts").ConsoleChoice} ConsoleChoice */
/** @typedef {import("./types.d.ts").SeatPayment} SeatPayment */
/** @typedef {{ rank: (rank: string) => void, suit: (suit: string) => void, holdUndo: (begins: boolean) => void, undo: () => void, choose: (choice: ConsoleChoice) => void, digit: (digit: string) => void, share: () => void, seat: (seat: number) => void, tick: (seat: number) => void, back: () => void }} Handlers */

const TEXTS = texts("console_pads");
const DIGITS = ["7", "8", "9", "4", "5", "6", "1", "2", "3"];

/**
 * @param {Shown} shown
 * @param {Bounds} bounds
 * @param {Handlers} on
 */
export function drawPad(shown, bounds, on) {
  const { kind } = shown.pad;
  if (kind === "choices") return choices(shown, on);
  if (kind === "amount") return amountPad(shown, on);
  if (kind === "shares") return sharesPad(shown, on);
  if (kind === "payments") return payments(shown, on);
  return cardPad(shown, bounds, on);
}

/**
 * A key; one that cannot be pressed stays where it is, and says so.
 * @param {string} name
 * @param {boolean} open
 * @param {() => void} press
 * @param {Record<string, unknown>} props
 * @param {...import("./dom.js").Nested} inside
 */
function keyOf(name, open, press, props, ...inside) {
  return h(
    "button",
    { type: "button", key: name, "aria-disabled": open ? null : "true", onclick: press, ...props },
    ...inside,
  );
}

/**
 * The line above the keys.
 * @param {import("./dom.js").Nested} words
 * @param {string} typed
 * @param {string} refused
 */
function lineOf(words, typed, refused) {
  return h(
    "div",
    { class: refused ? "line refused" : "line", key: "line" },
    h("p", { class: "next", role: "status" }, h("span", { key: refused }, refused || words)),
    h("p", { class: "typed", "aria-hidden": "true" }, typed),
  );
}

/**
 * @param {Shown} shown
 * @param {Bounds} bounds
 * @param {Handlers} on
 */
function cardPad(shown, bounds, on) {
  const { entry } = shown;
  const order = awaited(shown);
  const place = order[entry.cards.length];
  const words = place
    ? [TEXTS.next, " ", h("b", {}, placeWords(place))]
    : order.length
    ? TEXTS.whole
    : TEXTS.noCard;
  const joker = bounds.deck.cards.includes(JOKER);
  return h(
    "div",
    { class: "pad", key: "cards", role: "group", "aria-label": TEXTS.cardKeys },
    lineOf(words, entry.rank ? `${shownRank(entry.rank)} _` : "", entry.refused),
    h(
      "div",
      { class: "keys" },
      RANKS.map((rank) =>
        keyOf(rank, isRankOpen(bounds, entry, rank), () => on.rank(rank), {
          class: entry.rank === rank ? "key rank lit" : "key rank",
          "data-rank": rank,
          translate: "no",
          "aria-pressed": String(entry.rank === rank),
        }, shownRank(rank))
      ),
      joker
        ? keyOf(JOKER, isWanted(bounds, entry) && left(bounds, entry, JOKER) > 0, () => on.rank(JOKER), {
          class: "key word",
          "data-rank": JOKER,
        }, TEXTS.joker)
        : null,
      undoKey(undone(entry), joker, on),
      SUITS.map((suit) => suitKey(suit, isSuitOpen(bounds, entry, suit), on)),
    ),
  );
}

/**
 * @param {string} card
 * @param {boolean} joker
 * @param {Handlers} on
 */
function undoKey(card, joker, on) {
  return h(
    "button",
    {
      type: "button",
      key: "undo",
      class: joker ? "key word undo" : "key word undo wide",
      "aria-disabled": card ? null : "true",
      onpointerdown: () => on.holdUndo(true),
      onpointerup: () => on.holdUndo(false),
      onpointerleave: () => on.holdUndo(false),
      onpointercancel: () => on.holdUndo(false),
      oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
      onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && on.undo(), // from the keyboard
    },
    h("span", { key: String(card === "") }, card ? TEXTS.undo : TEXTS.nothing),
    " ",
    h("b", { key: card }, card || "–"),
  );
}

/**
 * @param {string} suit
 * @param {boolean} open
 * @param {Handlers} on
 */
function suitKey(suit, open, on) {
  const { path } = DRAWN_SUITS[/** @type {"s"} */ (suit)];
  const props = {
    class: `key suit suit-${suit}`,
    "data-suit": suit,
    "aria-label": TEXTS.suits[/** @type {keyof typeof TEXTS.suits} */ (suit)],
  };
  return keyOf(
    suit,
    open,
    () => on.suit(suit),
    props,
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path })),
  );
}

/**
 * @param {Shown} shown
 * @param {Handlers} on
 */
function choices({ view, entry }, on) {
  return h(
    "div",
    { class: "pad", key: "choices", role: "group", "aria-label": TEXTS.choices },
    lineOf(h("b", {}, TEXTS.decides({ seat: view.turn ?? 0 })), "", entry.refused),
    view.step.first ? h("p", { class: "note first", key: "first" }, view.step.first) : null,
    h(
      "div",
      { class: "choices" },
      view.choices.map((choice, index) =>
        keyOf(
          `${choice.decision}/${choice.most ?? ""}/${index}`,
          true,
          () => on.choose(choice),
          { class: "key choice", "data-decision": choice.decision, "data-amount": choice.most ? "" : null },
          choice.label ?? choice.decision,
          choice.most ? h("small", {}, `${short(cents(choice.least))} – ${short(cents(choice.most))}`) : null,
        )
      ),
    ),
  );
}

/**
 * @param {Shown} shown
 * @param {Handlers} on
 */
function amountPad({ pad }, on) {
  const { choice, text } = /** @type {Extract<Pad, { kind: "amount" }>} */ (pad);
  const back = keyOf("back", true, on.back, { class: "key word" }, TEXTS.back);
  return digitPad("amount", TEXTS.amount, choice.label ?? choice.decision, `$${text || "0"}`, on, [back]);
}

/**
 * Digits, and below them what is special.
 * @param {string} name
 * @param {string} label
 * @param {import("./dom.js").Nested} words
 * @param {string} typed
 * @param {Handlers} on
 * @param {import("./dom.js").Item[]} more
 * @param {import("./dom.js").Nested} above
 */
function digitPad(name, label, words, typed, on, more, above = null) {
  const digit = (/** @type {string} */ one) =>
    keyOf(one, true, () => on.digit(one), { class: "key", "data-digit": one }, one);
  return h(
    "div",
    { class: "pad", key: name, role: "group", "aria-label": label },
    lineOf(words, typed, ""),
    above,
    h(
      "div",
      { class: "keys three" },
      DIGITS.map(digit),
      digit("."),
      digit("0"),
      keyOf("rub", true, () => on.digit(""), { class: "key word" }, TEXTS.rub),
      more,
    ),
  );
}

/**
 * @param {Shown} shown
 * @param {Handlers} on
 */
function sharesPad({ pad, view }, on) {
  const { seat, text, shares } = /** @type {Extract<Pad, { kind: "shares" }>} */ (pad);
  const seats = h(
    "div",
    { class: "share-seats", key: "seats" },
    view.shares.map((one) =>
      keyOf(
        `seat ${one}`,
        true,
        () => on.seat(one),
        {
          class: one === seat ? "key word lit" : "key word",
          "aria-pressed": String(one === seat),
          "data-seat": one,
        },
        TEXTS.seat({ seat: one }),
        h("small", {}, sharesOf(shares, one) || "–"),
      )
    ),
  );
  const add = keyOf(
    "add",
    text !== "",
    on.share,
    { class: "key word wide", "data-share": "" },
    TEXTS.add({ share: text || "…" }),
  );
  return digitPad("shares", TEXTS.shareKeys, TEXTS.shareOf({ seat }), `${text || "_"} %`, on, [add], seats);
}

/**
 * @param {import("./console_steps.js").Share[]} shares
 * @param {number} seat
 */
function sharesOf(shares, seat) {
  return shares.filter((one) => one.seat === seat).map((one) => `${one.share}%`).join(" + ");
}

/**
 * @param {Shown} shown
 * @param {Handlers} on
 */
function payments({ view, ticked }, on) {
  const paid = view.payments;
  if (!paid) return null;
  const words = paid.void ? TEXTS.voided({ reason: paid.void }) : TEXTS.dealerHas({ hand: paid.hand ?? "" });
  const open = paid.seats.find((row) => !ticked.includes(row.seat));
  return h(
    "div",
    { class: "pad", key: "payments" },
    lineOf(words, "", ""),
    paid.note ? h("p", { class: "note", key: "note" }, paid.note) : null,
    h(
      "ol",
      { class: "payments", key: "rows", "aria-label": TEXTS.payments, tabindex: "0" },
      paid.seats.map((row) => payment(row, ticked.includes(row.seat), row === open, on)),
    ),
  );
}

/**
 * @param {SeatPayment} row
 * @param {boolean} done
 * @param {boolean} current
 * @param {Handlers} on
 */
function payment(row, done, current, on) {
  const tone = cents(row.pay) ? "gain" : cents(row.take) ? "loss" : "";
  return h(
    "li",
    { key: String(row.seat), class: current ? "current" : done ? "done" : "" },
    h(
      "button",
      {
        type: "button",
        class: "key payment",
        "data-seat": row.seat,
        "aria-pressed": String(done),
        onclick: () => on.tick(row.seat),
      },
      h("span", { class: "who" }, TEXTS.seat({ seat: row.seat }), h("small", {}, row.hand ?? "")),
      h("strong", { class: tone }, `${paymentWords(row)}${done ? ` ✓ ${TEXTS.done}` : ""}`),
      h(
        "span",
        { class: "chips" },
        [chipWords(row.take_chips), chipWords(row.pay_chips)].filter(Boolean).join(" | "),
      ),
      h("span", { class: "lines" }, row.lines.map(lineWords).join(" · ")),
    ),
  );
}

/** @param {import("./types.d.ts").PaidLine} line */
function lineWords(line) {
  const moved = cents(line.pay)
    ? `+${short(cents(line.pay))}`
    : cents(line.take)
    ? `−${short(cents(line.take))}`
    : "±0";
  return line.early ? TEXTS.early({ label: line.label, moved }) : `${line.label} ${moved}`;
}
