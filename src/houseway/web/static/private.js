/**
 * Your own table: a form made from the options of the letter. An option that the letter does not allow with the others
 * shows the reason beside it.
 * @module
 */
import { post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { Refused } from "./live.js";
import { percent } from "./money.js";
import { clauseInSentence } from "./settlement.js";
import { texts } from "./texts.js";

const TEXTS = texts("private");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Option} Option */
/** @typedef {{ house_edge: number, basis: string | null }} Edge */
/** @typedef {Record<string, Record<string, Edge>>} Edges by option and value */

/** The form. */
class PrivateTable extends HTMLElement {
  constructor() {
    super();
    /** @type {GameData} */
    this.game = pageData().game;
    /** @type {Edges} */
    this.edges = pageData().edges;
    /** @type {Record<string, string>} */
    this.chosen = Object.fromEntries(
      this.game.options.map((one) => [one.name, one.demonstration ?? one.values[0]]),
    );
    this.seconds = "0";
    this.housePlayers = "yes";
    this.problem = "";
    this.field = "";
    this.busy = false;
  }

  connectedCallback() {
    this.draw();
  }

  /**
   * Whether an option matters: one of the wagers that it concerns is on.
   * @param {Option} option
   */
  matters(option) {
    if (!option.concerns?.length) return true;
    return option.concerns.some((name) => {
      const switched = this.game.wagers.find((wager) => wager.name === name)?.option;
      return !switched || this.chosen[switched] !== "off";
    });
  }

  /** Ask for the house edges beside what is chosen now; none where the letter refuses the choice. */
  async price() {
    const options = { ...this.chosen };
    const edges = await post(`/games/${this.game.game}/edges`, { options }).catch(() => ({}));
    if (JSON.stringify(options) !== JSON.stringify(this.chosen)) return; // another choice was made meanwhile
    this.edges = edges;
    this.draw();
  }

  async open() {
    this.busy = true;
    this.problem = this.field = "";
    this.draw();
    try {
      const { table } = await post("/tables", {
        game: this.game.game,
        options: this.chosen,
        private: true,
        seconds: Number(this.seconds) || 0,
        house_players: this.housePlayers === "yes",
      });
      await post(`/tables/${table}/join`, { seat: 1 });
      location.assign(`/tables/${table}`);
    } catch (problem) {
      const { field = "", rule } = problem instanceof Refused ? problem.problem : {};
      this.field = (field ?? "").replace(/^options\./, "");
      const clause = rule || this.game.options.find((one) => one.name === this.field)?.rule;
      const words = problem instanceof Refused ? problem.message : String(problem);
      this.problem = clause
        ? TEXTS.seeClause({ reason: capital(words), clause: clauseInSentence(clause) })
        : words;
      this.busy = false;
      this.draw();
      document.getElementById(`option-${this.field}`)?.focus();
    }
  }

  draw() {
    const { game } = this;
    draw(
      this,
      h("p", { class: "crumbs" }, h("a", { href: "/" }, TEXTS.tables)),
      h("h1", null, TEXTS.title({ game: game.title })),
      h(
        "p",
        { class: "lead" },
        TEXTS.lead,
      ),
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.open();
          },
        },
        h(
          "div",
          { class: "options" },
          game.options.map((option) => this.option(option)),
          this.clock(),
          this.company(),
        ),
        this.problem && !game.options.some((one) => one.name === this.field)
          ? h("p", { class: "problem", role: "alert" }, this.problem)
          : null,
        h(
          "button",
          { class: "button first", type: "submit", disabled: this.busy },
          this.busy ? TEXTS.oneMoment : TEXTS.open,
        ),
      ),
    );
  }

  /** @param {Option} option */
  option(option) {
    const id = `option-${option.name}`;
    const wrong = this.field === option.name && this.problem;
    const edges = this.edges[option.name] ?? {};
    const basis = Object.values(edges)[0]?.basis;
    const change = (/** @type {Event & { target: HTMLInputElement }} */ event) => {
      this.chosen[option.name] = event.target.value;
      this.draw();
      this.price();
    };
    const props = {
      id,
      disabled: !this.matters(option),
      onchange: change,
      "aria-describedby": `${id}-about`,
      "aria-invalid": wrong ? "true" : null,
    };
    return h(
      "div",
      { class: "field", key: option.name },
      h("label", { for: id }, capital(option.name.replaceAll("-", " "))),
      option.number ? h("input", { ...props, value: this.chosen[option.name] }) : h(
        "select",
        { ...props, value: this.chosen[option.name] },
        option.values.map((value) =>
          h(
            "option",
            { key: value, value, selected: this.chosen[option.name] === value },
            valueWords(value, edges[value]),
          )
        ),
      ),
      h(
        "p",
        { class: "small dim", id: `${id}-about` },
        option.about,
        option.rule ? ` (${clauseInSentence(option.rule)})` : "",
        basis ? TEXTS.basis({ basis }) : "",
      ),
      wrong ? h("p", { class: "problem small", role: "alert" }, this.problem) : null,
    );
  }

  clock() {
    return h(
      "div",
      { class: "field", key: "clock" },
      h("label", { for: "seconds" }, TEXTS.clock),
      h(
        "select",
        {
          id: "seconds",
          value: this.seconds,
          onchange: (
            /** @type {Event & { target: HTMLSelectElement }} */ event,
          ) => (this.seconds = event.target.value),
        },
        ["0", "15", "30", "60"].map((value) =>
          h("option", { key: value, value }, value === "0" ? TEXTS.noClock : TEXTS.seconds({ count: value }))
        ),
      ),
      h("p", { class: "small dim" }, TEXTS.aboutClock),
    );
  }

  company() {
    return h(
      "div",
      { class: "field", key: "company" },
      h("label", { for: "company" }, TEXTS.housePlayers),
      h(
        "select",
        {
          id: "company",
          value: this.housePlayers,
          onchange: (
            /** @type {Event & { target: HTMLSelectElement }} */ event,
          ) => (this.housePlayers = event.target.value),
        },
        [["yes", TEXTS.threeSeats], ["no", TEXTS.none]].map((
          [value, words],
        ) => h("option", { key: value, value }, words)),
      ),
      h("p", { class: "small dim" }, TEXTS.aboutHousePlayers),
    );
  }
}

/**
 * "2 (house edge 7.8%)".
 * @param {string} value
 * @param {Edge} [edge]
 */
function valueWords(value, edge) {
  return edge ? TEXTS.valueWithEdge({ value, edge: percent(edge.house_edge) }) : value;
}

/** @param {string} text */
function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

customElements.define("hw-private", PrivateTable);
