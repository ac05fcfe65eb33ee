/**
 * The charts of the best play in the lab: coloured by decision, and for each cell what every decision is worth, by
 * pointing, by keyboard, by touch, and as a table below.
 * @module
 */
import { get } from "./api.js";
import { draw, h } from "./dom.js";
import { files } from "./lab_export.js";

import { chartKey, tableOf, toneOf } from "./strategy.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").ChartTable} ChartTable */
/** @typedef {import("./types.d.ts").ChartWorth} ChartWorth */
/** @typedef {import("./types.d.ts").CellValues} CellValues */
/** @typedef {import("./lab_tables.js").State} State */
/** @typedef {{ game: string, per: string, query: string, chart: State, cell: State, solve: () => void, solving: import("./lab_job.js").Work }} View */

const TEXTS = texts("lab_strategy");
/** @type {Record<string, string>} the words of a chart's title that name a light */
const LIGHTS = { blue: "blue", small: "blue", red: "red", medium: "red", gold: "gold" };
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * An expected value: with its sign, four places.
 * @param {number} value
 */
export function evOf(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}

/**
 * The decision worth most; of equals the first, which stakes less.
 * @param {Record<string, number>} values
 */
export function bestOf(values) {
  return Object.keys(values).reduce((best, one) => values[one] > values[best] ? one : best);
}

/**
 * Every value of a chart as numbers.
 * @param {ChartTable} table
 * @param {ChartWorth} worth
 */
export function numbersOf(table, worth) {
  const decisions = [...new Set(worth.cells.flatMap((cell) => Object.keys(cell.values)))];
  return {
    columns: [...TEXTS.columns, ...decisions],
    rows: worth.cells.map(({ row, column, hands, values }) => [
      table.rows[row].slice(0, table.labels).join(", "),
      table.columns[column],
      hands,
      bestOf(values),
      ...decisions.map((decision) => values[decision] ?? null),
    ]),
  };
}

/** The charts of a page and their values, fetched when they are looked at. */
export class Charts {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {ChartTable[]} */
    this.tables = [];
    /** @type {ChartWorth[]} */
    this.worth = [];
    this.words = TEXTS.drawing; // why there are none
    this.asked = "";
    this.pointed = ""; // the cell that is pointed at
    this.open = false; // the table below
    this.show = (/** @type {string} */ _place) => {}; // what a cell is worth, as the chart was drawn last
  }

  /**
   * The charts come after the figures: to draw them takes up to three seconds.
   * @param {string} game
   * @param {string} query
   */
  async look(game, query) {
    this.asked = query;
    try {
      const tables = await get(`/games/${game}/chart${query}`);
      if (query !== this.asked) return;
      [this.tables, this.worth, this.words] = [tables, [], ""];
      this.changed();
      const worth = await get(`/games/${game}/chart/worth${query}`);
      if (query === this.asked) this.worth = worth;
    } catch (problem) {
      if (query !== this.asked) return;
      if (!this.words) this.words = "";
      [this.tables, this.words] = [[], problem instanceof Error ? problem.message : String(problem)];
    }
    this.changed();
  }

  /**
   * The section of the page.
   * @param {View} view
   */
  draw(view) {
    const at = view.chart.value in this.tables ? view.chart.value : 0;
    const table = this.tables[at];
    const worth = this.worth[at];
    const numbers = table && worth?.cells.length ? numbersOf(table, worth) : null;
    return h(
      "section",
      { id: "strategy", key: "strategy", class: "panel", "aria-labelledby": "strategy-title" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "strategy-title" }, TEXTS.title),
        numbers && files(TEXTS.title, `${view.game}-strategy-${at + 1}`, numbers),
      ),
      table ? [this.picker(view, at), this.chart(view, table, worth, at)] : this.missing(view),
      numbers && this.below(numbers),
    );
  }

  /** @param {View} view */
  missing({ solve, solving }) {
    return [
      h("p", { class: "dim small", role: "status" }, this.words),
      this.words !== TEXTS.drawing && !solving.busy &&
      h("button", { class: "button", type: "button", onclick: solve }, TEXTS.solve),
      solving.draw(),
    ];
  }

  /**
   * The charts by title, lights with their colours.
   * @param {View} view
   * @param {number} at
   */
  picker({ chart, cell }, at) {
    return this.tables.length > 1 && h(
      "div",
      { class: "tables chart-names", role: "group", "aria-label": TEXTS.which },
      this.tables.map((table, number) =>
        h(
          "button",
          {
            key: `${number}`,
            type: "button",
            class: "choice",
            "aria-pressed": String(number === at),
            onclick: () => {
              this.pointed = "";
              cell.choose(null);
              chart.choose(number);
            },
          },
          lightsOf(table.title).map((light, place) =>
            h("i", { key: `${place}`, class: `light-dot ${light}`, "aria-hidden": "true" })
          ),
          table.title,
        )
      ),
    );
  }

  /**
   * @param {View} view
   * @param {ChartTable} table
   * @param {ChartWorth | undefined} worth
   * @param {number} at
   */
  chart(view, table, worth, at) {
    /** @type {Map<string, CellValues[]>} */
    const cells = new Map();
    for (const one of worth?.cells ?? []) {
      const place = `${one.row}.${one.column}`;
      cells.set(place, [...(cells.get(place) ?? []), one]);
    }
    const chosen = cells.has(String(view.cell.value)) ? String(view.cell.value) : "";
    const stop = chosen || [...cells.keys()][0] || ""; // where the tab key enters, and what is shown at first
    const props = (/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ words) => {
      const place = `${row}.${column}`;
      const kinds = cells.get(place);
      return kinds && {
        "data-cell": place,
        tabindex: place === stop ? 0 : -1,
        "aria-selected": place === chosen ? "true" : null,
        "aria-label": `${words}. ${kinds.map(spoken).join(" ")}`,
        title: null,
      };
    };
    const show = this.show = (/** @type {string} */ place) => {
      if (place) this.pointed = place;
      const panel = document.getElementById("cell-worth");
      if (panel) draw(panel, ...worthOf(table, worth, cells.get(place || stop), place || stop, view.per));
    };
    const toCell = (/** @type {Event} */ event) => cellAt(event)?.dataset.cell ?? "";
    return [
      h("div", {
        class: "cell-worth",
        id: "cell-worth",
        style: { "--kinds": Math.max(1, ...[...cells.values()].map((kinds) => kinds.length)) },
        key: `worth${at}${cells.size}${chosen}`,
        own: true,
        made: () => queueMicrotask(() => show(this.pointed)),
      }),
      h(
        "div",
        {
          class: "chart-box",
          key: `box${at}`,
          tabindex: 0,
          role: "group",
          "aria-label": table.title,
          // Not pointerover: that also comes where the box scrolls under a pointer that rests.
          onpointermove: (/** @type {Event} */ event) => show(toCell(event)),
          onpointerleave: () => {
            this.pointed = "";
            show(
              document.activeElement instanceof HTMLElement ? document.activeElement.dataset.cell ?? "" : "",
            );
          },
          made: (/** @type {HTMLElement} */ box) =>
            box.addEventListener("focusin", (event) => this.show(toCell(event))), // which has no property of its own
          onclick: (/** @type {Event} */ event) => toCell(event) && view.cell.choose(toCell(event)),
          onkeydown: (/** @type {KeyboardEvent} */ event) => move(event),
        },
        tableOf(table, [], { buttons: [] }, props),
      ),
      chartKey(table, null),
      h("p", { class: "small dim", key: "legend" }, table.legend),
    ];
  }

  /** @param {import("./lab_export.js").Numbers} numbers */
  below({ columns, rows }) {
    const named = TEXTS.columns.length;
    return h(
      "details",
      {
        key: "below",
        open: this.open,
        ontoggle: (/** @type {Event & { target: HTMLDetailsElement }} */ event) => {
          if (event.target.open === this.open) return;
          this.open = event.target.open;
          this.changed();
        },
      },
      h("summary", null, TEXTS.below),
      this.open && h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": TEXTS.below },
        h(
          "table",
          { class: "lines" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              columns.map((name, at) =>
                h("th", { key: `${at}`, scope: "col", class: at < named ? "" : "right" }, name)
              ),
            ),
          ),
          h(
            "tbody",
            null,
            rows.map((row, number) =>
              h(
                "tr",
                { key: `${number}` },
                row.map((value, at) =>
                  at === 0
                    ? h("th", { key: "0", scope: "row" }, String(value))
                    : at < named
                    ? h("td", { key: `${at}` }, String(value))
                    : h(
                      "td",
                      { key: `${at}`, class: "right number" },
                      value === null ? "" : evOf(Number(value)),
                    )
                ),
              )
            ),
          ),
        ),
      ),
    );
  }
}

/**
 * The lights that a title names, by their colours.
 * @param {string} title
 */
export function lightsOf(title) {
  return title.split(/[^a-z]+/).filter((word) => word in LIGHTS).map((word) => LIGHTS[word]);
}

/**
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
function cellAt(event) {
  return event.target instanceof HTMLElement ? event.target.closest("[data-cell]") : null;
}

/**
 * The arrow keys go from cell to cell.
 * @param {KeyboardEvent} event
 */
function move(event) {
  const step = STEPS[event.key];
  const cell = cellAt(event);
  if (event.key === "Enter" || event.key === " ") cell?.click();
  else if (!step || !cell) return;
  event.preventDefault();
  if (!step || !cell) return;
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  let [row, column] = (cell.dataset.cell ?? "").split(".").map(Number);
  for (let tries = 0; tries < 40; tries++) {
    [row, column] = [row + step[0], column + step[1]];
    const next = box.querySelector(`[data-cell="${row}.${column}"]`);
    if (next instanceof HTMLElement) {
      cell.tabIndex = -1;
      next.tabIndex = 0;
      return next.focus();
    }
  }
}

/** @param {CellValues} kind */
function spoken({ hands, values }) {
  const evs = Object.entries(values).map(([decision, ev]) => `${decision} ${evOf(ev)}`).join(", ");
  return hands ? `${hands}: ${evs}.` : `${evs}.`;
}

/**
 * What every decision of a cell is worth.
 * @param {ChartTable} table
 * @param {ChartWorth | undefined} worth
 * @param {CellValues[] | undefined} kinds
 * @param {string} place
 * @param {string} per
 */
function worthOf(table, worth, kinds, place, per) {
  if (!worth) return [h("p", { class: "dim small" }, TEXTS.pricing)];
  if (!kinds) return [h("p", { class: "dim small" }, TEXTS.noWorth)];
  const [row, column] = place.split(".").map(Number);
  const names = [...table.rows[row].slice(0, table.labels), table.columns[column]].filter(Boolean);
  return [
    h("p", { class: "cell-name" }, h("b", null, names.join(" · "))),
    h(
      "div",
      { class: "cell-kinds" },
      kinds.map((kind) =>
        h(
          "ul",
          { key: kind.hands, "aria-label": kind.hands || TEXTS.worth },
          kind.hands && h("li", { key: "", class: "dim" }, kind.hands),
          Object.entries(kind.values).map(([decision, ev]) =>
            h(
              "li",
              { key: decision, class: decision === bestOf(kind.values) ? "best" : "" },
              h("span", { class: "swatch", "data-tone": toneOf(decision) }, decision),
              h("span", { class: "number" }, evOf(ev)),
            )
          ),
        )
      ),
    ),
    h("p", { class: "dim small" }, TEXTS.meanOf({ per, of: worth.mean_of }), " ", TEXTS.point),
  ];
}
