/**
 * What a player can do at a table: each act changes the state, or asks the house.
 * @module
 */
import { get, post, put } from "./api.js";
import { copyText } from "./clipboard.js";
import { firstStep, isAtResult, nextStep, stepAfterTap } from "./guide.js";
import { Refused } from "./live.js";
import { cents, money, plain } from "./money.js";
import {
  addChip,
  dropCard,
  isReady,
  isStaging,
  madeStakes,
  maySet,
  moveCard,
  sameStakes,
  takeChip,
  totalOf,
} from "./staging.js";
import { texts } from "./texts.js";

const TEXTS = texts("acts");

/** @typedef {import("./drawn.d.ts").Choice} Choice */
/** @typedef {import("./live.js").Link} Link */
/** @typedef {import("./store.js").Store} Store */

/** @type {import("./store.js").ChartState} */
const NO_CHART = { module: null, tables: [], marks: null, chosen: null, problem: "" };

/** The acts of the player who looks at the page. */
export class Acts {
  /**
   * @param {Store} store
   * @param {Pick<Link, "ask" | "coach" | "pace">} link
   * @param {(key: string, value: string) => void} remember keeps a choice of this browser
   */
  constructor(store, link, remember) {
    this.store = store;
    this.link = link;
    this.remember = remember;
  }

  // ---- what is asked of the house

  /**
   * Ask the house for something; what it refuses is said beside the buttons.
   * @param {string} act
   * @param {Record<string, unknown>} [fields]
   */
  async ask(act, fields = {}) {
    this.store.change({ problem: "", busy: true, asked: true });
    try {
      await this.link.ask(act, { table: this.store.state.view.table, ...fields });
      this.store.change({ busy: false });
      return true;
    } catch (problem) {
      this.store.change({ busy: false, problem: wordsOf(problem, this.store.state.view) });
      return false;
    }
  }

  /**
   * Ask for something that concerns your own seat.
   * @param {string} act
   * @param {Record<string, unknown>} [fields]
   */
  askForSeat(act, fields) {
    return this.ask(act, { seat: this.store.state.view.you.seat, ...fields });
  }

  /** @param {number} seat */
  sit(seat) {
    return this.ask("join", { seat });
  }

  leave() {
    return this.askForSeat("leave");
  }

  withdraw() {
    return this.askForSeat("withdraw");
  }

  /** @param {string} value */
  giveValue(value) {
    return this.askForSeat("value", { value });
  }

  /** Deal to those who have wagered, without waiting for the others. */
  dealNow() {
    return this.ask("deal");
  }

  /** Practice chips up to the usual bankroll. */
  async fillUp() {
    try {
      const { view, stakes } = this.store.state;
      await post(`/me/chips?staked=${isStaging(view) ? plain(totalOf(stakes)) : "0"}`, {});
      this.store.change({ problem: "" });
    } catch (problem) {
      this.store.change({ problem: wordsOf(problem, this.store.state.view) });
    }
  }

  // ---- together

  /**
   * React in one of six ways; the answer to it is the reaction itself.
   * @param {string} reaction
   */
  async react(reaction) {
    this.store.change({ sheet: false, social: "" });
    await this.social(() => this.link.ask("react", { table: this.store.state.view.table, reaction }));
  }

  /** @param {string} name what others call one; empty for the name that everybody begins with */
  rename(name) {
    return this.social(async () => {
      const answer = await put("/session/name", { name });
      this.store.change({
        name: answer.chosen ? answer.name : "",
        social: TEXTS.renamed({ name: answer.name }),
      });
    });
  }

  renewLinks() {
    return this.social(async () => {
      const links = await post(`/invitations/${this.store.state.view.table}`, {});
      this.store.change({ links, copied: "", social: TEXTS.newLinks });
    });
  }

  /**
   * @param {"sit" | "watch"} kind
   * @param {string} address
   */
  copy(kind, address) {
    return this.social(async () => {
      await copyText(address);
      this.store.change({ copied: kind, social: TEXTS.copied });
    });
  }

  /**
   * Do something with others; what is refused is said in its panel.
   * @param {() => Promise<unknown>} work
   */
  async social(work) {
    try {
      await work();
      return true;
    } catch (problem) {
      this.store.change({ social: wordsOf(problem, this.store.state.view) });
      return false;
    }
  }

  // ---- wagers and decisions

  /** Place what lies on the spots. */
  async wager() {
    const { game, stakes, busy } = this.store.state;
    if (!isReady(game, stakes) || busy) return;
    if (isAtResult(this.store.state)) this.endGuide(); // the next hand is no longer the first
    const made = madeStakes(stakes);
    const wagers = Object.fromEntries(Object.entries(made).map(([name, amount]) => [name, plain(amount)]));
    if (await this.askForSeat("wager", { wagers })) {
      this.remember(`wagers/${game.game}`, JSON.stringify(made));
      this.store.change({ last: made });
    }
  }

  /** @param {string} decision */
  decide(decision) {
    const { busy, view } = this.store.state;
    if (busy) return;
    this.store.change({ amount: null });
    return this.askForSeat("decide", { round: view.round, decision });
  }

  /**
   * Decide, or first choose an amount.
   * @param {Choice} choice
   */
  choose(choice) {
    const { game, front } = this.store.state;
    if (choice.most !== undefined && choice.most !== null) {
      this.store.change({ amount: { choice, value: cents(choice.most) } });
    } else if (choice.decision !== "set") this.decide(choice.decision);
    else if (maySet(game, choice, front)) this.decide(`set ${front.join(" ")}`);
  }

  /** Decide with the amount that is chosen. */
  chooseAmount() {
    const { amount } = this.store.state;
    if (amount) this.decide(`${amount.choice.decision} ${plain(amount.value)}`);
  }

  // ---- chips, cards and amounts

  /** @param {number} chip in cents */
  pick(chip) {
    this.remember("chip", String(chip));
    this.store.change({ chip });
  }

  again() {
    const { game, last } = this.store.state;
    this.store.change({ stakes: sameStakes(game, last), restaked: true });
  }

  clear() {
    this.store.change({ stakes: {}, restaked: true });
  }

  /** @param {string} name */
  add(name) {
    const { game, stakes, chip } = this.store.state;
    const guide = stepAfterTap(this.store.state, name);
    this.store.change({ stakes: addChip(game, stakes, chip, name), restaked: true, problem: "", guide });
  }

  /** @param {string} name */
  take(name) {
    const { game, stakes, chip } = this.store.state;
    this.store.change({ stakes: takeChip(game, stakes, chip, name), restaked: true, problem: "" });
  }

  /** @param {string} card */
  move(card) {
    const { game, front } = this.store.state;
    this.store.change({ front: moveCard(game, front, card) });
  }

  /**
   * @param {string} card
   * @param {string} tray
   */
  drop(card, tray) {
    const { game, front } = this.store.state;
    this.store.change({ front: dropCard(game, front, card, tray) });
  }

  /** @param {number} value in cents */
  slide(value) {
    const { amount } = this.store.state;
    this.store.change({ amount: amount && { ...amount, value } });
  }

  closeAmount() {
    this.store.change({ amount: null });
  }

  // ---- the page

  toggleCoach() {
    const { view, advice, coachOn } = this.store.state;
    const on = !coachOn;
    this.remember("coach", on ? "on" : "off");
    this.link.coach(view.table, on);
    this.store.change({ coachOn: on, advice: on ? advice : null });
  }

  /** @param {string} pace */
  setPace(pace) {
    this.remember("pace", pace);
    this.link.pace(this.store.state.view.table, pace);
    this.store.change({ pace });
  }

  /** The next step of the guide, or its end. */
  nextStep() {
    const { game, guide, view } = this.store.state;
    const next = guide === null ? null : nextStep(game.layout, guide, view);
    if (next === null) this.endGuide();
    else this.store.change({ guide: next });
  }

  /** The guide is not shown again by itself in this browser. */
  endGuide() {
    this.remember(`guide/${this.store.state.game.game}`, "seen");
    this.store.change({ guide: null });
  }

  showGuide() {
    const { game, view } = this.store.state;
    this.store.change({ guide: firstStep(game.layout, view), sheet: false });
  }

  /** @param {boolean} sheet */
  openSheet(sheet) {
    this.store.change({ sheet, chart: null, pays: false });
  }

  /** @param {boolean} pays */
  showPays(pays) {
    this.store.change({ sheet: pays, chart: null, pays });
  }

  // ---- the charts

  toggleChart() {
    return this.store.state.chart ? this.closeChart() : this.openChart();
  }

  closeChart() {
    this.openSheet(false);
  }

  /** Show the charts of the game under the table's options; script and charts come when they are asked for. */
  async openChart() {
    this.store.change({ sheet: true, chart: NO_CHART, pays: false });
    const { game, chosen = {} } = this.store.state.game;
    const options = Object.entries(chosen).map(([name, value]) =>
      `set=${encodeURIComponent(`${name}=${value}`)}`
    );
    const [module, tables] = await Promise.allSettled([
      import("./strategy.js"),
      get(`/games/${game}/chart?${options.join("&")}`),
    ]);
    this.changeChart({
      module: module.status === "fulfilled" ? module.value : null,
      ...(tables.status === "fulfilled"
        ? { tables: tables.value }
        : { problem: String(tables.reason.message) }),
    });
    await this.findHand();
  }

  /** Mark the player's hand, while its decision is open. */
  async findHand() {
    const { view, chart } = this.store.state;
    if (!chart?.tables.length || !view.choices.length) return;
    const marks = await get(`/tables/${view.table}/chart`).catch(() => null);
    if (marks) this.changeChart({ marks, chosen: null });
  }

  /** @param {number} chosen */
  chooseChart(chosen) {
    this.changeChart({ chosen });
  }

  /** @param {Partial<import("./store.js").ChartState>} change */
  changeChart(change) {
    const { chart } = this.store.state;
    if (chart) this.store.change({ chart: { ...chart, ...change } });
  }

  /** @param {string} answer */
  reply(answer) {
    this.store.change({ answer });
  }
}

/**
 * What the house refused, for the player.
 * @param {unknown} problem
 * @param {import("./model.js").ShownView} view
 */
function wordsOf(problem, view) {
  if (!(problem instanceof Refused)) return String(problem);
  const { purse } = view.you;
  if (problem.problem.title === "Not enough chips" && purse) {
    return TEXTS.notEnough({ purse: money(cents(purse)) });
  }
  return problem.message;
}
