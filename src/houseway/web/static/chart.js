/**
 * A line through amounts, as SVG: what lies between them is read off the figures below it.
 * @module
 */
import { h, s } from "./dom.js";
import { money } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("chart");

const WIDTH = 600;
const HEIGHT = 160;
const ROOM = 6; // above the highest point and below the lowest

/**
 * The height of an amount between the lowest and the highest.
 * @param {number} amount
 * @param {number} low
 * @param {number} high
 */
function heightOf(amount, low, high) {
  return HEIGHT - ROOM - (high > low ? (amount - low) / (high - low) : 0.5) * (HEIGHT - 2 * ROOM);
}

/**
 * The corners of the line.
 * @param {number[]} amounts
 */
export function points(amounts) {
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  const step = WIDTH / Math.max(amounts.length - 1, 1);
  return amounts.map((amount, index) => [
    Math.round(index * step * 10) / 10,
    Math.round(heightOf(amount, low, high) * 10) / 10,
  ]);
}

/**
 * The purse after each round, and its figures.
 * @param {number[]} amounts in cents, the oldest first
 * @param {number} rounds that they stand for
 */
export function curve(amounts, rounds) {
  const [first, last] = [amounts[0], amounts[amounts.length - 1]];
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const line = points(amounts).map(([x, y]) => `${x},${y}`).join(" L");
  const level = heightOf(first, low, high);
  return h(
    "figure",
    { class: "curve" },
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": TEXTS.aloud({
          rounds,
          first: money(first),
          last: money(last),
          low: money(low),
          high: money(high),
        }),
      },
      s("path", { class: "area", d: `M0,${HEIGHT} L${line} L${WIDTH},${HEIGHT} Z` }),
      s("line", { class: "level", x1: 0, x2: WIDTH, y1: level, y2: level }),
      s("path", { class: "line", d: `M${line}` }),
    ),
    h(
      "figcaption",
      null,
      figure(TEXTS.lowest, money(low)),
      figure(TEXTS.highest, money(high)),
      figure(TEXTS.now, money(last)),
    ),
  );
}

/**
 * @param {string} words
 * @param {string} amount
 */
function figure(words, amount) {
  return h(
    "span",
    { key: words },
    h("span", { class: "dim small" }, words),
    h("b", { class: "money" }, amount),
  );
}
