/**
 * The page of a table: holds what the server said last and what the player is about to say, and draws both.
 * @module
 */
import { actions, banner } from "./actions.js";
import { draw, h, pageData } from "./dom.js";
import { felt } from "./felt.js";
import { post } from "./api.js";
import { Link, Refused } from "./live.js";
import { buttonOf, mySeat, placeable, readView } from "./model.js";
import { cents, money, plain } from "./money.js";
import { isPractice, recall, remember, writing } from "./page.js";
import { coach, side } from "./side.js";
import { answerTo, sentence } from "./speech.js";
import { ordered, settingOf } from "./trays.js";

/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Choice} Choice */
/** @typedef {import("./types.d.ts").Advice} Advice */
/** @typedef {import("./types.d.ts").GameData} GameData */

const HOLD = 450; // milliseconds that make a long press
const KEPT = 60; // lines of the log

/** The table; everything below it is drawn from here. */
export class TablePage extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {GameData} */
    this.game = data.game;
    /** @type {View} */
    this.view = readView(data.view);
    this.build = document.documentElement.dataset.build ?? "";
    this.link = this.makeLink();
    /** @type {Record<string, number>} chips that lie on the spots but are not sent yet, in cents */
    this.staged = {};
    /** @type {Record<string, number> | null} */
    this.last = this.recallWagers();
    this.chip = Number(recall("chip")) || 500;
    /** @type {string[]} the cards chosen for the low hand */
    this.front = [];
    /** @type {Advice | null} */
    this.advice = null;
    this.coachOn = recall("coach") === "on";
    /** @type {{ number: number, words: string }[]} */
    this.log = [];
    /** @type {{ choice: Choice, value: number } | null} */
    this.amount = null;
    this.problem = "";
    this.answer = "";
    this.busy = false;
    this.asked = false;
    this.sheet = false;
    this.stale = false;
    this.turnSaid = "";
    /** @type {number | null} when the clock runs out, by this page's own clock */
    this.runsOut = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    this.held = false;
    this.stageUsual();
  }

  connectedCallback() {
    this.listen();
    this.link.watch(this.view.table, this.view.number ?? 0);
    if (this.coachOn) this.link.coach(this.view.table, true);
    this.draw();
    requestAnimationFrame(() => (document.body.dataset.ready = "yes"));
  }

  makeLink() {
    return new Link();
  }

  listen() {
    this.link.addEventListener("table", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("coach", (event) => this.advise(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("state", () => this.draw());
    this.link.addEventListener("hello", (event) => this.greet(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("jackpot", (event) => {
      const { jackpot, meter } = /** @type {CustomEvent} */ (event).detail;
      const shown = this.view.jackpot;
      if (shown && shown.name === jackpot) shown.amount = meter;
      this.draw();
    });
    addEventListener("keydown", (event) => this.key(event));
    // Whoever clicked goes on with the game's keys; whoever came by Tab keeps the focus.
    this.addEventListener("click", (event) => {
      const focused = document.activeElement;
      if (event.detail > 0 && focused instanceof HTMLButtonElement) focused.blur();
    });
    setInterval(() => this.runsOut !== null && this.draw(), 1000);
  }

  // ---- what comes

  /** @param {any} message */
  hear(message) {
    if (String(message.table) !== String(this.view.table)) return;
    const before = this.view;
    this.view = readView(message.view);
    if (message.number !== undefined) this.view.number = message.number;
    const left = this.view.milliseconds_left;
    this.runsOut = left === null || left === undefined ? null : performance.now() + left;
    this.tell(message.steps ?? [], before);
    if (this.advice && (this.advice.round !== this.view.round || this.view.turn !== this.view.you.seat)) {
      this.advice = null;
    }
    if (this.view.round !== before.round || !this.view.choices.length) {
      this.front = [];
      this.amount = null;
    }
    if (before.you.seat !== this.view.you.seat || (before.phase !== this.view.phase && this.staging)) {
      this.stageAgain();
    }
    if (this.stale && !this.view.turn) location.reload();
    this.draw();
  }

  /**
   * @param {any[]} steps
   * @param {View} before
   */
  tell(steps, before) {
    /** @type {Map<number, string>} */
    const sentences = new Map();
    for (const step of steps) {
      const words = sentence(step, this.view, before, this.game);
      if (words) sentences.set(step.number, [sentences.get(step.number), words].filter(Boolean).join(" "));
    }
    const fresh = [...sentences].filter(([number]) => !this.log.some((one) => one.number === number));
    for (const [number, words] of fresh) this.log.unshift({ number, words });
    this.log.length = Math.min(this.log.length, KEPT);
  }

  /** @param {Advice} advice */
  advise(advice) {
    if (String(advice.table) !== String(this.view.table) || advice.round !== this.view.round) return;
    this.advice = advice;
    this.draw();
  }

  /** @param {{ build?: string }} hello */
  greet(hello) {
    this.stale = Boolean(this.build && hello.build && hello.build !== this.build);
    this.draw();
  }

  // ---- what is asked

  /**
   * Ask the house for something; what it refuses is said beside the buttons.
   * @param {string} act
   * @param {Record<string, any>} fields
   */
  async ask(act, fields) {
    this.problem = "";
    this.busy = true;
    this.asked = true;
    try {
      this.draw();
      await this.link.ask(act, { table: this.view.table, ...fields });
      return true;
    } catch (problem) {
      this.problem = problem instanceof Refused ? problem.message : String(problem);
      return false;
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  /** @param {number} seat */
  sit(seat) {
    return this.ask("join", { seat });
  }

  leave() {
    return this.ask("leave", { seat: this.view.you.seat });
  }

  withdraw() {
    return this.ask("withdraw", { seat: this.view.you.seat });
  }

  /** @param {string} value */
  giveValue(value) {
    return this.ask("value", { seat: this.view.you.seat, value });
  }

  /** Deal to those who have wagered, without waiting for the others. */
  dealNow() {
    return this.ask("deal", {});
  }

  /** Practice chips up to the usual bankroll. */
  async fillUp() {
    try {
      await post("/me/chips", {});
    } catch (problem) {
      this.problem = problem instanceof Refused ? problem.message : String(problem);
      this.draw();
    }
  }

  /** Whether the purse is too small for what lies on the spots. */
  get short() {
    return this.view.you.purse !== null && cents(this.view.you.purse) < this.total();
  }

  async deal() {
    if (!this.ready() || this.busy) return;
    const wagers = Object.fromEntries(Object.entries(this.staged).filter(([, amount]) => amount > 0));
    const text = Object.fromEntries(Object.entries(wagers).map(([name, amount]) => [name, plain(amount)]));
    if (await this.ask("wager", { seat: this.view.you.seat, wagers: text })) {
      this.last = wagers;
      remember(`wagers/${this.game.game}`, JSON.stringify(wagers));
    }
  }

  /** @param {string} decision */
  decide(decision) {
    if (this.busy) return;
    this.amount = null;
    return this.ask("decide", { seat: this.view.you.seat, round: this.view.round, decision });
  }

  /** @param {Choice} choice */
  choose(choice) {
    if (choice.most !== undefined && choice.most !== null) {
      const most = cents(choice.most);
      this.amount = { choice, value: most };
      this.draw();
    } else if (choice.decision === "set") {
      if (!this.setBlocked(choice)) this.decide(`set ${this.front.join(" ")}`);
    } else this.decide(choice.decision);
  }

  /** @param {Choice} choice */
  setBlocked(choice) {
    const [low] = this.game.layout.trays;
    if (this.front.length !== (low?.cards ?? 2)) return true;
    return choice.settings ? Boolean(settingOf(choice.settings, this.front)?.foul ?? true) : false;
  }

  // ---- chips

  /** Whether chips can be put on the spots now. */
  get staging() {
    const mine = mySeat(this.view);
    if (!mine || this.view.stopped || this.view.turn) return false;
    if (this.view.phase !== "wagers" && this.view.phase !== "settled") return false;
    return this.view.settled !== null || !Object.keys(mine.wagers).length;
  }

  recallWagers() {
    try {
      return JSON.parse(recall(`wagers/${this.game.game}`) ?? "null");
    } catch {
      return null;
    }
  }

  stageUsual() {
    this.staged = {};
    for (const wager of placeable(this.game)) {
      if (wager.required) this.staged[wager.name] = wager.usual;
    }
  }

  stageAgain() {
    if (this.last) this.again();
    else this.stageUsual();
  }

  again() {
    const offered = placeable(this.game).map((one) => one.name);
    this.staged = Object.fromEntries(
      Object.entries(this.last ?? {}).filter(([name]) => offered.includes(name)),
    );
    this.draw();
  }

  clear() {
    this.staged = {};
    this.draw();
  }

  /** @param {number} amount */
  pick(amount) {
    this.chip = amount;
    remember("chip", String(amount));
    this.draw();
  }

  /**
   * The wagers that go together with one: Ante and Bet are equal.
   * @param {string} name
   */
  together(name) {
    const wagers = placeable(this.game);
    const first = wagers.find((one) => one.name === name)?.equals || name;
    return wagers.filter((one) => one.name === first || one.equals === first);
  }

  /** @param {string} name */
  addition(name) {
    const fixed = this.together(name)[0]?.fixed;
    return fixed || this.chip;
  }

  /** @param {string} name */
  add(name) {
    if (this.held) {
      this.held = false;
      return;
    }
    for (const wager of this.together(name)) {
      if (wager.fixed) this.staged[wager.name] = this.staged[wager.name] ? 0 : wager.fixed;
      else this.staged[wager.name] = Math.min(wager.most, (this.staged[wager.name] ?? 0) + this.chip);
    }
    this.problem = "";
    this.draw();
  }

  /** @param {string} name */
  takeChip(name) {
    for (const wager of this.together(name)) {
      const left = (this.staged[wager.name] ?? 0) - (wager.fixed || this.chip);
      this.staged[wager.name] = left >= wager.least && !wager.fixed ? left : 0;
    }
    this.problem = "";
    this.draw();
  }

  /**
   * @param {Event} event
   * @param {string} name
   */
  takeOff(event, name) {
    event.preventDefault();
    this.release();
    if (!this.held) this.takeChip(name);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} name
   */
  spotKey(event, name) {
    if (!["Delete", "Backspace", "-"].includes(event.key)) return;
    event.preventDefault();
    this.takeChip(name);
  }

  /**
   * @param {PointerEvent} event
   * @param {string} name
   */
  press(event, name) {
    this.held = false;
    if (event.pointerType === "mouse") return;
    this.holding = setTimeout(() => {
      this.held = true;
      this.takeChip(name);
    }, HOLD);
  }

  release() {
    clearTimeout(this.holding);
  }

  total() {
    return Object.values(this.staged).reduce((sum, amount) => sum + amount, 0);
  }

  ready() {
    const wagers = placeable(this.game);
    return wagers.filter((one) => one.required).every((one) => (this.staged[one.name] ?? 0) >= one.least);
  }

  // ---- setting a hand

  /** @param {string} text */
  move(text) {
    const [low] = this.game.layout.trays;
    if (this.front.includes(text)) this.front = this.front.filter((one) => one !== text);
    else this.front = [...this.front, text].slice(-(low?.cards ?? 2));
    this.draw();
  }

  /**
   * @param {string} text
   * @param {string} tray
   */
  drop(text, tray) {
    const inFront = this.front.includes(text);
    if ((tray === this.game.layout.trays[0]?.name) !== inFront) this.move(text);
  }

  // ---- amounts

  /** @param {number} value */
  slide(value) {
    if (this.amount) this.amount.value = value;
    this.draw();
  }

  closeAmount() {
    this.amount = null;
    this.draw();
  }

  /**
   * Amounts go in the steps of the table's wagers, as far as that reaches the most.
   * @param {Choice} choice
   */
  stepOf(choice) {
    const first = this.game.wagers.find((wager) => wager.required)?.name ?? "";
    const step = cents(this.game.limits?.[first]?.step ?? choice.step ?? "1.00");
    return cents(choice.most ?? "0") % step ? cents(choice.step ?? "0.01") : step;
  }

  // ---- keys and words

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || writing()) return;
    if (event.key === "Escape") return this.amount ? this.closeAmount() : this.closeSheet();
    const onButton = document.activeElement instanceof HTMLElement &&
      document.activeElement.matches("button, a, summary, [role=radio]");
    if (event.key === "Enter" && onButton) return;
    if (event.key === "Enter" && this.amount) {
      return this.decide(`${this.amount.choice.decision} ${plain(this.amount.value)}`);
    }
    if (this.view.choices.length) this.decisionKey(event);
    else if (this.staging) this.wagerKey(event);
    else if (event.key === "Enter" && this.placed) this.dealNow();
    else if (event.key === "Enter" && !mySeat(this.view) && this.freeSeats().length) {
      this.sit(this.freeSeats()[0]);
    }
  }

  /** @param {KeyboardEvent} event */
  decisionKey(event) {
    const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const wanted = this.view.choices.find((choice) => buttonOf(choice, this.game).key === pressed);
    if (wanted) {
      event.preventDefault();
      this.choose(wanted);
      return;
    }
    const mine = mySeat(this.view);
    if (mine && this.game.layout.trays.length && /^[1-9]$/.test(event.key)) {
      const card = ordered(mine.cards)[Number(event.key) - 1];
      if (card && this.view.choices.some((choice) => choice.decision === "set")) this.move(card);
    }
  }

  /** @param {KeyboardEvent} event */
  wagerKey(event) {
    const pressed = event.key.toUpperCase();
    if (event.key === "Enter") this.deal();
    else if (pressed === "R" && this.last) this.again();
    else if (pressed === "X") this.clear();
  }

  /** @param {string} text */
  command(text) {
    const words = text.replace(/^\//, "").trim().toLowerCase();
    const said = answerTo(words, this.view, this.game);
    if (said !== null) this.answer = said;
    else if (words === "coach") {
      this.toggleCoach();
      this.answer = `The coach is ${this.coachOn ? "on" : "off"}.`;
    } else if (words === "leave") this.leave();
    else if (words === "deal") this.deal();
    else if (words && this.view.choices.length) {
      this.answer = "";
      this.decide(text.replace(/^\//, "").trim());
    } else if (words) this.answer = `“${text.trim()}” is no word of this table now. Type help.`;
    this.draw();
  }

  toggleCoach() {
    this.coachOn = !this.coachOn;
    remember("coach", this.coachOn ? "on" : "off");
    if (!this.coachOn) this.advice = null;
    this.link.coach(this.view.table, this.coachOn);
    this.draw();
  }

  openSheet() {
    this.sheet = true;
    this.draw();
  }

  closeSheet() {
    this.sheet = false;
    this.draw();
  }

  // ---- what the drawing asks

  /** Whether one's wagers are placed and the deal is awaited. */
  get placed() {
    const mine = mySeat(this.view);
    return this.view.phase === "wagers" && !this.staging && Boolean(mine && Object.keys(mine.wagers).length);
  }

  freeSeats() {
    const all = this.game.seats;
    const taken = this.view.seats.map((seat) => seat.seat);
    return Array.from({ length: all }, (_, index) => index + 1).filter((seat) => !taken.includes(seat));
  }

  secondsLeft() {
    return this.runsOut === null ? null : Math.max(0, Math.ceil((this.runsOut - performance.now()) / 1000));
  }

  /** How many cards a player gets; for empty places. */
  get ownCount() {
    return this.game.dealing?.player_cards ?? 2;
  }

  get placeholders() {
    return (this.game.dealing?.dealer_cards ?? 2) + (this.game.dealing?.dealer_extra ?? 0);
  }

  /**
   * What became of a wager in the round just settled: won, lost or nothing.
   * @param {string} name
   */
  resultOf(name) {
    if (this.staging || !this.view.settled) return null;
    const seat = this.view.settled.settlement.seats.find((one) => one.seat === this.view.you.seat);
    return seat?.wagers.find((line) => line.wager === name)?.result ?? null;
  }

  /** One sentence, said at once, and only when it is one's turn. */
  turnWords() {
    if (!this.view.choices.length) return "";
    const names = this.view.choices.map((choice) => buttonOf(choice, this.game).label);
    return `Your turn: ${[...new Set(names)].join(", ")}.`;
  }

  /** On a large screen purse and link stand in the bar of the site. */
  drawBar() {
    const bar = document.getElementById("bar-state");
    if (!bar) return;
    const { view, link } = this;
    draw(
      bar,
      view.jackpot
        ? h(
          "span",
          { class: "meter" },
          "Jackpot ",
          h("b", { class: "money" }, money(cents(view.jackpot.amount))),
        )
        : null,
      view.you.purse ? h("span", { class: "purse money", key: "purse" }, money(cents(view.you.purse))) : null,
      h("span", { class: "link", key: "link", "data-state": link.state }, this.linkWords()),
    );
  }

  linkWords() {
    const { state, delay } = this.link;
    if (state === "open") return delay === null ? "linked" : `${delay} ms`;
    return state === "lost" ? "no link" : "linking";
  }

  draw() {
    this.drawBar();
    this.dataset.number = String(this.view.number);
    this.dataset.phase = this.view.choices.length ? "decide" : this.staging ? "wager" : "wait";
    const { view, link } = this;
    const purse = view.you.purse;
    const state = this.linkWords();
    draw(
      this,
      h(
        "div",
        { class: "table-head" },
        h(
          "div",
          { class: "titles" },
          h("h1", null, this.game.title),
          view.jackpot
            ? h(
              "p",
              { class: "meter" },
              "Jackpot ",
              h("b", { class: "money" }, money(cents(view.jackpot.amount))),
            )
            : null,
        ),
        h(
          "p",
          { class: "stand" },
          purse ? h("span", { class: "purse money" }, money(cents(purse))) : null,
          isPractice() ? h("span", { class: "pill" }, "practice chips") : null,
        ),
        h(
          "span",
          { class: "link", "data-state": link.state, role: "img", "aria-label": `Link: ${state}` },
          state,
        ),
        h("button", {
          class: "button quiet details-button",
          type: "button",
          "aria-expanded": this.sheet ? "true" : "false",
          onclick: () => (this.sheet ? this.closeSheet() : this.openSheet()),
        }, "More"),
      ),
      this.stale
        ? h(
          "p",
          { class: "stale", role: "status", key: "stale" },
          "The house runs a newer version. This page reloads after the round.",
        )
        : null,
      link.state === "lost"
        ? h(
          "p",
          { class: "lost", role: "status", key: "lost" },
          "No link to the house. Your seat and cards are kept; this goes on by itself.",
        )
        : null,
      h(
        "div",
        { class: "grid", key: "grid" },
        felt(this),
        coach(this),
        banner(this),
        actions(this),
        side(this),
      ),
      h("p", { class: "heard", role: "alert", key: "turn" }, this.turnWords()),
    );
  }
}

customElements.define("hw-table", TablePage);
