/**
 * The table as it is drawn: the server's view with the round just settled laid out until the next one is dealt.
 * @module
 */
import { cents } from "./money.js";
import { litCards } from "./results.js";
import { outcome } from "./settlement.js";
import { texts } from "./texts.js";

const TEXTS = texts("model");

/** @typedef {import("./drawn.d.ts").View} View */
/** @typedef {import("./drawn.d.ts").Seat} Seat */
/** @typedef {import("./drawn.d.ts").Dealer} Dealer */
/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Choice} Choice */
/** @typedef {import("./drawn.d.ts").Setting} Setting */
/** @typedef {import("./drawn.d.ts").Settled} Settled */

/** @typedef {Partial<Seat> & { seat: number, staked?: Record<string, string> }} SentSeat a seat as it is sent */
/**
 * A view as it is sent: much of it is left out where nothing has happened yet.
 * @typedef {Omit<Partial<View>, "dealer" | "seats" | "you"> &
 *   { dealer?: string[] | Dealer | null, seats?: SentSeat[], you?: View["you"] | null }} SentView
 */
/** @typedef {Seat & { net?: number, foul?: boolean }} ShownSeat a seat, with its net in cents once the round is settled */
/** @typedef {Omit<View, "seats"> & { seats: ShownSeat[], lit?: import("./results.js").Lit }} ShownView */

/**
 * @param {SentView} sent
 * @returns {ShownView}
 */
export function readView(sent) {
  const dealer = Array.isArray(sent.dealer) ? { cards: sent.dealer } : sent.dealer ?? { cards: [] };
  const view = /** @type {ShownView} */ ({
    ...sent,
    dealer,
    board: sent.board ?? [],
    choices: (sent.choices ?? []).filter(isChoice),
    you: sent.you ?? { seat: null, purse: null },
    seats: (sent.seats ?? []).map(readSeat),
  });
  return view.settled && !dealer.cards.length ? layOut(view, view.settled) : view;
}

/**
 * Whether a choice of an amount leaves anything to choose; where it does not, a button without an amount says the same.
 * @param {Choice} choice
 * @param {number} _
 * @param {Choice[]} all
 */
function isChoice(choice, _, all) {
  const only = choice.most !== undefined && choice.least === choice.most;
  return !only || !all.some((one) => one !== choice && one.decision.startsWith(choice.decision));
}

/**
 * @param {SentSeat} seat
 * @returns {ShownSeat}
 */
function readSeat(seat) {
  return {
    ...seat,
    player: seat.player ?? null,
    cards: seat.cards ?? [],
    decisions: seat.decisions ?? [],
    wagers: { ...seat.wagers, ...seat.staked },
  };
}

/**
 * The cards of the round just settled, face up where they lay.
 * @param {ShownView} view
 * @param {Settled} settled
 * @returns {ShownView}
 */
function layOut(view, settled) {
  const { record, settlement } = settled;
  const seats = view.seats.map((seat) => {
    const played = playedBy(settled, seat);
    const result = settlement.seats.find((one) => one.seat === seat.seat);
    if (!played || !result) return seat;
    const hands = result.wagers.filter((line) => line.cards && line.hand);
    const names = (result.hand ?? "").split("; ");
    return {
      ...seat,
      cards: played.cards ?? [],
      decisions: played.decisions ?? [],
      hand: result.hand,
      front: result.front,
      foul: result.foul,
      net: cents(result.net),
      ...(hands.length
        ? {
          hands: hands.map((line, at) => ({
            cards: line.cards ?? [],
            hand: `${names[at] ?? ""}, ${outcome(line)}`.replace(/^, /, ""),
            in_play: false,
          })),
        }
        : {}),
    };
  });
  const shown = { ...view, dealer: { ...settlement.dealer }, board: record?.board ?? [], seats };
  const [mine, result] = [mySeat(shown), myResult(shown)];
  if (!mine || !result) return shown;
  const hands = mine.hands?.map((hand) => hand.cards) ?? [mine.cards];
  return { ...shown, lit: litCards(result, settled.explained ?? [], hands) };
}

/**
 * What the player on a seat did in the round just settled; nothing where somebody else had the seat then.
 * @param {Settled} settled
 * @param {Seat} seat
 */
function playedBy(settled, seat) {
  const played = settled.record?.seats.find((one) => one.seat === seat.seat);
  return played?.player === seat.player ? played : undefined;
}

/** @param {ShownView} view */
export function mySeat(view) {
  return view.seats.find((seat) => seat.seat === view.you.seat);
}

/**
 * How the round just settled ended for oneself; nothing where one did not play it.
 * @param {ShownView} view
 */
export function myResult(view) {
  const mine = mySeat(view);
  if (!mine || !view.settled || !playedBy(view.settled, mine)) return undefined;
  return view.settled.settlement.seats.find((seat) => seat.seat === mine.seat);
}

/**
 * Whether a round that one played has just been settled.
 * @param {ShownView} before
 * @param {ShownView} view
 */
export function isResultNew(before, view) {
  return myResult(view) !== undefined && before.settled?.round !== view.settled?.round;
}

/**
 * The seats whose wagers the others wait for.
 * @param {ShownView} view
 */
export function lateSeats(view) {
  if (view.phase !== "wagers") return [];
  return view.seats.filter((seat) => !seat.sits_out && !Object.keys(seat.wagers).length);
}

/**
 * The numbers of the seats that nobody has.
 * @param {ShownView} view
 * @param {GameData} game
 */
export function freeSeats(view, game) {
  const taken = view.seats.map((seat) => seat.seat);
  return Array.from({ length: game.seats }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
}

/**
 * A name for the eye: the one that somebody chose; house players go by their habit.
 * @param {{ player: string | null, house?: boolean, seat?: number, name?: string } | undefined} seat
 */
export function playerName(seat) {
  if (seat?.name) return seat.name;
  const name = seat?.player ?? "";
  if (seat?.house || name.startsWith("house-")) {
    const words = name.split("-");
    return words.length > 2 ? words[words.length - 2] : TEXTS.house;
  }
  return name.startsWith("guest-") ? TEXTS.guest({ number: name.slice(6, 10) }) : name;
}

/**
 * @param {ShownView} view
 * @param {number | undefined | null} seat
 */
export function nameOfSeat(view, seat) {
  if (seat && seat === view.you.seat) return TEXTS.you;
  const player = view.seats.find((one) => one.seat === seat);
  return player ? playerName(player) : TEXTS.seat({ seat: seat ?? 0 });
}

/**
 * The button of a choice: label and key from the layout.
 * @param {Choice} choice
 * @param {GameData} game
 */
export function buttonOf(choice, game) {
  const amount = choice.most !== undefined && choice.most !== null;
  const button = game.layout.buttons.find((one) => one.decision === choice.decision && one.amount === amount);
  return {
    label: choice.label ?? button?.label ?? choice.decision,
    key: choice.key ?? button?.key ?? "",
    amount,
  };
}

/**
 * The wagers that a seat may place, with their limits in cents.
 * @param {GameData} game
 */
export function placeable(game) {
  const offered = game.offered ?? [];
  return game.wagers.filter((wager) => offered.includes(wager.name)).map((wager) => {
    const limit = game.limits?.[wager.name];
    return {
      name: wager.name,
      required: wager.required,
      equals: wager.equals ?? "",
      fixed: cents(game.fixed?.[wager.name] ?? "0"),
      least: cents(limit?.minimum ?? "0.01"),
      most: cents(limit?.maximum ?? "1000000.00"),
      usual: cents(game.stakes?.[wager.name] ?? "5.00"),
    };
  });
}

const RANKS = "23456789TJQKA";

/**
 * The cards in the order that they are numbered in: high to low, the joker first.
 * @param {string[]} cards
 */
export function ordered(cards) {
  const rank = (/** @type {string} */ card) => card === "Jo" ? 13 : RANKS.indexOf(card[0]);
  return [...cards].sort((one, other) => rank(other) - rank(one) || (one[1] < other[1] ? 1 : -1));
}

/**
 * The setting that the cards in front make.
 * @param {Setting[]} settings
 * @param {string[]} front
 */
export function settingOf(settings, front) {
  return settings.find((one) =>
    one.front.length === front.length && one.front.every((card) => front.includes(card))
  );
}

/**
 * Cards grouped by suit, the longest first; the joker joins the suit that then makes the best flush.
 * @param {string[]} cards
 * @returns {string[][]}
 */
export function bySuit(cards) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const card of cards) {
    if (card === "Jo") continue;
    const suit = card === "??" ? "?" : card[1];
    groups.set(suit, [...(groups.get(suit) ?? []), card]);
  }
  const rank = (/** @type {string} */ card) => RANKS.indexOf(card[0]);
  for (const group of groups.values()) group.sort((one, other) => rank(other) - rank(one));
  if (cards.includes("Jo")) {
    const key = (/** @type {string[]} */ group) => {
      const held = group.map(rank);
      const missing = [...RANKS].map((_, index) => index).filter((index) => !held.includes(index)).pop() ?? 0;
      const ranks = [...held, missing].sort((one, other) => other - one);
      return [ranks.length, ...ranks].map((value) => String.fromCharCode(65 + value)).join("");
    };
    const best = [...groups.entries()].sort((one, other) => (key(one[1]) < key(other[1]) ? 1 : -1))[0];
    if (best) {
      const held = best[1].map((card) => card[0]);
      const missing = [...RANKS].reverse().find((one) => !held.includes(one)) ?? "A";
      const at = best[1].findIndex((card) => rank(card) < RANKS.indexOf(missing));
      best[1].splice(at < 0 ? best[1].length : at, 0, "Jo");
    } else groups.set("?", ["Jo"]);
  }
  const high = (/** @type {string[]} */ group) =>
    group.map((card) => String.fromCharCode(65 + rank(card))).join("");
  return [...groups.values()].sort((one, other) =>
    other.length - one.length || (high(one) < high(other) ? 1 : -1)
  );
}
