/**
 * What happened, in words: the log on the page, what a screen reader says, and the answers of the command box.
 * @module
 */
import { cardName, cardNames } from "./cards.js";
import { myResult, mySeat, nameOfSeat } from "./model.js";
import { cents, money, signed } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("speech");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Step} Step */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {{ number: number, words: string }} Entry a line of the log */

/**
 * The lines that news of a table adds to the log, the oldest first. The server says what happened; what only this
 * seat's view knows is added: the cards of a new round, and what a settled one has brought.
 * @param {Step[]} steps
 * @param {ShownView} before
 * @param {ShownView} view
 * @returns {Entry[]}
 */
export function newLines(steps, before, view) {
  const deal = steps.find((step) => step.round === view.round); // the first step of a round is its deal
  const cards = view.round !== before.round ? cardWords(view) : newCardWords(before, view);
  const lines = steps.map((step) => ({
    number: step.number,
    words: joined(stepWords(step, before, view), step === deal ? cards : ""),
  }));
  const entries = [
    { number: view.number, words: deal ? "" : cards },
    ...lines,
    { number: view.number, words: isSettled(before, view) ? settledWords(view) : "" },
  ];
  return entries.filter((line) => line.words);
}

/**
 * @param {Step} step
 * @param {ShownView} before
 * @param {ShownView} view
 */
function stepWords(step, before, view) {
  if (step.you && [before, view].some((one) => isMine(step, one))) return step.you;
  return step.quiet ? "" : step.say ?? "";
}

/**
 * Whether a step is about oneself: about one's seat and, where it names a player, about nobody else on it.
 * @param {Step} step
 * @param {ShownView} view
 */
function isMine(step, view) {
  const seat = mySeat(view);
  return seat !== undefined && seat.seat === step.seat && (step.player ?? seat.player) === seat.player;
}

/**
 * How your own seat was given up, in the house's words; nothing while you have a seat.
 * @param {Step[]} steps
 * @param {ShownView} before
 * @param {ShownView} view
 */
export function partingWords(steps, before, view) {
  const last = steps.findLast((step) => step.kind === "left" && isMine(step, before));
  return view.you.seat ? "" : last?.you ?? "";
}

/** @param {ShownView} view */
function cardWords(view) {
  const cards = mySeat(view)?.cards ?? [];
  return joined(
    cards.length ? TEXTS.youHave({ cards: cardNames(cards) }) : "",
    view.lights?.length ? TEXTS.readerShows({ lights: view.lights.join(TEXTS.and) }) : "",
  );
}

/**
 * The cards that came since: those that one drew, and the board.
 * @param {ShownView} before
 * @param {ShownView} view
 */
function newCardWords(before, view) {
  const drawn = newCards(ownCards(before), ownCards(view));
  const board = newCards(before.board, view.board);
  return joined(
    drawn.length && ownCards(before).length ? TEXTS.youDraw({ drawn: cardNames(drawn) }) : "",
    board.length ? TEXTS.boardShows({ board: cardNames(board) }) : "",
  );
}

/** @param {ShownView} view */
function ownCards(view) {
  const mine = mySeat(view);
  return mine?.hands?.length ? mine.hands.flatMap((hand) => hand.cards) : mine?.cards ?? [];
}

/**
 * The cards that were not there before, face up; a shoe has several of each.
 * @param {string[]} before
 * @param {string[]} cards
 */
function newCards(before, cards) {
  const left = [...before];
  return cards.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && card !== "??";
  });
}

/**
 * Whether a round has just been settled; a void one has nothing to tell.
 * @param {ShownView} before
 * @param {ShownView} view
 */
function isSettled(before, view) {
  return view.settled !== null && !view.settled.void && view.settled.round !== before.settled?.round;
}

/** @param {ShownView} view */
function settledWords(view) {
  const result = myResult(view);
  const { hand } = view.settled?.settlement.dealer ?? {};
  return joined(
    result ? netWords(cents(result.net)) : TEXTS.roundSettled({ round: view.settled?.round ?? 0 }),
    hand ? TEXTS.dealerHas({ hand }) : "",
    view.settled?.note ?? "",
  );
}

/** @param {number} net in cents */
function netWords(net) {
  if (!net) return TEXTS.even;
  const amount = money(Math.abs(net));
  return net > 0 ? TEXTS.win({ amount }) : TEXTS.lose({ amount });
}

/** @param {...string} sentences */
function joined(...sentences) {
  return sentences.filter(Boolean).join(" ");
}

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * What the command box answers to a question about the table.
 * @param {string} asked
 * @param {ShownView} view
 * @param {GameData} game
 * @returns {string | null} null for what is no question
 */
export function answerTo(asked, view, game) {
  const mine = mySeat(view);
  const seat = /^seat (\d)$/.exec(asked);
  if (seat) return aboutSeat(Number(seat[1]), view, game);
  switch (asked) {
    case "hand":
      if (!mine?.cards.length && !mine?.hands?.length) return TEXTS.noCards;
      return TEXTS.youHave({ cards: withHand(mine.cards, mine.hand) });
    case "dealer":
      return TEXTS.dealerHas({ hand: withHand(view.dealer.cards, view.dealer.hand) });
    case "board":
      return view.board.length ? TEXTS.boardIs({ board: cardNames(view.board) }) : TEXTS.noBoard;
    case "lights":
      if (!view.lights?.length) return TEXTS.noLight;
      return TEXTS.readerShows({
        lights: view.lights.map((light) =>
          `${light}, ${game.layout.boxes.find((box) => box.light === light)?.range}`
        )
          .join("; "),
      });
    case "clock":
      return view.milliseconds_left === null || view.milliseconds_left === undefined
        ? TEXTS.noClock
        : TEXTS.secondsLeft({ count: Math.ceil(view.milliseconds_left / 1000) });
    case "last": {
      const result = myResult(view);
      return result ? TEXTS.lastRound({ net: signed(cents(result.net)) }) : TEXTS.noRound;
    }
    case "purse":
      return view.you.purse ? TEXTS.purse({ purse: money(cents(view.you.purse)) }) : TEXTS.noSeat;
    case "help":
      return TEXTS.help({ decisions: game.layout.buttons.map((one) => one.decision).join(", ") });
    default:
      return null;
  }
}

/**
 * @param {string[]} cards
 * @param {string | null | undefined} hand
 */
function withHand(cards, hand) {
  return hand ? `${cardNames(cards)}: ${hand}` : cardNames(cards);
}

/**
 * @param {number} number
 * @param {ShownView} view
 * @param {GameData} game
 */
function aboutSeat(number, view, game) {
  if (number < 1 || number > game.seats) return TEXTS.seats({ seats: game.seats });
  const seat = view.seats.find((one) => one.seat === number);
  if (!seat) return TEXTS.seatFree({ number });
  const parts = [nameOfSeat(view, number), ...seat.decisions, ...seat.cards.map(cardName)];
  return TEXTS.seat({ number, words: parts.join(", ") });
}
