/**
 * Pay tables of the lab: every line counted, sortable, two tables side by side.
 * @module
 */
import { h } from "./dom.js";
import { files } from "./lab_export.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").LabWager} LabWager */
/** @typedef {{ value: any, choose: (value: any) => void }} State */
/** @typedef {{ line: string, combinations: number | null, probability: number, pays: string, returns: number }} Line */

const TEXTS = texts("lab_tables");
const COLUMNS = /** @type {const} */ ([
  ["line", TEXTS.hand],
  ["probability", TEXTS.oneIn],
  ["pays", TEXTS.pays],
  ["returns", TEXTS.returns],
  ["combinations", TEXTS.combinations],
]);

/**
 * A share or an edge as the lab prints it: four places.
 * @param {number} share
 */
export function percents(share) {
  return `${(100 * share).toFixed(4).replace(/^-/, "−")}%`;
}

/**
 * "1 in 33.1".
 * @param {number} share
 */
export function oneIn(share) {
  if (share <= 0) return TEXTS.never;
  const times = 1 / share;
  return times < 1000 ? times.toFixed(1) : Math.round(times).toLocaleString("en-US");
}

/**
 * A figure and what it is.
 * @param {string} what
 * @param {string} value
 * @param {string} [kind]
 */
export function figure(what, value, kind = "") {
  return h("div", { key: what, class: kind }, h("dt", null, what), h("dd", { class: "number" }, value));
}

/**
 * How wide a drawing is in its own units: in a narrow window fewer, so that its words stay as large as others.
 * @param {number} most
 */
export function plotWidth(most) {
  return Math.max(250, Math.min(most, (globalThis.innerWidth ?? most + 70) - 70));
}

/**
 * The lines of a table, sorted.
 * @param {Record<string, Omit<Line, "line">>} lines
 * @param {string | null} by a column, with "-" for the other way round
 * @returns {Line[]}
 */
export function sortedLines(lines, by) {
  const rows = Object.entries(lines).map(([line, one]) => ({ line, ...one }));
  if (!by) return rows;
  const key = /** @type {keyof Line} */ (by.replace(/^-/, ""));
  const direction = by.startsWith("-") ? -1 : 1;
  return rows.sort((a, b) => direction * compared(a[key], b[key]));
}

/**
 * @param {string | number | null} a
 * @param {string | number | null} b
 */
function compared(a, b) {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, "en", { numeric: true });
  return Number(a ?? -1) - Number(b ?? -1);
}

/**
 * A bonus: its tables in a line, and the one that is chosen, or two of them beside each other.
 * @param {LabWager} wager
 * @param {Record<string, any>} tables
 * @param {{ state: State, sorted: State, edit: string }} more
 */
export function payTables(wager, tables, { state, sorted, edit }) {
  const names = Object.keys(tables);
  const first = wager.offered ?? names[0];
  /** @type {string[]} */
  const shown = (state.value ?? [first]).filter((/** @type {string} */ name) => name in tables);
  const toggle = (/** @type {string} */ name) =>
    state.choose(shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name].slice(-2));
  return h(
    "section",
    { key: wager.name, class: "panel", id: `wager-${wager.name}`, "aria-labelledby": `title-${wager.name}` },
    h(
      "div",
      { class: "head" },
      h("h2", { id: `title-${wager.name}` }, wager.label),
      h("a", { class: "small", href: edit }, TEXTS.whatIf),
      files(wager.label, wager.name, numbersOf(tables)),
    ),
    names.length > 1 && h(
      "div",
      { class: "tables", role: "group", "aria-label": TEXTS.choose({ label: wager.label }) },
      names.map((name) =>
        h(
          "button",
          {
            key: name,
            type: "button",
            class: "choice",
            "aria-pressed": String(shown.includes(name)),
            onclick: () => toggle(name),
          },
          h("b", null, name),
          h("span", { class: "number" }, percents(tables[name].house_edge)),
          name === wager.offered && h("small", null, TEXTS.offered),
        )
      ),
    ),
    h(
      "div",
      { class: shown.length > 1 ? "two-tables" : "" },
      shown.map((name) => oneTable(wager, name, tables[name], sorted)),
    ),
    wager.more > 0 &&
      h("p", { class: "dim small" }, TEXTS.more({ more: wager.more })),
  );
}

/**
 * Every line of every pay table as numbers.
 * @param {Record<string, any>} tables
 */
function numbersOf(tables) {
  const lines = Object.entries(tables).flatMap(([name, table]) =>
    Object.entries(table.lines).map(([line, one]) => [
      name,
      line,
      one.combinations,
      one.probability,
      one.pays,
      one.returns ?? null,
      table.house_edge,
    ])
  );
  return {
    columns: ["table", "line", "combinations", "probability", "pays", "returns", "house_edge"],
    rows: lines,
  };
}

/**
 * @param {LabWager} wager
 * @param {string} name
 * @param {any} table
 * @param {State} sorted
 */
function oneTable(wager, name, table, sorted) {
  const rows = sortedLines(table.lines, sorted.value);
  return h(
    "div",
    { key: name },
    h(
      "dl",
      { class: "figures small-figures" },
      figure(table.basis ? TEXTS.edgeOf({ basis: table.basis }) : TEXTS.edge, percents(table.house_edge)),
      figure(TEXTS.wins, percents(table.hit_frequency)),
      figure(TEXTS.deviation, table.standard_deviation.toFixed(4)),
      table.combinations && figure(TEXTS.combinations, table.combinations.toLocaleString("en-US")),
    ),
    h(
      "div",
      {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": TEXTS.table({ label: wager.label, name }),
      },
      h(
        "table",
        { class: "lines" },
        h("thead", null, h("tr", null, COLUMNS.map(([key, title]) => heading(key, title, sorted)))),
        h("tbody", null, rows.map(lineRow)),
      ),
    ),
  );
}

/**
 * @param {string} key
 * @param {string} title
 * @param {State} sorted
 */
function heading(key, title, sorted) {
  const by = sorted.value;
  const order = by === key ? "ascending" : by === `-${key}` ? "descending" : "none";
  return h(
    "th",
    { key, scope: "col", class: key === "line" ? "" : "right", "aria-sort": order },
    h(
      "button",
      {
        type: "button",
        class: "sort",
        onclick: () => sorted.choose(by === key ? `-${key}` : by === `-${key}` ? null : key),
      },
      title,
      h("i", { "aria-hidden": "true" }, order === "ascending" ? " ▲" : order === "descending" ? " ▼" : ""),
    ),
  );
}

/** @param {Line} row */
function lineRow({ line, combinations, probability, pays, returns }) {
  return h(
    "tr",
    { key: line },
    h("th", { scope: "row" }, line),
    h("td", { class: "right number" }, oneIn(probability)),
    h("td", { class: "right number" }, pays),
    h("td", { class: "right number" }, percents(returns)),
    h(
      "td",
      { class: "right number dim" },
      combinations === null ? "—" : combinations.toLocaleString("en-US"),
    ),
  );
}

/**
 * Every wager of the main game: how it ends, and what each end adds to the net.
 * @param {any} analysis
 * @param {Record<string, string>} labels
 */
export function mainTables(analysis, labels) {
  const wagers = Object.entries(analysis.wagers).flatMap(([wager, tables]) =>
    Object.entries(/** @type {any} */ (tables)).filter(([, one]) => one.contribution !== undefined)
      .map(([, one]) => /** @type {[string, any]} */ ([wager, one]))
  );
  return wagers.length > 0 && h(
    "section",
    { key: "main", class: "panel", id: "main-game", "aria-labelledby": "main-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "main-title" }, TEXTS.main),
      files(TEXTS.main, "main-game", {
        columns: ["wager", "line", "combinations", "probability", "pays", "contribution"],
        rows: wagers.flatMap(([wager, one]) =>
          Object.entries(one.lines).map(([line, row]) => [
            wager,
            line,
            row.combinations ?? null,
            row.probability,
            row.pays ?? "",
            row.contribution,
          ])
        ),
      }),
    ),
    h(
      "p",
      { class: "dim small" },
      TEXTS.mainAbout,
    ),
    wagers.map(([wager, one]) =>
      h(
        "div",
        { key: wager, class: "scroll", tabindex: 0, role: "region", "aria-label": labels[wager] ?? wager },
        h(
          "table",
          { class: "lines" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, labels[wager] ?? wager),
              TEXTS.mainHeads.map((name) => h("th", { key: name, scope: "col", class: "right" }, name)),
            ),
          ),
          h("tbody", null, Object.entries(one.lines).map(mainRow)),
          h(
            "tfoot",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "row" }, TEXTS.staked({ average: one.average_wagered.toFixed(4) })),
              h("td", { class: "right number", colspan: 3 }, percents(one.contribution)),
              h("td", null),
            ),
          ),
        ),
      )
    ),
  );
}

/** @param {[string, any]} entry */
function mainRow([line, one]) {
  return h(
    "tr",
    { key: line },
    h("th", { scope: "row" }, line),
    h("td", { class: "right number" }, oneIn(one.probability)),
    h("td", { class: "right number" }, one.pays ?? ""),
    h("td", { class: "right number" }, percents(one.contribution)),
    h(
      "td",
      { class: "right number dim" },
      one.combinations === null ? "—" : one.combinations?.toLocaleString("en-US") ?? "",
    ),
  );
}

/**
 * A slider with its words and its value.
 * @param {string} words
 * @param {number} value
 * @param {{ least: number, most: number, step: number, choose: (value: number) => void }} range
 */
export function slider(words, value, { least, most, step, choose }) {
  const id = `slider-${words.replaceAll(/[^a-z]+/gi, "-")}`;
  return h(
    "div",
    { key: words, class: "slider" },
    h("label", { for: id }, words),
    h("b", { class: "number" }, value.toLocaleString("en-US")),
    h("input", {
      id,
      type: "range",
      min: least,
      max: most,
      step,
      value: String(value),
      oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) =>
        choose(Number(event.target.value)),
    }),
  );
}
