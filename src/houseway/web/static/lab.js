/**
 * A game in the lab: its price, every pay table, what decisions are worth, an evening and a jackpot. The operator's
 * choices are switches; the address holds them.
 * @module
 */
import { get, post, remove } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { meters } from "./lab_meter.js";
import { session } from "./lab_session.js";
import { figure, mainTables, oneIn, payTables, percents } from "./lab_tables.js";
import { money } from "./money.js";
import { tableOf } from "./strategy.js";

/** @typedef {import("./types.d.ts").LabFacts} LabFacts */
/** @typedef {import("./types.d.ts").LabOption} LabOption */
/** @typedef {import("./types.d.ts").Job} Job */
/** @typedef {import("./types.d.ts").ChartTable} ChartTable */

const ROUNDS_AN_HOUR = 60;
const STAKE = 1000; // cents
const POLL_MILLISECONDS = 400;
const SECTIONS = [
  ["price", "Price"],
  ["main-game", "Main game"],
  ["wagers", "Pay tables"],
  ["strategy", "Strategy"],
  ["decisions", "Decisions"],
  ["session", "An evening"],
  ["meter", "Jackpot"],
];

/** The page. */
class Lab extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {LabFacts} */
    this.lab = data.lab;
    /** @type {Record<string, string>} */
    this.titles = data.titles;
    /** @type {Job | null} */
    this.job = null;
    this.problem = "";
    /** @type {ChartTable[] | string} charts of the best play, or why there are none */
    this.charts = "The charts are being drawn…";
    /** @type {Map<string, any>} what a part of the page has chosen */
    this.chosen = new Map();
  }

  connectedCallback() {
    addEventListener("popstate", () => this.look());
    this.draw();
    this.lookAtCharts();
  }

  /**
   * What a part of the page remembers of itself, and how it is drawn again.
   * @param {string} name
   * @param {any} otherwise
   */
  state(name, otherwise) {
    return {
      value: this.chosen.get(name) ?? otherwise,
      choose: (/** @type {any} */ value) => {
        this.chosen.set(name, value);
        this.draw();
      },
    };
  }

  /**
   * Choose an option: the address, then the figures.
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    const chosen = { ...this.lab.chosen, [name]: value };
    const pairs = this.lab.options
      .filter((one) => one.name in chosen && chosen[one.name] !== one.default)
      .map((one) => `${one.name}=${chosen[one.name]}`);
    const query = new URLSearchParams(pairs.map((pair) => ["set", pair]));
    const study = new URLSearchParams(location.search).get("study");
    if (study) query.set("study", study);
    history.pushState(null, "", `/lab/${this.lab.game}${query.size ? `?${query}` : ""}`);
    return this.look();
  }

  /** The figures of what the address says. */
  async look() {
    try {
      this.lab = await get(`/lab/${this.lab.game}${location.search}`);
      this.problem = "";
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
    this.draw();
    await this.lookAtCharts();
  }

  /** The charts come after the figures: to draw them takes up to three seconds. */
  async lookAtCharts() {
    const address = location.search;
    try {
      if (new URLSearchParams(address).has("study")) {
        throw new Error("`houseway strategy --study FILE` draws a study’s charts.");
      }
      const charts = await get(`/games/${this.lab.game}/chart${address}`);
      if (address === location.search) this.charts = charts;
    } catch (problem) {
      this.charts = problem instanceof Error ? problem.message : String(problem);
    }
    this.draw();
  }

  /** Count what is not there yet, with progress. */
  async count() {
    try {
      const study = new URLSearchParams(location.search).get("study") ?? "";
      this.job = await post("/jobs", {
        game: this.lab.game,
        kind: "analyze",
        options: this.lab.chosen,
        study,
      });
      this.draw();
      while (this.job && ["waiting", "running"].includes(this.job.state ?? "")) {
        await new Promise((done) => setTimeout(done, POLL_MILLISECONDS));
        this.job = await get(`/jobs/${this.job.id}`);
        this.draw();
      }
      if (this.job?.state === "failed") throw new Error("The count failed. The server's log says why.");
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
    this.job = null;
    await this.look();
  }

  async stop() {
    if (this.job) await remove(`/jobs/${this.job.id}`).catch(() => undefined); // it may be done by now
  }

  draw() {
    const analysis = this.lab.analysis;
    draw(
      this,
      h(
        "div",
        { class: "lab" },
        this.side(),
        h(
          "div",
          { class: "stack" },
          this.head(),
          this.problem && h("p", { class: "problem", role: "alert" }, this.problem),
          analysis ? this.parts(analysis) : this.missing(),
        ),
      ),
    );
  }

  /** @param {any} analysis */
  parts(analysis) {
    const lab = this.lab;
    const query = location.search;
    return [
      this.price(analysis),
      mainTables(analysis, lab.labels),
      h(
        "section",
        { id: "wagers", key: "wagers", "aria-label": "Pay tables" },
        lab.wagers.map((wager) =>
          payTables(wager, analysis.wagers[wager.name], {
            state: this.state(`table ${wager.name}`, null),
            sorted: this.state(`sort ${wager.name}`, null),
            lines: `/api/v1/lab/${lab.game}/lines${query ? `${query}&` : "?"}wager=${wager.name}`,
            edit: `/lab/${lab.game}/what-if?wager=${wager.name}`,
          })
        ),
      ),
      this.strategy(),
      decisions(analysis, lab.per),
      session(analysis.main, lab.per, this.state("session", null)),
      meters(lab, analysis, this.state("meter", null)),
    ];
  }

  side() {
    const lab = this.lab;
    return h(
      "aside",
      { class: "lab-side", "aria-label": "Games and choices" },
      h(
        "nav",
        { "aria-label": "Games" },
        h(
          "ul",
          null,
          Object.entries(this.titles).map(([game, title]) =>
            h(
              "li",
              { key: game },
              h("a", { href: `/lab/${game}`, "aria-current": game === lab.game ? "page" : null }, title),
            )
          ),
        ),
      ),
      h(
        "nav",
        { class: "parts", "aria-label": "On this page" },
        h(
          "ul",
          null,
          SECTIONS.map(([id, name]) => h("li", { key: id }, h("a", { href: `#${id}` }, name))),
          h("li", { key: "what-if" }, h("a", { href: `/lab/${lab.game}/what-if` }, "What if…")),
        ),
      ),
      h(
        "details",
        { open: matchMedia("(min-width: 60em)").matches, class: "choices" },
        h("summary", null, "Operator’s choices"),
        lab.options.map((option) => this.option(option)),
      ),
    );
  }

  /** @param {LabOption} option */
  option({ name, about, values, value, default: usual }) {
    return h(
      "div",
      { key: name, class: value === usual ? "choice-of" : "choice-of changed", title: about },
      h("label", { for: `option-${name}` }, name.replaceAll("-", " ")),
      h(
        "select",
        {
          id: `option-${name}`,
          value,
          onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
            this.choose(name, event.target.value),
        },
        values.map((one) => h("option", { key: one, value: one, selected: one === value }, one)),
      ),
    );
  }

  head() {
    const lab = this.lab;
    return h(
      "header",
      { key: "head" },
      h("h1", null, lab.title, " in the lab"),
      lab.marks.status && h("p", { class: "pill warn" }, `${lab.marks.study}: ${lab.marks.status}`),
    );
  }

  missing() {
    const job = this.job;
    const share = job?.total ? (job.done ?? 0) / job.total : 0;
    return h(
      "section",
      { class: "panel empty", key: "missing" },
      h("h2", null, "Not counted yet"),
      h(
        "p",
        null,
        "These choices change the main game, and nobody has counted it here. The server can: it takes from a few seconds to a few minutes.",
      ),
      job
        ? [
          h("progress", { max: 1, value: share, "aria-label": "Progress of the count" }),
          h(
            "p",
            { role: "status" },
            job.state === "waiting" ? "Waiting for its turn…" : `${Math.floor(100 * share)}%`,
          ),
          h("button", { class: "button", type: "button", onclick: () => this.stop() }, "Stop"),
        ]
        : h("button", { class: "button first", type: "button", onclick: () => this.count() }, "Count it now"),
    );
  }

  strategy() {
    const { value, choose } = this.state("chart", 0);
    const tables = typeof this.charts === "string" ? [] : this.charts;
    const table = tables[value] ?? tables[0];
    return h(
      "section",
      { id: "strategy", key: "strategy", class: "panel", "aria-labelledby": "strategy-title" },
      h("h2", { id: "strategy-title" }, "The best play"),
      table
        ? [
          h(
            "select",
            {
              "aria-label": "Which chart",
              value: String(value),
              onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) =>
                choose(Number(event.target.value)),
            },
            tables.map((one, at) =>
              h("option", { key: `${at}`, value: String(at), selected: one === table }, one.title)
            ),
          ),
          h(
            "div",
            { class: "chart-box", tabindex: 0, role: "group", "aria-label": table.title, key: `box${value}` },
            tableOf(table, [], { buttons: [] }),
          ),
          h("p", { class: "small dim" }, table.legend),
        ]
        : h("p", { class: "dim small", role: "status" }, String(this.charts)),
    );
  }

  /** @param {any} analysis */
  price(analysis) {
    const main = analysis.main;
    const query = location.search;
    const others = Object.keys(analysis).filter((name) =>
      name.startsWith("main_") && analysis[name]?.house_edge
    );
    return h(
      "section",
      { id: "price", key: "price", class: "panel", "aria-labelledby": "price-title" },
      h("h2", { id: "price-title" }, "What it costs to play"),
      h(
        "dl",
        { class: "figures" },
        figure("house edge on the first wager", percents(main.house_edge), "large"),
        figure("of all money staked", percents(main.element_of_risk)),
        figure("standard deviation", main.standard_deviation.toFixed(4)),
        figure("staked on average", `${main.average_wagered.toFixed(4)} wagers`),
        figure("an hour at $10", money(Math.round(main.house_edge * STAKE * ROUNDS_AN_HOUR))),
      ),
      h(
        "p",
        { class: "dim small" },
        main.deals ? `${main.deals.toLocaleString("en-US")} deals counted · ` : "",
        `${analysis.method}, best play of the ${main.per} · `,
        h("a", { href: `/api/v1/analyses/${this.lab.game}${query}` }, "JSON"),
        " · ",
        h("a", { href: `/api/v1/lab/${this.lab.game}/lines${query}` }, "CSV"),
      ),
      h(
        "div",
        { class: "two-tables" },
        shares("How rounds end", main.outcomes),
        shares("What is decided", main.decisions),
      ),
      others.length > 0 &&
        h(
          "ul",
          { class: "plain" },
          others.map((name) =>
            h(
              "li",
              { key: name },
              `${name.slice(5).replaceAll("_", " ")}: `,
              h("b", { class: "number" }, percents(analysis[name].house_edge)),
            )
          ),
        ),
    );
  }
}

/**
 * Shares of all rounds as a small table.
 * @param {string} title
 * @param {Record<string, number>} rows
 */
function shares(title, rows) {
  return h(
    "table",
    { class: "lines" },
    h("caption", null, title),
    h(
      "tbody",
      null,
      Object.entries(rows).map(([name, share]) =>
        h(
          "tr",
          { key: name },
          h("th", { scope: "row" }, name),
          h("td", { class: "right number" }, percents(share)),
          h("td", { class: "right number dim" }, oneIn(share)),
        )
      ),
    ),
  );
}

/**
 * What each decision is worth, and what simple strategies cost.
 * @param {any} analysis
 * @param {string} per
 */
function decisions(analysis, per) {
  const worth = Object.entries(analysis.decision_worth?.decisions ?? {});
  const simple = Object.entries(analysis.simple_strategies ?? {});
  return h(
    "section",
    { id: "decisions", key: "decisions", class: "panel", "aria-labelledby": "decisions-title" },
    h("h2", { id: "decisions-title" }, "What decisions are worth"),
    h(
      "p",
      { class: "dim small" },
      `In parts of the ${per}: what it costs to answer a question always in the same way, with all else played best.`,
    ),
    h(
      "div",
      {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": "Questions and their cheapest fixed answers",
      },
      h(
        "table",
        { class: "lines" },
        h(
          "tbody",
          null,
          worth.map(([question, one]) =>
            h(
              "tr",
              { key: question },
              h("th", { scope: "row" }, question),
              h("td", null, one.instead),
              h("td", { class: "right number loss" }, percents(-one.cost)),
            )
          ),
        ),
      ),
    ),
    simple.length > 0 && h("h3", null, "Strategies one can remember"),
    h(
      "ul",
      { class: "simple" },
      simple.map(([name, one]) =>
        h(
          "li",
          { key: name },
          h("b", { class: "number" }, `+${percents(one.cost)}`),
          h("span", null, one.text),
        )
      ),
    ),
  );
}

customElements.define("hw-lab", Lab);
