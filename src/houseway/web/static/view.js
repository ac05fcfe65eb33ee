/**
 * The page of a table as it is drawn from the state: head, felt, coach, actions, side.
 * @module
 */
import { actions, banner } from "./actions.js";
import { draw, h } from "./dom.js";
import { felt } from "./felt.js";
import { guidePanel, pointAt, shownStep } from "./guide.js";
import { buttonOf } from "./model.js";
import { cents, money } from "./money.js";
import { isPractice } from "./page.js";
import { coach, side } from "./side.js";
import { isStaging } from "./staging.js";
import { texts } from "./texts.js";

const TEXTS = texts("view");

/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./live.js").LinkStatus} LinkStatus */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./acts.js").Acts} Acts */

/**
 * Make the page look like the state.
 * @param {HTMLElement} page
 * @param {State} state
 * @param {Acts} acts
 */
export function drawTable(page, state, acts) {
  const { view, link } = state;
  const step = isPractice() ? shownStep(state) : null;
  drawBar(view, link);
  page.dataset.number = String(view.number);
  page.dataset.phase = view.choices.length ? "decide" : isStaging(view) ? "wager" : "wait";
  draw(
    page,
    head(state, acts),
    state.stale
      ? h(
        "p",
        { class: "stale", role: "status", key: "stale" },
        TEXTS.newer,
      )
      : null,
    link.state === "lost"
      ? h(
        "p",
        { class: "lost", role: "status", key: "lost" },
        TEXTS.lost,
      )
      : null,
    h(
      "div",
      { class: "grid", key: "grid" },
      felt(state, acts),
      step ? guidePanel(state, step, acts) : coach(state, acts),
      banner(view, acts),
      actions(state, acts),
      side(state, acts),
    ),
    h("p", { class: "heard", role: "alert", key: "turn" }, turnWords(state)),
  );
  pointAt(page, step);
}

/**
 * On a large screen purse and link stand in the bar of the site.
 * @param {ShownView} view
 * @param {LinkStatus} link
 */
function drawBar(view, link) {
  const bar = document.getElementById("bar-state");
  if (!bar) return;
  draw(
    bar,
    meter(view, "span"),
    view.you.purse ? h("span", { class: "purse money", key: "purse" }, money(cents(view.you.purse))) : null,
    h("span", { class: "link", key: "link", "data-state": link.state }, linkWords(link)),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "openSheet">} acts
 */
function head({ view, game, link, sheet }, acts) {
  const purse = view.you.purse;
  const words = linkWords(link);
  return h(
    "div",
    { class: "table-head" },
    h("div", { class: "titles" }, h("h1", null, game.title), meter(view, "p")),
    h(
      "p",
      { class: "stand" },
      purse ? h("span", { class: "purse money" }, money(cents(purse))) : null,
      isPractice() ? h("span", { class: "pill" }, TEXTS.practiceChips) : null,
    ),
    h(
      "span",
      { class: "link", "data-state": link.state, role: "img", "aria-label": TEXTS.link({ words }) },
      words,
    ),
    h("button", {
      class: "button quiet details-button",
      type: "button",
      "aria-expanded": sheet ? "true" : "false",
      onclick: () => acts.openSheet(!sheet),
    }, TEXTS.more),
  );
}

/**
 * @param {ShownView} view
 * @param {string} tag
 */
function meter(view, tag) {
  if (!view.jackpot) return null;
  return h(
    tag,
    { class: "meter" },
    TEXTS.jackpot,
    h("b", { class: "money" }, money(cents(view.jackpot.amount))),
  );
}

/** @param {LinkStatus} link */
function linkWords({ state, delay }) {
  if (state === "open") return delay === null ? "linked" : TEXTS.delay({ milliseconds: delay });
  return state === "lost" ? TEXTS.noLink : "linking";
}

/**
 * One sentence, said at once, and only when it is one's turn.
 * @param {State} state
 */
function turnWords({ view, game }) {
  if (!view.choices.length) return "";
  const names = view.choices.map((choice) => buttonOf(choice, game).label);
  return TEXTS.yourTurn({ decisions: [...new Set(names)].join(", ") });
}
