/**
 * How rounds end, the figures that the letter prints, and what players gain who see each other's cards.
 * @module
 */
import { h, s } from "./dom.js";
import { files } from "./lab_export.js";
import { figure, oneIn, percents, plotWidth } from "./lab_tables.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").LabFacts} LabFacts */
/** @typedef {import("./types.d.ts").NetResult} NetResult */
/** @typedef {import("./types.d.ts").FigureResult} FigureResult */
/** @typedef {import("./lab_job.js").Work} Work */
/** @typedef {{ hands_seen: number, house_edge: number, house_edge_unseen: number, gain: number, standard_error: number, deals: number }} Seen */

const TEXTS = texts("lab_results");
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 240, 64, 30, 14, 14];
const LABEL = 49; // the room of a label below the bars

/**
 * @param {LabFacts} lab
 * @param {Work} work
 * @param {() => void} count
 */
export function results(lab, work, count) {
  const rows = lab.results;
  return h(
    "section",
    { id: "results", key: "results", class: "panel", "aria-labelledby": "results-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "results-title" }, TEXTS.results),
      rows && files(TEXTS.results, `${lab.game}-results`, numbersOf(rows), { svg: true }),
    ),
    h("p", { class: "dim small" }, TEXTS.about({ per: lab.per })),
    rows ? [shares(rows), bars(rows), numbers(netTable(rows))] : [
      h("p", { key: "missing" }, TEXTS.missing),
      !work.busy && h("button", { class: "button", type: "button", onclick: count }, TEXTS.count),
      work.draw(),
    ],
  );
}

/** @param {NetResult[]} rows */
function numbersOf(rows) {
  return {
    columns: ["net", "probability", "net_exact", "probability_exact"],
    rows: rows.map((one) => [one.net, one.probability, one.net_exact, one.probability_exact]),
  };
}

/** @param {NetResult[]} rows */
function shares(rows) {
  const sum = (/** @type {(net: number) => boolean} */ counts) =>
    rows.reduce((all, one) => all + (counts(one.net) ? one.probability : 0), 0);
  return h(
    "dl",
    { key: "shares", class: "figures" },
    figure(TEXTS.ahead, percents(sum((net) => net > 0))),
    figure(TEXTS.even, percents(sum((net) => net === 0))),
    figure(TEXTS.behind, percents(sum((net) => net < 0))),
  );
}

/**
 * Columns over a logarithmic axis.
 * @param {NetResult[]} rows
 */
function bars(rows) {
  const lowest = Math.floor(Math.log10(Math.min(...rows.map((one) => one.probability))));
  const wide = plotWidth(WIDTH);
  const slot = (wide - LEFT - RIGHT) / rows.length;
  const x = (/** @type {number} */ at) => LEFT + slot * (at + 0.5);
  const every = Math.ceil(rows.length / Math.floor(wide / LABEL));
  const y = (/** @type {number} */ share) => TOP + (HEIGHT - TOP - BOTTOM) * Math.log10(share) / lowest;
  const step = Math.max(1, Math.ceil(-lowest / 4));
  const powers = Array.from({ length: Math.floor(-lowest / step) + 1 }, (_, at) => -at * step);
  return s(
    "svg",
    {
      key: "bars",
      class: "plot",
      viewBox: `0 0 ${wide} ${HEIGHT}`,
      role: "img",
      "aria-label": TEXTS.plot({ low: rows[0].net, high: rows[rows.length - 1].net }),
    },
    powers.map((power) =>
      s("line", {
        key: `l${power}`,
        class: "level",
        x1: LEFT,
        x2: wide - RIGHT,
        y1: y(10 ** power),
        y2: y(10 ** power),
      })
    ),
    powers.map((power) =>
      s(
        "text",
        { key: `t${power}`, x: LEFT - 8, y: y(10 ** power) + 5, "text-anchor": "end" },
        power ? `10${raised(power)}` : "1",
      )
    ),
    s("line", { class: "axis", x1: LEFT, x2: wide - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    rows.map((one, at) =>
      s("rect", {
        key: one.net_exact,
        class: one.net < 0 ? "bar-loss" : one.net > 0 ? "bar-gain" : "bar-even",
        x: x(at) - Math.min(12, slot / 3),
        width: 2 * Math.min(12, slot / 3),
        y: y(one.probability),
        height: Math.max(1, HEIGHT - BOTTOM - y(one.probability)),
      })
    ),
    rows.map((one, at) =>
      at % every === 0 &&
      s(
        "text",
        { key: `x${one.net_exact}`, x: x(at), y: HEIGHT - 8, "text-anchor": "middle" },
        signedNumber(one.net),
      )
    ),
  );
}

/** @param {number} power */
function raised(power) {
  return String(power).replace("-", "⁻").replaceAll(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
}

/** @param {number} net */
function signedNumber(net) {
  return (net > 0 ? `+${net}` : String(net)).replace("-", "−");
}

/** @param {NetResult[]} rows */
function netTable(rows) {
  return table(
    [TEXTS.net, TEXTS.probability, TEXTS.oneIn],
    rows.map((one) => [signedNumber(one.net), percents(one.probability), oneIn(one.probability)]),
  );
}

/**
 * The numbers of a figure, below it.
 * @param {import("./dom.js").Element_} content
 */
export function numbers(content) {
  return h("details", { key: "numbers" }, h("summary", { class: "small" }, TEXTS.numbers), content);
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 * @param {(row: number) => string} [kind] the class of a row
 */
export function table(heads, rows, kind) {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": heads.join(", ") },
    h(
      "table",
      { class: "lines" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head, at) => h("th", { key: head, scope: "col", class: at ? "right" : "" }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row, at) =>
          h(
            "tr",
            { key: `${at}`, class: kind?.(at) ?? null },
            row.map((text, place) =>
              place
                ? h("td", { key: `${place}`, class: "right number" }, text)
                : h("th", { key: "0", scope: "row" }, text)
            ),
          )
        ),
      ),
    ),
  );
}

/** @param {LabFacts} lab */
export function printed(lab) {
  /** @type {FigureResult[]} */
  const rows = lab.figures;
  const right = rows.filter((one) => one.verdict === "reproduced").length;
  return h(
    "section",
    { id: "printed", key: "printed", class: "panel", "aria-labelledby": "printed-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "printed-title" }, TEXTS.printed),
      rows.length > 0 && files(TEXTS.printed, `${lab.game}-printed`, {
        columns: TEXTS.heads,
        rows: rows.map((one) => [one.what, one.measure, one.printed, one.exact, one.verdict]),
      }),
    ),
    rows.length
      ? [
        h("p", { key: "verdicts" }, TEXTS.verdicts({ right, all: rows.length })),
        rows.length > 12 ? numbers(verdicts(rows)) : verdicts(rows),
      ]
      : h("p", { class: "dim" }, TEXTS.none),
  );
}

/** @param {FigureResult[]} rows */
function verdicts(rows) {
  return table(
    TEXTS.heads,
    rows.map((one) => [one.what, one.measure, one.printed, one.exact, one.verdict]),
    (row) => rows[row].verdict === "reproduced" ? "" : "differs",
  );
}

/**
 * @param {LabFacts} lab
 * @param {Seen[] | null} rows
 * @param {Work} work
 * @param {() => void} count
 */
export function faceUp(lab, rows, work, count) {
  return h(
    "section",
    { id: "face-up", key: "face-up", class: "panel", "aria-labelledby": "face-up-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "face-up-title" }, TEXTS.faceUp),
      rows && files(TEXTS.faceUp, `${lab.game}-face-up`, {
        columns: ["hands_seen", "house_edge", "gain", "standard_error", "deals"],
        rows: rows.map((one) => [one.hands_seen, one.house_edge, one.gain, one.standard_error, one.deals]),
      }, { svg: true }),
    ),
    h(
      "p",
      { class: "dim small" },
      lab.has_face_up ? TEXTS.faceUpAbout : [TEXTS.faceUpNone, h("code", null, TEXTS.faceUpCommand)],
    ),
    lab.has_face_up && !rows && !work.busy &&
      h("button", { class: "button", type: "button", onclick: count }, TEXTS.faceUpCount),
    work.draw(),
    rows && [
      edges(rows),
      table(
        [TEXTS.seen, TEXTS.edge, TEXTS.gain, TEXTS.error],
        rows.map((one) => [
          String(one.hands_seen),
          percents(one.house_edge),
          percents(one.gain),
          percents(one.standard_error),
        ]),
      ),
    ],
  );
}

/** @param {Seen[]} rows */
function edges(rows) {
  const points = [[0, rows[0].house_edge_unseen], ...rows.map((one) => [one.hands_seen, one.house_edge])];
  const most = points[points.length - 1][0];
  const high = Math.max(0, ...points.map(([, edge]) => edge));
  const low = Math.min(0, ...points.map(([, edge]) => edge));
  const wide = plotWidth(WIDTH);
  const x = (/** @type {number} */ seen) => LEFT + (wide - LEFT - RIGHT) * seen / most;
  const y = (/** @type {number} */ edge) => TOP + (HEIGHT - TOP - BOTTOM) * (high - edge) / (high - low || 1);
  return s(
    "svg",
    {
      key: "edges",
      class: "plot",
      viewBox: `0 0 ${wide} ${HEIGHT}`,
      role: "img",
      "aria-label": TEXTS.faceUpPlot({
        unseen: percents(rows[0].house_edge_unseen),
        edge: percents(rows[rows.length - 1].house_edge),
        count: rows[rows.length - 1].hands_seen,
      }),
    },
    s("line", { class: "axis", x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM }),
    s("line", { class: "level", x1: LEFT, x2: wide - RIGHT, y1: y(0), y2: y(0) }),
    s("path", {
      class: "line",
      d: points.map(([seen, edge], at) => `${at ? "L" : "M"}${x(seen)},${y(edge)}`).join(" "),
    }),
    points.map(([seen, edge]) =>
      s("circle", { key: `c${seen}`, class: "even", cx: x(seen), cy: y(edge), r: 4 })
    ),
    points.map(([seen]) =>
      s("text", {
        key: `x${seen}`,
        x: x(seen),
        y: HEIGHT - 8,
        "text-anchor": seen ? seen === most ? "end" : "middle" : "start",
      }, seen)
    ),
    [high, low].filter((edge) => edge).map((edge) =>
      s(
        "text",
        { key: `y${edge}`, x: LEFT - 8, y: y(edge) + 5, "text-anchor": "end" },
        `${(100 * edge).toFixed(2)}%`,
      )
    ),
    s("text", { key: "zero", x: LEFT - 8, y: y(0) + 5, "text-anchor": "end" }, "0%"),
  );
}
