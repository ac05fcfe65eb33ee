/**
 * Beside the felt: the coach, why the last round was paid so, the log, and the command box.
 * @module
 */
import { h } from "./dom.js";
import { command } from "./keyboard.js";
import { buttonOf, myResult } from "./model.js";
import { cents, expected, money, signed, tone } from "./money.js";
import { isPractice } from "./page.js";
import { offersOf, payTable } from "./felt.js";
import { whyLines } from "./settlement.js";
import { capital } from "./speech.js";
import { texts } from "./texts.js";
import { together } from "./together.js";

const TEXTS = texts("side");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {import("./model.js").ShownView} ShownView */

/**
 * @param {State} state
 * @param {Pick<Acts, "toggleCoach" | "toggleChart" | "showPays">} acts
 */
export function coach(state, acts) {
  const on = state.coachOn;
  return h(
    "section",
    { class: "coach panel", "aria-label": TEXTS.coach, "data-on": on ? "yes" : "no" },
    h(
      "div",
      { class: "head" },
      h("h2", null, TEXTS.coach),
      on && state.advice?.best ? h("span", { class: "dim small" }, unit(state)) : null,
      isPractice() ? besideButton(TEXTS.chart, state.chart !== null, () => acts.toggleChart()) : null,
      besideButton(TEXTS.pays, state.pays, () => acts.showPays(!state.pays)),
      h(
        "button",
        {
          class: "toggle",
          type: "button",
          role: "switch",
          "aria-checked": on ? "true" : "false",
          "aria-label": TEXTS.coach,
          onclick: () => acts.toggleCoach(),
        },
        h("span", { class: "knob" }),
        h("span", { class: "word", "aria-hidden": "true" }, on ? TEXTS.on : TEXTS.off),
      ),
    ),
    on ? values(state) : h("p", { class: "dim small invite" }, TEXTS.invite),
  );
}

/**
 * Opens something beside the felt.
 * @param {string} label
 * @param {boolean} open
 * @param {() => void} act
 */
function besideButton(label, open, act) {
  const expanded = open ? "true" : "false";
  return h("button", {
    class: "button quiet beside-button",
    type: "button",
    key: label,
    "aria-expanded": expanded,
    onclick: act,
  }, label);
}

/** @param {State} state */
function unit({ game, advice }) {
  const first = game.wagers.find((wager) => wager.required);
  const wager = first?.label ?? TEXTS.firstWager;
  return advice?.exact === false ? TEXTS.estimated({ wager }) : TEXTS.exact({ wager });
}

/** @param {State} state */
function values({ view, game, advice }) {
  if (advice?.waiting) {
    const { done, total } = advice.waiting;
    return h(
      "p",
      { class: "dim small invite", role: "status" },
      TEXTS.solving,
      total > 1
        ? h("progress", {
          key: "progress",
          value: String(done),
          max: String(total),
          "aria-label": TEXTS.solved,
        })
        : null,
    );
  }
  if (!advice) {
    const words = view.choices.length ? TEXTS.counting : TEXTS.waiting;
    return h("p", { class: "dim small invite" }, words);
  }
  const rows = Object.entries(advice.decisions).sort((one, other) => other[1].ev - one[1].ev).slice(0, 6);
  const largest = Math.max(...rows.map(([, row]) => Math.abs(row.ev)), 0.0001);
  return [
    h(
      "ul",
      { class: "values", key: "values" },
      rows.map(([decision, row]) => {
        const best = decision === advice.best;
        const amount = row.money === undefined || row.money === null ? null : cents(row.money);
        return h(
          "li",
          { key: decision, "data-best": best ? "yes" : "no" },
          h(
            "span",
            { class: "decision" },
            labelOf(game, decision),
            best ? h("span", { class: "best" }, TEXTS.best) : null,
          ),
          h(
            "span",
            { class: "bar-of", "aria-hidden": "true" },
            h("i", {
              class: tone(row.ev),
              style: { width: `${Math.max(3, Math.round(Math.abs(row.ev) / largest * 100))}%` },
            }),
          ),
          h(
            "span",
            { class: "figures" },
            h("b", { class: `number ${tone(row.ev)}` }, expected(row.ev)),
            amount === null || Number.isNaN(amount)
              ? null
              : h("span", { class: "money dim" }, signed(amount)),
          ),
        );
      }),
    ),
    advice.why ? h("p", { class: "reason", key: "reason" }, advice.why) : null,
  ];
}

/**
 * @param {GameData} game
 * @param {string} decision
 */
function labelOf(game, decision) {
  const label = buttonOf({ decision }, game).label;
  return label === decision ? capital(decision) : label;
}

/**
 * @param {State} state
 * @param {Acts} acts
 */
export function side(state, acts) {
  return h(
    "div",
    {
      class: "side",
      "data-open": state.sheet ? "yes" : "no",
      "data-alone": state.chart || state.pays ? "yes" : "no",
    },
    h(
      "button",
      { class: "button quiet close-sheet", type: "button", onclick: () => acts.openSheet(false) },
      TEXTS.backToTable,
    ),
    state.chart?.module?.chartPanel(state, acts) ?? null,
    state.pays ? allPays(state.game, acts) : null,
    why(state),
    log(state.log),
    isPractice() ? together(state, acts) : null,
    commandBox(state, acts),
    choicesOfTable(state, acts),
  );
}

/** @param {State} state */
function why({ view, game, feedback }) {
  const { settled } = view;
  const result = myResult(view);
  if (!settled || !result) return null;
  const net = cents(result.net);
  return h(
    "section",
    { class: "panel why", key: "why", "aria-label": TEXTS.whyPaid },
    h(
      "div",
      { class: "head" },
      h("h2", null, TEXTS.why({ round: settled.round })),
      h("b", { class: `money ${tone(net)}` }, signed(net)),
    ),
    feedback?.round === settled.round ? lookBack(feedback.mistakes) : null,
    settled.note ? h("p", { class: "small note", key: "note" }, settled.note) : null,
    whyLines(result, settled.explained ?? [], game),
    h(
      "p",
      { class: "small" },
      h("a", { href: `/rounds/${view.table}/${settled.round}` }, TEXTS.replay),
    ),
  );
}

/** @param {string[]} mistakes */
function lookBack(mistakes) {
  return h(
    "div",
    { class: "feedback small", key: "feedback", role: "status" },
    mistakes.length
      ? mistakes.map((one) => h("p", { key: one }, one))
      : h("p", { class: "gain" }, TEXTS.allBest),
  );
}

/** @param {State["log"]} entries */
function log(entries) {
  return h(
    "section",
    { class: "panel log", key: "log" },
    h("div", { class: "head" }, h("h2", null, TEXTS.log)),
    h(
      "div",
      { role: "log", "aria-live": "polite", "aria-label": TEXTS.aboutLog, tabindex: 0 },
      entries.map((entry) => h("p", { key: `${entry.number}` }, entry.words)),
    ),
    entries.length ? null : h("p", { class: "dim small", key: "empty" }, TEXTS.emptyLog),
  );
}

/**
 * @param {State} state
 * @param {Acts} acts
 */
function commandBox(state, acts) {
  return h(
    "section",
    { class: "panel command-panel", key: "command" },
    h(
      "form",
      {
        class: "command",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const box =
            /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem(
              "words",
            ));
          command(box.value, state, acts);
          box.value = "";
        },
      },
      h("label", { class: "heard", for: "words" }, TEXTS.command),
      h("input", {
        id: "words",
        name: "words",
        autocomplete: "off",
        placeholder: TEXTS.examples({ decision: state.game.layout.buttons[0]?.decision ?? TEXTS.example }),
        own: true,
      }),
      h("kbd", { class: "hint", "aria-hidden": "true" }, "/"),
    ),
    h("p", { class: "answer small", role: "status" }, state.answer),
  );
}

/**
 * How fast the house players act.
 * @param {string} chosen
 * @param {Pick<Acts, "setPace">} acts
 */
function paceOfHouse(chosen, acts) {
  return h(
    "p",
    { class: "row", key: "pace" },
    h("label", { for: "pace", class: "small" }, TEXTS.pace),
    h(
      "select",
      {
        id: "pace",
        value: chosen,
        onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
          acts.setPace(event.target.value),
      },
      Object.entries(TEXTS.paces).map(([pace, words]) =>
        h("option", { key: pace, value: pace, selected: pace === chosen }, words)
      ),
    ),
  );
}

/**
 * Every pay table and notice of the table.
 * @param {GameData} game
 * @param {Pick<Acts, "showPays">} acts
 */
function allPays(game, acts) {
  return h(
    "section",
    { class: "panel all-pays", key: "pays", "aria-label": TEXTS.allPays },
    h(
      "div",
      { class: "head" },
      h("h2", null, TEXTS.pays),
      h(
        "button",
        { class: "button quiet", type: "button", onclick: () => acts.showPays(false) },
        TEXTS.close,
      ),
    ),
    offersOf(game).map((offer) => payTable(offer, { withEdge: true })),
    game.notices.map((one) => h("p", { class: "small", key: one.text }, one.text)),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "giveValue" | "leave" | "setPace" | "showGuide" | "showPays">} acts
 */
function choicesOfTable({ view, game, pace }, acts) {
  const deck = view.deck;
  return h(
    "section",
    { class: "panel seat-panel", key: "seat" },
    isPractice() && view.seats.some((seat) => seat.house) ? paceOfHouse(pace, acts) : null,
    h(
      "details",
      { key: "shuffle" },
      h("summary", null, TEXTS.theShuffle),
      deck
        ? h(
          "p",
          { class: "small dim commitment" },
          TEXTS.committed({ number: deck.number }),
          h("code", null, deck.commitment),
        )
        : null,
      view.you.seat
        ? h(
          "form",
          {
            class: "value-form",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              const box =
                /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements
                  .namedItem("value"));
              acts.giveValue(box.value);
            },
          },
          h("label", { for: "value", class: "small" }, TEXTS.value),
          h(
            "div",
            { class: "command" },
            h("input", { id: "value", name: "value", maxlength: 100, autocomplete: "off", own: true }),
            h("button", { class: "button quiet", type: "submit" }, TEXTS.give),
          ),
        )
        : null,
    ),
    h(
      "p",
      { class: "row" },
      view.you.seat
        ? h(
          "button",
          { class: "button quiet", type: "button", onclick: () => acts.leave() },
          TEXTS.leaveSeat,
        )
        : null,
      isPractice() && view.you.seat && game.layout.guide.length
        ? h(
          "button",
          { class: "button quiet", type: "button", key: "guide", onclick: () => acts.showGuide() },
          TEXTS.showGuide,
        )
        : null,
      h(
        "button",
        { class: "button quiet", type: "button", key: "pays", onclick: () => acts.showPays(true) },
        TEXTS.payTables,
      ),
      h("a", { class: "button quiet", href: "/" }, TEXTS.allTables),
      h("a", { class: "button quiet", href: `/docs/${game.game}` }, TEXTS.rules),
      h("a", { class: "button quiet", href: `/drill/${game.game}` }, TEXTS.drill),
      h("a", { class: "button quiet", href: "/settings" }, TEXTS.settings),
    ),
    view.you.purse
      ? h(
        "p",
        { class: "heard" },
        (isPractice() ? TEXTS.practicePurse : TEXTS.purse)({ amount: money(cents(view.you.purse)) }),
      )
      : null,
  );
}
