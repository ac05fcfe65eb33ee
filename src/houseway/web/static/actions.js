/**
 * The bar below the felt: sit down, chips and deal, or the decisions with their keys.
 * @module
 */
import { chip } from "./cards.js";
import { h } from "./dom.js";
import { buttonOf, mySeat, nameOfSeat } from "./model.js";
import { cents, money, plain, short, signed, tone } from "./money.js";
import { capital } from "./speech.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.d.ts").Choice} Choice */

const STAKES_NOTHING = ["check", "fold", "stand", "surrender"];
const TRAY = [100, 500, 2500, 10000];

/** @param {TablePage} page */
export function actions(page) {
  const { view } = page;
  const seated = mySeat(view);
  return h(
    "section",
    { class: "actions", "aria-label": "What you can do" },
    h("p", { class: "status-line" }, statusWords(page), saved(page)),
    page.problem ? h("p", { class: "problem", role: "status" }, page.problem) : null,
    !seated
      ? sitDown(page)
      : page.amount
      ? amount(page, page.amount)
      : view.choices.length
      ? choices(page)
      : page.staging
      ? chips(page)
      : waiting(page),
  );
}

/** @param {TablePage} page */
function statusWords(page) {
  const { view } = page;
  if (view.stopped) return h("span", { key: "words" }, `The table is stopped: ${view.stopped}`);
  if (view.choices.length) {
    const left = page.secondsLeft();
    return h(
      "b",
      { key: "words", class: "your-turn" },
      left === null ? "Your turn" : `Your turn · ${left} s`,
    );
  }
  if (page.staging) {
    const total = page.total();
    return h(
      "span",
      { key: "words" },
      !total
        ? "Tap a spot to put chips on it."
        : view.settled
        ? `${money(total)} on the felt`
        : `${money(total)} on the felt. Tap a spot to add, hold it to take off.`,
    );
  }
  if (page.placed) {
    const late = view.seats.filter((seat) => !seat.sits_out && !Object.keys(seat.wagers).length);
    const names = late.map((seat) => capital(nameOfSeat(view, seat.seat))).join(", ");
    return h("span", { key: "words" }, names ? `Waiting for wagers: ${names}` : "Wagers are placed");
  }
  if (view.turn) return h("span", { key: "words" }, `${capital(nameOfSeat(view, view.turn))} to act`);
  return h("span", { key: "words" }, mySeat(view) ? "" : `Round ${view.round || 1}`);
}

/** @param {TablePage} page */
function saved(page) {
  const pending = page.link.pending;
  if (page.link.state === "lost" && page.link.waiting.size) {
    return h("span", { class: "saved", key: "saved", "data-state": "not-sent" }, "Not sent yet");
  }
  if (pending === "saved") {
    return page.asked ? h("span", { class: "saved", key: "saved", "data-state": "saved" }, "Saved") : null;
  }
  return h(
    "span",
    { class: "saved", key: "saved", "data-state": pending.replace(" ", "-") },
    pending === "sent" ? "Sent" : "Not sent",
  );
}

/** @param {TablePage} page */
function sitDown(page) {
  const free = page.freeSeats();
  return h(
    "div",
    { class: "buttons", key: "sit" },
    free.length
      ? h(
        "button",
        { class: "button first", type: "button", onclick: () => page.sit(free[0]) },
        "Sit down",
        h("kbd", null, "Enter"),
      )
      : h("p", { class: "dim" }, "Every seat is taken. You can look on."),
    h("a", { class: "button quiet", href: "/" }, "All tables"),
  );
}

/** @param {TablePage} page */
function chips(page) {
  const total = page.total();
  const settled = page.view.settled;
  return h(
    "div",
    { class: "wager-bar", key: "chips" },
    h(
      "div",
      { class: "tray-of-chips", role: "radiogroup", "aria-label": "Chip to add" },
      TRAY.map((one) =>
        h(
          "button",
          {
            key: `${one}`,
            type: "button",
            class: "pick",
            role: "radio",
            "aria-checked": page.chip === one ? "true" : "false",
            "aria-label": `${short(one)} chip`,
            onclick: () => page.pick(one),
          },
          chip(one),
        )
      ),
      h(
        "button",
        {
          class: "button quiet again",
          type: "button",
          key: "again",
          disabled: !page.last,
          onclick: () => page.again(),
        },
        "Same again",
        h("kbd", null, "R"),
      ),
      h(
        "button",
        {
          class: "button quiet clear",
          type: "button",
          key: "clear",
          disabled: !total,
          onclick: () => page.clear(),
        },
        "Clear",
        h("kbd", null, "X"),
      ),
    ),
    h(
      "div",
      { class: "buttons", key: "deal" },
      h(
        "button",
        { class: "button first deal", type: "button", disabled: !page.ready(), onclick: () => page.deal() },
        settled ? "Deal again" : "Deal",
        total ? h("span", { class: "money" }, short(total)) : null,
        h("kbd", null, "Enter"),
      ),
      page.short
        ? h(
          "button",
          { class: "button quiet", type: "button", onclick: () => page.fillUp() },
          "Fill up the purse",
        )
        : null,
    ),
  );
}

/** @param {TablePage} page */
function waiting(page) {
  const { view } = page;
  if (!page.placed) {
    return h(
      "div",
      { class: "buttons", key: "wait" },
      h("p", { class: "dim waiting" }, view.turn ? "Others are playing." : "One moment."),
    );
  }
  return h(
    "div",
    { class: "buttons", key: "wait" },
    h("button", { class: "button quiet", type: "button", onclick: () => page.withdraw() }, "Take back"),
    h(
      "button",
      { class: "button first", type: "button", disabled: page.busy, onclick: () => page.dealNow() },
      "Deal now",
      h("kbd", null, "Enter"),
    ),
  );
}

/** @param {TablePage} page */
function choices(page) {
  const best = page.advice?.best;
  return h(
    "div",
    { class: "buttons decisions", key: "choices", "data-count": page.view.choices.length },
    page.view.choices.map((choice) => {
      const button = buttonOf(choice, page.game);
      const blocked = choice.decision === "set" && page.setBlocked(choice);
      const kind = button.amount ? "quiet" : STAKES_NOTHING.includes(choice.decision) ? "plain" : "first";
      return h(
        "button",
        {
          key: `${choice.decision}${button.amount}`,
          type: "button",
          class: `button ${kind}`,
          disabled: Boolean(blocked) || page.busy,
          "data-decision": choice.decision,
          "data-best": best === choice.decision && !button.amount ? "yes" : "no",
          onclick: () => page.choose(choice),
        },
        h("span", null, button.label),
        button.key ? h("kbd", null, button.key) : null,
      );
    }),
  );
}

/**
 * A slider for an amount of one's own.
 * @param {TablePage} page
 * @param {{ choice: Choice, value: number }} open
 */
function amount(page, open) {
  const { choice } = open;
  const [least, most, step] = [cents(choice.least ?? "0"), cents(choice.most ?? "0"), page.stepOf(choice)];
  const label = capital(choice.decision);
  return h(
    "div",
    { class: "amount", key: "amount" },
    h(
      "label",
      { class: "slider" },
      h("span", null, `${label} with`),
      h("input", {
        type: "range",
        min: String(Math.ceil(least / step) * step),
        max: String(most),
        step: String(step),
        value: String(open.value),
        "aria-valuetext": money(open.value),
        made: (/** @type {HTMLInputElement} */ element) => element.focus(),
        oninput: (/** @type {any} */ event) => page.slide(Number(event.target.value)),
      }),
      h("b", { class: "money" }, money(open.value)),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { class: "button plain", type: "button", onclick: () => page.closeAmount() },
        "Back",
        h("kbd", null, "Esc"),
      ),
      h(
        "button",
        {
          class: "button first",
          type: "button",
          disabled: page.busy,
          onclick: () => page.decide(`${choice.decision} ${plain(open.value)}`),
        },
        `${label} ${short(open.value)}`,
        h("kbd", null, "Enter"),
      ),
    ),
  );
}

/**
 * The net of the last round in one line, on a phone where the side is folded away.
 * @param {TablePage} page
 */
export function banner(page) {
  const { view } = page;
  const result = view.settled?.settlement.seats.find((one) => one.seat === view.you.seat);
  if (!view.settled || !result) return null;
  const net = cents(result.net);
  return h(
    "button",
    { class: "banner", type: "button", onclick: () => page.openSheet() },
    h("b", { class: `money ${tone(net)}` }, signed(net)),
    h(
      "span",
      null,
      view.settled.settlement.dealer.hand
        ? `Dealer: ${view.settled.settlement.dealer.hand}`
        : `Round ${view.settled.round}`,
    ),
    h("span", { class: "more" }, "Why?"),
  );
}
