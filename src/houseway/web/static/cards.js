/**
 * Cards and chips, drawn by ourselves.
 * @module
 */
import { h, moves, s } from "./dom.js";
import { short } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("cards");

/** @typedef {import("./dom.js").Element_} Element_ */

export const SUITS = {
  s: {
    name: "spades",
    path:
      "M12 1.8C15 6.4 21.6 9.4 21.6 14.2c0 2.8-2.1 4.6-4.6 4.6-1.7 0-3.2-.9-4.1-2.2.2 2.4.9 4.2 2.7 5.6H8.4c1.8-1.4 2.5-3.2 2.7-5.6C10.2 17.9 8.7 18.8 7 18.8c-2.5 0-4.6-1.8-4.6-4.6C2.4 9.4 9 6.4 12 1.8Z",
  },
  h: {
    name: "hearts",
    path:
      "M12 21.6C5 15.6 2 11.9 2 7.9 2 4.8 4.3 2.5 7.1 2.5c2.1 0 3.9 1.2 4.9 3.1 1-1.9 2.8-3.1 4.9-3.1C19.7 2.5 22 4.8 22 7.9c0 4-3 7.7-10 13.7Z",
  },
  d: {
    name: "diamonds",
    path:
      "M12 1.6c2.3 4 4.9 7.3 8.2 10.4-3.3 3.1-5.9 6.4-8.2 10.4-2.3-4-4.9-7.3-8.2-10.4C7.1 8.9 9.7 5.6 12 1.6Z",
  },
  c: {
    name: "clubs",
    path:
      "M12 1.8a4.7 4.7 0 0 1 3.9 7.3 4.8 4.8 0 1 1-3 8.3c.2 2 .9 3.6 2.7 4.8H8.4c1.8-1.2 2.5-2.8 2.7-4.8a4.8 4.8 0 1 1-3-8.3A4.7 4.7 0 0 1 12 1.8Z",
  },
};
const STAR = "M12 1.5l3.1 6.6 7.2.9-5.3 5 1.4 7.1L12 17.6l-6.4 3.5 1.4-7.1-5.3-5 7.2-.9Z";

/**
 * "ace of hearts".
 * @param {string} text
 */
export function cardName(text) {
  if (text === "??") return TEXTS.faceDown;
  if (text === "Jo") return TEXTS.aJoker;
  const [rank, suit] = /** @type {["A", "s"]} */ (text.split(""));
  return TEXTS.card({ rank: TEXTS.ranks[rank], suit: TEXTS.suits[suit] });
}

/**
 * "ace of hearts, king of hearts", or "2 cards face down".
 * @param {string[]} cards
 */
export function cardNames(cards) {
  const down = cards.filter((card) => card === "??").length;
  const names = cards.filter((card) => card !== "??").map(cardName);
  if (down) names.push(TEXTS.down({ count: down }));
  return names.length ? names.join(", ") : TEXTS.noCards;
}

/**
 * "A♥".
 * @param {string} text
 */
export function cardText(text) {
  if (text === "Jo") return TEXTS.joker;
  const rank = text[0] === "T" ? "10" : text[0];
  return rank + { s: "♠", h: "♥", d: "♦", c: "♣" }[/** @type {"s"} */ (text[1])];
}

/**
 * Cards in words of the felt: "A♥ K♥", each in its colour.
 * @param {string[]} cards
 */
export function inlineCards(cards) {
  return h(
    "span",
    { class: "inline-cards", role: "img", "aria-label": cardNames(cards) },
    cards.map((card) =>
      h("span", { class: `inline suit-${card[1]}`, "aria-hidden": "true" }, cardText(card))
    ),
  );
}

/**
 * A card as a picture; it says its name only where nothing around it does.
 * @param {string} text
 * @param {{ key?: string, named?: boolean, index?: number, light?: "lit" | "shade" | "" }} [how]
 * @returns {Element_}
 */
export function card(text, how = {}) {
  const label = how.named ? { role: "img", "aria-label": cardName(text) } : { "aria-hidden": "true" };
  const made = (/** @type {SVGElement} */ element) => arrive(element, how.index ?? 0);
  const name = how.light ? `card ${how.light}` : "card";
  const props = { class: name, viewBox: "0 0 100 142", key: `${how.key ?? ""}${text}`, made, ...label };
  return s("svg", props, text === "??" ? back() : face(text));
}

function back() {
  return [
    s("rect", { x: 1, y: 1, width: 98, height: 140, rx: 8, fill: "#fbf8f1", stroke: "#c9c2b2" }),
    s("rect", { x: 6, y: 6, width: 88, height: 130, rx: 5, fill: "#22375f" }),
    s("path", {
      d: "M6 28 28 6M6 50 50 6M6 72 72 6M6 94 94 6M6 116 94 28M6 136 94 50M28 136 94 72M50 136 94 94M72 136 94 116M94 28 72 6M94 50 50 6M94 72 28 6M94 94 6 6M94 116 6 28M94 136 6 50M72 136 6 72M50 136 6 94M28 136 6 116",
      stroke: "#5573a8",
      "stroke-width": 1.2,
      fill: "none",
      opacity: 0.75,
    }),
    s("circle", { cx: 50, cy: 71, r: 17, fill: "#22375f", stroke: "#d8b066", "stroke-width": 2.5 }),
    s("path", {
      d: "M44 60v22M44 75c1-7 12-8 12 0v7",
      stroke: "#d8b066",
      "stroke-width": 3.2,
      "stroke-linecap": "round",
      fill: "none",
    }),
  ];
}

const TEN = { textLength: 38, lengthAdjust: "spacingAndGlyphs" }; // no wider than the others

/** @param {string} text */
function face(text) {
  const paper = s("rect", { x: 1, y: 1, width: 98, height: 140, rx: 8, fill: "#fdfbf5", stroke: "#d5cebd" });
  if (text === "Jo") {
    return [
      paper,
      s("path", { d: STAR, transform: "translate(5 8) scale(1.6)", fill: "var(--joker)" }),
      s("path", { d: STAR, transform: "translate(28 62) scale(2.6)", fill: "var(--joker)" }),
    ];
  }
  const suit = SUITS[/** @type {"s"} */ (text[1])];
  const ink = `var(--${suit.name.slice(0, -1)})`;
  const rank = text[0] === "T" ? "10" : text[0];
  return [
    paper,
    s(
      "text",
      { x: 7, y: 41, fill: ink, class: "rank", ...(rank === "10" ? TEN : {}) },
      rank,
    ),
    s("path", { d: suit.path, transform: "translate(9 49) scale(1.1)", fill: ink }),
    s("path", { d: suit.path, transform: "translate(36 74) scale(2.350)", fill: ink }),
  ];
}

/**
 * A new card comes from the dealer's side; nothing moves for people who have switched motion off.
 * @param {SVGElement} element
 * @param {number} index
 */
function arrive(element, index) {
  if (!moves() || !document.body.dataset.ready) return;
  element.animate(
    [{ transform: "translate(18px, -34px) rotate(4deg)", opacity: 0 }, { transform: "none", opacity: 1 }],
    { duration: 220, delay: Math.min(index, 8) * 45, easing: "ease-out", fill: "backwards" },
  );
}

const CHIPS = [
  { from: 50000, fill: "#6b3fa0", ink: "#ffffff" },
  { from: 10000, fill: "#23282d", ink: "#ffffff" },
  { from: 2500, fill: "#1d7a4a", ink: "#ffffff" },
  { from: 500, fill: "#b3262f", ink: "#ffffff" },
  { from: 0, fill: "#f1ead9", ink: "#1f1a12" },
];

/**
 * A chip with an amount on it, or bare.
 * @param {number} amount in cents
 * @param {{ key?: string, bare?: boolean }} [how]
 */
export function chip(amount, how = {}) {
  const kind = CHIPS.find((one) => amount >= one.from) ?? CHIPS[4];
  const text = short(amount).replace("$", "");
  const stripe = kind.fill === "#f1ead9" ? "#3c6fb4" : "#fbf8f1";
  const made = (/** @type {SVGElement} */ element) => {
    if (!moves() || !document.body.dataset.ready) return;
    element.animate([{ transform: "translateY(16px) scale(.8)", opacity: 0 }, {
      transform: "none",
      opacity: 1,
    }], {
      duration: 160,
      easing: "ease-out",
    });
  };
  return s(
    "svg",
    { class: "chip", viewBox: "0 0 100 100", "aria-hidden": "true", key: how.key ?? text, made },
    s("circle", { cx: 50, cy: 50, r: 47, fill: kind.fill, stroke: "#00000055", "stroke-width": 2 }),
    s("circle", {
      cx: 50,
      cy: 50,
      r: 41,
      fill: "none",
      stroke: stripe,
      "stroke-width": 12,
      "stroke-dasharray": "14.3 28.630",
      "stroke-dashoffset": 7.15,
    }),
    s("circle", { cx: 50, cy: 50, r: 31, fill: kind.fill, stroke: stripe, "stroke-width": 2 }),
    how.bare ? null : s("text", { x: 50, y: 50, fill: kind.ink, class: "chip-text" }, text),
  );
}
