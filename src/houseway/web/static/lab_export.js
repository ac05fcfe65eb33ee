/**
 * The numbers of a figure as files: CSV, JSON, and the figure itself as SVG, with its colours written into it.
 * @module
 */
import { h } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {{ columns: string[], rows: (string | number | null)[][] }} Numbers */

const TEXTS = texts("lab_export");
const INLINED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];

/**
 * A cell as CSV writes it.
 * @param {string | number | null} value
 */
function cell(value) {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Numbers} numbers */
export function csvOf({ columns, rows }) {
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** @param {Numbers} numbers */
export function jsonOf({ columns, rows }) {
  const objects = rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])));
  return `${JSON.stringify(objects, null, 1)}\n`;
}

/**
 * A drawn figure as a file of its own: what style sheets say of it is written into its elements.
 * @param {SVGSVGElement} figure
 */
export function svgOf(figure) {
  const copy = /** @type {SVGSVGElement} */ (figure.cloneNode(true));
  const originals = [figure, ...figure.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, at) => {
    const style = getComputedStyle(originals[at]);
    for (const name of INLINED) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Give the reader a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The buttons beside a figure; SVG where a drawing stands in the same section.
 * @param {string} title
 * @param {string} name of the files, without their ends
 * @param {Numbers} numbers
 * @param {{ svg?: boolean }} [more]
 */
export function files(title, name, numbers, { svg = false } = {}) {
  const drawing = (/** @type {Event & { target: HTMLElement }} */ event) => {
    const figure = event.target.closest("section")?.querySelector("svg.plot");
    if (figure) save(`${name}.svg`, svgOf(/** @type {SVGSVGElement} */ (figure)), "image/svg+xml");
  };
  const button = (/** @type {string} */ text, /** @type {(event: any) => void} */ onclick) =>
    h("button", { key: text, type: "button", class: "file", onclick }, text);
  return h(
    "span",
    { class: "files", role: "group", "aria-label": TEXTS.group({ title }) },
    button(TEXTS.csv, () => save(`${name}.csv`, csvOf(numbers), "text/csv")),
    button(TEXTS.json, () => save(`${name}.json`, jsonOf(numbers), "application/json")),
    svg && button(TEXTS.svg, drawing),
  );
}
