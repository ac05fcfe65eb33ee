/**
 * The spots for wagers: a tap adds a chip; a long press, the other mouse button or Delete takes one off.
 * @module
 */
import { chip } from "./cards.js";
import { h } from "./dom.js";
import { myResult, mySeat, placeable } from "./model.js";
import { cents, money, percent, short, tone } from "./money.js";
import { netOfSpot } from "./results.js";
import { addition, isPlaced, isStaging } from "./staging.js";
import { texts } from "./texts.js";

const TEXTS = texts("spots");

/** @typedef {import("./drawn.d.ts").Layout} Layout */
/** @typedef {import("./store.js").State} State */
/** @typedef {Pick<import("./acts.js").Acts, "add" | "take">} Acts */

const HOLD = 450; // milliseconds that make a long press

/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;
let held = false; // the press that goes on has taken a chip off; its end is no tap

/**
 * @param {State} state
 * @param {Acts} acts
 */
export function spots(state, acts) {
  const { view, game } = state;
  const offered = placeable(game).map((one) => one.name);
  const decided = game.wagers.filter((wager) => wager.role === "decision").map((wager) => wager.name);
  const shown = game.layout.spots.filter((spot) => [...offered, ...decided].includes(spot.wager));
  const open = isStaging(view);
  return h(
    "ul",
    {
      class: "spots",
      "aria-label": TEXTS.wagers,
      "data-count": shown.length,
      "data-open": open ? "yes" : "no",
      style: { "--count": shown.length },
    },
    shown.map((spot) =>
      h(
        "li",
        { key: spot.wager },
        spotOf(state, spot, open && offered.includes(spot.wager) ? acts : null),
        isPriced(game, spot.wager) ? price(game, spot) : null,
      )
    ),
  );
}

/**
 * @param {State} state
 * @param {Layout["spots"][0]} spot
 * @param {Acts | null} acts null where no chip can be put on it
 */
function spotOf(state, spot, acts) {
  const { view, game, stakes, chip: picked } = state;
  const wager = game.wagers.find((one) => one.name === spot.wager);
  const amount = isStaging(view) ? stakes[spot.wager] ?? 0 : cents(mySeat(view)?.wagers[spot.wager] ?? "0");
  const linked = wager?.equals || game.wagers.some((one) => one.equals === spot.wager);
  const net = netShown(state, spot.wager);
  const words = `${wager?.label ?? spot.label}: ${amount ? money(amount) : TEXTS.nothing}${netInWords(net)}`;
  const edge = game.offers?.find((offer) => offer.wager === spot.wager)?.house_edge ?? null;
  return h(
    acts ? "button" : "div",
    {
      class: "spot",
      title: edge === null ? null : TEXTS.edge({ edge: percent(edge) }),
      "data-wager": spot.wager,
      "data-role": wager?.role ?? "main",
      "data-linked": linked ? "yes" : "no",
      "data-net": net,
      style: { "--signs": net === undefined ? 0 : paidWords(net).length },
      ...(acts
        ? {
          type: "button",
          "aria-label": TEXTS.add({ words, amount: money(addition(game, picked, spot.wager)) }),
          ...gestures(spot.wager, acts),
        }
        : { role: "img", "aria-label": words }),
    },
    h(
      "span",
      { class: "circle" },
      amount ? [chip(amount, { bare: true }), amountOn(amount)] : net === undefined ? print(edge) : null,
      net === undefined ? null : paid(net),
    ),
    isPriced(game, spot.wager) ? null : h("span", { class: "label" }, spot.label),
  );
}

/**
 * Whether the lab has a price for a spot: a bonus or a jackpot with a pay table.
 * @param {State["game"]} game
 * @param {string} name
 */
function isPriced(game, name) {
  const role = game.wagers.find((one) => one.name === name)?.role ?? "";
  return ["bonus", "jackpot"].includes(role) && Boolean(game.offers?.some((one) => one.wager === name));
}

/**
 * The label of a bonus, which leads to its price in the lab under the choices of this table.
 * @param {State["game"]} game
 * @param {Layout["spots"][0]} spot
 */
function price(game, spot) {
  const chosen = game.options
    .filter((one) => !game.study && game.chosen?.[one.name] && game.chosen[one.name] !== one.default)
    .map((one) => ["set", `${one.name}=${game.chosen?.[one.name]}`]);
  const query = chosen.length ? `?${new URLSearchParams(chosen)}` : "";
  return h("a", {
    class: "label spot-price",
    href: `/lab/${game.game}${query}#wager-${spot.wager}`,
    target: "_blank",
    rel: "noopener",
    "aria-label": TEXTS.price({ label: spot.label }),
    title: TEXTS.price({ label: spot.label }),
  }, spot.label);
}

/**
 * What is printed in an empty spot: the house edge of a bonus, short enough for the smallest circle.
 * @param {number | null} edge
 */
function print(edge) {
  return edge === null ? null : percent(edge, edge < 0.0995 ? 1 : 0);
}

/**
 * The amount across a chip, in letters that do not shrink with it.
 * @param {number} amount in cents
 */
function amountOn(amount) {
  return h("b", { class: "amount-on", key: "amount" }, short(amount).replace("$", ""));
}

/**
 * What the house paid to the stake or took, across the spot.
 * @param {number} net in cents
 */
function paid(net) {
  return h("b", { class: `paid ${tone(net)}`, key: "paid" }, paidWords(net));
}

/** @param {number} net in cents */
function paidWords(net) {
  return net ? `${net > 0 ? "+" : "−"}${short(Math.abs(net)).replace("$", "")}` : "push";
}

/**
 * What a spot brought in the round that lies on the felt, in cents, until chips are moved for the next one.
 * @param {State} state
 * @param {string} wager
 */
function netShown({ view, restaked }, wager) {
  const result = view.lit && !restaked && !isPlaced(view) ? myResult(view) : undefined;
  return result && netOfSpot(result, wager);
}

/** @param {number | undefined} net */
function netInWords(net) {
  if (net === undefined) return "";
  if (!net) return `, ${TEXTS.pushed}`;
  const amount = money(Math.abs(net));
  return `, ${net > 0 ? TEXTS.won({ amount }) : TEXTS.lost({ amount })}`;
}

/**
 * @param {string} name
 * @param {Acts} acts
 */
function gestures(name, acts) {
  return {
    onclick: () => {
      if (!held) acts.add(name);
      held = false;
    },
    oncontextmenu: (/** @type {Event} */ event) => {
      event.preventDefault();
      clearTimeout(holding);
      if (!held) acts.take(name);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (!["Delete", "Backspace", "-"].includes(event.key)) return;
      event.preventDefault();
      acts.take(name);
    },
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      held = false;
      if (event.pointerType === "mouse") return;
      holding = setTimeout(() => {
        held = true;
        acts.take(name);
      }, HOLD);
    },
    onpointerup: () => clearTimeout(holding),
    onpointerleave: () => clearTimeout(holding),
  };
}
