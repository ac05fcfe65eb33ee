/**
 * The texts of this page in its visitor's language. They stand in web/texts/LANGUAGE.toml, in sections named after the
 * scripts; the server sends a page the sections of its scripts, as a script that runs before all others.
 * @module
 */

/** @typedef {import("./texts.d.ts").Texts} Texts */
/** @typedef {import("./texts.d.ts").Values} Values */

const { sections, language } = /** @type {any} */ (globalThis).pageTexts; // from /texts/LANGUAGE/SCRIPT.js
const plurals = new Intl.PluralRules(language);

/**
 * The texts of a script: strings, and functions where a text has placeholders.
 * @template {keyof Texts} Section
 * @param {Section} section
 * @returns {Texts[Section]}
 */
export function texts(section) {
  return made(sections[section]);
}

/**
 * @param {any} entry a text, a list, the plural forms of a text, or a group of texts
 * @returns {any}
 */
function made(entry) {
  if (typeof entry === "string") {
    return entry.includes("{") ? (/** @type {Values} */ values) => filled(entry, values) : entry;
  }
  if (Array.isArray(entry)) return entry;
  if ("other" in entry) {
    return (/** @type {Values} */ values) =>
      filled(entry[plurals.select(Number(values.count))] ?? entry.other, values);
  }
  return Object.fromEntries(Object.entries(entry).map(([name, one]) => [name, made(one)]));
}

/**
 * @param {string} text
 * @param {Values} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
