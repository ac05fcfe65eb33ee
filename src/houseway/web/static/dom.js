/**
 * A small way to draw a page from data: `h` describes an element, `draw` makes the page look like the description
 * and keeps what is already there, so that focus and motion survive. Nothing is ever parsed as markup.
 * @module
 */

/** @typedef {{ tag: string, svg: boolean, key: string | undefined, props: Record<string, any>, children: Child[] }} Element_ */
/** @typedef {Element_ | string} Child */
/** @typedef {Child | number | false | null | undefined} Item */
/** @typedef {Item | (Item | Item[])[]} Nested what `h` takes: children, numbers, nothing, and lists of these */

const SVG = "http://www.w3.org/2000/svg";
/** @type {WeakMap<Node, Child[]>} what was drawn into a node last */
const drawn = new WeakMap();
/** @type {WeakMap<Element, Record<string, any>>} the properties that an element has */
const known = new WeakMap();
const PROPERTIES = new Set([
  "value",
  "checked",
  "disabled",
  "hidden",
  "open",
  "selected",
  "max",
  "min",
  "step",
]);

/**
 * An element: tag, properties and children. `on…` are listeners, `style` sets custom properties, `made` is called once.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Nested} children
 * @returns {Element_}
 */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, svg: false, key, props: rest, children: flat(children) };
}

/**
 * The same for an element of SVG.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Nested} children
 * @returns {Element_}
 */
export function s(tag, props, ...children) {
  return { ...h(tag, props, ...children), svg: true };
}

/**
 * @param {Nested[]} children
 * @returns {Child[]}
 */
function flat(children) {
  /** @type {Child[]} */
  const out = [];
  for (const child of children) {
    if (Array.isArray(child)) out.push(...flat(child));
    else if (child !== null && child !== undefined && child !== false) {
      out.push(typeof child === "number" ? String(child) : child);
    }
  }
  return out;
}

/**
 * Make the children of a node look like this.
 * @param {Element} parent
 * @param {...Nested} wanted
 */
export function draw(parent, ...wanted) {
  const next = flat(wanted);
  const before = drawn.get(parent) ?? [];
  const nodes = drawn.has(parent) ? [...parent.childNodes] : [];
  if (!drawn.has(parent)) parent.replaceChildren();
  /** @type {Map<string, Node[]>} */
  const free = new Map();
  before.forEach((child, index) => {
    const name = nameOf(child);
    const list = free.get(name) ?? [];
    list.push(nodes[index]);
    free.set(name, list);
  });
  /** @type {Node[]} */
  const placed = [];
  for (const child of next) {
    const node = free.get(nameOf(child))?.shift();
    placed.push(node ? change(node, child) : make(child));
  }
  for (const rest of free.values()) for (const node of rest) parent.removeChild(node);
  placed.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
  });
  drawn.set(parent, next);
}

/** @param {Child} child */
function nameOf(child) {
  return typeof child === "string" ? "#text" : `${child.tag}/${child.key ?? ""}`;
}

/**
 * @param {Child} child
 * @returns {Node}
 */
function make(child) {
  if (typeof child === "string") return document.createTextNode(child);
  const element = child.svg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  change(element, child);
  child.props.made?.(element);
  return element;
}

/**
 * @param {Node} node
 * @param {Child} child
 */
function change(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return node;
  }
  const element = /** @type {HTMLElement} */ (node);
  const before = known.get(element) ?? {};
  for (const name of Object.keys(before)) if (!(name in child.props)) set(element, name, null);
  for (const [name, value] of Object.entries(child.props)) {
    if (before[name] !== value || PROPERTIES.has(name)) set(element, name, value);
  }
  known.set(element, child.props);
  if (!child.props.own) draw(element, child.children);
  return node;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (name === "made" || name === "own") return;
  if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value;
  } else if (name === "style") {
    for (const [key, one] of Object.entries(value ?? {})) element.style.setProperty(key, String(one));
  } else if (PROPERTIES.has(name) && !(element instanceof SVGElement)) {
    const target = /** @type {any} */ (element);
    const assigned = value ?? (typeof target[name] === "boolean" ? false : "");
    if (target[name] !== assigned) target[name] = assigned;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Whether things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * What the server put into the page.
 * @returns {any}
 */
export function pageData() {
  return JSON.parse(document.getElementById("data")?.textContent || "{}");
}
