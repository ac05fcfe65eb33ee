/**
 * What the page of a table knows: what the server said last, and what the player is about to say. Every function here
 * answers with what changes; nothing is drawn and nothing is sent.
 * @module
 */
import { firstStep, stepAfter } from "./guide.js";
import { readView } from "./model.js";
import { newLines, partingWords } from "./speech.js";
import { isStaging, nextStakes, usualStakes } from "./staging.js";

/** @typedef {import("./drawn.d.ts").Choice} Choice */
/** @typedef {import("./drawn.d.ts").Advice} Advice */
/** @typedef {import("./drawn.d.ts").Feedback} Feedback */
/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Step} Step */
/** @typedef {import("./model.js").SentView} SentView */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./live.js").LinkStatus} LinkStatus */
/** @typedef {import("./live.js").TableMessage} TableMessage */
/** @typedef {import("./staging.js").Stakes} Stakes */
/** @typedef {import("./speech.js").Entry} Entry */

/**
 * @typedef {object} State
 * @property {GameData} game
 * @property {ShownView} view
 * @property {LinkStatus} link
 * @property {Entry[]} log the newest first
 * @property {Advice | null} advice
 * @property {Feedback | null} feedback of the round that ended last
 * @property {number | null} runsOut when the clock runs out, by this page's own clock
 * @property {string} build the build that made this page
 * @property {boolean} stale whether the house runs another one
 * @property {Stakes} stakes chips that lie on the spots but are not sent yet
 * @property {boolean} restaked whether chips were moved since the last round
 * @property {Stakes | null} last what was wagered last
 * @property {number} chip the chip that a tap adds, in cents
 * @property {string[]} front the cards chosen for the low hand
 * @property {{ choice: Choice, value: number } | null} amount an amount that is being chosen, in cents
 * @property {boolean} coachOn
 * @property {number | null} guide the step of the first hand, counted from 0; null where it is over
 * @property {string} pace how fast house players are to act
 * @property {boolean} busy whether an answer of the house is awaited
 * @property {boolean} asked whether anything was asked yet
 * @property {string} problem what the house refused
 * @property {string} answer the answer to the command box
 * @property {Record<number, string>} reactions what stands at seats for a while
 * @property {{ sit: string | null, watch: string, renewable: boolean }} links for others to come by
 * @property {boolean} maySit whether one may take a seat here
 * @property {string} name the name that the player has chosen; empty for none
 * @property {string} copied which link was copied last
 * @property {string} social what became of a name or a link
 * @property {string} parting why you lost your seat, while you look on
 * @property {ChartState | null} chart null where it is closed
 * @property {boolean} pays whether all pay tables are shown
 * @property {boolean} sheet whether the side lies over the table, on a phone
 */
/**
 * The charts while they are open: what draws them and the charts come a little later.
 * @typedef {object} ChartState
 * @property {typeof import("./strategy.js") | null} module
 * @property {import("./types.d.ts").ChartTable[]} tables
 * @property {import("./types.d.ts").HandMarks | null} marks where one's hand stands
 * @property {number | null} chosen a chart that the player looks at; null for the one where the hand stands
 * @property {string} problem why there are none
 */
/** @typedef {Partial<State>} Change */
/** @typedef {{ game: GameData, view: SentView, build: string, steps?: Step[], link: LinkStatus, last: Stakes | null, chip: number, coachOn: boolean, pace: string, guided?: boolean, links?: State["links"], maySit?: boolean, name?: string }} Start */

const KEPT = 60; // lines of the log

/** Holds the state, and says so whenever it has changed. */
export class Store {
  /**
   * @param {State} state
   * @param {() => void} changed
   */
  constructor(state, changed) {
    this.state = state;
    this.changed = changed;
  }

  /** @param {Change} change */
  change(change) {
    this.state = { ...this.state, ...change };
    this.changed();
  }
}

/**
 * The state of a page that was just opened.
 * @param {Start} start
 * @returns {State}
 */
export function firstState({ steps = [], guided = false, ...start }) {
  const view = readView(start.view);
  const address = `/tables/${view.table}`;
  return {
    links: { sit: address, watch: `${address}?watch`, renewable: false },
    maySit: true,
    name: "",
    ...start,
    reactions: {},
    copied: "",
    social: "",
    view,
    guide: guided ? firstStep(start.game.layout, view) : null,
    stakes: usualStakes(start.game),
    log: longerLog([], newLines(steps, view, view)),
    restaked: false,
    advice: null,
    feedback: null,
    runsOut: null,
    stale: false,
    front: [],
    amount: null,
    busy: false,
    asked: false,
    problem: "",
    answer: "",
    parting: "",
    chart: null,
    pays: false,
    sheet: false,
  };
}

/**
 * News of a table.
 * @param {State} state
 * @param {TableMessage} message
 * @param {number} now by the page's own clock, in milliseconds
 * @returns {Change}
 */
export function hearTable(state, message, now) {
  if (String(message.table) !== String(state.view.table)) return {};
  const sent = readView(message.view);
  const view = { ...sent, number: message.number ?? sent.number };
  const left = view.milliseconds_left ?? null;
  const steps = message.steps ?? [];
  return {
    view,
    runsOut: left === null ? null : now + left,
    log: longerLog(state.log, newLines(steps, state.view, view)),
    parting: partingWords(steps, state.view, view) || (view.you.seat ? "" : state.parting),
    guide: stepAfter(state.game.layout, state.guide, state.view, view),
    advice: isTimely(state.advice, view) ? state.advice : null,
    ...(isNewRound(state.view, view) ? { stakes: nextStakes(state.game, state.last), restaked: false } : {}),
    ...(view.round !== state.view.round || !view.choices.length ? { front: [], amount: null } : {}),
  };
}

/**
 * The log with what is new on top; lines from before a lost link are not repeated.
 * @param {Entry[]} log
 * @param {Entry[]} lines
 */
function longerLog(log, lines) {
  const known = (/** @type {Entry} */ line) =>
    log.some((one) => one.number === line.number && one.words === line.words);
  return [...lines.filter((line) => !known(line)).reverse(), ...log].slice(0, KEPT);
}

/**
 * Whether advice is about the decision that is open now.
 * @param {Advice | null} advice
 * @param {ShownView} view
 */
function isTimely(advice, view) {
  return advice?.round === view.round && view.turn === view.you.seat;
}

/**
 * Whether chips can be put on the spots anew.
 * @param {ShownView} before
 * @param {ShownView} view
 */
function isNewRound(before, view) {
  return before.you.seat !== view.you.seat || (before.phase !== view.phase && isStaging(view));
}

/**
 * What the decisions of the last round gave away.
 * @param {State} state
 * @param {Feedback} feedback
 * @returns {Partial<State>}
 */
export function hearFeedback(state, feedback) {
  const here = String(feedback.table) === String(state.view.table) && feedback.round === state.view.round;
  return here && feedback.seat === state.view.you.seat ? { feedback } : {};
}

/**
 * What the coach says; what comes too late is for nobody.
 * @param {State} state
 * @param {Advice} advice
 * @returns {Change}
 */
export function hearCoach(state, advice) {
  const here = String(advice.table) === String(state.view.table) && advice.round === state.view.round;
  return here ? { advice } : {};
}

/**
 * The first words of the server, each time the link opens.
 * @param {State} state
 * @param {{ build?: string }} hello
 * @returns {Change}
 */
export function hearHello(state, hello) {
  return { stale: Boolean(state.build && hello.build && hello.build !== state.build) };
}

/**
 * A meter that has moved.
 * @param {State} state
 * @param {{ jackpot: string, meter: string }} news
 * @returns {Change}
 */
export function hearMeter(state, news) {
  const shown = state.view.jackpot;
  if (shown?.name !== news.jackpot) return {};
  return { view: { ...state.view, jackpot: { ...shown, amount: news.meter } } };
}

/**
 * Whether the page is to be loaded again: the house runs another build, and nobody is in the middle of a round.
 * @param {State} state
 */
export function mustReload(state) {
  return state.stale && !state.view.turn;
}

/**
 * Seconds until the clock runs out; null where none runs.
 * @param {State} state
 * @param {number} now
 */
export function secondsLeft(state, now) {
  return state.runsOut === null ? null : Math.max(0, Math.ceil((state.runsOut - now) / 1000));
}
