/**
 * What every page has: the switch of light and dark, signing out, the command box's key, and the worker that says when
 * there is no link.
 * @module
 */
import { remove } from "./api.js";
import { texts } from "./texts.js";

const TEXTS = texts("page");

/** @returns {"light" | "dark"} */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

function toggleTheme() {
  choose("theme", theme() === "dark" ? "light" : "dark");
}

/**
 * Choose something for this browser; what shows on the page shows at once.
 * @param {string} key
 * @param {string} value
 */
export function choose(key, value) {
  document.documentElement.dataset[key] = value;
  remember(key, value);
  name();
  dispatchEvent(new Event("setting"));
}

function name() {
  const words = theme() === "dark" ? TEXTS.toLight : TEXTS.toDark;
  for (const button of document.querySelectorAll("[data-switch=theme]")) {
    button.setAttribute("aria-label", words);
  }
}

/**
 * Keep a choice of this browser.
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it then lasts as long as the page
  }
}

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the chips are practice chips: everywhere but in a room of the house. */
export function isPractice() {
  return document.documentElement.dataset.mode !== "room";
}

/** Whether somebody writes now, so that letters are no keys. */
function writing() {
  const element = document.activeElement;
  return element instanceof HTMLInputElement && element.type !== "range" && element.type !== "checkbox" ||
    element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

/**
 * Whether a key does nothing: somebody writes, it belongs to the browser, or letters were switched off.
 * @param {KeyboardEvent} event
 */
export function isNoShortcut(event) {
  const isOff = event.key.length === 1 && document.documentElement.dataset.keys === "off";
  return isOff || writing() || event.ctrlKey || event.metaKey || event.altKey;
}

/** Without a link the worker shows a page that says so. A new build has a worker of its own. */
function startWorker() {
  const address = `/worker.js?build=${document.documentElement.dataset.build}`;
  const policies = /** @type {any} */ (globalThis).trustedTypes;
  const policy = policies?.createPolicy("worker", { createScriptURL: () => address });
  navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address).catch(() => undefined); // works without
}

// Plain HTTP on a network has no workers; the first view comes first.
if ("serviceWorker" in navigator) addEventListener("load", startWorker);

for (const button of document.querySelectorAll("[data-switch=theme]")) {
  button.addEventListener("click", toggleTheme);
}
name();

/** Leave; in practice whoever comes next on this device is a new guest. */
export async function signOut() {
  await remove("/session").catch(() => undefined); // a session that is over is signed out too
  location.assign("/");
}

document.querySelector("[data-sign-out]")?.addEventListener("click", signOut);

addEventListener("keydown", (event) => {
  if (event.key !== "/" || isNoShortcut(event)) return;
  const box = document.querySelector(".command input[name=words]");
  if (box instanceof HTMLInputElement) {
    event.preventDefault();
    box.focus();
    box.select();
  }
});
