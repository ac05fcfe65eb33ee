/**
 * The end of a round in motion: the deciding cards lift, chips go to and from their spots, an award glows. All of it
 * only decorates what the page shows already; any key or tap skips it.
 * @module
 */
import { chip } from "./cards.js";
import { draw, h, moves } from "./dom.js";

/** @typedef {{ x: number, y: number, size: number }} Place */

const LONGEST = 2000; // milliseconds that all of it may take
const FLIGHT = 480;

/** @type {Animation[]} */
let running = [];
/** @type {HTMLElement | null} */
let layer = null;

/**
 * Show how the round on the felt was settled.
 * @param {HTMLElement} page
 */
export function showSettlement(page) {
  skipMotion();
  if (!moves()) return;
  addEventListener("keydown", skipMotion, true);
  addEventListener("pointerdown", skipMotion, true);
  liftCards(page);
  moveChips(page);
  glow(page);
  Promise.allSettled(running.map((one) => one.finished)).then(clearLayer);
}

/** The end at once. */
export function skipMotion() {
  for (const animation of document.getAnimations()) animation.finish(); // cards that are still being dealt, too
  running = [];
  clearLayer();
  removeEventListener("keydown", skipMotion, true);
  removeEventListener("pointerdown", skipMotion, true);
}

function clearLayer() {
  if (running.some((one) => one.playState === "running")) return;
  layer?.remove();
  layer = null;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} delay
 * @param {number} duration
 */
function play(element, frames, delay, duration) {
  const length = Math.max(0, Math.min(duration, LONGEST - delay));
  running.push(
    element.animate(frames, {
      duration: length,
      delay,
      easing: "ease-out",
      fill: "backwards",
      id: "settlement",
    }),
  );
}

/** @param {HTMLElement} page */
function liftCards(page) {
  page.querySelectorAll(".card.lit").forEach((card, index) => {
    play(card, [{}, { transform: "translateY(-7%)" }, {}], Math.min(index, 8) * 55, 420);
  });
}

/** @param {HTMLElement} page */
function moveChips(page) {
  const rack = placeOf(page.querySelector(".dealer"));
  const spots = [...page.querySelectorAll(".spot[data-net]")].filter((spot) =>
    spot.getAttribute("data-net") !== "0"
  );
  if (!rack || !spots.length) return;
  layer = document.createElement("div");
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  draw(layer, spots.map((spot, index) => flight(spot, rack, index)));
  spots.forEach((spot, index) => {
    const pill = spot.querySelector(".paid");
    if (pill) {
      play(pill, [{ transform: "scale(0.6)" }, { transform: "scale(1.15)" }, {}], arrival(index), 260);
    }
  });
}

/** @param {number} index */
function arrival(index) {
  return 200 + Math.min(index, 8) * 90 + FLIGHT;
}

/**
 * The chip of a spot: a lost one goes to the rack, a paid one comes from there.
 * @param {Element} spot
 * @param {Place} rack
 * @param {number} index
 */
function flight(spot, rack, index) {
  const net = Number(spot.getAttribute("data-net"));
  const there = placeOf(spot.querySelector(".circle")) ?? rack;
  const away = `translate(${rack.x - there.x}px, ${rack.y - there.y}px) scale(0.7)`;
  const frames = net > 0
    ? [{ transform: away, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }]
    : [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: away, opacity: 0 }];
  return h(
    "span",
    {
      class: "flying",
      key: `${index}`,
      style: {
        left: `${there.x}px`,
        top: `${there.y}px`,
        width: `${there.size}px`,
        height: `${there.size}px`,
      },
      made: (/** @type {Element} */ element) => play(element, frames, 200 + Math.min(index, 8) * 90, FLIGHT),
    },
    chip(Math.abs(net), { bare: true }),
  );
}

/**
 * An award glows around its words and, with its share of the meter, over the felt.
 * @param {HTMLElement} page
 */
function glow(page) {
  for (const award of page.querySelectorAll(".award")) {
    const share = Number(getComputedStyle(award).getPropertyValue("--share"));
    const light = `0 0 ${12 + 28 * share}px #ffdf9a`;
    play(
      award,
      [{ textShadow: "none" }, { textShadow: light }, { textShadow: "none" }],
      0,
      1200 + 800 * share,
    );
    const felt = page.querySelector(".laid");
    const around = `inset 0 0 ${60 + 120 * share}px rgb(255 223 154 / ${20 + 45 * share}%)`;
    if (felt) {
      play(
        felt,
        [{ boxShadow: "none" }, { boxShadow: around }, { boxShadow: "none" }],
        0,
        1000 + 1000 * share,
      );
    }
  }
}

/**
 * @param {Element | null} element
 * @returns {Place | null}
 */
function placeOf(element) {
  const box = element?.getBoundingClientRect();
  if (!box?.width) return null;
  const size = Math.min(box.width, box.height);
  return { x: box.left + (box.width - size) / 2, y: box.top + (box.height - size) / 2, size };
}
