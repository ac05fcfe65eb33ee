/**
 * The first hand: the steps of the game's own guide, one at a time, each beside what it points at.
 * @module
 */
import { h } from "./dom.js";
import { isResultNew, myResult, mySeat } from "./model.js";
import { isStaging } from "./staging.js";
import { texts } from "./texts.js";

const TEXTS = texts("guide");

/** @typedef {import("./drawn.d.ts").GuideStep} GuideStep */
/** @typedef {import("./drawn.d.ts").Layout} Layout */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./store.js").State} State */

/** Where the parts that a layout names are on the page. */
const PARTS = new Map([
  ["dealer", ".dealer"],
  ["lights", ".boxes"],
  ["board", ".board"],
  ["hand", ".mine"],
  ["spots", ".spots"],
  ["deal", ".deal"],
  ["decisions", ".decisions"],
  ["result", ".banner, .why"],
]);

/**
 * The selector of a part: `lights`, `spot ante`, `button play 1x`.
 * @param {string} part
 */
export function selectorOf(part) {
  const [kind, ...rest] = part.split(" ");
  const name = rest.join(" ");
  if (kind === "spot") return `.spot[data-wager="${name}"]`;
  if (kind === "button") return `.decisions [data-decision="${name}"]`;
  return PARTS.get(part) ?? "";
}

/**
 * Whether the round goes on when the player does what the step points at, so that there is no Next.
 * @param {GuideStep} step
 */
export function isDeed({ at }) {
  return at === "deal" || at === "decisions" || at.startsWith("button ");
}

/**
 * Whether a step fits what there is to do now.
 * @param {GuideStep} step
 * @param {ShownView} view
 */
function isTimely({ when, at }, view) {
  if (when === "decision") {
    const button = at.startsWith("button ") ? at.slice("button ".length) : null;
    return view.choices.some(({ decision }) => button === null || decision === button);
  }
  return isStaging(view) && (when === "wagers" || myResult(view) !== undefined);
}

/**
 * The first step from one on that fits; null where none does.
 * @param {GuideStep[]} steps
 * @param {number} from
 * @param {ShownView} view
 */
function findStep(steps, from, view) {
  const at = steps.findIndex((step, index) => index >= from && isTimely(step, view));
  return at < 0 ? null : at;
}

/**
 * Where the guide begins; null where the game has none.
 * @param {Layout} layout
 * @param {ShownView} view
 */
export function firstStep({ guide }, view) {
  return guide.length ? findStep(guide, 0, view) ?? 0 : null;
}

/**
 * Where the guide goes by Next; null at its end.
 * @param {Layout} layout
 * @param {number} now
 * @param {ShownView} view
 */
export function nextStep({ guide }, now, view) {
  return findStep(guide, now + 1, view);
}

/**
 * Where the guide is after news of the table: it goes on when the player has decided or the round has, and never back.
 * @param {Layout} layout
 * @param {number | null} now
 * @param {ShownView} before
 * @param {ShownView} view
 */
export function stepAfter({ guide }, now, before, view) {
  if (now === null) return null;
  if (isResultNew(before, view)) {
    return Math.max(now, guide.findIndex((step) => step.when === "settled"));
  }
  const again = before.choices.length > 0 && countDecisions(before) === countDecisions(view);
  return view.choices.length && !again ? findStep(guide, now + 1, view) ?? now : now;
}

/** @param {ShownView} view */
function countDecisions(view) {
  return mySeat(view)?.decisions.length ?? 0;
}

/**
 * Where the guide is after a tap on a spot.
 * @param {State} state
 * @param {string} wager
 */
export function stepAfterTap({ game, guide, view }, wager) {
  const isDone = guide !== null && game.layout.guide[guide].at === `spot ${wager}`;
  return isDone ? nextStep(game.layout, guide, view) : guide;
}

/**
 * Whether only the end of the first hand is left to be explained.
 * @param {State} state
 */
export function isAtResult({ game, guide }) {
  return guide !== null && game.layout.guide[guide].when === "settled";
}

/**
 * The step that is shown: at a seat, and not while a clock runs because other people wait.
 * @param {State} state
 */
export function shownStep({ game, guide, view, runsOut }) {
  const people = view.seats.filter((seat) => !seat.house);
  const isFree = mySeat(view) !== undefined && (runsOut === null || people.length === 1);
  return guide !== null && isFree ? game.layout.guide[guide] : null;
}

/**
 * The panel of a step; it lies in the page beside the felt and covers nothing.
 * @param {State} state
 * @param {GuideStep} step
 * @param {Pick<import("./acts.js").Acts, "nextStep" | "endGuide">} acts
 */
export function guidePanel({ game, guide }, step, acts) {
  const { length } = game.layout.guide;
  const number = (guide ?? 0) + 1;
  const isLast = number === length;
  return h(
    "section",
    { class: "guide panel", key: "guide", "aria-label": TEXTS.title, "data-step": number },
    h(
      "div",
      { class: "head" },
      h("h2", null, TEXTS.heading, h("span", { class: "dim" }, TEXTS.step({ number, count: length }))),
      isLast ? null : h(
        "button",
        { class: "button quiet end", type: "button", key: "skip", onclick: () => acts.endGuide() },
        TEXTS.skip,
        h("span", { class: "heard" }, TEXTS.skipWhat),
      ),
      isDeed(step) ? null : h(
        "button",
        { class: "button first next", type: "button", key: "next", onclick: () => acts.nextStep() },
        isLast ? TEXTS.done : TEXTS.next,
      ),
    ),
    h("p", { class: "words", role: "status" }, step.text),
  );
}

/**
 * Mark what a step points at, and nothing else.
 * @param {HTMLElement} page
 * @param {GuideStep | null} step
 */
export function pointAt(page, step) {
  for (const one of page.querySelectorAll("[data-pointed]")) one.removeAttribute("data-pointed");
  if (!step) return;
  for (const one of page.querySelectorAll(selectorOf(step.at))) one.setAttribute("data-pointed", "yes");
}
