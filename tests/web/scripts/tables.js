/**
 * A game and tables for the tests: Ante and Bet are equal, Trips is a bonus, the jackpot's wager is fixed.
 * @module
 */
import { readView } from "../../../src/houseway/web/static/model.js";
import { firstState } from "../../../src/houseway/web/static/store.js";

/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").GameData} GameData */
/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").Wager} Wager */
/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").SettledSeat} SettledSeat */
/** @typedef {import("../../../src/houseway/web/static/model.js").SentView} SentView */
/** @typedef {import("../../../src/houseway/web/static/store.js").State} State */

/**
 * @param {string} name
 * @param {string} label
 * @param {Partial<Wager>} [more]
 * @returns {Wager}
 */
function wager(name, label, more) {
  return { name, label, role: "main", required: false, about: "", rule: "1", ...more };
}

/** @type {GameData} */
export const GAME = {
  game: "test-poker",
  title: "Test Poker",
  status: "",
  layout: {
    summary: "",
    edge: "",
    edge_of: "",
    felt: [],
    hand: "row",
    board: [],
    reader: [],
    boxes: [{ light: "blue", label: "Low", ranks: "23456", range: "2 to 6" }],
    spots: [],
    trays: [],
    printed: [],
    paytables: [],
    guide: [],
    buttons: [
      { decision: "check", label: "Check", key: "C", amount: false },
      { decision: "raise", label: "Raise…", key: "A", amount: true },
    ],
  },
  seats: 3,
  wagers: [
    wager("ante", "Ante", { required: true }),
    wager("bet", "Bet", { required: true, equals: "ante" }),
    wager("trips", "Trips", { role: "bonus" }),
    wager("jackpot", "Jackpot", { role: "jackpot" }),
    wager("play", "Play", { role: "decision" }),
    wager("off", "Off", { role: "bonus" }),
  ],
  options: [],
  clauses: [{ clause: "10", text: "The better hand wins." }],
  readings: [],
  notices: [],
  offered: ["ante", "bet", "trips", "jackpot"],
  fixed: { jackpot: "1.00" },
  stakes: { ante: "10.00", bet: "10.00" },
  limits: {
    ante: { minimum: "5.00", maximum: "100.00", step: "5.00" },
    bet: { minimum: "5.00", maximum: "100.00", step: "5.00" },
    trips: { minimum: "1.00", maximum: "25.00", step: "1.00" },
  },
};

/** The same with two trays, a low one for two cards. */
export const TRAYS = {
  ...GAME,
  layout: {
    ...GAME.layout,
    hand: /** @type {"trays"} */ ("trays"),
    trays: [{ name: "low", label: "Low", cards: 2 }, { name: "high", label: "High", cards: 5 }],
  },
};

/**
 * A table as seat 1 sees it, between two rounds.
 * @param {SentView} [more]
 * @returns {SentView}
 */
export function sentView(more = {}) {
  return {
    table: "7",
    game: "test-poker",
    number: 10,
    phase: "wagers",
    round: 0,
    milliseconds_left: null,
    lights: null,
    turn: null,
    settled: null,
    jackpot: null,
    seats: [{ seat: 1, player: "guest-abcdef" }],
    you: { seat: 1, purse: "1000.00" },
    ...more,
  };
}

/** @param {SentView} [more] */
export function view(more) {
  return readView(sentView(more));
}

/**
 * The result of a seat.
 * @param {number} seat
 * @param {string} net
 * @returns {SettledSeat}
 */
export function result(seat, net) {
  return { seat, hand: "a pair of aces", staked: "10.00", returned: "0.00", net, wagers: [] };
}

/**
 * A round that has been settled, which the guest of `sentView` played.
 * @param {number} round
 * @param {SettledSeat[]} seats
 * @returns {import("../../../src/houseway/web/static/drawn.d.ts").Settled}
 */
export function settled(round, seats) {
  const dealer = { cards: ["9h", "2c"], hand: "nine high" };
  const played = seats.map(({ seat }) => ({ seat, player: "guest-abcdef", cards: [] }));
  const record = { game: "test-poker", dealer: dealer.cards, seats: played };
  return { round, record, settlement: { game: "test-poker", dealer, seats, jackpot: null }, note: null };
}

/**
 * The state of a page that was just opened.
 * @param {SentView} [more]
 * @returns {State}
 */
export function state(more) {
  const link = /** @type {const} */ ({ state: "open", delay: null, waiting: 0, pending: "saved" });
  return firstState({
    game: GAME,
    view: sentView(more),
    build: "one",
    link,
    last: null,
    chip: 500,
    coachOn: false,
    pace: "quickly",
  });
}
