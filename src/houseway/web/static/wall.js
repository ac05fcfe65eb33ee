/**
 * What the signs on the wall share: whether they are live, the time in words, and print that fills its place.
 * @module
 */
import { h } from "./dom.js";
import { texts } from "./texts.js";

const TEXTS = texts("wall");

/** How long a sign believes what it heard last; when it heard it. */
export class Pulse {
  /** @param {number} patience milliseconds without a message from the house, after which nothing is live */
  constructor(patience) {
    this.patience = patience;
    this.last = performance.now();
    this.at = new Date();
  }

  /** The house was heard. */
  beat() {
    this.last = performance.now();
    this.at = new Date();
  }

  get isStale() {
    return performance.now() - this.last > this.patience;
  }

  /** What a stale sign says instead of amounts. */
  notice() {
    return h(
      "div",
      { class: "stale", role: "alert" },
      h("strong", {}, TEXTS.notLive),
      h("span", {}, TEXTS.noLink({ time: clock(this.at) })),
    );
  }
}

/**
 * "20:14:07".
 * @param {Date} moment
 */
export function clock(moment) {
  return moment.toLocaleTimeString(TEXTS.dates);
}

/**
 * "Tue 21:40".
 * @param {string} at
 */
export function when(at) {
  const moment = new Date(at);
  const day = moment.toLocaleDateString(TEXTS.dates, { weekday: "short" });
  return `${day} ${moment.toLocaleTimeString(TEXTS.dates, { hour: "2-digit", minute: "2-digit" })}`;
}

/**
 * "$10,250.12" of "10250.12".
 * @param {string} amount
 */
export function dollars(amount) {
  const [whole, rest] = amount.split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest ?? "00"}`;
}

/**
 * Make a text as large as its place allows.
 * @param {HTMLElement} place
 * @param {number} most of the window's height
 */
export function fit(place, most) {
  const text = /** @type {HTMLElement | null} */ (place.firstElementChild);
  if (!text) return;
  const size = innerHeight * most;
  text.style.fontSize = `${size}px`;
  const room = place.clientWidth / Math.max(1, text.scrollWidth);
  if (room < 1) text.style.fontSize = `${Math.floor(size * room)}px`;
}
