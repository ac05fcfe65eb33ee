/**
 * The live link: one WebSocket that comes back by itself. What was sent and not answered is kept and sent again, under
 * the same id, so that it happens once. After any gap the server answers with a whole view; then it sends what changes.
 * @module
 */
const PING = 2500;
const DEAD = 9000;
const BACKOFF = [250, 500, 1000, 2000, 4000, 5000];

/** A refusal, in the server's words. */
export class Refused extends Error {
  /** @param {{ title?: string, detail?: string, field?: string, rule?: string, status?: number }} problem */
  constructor(problem) {
    super(problem.detail || problem.title || "refused");
    this.problem = problem;
  }
}

/** An id that nobody else makes; randomUUID needs a secure context, this does not. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {import("./drawn.d.ts").Advice} Advice */
/** @typedef {import("./drawn.d.ts").Feedback} Feedback */
/** @typedef {import("./drawn.d.ts").Step} Step */
/** @typedef {ConstructorParameters<typeof Refused>[0]} Problem */
/** @typedef {{ build?: string, person?: string | null, now?: string }} Hello */
/** @typedef {import("./model.js").SentView} SentView */
/** @typedef {import("./types.d.ts").ConsoleView} ConsoleView */
/** @typedef {{ table: string, number?: number, steps?: Step[], view: SentView, console?: ConsoleView }} TableMessage */
/** @typedef {{ table: string, number?: number, steps?: Step[], after: number, changes: Partial<SentView>, console?: ConsoleView }} ChangeMessage */
/** @typedef {{ jackpot: string, number?: number, meter: string }} MeterMessage */
/** @typedef {{ table: string, seat: number, reaction: string }} ReactionMessage */
/** @typedef {{ id: string, ok?: { number?: number }, problem?: Problem }} Answer */
/** @typedef {Partial<TableMessage & ChangeMessage & MeterMessage & ReactionMessage & Answer> & { closed?: string, hello?: Hello, coach?: Advice, feedback?: Feedback, pong?: number }} Message */
/** @typedef {{ state: LinkStatus["state"], hello: Hello, table: TableMessage, coach: Advice, feedback: Feedback, jackpot: MeterMessage, reaction: ReactionMessage, closed: string }} News */
/** @typedef {{ id?: string, do: string, [field: string]: unknown }} Sent */
/** @typedef {{ message: Sent, resolve: (ok: Answer["ok"]) => void, reject: (problem: Error) => void, sent: boolean }} Waiting */
/** @typedef {{ state: "connecting" | "open" | "lost", delay: number | null, waiting: number, pending: "saved" | "sent" | "not sent" }} LinkStatus */

/**
 * The view that a message leads to from the one before it; null where the message continues another one.
 * @param {SentView | undefined} before
 * @param {Message} message
 * @returns {SentView | null}
 */
export function viewAfter(before, message) {
  if (message.view) return message.view;
  return before && before.number === message.after ? { ...before, ...message.changes } : null;
}

/** Events: `state`, `hello`, `table`, `coach`, `feedback`, `jackpot`, `reaction`, `closed`; each has what came in `detail`. */
export class Link extends EventTarget {
  /**
   * @param {string} [address]
   * @param {{ ping?: number, dead?: number, lost?: string }} [how] `lost`: what is told who asked, where nothing waits for the next link
   */
  constructor(address, { ping = PING, dead = DEAD, lost = "" } = {}) {
    super();
    this.dead = dead;
    this.lost = lost;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = address ?? `${scheme}//${location.host}/api/v1/live`;
    /** @type {"connecting" | "open" | "lost"} */
    this.state = "connecting";
    /** @type {number | null} milliseconds to the server and back */
    this.delay = null;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** @type {Map<string, number>} the tables that are watched, and the number that was seen last */
    this.watched = new Map();
    /** @type {Map<string, SentView>} the newest view of each table, as this socket was sent it */
    this.views = new Map();
    /** @type {Set<string>} the tables whose dealer's console this is */
    this.consoles = new Set();
    /** @type {Map<string, boolean>} */
    this.coached = new Map();
    /** @type {Map<string, string>} the tokens of the links by which private tables were opened */
    this.invites = new Map();
    /** @type {Set<string>} the ids of what asks to look at a table */
    this.looking = new Set();
    /** @type {Map<string, string>} how fast house players are to act */
    this.paces = new Map();
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    setInterval(() => this.beat(), ping);
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    addEventListener("offline", () => this.drop());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = performance.now();
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.again();
    this.become(this.tries ? "lost" : "connecting");
  }

  again() {
    this.socket = null;
    if (this.lost) this.giveUp();
    for (const one of this.waiting.values()) one.sent = false;
    this.become("lost");
    const wait = BACKOFF[Math.min(this.tries, BACKOFF.length - 1)];
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }

  /** Drop what was not answered: the caller looks at the table first, and asks again. */
  giveUp() {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of lost) one.reject(new Refused({ detail: this.lost }));
  }

  drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.again();
  }

  hurry() {
    if (!this.socket) this.open();
  }

  beat() {
    if (this.socket && performance.now() - this.heard > this.dead) this.drop();
    else if (this.state === "open") this.push({ do: "ping", at: Math.round(performance.now()) });
  }

  /** @param {"connecting" | "open" | "lost"} state */
  become(state) {
    this.state = state;
    this.tell("state", state);
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {Sent} message */
  push(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Message} message */
  hear(message) {
    this.heard = performance.now();
    if (message.hello) this.greet(message.hello);
    else if (message.id && (message.ok || message.problem)) this.answer(/** @type {Answer} */ (message));
    else if ((message.view || message.changes) && message.table !== undefined) this.hearTable(message);
    else if (message.closed) this.tell("closed", message.closed);
    else if (message.reaction) this.tell("reaction", message);
    else if (message.coach) this.tell("coach", message.coach);
    else if (message.feedback) this.tell("feedback", message.feedback);
    else if (message.jackpot) this.tell("jackpot", message);
    else if (message.pong !== undefined) {
      this.delay = Math.max(0, Math.round(performance.now() - message.pong));
      this.tell("state", this.state);
    }
  }

  /**
   * A whole view, or what has changed since the last one; where that is not the one we have, we ask for a whole one.
   * @param {Message} message
   */
  hearTable(message) {
    const name = String(message.table);
    const view = viewAfter(this.views.get(name), message);
    if (!view) return this.look(name, this.watched.get(name) ?? 0);
    this.views.set(name, view);
    if (this.watched.has(name)) this.watched.set(name, message.number ?? 0);
    this.tell("table", { ...message, table: name, view });
  }

  /** @param {Hello} hello */
  greet(hello) {
    this.tries = 0;
    this.views.clear();
    this.become("open");
    this.tell("hello", hello);
    for (const [table, after] of this.watched) this.look(table, after);
    for (const [table, pace] of this.paces) this.push({ id: newId(), do: "pace", table, pace });
    for (const [table, on] of this.coached) if (on) this.push({ id: newId(), do: "coach", table, on });
    for (const one of this.waiting.values()) {
      one.sent = true;
      this.push(one.message);
    }
    this.tell("state", this.state);
    this.push({ do: "ping", at: Math.round(performance.now()) });
  }

  /** @param {Answer} message */
  answer(message) {
    const one = this.waiting.get(message.id);
    if (this.looking.delete(message.id) && message.problem) this.tell("closed", message.problem.detail);
    if (!one) return;
    this.waiting.delete(message.id);
    if (message.problem) one.reject(new Refused(message.problem));
    else one.resolve(message.ok);
    this.tell("state", this.state);
  }

  /**
   * Look at a table from now on.
   * @param {string} table
   * @param {number} after
   * @param {string} [invite] of the link to a private table
   */
  watch(table, after, invite = "") {
    this.watched.set(table, after);
    if (invite) this.invites.set(table, invite);
    if (this.state === "open") this.look(table, after);
  }

  /**
   * @param {string} table
   * @param {number} after
   */
  look(table, after) {
    const id = newId();
    this.looking.add(id);
    const more = this.consoles.has(table) ? { console: true } : {};
    this.push({ id, do: "watch", table, after, changes: true, invite: this.invites.get(table), ...more });
  }

  /**
   * @param {string} table
   * @param {boolean} on
   */
  coach(table, on) {
    this.coached.set(table, on);
    if (this.state === "open") this.push({ id: newId(), do: "coach", table, on });
  }

  /**
   * Say how fast house players are to act.
   * @param {string} table
   * @param {string} pace
   */
  pace(table, pace) {
    this.paces.set(table, pace);
    if (this.state === "open") this.push({ id: newId(), do: "pace", table, pace });
  }

  /**
   * Ask for an act; the promise is kept once the house has written it down.
   * @param {string} act
   * @param {Record<string, unknown>} fields
   * @param {string} [id] the same for the same request, however often it is sent
   * @returns {Promise<Answer["ok"]>}
   */
  ask(act, fields, id = newId()) {
    if (this.lost && this.state !== "open") return Promise.reject(new Refused({ detail: this.lost }));
    return new Promise((resolve, reject) => {
      const message = { id, do: act, ...fields };
      const sent = this.state === "open";
      this.waiting.set(id, { message, resolve, reject, sent });
      if (sent) this.push(message);
      this.tell("state", this.state);
    });
  }

  /** What became of what was asked last: nothing is open, it is on its way, or it could not go yet. */
  get pending() {
    if (!this.waiting.size) return "saved";
    return [...this.waiting.values()].every((one) => one.sent) ? "sent" : "not sent";
  }

  /**
   * How the link stands now.
   * @returns {LinkStatus}
   */
  get status() {
    return { state: this.state, delay: this.delay, waiting: this.waiting.size, pending: this.pending };
  }
}
