/**
 * A hand that is set: cards go to a tray by tap, by drag or by the keys 1 to 7. The names and what is foul come from
 * the house, which sends every setting with its names.
 * @module
 */
import { card, cardName, cardNames } from "./cards.js";
import { h } from "./dom.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.d.ts").Seat} Seat */
/** @typedef {import("./types.d.ts").Setting} Setting */

const ORDER = "23456789TJQKA";
let droppedAt = -1000;

/** @param {string} text */
function rank(text) {
  return text === "Jo" ? 13 : ORDER.indexOf(text[0]);
}

/**
 * The cards in the order that they are numbered in: high to low.
 * @param {string[]} cards
 */
export function ordered(cards) {
  return [...cards].sort((one, other) => rank(other) - rank(one) || (one[1] < other[1] ? 1 : -1));
}

/**
 * The setting that two cards in front make.
 * @param {Setting[]} settings
 * @param {string[]} front
 */
export function settingOf(settings, front) {
  return settings.find((one) =>
    one.front.length === front.length && one.front.every((card) => front.includes(card))
  );
}

/**
 * @param {TablePage} page
 * @param {Seat} seat
 */
export function trays(page, seat) {
  const [low, high] = page.game.layout.trays;
  const cards = ordered(seat.cards);
  const choice = page.view.choices.find((one) => one.settings || one.decision === "set");
  const front = choice ? page.front : seat.front ?? [];
  const setting = choice?.settings ? settingOf(choice.settings, front) : undefined;
  const [highName = "", lowName = ""] = choice ? [] : (seat.hand ?? "").split("; ");
  const tray = (/** @type {typeof low} */ which, /** @type {string[]} */ held, /** @type {string} */ name) =>
    h(
      "div",
      {
        class: "tray",
        key: which.name,
        "data-tray": which.name,
        role: "group",
        "aria-label": `${which.label}: ${cardNames(held)}${name ? `. ${name}` : ""}`,
      },
      h("p", { class: "felt-label" }, which.label, h("b", { class: "tray-name" }, name)),
      h(
        "div",
        { class: "tray-cards", style: { "--n": Math.max(held.length, which.cards) } },
        held.map((
          text,
          index,
        ) => (choice ? handle(page, text, cards.indexOf(text) + 1) : card(text, { key: `${index}`, index }))),
        Array.from(
          { length: Math.max(0, which.cards - held.length) },
          (_, index) => h("span", { class: "place", key: `place${index}` }),
        ),
      ),
    );
  const back = cards.filter((text) => !front.includes(text));
  return h(
    "div",
    { class: "trays", "data-foul": setting?.foul ? "yes" : "no" },
    tray(low, ordered(front), setting?.low ?? lowName),
    tray(high, back, front.length === low.cards || !choice ? setting?.high ?? highName : ""),
    choice && setting?.foul
      ? h("p", { class: "foul", role: "status" }, "Foul: the low hand would beat the high hand.")
      : null,
  );
}

/**
 * A card that can be moved.
 * @param {TablePage} page
 * @param {string} text
 * @param {number} number
 */
function handle(page, text, number) {
  return h(
    "button",
    {
      class: "card-button",
      type: "button",
      key: text,
      "aria-label": `${cardName(text)}, key ${number}`,
      "aria-pressed": page.front.includes(text) ? "true" : "false",
      onclick: () => performance.now() - droppedAt > 80 && page.move(text), // the end of a drag is no tap
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(page, event, text),
    },
    card(text),
    h("kbd", { "aria-hidden": "true" }, number),
  );
}

/**
 * Drag a card onto a tray; a short press stays a tap.
 * @param {TablePage} page
 * @param {PointerEvent} start
 * @param {string} text
 */
function drag(page, start, text) {
  const element = /** @type {HTMLElement} */ (start.currentTarget);
  let dragging = false;
  const onMove = (/** @type {PointerEvent} */ event) => {
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!dragging && Math.hypot(dx, dy) < 8) return;
    if (!dragging) {
      dragging = true;
      element.classList.add("dragged");
    }
    element.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
  };
  const onEnd = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onEnd);
    removeEventListener("pointercancel", onEnd);
    element.classList.remove("dragged");
    element.style.removeProperty("transform");
    if (!dragging || event.type === "pointercancel") return;
    droppedAt = performance.now();
    for (const tray of document.querySelectorAll("[data-tray]")) {
      const box = tray.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top &&
        event.clientY <= box.bottom;
      if (inside) page.drop(text, /** @type {HTMLElement} */ (tray).dataset.tray ?? "");
    }
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onEnd);
  addEventListener("pointercancel", onEnd);
}
