/**
 * The dealer's console: one next step, keys that never move, and nothing that waits in a queue.
 * @module
 */
import { post } from "./api.js";
import { dealOf, emptyEntry, pressRank, pressSuit, scan, undo } from "./console_entry.js";
import { drawPad } from "./console_pads.js";
import { drawTable } from "./console_seats.js";
import { drawSheet } from "./console_sheets.js";
import { awaited, intentOf, knownCards, stepOf, usualPad } from "./console_steps.js";
import { draw, h, pageData } from "./dom.js";
import { Link, newId, Refused } from "./live.js";
import { signedByTwo } from "./signing.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").ConsoleView} ConsoleView */
/** @typedef {import("./types.d.ts").ConsoleChoice} ConsoleChoice */
/** @typedef {import("./console_steps.js").Pad} Pad */
/** @typedef {import("./console_steps.js").Known} Known */
/** @typedef {import("./console_sheets.js").Sheet} Sheet */
/** @typedef {import("./console_sheets.js").Person} Person */

const TEXTS = texts("console");
const HOLD = 450; // milliseconds until a held key undoes
const APART = 300; // milliseconds between two taps that are meant
const PING = 500;
const DEAD = 2300; // milliseconds without a message from the house after which the console stops itself
const SCANNED = 1500; // milliseconds within which a scanner sends the next character

/** The page. */
class DealerConsole extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {ConsoleView} */
    this.view = data.console;
    /** @type {Person} */
    this.who = {
      person: data.person,
      pin: data.pin,
      supervisor: data.supervisor,
      training: data.training ?? false,
    };
    this.entry = emptyEntry();
    this.paid = 0;
    /** @type {number[]} */
    this.ticked = [];
    /** @type {Known | null} */
    this.known = null;
    /** @type {Pad} */
    this.pad = usualPad(this.view, this.paid);
    /** @type {Sheet | null} */
    this.sheet = null;
    this.problem = "";
    this.busy = false;
    this.fresh = false; // whether the view came over the link that is open now
    this.acted = 0;
    /** @type {Map<string, string>} request ids by intent, so that what is tapped twice is asked for once */
    this.intents = new Map();
    this.typed = "";
    this.typedAt = 0;
    this.holding = 0;
    this.build = document.documentElement.dataset.build ?? "";
    this.stale = false;
    /** @type {Link} */
    this.link = new Link(undefined, { ping: PING, dead: DEAD, lost: TEXTS.unanswered });
  }

  connectedCallback() {
    const { link } = this;
    link.consoles.add(this.view.table);
    link.addEventListener("state", () => this.linkChanged());
    link.addEventListener("table", (event) => this.hear(/** @type {CustomEvent} */ (event).detail));
    link.addEventListener("hello", (event) => {
      this.stale = Boolean(this.build) && /** @type {CustomEvent} */ (event).detail.build !== this.build;
    });
    link.addEventListener("closed", () => location.reload());
    link.watch(this.view.table, this.view.number);
    document.addEventListener("keydown", (event) => this.type(event));
    this.draw();
  }

  get usable() {
    return this.link.state === "open" && this.fresh;
  }

  linkChanged() {
    if (this.link.state !== "open" && this.fresh) {
      this.fresh = false;
      this.holdUndo(false);
    }
    this.draw();
  }

  /** @param {import("./live.js").TableMessage} message */
  hear(message) {
    if (!message.console || String(message.table) !== this.view.table) return;
    const before = this.view;
    this.view = message.console;
    this.fresh = true;
    if (this.stale && this.view.phase === "wagers" && !this.entry.cards.length) location.reload();
    if (before.number !== this.view.number) this.moved(before);
    this.draw();
  }

  /** @param {ConsoleView} before */
  moved(before) {
    const { view } = this;
    this.intents.clear();
    if (this.known && this.known.round !== view.round) this.known = null;
    if (view.payments?.round !== before.payments?.round) this.ticked = [];
    if (sameStep(before) === sameStep(view)) return;
    this.entry = emptyEntry();
    this.pad = usualPad(view, this.paid);
    this.problem = "";
  }

  // ---- cards

  get shown() {
    const { view, pad, entry, paid, known, ticked } = this;
    return { view, pad, entry, paid, known, ticked };
  }

  get bounds() {
    const { view, pad, shown } = this;
    const deck = view.deck ?? { cards: [], copies: 0, out: [] };
    const order = this.usable ? awaited(shown) : [];
    if (pad.kind === "front") {
      const hand = this.known?.round === view.round ? this.known.deal.hands[view.turn ?? 0] : null;
      return { order, deck: { cards: hand ?? deck.cards, copies: 1, out: [] }, known: [] };
    }
    if (pad.kind === "correct") return { order, deck: { ...deck, out: this.openBefore() }, known: [] };
    return { order, deck, known: knownCards(shown) };
  }

  /** The open cards that do not belong to the entry that is corrected: none of a deal, all but the last of a draw. */
  openBefore() {
    const out = this.view.deck?.out ?? [];
    return this.view.entry?.what === "card" ? out.slice(0, -1) : [];
  }

  /** @param {import("./console_entry.js").Entry} entry */
  enter(entry) {
    this.entry = entry;
    this.draw();
    if (this.view.step.kind === "draw" && this.pad.kind === "cards" && entry.cards.length === 1) {
      this.primary();
    }
  }

  /** @param {boolean} begins */
  holdUndo(begins) {
    clearInterval(this.holding);
    if (begins && this.usable) this.holding = setInterval(() => this.undo(), HOLD);
  }

  undo() {
    this.enter(undo(this.entry));
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    const typing = event.target instanceof HTMLInputElement;
    if (typing || this.sheet || event.ctrlKey || event.metaKey || event.altKey || !this.usable) return;
    const now = performance.now();
    if (now - this.typedAt > SCANNED) this.typed = "";
    if (event.key === "Enter" && this.typed) {
      this.enter(scan(this.bounds, this.entry, this.typed));
      this.typed = "";
      event.preventDefault();
    } else if (event.key === "Backspace") {
      this.undo();
      event.preventDefault();
    } else if (/^[\da-zA-Z♠♥♦♣]$/.test(event.key) || (event.key === " " && this.typed)) {
      if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
      this.typed += event.key;
      this.typedAt = now;
      event.preventDefault();
    }
  }

  // ---- acts

  /** Do the next step. */
  async primary() {
    const step = stepOf(this.shown);
    if (!step.ready || !this.usable) return;
    if (step.kind === "settle") return this.settled();
    if (step.kind === "sealed") return this.open({ kind: "void" });
    const deal = step.act === "enter" && "deal" in step.fields ||
      step.kind === "correct" && "deal" in step.fields;
    const { round } = this.view;
    const entered = deal ? dealOf(awaited(this.shown), this.entry.cards) : null;
    const done = await this.act(step.act, step.fields);
    if (!done) return;
    if (entered) this.known = { round, deal: entered };
    this.use(usualPad(this.view, this.paid));
  }

  settled() {
    this.paid = this.view.payments?.round ?? 0;
    this.pad = usualPad(this.view, this.paid);
    this.rest();
  }

  /**
   * Ask for an act once, whatever is tapped; whether the house has saved it.
   * @param {string} act
   * @param {Record<string, unknown>} fields
   */
  async act(act, fields) {
    if (this.busy || !this.usable) return false;
    const intent = intentOf(this.view, act, fields);
    const id = this.intents.get(intent) ?? newId();
    this.intents.set(intent, id);
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await this.link.ask(act, { table: this.view.table, ...fields }, id);
      this.sheet = null;
      return true;
    } catch (refused) {
      this.problem = refused instanceof Refused ? refused.message : String(refused);
      return false;
    } finally {
      this.busy = false;
      this.rest();
    }
  }

  /** No tap counts for a moment after an act: the second of a double tap would land on whatever stands there now. */
  rest() {
    this.acted = performance.now();
    setTimeout(() => this.draw(), APART + 5);
    this.draw();
  }

  /** Whether a tap is meant, and not the second one of a double tap. */
  get isMeant() {
    return performance.now() - this.acted > APART && !this.busy;
  }

  /** @param {ConsoleChoice} choice */
  choose(choice) {
    if (!this.isMeant) return;
    const { view } = this;
    if (choice.cards) this.use({ kind: "front", choice });
    else if (choice.most) this.use({ kind: "amount", choice, text: "" });
    else this.act("decide", { seat: view.turn, round: view.round, decision: choice.decision });
  }

  /** @param {Pad} pad */
  use(pad) {
    this.pad = pad;
    this.entry = emptyEntry();
    this.draw();
  }

  /** @param {string} digit empty to rub one out */
  digit(digit) {
    const { pad } = this;
    if (pad.kind !== "amount" && pad.kind !== "shares") return;
    const text = digit ? pad.text + digit : pad.text.slice(0, -1);
    if (pad.kind === "shares" && !digit && !pad.text) {
      this.pad = { ...pad, shares: pad.shares.slice(0, -1) };
      return this.draw();
    }
    if (/^\d{0,6}(\.\d{0,2})?$/.test(text)) this.pad = { ...pad, text };
    this.draw();
  }

  share() {
    const { pad } = this;
    if (pad.kind !== "shares" || !pad.text) return;
    const shares = [...pad.shares, { seat: pad.seat, share: pad.text }];
    const open = this.view.shares.find((seat) => shares.every((one) => one.seat !== seat)) ?? pad.seat;
    this.pad = { ...pad, shares, text: "", seat: open };
    this.draw();
  }

  /** @param {number} seat */
  shareSeat(seat) {
    if (this.pad.kind === "shares") this.pad = { ...this.pad, seat, text: "" };
    this.draw();
  }

  /** @param {number} seat */
  tick(seat) {
    const done = this.ticked.includes(seat);
    this.ticked = done ? this.ticked.filter((one) => one !== seat) : [...this.ticked, seat];
    this.draw();
  }

  // ---- sheets

  /** @param {Sheet | null} sheet */
  open(sheet) {
    this.sheet = sheet;
    this.problem = "";
    this.draw();
    /** @type {HTMLElement | null} */ (this.querySelector(sheet ? ".sheet .key" : ".primary"))?.focus();
  }

  correct() {
    const deal = this.known?.round === this.view.round && this.view.entry?.what === "deal"
      ? this.known.deal
      : null;
    this.pad = { kind: "correct" };
    this.entry = emptyEntry();
    if (deal) this.entry = { ...this.entry, cards: inOrder(awaited(this.shown), deal) };
    this.open(null);
  }

  leave() {
    location.assign(this.who.training ? "/" : this.who.pin ? "/room/console" : "/room");
  }

  /** @param {HTMLFormElement} form */
  async sign(form) {
    const { sheet, view, who } = this;
    if (sheet?.kind !== "sign" || this.busy) return;
    if (who.training) {
      await this.act(sheet.act, sheet.fields);
      return;
    }
    const given = new FormData(form);
    const signer = (/** @type {string} */ which) => ({
      person: String(given.get(`${which}-person`)),
      password: String(given.get(`${which}-password`)),
    });
    const second = signer("second");
    if (!who.pin) {
      await this.act(sheet.act, { ...sheet.fields, second });
      return;
    }
    await this.working(async () => {
      await signedByTwo(
        `/tables/${encodeURIComponent(view.table)}/${sheet.act}`,
        sheet.fields,
        signer("first"),
        second,
      );
      this.sheet = null;
    });
  }

  async ask() {
    const { sheet, view } = this;
    if (sheet?.kind !== "sign") return;
    const request = { subject: "table", act: sheet.act, name: view.table, fields: sheet.fields };
    await this.working(async () => {
      await post("/confirmations", request);
      this.sheet = null;
      this.problem = TEXTS.asked;
    });
  }

  /** @param {() => Promise<void>} work */
  async working(work) {
    if (this.busy || !this.usable) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await work();
    } catch (refused) {
      this.problem = refused instanceof Refused ? refused.message : String(refused);
    }
    this.busy = false;
    this.draw();
  }

  // ---- drawing

  draw() {
    const { shown, usable } = this;
    this.dataset.link = usable ? "live" : "lost";
    this.dataset.step = stepOf(shown).kind;
    this.toggleAttribute("data-busy", !this.isMeant);
    this.dataset.number = String(this.view.number);
    draw(
      this,
      this.bar(),
      h(
        "div",
        { class: "table", key: "table", role: "region", "aria-label": TEXTS.felt, tabindex: "0" },
        drawTable(shown),
      ),
      h(
        "div",
        { class: "side", key: "side" },
        drawPad(shown, this.bounds, {
          rank: (rank) => this.enter(pressRank(this.bounds, this.entry, rank)),
          suit: (suit) => this.enter(pressSuit(this.bounds, this.entry, suit)),
          holdUndo: (begins) => this.holdUndo(begins),
          undo: () => this.undo(),
          choose: (choice) => this.choose(choice),
          digit: (digit) => this.digit(digit),
          share: () => this.share(),
          seat: (seat) => this.shareSeat(seat),
          tick: (seat) => this.tick(seat),
          back: () => this.use(usualPad(this.view, this.paid)),
        }),
      ),
      this.foot(),
      this.sheet ? h("div", { class: "veil", key: "veil" }, this.drawSheet(this.sheet)) : null,
    );
  }

  bar() {
    const { view, usable } = this;
    const state = usable ? TEXTS.live : this.link.state === "connecting" ? TEXTS.connecting : TEXTS.lost;
    return h(
      "header",
      { class: "head", key: "head" },
      h("h1", {}, TEXTS.table({ table: view.table }), " ", h("span", {}, view.title)),
      h("span", { class: "dim" }, TEXTS.round({ round: view.round })),
      h("span", { class: "pill who" }, view.dealer ? TEXTS.dealer({ name: view.dealer }) : TEXTS.nobody),
      h(
        "span",
        { class: usable ? "pill live" : "pill lost", role: "status" },
        h("span", { key: state }, `● ${state}`),
      ),
      view.limits ? h("span", { class: "pill limits" }, view.limits) : null,
    );
  }

  /** What is wrong, in a line that has its place whether anything is wrong or not. */
  notice() {
    const { view } = this;
    if (!this.usable && this.link.state !== "connecting") return TEXTS.stopped;
    if (this.problem) return this.problem;
    const lost = view.devices.find((device) => device.lost);
    const blocked = stepOf(this.shown).blocked;
    if (blocked) return blocked;
    if (lost) return TEXTS.device({ device: lost.device, why: lost.lost ?? "" });
    return view.controller ? view.calls.map((call) => call.reason).join("; ") : TEXTS.controller;
  }

  foot() {
    const { view, usable } = this;
    const step = stepOf(this.shown);
    const notice = this.notice();
    const then = (this.busy ? TEXTS.saving : step.then) || "\u00a0";
    const ready = step.ready && usable && !this.busy;
    const button = (/** @type {Sheet} */ sheet, /** @type {string} */ words) =>
      h("button", {
        type: "button",
        class: "key other",
        key: sheet.kind,
        "data-sheet": sheet.kind,
        disabled: !usable,
        onclick: () => this.open(sheet),
      }, words);
    return h(
      "footer",
      { class: "foot", key: "foot" },
      h("p", { class: notice ? "notice" : "notice none", role: "alert" }, notice || " "),
      h(
        "div",
        { class: "others" },
        button(
          { kind: "call" },
          view.calls.length ? TEXTS.called({ number: view.calls.length }) : TEXTS.call,
        ),
        button({ kind: "void" }, TEXTS.misdeal),
        button({ kind: "more" }, TEXTS.more),
      ),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-kind": step.kind,
          "aria-disabled": ready ? null : "true",
          onclick: () => this.isMeant && this.primary(),
        },
        h("strong", { key: step.say }, step.say), // another text is another element: what is there never moves
        h("span", { key: then }, then),
      ),
    );
  }

  /** @param {Sheet} sheet */
  drawSheet(sheet) {
    return drawSheet(sheet, this.view, this.who, this.usable && !this.busy, {
      close: () => this.open(null),
      open: (next) => this.open(next),
      act: (act, fields) => this.act(act, fields),
      correct: () => this.correct(),
      leave: () => this.leave(),
      sign: (form) => this.sign(form),
      ask: () => this.ask(),
    });
  }
}

/**
 * What the pad depends on: while it is the same, what is being keyed in stays.
 * @param {ConsoleView} view
 */
function sameStep({ phase, round, step, turn, choices, order, payments }) {
  return JSON.stringify([phase, round, step.kind, step.blocked, turn, choices, order, payments?.round]);
}

/**
 * The cards of a deal in the order in which they were entered.
 * @param {import("./types.d.ts").CardPlace[]} order
 * @param {import("./console_entry.js").Deal} deal
 */
function inOrder(order, deal) {
  return order.map(({ to, seat, card }) =>
    (to === "seat" ? deal.hands[seat] : to === "dealer" ? deal.dealer : deal.board)[card - 1]
  );
}

customElements.define("hw-console", DealerConsole);
