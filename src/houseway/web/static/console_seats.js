/**
 * The left half of the console, drawn: the dealer with the card reader, the board, the sensed spots and the seats.
 * @module
 */
import { card } from "./cards.js";
import { awaited } from "./console_steps.js";
import { h } from "./dom.js";
import { cents, short } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./console_steps.js").Shown} Shown */
/** @typedef {import("./types.d.ts").ConsoleSeat} ConsoleSeat */

const TEXTS = texts("console_seats");

/**
 * @param {string[]} cards
 * @param {number} next the slot that is filled next; -1 for none
 */
function drawRow(cards, next) {
  return h(
    "span",
    { class: cards.length > 5 ? "cards many" : "cards" },
    cards.map((text, index) =>
      text
        ? card(text, { key: `${index}`, named: true })
        : h("span", { key: `${index}`, class: index === next ? "slot next" : "slot" })
    ),
  );
}

/**
 * The cards of a place, and the slot that is filled next: those of the entry that is open, else as everybody sees them,
 * because players see the console too.
 * @param {Shown} shown
 * @param {string[]} seen
 * @param {"seat" | "dealer" | "board"} to
 * @param {number} [seat]
 */
function cardsAt(shown, seen, to, seat = 0) {
  const { entry, pad, view } = shown;
  const order = pad.kind === "cards" || pad.kind === "correct" ? awaited(shown) : [];
  const own = order.flatMap((place, index) => place.to === to && place.seat === seat ? [index] : []);
  if (!own.length) return { cards: seen, next: -1 };
  if (view.step.kind === "draw" && pad.kind === "cards") return { cards: [...seen, ""], next: seen.length };
  const cards = own.map((index) => entry.cards[index] ?? "");
  return { cards, next: own.indexOf(entry.cards.length) };
}

/** @param {Shown} shown */
export function drawTable(shown) {
  const { view } = shown;
  return [
    h("div", { class: "top", key: "top" }, dealerBox(shown), boardBox(shown), spotsBox(shown)),
    h(
      "ul",
      { class: view.seats.length > 6 ? "seats seven" : "seats", key: "seats", "aria-label": TEXTS.seats },
      view.seats.map((seat) => seatBox(shown, seat)),
    ),
  ];
}

/** @param {Shown} shown */
function dealerBox(shown) {
  const { view } = shown;
  const seen = !view.dealer_cards.length && view.payments ? view.payments.dealer : view.dealer_cards;
  const { cards, next } = cardsAt(shown, seen, "dealer");
  return h(
    "section",
    { class: "box dealer", key: "dealer" },
    h("h2", {}, TEXTS.dealer),
    h("div", { class: "reader" }, drawRow(cards, next), view.reader ? lights(view.reader) : null),
  );
}

/** @param {import("./types.d.ts").ConsoleReader} reader */
function lights(reader) {
  return h(
    "ul",
    { class: "lights", "aria-label": TEXTS.reader },
    reader.boxes.map((box) => {
      const count = reader.lights?.filter((one) => one === box.light).length ?? 0;
      const state = count ? `${TEXTS.lit}${count > 1 ? ` ×${count}` : ""}` : TEXTS.dark;
      return h(
        "li",
        { key: box.light, class: `light ${box.light}${count ? " lit" : ""}`, "data-light": box.light },
        h("b", {}, box.label),
        ` ${box.range} `,
        h("small", {}, state),
      );
    }),
  );
}

/** @param {Shown} shown */
function boardBox(shown) {
  const { cards, next } = cardsAt(shown, shown.view.board, "board");
  if (!cards.length) return null;
  return h(
    "section",
    { class: "box board", key: "board" },
    h("h2", {}, TEXTS.board),
    drawRow(cards, next),
  );
}

/** @param {Shown} shown */
function spotsBox({ view }) {
  const { spots } = view;
  if (!spots) return null;
  const lit = view.seats.filter((seat) => seat.lamp === "placed" || seat.lamp === "accepted").length;
  const sensed = spots.sensed ? TEXTS.sensed({ time: clock(spots.sensed_at) }) : TEXTS.notSensed;
  return h(
    "section",
    { class: "box spots", key: "spots" },
    h("h2", {}, TEXTS.spots),
    h("p", { class: "count" }, TEXTS.litSpots({ number: lit })),
    h("p", { class: "small dim" }, `${sensed} · ${TEXTS.counted({ number: spots.counted.length })}`),
  );
}

/** @param {string | null} at */
function clock(at) {
  return at ? new Date(at).toLocaleTimeString([], { hour12: false }) : "";
}

/**
 * @param {Shown} shown
 * @param {ConsoleSeat} seat
 */
function seatBox(shown, seat) {
  const { view } = shown;
  const current = view.turn === seat.seat || view.step.seat === seat.seat || isNext(shown, seat.seat);
  const name = `seat${seat.player ? "" : " free"}${current ? " current" : ""}`;
  const wagers = Object.entries(seat.wagers).map(([label, amount]) => `${label} ${short(cents(amount))}`);
  return h(
    "li",
    { class: name, key: String(seat.seat), "data-seat": seat.seat, "aria-current": current ? "true" : null },
    h(
      "h3",
      {},
      TEXTS.seat({ seat: seat.seat }),
      h("span", { class: "who" }, seat.player ?? TEXTS.free),
      seat.lamp && seat.player
        ? h(
          "span",
          { class: `lamp ${seat.lamp}`, "data-lamp": seat.lamp, key: seat.lamp },
          TEXTS.lamps[/** @type {keyof typeof TEXTS.lamps} */ (seat.lamp)],
        )
        : null,
    ),
    hands(shown, seat),
    h("p", { class: "wagers" }, wagers.join(" · ") || (seat.sits_out ? TEXTS.sitsOut : " ")),
    h("p", { class: "said" }, seat.decisions.join(", ") || " "),
  );
}

/**
 * @param {Shown} shown
 * @param {number} seat
 */
function isNext(shown, seat) {
  const place = shown.pad.kind === "cards" ? awaited(shown)[shown.entry.cards.length] : null;
  return place?.to === "seat" && place.seat === seat;
}

/**
 * @param {Shown} shown
 * @param {ConsoleSeat} seat
 */
function hands(shown, seat) {
  const paid = shown.pad.kind === "payments" ? shown.view.payments : null;
  const played = paid?.seats.find((one) => one.seat === seat.seat)?.cards;
  const own = cardsAt(shown, played ?? seat.cards, "seat", seat.seat);
  const split = shown.pad.kind !== "correct" && seat.hands.some((hand) => hand.cards.length);
  if (!split) return h("div", { class: "hands" }, drawRow(own.cards, own.next));
  return h(
    "div",
    { class: "hands" },
    seat.hands.map((hand, index) => {
      const draws = hand.in_play && own.next >= 0;
      return h(
        "div",
        { key: String(index), class: hand.in_play && seat.hands.length > 1 ? "hand active" : "hand" },
        drawRow(draws ? [...hand.cards, ""] : hand.cards, draws ? hand.cards.length : -1),
        h("small", {}, hand.hand ?? ""),
      );
    }),
  );
}
