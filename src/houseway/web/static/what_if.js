/**
 * What if a line paid something else? A bonus is priced from its exact counts while one types; a search finds pay tables
 * with a wanted edge. The address holds every pay; nothing here is approved.
 * @module
 */
import { post } from "./api.js";
import { draw, h, pageData } from "./dom.js";
import { figure, oneIn, percents } from "./lab_tables.js";
import { recall, remember } from "./page.js";
import { texts } from "./texts.js";

const TEXTS = texts("what_if");

/** @typedef {import("./types.d.ts").Repriced} Repriced */
/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {{ name: string, address: string, edge: string }} Saved */

const TYPING_MILLISECONDS = 40;

/** The page. */
class WhatIf extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {GameData} */
    this.game = data.game;
    /** @type {{ name: string, about: string, value: string }[]} */
    this.rules = data.rules;
    /** @type {Record<string, string>} the rules that are not the letter's, as TOML writes them */
    this.changed = {};
    this.bonuses = this.game.wagers.filter((one) =>
      ["bonus", "jackpot"].includes(one.role) && this.tables(one.name)
    );
    const asked = new URLSearchParams(location.search);
    this.wager = this.bonuses.find((one) => one.name === asked.get("wager"))?.name ?? this.bonuses[0].name;
    this.table = Object.keys(this.tables(this.wager) ?? {}).find((one) => one === asked.get("table")) ?? "";
    /** @type {Record<string, string>} the pays that are not the letter's */
    this.pays = Object.fromEntries(asked.getAll("pay").map((pair) => pair.split("=", 2)));
    /** @type {Repriced | null} */
    this.price = null;
    /** @type {number | null} the edge with the letter's pays */
    this.letterEdge = null;
    this.problem = "";
    this.wanted = "4%±0.1";
    /** @type {Record<string, string>} */
    this.vary = {};
    /** @type {any} */
    this.searched = null;
    this.name = "";
    this.timer = 0;
    this.asked = 0;
  }

  connectedCallback() {
    this.begin();
  }

  /** @param {string} wager */
  tables(wager) {
    return /** @type {any} */ (this.game.paytables)[
      this.game.offers?.find((one) => one.wager === wager)?.paytable ?? wager
    ];
  }

  /** The letter's pays first, then your own. */
  async begin() {
    const names = Object.keys(this.tables(this.wager));
    if (!names.includes(this.table)) this.table = names[0];
    this.searched = null;
    this.letterEdge = null;
    try {
      this.letterEdge = (await this.priced({})).house_edge;
    } catch (problem) {
      this.problem = String(problem instanceof Error ? problem.message : problem);
    }
    await this.reprice();
  }

  /**
   * @param {Record<string, string>} pays
   * @returns {Promise<Repriced>}
   */
  priced(pays) {
    return post(`/lab/${this.game.game}/reprice`, { wager: this.wager, table: this.table, pays });
  }

  /** The price of what stands in the form; of several that are on their way only the last one counts. */
  async reprice() {
    const number = ++this.asked;
    try {
      const price = await this.priced(this.pays);
      if (number !== this.asked) return;
      this.price = price;
      this.problem = "";
    } catch (problem) {
      if (number !== this.asked) return;
      this.problem = String(problem instanceof Error ? problem.message : problem);
    }
    this.remember();
    this.draw();
  }

  remember() {
    history.replaceState(null, "", this.address());
  }

  address() {
    const query = new URLSearchParams({ wager: this.wager, table: this.table });
    for (const [line, pay] of Object.entries(this.pays)) query.append("pay", `${line}=${pay}`);
    return `/lab/${this.game.game}/what-if?${query}`;
  }

  /**
   * @param {string} line
   * @param {string} text
   */
  change(line, text) {
    const usual = this.letterPay(line);
    const { [line]: _, ...others } = this.pays;
    this.pays = text.trim() === usual ? others : { ...others, [line]: text.trim() };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reprice(), TYPING_MILLISECONDS);
  }

  /** @param {string} line */
  letterPay(line) {
    return this.tables(this.wager)[this.table].lines.find((/** @type {any} */ one) => one.name === line)
      ?.pays ?? "";
  }

  async search() {
    const vary = Object.fromEntries(Object.entries(this.vary).filter(([, text]) => text.trim()));
    try {
      const body = { wager: this.wager, table: this.table, edge: this.wanted, vary, most: 12 };
      this.searched = await post(`/lab/${this.game.game}/design`, body);
      this.problem = "";
    } catch (problem) {
      this.problem = String(problem instanceof Error ? problem.message : problem);
    }
    this.draw();
  }

  /** @returns {Saved[]} */
  saved() {
    try {
      return JSON.parse(recall("studies") ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {Saved[]} list */
  keep(list) {
    remember("studies", JSON.stringify(list.slice(0, 50)));
    this.draw();
  }

  draw() {
    draw(
      this,
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: `/lab/${this.game.game}` }, TEXTS.inTheLab({ game: this.game.title })),
      ),
      h("h1", null, TEXTS.title),
      h(
        "p",
        { class: "lead" },
        h("b", { class: "pill warn" }, TEXTS.notApproved),
        TEXTS.lead,
      ),
      h("div", { class: "what-if stack" }, this.form(), this.looking(), this.mainGame(), this.studies()),
    );
  }

  form() {
    const price = this.price;
    return h(
      "section",
      { class: "panel", key: "form" },
      h(
        "div",
        { class: "chooser" },
        this.chooser("wager", this.bonuses.map((one) => [one.name, one.label])),
        this.chooser(
          "table",
          Object.keys(this.tables(this.wager)).map((one) => [one, TEXTS.payTable({ name: one })]),
        ),
      ),
      price && h(
        "dl",
        { class: "figures" },
        figure(
          price.basis ? TEXTS.edgeOf({ basis: price.basis }) : TEXTS.edge,
          percents(price.house_edge),
          "large",
        ),
        this.letterEdge !== null && figure(TEXTS.ofLetter, percents(this.letterEdge)),
        figure(TEXTS.wins, percents(price.hit_frequency)),
        price.standard_deviation !== null &&
          figure(TEXTS.deviation, price.standard_deviation.toFixed(4)),
      ),
      h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
      price && this.lines(price),
      price && this.buttons(price),
    );
  }

  /**
   * @param {"wager" | "table"} what
   * @param {string[][]} values
   */
  chooser(what, values) {
    return h(
      "label",
      { key: what },
      h("span", null, what === "wager" ? TEXTS.wager : TEXTS.like),
      h(
        "select",
        {
          value: this[what],
          onchange: (/** @type {Event & { target: HTMLSelectElement }} */ event) => {
            this[what] = event.target.value;
            this.pays = {};
            this.vary = {};
            this.begin();
          },
        },
        values.map(([value, words]) =>
          h("option", { key: value, value, selected: value === this[what] }, words)
        ),
      ),
    );
  }

  /** @param {Repriced} price */
  lines(price) {
    return h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": TEXTS.lines },
      h(
        "table",
        { class: "lines" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            Object.entries(TEXTS.heads).map(([name, words]) =>
              h("th", {
                key: name,
                scope: "col",
                class: ["hand", "pays", "tried"].includes(name) ? "" : "right",
              }, words)
            ),
          ),
        ),
        h("tbody", null, price.lines.map((row) => this.line(row))),
      ),
    );
  }

  /** @param {Repriced["lines"][number]} row */
  line(row) {
    const own = this.pays[row.line];
    return h(
      "tr",
      { key: row.line },
      h("th", { scope: "row" }, row.line),
      h("td", { class: "right number" }, row.combinations.toLocaleString("en-US")),
      h("td", { class: "right number" }, oneIn(row.probability)),
      h(
        "td",
        null,
        h("input", {
          type: "text",
          value: own ?? row.pays,
          maxlength: 40,
          "aria-label": TEXTS.pays({ line: row.line }),
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) =>
            this.change(row.line, event.target.value),
        }),
      ),
      h("td", { class: "right number" }, percents(row.returns)),
      h(
        "td",
        null,
        h("input", {
          type: "text",
          value: this.vary[row.line] ?? "",
          placeholder: TEXTS.tryExample,
          maxlength: 100,
          "aria-label": TEXTS.tryPays({ line: row.line }),
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
            this.vary = { ...this.vary, [row.line]: event.target.value };
          },
        }),
      ),
    );
  }

  /** @param {Repriced} price */
  buttons(price) {
    return h(
      "div",
      { class: "tables" },
      h("button", {
        class: "button",
        type: "button",
        onclick: () => {
          this.pays = {};
          this.reprice();
        },
      }, TEXTS.letterPays),
      h("a", {
        class: "button",
        download: `${this.game.game}-${this.wager}.toml`,
        href: `data:text/plain;charset=utf-8,${encodeURIComponent(price.study)}`,
      }, TEXTS.studyFile),
      h("input", {
        type: "text",
        value: this.name,
        placeholder: TEXTS.nameExample,
        maxlength: 60,
        "aria-label": TEXTS.name,
        oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
          this.name = event.target.value;
        },
      }),
      h("button", {
        class: "button",
        type: "button",
        onclick: () =>
          this.keep([
            { name: this.name || this.wager, address: this.address(), edge: percents(price.house_edge) },
            ...this.saved(),
          ]),
      }, TEXTS.keep),
    );
  }

  looking() {
    const answer = this.searched;
    return h(
      "section",
      { class: "panel", key: "search" },
      h("h2", null, TEXTS.find),
      h(
        "p",
        { class: "dim small" },
        TEXTS.aboutFind,
      ),
      h(
        "div",
        { class: "tables" },
        h("input", {
          type: "text",
          value: this.wanted,
          maxlength: 40,
          "aria-label": TEXTS.neededEdge,
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
            this.wanted = event.target.value;
          },
        }),
        h("button", { class: "button first", type: "button", onclick: () => this.search() }, TEXTS.search),
      ),
      answer && h(
        "p",
        { role: "status" },
        foundWords(answer.designs.length, answer.tables_tried.toLocaleString("en-US")),
      ),
      answer && h(
        "ul",
        { class: "saved" },
        answer.designs.map((/** @type {any} */ one, /** @type {number} */ index) =>
          h(
            "li",
            { key: String(index) },
            h("b", { class: "number" }, percents(one.house_edge)),
            h(
              "span",
              null,
              Object.entries(one.pays).filter(([line, pay]) => pay !== this.letterPay(line))
                .map(([line, pay]) => `${line} ${pay}`).join(", ") || TEXTS.ownPays,
            ),
            h(
              "button",
              { class: "button quiet", type: "button", onclick: () => this.take(one.pays) },
              TEXTS.take,
            ),
          )
        ),
      ),
    );
  }

  /** @param {Record<string, string>} pays */
  take(pays) {
    this.pays = Object.fromEntries(
      Object.entries(pays).filter(([line, pay]) => pay !== this.letterPay(line)),
    );
    this.reprice();
  }

  /** The main game is counted anew, which takes a while: the lab's page does it, with progress. */
  mainGame() {
    const lines = Object.entries(this.changed).map(([name, value]) => `${name} = ${value}`);
    const study = [
      `game = "${this.game.game}"`,
      `name = ${JSON.stringify(this.name || "what if")}`,
      "[rules]",
      ...lines,
    ];
    const address = `/lab/${this.game.game}?${new URLSearchParams({ study: study.join("\n") })}`;
    return this.rules.length > 0 && h(
      "section",
      { class: "panel", key: "rules" },
      h("h2", null, TEXTS.rules),
      h("p", { class: "dim small" }, TEXTS.aboutRules),
      this.rules.map((rule) =>
        h(
          "div",
          { key: rule.name, class: "rule" },
          h("label", { for: `rule-${rule.name}` }, rule.name.replaceAll("-", " ")),
          h("input", {
            id: `rule-${rule.name}`,
            type: "text",
            value: this.changed[rule.name] ?? rule.value,
            maxlength: 100,
            "aria-describedby": `about-${rule.name}`,
            oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
              const { [rule.name]: _, ...others } = this.changed;
              const text = event.target.value.trim();
              this.changed = text === rule.value ? others : { ...others, [rule.name]: text };
              this.draw();
            },
          }),
          h("p", { class: "dim small", id: `about-${rule.name}` }, rule.about),
        )
      ),
      lines.length > 0 && h("a", { class: "button first", href: address }, TEXTS.priceRules),
    );
  }

  studies() {
    const saved = this.saved();
    return saved.length > 0 && h(
      "section",
      { class: "panel", key: "saved" },
      h("h2", null, TEXTS.kept),
      h(
        "ul",
        { class: "saved" },
        saved.map((one, index) =>
          h(
            "li",
            { key: `${index} ${one.address}` },
            h("b", { class: "number" }, one.edge),
            h("a", { href: one.address }, one.name),
            h("button", {
              class: "button quiet",
              type: "button",
              onclick: () => this.keep(saved.filter((_, other) => other !== index)),
            }, TEXTS.remove),
          )
        ),
      ),
    );
  }
}

/**
 * @param {number} count
 * @param {string} tables
 */
function foundWords(count, tables) {
  return count ? TEXTS.nearest({ count, tables }) : TEXTS.noneOf({ tables });
}

customElements.define("hw-what-if", WhatIf);
