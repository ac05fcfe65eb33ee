/**
 * Keys and the command box: everything at a table can be done without a mouse.
 * @module
 */
import { buttonOf, freeSeats, mySeat, ordered, settingOf } from "./model.js";
import { answerTo } from "./speech.js";
import { isStaging, mayDealNow } from "./staging.js";
import { texts } from "./texts.js";

const TEXTS = texts("keyboard");

/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {import("./store.js").State} State */
/** @typedef {Pick<KeyboardEvent, "key" | "preventDefault">} Key */

/**
 * What a key does.
 * @param {Key} event
 * @param {State} state
 * @param {Acts} acts
 * @param {boolean} onButton whether the focus is on something that Enter presses
 */
export function pressKey(event, state, acts, onButton) {
  const { view, game, amount } = state;
  if (event.key === "Escape") return amount ? acts.closeAmount() : acts.openSheet(false);
  const enter = event.key === "Enter";
  if (enter && onButton) return;
  if (enter && amount) acts.chooseAmount();
  else if (view.choices.length) pressDecision(event, state, acts);
  else if (isStaging(view)) pressWager(event.key, state, acts);
  else if (enter && mayDealNow(view)) acts.dealNow();
  else if (enter && state.maySit && !mySeat(view) && freeSeats(view, game).length) {
    acts.sit(freeSeats(view, game)[0]);
  }
}

/**
 * @param {Key} event
 * @param {State} state
 * @param {Acts} acts
 */
function pressDecision(event, { view, game }, acts) {
  const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const choice = view.choices.find((one) => buttonOf(one, game).key === pressed);
  if (choice) {
    event.preventDefault();
    acts.choose(choice);
    return;
  }
  const mine = mySeat(view);
  if (mine && game.layout.trays.length && /^[1-9]$/.test(event.key)) {
    const card = ordered(mine.cards)[Number(event.key) - 1];
    if (card && view.choices.some((choice) => choice.decision === "set")) acts.move(card);
  }
}

/**
 * @param {string} key
 * @param {State} state
 * @param {Acts} acts
 */
function pressWager(key, state, acts) {
  const pressed = key.toUpperCase();
  if (key === "Enter") acts.wager();
  else if (pressed === "R" && state.last) acts.again();
  else if (pressed === "X") acts.clear();
}

/**
 * Whether somebody asks for a hand that is foul.
 * @param {string} words
 * @param {State} state
 */
function isFoulSet(words, { view }) {
  const front = words.split(/[\s,]+/).slice(1).map((card) => card[0].toUpperCase() + card.slice(1));
  const settings = view.choices.find((choice) => choice.decision === "set")?.settings;
  return words.startsWith("set ") && settings !== undefined && settingOf(settings, front)?.foul === true;
}

/**
 * What a line in the command box does.
 * @param {string} text
 * @param {State} state
 * @param {Acts} acts
 */
export function command(text, state, acts) {
  const spoken = text.replace(/^\//, "").trim();
  const words = spoken.toLowerCase();
  const answer = answerTo(words, state.view, state.game);
  if (answer !== null) acts.reply(answer);
  else if (words === "coach") {
    acts.toggleCoach();
    acts.reply(state.coachOn ? TEXTS.coachOff : TEXTS.coachOn);
  } else if (words === "chart") acts.toggleChart();
  else if (words === "leave") acts.leave();
  else if (words === "deal") acts.wager();
  else if (words && state.view.choices.length) {
    const foul = isFoulSet(words, state);
    acts.reply(foul ? TEXTS.foul : "");
    if (!foul) acts.decide(spoken);
  } else if (words) acts.reply(TEXTS.unknown({ word: text.trim() }));
}
