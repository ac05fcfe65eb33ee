/**
 * The edge of a jackpot wager as its meter rises: a line, a slider, and where the wager breaks even.
 * @module
 */
import { h, s } from "./dom.js";
import { figure, percents, slider } from "./lab_tables.js";
import { money } from "./money.js";

/** @typedef {import("./lab_tables.js").State} State */
/** @typedef {import("./types.d.ts").LabFacts} LabFacts */

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 30;
const TOP = 14;
const USUAL_TAX = 0;

/**
 * What a jackpot wager of one dollar is worth at a meter: its edge, where it breaks even, and both after tax on shares.
 * @param {{ fixed_edge: number, break_even_meter: number }} table
 * @param {number} meter in dollars
 * @param {number} tax a part of every share
 */
export function atMeter(table, meter, tax) {
  const weight = table.fixed_edge / table.break_even_meter * (1 - tax);
  return { edge: table.fixed_edge - weight * meter, even: table.fixed_edge / weight };
}

/**
 * @param {LabFacts} lab
 * @param {any} analysis
 * @param {State} state
 */
export function meters(lab, analysis, state) {
  const priced = lab.wagers.flatMap((wager) =>
    Object.entries(analysis.wagers[wager.name])
      .filter(([, table]) => table.break_even_meter)
      .map(([name, table]) => ({
        key: `${wager.name} ${name}`,
        label: `${wager.label}, table ${name}`,
        table,
        wager,
        name,
      }))
  );
  if (!priced.length) {
    return h(
      "section",
      { id: "meter", key: "meter", class: "panel" },
      h("h2", null, "Jackpot"),
      h("p", { class: "dim" }, "No wager of this game wins a share of a meter."),
    );
  }
  const usual = priced.find((one) => one.name === one.wager.offered) ?? priced[0];
  const chosen = { key: usual.key, meter: 10000, tax: USUAL_TAX, ...state.value };
  const { table, label } = priced.find((one) => one.key === chosen.key) ?? usual;
  const { edge, even } = atMeter(table, chosen.meter, chosen.tax);
  const most = Math.ceil(even * 1.5 / 1000) * 1000;
  return h(
    "section",
    { id: "meter", key: "meter", class: "panel", "aria-labelledby": "meter-title" },
    h("h2", { id: "meter-title" }, "Jackpot: the edge as the meter rises"),
    h(
      "label",
      { class: "field" },
      h("span", null, "wager and pay table"),
      h(
        "select",
        {
          value: chosen.key,
          onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
            state.choose({ ...chosen, key: event.target.value }),
        },
        priced.map((one) =>
          h("option", { key: one.key, value: one.key, selected: one.key === chosen.key }, one.label)
        ),
      ),
    ),
    plot(table, chosen, most, label),
    h(
      "div",
      { class: "sliders" },
      slider("meter, dollars", chosen.meter, {
        least: 0,
        most,
        step: 100,
        choose: (meter) => state.choose({ ...chosen, meter }),
      }),
      slider("tax on shares, percent", Math.round(100 * chosen.tax), {
        least: 0,
        most: 50,
        step: 1,
        choose: (percent) => state.choose({ ...chosen, tax: percent / 100 }),
      }),
    ),
    h(
      "dl",
      { class: "figures" },
      figure(`house edge at ${money(100 * chosen.meter)}`, percents(edge), "large"),
      figure("a wager of $1 earns", `${(-100 * edge).toFixed(2).replace("-", "−")} cents`),
      figure("breaks even at", money(Math.round(100 * even))),
      figure("without the jackpot it loses", percents(table.fixed_edge)),
    ),
    h(
      "table",
      { class: "lines" },
      h("caption", null, "How often each share comes"),
      h(
        "tbody",
        null,
        Object.entries(table.odds ?? {}).map(([line, odds]) =>
          h(
            "tr",
            { key: line },
            h("th", { scope: "row" }, line),
            h("td", { class: "right number" }, table.lines[line]?.pays ?? ""),
            h("td", { class: "right number" }, String(odds)),
          )
        ),
      ),
    ),
  );
}

/**
 * @param {any} table
 * @param {{ meter: number, tax: number }} chosen
 * @param {number} most
 * @param {string} label
 */
function plot(table, chosen, most, label) {
  const edgeAt = (/** @type {number} */ meter) => atMeter(table, meter, chosen.tax).edge;
  const [high, low] = [edgeAt(0), edgeAt(most)];
  const x = (/** @type {number} */ meter) => LEFT + (WIDTH - LEFT - 12) * Math.min(1, meter / most);
  const y = (/** @type {number} */ edge) => TOP + (HEIGHT - TOP - BOTTOM) * (high - edge) / (high - low);
  const { edge, even } = atMeter(table, chosen.meter, chosen.tax);
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${label}: the house edge falls from ${
        percents(high)
      } with an empty meter to nothing at ${money(Math.round(100 * even))}; at ${
        money(100 * chosen.meter)
      } it is ${percents(edge)}.`,
    },
    s("line", { class: "axis", x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM }),
    s("line", { class: "axis", x1: LEFT, x2: WIDTH - 12, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    s("line", { class: "level", x1: LEFT, x2: WIDTH - 12, y1: y(0), y2: y(0) }),
    s("path", { class: "line", d: `M${x(0)},${y(high)} L${x(most)},${y(low)}` }),
    s("circle", { class: "even", cx: x(even), cy: y(0), r: 6 }),
    s("circle", { class: "now", cx: x(chosen.meter), cy: y(edge), r: 6 }),
    s(
      "text",
      { x: LEFT - 8, y: y(high) + 5, "text-anchor": "end" },
      percents(high).replace(/\.?0+%|(?<=\.\d)\d+%/, "%"),
    ),
    s("text", { x: LEFT - 8, y: y(0) + 5, "text-anchor": "end" }, "0%"),
    s("text", { x: LEFT, y: HEIGHT - 8 }, "$0"),
    s("text", { x: WIDTH - 12, y: HEIGHT - 8, "text-anchor": "end" }, money(100 * most).replace(/\.00$/, "")),
  );
}
