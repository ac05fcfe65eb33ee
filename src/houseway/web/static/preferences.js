/**
 * What a person can choose for this browser, as data; the first value holds until another one is chosen.
 * @module
 */
import { texts } from "./texts.js";

const TEXTS = texts("preferences");

/**
 * @typedef {object} Setting
 * @property {string} name what the browser keeps it under
 * @property {string} label
 * @property {string} about
 * @property {[value: string, words: string][]} values
 */

/** @type {{ [Name in keyof typeof TEXTS]: (keyof typeof TEXTS[Name])[] }} */
const VALUES = {
  theme: ["system", "light", "dark"],
  suits: ["four", "two"],
  cards: ["normal", "large"],
  pace: ["quickly", "instantly", "naturally"],
  coach: ["off", "on"],
  reactions: ["shown", "muted"],
  sounds: ["off", "on"],
  keys: ["on", "off"],
};

/** @type {Setting[]} */
export const SETTINGS = Object.entries(VALUES).map(([name, values]) => {
  const words = /** @type {Record<string, Record<string, string>>} */ (TEXTS)[name];
  return { name, label: words.label, about: words.about, values: values.map((one) => [one, words[one]]) };
});

/**
 * What holds: what was chosen, unless this version does not know it.
 * @param {Setting} setting
 * @param {string | null} chosen
 */
export function valueOf(setting, chosen) {
  return setting.values.find(([value]) => value === chosen)?.[0] ?? setting.values[0][0];
}
