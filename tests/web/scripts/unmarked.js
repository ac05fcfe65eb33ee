/**
 * Which texts of a page are no texts of the catalogue: the page is in the pseudo-locale, whose letters all have accents.
 * What the server sent is data, and is shown as it is. The test of the texts runs this inside a page.
 * @module
 */

const READ_ALOUD = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];
const NO_TEXT = "script, style, kbd, code, pre, textarea, svg, [translate=no]";
const BRAND = "houseway";
const DATES =
  /\b\d{1,2} [A-Z][a-z]+ \d{4} at \d|\b[A-Z][a-z]{2} \d{1,2}\b|\d [AP]M\b|\b[A-Z][a-z]{2} \d\d:\d\d/g;
const MONEY = /[−+]?\$[\d,]+(?:\.\d\d)?/g;
const CARDS = /\b(?:10|[2-9AKQJ])(?=[♠♥♦♣])/g;
const LETTERS = /[A-Za-z]/;
/** Whatever the server sent, of which this page was made. */
const sent = /** @type {unknown[]} */ (/** @type {any} */ (globalThis).sent ??= []);

/** Collect everything that the page reads of the server's answers, from its start on. */
export function listen() {
  const { parse } = JSON;
  JSON.parse = (...given) => {
    const read = parse(...given);
    sent.push(read);
    return read;
  };
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const read = await json.call(this);
    sent.push(read);
    return read;
  };
}

/**
 * Texts with letters that are neither of the catalogue nor data.
 * @param {unknown} more data that the test itself put into the page
 * @param {string[]} fields names of fields, which are no data; other keys are, such as the lines of a pay table
 */
export function unmarked(more, fields) {
  sent.push(more); // a later phase may still show it
  const data = strings(
    [...sent, JSON.parse(document.getElementById("data")?.textContent ?? "null")],
    new Set(fields),
  );
  const shown = [document.title, ...texts(document.body), ...attributes(document.body)];
  return [...new Set(shown.map((text) => text.trim()))].filter((text) =>
    remainders(text).some((one) => !isData(one, data))
  );
}

/** @param {Element} root */
function texts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && !node.parentElement.closest(NO_TEXT)) found.push(node.nodeValue ?? "");
  }
  return found;
}

/** @param {Element} root */
function attributes(root) {
  return [...root.querySelectorAll("*")].flatMap((one) =>
    READ_ALOUD.map((name) => one.getAttribute(name)).filter((text) => text !== null)
  );
}

/**
 * What stands between the texts of the catalogue.
 * @param {string} text
 */
function remainders(text) {
  return text.split(/[⟦⟧~\u0080-\u024f\u1e00-\u1eff]+/).filter((one) => LETTERS.test(one));
}

/** @param {string} text */
function normal(text) {
  const plain = text.toLowerCase().replace(/\s+/g, " ").replaceAll("\u2011", "-"); // a hyphen that does not break
  return plain.replace(/^[\s.,:;·●()“”–]+|[\s.,:;·*()“”–]+$/g, "");
}

/**
 * A whole string of the server, several words of one, or some of these beside amounts, dates and cards.
 * @param {string} text
 * @param {Set<string>} data
 */
function isData(text, data) {
  if (isKnown(text, data)) return true;
  const bare = text.replace(DATES, "|").replace(MONEY, "|").replace(CARDS, "").replaceAll(BRAND, "|");
  return bare.split(/[|,;:·.=()“”]+ ?/).every((one) => isKnown(one, data));
}

/**
 * @param {string} text
 * @param {Set<string>} data
 */
function isKnown(text, data) {
  const words = normal(text);
  const without = words.replace(/ [−+]?\d+$/, ""); // the number of a hand, or what it is worth
  if (!LETTERS.test(words) || data.has(words) || data.has(without)) return true;
  return words.includes(" ") && [...data].some((one) => one.includes(words));
}

/**
 * All strings within something, with the words of names and the parts of labels.
 * @param {unknown} value
 * @param {Set<string>} fields
 * @param {Set<string>} [found]
 */
function strings(value, fields, found = new Set()) {
  if (typeof value === "string") {
    found.add(normal(value));
    for (const part of value.split(value.includes(" ") ? /[,:;]/ : /[-_/]+/)) found.add(normal(part));
    found.add(normal(value.replace(/[-_]+/g, " ")));
  } else if (value && typeof value === "object") {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !fields.has(key));
    for (const one of [...keys, ...Object.values(value)]) strings(one, fields, found);
  }
  return found;
}
