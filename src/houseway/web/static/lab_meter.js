/**
 * The edge of a jackpot wager as its meter rises: a line, a slider, where the wager breaks even, before and after tax;
 * and the life of a meter under some terms.
 * @module
 */
import { get } from "./api.js";
import { h, s } from "./dom.js";
import { files } from "./lab_export.js";
import { table as tableOf } from "./lab_results.js";
import { figure, oneIn, percents, plotWidth, slider } from "./lab_tables.js";
import { money } from "./money.js";
import { texts } from "./texts.js";

/** @typedef {import("./lab_tables.js").State} State */
/** @typedef {import("./types.d.ts").LabFacts} LabFacts */
/** @typedef {{ name: string, amount: string }} LiveMeter */
/** @typedef {{ increment: string, start: string, reset: string, wager: string, wagers_a_day: string }} Terms */

const TEXTS = texts("lab_meter");
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [600, 220, 64, 30, 14];
const PATIENCE = 350; // milliseconds without another change before the server is asked

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
 */
function pricedTables(lab, analysis) {
  return lab.wagers.flatMap((wager) =>
    Object.entries(analysis.wagers[wager.name])
      .filter(([, table]) => table.break_even_meter)
      .map(([name, table]) => ({
        key: `${wager.name} ${name}`,
        label: TEXTS.table({ wager: wager.label, table: name }),
        table,
        wager,
        name,
      }))
  );
}

/**
 * @param {LabFacts} lab
 * @param {any} analysis
 * @param {State} state
 * @param {LiveMeter[]} now the meters of this house
 * @param {Life} life
 */
export function meters(lab, analysis, state, now, life) {
  const priced = pricedTables(lab, analysis);
  if (!priced.length) {
    return h(
      "section",
      { id: "meter", key: "meter", class: "panel" },
      h("h2", null, TEXTS.title.split(":")[0]),
      h("p", { class: "dim" }, TEXTS.none),
    );
  }
  const usual = priced.find((one) => one.name === one.wager.offered) ?? priced[0];
  const chosen = { key: usual.key, meter: 10000, tax: 0, ...state.value };
  const { table, label, name } = priced.find((one) => one.key === chosen.key) ?? usual;
  const before = atMeter(table, chosen.meter, 0);
  const taxed = atMeter(table, chosen.meter, chosen.tax);
  const most = Math.ceil(taxed.even * 1.5 / 1000) * 1000;
  return h(
    "section",
    { id: "meter", key: "meter", class: "panel", "aria-labelledby": "meter-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "meter-title" }, TEXTS.title),
      files(TEXTS.title, `${lab.game}-meter`, points(table, most, chosen.tax), { svg: true }),
    ),
    chooser(priced, chosen, state),
    plot(table, chosen, most, label),
    h(
      "div",
      { class: "sliders" },
      slider(TEXTS.meter, chosen.meter, {
        least: 0,
        most,
        step: 100,
        choose: (meter) => state.choose({ ...chosen, meter }),
      }),
      slider(TEXTS.tax, Math.round(100 * chosen.tax), {
        least: 0,
        most: 50,
        step: 1,
        choose: (percent) => state.choose({ ...chosen, tax: percent / 100 }),
      }),
    ),
    now.length > 0 && h(
      "div",
      { class: "tables", role: "group", "aria-label": TEXTS.nowLabel },
      now.map((live) =>
        h(
          "button",
          {
            key: live.name,
            class: "button quiet",
            type: "button",
            onclick: () => state.choose({ ...chosen, meter: Math.floor(Number(live.amount)) }),
          },
          TEXTS.now({
            name: ({ ...live, amount: money(Math.round(100 * Number(live.amount))) }).name,
            amount: ({ ...live, amount: money(Math.round(100 * Number(live.amount))) }).amount,
          }),
        )
      ),
    ),
    h(
      "dl",
      { class: "figures" },
      figure(TEXTS.edgeAt({ meter: money(100 * chosen.meter) }), percents(taxed.edge), "large"),
      figure(TEXTS.earns, TEXTS.cents({ count: (-100 * before.edge).toFixed(2).replace("-", "−") })),
      chosen.tax > 0 &&
        figure(TEXTS.afterTax, TEXTS.cents({ count: (-100 * taxed.edge).toFixed(2).replace("-", "−") })),
      figure(TEXTS.evenAt, money(Math.round(100 * before.even))),
      chosen.tax > 0 && figure(TEXTS.evenAfterTax, money(Math.round(100 * taxed.even))),
      figure(TEXTS.loses, TEXTS.cents({ count: (-100 * table.fixed_edge).toFixed(2).replace("-", "−") })),
    ),
    odds(table, chosen),
    life.draw(lab, name),
  );
}

/**
 * @param {ReturnType<typeof pricedTables>} priced
 * @param {any} chosen
 * @param {State} state
 */
function chooser(priced, chosen, state) {
  return h(
    "label",
    { class: "field" },
    h("span", null, TEXTS.which),
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
  );
}

/**
 * The line of the figure as numbers.
 * @param {any} table
 * @param {number} most
 * @param {number} tax
 */
function points(table, most, tax) {
  const meters = Array.from({ length: 31 }, (_, at) => Math.round(most * at / 30));
  return {
    columns: ["meter", "house_edge", "house_edge_after_tax"],
    rows: meters.map((meter) => [meter, atMeter(table, meter, 0).edge, atMeter(table, meter, tax).edge]),
  };
}

/**
 * @param {any} table
 * @param {{ meter: number, tax: number }} chosen
 */
function odds(table, chosen) {
  const rows = Object.entries(table.odds ?? {}).map(([line, words]) => {
    const pays = table.lines[line]?.pays ?? "";
    const share = /^([\d.]+)%/.exec(pays);
    const worth = share ? money(Math.round(chosen.meter * Number(share[1]) * (1 - chosen.tax))) : "";
    const one = table.lines[line]?.probability;
    return [line, pays, one ? oneIn(one) : String(words), worth];
  });
  return h(
    "div",
    { key: "odds" },
    h("h3", null, TEXTS.odds),
    tableOf([TEXTS.hand, TEXTS.pays, TEXTS.oneIn, TEXTS.atMeter], rows),
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
  const wide = plotWidth(WIDTH);
  const x = (/** @type {number} */ meter) => LEFT + (wide - LEFT - 12) * Math.min(1, meter / most);
  const y = (/** @type {number} */ edge) => TOP + (HEIGHT - TOP - BOTTOM) * (high - edge) / (high - low);
  const { edge, even } = atMeter(table, chosen.meter, chosen.tax);
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${wide} ${HEIGHT}`,
      role: "img",
      "aria-label": TEXTS.plot({
        wager: label,
        high: percents(high),
        even: money(Math.round(100 * even)),
        meter: money(100 * chosen.meter),
        edge: percents(edge),
      }),
    },
    s("line", { class: "axis", x1: LEFT, x2: LEFT, y1: TOP, y2: HEIGHT - BOTTOM }),
    s("line", { class: "axis", x1: LEFT, x2: wide - 12, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    s("line", { class: "level", x1: LEFT, x2: wide - 12, y1: y(0), y2: y(0) }),
    s("path", { class: "line", d: `M${x(0)},${y(high)} L${x(most)},${y(low)}` }),
    s("circle", { class: "even", cx: x(even), cy: y(0), r: 6 }),
    s("circle", { class: "now", cx: x(chosen.meter), cy: y(edge), r: 6 }),
    s("text", { x: LEFT - 8, y: y(high) + 5, "text-anchor": "end" }, `${(100 * high).toFixed(1)}%`),
    s("text", { x: LEFT - 8, y: y(0) + 5, "text-anchor": "end" }, "0%"),
    s("text", { x: LEFT, y: HEIGHT - 8 }, "$0"),
    s("text", { x: wide - 12, y: HEIGHT - 8, "text-anchor": "end" }, money(100 * most).replace(/\.00$/, "")),
  );
}

/** The life of a meter: asked of the server for the terms in the form, of which only the last ones count. */
export class Life {
  /**
   * @param {State} state the terms, in the address
   * @param {() => void} changed
   */
  constructor(state, changed) {
    this.state = state;
    this.changed = changed;
    this.asked = "";
    /** @type {any} */
    this.answer = null;
    this.problem = "";
    this.timer = 0;
  }

  /**
   * @param {string} game
   * @param {string} table
   * @param {Terms} terms
   */
  ask(game, table, terms) {
    const query = `/lab/${game}/meter?${new URLSearchParams({ table, ...terms })}`;
    if (query === this.asked) return;
    this.asked = query;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        const answer = await get(query);
        if (query === this.asked) [this.answer, this.problem] = [answer, ""];
      } catch (problem) {
        if (query === this.asked) this.problem = problem instanceof Error ? problem.message : String(problem);
      }
      this.changed();
    }, PATIENCE);
  }

  /**
   * @param {LabFacts} lab
   * @param {string} table
   */
  draw(lab, table) {
    if (!lab.jackpot || lab.marks.status) return null;
    /** @type {Terms} */
    const terms = { ...lab.jackpot, wagers_a_day: "6000", ...this.state.value };
    const isOpen = Boolean(this.state.value) || this.asked !== "";
    if (isOpen) this.ask(lab.game, table, terms);
    return h(
      "details",
      {
        key: "life",
        class: "life",
        open: isOpen,
        ontoggle: (/** @type {Event & { target: HTMLDetailsElement }} */ event) => {
          if (event.target.open && !isOpen) this.ask(lab.game, table, terms);
        },
      },
      h("summary", null, TEXTS.life),
      h("p", { class: "dim small" }, TEXTS.lifeAbout),
      h(
        "div",
        { class: "terms" },
        Object.entries(TEXTS.terms).map(([name, words]) => this.field(name, words, terms)),
      ),
      this.problem && h("p", { class: "problem", role: "alert" }, this.problem),
      this.answer ? figures(lab, this.answer) : h("p", { class: "dim small", role: "status" }, TEXTS.working),
    );
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {Terms} terms
   */
  field(name, words, terms) {
    return h(
      "label",
      { key: name },
      h("span", null, words),
      h("input", {
        type: "text",
        inputmode: "decimal",
        maxlength: 12,
        value: /** @type {any} */ (terms)[name],
        onchange: (/** @type {Event & { target: HTMLInputElement }} */ event) =>
          this.state.choose({ ...terms, [name]: event.target.value.trim() }),
      }),
    );
  }
}

/**
 * @param {LabFacts} lab
 * @param {any} life
 */
function figures(lab, life) {
  const dollars = (/** @type {number} */ amount) => money(Math.round(100 * amount));
  const waits = Object.entries(life.lines).map(([line, one]) => {
    const hit = life.simulated.lines[line];
    return { line, mean: one.days_between_hits, ...one.days_to_a_hit, award: hit?.mean_award ?? null };
  });
  return h(
    "div",
    { key: "figures" },
    files(TEXTS.life, `${lab.game}-life-of-the-meter`, {
      columns: ["line", "days_between_hits", "median_days", "days_95_percent", "mean_award"],
      rows: waits.map((one) => [one.line, one.mean, one["50%"], one["95%"], one.award]),
    }),
    h(
      "dl",
      { class: "figures small-figures" },
      figure(TEXTS.longRun, percents(life.meter_return)),
      figure(TEXTS.withBoth, percents(life.house_edge)),
      figure(TEXTS.mean, dollars(life.mean_meter)),
      figure(TEXTS.fiveYears, percents(life.life.meter_return)),
      life.increment_for_21_percent !== null && figure(TEXTS.needed, percents(life.increment_for_21_percent)),
    ),
    tableOf(
      TEXTS.waits,
      waits.map((one) => [
        one.line,
        days(one.mean),
        days(one["50%"]),
        days(one["95%"]),
        one.award === null ? "—" : dollars(one.award),
      ]),
    ),
  );
}

/** @param {number} number */
function days(number) {
  return number < 100 ? number.toFixed(1) : Math.round(number).toLocaleString("en-US");
}
