/**
 * What if a line paid something else? A bonus is priced from its exact counts while one types; a search finds pay tables
 * with a wanted edge. The address holds every pay; nothing here is approved.
 * @module
 */
import { post } from "./api.js";
import { copyText } from "./clipboard.js";
import { draw, h, pageData } from "./dom.js";
import { save } from "./lab_export.js";
import { figure, oneIn, percents } from "./lab_tables.js";
import { texts } from "./texts.js";
import { KeptStudies } from "./what_if_kept.js";

/** @typedef {import("./types.d.ts").Repriced} Repriced */
/** @typedef {import("./drawn.d.ts").GameData} GameData */

const TEXTS = texts("what_if");
const TYPING_MILLISECONDS = 20;

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
    this.changed = pairsOf("rule");
    this.bonuses = this.game.wagers.filter((one) =>
      ["bonus", "jackpot"].includes(one.role) && this.tables(one.name)
    );
    const asked = new URLSearchParams(location.search);
    this.wager = this.bonuses.find((one) => one.name === asked.get("wager"))?.name ?? this.bonuses[0].name;
    this.table = Object.keys(this.tables(this.wager) ?? {}).find((one) => one === asked.get("table")) ?? "";
    /** @type {Record<string, string>} the pays that are not the letter's */
    this.pays = pairsOf("pay");
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
    this.name = asked.get("name") ?? "";
    this.timer = 0;
    this.asked = 0;
    this.busy = false; // a table is being opened
    this.copied = false;
    this.kept = new KeptStudies(this.game.game, this.bonuses, () => this.draw());
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
      this.price = await this.priced({}); // shown also where the typed pays are refused
      this.letterEdge = this.price.house_edge;
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
    for (const [rule, value] of Object.entries(this.changed)) query.append("rule", `${rule}=${value}`);
    if (this.name) query.set("name", this.name);
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

  /** The text of a study file with every change of this page; the letter's own game has none. */
  studyText() {
    const rules = Object.entries(this.changed).map(([name, value]) => `${name} = ${value}`);
    const pays = Object.keys(this.pays).length && this.price ? this.price.study : "";
    const head = [
      TEXTS.game({ JSON: JSON.stringify(this.game.game) }),
      TEXTS.name2({ JSON: JSON.stringify(this.name || TEXTS.unnamed) }),
    ];
    const tables = pays.slice(Math.max(0, pays.indexOf("[[paytables]]")));
    return rules.length || pays
      ? [...head, ...(rules.length ? ["[rules]", ...rules] : []), tables].join("\n")
      : "";
  }

  /** A private practice table with this study, and a seat at it. */
  async play() {
    this.busy = true;
    this.draw();
    try {
      const { table } = await post("/tables", { game: this.game.game, study: this.studyText() });
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
    draw(
      this,
      h(
        "p",
        { class: "crumbs" },
        h("a", { href: `/lab/${this.game.game}` }, TEXTS.lab({ title: this.game.title })),
      ),
      h("h1", null, TEXTS.title),
      h(
        "p",
        { class: "lead" },
        h("b", { class: "pill warn" }, TEXTS.notApproved),
        TEXTS.lead,
      ),
      h(
        "div",
        { class: "what-if stack" },
        this.form(),
        this.mainGame(),
        this.study(),
        this.looking(),
        this.kept.draw(),
      ),
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
          Object.keys(this.tables(this.wager)).map((one) => [one, TEXTS.table({ name: one })]),
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
        this.letterEdge !== null && figure(TEXTS.letter, percents(this.letterEdge)),
        figure(TEXTS.wins, percents(price.hit_frequency)),
        price.standard_deviation !== null &&
          figure(TEXTS.deviation, price.standard_deviation.toFixed(4)),
      ),
      h("p", { class: "problem", role: "alert", hidden: !this.problem }, this.problem),
      price && this.lines(price),
      price && this.buttons(),
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
            TEXTS.heads.map((name, at) =>
              h("th", { key: name, scope: "col", class: [0, 1, 3].includes(at) ? "" : "right" }, name)
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
          placeholder: TEXTS.example,
          maxlength: 100,
          "aria-label": TEXTS.toTry({ line: row.line }),
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
            this.vary = { ...this.vary, [row.line]: event.target.value };
          },
        }),
      ),
      h("td", { class: "right number" }, oneIn(row.probability)),
      h("td", { class: "right number dim" }, row.combinations.toLocaleString("en-US")),
    );
  }

  buttons() {
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
      }, TEXTS.reset),
    );
  }

  /** What differs from the letter, in words. */
  changes() {
    const label = this.bonuses.find((one) => one.name === this.wager)?.label ?? this.wager;
    const pays = Object.entries(this.pays).map(([line, pay]) => `${line} ${pay}`);
    const rules = Object.entries(this.changed).map(([name, value]) =>
      `${name.replaceAll("-", " ")} ${value}`
    );
    return [...(pays.length ? [TEXTS.payChange({ label, lines: pays.join(", ") })] : []), ...rules];
  }

  /** The study as a whole: play it, price it, keep it, share it. */
  study() {
    const text = this.studyText();
    const practises = document.documentElement.dataset.mode === "practice";
    return h(
      "section",
      { class: "panel", key: "study", "aria-labelledby": "study-title" },
      h("h2", { id: "study-title" }, TEXTS.study),
      h("p", { class: "small" }, studyWords(this.changes())),
      h(
        "div",
        { class: "tables" },
        h("input", {
          type: "text",
          value: this.name,
          placeholder: TEXTS.namePlaceholder,
          maxlength: 60,
          "aria-label": TEXTS.name,
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
            this.name = event.target.value;
            this.remember();
            this.draw();
          },
        }),
        practises && h("button", {
          class: "button first",
          type: "button",
          disabled: this.busy || !text,
          onclick: () => this.play(),
        }, this.busy ? TEXTS.playing : TEXTS.play),
        text && h("a", {
          class: "button",
          href: `/lab/${this.game.game}?${new URLSearchParams({ study: text })}`,
        }, TEXTS.whole),
        text && h("button", {
          class: "button",
          type: "button",
          onclick: () => save(`${this.name || this.game.game}.toml`, `${text}\n`, "application/toml"),
        }, TEXTS.file),
        h("button", { class: "button", type: "button", onclick: () => this.share() }, TEXTS.share),
        this.copied && h("span", { role: "status" }, TEXTS.shared),
        h("button", {
          class: "button",
          type: "button",
          onclick: () =>
            this.kept.add({
              name: this.name || this.wager,
              address: this.address(),
              edge: this.price ? percents(this.price.house_edge) : "",
              game: this.game.game,
              study: text,
            }),
        }, TEXTS.keep),
      ),
    );
  }

  looking() {
    const answer = this.searched;
    return h(
      "section",
      { class: "panel", key: "search" },
      h("h2", null, TEXTS.searchTitle),
      h(
        "p",
        { class: "dim small" },
        TEXTS.searchAbout,
      ),
      h(
        "div",
        { class: "tables" },
        h("input", {
          type: "text",
          value: this.wanted,
          maxlength: 40,
          "aria-label": TEXTS.wanted,
          oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
            this.wanted = event.target.value;
          },
        }),
        h("button", { class: "button first", type: "button", onclick: () => this.search() }, TEXTS.search),
      ),
      answer && h(
        "p",
        { role: "status" },
        foundWords(answer.designs.length, answer.tables_tried),
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
                .map(([line, pay]) => `${line} ${pay}`).join(", ") || TEXTS.letterPays,
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
    return this.rules.length > 0 && h(
      "section",
      { class: "panel", key: "rules" },
      h("h2", null, TEXTS.rules),
      h("p", { class: "dim small" }, TEXTS.rulesAbout),
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
              this.remember();
              this.draw();
            },
          }),
          h("p", { class: "dim small", id: `about-${rule.name}` }, rule.about),
        )
      ),
    );
  }
}

/**
 * The pairs of the address under a name: `pay=flush=6 to 1`.
 * @param {string} name
 * @returns {Record<string, string>}
 */
function pairsOf(name) {
  const pairs = new URLSearchParams(location.search).getAll(name);
  return Object.fromEntries(pairs.map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  }));
}

/**
 * @param {number} count
 * @param {number} tried
 */
function foundWords(count, tried) {
  const tables = tried.toLocaleString("en-US");
  return count ? TEXTS.nearest({ count, tables }) : TEXTS.noneOf({ tables });
}

/** @param {string[]} changes */
function studyWords(changes) {
  return changes.length ? TEXTS.differs({ changes: changes.join("; ") }) : TEXTS.same;
}

customElements.define("hw-what-if", WhatIf);
