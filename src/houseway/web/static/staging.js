/**
 * What the player is about to say: chips on the spots, your own amount, the cards of the low hand.
 * @module
 */
import { lateSeats, mySeat, placeable, settingOf } from "./model.js";
import { cents } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("staging");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Choice} Choice */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {Readonly<Record<string, number>>} Stakes chips on the spots, in cents */

/**
 * Whether chips can be put on the spots now.
 * @param {ShownView} view
 */
export function isStaging(view) {
  const mine = mySeat(view);
  return Boolean(mine && !view.stopped && view.phase === "wagers" && !Object.keys(mine.wagers).length);
}

/**
 * Whether one's wagers are placed and the deal is awaited.
 * @param {ShownView} view
 */
export function isPlaced(view) {
  const mine = mySeat(view);
  return Boolean(mine && view.phase === "wagers" && Object.keys(mine.wagers).length);
}

/**
 * The people whose wagers are waited for by those who have wagered; house players come by themselves.
 * @param {ShownView} view
 */
export function latePeople(view) {
  const wagered = view.seats.some((seat) => !seat.house && Object.keys(seat.wagers).length);
  return wagered ? lateSeats(view).filter((seat) => !seat.house) : [];
}

/**
 * Whether one may deal without waiting any longer.
 * @param {ShownView} view
 */
export function mayDealNow(view) {
  return isPlaced(view) && latePeople(view).length > 0;
}

/**
 * The chips that lie on the spots first: the usual ones on what must be wagered.
 * @param {GameData} game
 * @returns {Stakes}
 */
export function usualStakes(game) {
  const required = placeable(game).filter((wager) => wager.required);
  return Object.fromEntries(required.map((wager) => [wager.name, wager.usual]));
}

/**
 * The chips of the last round once more, as far as the table still offers those wagers.
 * @param {GameData} game
 * @param {Stakes | null} last
 * @returns {Stakes}
 */
export function sameStakes(game, last) {
  const offered = placeable(game).map((wager) => wager.name);
  return Object.fromEntries(Object.entries(last ?? {}).filter(([name]) => offered.includes(name)));
}

/**
 * The chips that lie on the spots before the next round.
 * @param {GameData} game
 * @param {Stakes | null} last
 */
export function nextStakes(game, last) {
  return last ? sameStakes(game, last) : usualStakes(game);
}

/**
 * The wagers that go together with one: Ante and Bet are equal.
 * @param {GameData} game
 * @param {string} name
 */
function together(game, name) {
  const wagers = placeable(game);
  const first = wagers.find((one) => one.name === name)?.equals || name;
  return wagers.filter((one) => one.name === first || one.equals === first);
}

/**
 * What one more tap on a spot adds, in cents.
 * @param {GameData} game
 * @param {number} chip
 * @param {string} name
 */
export function addition(game, chip, name) {
  return together(game, name)[0]?.fixed || chip;
}

/**
 * One more chip on a spot; a wager of a fixed amount is put on or taken off.
 * @param {GameData} game
 * @param {Stakes} stakes
 * @param {number} chip
 * @param {string} name
 * @returns {Stakes}
 */
export function addChip(game, stakes, chip, name) {
  const changed = together(game, name).map((wager) => {
    const lies = stakes[wager.name] ?? 0;
    if (wager.fixed) return [wager.name, lies ? 0 : wager.fixed];
    return [wager.name, Math.min(wager.most, lies + chip)];
  });
  return { ...stakes, ...Object.fromEntries(changed) };
}

/**
 * One chip less on a spot; what would be below the least wager goes altogether.
 * @param {GameData} game
 * @param {Stakes} stakes
 * @param {number} chip
 * @param {string} name
 * @returns {Stakes}
 */
export function takeChip(game, stakes, chip, name) {
  const changed = together(game, name).map((wager) => {
    const left = (stakes[wager.name] ?? 0) - chip;
    return [wager.name, left >= wager.least && !wager.fixed ? left : 0];
  });
  return { ...stakes, ...Object.fromEntries(changed) };
}

/** @param {Stakes} stakes */
export function totalOf(stakes) {
  return Object.values(stakes).reduce((sum, amount) => sum + amount, 0);
}

/**
 * The wagers that chips lie on.
 * @param {Stakes} stakes
 * @returns {Stakes}
 */
export function madeStakes(stakes) {
  return Object.fromEntries(Object.entries(stakes).filter(([, amount]) => amount > 0));
}

/**
 * Whether everything that must be wagered is.
 * @param {GameData} game
 * @param {Stakes} stakes
 */
export function isReady(game, stakes) {
  const required = placeable(game).filter((wager) => wager.required);
  return required.every((wager) => (stakes[wager.name] ?? 0) >= wager.least);
}

/**
 * Whether the purse is too small for what lies on the spots.
 * @param {ShownView} view
 * @param {Stakes} stakes
 */
export function isShort(view, stakes) {
  return view.you.purse !== null && cents(view.you.purse) < totalOf(stakes);
}

/**
 * What a decision to play on stakes at least, in cents: once the first wager, where decisions stake anything.
 * @param {GameData} game
 * @param {Record<string, number>} stakes
 */
function leastToPlayOn(game, stakes) {
  const decided = game.wagers.find((wager) => wager.role === "decision" && wager.of);
  return decided?.of ? stakes[decided.of] ?? 0 : 0;
}

/**
 * Whether what lies on the spots would leave too little to play on.
 * @param {ShownView} view
 * @param {GameData} game
 * @param {Stakes} stakes
 */
export function leavesTooLittle(view, game, stakes) {
  return isShort(view, { ...stakes, later: leastToPlayOn(game, stakes) });
}

/**
 * Whether the purse is too small to play the hand on.
 * @param {ShownView} view
 * @param {GameData} game
 */
export function cannotPlayOn(view, game) {
  const mine = Object.entries(mySeat(view)?.wagers ?? {}).map(([name, amount]) => [name, cents(amount)]);
  return isShort(view, { later: leastToPlayOn(game, Object.fromEntries(mine)) });
}

/**
 * The wagers that come from decisions, in words.
 * @param {GameData} game
 */
export function laterWagers(game) {
  return game.wagers.filter((wager) => wager.role === "decision").map((wager) => wager.label).join(TEXTS.or);
}

/**
 * The step of an amount: that of the table's wagers, as far as it reaches the most.
 * @param {GameData} game
 * @param {Choice} choice
 */
export function stepOf(game, choice) {
  const first = game.wagers.find((wager) => wager.required)?.name ?? "";
  const step = cents(game.limits?.[first]?.step ?? choice.step ?? "1.00");
  return cents(choice.most ?? "0") % step ? cents(choice.step ?? "0.01") : step;
}

/**
 * How many cards go to the low hand.
 * @param {GameData} game
 */
function lowCount(game) {
  return game.layout.trays[0]?.cards ?? 2;
}

/**
 * The low hand after a card has gone from one tray to the other; one too many pushes the first out.
 * @param {GameData} game
 * @param {string[]} front
 * @param {string} card
 */
export function moveCard(game, front, card) {
  if (front.includes(card)) return front.filter((one) => one !== card);
  return [...front, card].slice(-lowCount(game));
}

/**
 * The low hand after a card was dropped on a tray.
 * @param {GameData} game
 * @param {string[]} front
 * @param {string} card
 * @param {string} tray
 */
export function dropCard(game, front, card, tray) {
  const toLow = tray === game.layout.trays[0]?.name;
  return toLow === front.includes(card) ? front : moveCard(game, front, card);
}

/**
 * Whether the cards that were chosen make a hand that may be set.
 * @param {GameData} game
 * @param {Choice} choice
 * @param {string[]} front
 */
export function maySet(game, choice, front) {
  if (front.length !== lowCount(game)) return false;
  return choice.settings ? settingOf(choice.settings, front)?.foul === false : true;
}
