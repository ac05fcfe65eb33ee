/**
 * The bar below the felt: sit down, chips and deal, or the decisions with their keys.
 * @module
 */
import { chip } from "./cards.js";
import { h } from "./dom.js";
import { buttonOf, freeSeats, myResult, mySeat, nameOfSeat, playerName } from "./model.js";
import { cents, money, short, signed, tone } from "./money.js";
import { isPractice } from "./page.js";
import { capital } from "./speech.js";
import {
  cannotPlayOn,
  isPlaced,
  isReady,
  isStaging,
  latePeople,
  laterWagers,
  leavesTooLittle,
  mayDealNow,
  maySet,
  stepOf,
  totalOf,
} from "./staging.js";
import { secondsLeft } from "./store.js";
import { texts } from "./texts.js";

const TEXTS = texts("actions");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {import("./store.js").State} State */

const STAKES_NOTHING = ["check", "fold", "stand", "surrender"];
const TRAY = [100, 500, 2500, 10000];

/**
 * @param {State} state
 * @param {Acts} acts
 */
export function actions(state, acts) {
  const { view, problem } = state;
  return h(
    "section",
    { class: "actions", "aria-label": TEXTS.title, tabindex: -1 },
    h("p", { class: "status-line" }, statusWords(state), saved(state)),
    problem ? h("p", { class: "problem", role: "status" }, problem) : null,
    !mySeat(view)
      ? sitDown(state, acts)
      : state.amount
      ? amount(state, state.amount, acts)
      : view.choices.length
      ? choices(state, acts)
      : isStaging(view)
      ? chips(state, acts)
      : waiting(state, acts),
  );
}

/** @param {State} state */
function statusWords(state) {
  const { view, parting } = state;
  if (view.stopped) return h("span", { key: "words" }, TEXTS.stopped({ reason: view.stopped }));
  if (view.choices.length) {
    return h(
      "b",
      { key: "words", class: "your-turn" },
      [TEXTS.yourTurn, clock(state)].filter(Boolean).join(" · "),
    );
  }
  const words = isStaging(view)
    ? stagingWords(state)
    : isPlaced(view)
    ? withClock(placedWords(view), state)
    : view.turn
    ? withClock(TEXTS.toAct({ name: capital(nameOfSeat(view, view.turn)) }), state)
    : mySeat(view)
    ? ""
    : parting || TEXTS.round({ round: view.round || 1 });
  return h("span", { key: "words" }, words);
}

/**
 * "8 s", or nothing where no clock runs.
 * @param {State} state
 */
function clock(state) {
  const left = secondsLeft(state, performance.now());
  return left === null ? "" : TEXTS.seconds({ count: left });
}

/**
 * @param {string} words
 * @param {State} state
 */
function withClock(words, state) {
  return [words, clock(state)].filter(Boolean).join(", ");
}

/** @param {State} state */
function stagingWords(state) {
  const { view, game, stakes } = state;
  const total = totalOf(stakes);
  if (latePeople(view).some((seat) => seat.seat === view.you.seat)) {
    return withClock(TEXTS.othersWait, state);
  }
  if (mySeat(view)?.sits_out) return TEXTS.sitOut;
  if (!total) return TEXTS.tapSpot;
  if (leavesTooLittle(view, game, stakes)) {
    return TEXTS.tooLittle({ total: money(total), wagers: laterWagers(game) });
  }
  return view.settled ? TEXTS.onFelt({ total: money(total) }) : TEXTS.onFeltFirst({ total: money(total) });
}

/** @param {ShownView} view */
function placedWords(view) {
  const late = latePeople(view);
  if (!late.length) return TEXTS.placed;
  if (late.length === 1) return TEXTS.waitingForSeat({ seat: late[0].seat, name: playerName(late[0]) });
  return TEXTS.waitingForSeats({ seats: late.map((seat) => seat.seat).join(TEXTS.and) });
}

/** @param {State} state */
function saved({ link, asked, problem }) {
  const { pending } = link;
  if (link.state === "lost" && link.waiting) {
    return h("span", { class: "saved", key: "saved", "data-state": "not-sent" }, TEXTS.notSentYet);
  }
  if (pending === "saved") {
    return asked && !problem
      ? h("span", { class: "saved", key: "saved", "data-state": "saved" }, TEXTS.saved)
      : null;
  }
  return h(
    "span",
    { class: "saved", key: "saved", "data-state": pending.replace(" ", "-") },
    pending === "sent" ? TEXTS.sent : TEXTS.notSent,
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "sit">} acts
 */
function sitDown({ view, game, maySit, links }, acts) {
  const free = freeSeats(view, game);
  return h(
    "div",
    { class: "buttons", key: "sit" },
    !maySit
      ? links.sit
        ? h("a", { class: "button plain", href: links.sit }, TEXTS.toSeats)
        : h("p", { class: "dim" }, TEXTS.lookOn)
      : free.length
      ? h(
        "button",
        { class: "button first", type: "button", onclick: () => acts.sit(free[0]) },
        TEXTS.sitDown,
        h("kbd", null, "Enter"),
      )
      : h("p", { class: "dim" }, TEXTS.full),
    h("a", { class: "button quiet", href: "/" }, TEXTS.allTables),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "pick" | "again" | "clear" | "wager" | "fillUp">} acts
 */
function chips(state, acts) {
  const { view, game, stakes } = state;
  const total = totalOf(stakes);
  return h(
    "div",
    { class: "wager-bar", key: "chips" },
    h(
      "div",
      {
        class: "tray-of-chips",
        role: "radiogroup",
        "aria-label": TEXTS.chips,
        onkeydown: (/** @type {KeyboardEvent} */ event) => moveChip(event, state.chip, acts),
      },
      TRAY.map((one) =>
        h(
          "button",
          {
            key: `${one}`,
            type: "button",
            class: "pick",
            role: "radio",
            "aria-checked": state.chip === one ? "true" : "false",
            tabindex: state.chip === one || !TRAY.includes(state.chip) ? 0 : -1,
            "aria-label": TEXTS.chip({ amount: short(one) }),
            onclick: () => acts.pick(one),
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
          disabled: !state.last,
          onclick: () => acts.again(),
        },
        TEXTS.sameAgain,
        h("kbd", null, "R"),
      ),
      h(
        "button",
        {
          class: "button quiet clear",
          type: "button",
          key: "clear",
          disabled: !total,
          onclick: () => acts.clear(),
        },
        TEXTS.clear,
        h("kbd", null, "X"),
      ),
    ),
    h(
      "div",
      { class: "buttons", key: "deal" },
      h(
        "button",
        {
          class: "button first deal",
          type: "button",
          disabled: !isReady(game, stakes),
          onclick: () => acts.wager(),
        },
        view.settled ? TEXTS.dealAgain : TEXTS.deal,
        total ? h("span", { class: "money" }, short(total)) : null,
        h("kbd", null, "Enter"),
      ),
      isPractice() && leavesTooLittle(view, game, stakes) ? fillUp(acts) : null,
    ),
  );
}

/** @param {Pick<Acts, "fillUp">} acts */
function fillUp(acts) {
  return h(
    "button",
    { class: "button quiet fill-up", type: "button", key: "fill-up", onclick: () => acts.fillUp() },
    TEXTS.fillUp,
  );
}

/**
 * Arrow keys choose among the chips, as in any group of radio buttons.
 * @param {KeyboardEvent} event
 * @param {number} chosen in cents
 * @param {Pick<Acts, "pick">} acts
 */
function moveChip(event, chosen, acts) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  if (!step || !(event.target instanceof HTMLElement) || event.target.role !== "radio") return;
  event.preventDefault();
  const next = (TRAY.indexOf(chosen) + step + TRAY.length) % TRAY.length;
  acts.pick(TRAY[next]);
  /** @type {HTMLElement} */ (group.querySelectorAll("[role=radio]")[next]).focus();
}

/**
 * @param {State} state
 * @param {Pick<Acts, "withdraw" | "dealNow">} acts
 */
function waiting({ view, busy }, acts) {
  if (!isPlaced(view)) {
    return h(
      "div",
      { class: "buttons", key: "wait" },
      h("p", { class: "dim waiting" }, view.turn ? TEXTS.others : TEXTS.moment),
    );
  }
  return h(
    "div",
    { class: "buttons", key: "wait" },
    h("button", { class: "button quiet", type: "button", onclick: () => acts.withdraw() }, TEXTS.takeBack),
    mayDealNow(view)
      ? h(
        "button",
        { class: "button first", type: "button", disabled: busy, onclick: () => acts.dealNow() },
        TEXTS.dealNow,
        h("kbd", null, "Enter"),
      )
      : null,
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "choose" | "fillUp">} acts
 */
function choices(state, acts) {
  const { view, game, advice, front, busy } = state;
  return h(
    "div",
    { class: "buttons decisions", key: "choices", "data-count": view.choices.length },
    view.choices.map((choice) => {
      const button = buttonOf(choice, game);
      const blocked = choice.decision === "set" && !maySet(game, choice, front);
      const kind = button.amount ? "quiet" : STAKES_NOTHING.includes(choice.decision) ? "plain" : "first";
      return h(
        "button",
        {
          key: `${choice.decision}${button.amount}`,
          type: "button",
          class: `button ${kind}`,
          disabled: blocked || busy,
          "data-decision": choice.decision,
          "data-best": advice?.best === choice.decision && !button.amount ? "yes" : "no",
          onclick: () => acts.choose(choice),
        },
        h("span", null, button.label),
        button.key ? h("kbd", null, button.key) : null,
      );
    }),
    isPractice() && cannotPlayOn(view, game) ? fillUp(acts) : null,
  );
}

/**
 * A slider for your own amount.
 * @param {State} state
 * @param {NonNullable<State["amount"]>} open
 * @param {Pick<Acts, "slide" | "closeAmount" | "chooseAmount">} acts
 */
function amount({ game, busy }, open, acts) {
  const { choice } = open;
  const [least, most, step] = [cents(choice.least ?? "0"), cents(choice.most ?? "0"), stepOf(game, choice)];
  const label = capital(choice.decision);
  return h(
    "div",
    { class: "amount", key: "amount" },
    h(
      "label",
      { class: "slider" },
      h("span", null, TEXTS.decisionWith({ decision: label })),
      h("input", {
        type: "range",
        min: String(Math.ceil(least / step) * step),
        max: String(most),
        step: String(step),
        value: String(open.value),
        "aria-valuetext": money(open.value),
        made: (/** @type {HTMLInputElement} */ element) => element.focus(),
        oninput: (/** @type {InputEvent & { target: HTMLInputElement }} */ event) =>
          acts.slide(Number(event.target.value)),
      }),
      h("b", { class: "money" }, money(open.value)),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { class: "button plain", type: "button", onclick: () => acts.closeAmount() },
        TEXTS.back,
        h("kbd", null, "Esc"),
      ),
      h(
        "button",
        {
          class: "button first",
          type: "button",
          disabled: busy,
          onclick: () => acts.chooseAmount(),
        },
        `${label} ${short(open.value)}`,
        h("kbd", null, "Enter"),
      ),
    ),
  );
}

/**
 * The net of the last round in one line, on a phone where the side is folded away.
 * @param {ShownView} view
 * @param {Pick<Acts, "openSheet">} acts
 */
export function banner(view, acts) {
  const result = myResult(view);
  if (!view.settled || !result) return null;
  const net = cents(result.net);
  return h(
    "button",
    { class: "banner", type: "button", onclick: () => acts.openSheet(true) },
    h("b", { class: `money ${tone(net)}` }, signed(net)),
    h(
      "span",
      null,
      view.settled.settlement.dealer.hand
        ? TEXTS.dealerHas({ hand: view.settled.settlement.dealer.hand })
        : TEXTS.round({ round: view.settled.round }),
    ),
    h("span", { class: "more" }, TEXTS.why),
  );
}
