import "./english.js";
import { texts } from "../../../src/houseway/web/static/texts.js";
import { equal } from "./assert.js";

const SCRIPTS = new URL("../../../src/houseway/web/static/", import.meta.url);
const DRAWING = ["h", "s", "draw"]; // the functions of dom.js that take what a page shows
const READ_ALOUD = ["aria-label", "aria-valuetext", "title", "placeholder", "alt"];
const NO_TEXT = ["kbd", "code"]; // what is printed on keys, and commands

/** @typedef {any} Node of a syntax tree */

/**
 * Texts that a script shows and does not take from the catalogue.
 * @param {string} name
 * @param {string} source
 */
function ownTexts(name, source) {
  /** @type {string[]} */
  const found = [];
  /** @type {(node: Node, text: string) => void} */
  const look = (node, text) => {
    if (/\p{L}{2}/u.test(text) && isShown(node)) found.push(text);
  };
  const create = () => ({
    /** @param {Node} node */
    Literal: (node) => look(node, typeof node.value === "string" ? node.value : ""),
    /** @param {Node} node */
    TemplateElement: (node) => look(node.parent, node.cooked),
  });
  const { lint } = /** @type {any} */ (Deno); // its types are those of the unstable parts
  lint.runPlugin({ name: "texts", rules: { own: { create } } }, name, source);
  return found;
}

/**
 * Whether a page shows a value: it is a child of an element, or an attribute that is read aloud.
 * @param {Node} node
 * @returns {boolean}
 */
function isShown(node) {
  const { parent } = node;
  if (parent?.type === "ConditionalExpression") return parent.test !== node && isShown(parent);
  if (parent?.type === "LogicalExpression" || parent?.type === "ArrayExpression") return isShown(parent);
  if (parent?.type === "Property") {
    return parent.value === node && READ_ALOUD.includes(parent.key.value ?? parent.key.name);
  }
  if (parent?.type !== "CallExpression" || !DRAWING.includes(parent.callee.name)) return false;
  const first = parent.callee.name === "draw" ? 1 : 2;
  return parent.arguments.indexOf(node) >= first && !NO_TEXT.includes(parent.arguments[0].value);
}

Deno.test("a text that a script shows comes from the catalogue", async () => {
  /** @type {Record<string, string[]>} */
  const own = {};
  for await (const { name } of Deno.readDir(SCRIPTS)) {
    const found = name.endsWith(".js") ? ownTexts(name, await Deno.readTextFile(new URL(name, SCRIPTS))) : [];
    if (found.length) own[name] = found;
  }
  equal(own, {});
});

Deno.test("a text of a script's own shows wherever it stands", () => {
  const source =
    `h("p", { class: "lead", title: "One two" }, open ? "Three" : x, \`\${four} five\`, h("kbd", null, "Esc"));`;
  equal(ownTexts("a.js", source), ["One two", "Three", " five"]);
});

Deno.test("a text has its placeholders, and the form that the number needs", () => {
  const { rounds, link, title, dates } = texts("me");
  equal([rounds({ count: 1 }), rounds({ count: 2 }), rounds({ count: 0 })], [
    "1 round",
    "2 rounds",
    "0 rounds",
  ]);
  equal(link({ game: "Flush Poker", round: 3 }), "Flush Poker, round 3");
  equal([title, dates], ["Your play", "en-US"]);
  equal(texts("console_entry").ordinals.slice(0, 2), ["first", "second"]);
  equal(texts("preferences").theme.dark, "dark");
});
