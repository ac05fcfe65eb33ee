/**
 * A game in the lab: its price, every pay table, what decisions are worth, an evening and a jackpot. The operator's
 * choices are switches; the address holds them.
 * @module
 */
import { get, post } from "./api.js";
import { copyText } from "./clipboard.js";
import { draw, h, pageData } from "./dom.js";
import { Work } from "./lab_job.js";
import { Life, meters } from "./lab_meter.js";
import { decisions, price } from "./lab_price.js";
import { faceUp, printed, results } from "./lab_results.js";
import { Evening } from "./lab_session.js";
import { Charts } from "./lab_strategy.js";
import { mainTables, payTables } from "./lab_tables.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").LabFacts} LabFacts */
/** @typedef {import("./types.d.ts").LabOption} LabOption */

const TEXTS = texts("lab");
const SECTIONS = [
  ["price", TEXTS.sections.price],
  ["main-game", TEXTS.sections.mainGame],
  ["results", TEXTS.sections.results],
  ["wagers", TEXTS.sections.wagers],
  ["strategy", TEXTS.sections.strategy],
  ["decisions", TEXTS.sections.decisions],
  ["session", TEXTS.sections.session],
  ["meter", TEXTS.sections.meter],
  ["face-up", TEXTS.sections.faceUp],
  ["printed", TEXTS.sections.printed],
];
const ADDRESS_MILLISECONDS = 150; // a slider that moves does not write every step into the address
const CHOICES = ["set", "study"]; // what of the address the server is asked with

/** The page. */
class Lab extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {LabFacts} */
    this.lab = data.lab;
    /** @type {Record<string, string>} */
    this.titles = data.titles;
    /** @type {import("./lab_meter.js").LiveMeter[]} */
    this.meters = data.meters;
    this.problem = "";
    this.busy = false; // a table is being opened
    this.copied = false;
    /** @type {any[] | null} */
    this.seen = null;
    const draws = () => this.draw();
    this.charts = new Charts(draws);
    this.evening = new Evening(draws);
    this.counting = new Work(TEXTS.countProgress, draws);
    this.countingResults = new Work(TEXTS.resultsProgress, draws);
    this.solving = new Work(TEXTS.solveProgress, draws);
    this.facing = new Work(TEXTS.faceUpProgress, draws);
    this.reporting = new Work(TEXTS.reportProgress, draws);
    /** @type {Map<string, any>} what a part of the page has chosen, as the address says it */
    this.chosen = readChosen();
    this.life = new Life(this.state("life", null), draws);
    this.timer = 0;
  }

  connectedCallback() {
    addEventListener("resize", () => this.draw());
    addEventListener("popstate", () => {
      this.chosen = readChosen();
      this.look();
    });
    this.draw();
    this.lookAtCharts();
  }

  /** What the server is asked with: the operator's choices and the study. */
  query() {
    const asked = new URLSearchParams(location.search);
    const query = new URLSearchParams([...asked].filter(([name]) => CHOICES.includes(name)));
    return query.size ? `?${query}` : "";
  }

  /** The text of the study, empty for the letter's game. */
  get study() {
    return new URLSearchParams(location.search).get("study") ?? "";
  }

  /** The address of the view with every choice in it. */
  address() {
    const query = new URLSearchParams(this.query());
    for (const [name, value] of this.chosen) {
      query.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    return `/lab/${this.lab.game}${query.size ? `?${query}` : ""}${location.hash}`;
  }

  /**
   * What a part of the page remembers of itself, and how it is drawn again.
   * @param {string} name
   * @param {any} otherwise
   */
  state(name, otherwise) {
    const chosen = () => this.chosen.get(name) ?? otherwise;
    return {
      get value() {
        return chosen();
      },
      choose: (/** @type {any} */ value) => {
        if (value === null) this.chosen.delete(name);
        else this.chosen.set(name, value);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => history.replaceState(null, "", this.address()), ADDRESS_MILLISECONDS);
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
    if (this.study) query.set("study", this.study);
    history.pushState(null, "", `/lab/${this.lab.game}${query.size ? `?${query}` : ""}`);
    history.replaceState(null, "", this.address());
    this.seen = null;
    return this.look();
  }

  /** The figures of what the address says. */
  async look() {
    try {
      this.lab = await get(`/lab/${this.lab.game}${this.query()}`);
      this.problem = "";
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
    this.draw();
    await this.lookAtCharts();
  }

  lookAtCharts() {
    return this.charts.look(this.lab.game, this.query());
  }

  /**
   * Long work of the server on these very rules.
   * @param {Work} work
   * @param {string} kind
   * @param {string} [form]
   */
  ask(work, kind, form) {
    return work.run({ game: this.lab.game, kind, options: this.lab.chosen, study: this.study, form });
  }

  /** Count what is not there yet, with progress. */
  async count() {
    await this.ask(this.counting, "analyze");
    await this.look();
  }

  async countResults() {
    if (await this.ask(this.countingResults, "results")) await this.look();
  }

  async solve() {
    if (await this.ask(this.solving, "strategy")) await this.lookAtCharts();
  }

  async deal() {
    const job = await this.ask(this.facing, "face-up");
    if (job) this.seen = (await get(`/jobs/${job.id}/file`)).face_up;
    this.draw();
  }

  /** @param {string} form */
  async report(form) {
    const job = await this.ask(this.reporting, "report", form);
    if (job) location.assign(`/api/v1/jobs/${job.id}/file`); // it is saved, and the page stays
  }

  /** A private practice table with these very rules, and a seat at it. */
  async play() {
    this.busy = true;
    this.draw();
    try {
      const body = { game: this.lab.game, options: this.lab.chosen, study: this.study, everything_on: true };
      const { table } = await post("/tables", body);
      await post(`/tables/${table}/join`, { seat: 1 });
      location.assign(`/tables/${table}`);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
      this.busy = false;
      this.draw();
    }
  }

  async share() {
    await copyText(new URL(this.address(), location.href).href);
    this.copied = true;
    this.draw();
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
    return [
      price(analysis, lab.game, this.query()),
      mainTables(analysis, lab.labels),
      results(lab, this.countingResults, () => this.countResults()),
      h(
        "section",
        { id: "wagers", key: "wagers", "aria-label": TEXTS.payTables },
        lab.wagers.map((wager) =>
          payTables(wager, analysis.wagers[wager.name], {
            state: this.state(`table.${wager.name}`, null),
            sorted: this.state(`sort.${wager.name}`, null),
            edit: `/lab/${lab.game}/what-if?wager=${wager.name}`,
          })
        ),
      ),
      this.charts.draw({
        game: lab.game,
        per: lab.per,
        query: this.query(),
        chart: this.state("chart", 0),
        cell: this.state("cell", null),
        solve: () => this.solve(),
        solving: this.solving,
      }),
      decisions(analysis, lab.per, lab.game),
      this.evening.draw(lab, this.query(), this.state("session", null)),
      meters(lab, analysis, this.state("meter", null), this.meters, this.life),
      faceUp(lab, this.seen, this.facing, () => this.deal()),
      printed(lab),
    ];
  }

  side() {
    const lab = this.lab;
    return h(
      "aside",
      { class: "lab-side", "aria-label": TEXTS.gamesAndChoices },
      h(
        "nav",
        { "aria-label": TEXTS.games },
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
        { class: "parts", "aria-label": TEXTS.onThisPage },
        h(
          "ul",
          null,
          SECTIONS.map(([id, name]) => h("li", { key: id }, h("a", { href: `#${id}` }, name))),
          h("li", { key: "what-if" }, h("a", { href: `/lab/${lab.game}/what-if` }, TEXTS.whatIf)),
        ),
      ),
      h(
        "details",
        { open: matchMedia("(min-width: 60em)").matches, class: "choices" },
        h("summary", null, TEXTS.choices),
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
    const practises = document.documentElement.dataset.mode === "practice";
    return h(
      "header",
      { key: "head" },
      h("h1", null, lab.title, TEXTS.inTheLab),
      lab.marks.status &&
        h("p", { class: "pill warn" }, TEXTS.mark({ study: lab.marks.study, status: lab.marks.status })),
      h(
        "div",
        { class: "tables" },
        practises && h("button", {
          class: "button first",
          type: "button",
          disabled: this.busy,
          onclick: () => this.play(),
        }, this.busy ? TEXTS.playing : TEXTS.play),
        h("button", { class: "button", type: "button", onclick: () => this.share() }, TEXTS.share),
        this.copied && h("span", { role: "status" }, TEXTS.shared),
      ),
      h(
        "div",
        { class: "tables", role: "group", "aria-label": TEXTS.reportGroup },
        !this.reporting.busy && lab.forms.map((form) =>
          h("button", {
            key: form,
            class: "button quiet",
            type: "button",
            onclick: () => this.report(form),
          }, TEXTS.report({ form: form.toUpperCase() }))
        ),
        this.reporting.draw(),
      ),
      h("p", { class: "dim small" }, TEXTS.reportAbout, lab.forms.includes("pdf") ? "" : ` ${TEXTS.noPdf}`),
    );
  }

  missing() {
    return h(
      "section",
      { class: "panel empty", key: "missing" },
      h("h2", null, TEXTS.notCounted),
      h("p", null, TEXTS.notCountedAbout),
      !this.counting.busy &&
        h("button", { class: "button first", type: "button", onclick: () => this.count() }, TEXTS.countNow),
      this.counting.draw(),
    );
  }
}

/** What the address says that is chosen on the page: texts, or JSON. */
function readChosen() {
  const pairs = [...new URLSearchParams(location.search)].filter(([name]) => !CHOICES.includes(name));
  return new Map(pairs.map(([name, text]) => [name, readValue(text)]));
}

/** @param {string} text */
function readValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

customElements.define("hw-lab", Lab);
