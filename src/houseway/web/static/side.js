/**
 * Beside the felt: the coach, why the last round was paid so, the log, and the command box.
 * @module
 */
import { h } from "./dom.js";
import { offersOf, payTable } from "./felt.js";
import { buttonOf } from "./model.js";
import { cents, expected, money, signed, tone } from "./money.js";
import { isPractice } from "./page.js";
import { whyLines } from "./settlement.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} page */
export function coach(page) {
  const on = page.coachOn;
  return h(
    "section",
    { class: "coach panel", "aria-label": "Coach", "data-on": on ? "yes" : "no" },
    h(
      "div",
      { class: "head" },
      h("h2", null, "Coach"),
      on && page.advice?.best ? h("span", { class: "dim small" }, unit(page)) : null,
      h(
        "button",
        {
          class: "toggle",
          type: "button",
          role: "switch",
          "aria-checked": on ? "true" : "false",
          "aria-label": "Coach",
          onclick: () => page.toggleCoach(),
        },
        h("span", { class: "knob" }),
        h("span", { class: "word", "aria-hidden": "true" }, on ? "on" : "off"),
      ),
    ),
    on
      ? advice(page)
      : h("p", { class: "dim small invite" }, "Switch it on to see what every choice is worth."),
  );
}

/** @param {TablePage} page */
function unit(page) {
  const first = page.game.wagers.find((wager) => wager.required);
  return `${page.advice?.exact === false ? "estimated" : "exact"} · of the ${first?.label ?? "first wager"}`;
}

/** @param {TablePage} page */
function advice(page) {
  const found = page.advice;
  if (found?.waiting) {
    const { done, total } = found.waiting;
    return h(
      "p",
      { class: "dim small invite", role: "status" },
      "The best play of this game is being solved for the first time; the coach speaks as soon as it is.",
      total > 1
        ? h("progress", { key: "progress", value: String(done), max: String(total), "aria-label": "Solved" })
        : null,
    );
  }
  if (!found) {
    const words = page.view.choices.length ? "Counting…" : "It speaks at your next decision.";
    return h("p", { class: "dim small invite" }, words);
  }
  const rows = Object.entries(found.decisions).sort((one, other) => other[1].ev - one[1].ev).slice(0, 6);
  const largest = Math.max(...rows.map(([, row]) => Math.abs(row.ev)), 0.0001);
  return [
    h(
      "ul",
      { class: "values", key: "values" },
      rows.map(([decision, row]) => {
        const best = decision === found.best;
        const amount = row.money === undefined || row.money === null ? null : cents(row.money);
        return h(
          "li",
          { key: decision, "data-best": best ? "yes" : "no" },
          h(
            "span",
            { class: "decision" },
            labelOf(page, decision),
            best ? h("span", { class: "best" }, "best") : null,
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
    found.why ? h("p", { class: "reason", key: "reason" }, found.why) : null,
  ];
}

/**
 * @param {TablePage} page
 * @param {string} decision
 */
function labelOf(page, decision) {
  const label = buttonOf({ decision }, page.game).label;
  if (label !== decision) return label;
  const [word, ...rest] = decision.split(" ");
  return [word[0].toUpperCase() + word.slice(1), ...rest].join(" ");
}

/** @param {TablePage} page */
export function side(page) {
  return h(
    "div",
    { class: "side", "data-open": page.sheet ? "yes" : "no" },
    h(
      "button",
      { class: "button quiet close-sheet", type: "button", onclick: () => page.closeSheet() },
      "Back to the table",
    ),
    why(page),
    log(page),
    command(page),
    choicesOfTable(page),
  );
}

/** @param {TablePage} page */
function why(page) {
  const settled = page.view.settled;
  const result = settled?.settlement.seats.find((one) => one.seat === page.view.you.seat);
  if (!settled || !result) return null;
  const net = cents(result.net);
  return h(
    "section",
    { class: "panel why", key: "why", "aria-label": "Why the last round was paid so" },
    h(
      "div",
      { class: "head" },
      h("h2", null, `Round ${settled.round} · why`),
      h("b", { class: `money ${tone(net)}` }, signed(net)),
    ),
    settled.note ? h("p", { class: "small note", key: "note" }, settled.note) : null,
    whyLines(result, settled.settlement, page.game),
    h(
      "p",
      { class: "small" },
      h("a", { href: `/rounds/${page.view.table}/${settled.round}` }, "Replay, record and proof of the deal"),
    ),
  );
}

/** @param {TablePage} page */
function log(page) {
  return h(
    "section",
    { class: "panel log", key: "log" },
    h("div", { class: "head" }, h("h2", null, "At this table")),
    h(
      "div",
      { role: "log", "aria-live": "polite", "aria-label": "What happens at this table", tabindex: 0 },
      page.log.map((entry) => h("p", { key: `${entry.number}` }, entry.words)),
    ),
    page.log.length ? null : h("p", { class: "dim small", key: "empty" }, "Nothing has happened yet."),
  );
}

/** @param {TablePage} page */
function command(page) {
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
          page.command(box.value);
          box.value = "";
        },
      },
      h("label", { class: "heard", for: "words" }, "Say it in the house's words"),
      h("input", {
        id: "words",
        name: "words",
        autocomplete: "off",
        placeholder: [page.game.layout.buttons[0]?.decision, "hand", "dealer", "help"].filter(Boolean).join(
          ", ",
        ),
        own: true,
      }),
      h("kbd", { class: "hint", "aria-hidden": "true" }, "/"),
    ),
    h("p", { class: "answer small", role: "status" }, page.answer),
  );
}

/** @param {TablePage} page */
function choicesOfTable(page) {
  const { view } = page;
  const deck = view.deck;
  return h(
    "section",
    { class: "panel seat-panel", key: "seat" },
    h(
      "details",
      { key: "pays" },
      h("summary", null, "All pay tables and notices"),
      offersOf(page).map(payTable),
      page.game.notices.map((one) => h("p", { class: "small", key: one.text }, one.text)),
    ),
    h(
      "details",
      { key: "shuffle" },
      h("summary", null, "The shuffle"),
      deck
        ? h(
          "p",
          { class: "small dim commitment" },
          `Deck ${deck.number} is committed to: `,
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
              page.giveValue(box.value);
            },
          },
          h("label", { for: "value", class: "small" }, "Your value for the next shuffle"),
          h(
            "div",
            { class: "command" },
            h("input", { id: "value", name: "value", maxlength: 100, autocomplete: "off", own: true }),
            h("button", { class: "button quiet", type: "submit" }, "Give"),
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
          { class: "button quiet", type: "button", onclick: () => page.leave() },
          "Leave the seat",
        )
        : null,
      h("a", { class: "button quiet", href: `/docs/${page.game.game}` }, "Rules"),
      h("a", { class: "button quiet", href: `/drill/${page.game.game}` }, "Drill"),
    ),
    view.you.purse
      ? h(
        "p",
        { class: "heard" },
        `Purse ${money(cents(view.you.purse))}${isPractice() ? " in practice chips" : ""}`,
      )
      : null,
  );
}
