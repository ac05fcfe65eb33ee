/**
 * What happened, one sentence a number: the log on the page, and what a screen reader says.
 * @module
 */
import { cardName, cardNames, cardText } from "./cards.js";
import { nameOfSeat, playerName } from "./model.js";
import { cents, money, signed } from "./money.js";
import { wagerLabel } from "./settlement.js";

/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").GameData} GameData */

/** @type {Record<string, [string, string]>} for others, and for you */
const VERBS = {
  check: ["checks", "check"],
  fold: ["folds", "fold"],
  hit: ["hits", "hit"],
  stand: ["stands", "stand"],
  double: ["doubles", "double"],
  split: ["splits", "split"],
  surrender: ["surrenders", "surrender"],
  play: ["plays", "play"],
  raise: ["raises", "raise"],
  set: ["sets the hands", "set your hands"],
};

/**
 * A sentence for a step; empty for one that needs no word.
 * @param {any} step
 * @param {View} view
 * @param {View | null} before
 * @param {GameData} game
 */
export function sentence(step, view, before, game) {
  const you = step.seat !== undefined && step.seat === view.you.seat;
  const who = you ? "You" : capital(whoIs(step, view, before));
  switch (step.kind) {
    case "joined":
      return you ? `You sit down on seat ${step.seat}.` : `${who} sits down on seat ${step.seat}.`;
    case "left":
      return `${who} ${you ? "leave" : "leaves"} the table.`;
    case "sat out":
      return `${who} ${you ? "sit" : "sits"} out.`;
    case "wagered":
      return you ? `Your wagers are placed: ${staked(step.wagers, game)}.` : "";
    case "withdrawn":
      return you ? "Your wagers are taken back." : "";
    case "dealt":
      return dealt(view);
    case "decided":
      return decided(step, who, you);
    case "entered":
      return step.card ? `Drawn: ${cardText(step.card)}.` : "";
    case "settled":
      return settled(step, view);
    case "voided":
      return `The round is void${step.reason ? `: ${step.reason}` : ""}. Every stake goes back.`;
    case "held":
      return "A large win waits for two people to verify it.";
    case "verified":
      return step.last ? "The win is verified and paid." : "One person has verified the win.";
    case "short documented":
      return "The win is paid.";
    case "entry corrected":
      return "What was entered last is corrected.";
    case "round corrected":
      return step.say;
    case "valued":
      return you ? "Your value for the next shuffle is kept." : "";
    case "disabled":
      return `The table is stopped${step.reason ? `: ${step.reason}` : ""}.`;
    case "enabled":
      return "The table goes on.";
    case "closed":
      return "The table is closed.";
    case "opened":
    case "committed":
    case "revealed":
      return ""; // the shuffle has a place of its own on the page
    default:
      return step.say ?? "";
  }
}

/**
 * @param {any} step
 * @param {View} view
 * @param {View | null} before
 */
function whoIs(step, view, before) {
  if (step.player) return playerName({ player: step.player });
  const seat = view.seats.find((one) => one.seat === step.seat) ??
    before?.seats.find((one) => one.seat === step.seat);
  return seat ? playerName(seat) : `seat ${step.seat}`;
}

/**
 * @param {Record<string, string>} wagers
 * @param {GameData} game
 */
function staked(wagers, game) {
  return Object.entries(wagers ?? {}).map(([name, amount]) => `${wagerLabel(name, game)} $${amount}`).join(
    ", ",
  );
}

/** @param {View} view */
function dealt(view) {
  const mine = view.seats.find((seat) => seat.seat === view.you.seat);
  const words = [`Round ${view.round} is dealt.`];
  if (mine?.cards.length) words.push(`You have ${cardNames(mine.cards)}.`);
  if (view.lights?.length) words.push(`The reader shows ${view.lights.join(" and ")}.`);
  return words.join(" ");
}

/**
 * @param {any} step
 * @param {string} who
 * @param {boolean} you
 */
function decided(step, who, you) {
  const [word, rest = ""] = String(step.decision).split(/ (.*)/);
  const verb = VERBS[word]?.[you ? 1 : 0] ?? (you ? word : `${word}s`);
  const amount = /^[\d.]+$/.test(rest) ? `for $${rest}` : rest === "house-way" ? "the house way" : rest;
  return `${who} ${verb}${amount ? ` ${amount}` : ""}${step.default ? ", by default" : ""}.`;
}

/**
 * @param {any} step
 * @param {View} view
 */
function settled(step, view) {
  const mine = (step.seats ?? []).find((/** @type {any} */ one) => one.seat === view.you.seat);
  const dealer = view.settled?.settlement.dealer;
  const has = dealer?.hand ? ` The dealer has ${dealer.hand}.` : "";
  const note = view.settled?.note ? ` ${view.settled.note}` : "";
  if (!mine) return `Round ${step.round} is settled.${has}${note}`;
  const net = cents(mine.net);
  const words = net > 0
    ? `You win ${signed(net).slice(1)}`
    : net < 0
    ? `You lose ${signed(net).slice(1)}`
    : "You come out even";
  return `${words}.${has}${note}`;
}

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * What the command box answers to a question about the table.
 * @param {string} asked
 * @param {View} view
 * @param {GameData} game
 * @returns {string | null} null for what is no question
 */
export function answerTo(asked, view, game) {
  const mine = view.seats.find((seat) => seat.seat === view.you.seat);
  const seat = /^seat (\d)$/.exec(asked);
  if (seat) return aboutSeat(Number(seat[1]), view);
  switch (asked) {
    case "hand":
      if (!mine?.cards.length && !mine?.hands?.length) return "You have no cards.";
      return `You have ${cardNames(mine.cards)}${mine.hand ? `: ${mine.hand}` : ""}.`;
    case "dealer":
      return `The dealer has ${cardNames(view.dealer.cards)}${
        view.dealer.hand ? `: ${view.dealer.hand}` : ""
      }.`;
    case "board":
      return view.board.length ? `The board is ${cardNames(view.board)}.` : "There is no board.";
    case "lights":
      if (!view.lights?.length) return "No light is on.";
      return `The reader shows ${
        view.lights.map((light) => `${light}, ${game.layout.boxes.find((box) => box.light === light)?.range}`)
          .join("; ")
      }.`;
    case "clock":
      return view.milliseconds_left === null || view.milliseconds_left === undefined
        ? "No clock runs at this table."
        : `${Math.ceil(view.milliseconds_left / 1000)} seconds are left.`;
    case "last": {
      const result = view.settled?.settlement.seats.find((one) => one.seat === view.you.seat);
      return result ? `Last round: ${signed(cents(result.net))}.` : "No round is settled yet.";
    }
    case "purse":
      return view.you.purse ? `You have ${money(cents(view.you.purse))}.` : "You have no seat here.";
    case "help":
      return `Type a decision (${
        game.layout.buttons.map((one) => one.decision).join(", ")
      }), or: hand, dealer, board, lights, clock, seat 4, coach, last, purse, deal, leave.`;
    default:
      return null;
  }
}

/**
 * @param {number} number
 * @param {View} view
 */
function aboutSeat(number, view) {
  const seat = view.seats.find((one) => one.seat === number);
  if (!seat) return `Seat ${number} is free.`;
  const cards = seat.cards.length ? `, ${seat.cards.map(cardName).join(", ")}` : "";
  const done = seat.decisions.length ? `, ${seat.decisions.join(", ")}` : "";
  return `Seat ${number}: ${nameOfSeat(view, number)}${done}${cards}.`;
}
