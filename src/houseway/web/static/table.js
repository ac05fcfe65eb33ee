/**
 * The page of a table: ties the link, the state, the player's acts and the drawing together.
 * @module
 */
import { Acts } from "./acts.js";
import { moves, pageData } from "./dom.js";
import { pressKey } from "./keyboard.js";
import { Link } from "./live.js";
import { isResultNew } from "./model.js";
import { isNoShortcut, isPractice, recall, remember } from "./page.js";
import {
  firstState,
  hearCoach,
  hearFeedback,
  hearHello,
  hearMeter,
  hearTable,
  mustReload,
  Store,
} from "./store.js";
import { dropReaction, hearReaction } from "./together.js";
import { drawTable } from "./view.js";

const REACTION = 5000; // milliseconds that a reaction stands at its seat

/** @typedef {import("./live.js").Hello} Hello */
/** @typedef {import("./live.js").TableMessage} TableMessage */
/** @typedef {import("./store.js").State} State */

/** The table; everything below it is drawn from its state. */
export class TablePage extends HTMLElement {
  constructor() {
    super();
    const { game, view, steps, links, name } = pageData();
    const asked = new URLSearchParams(location.search);
    this.invite = asked.get("invite") ?? asked.get("watch") ?? "";
    this.link = new Link();
    const settings = {
      last: lastWagers(game.game),
      chip: Number(recall("chip")) || 500,
      coachOn: recall("coach") === "on",
      pace: recall("pace") ?? "quickly",
      guided: recall(`guide/${game.game}`) !== "seen",
      maySit: !asked.has("watch") && links.sit !== null,
    };
    const build = document.documentElement.dataset.build ?? "";
    const state = firstState({ game, view, steps, links, name, build, link: this.link.status, ...settings });
    this.store = new Store(state, () => this.draw());
    this.acts = new Acts(this.store, this.link, remember);
    this.drawn = state; // what the page shows
    /** @type {import("./sounds.js").Sounds | null} */
    this.sounds = null;
    this.isActing = false; // whether the focus was put on what one can do, by key
  }

  get view() {
    return this.store.state.view;
  }

  get busy() {
    return this.store.state.busy;
  }

  connectedCallback() {
    this.listen();
    this.link.watch(this.view.table, this.view.number ?? 0, this.invite);
    if (isPractice()) this.link.pace(this.view.table, this.store.state.pace);
    if (this.store.state.coachOn) this.link.coach(this.view.table, true);
    this.draw();
    requestAnimationFrame(() => (document.body.dataset.ready = "yes"));
  }

  listen() {
    this.when("table", (message) => this.hear(message));
    this.when("hello", (hello) => this.greet(hello));
    this.when("feedback", (news) => this.store.change(hearFeedback(this.store.state, news)));
    this.when("coach", (advice) => this.store.change(hearCoach(this.store.state, advice)));
    this.when("jackpot", (news) => this.store.change(hearMeter(this.store.state, news)));
    this.when("reaction", (news) => this.react(news));
    this.when("closed", () => location.reload()); // the house says why
    this.when("state", () => this.store.change({ link: this.link.status }));
    addEventListener("keydown", (event) => {
      if (isNoShortcut(event)) return;
      pressKey(event, this.store.state, this.acts, isOnButton());
    });
    // After a click the game's keys work again; after Tab the focus stays.
    this.addEventListener("click", (event) => {
      const focused = document.activeElement;
      if (event.detail > 0 && focused instanceof HTMLElement && focused.matches("button, summary")) {
        focused.blur();
      }
    });
    if (recall("sounds") === "on") {
      for (const gesture of ["pointerdown", "keydown"]) {
        addEventListener(gesture, () => this.startSounds(), { once: true });
      }
    }
    this.addEventListener("focusin", (event) => (this.isActing = isInActions(event.target)));
    this.addEventListener("pointerdown", () => (this.isActing = false));
    setInterval(() => this.store.state.runsOut !== null && this.draw(), 1000);
  }

  /**
   * @template {keyof import("./live.js").News} Name
   * @param {Name} name
   * @param {(detail: import("./live.js").News[Name]) => void} then
   */
  when(name, then) {
    this.link.addEventListener(name, (event) => then(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {TableMessage} message */
  hear(message) {
    this.store.change(hearTable(this.store.state, message, performance.now()));
    if (mustReload(this.store.state)) location.reload();
  }

  /** @param {import("./together.js").Reaction} news */
  react(news) {
    if (recall("reactions") === "muted") return;
    this.store.change(hearReaction(this.store.state, news));
    setTimeout(() => this.store.change(dropReaction(this.store.state, news)), REACTION);
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.store.change(hearHello(this.store.state, hello));
  }

  /**
   * Put a card on the other tray.
   * @param {string} card
   */
  move(card) {
    this.acts.move(card);
  }

  /** Browsers let a page sound after a gesture only. */
  async startSounds() {
    const { Sounds } = await import("./sounds.js");
    this.sounds ??= new Sounds();
  }

  draw() {
    const [before, state] = [this.drawn, this.store.state];
    this.drawn = state;
    drawTable(this, state, this.acts);
    this.decorate(before, state);
    // The button that was pressed by key is gone or blocked: the focus stays in its place.
    if (this.isActing && document.activeElement === document.body) {
      /** @type {HTMLElement | null} */ (this.querySelector(".actions"))?.focus({ preventScroll: true });
    }
  }

  /**
   * What only decorates: sounds, and the motion of a round that ends. Both are fetched when they are first needed.
   * @param {State} before
   * @param {State} state
   */
  decorate(before, state) {
    this.sounds?.hear(before, state);
    if (state.chart && state.view.number !== before.view.number) this.acts.findHand();
    if (state.chart !== before.chart) state.chart?.module?.centreMark(this);
    if (moves() && isResultNew(before.view, state.view)) {
      import("./motion.js").then(({ showSettlement }) => showSettlement(this));
    }
  }
}

/**
 * What was wagered last at this game, in this browser.
 * @param {string} game
 */
function lastWagers(game) {
  try {
    return JSON.parse(recall(`wagers/${game}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {EventTarget | null} target */
function isInActions(target) {
  return target instanceof Element && target.closest(".actions") !== null;
}

/** Whether the focus is on something that Enter presses. */
function isOnButton() {
  return document.activeElement?.matches("button, a, summary, [role=radio]") ?? false;
}

customElements.define("hw-table", TablePage);
