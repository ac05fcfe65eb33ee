/**
 * The charts of the game's best play beside the felt, with the cell of the player's hand marked. A cell shows the key of
 * its decision in the colour of what it does; its words are said in full where the hand stands.
 * @module
 */
import { h } from "./dom.js";
import { texts } from "./texts.js";

const TEXTS = texts("strategy");

/** @typedef {import("./types.d.ts").ChartTable} ChartTable */
/** @typedef {import("./types.d.ts").Mark} Mark */
/** @typedef {import("./drawn.d.ts").Layout} Layout */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./store.js").ChartState} ChartState */
/** @typedef {Pick<import("./acts.js").Acts, "chooseChart" | "closeChart">} Acts */
/** @typedef {{ code: string, words: string, tone: string }} Cell */

const FEW = 3; // columns that have room for words
const TONES = new Map([
  ["fold", "out"],
  ["surrender", "out"],
  ["check", "stay"],
  ["stand", "stay"],
  ["hit", "draw"],
  ["split", "split"],
]);

/**
 * @param {State} state
 * @param {Acts} acts
 */
export function chartPanel({ chart, game, view }, acts) {
  const marks = chart?.marks?.round === view.round ? chart.marks.marks : [];
  const shown = chart?.chosen ?? marks[0]?.chart ?? 0;
  const table = chart?.tables[shown];
  return h(
    "section",
    { class: "panel chart", key: "chart", "aria-label": TEXTS.title },
    h(
      "div",
      { class: "head" },
      h("h2", { class: table ? "heard" : null }, TEXTS.chart),
      table ? picker(chart?.tables ?? [], marks, shown, acts) : null,
      h("button", { class: "button quiet", type: "button", onclick: () => acts.closeChart() }, TEXTS.close),
    ),
    chart?.problem ? h("p", { class: "small", role: "status" }, chart.problem) : null,
    table
      ? [
        h(
          "p",
          { class: "small place-of-hand", role: "status", key: "words" },
          placeWords(table, marks, shown),
        ),
        h(
          "div",
          { class: "chart-box", tabindex: 0, role: "group", "aria-label": table.title, key: `box${shown}` },
          tableOf(table, marks.filter((mark) => mark.chart === shown), game.layout),
        ),
        chartKey(table, game.layout),
        table.legend ? h("p", { class: "small dim", key: "legend" }, table.legend) : null,
      ]
      : chart?.problem
      ? null
      : h("p", { class: "small dim", role: "status", key: "wait" }, TEXTS.loading),
  );
}

/**
 * The charts by title; those in which the hand stands have a dot.
 * @param {ChartTable[]} tables
 * @param {Mark[]} marks
 * @param {number} shown
 * @param {Acts} acts
 */
function picker(tables, marks, shown, acts) {
  const title = (/** @type {ChartTable} */ table, /** @type {number} */ at) =>
    marks.some((mark) => mark.chart === at) ? `● ${table.title}` : table.title;
  return h(
    "select",
    {
      "aria-label": TEXTS.which,
      key: "picker",
      value: String(shown),
      onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
        acts.chooseChart(Number(event.target.value)),
    },
    tables.map((table, at) =>
      h("option", { key: `${at}`, value: String(at), selected: at === shown }, title(table, at))
    ),
  );
}

/**
 * Where the hand stands, in words.
 * @param {ChartTable} table
 * @param {Mark[]} marks
 * @param {number} shown
 */
export function placeWords(table, marks, shown) {
  if (!marks.length) return TEXTS.noHand;
  const here = marks.filter((mark) => mark.chart === shown);
  if (!here.length) return TEXTS.elsewhere;
  return here.map(({ row, column }) => {
    if (row === null) return TEXTS.notListed;
    const cells = table.rows[row];
    const across = Object.keys(table.decisions).length ? [table.columns[column]] : [];
    const names = [...cells.slice(0, table.labels), ...across].join(", ");
    return TEXTS.decides({ hand: names, decision: cellOf(table, cells[column], []).words });
  }).join(" ");
}

/**
 * What a cell decides: the words of a text that it is, or begins with.
 * @param {ChartTable} table
 * @param {string} text
 * @param {Layout["buttons"]} buttons
 * @returns {Cell}
 */
export function cellOf({ decisions }, text, buttons) {
  const starts = Object.keys(decisions).filter((one) =>
    one && text.startsWith(one) && !/^\w/.test(text.slice(one.length))
  );
  const start = starts.sort((one, other) => other.length - one.length)[0];
  const known = decisions[text] ?? (start === undefined ? undefined : decisions[start]);
  if (known === undefined) return { code: text, words: text || TEXTS.noSuchHand, tone: "" };
  const decision = known.replace(/^mostly /, "").split(",")[0];
  const mixed = decisions[text] === undefined || known !== known.replace(/^mostly /, "");
  const letter = buttons.find((button) => button.decision === decision && !button.amount)?.key ?? decision;
  return {
    code: mixed ? `${letter}*` : letter,
    words: decisions[text] === undefined ? `${known} (${text})` : mixed ? `${known} (${text})` : known,
    tone: toneOf(decision),
  };
}

/**
 * What a decision does, for its colour: gives up, stays, draws, splits, or stakes more, the more the darker.
 * @param {string} decision
 */
export function toneOf(decision) {
  const times = /(\d)x$/.exec(decision)?.[1];
  return TONES.get(decision) ??
    (times ? `more-${Math.min(Number(times), 3)}` : decision === "double" ? "more-3" : "other");
}

/**
 * A chart; `more` says what else a cell has: by row and column, with the words of what it decides. Its cells then stand
 * as the legend explains them.
 * @param {ChartTable} table
 * @param {Mark[]} marks
 * @param {Pick<Layout, "buttons">} layout
 * @param {(row: number, column: number, words: string) => Record<string, any> | undefined} [more]
 */
export function tableOf(table, marks, layout, more) {
  const few = table.columns.length - table.labels <= FEW;
  const isMarked = (/** @type {number} */ row, /** @type {number} */ column) =>
    marks.some((mark) => mark.row === row && mark.column === column);
  return h(
    "table",
    { class: few ? "chart-table few" : "chart-table", role: more ? "grid" : null },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        table.columns.map((name, at) =>
          name ? h("th", { scope: "col", key: `${at}` }, whole(name)) : h("td", { key: `${at}` })
        ),
      ),
    ),
    h(
      "tbody",
      null,
      table.rows.map((cells, row) =>
        h(
          "tr",
          { key: `${row}` },
          cells.map((text, column) =>
            column < table.labels ? h("th", { scope: "row", key: `${column}` }, whole(text)) : cellItem(
              cellOf(table, text, layout.buttons),
              few || more ? text : null,
              column,
              isMarked(row, column),
              more && ((words) => more(row, column, words)),
            )
          ),
        )
      ),
    ),
  );
}

/**
 * Hyphens that do not end a line: "K-2" stays one word.
 * @param {string} text
 */
function whole(text) {
  return text.replaceAll("-", "\u2011");
}

/**
 * @param {Cell} cell
 * @param {string | null} text where there is room for it
 * @param {number} column
 * @param {boolean} marked
 * @param {((words: string) => Record<string, any> | undefined) | undefined} more
 */
function cellItem({ code, words, tone }, text, column, marked, more) {
  return h(
    "td",
    {
      key: `${column}`,
      "data-tone": tone || null,
      "data-marked": marked ? "yes" : null,
      "aria-current": marked ? "true" : null,
      "aria-label": marked ? TEXTS.yourHand({ words }) : words,
      title: words,
      ...more?.(words),
    },
    text ?? code,
  );
}

/**
 * What the keys of the cells mean, once each.
 * @param {ChartTable} table
 * @param {Pick<Layout, "buttons"> | null} layout none where cells stand as they are in the chart
 */
export function chartKey(table, layout) {
  const texts = new Set(table.rows.flatMap((cells) => cells.slice(table.labels)));
  const every = [...texts].map((text) => {
    const cell = cellOf(table, text, layout?.buttons ?? []);
    return layout || cell.code.endsWith("*") ? cell : { ...cell, code: text };
  });
  const cells = every.filter(({ tone }) => tone);
  const plain = cells.filter(({ code }) => !code.endsWith("*"));
  if (!cells.length) return null;
  return h(
    "ul",
    { class: "chart-key small", key: "key", "aria-label": TEXTS.colours },
    plain.map(({ code, words, tone }) =>
      h(
        "li",
        { key: words },
        h(
          "span",
          { class: "swatch", "data-tone": tone, "aria-hidden": code === words ? null : "true" },
          code,
        ),
        code === words ? null : words,
      )
    ),
    plain.length < cells.length ? h("li", { key: "mixed" }, TEXTS.mixed) : null,
  );
}

/**
 * Bring the marked cell into sight, inside the box of its chart.
 * @param {HTMLElement} page
 */
export function centreMark(page) {
  const cell = page.querySelector(".chart [data-marked]");
  const box = cell?.closest(".chart-box");
  if (!(cell instanceof HTMLElement) || !(box instanceof HTMLElement)) return;
  box.scrollTop = cell.offsetTop - (box.clientHeight - cell.offsetHeight) / 2;
  box.scrollLeft = cell.offsetLeft - (box.clientWidth - cell.offsetWidth) / 2;
}
