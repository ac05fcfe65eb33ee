/**
 * The lobby: five games, live tables, meters that rise.
 * @module
 */
import { draw, h, moves, pageData, s } from "./dom.js";
import { Link } from "./live.js";
import { cents, money } from "./money.js";
import { isPractice, signOut } from "./page.js";
import { get } from "./api.js";
import { SUITS } from "./cards.js";
import { texts } from "./texts.js";

const TEXTS = texts("lobby");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").TableRow} TableRow */

const LOOK = 4000; // milliseconds between two looks at who sits where

/** The list of games and tables. */
class Lobby extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {GameData[]} */
    this.games = data.games ?? [];
    /** @type {TableRow[]} */
    this.tables = data.tables ?? [];
    /** @type {{ jackpot: string, kind: string, current: string }[]} */
    const jackpots = data.jackpots ?? [];
    this.jackpots = jackpots.map((one) => ({
      name: one.jackpot,
      kind: one.kind,
      amount: one.current.replace(/(\.\d\d)\d*$/, "$1"), // a meter keeps more than cents
    }));
    /** @type {import("./account.js").You | null} */
    this.you = data.you ?? null;
    this.answer = "";
    this.link = new Link();
  }

  connectedCallback() {
    this.link.addEventListener("jackpot", (event) => {
      const { jackpot, meter } = /** @type {CustomEvent} */ (event).detail;
      const changed = this.jackpots.find((one) => one.name === jackpot);
      if (changed) changed.amount = meter;
      this.draw();
    });
    this.link.addEventListener("state", () => this.draw());
    setInterval(() => this.look(), LOOK);
    this.draw();
  }

  async look() {
    if (document.hidden || this.link.state !== "open") return;
    try {
      this.tables = await get("/tables");
      this.draw();
    } catch {
      // the link's own state says what is wrong
    }
  }

  /** @param {string} text */
  command(text) {
    const words = text.replace(/^\//, "").trim().toLowerCase();
    const [verb, name = ""] = words.split(/\s+(.*)/);
    const game = this.games.find((one) =>
      [verb, name].includes(one.game) || one.title.toLowerCase() === words
    );
    if (!words) return;
    if (game && verb === "drill") location.assign(`/drill/${game.game}`);
    else if (game && verb === "rules") location.assign(`/docs/${game.game}`);
    else if (verb === "watch" && name) {
      const table = this.tables.find((one) => one.table === name) ??
        this.tables.find((one) => one.game === game?.game);
      if (table) location.assign(`/tables/${table.table}`);
      else this.answer = TEXTS.noTable({ name });
    } else if (game) location.assign(`/play/${game.game}`);
    else if (verb === "jackpots") {
      this.answer = this.jackpots.map((one) =>
        `${title(one.name, this.games)}: ${money(cents(one.amount))}`
      ).join("; ") || TEXTS.noJackpot;
    } else if (verb === "tables") {
      this.answer = this.tables.map((one) => TEXTS.tableFree({ table: one.table, count: one.free.length }))
        .join("; ");
    } else if (verb === "games") this.answer = this.games.map((one) => one.game).join(", ");
    else this.answer = TEXTS.help;
    this.draw();
  }

  draw() {
    const state = this.link.state;
    draw(
      this,
      h(
        "section",
        { class: "welcome" },
        h("h1", null, isPractice() ? TEXTS.pickPractice : TEXTS.pick),
        h(
          "p",
          { class: "dim" },
          TEXTS.lead,
        ),
      ),
      state === "lost"
        ? h(
          "p",
          { class: "problem", role: "status", key: "lost" },
          TEXTS.noLink,
        )
        : null,
      this.own(),
      h("ul", { class: "games", key: "games" }, this.games.map((game) => this.game(game))),
      h(
        "div",
        { class: "columns", key: "columns" },
        this.liveTables(),
        h("div", { class: "stack" }, this.meters(), this.box()),
      ),
    );
  }

  /** Your purse, and the hands that wait for you; without any, the seat that you have. */
  own() {
    const { you } = this;
    const seats = this.tables.filter((one) => one.own_seat);
    const hands = seats.filter((one) => one.in_hand);
    if (!you && !seats.length) return null;
    return h(
      "section",
      { class: "panel own", "aria-label": TEXTS.yourself, key: "own" },
      you ? this.purse(you) : null,
      (hands.length ? hands : seats.slice(0, 1)).map((one) =>
        h(
          "a",
          {
            class: `button ${one.in_hand ? "first" : "quiet"}`,
            key: one.table,
            href: `/tables/${one.table}`,
          },
          this.seatWords(one),
        )
      ),
    );
  }

  /** @param {TableRow} row */
  seatWords(row) {
    const values = { table: title(row.table, this.games), seat: row.own_seat ?? 0 };
    return row.in_hand ? TEXTS.continueHand(values) : TEXTS.backToSeat(values);
  }

  /** @param {import("./account.js").You} you */
  purse(you) {
    return h(
      "p",
      { key: "you" },
      h("b", { class: "purse" }, money(cents(you.purse))),
      h("span", { class: "dim small" }, you.account || TEXTS.guest),
      you.account ? h("button", { class: "as-link", type: "button", onclick: signOut }, TEXTS.signOut) : [
        h("a", { key: "make", href: "/me" }, TEXTS.makeAccount),
        h("a", { key: "in", href: "/sign-in" }, TEXTS.signIn),
      ],
    );
  }

  /** @param {GameData} game */
  game(game) {
    const { layout } = game;
    const wager = layout.spots.find((spot) => spot.wager === layout.edge_of)?.label ?? layout.edge_of;
    const free = this.tables.filter((one) => one.game === game.game).reduce(
      (sum, one) => sum + one.free.length,
      0,
    );
    return h(
      "li",
      {
        class: "game",
        key: game.game,
        style: { "--felt-1": layout.felt[0] ?? "#23775f", "--felt-2": layout.felt[1] ?? "#0d3a2f" },
      },
      h(
        "a",
        { class: "game-link", href: `/play/${game.game}`, "aria-label": TEXTS.play({ game: game.title }) },
        s("svg", { viewBox: "0 0 200 64", "aria-hidden": "true", class: "game-cards" }, sampleCards(game)),
        h("h2", null, game.title),
        game.status ? h("p", null, h("span", { class: "pill" }, game.status)) : null,
        h("p", { class: "what" }, layout.summary),
        layout.edge
          ? h(
            "p",
            { class: "price" },
            h("b", null, layout.edge),
            h("span", null, TEXTS.edge({ wager })),
          )
          : null,
        h("span", { class: "button first" }, TEXTS.sitDown),
      ),
      h(
        "p",
        { class: "small more" },
        h("span", null, TEXTS.free({ count: free })),
        h("a", { href: `/drill/${game.game}` }, TEXTS.drill),
        h("a", { href: `/new/${game.game}` }, TEXTS.ownTable),
        h("a", { href: `/docs/${game.game}` }, TEXTS.rules),
      ),
    );
  }

  liveTables() {
    return h(
      "section",
      { class: "panel", "aria-labelledby": "live" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "live" }, TEXTS.liveTables),
        h(
          "span",
          { class: "link", "data-state": this.link.state },
          this.link.state === "open" ? TEXTS.live : TEXTS.linking,
        ),
      ),
      this.tables.length
        ? h(
          "ul",
          { class: "live-tables" },
          this.tables.map((table) =>
            h(
              "li",
              { key: table.table },
              h("a", { href: `/tables/${table.table}` }, tableTitle(table, this.games)),
              h("span", { class: "dim small" }, phase(table)),
              seatDots(table),
              h(
                "span",
                { class: "small free-seats" },
                table.free.length ? TEXTS.free({ count: table.free.length }) : TEXTS.full,
              ),
            )
          ),
        )
        : h("p", { class: "dim" }, TEXTS.noTables),
    );
  }

  meters() {
    return h(
      "section",
      { class: "panel", "aria-labelledby": "jackpots" },
      h("div", { class: "head" }, h("h2", { id: "jackpots" }, TEXTS.jackpots)),
      this.jackpots.length
        ? h(
          "ul",
          { class: "meters" },
          this.jackpots.map((one) =>
            h(
              "li",
              { key: one.name },
              h(
                "span",
                null,
                title(one.name, this.games),
                h(
                  "span",
                  { class: "dim small" },
                  one.kind === "house" ? TEXTS.houseJackpot : TEXTS.rises,
                ),
              ),
              h("b", {
                class: "money",
                "data-meter": one.name,
                key: String(one.amount),
                ...(moves() ? { class: "money fresh" } : {}),
              }, money(cents(one.amount))),
            )
          ),
        )
        : h("p", { class: "dim" }, TEXTS.noJackpot),
    );
  }

  box() {
    return h(
      "section",
      { class: "panel", "aria-labelledby": "say" },
      h("div", { class: "head" }, h("h2", { id: "say" }, TEXTS.say), h("kbd", null, "/")),
      h(
        "form",
        {
          class: "command",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const form = /** @type {HTMLFormElement} */ (event.target);
            const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("words"));
            this.command(input.value);
            input.value = "";
          },
        },
        h("label", { class: "heard", for: "words" }, TEXTS.command),
        h("input", {
          id: "words",
          name: "words",
          autocomplete: "off",
          placeholder: TEXTS.examples,
          own: true,
        }),
        h("button", { class: "button quiet", type: "submit" }, TEXTS.go),
      ),
      h("p", { class: "answer small", role: "status" }, this.answer),
    );
  }
}

/**
 * @param {string} name
 * @param {GameData[]} games
 */
function title(name, games) {
  const game = games.find((one) => name.startsWith(one.game));
  const words = name.replace(/-?(house-)?jackpot$/, "").replaceAll("-", " ");
  return game?.title ?? words;
}

/**
 * @param {TableRow} table
 * @param {GameData[]} games
 */
function tableTitle(table, games) {
  const game = games.find((one) => one.game === table.game);
  const rest = table.table.startsWith(table.game)
    ? table.table.slice(table.game.length).replace(/^-/, "")
    : table.table;
  const name = `${game?.title ?? table.game}${rest ? ` · ${table.private ? TEXTS.yours : rest}` : ""}`;
  return table.study ? TEXTS.study({ table: name, study: table.study }) : name;
}

/** @param {TableRow} table */
function phase(table) {
  return table.phase === "decisions"
    ? TEXTS.round({ round: table.round })
    : table.phase === "wagers"
    ? TEXTS.takingWagers
    : table.phase;
}

/** @param {TableRow} table */
function seatDots(table) {
  return h(
    "span",
    { class: "dots", "aria-hidden": "true" },
    Array.from(
      { length: table.seats },
      (_, index) => h("i", { key: `${index}`, class: table.free.includes(index + 1) ? "" : "taken" }),
    ),
  );
}

/**
 * A few cards as a sign of the game: as many as a player or the dealer gets, of one suit where only flushes count.
 * @param {GameData} game
 */
function sampleCards(game) {
  const dealt = game.dealing?.player_cards || game.dealing?.dealer_cards || 2;
  const count = Math.min(dealt, 7);
  const flush = game.layout.hand === "suits";
  const step = count > 3 ? 22 : 34;
  return Array.from({ length: count }, (_, index) => {
    const off = index - (count - 1) / 2;
    const suit = /** @type {"s"} */ ([..."shdc"][flush ? 3 : index % 4]);
    const joker = game.layout.hand === "trays" && index === 0;
    const ink = joker ? "var(--joker)" : `var(--${SUITS[suit].name.slice(0, -1)})`;
    const gap = game.layout.hand === "trays" && index > 1 ? 8 : 0;
    return s(
      "g",
      {
        key: `${index}`,
        transform: `translate(${82 + off * step + gap} ${5 + Math.abs(off) * 1.2}) rotate(${off * 2} 18 26)`,
      },
      s("rect", { width: 36, height: 51, rx: 4, fill: "#fdfbf5", stroke: "#00000040" }),
      s("text", { x: 5, y: 17, fill: ink, class: "sample-rank" }, joker ? "★" : "AKQJ987"[index]),
      s("path", {
        d: SUITS[suit].path,
        transform: "translate(11 22) scale(0.95)",
        fill: joker ? "none" : ink,
      }),
    );
  });
}

customElements.define("hw-lobby", Lobby);
