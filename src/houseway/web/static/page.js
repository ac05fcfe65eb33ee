/**
 * What every page has: the switch of light and dark, signing out, and the command box's key.
 * @module
 */
import { remove } from "./api.js";

/** @returns {"light" | "dark"} */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

function toggleTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember("theme", next);
  name();
}

function name() {
  const other = theme() === "dark" ? "light" : "dark";
  for (const button of document.querySelectorAll("[data-switch=theme]")) {
    button.setAttribute("aria-label", `Switch to the ${other} page`);
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
export function writing() {
  const element = document.activeElement;
  return element instanceof HTMLInputElement && element.type !== "range" && element.type !== "checkbox" ||
    element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

for (const button of document.querySelectorAll("[data-switch=theme]")) {
  button.addEventListener("click", toggleTheme);
}
name();

document.querySelector("[data-sign-out]")?.addEventListener("click", async () => {
  await remove("/session").catch(() => undefined); // a session that is over is signed out too
  location.assign("/");
});

addEventListener("keydown", (event) => {
  if (event.key !== "/" || writing() || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector(".command input");
  if (box instanceof HTMLInputElement) {
    event.preventDefault();
    box.focus();
    box.select();
  }
});
