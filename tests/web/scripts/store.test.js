import "./english.js";
import {
  firstState,
  hearCoach,
  hearFeedback,
  hearHello,
  hearMeter,
  hearTable,
  mustReload,
  secondsLeft,
  Store,
} from "../../../src/houseway/web/static/store.js";
import { Acts } from "../../../src/houseway/web/static/acts.js";
import { Refused } from "../../../src/houseway/web/static/live.js";
import { equal } from "./assert.js";
import { GAME, result, sentView, settled, state } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/store.js").State} State */
/** @typedef {import("../../../src/houseway/web/static/model.js").SentView} SentView */

const ADVICE = { table: "7", round: 1, decisions: { check: { ev: 0, money: "0.00" } }, best: "check" };
const MY_TURN = { round: 1, phase: "decisions", turn: 1, dealer: ["??"], choices: [{ decision: "check" }] };

/**
 * The state after news of the table.
 * @param {State} before
 * @param {SentView} more
 * @param {import("../../../src/houseway/web/static/drawn.d.ts").Step[]} [steps]
 * @returns {State}
 */
function after(before, more, steps = []) {
  const view = sentView({ number: before.view.number + 1, ...more });
  return { ...before, ...hearTable(before, { table: "7", number: view.number, view, steps }, 1000) };
}

/** A link whose answers the test gives, and a player who asks over it. */
function playing() {
  /** @type {{ act: string, fields: Record<string, unknown> }[]} */
  const asked = [];
  /** @type {{ resolve: () => void, reject: (problem: Error) => void }[]} */
  const open = [];
  /** @type {State[]} */
  const drawn = [];
  const store = new Store(state(), () => drawn.push(store.state));
  const ask = (/** @type {string} */ act, /** @type {Record<string, unknown>} */ fields) => {
    asked.push({ act, fields });
    return /** @type {Promise<undefined>} */ (new Promise((resolve, reject) => {
      open.push({ resolve: () => resolve(undefined), reject });
    }));
  };
  /** @type {Map<string, string>} */
  const kept = new Map();
  const acts = new Acts(
    store,
    { ask, coach: () => {}, pace: () => {} },
    (key, value) => kept.set(key, value),
  );
  return { store, acts, asked, open, drawn, kept };
}

Deno.test("news of another table changes nothing", () => {
  equal(hearTable(state(), { table: "8", number: 99, view: sentView({ table: "8" }) }, 0), {});
});

Deno.test("the number of the message is that of the view", () => {
  const change = hearTable(state(), { table: "7", number: 42, view: sentView({ number: 41 }) }, 0);
  equal(change.view?.number, 42);
});

Deno.test("the clock runs by the page's own time, and never below zero", () => {
  const running = after(state(), { milliseconds_left: 4200 });
  equal([secondsLeft(running, 1000), secondsLeft(running, 2201), secondsLeft(running, 99000)], [5, 3, 0]);
  equal(secondsLeft(after(running, {}), 1000), null);
});

Deno.test("news of the table may come before the answer: the page stays busy until the answer", async () => {
  const { store, acts, asked, open, kept } = playing();
  const wagered = acts.wager();
  equal(asked, [{ act: "wager", fields: { table: "7", seat: 1, wagers: { ante: "10", bet: "10" } } }]);
  store.change(hearTable(store.state, { table: "7", number: 12, view: sentView(MY_TURN) }, 0));
  equal([store.state.busy, store.state.view.round, store.state.last], [true, 1, null]);
  await acts.decide("check"); // nothing is asked while an answer is awaited
  await acts.wager();
  equal(asked.length, 1);
  open[0].resolve();
  await wagered;
  equal([store.state.busy, store.state.last], [false, { ante: 1000, bet: 1000 }]);
  equal(kept.get("wagers/test-poker"), '{"ante":1000,"bet":1000}');
});

Deno.test("the answer may come before the news: the view stays as it was until then", async () => {
  const { store, acts, open } = playing();
  const wagered = acts.wager();
  open[0].resolve();
  await wagered;
  equal([store.state.busy, store.state.asked, store.state.view.round], [false, true, 0]);
  store.change(hearTable(store.state, { table: "7", number: 12, view: sentView(MY_TURN) }, 0));
  equal([store.state.view.round, store.state.view.choices.length], [1, 1]);
});

Deno.test("what the house refuses is said, and forgotten with the next thing that is asked", async () => {
  const { store, acts, open } = playing();
  const sat = acts.sit(2);
  open[0].reject(new Refused({ detail: "Seat 2 is taken." }));
  equal([await sat, store.state.busy, store.state.problem], [false, false, "Seat 2 is taken."]);
  acts.sit(3);
  equal([store.state.busy, store.state.problem], [true, ""]);
});

Deno.test("wagers that were refused are not those of the last round", async () => {
  const { store, acts, open, kept } = playing();
  const wagered = acts.wager();
  open[0].reject(new Refused({ title: "not enough funds" }));
  await wagered;
  equal([store.state.last, kept.size, store.state.problem], [null, 0, "not enough funds"]);
});

Deno.test("a hand that may not be set is not sent, and an amount is chosen first", async () => {
  const { store, acts, asked } = playing();
  await acts.choose({ decision: "set", settings: [] });
  equal(asked, []);
  await acts.choose({ decision: "raise", least: "5.00", most: "20.00" });
  equal([asked.length, store.state.amount?.value], [0, 2000]);
  acts.slide(1250);
  acts.chooseAmount();
  equal(asked, [{ act: "decide", fields: { table: "7", seat: 1, round: 0, decision: "raise 12.50" } }]);
  equal(store.state.amount, null);
});

Deno.test("after a lost link nothing is told twice, and what was being done goes on", () => {
  const step = { number: 11, kind: "decided", seat: 2, say: "Bold checks." };
  const before = { ...after(state(), MY_TURN, [step]), front: ["Ah"], link: lost() };
  const back = after(before, MY_TURN, [step, { number: 12, kind: "decided", seat: 3, say: "Pat folds." }]);
  equal(back.log.map((one) => one.words), ["Pat folds.", "Bold checks."]);
  equal([back.front, back.link.state], [["Ah"], "lost"]);
});

/** @returns {State["link"]} */
function lost() {
  return { state: "lost", delay: null, waiting: 1, pending: "not sent" };
}

Deno.test("the log has the newest line first and is not endless", () => {
  const steps = Array.from(
    { length: 100 },
    (_, at) => ({ number: at + 1, kind: "x", say: `Line ${at + 1}.` }),
  );
  const { log } = after(state(), {}, steps);
  equal([log.length, log[0], log[59].words], [60, { number: 100, words: "Line 100." }, "Line 41."]);
});

Deno.test("a page of another build is loaded again, but not in the middle of a round", () => {
  const playing = after(state(), MY_TURN);
  equal(hearHello(playing, { build: "one" }), { stale: false });
  equal(hearHello(playing, {}), { stale: false });
  const stale = { ...playing, ...hearHello(playing, { build: "two" }) };
  equal([stale.stale, mustReload(stale)], [true, false]);
  const over = after(stale, {
    round: 1,
    phase: "wagers",
    turn: null,
    settled: settled(1, [result(1, "5.00")]),
  });
  equal([over.stale, mustReload(over)], [true, true]);
  equal(mustReload(after(playing, {})), false);
});

Deno.test("chips lie on the spots again when a round is over, the same as last time", () => {
  const last = { ante: 2500, bet: 2500, trips: 500 };
  const dealt = after({ ...state(), stakes: {}, last }, MY_TURN);
  equal(dealt.stakes, {});
  equal(
    after(dealt, { round: 1, phase: "wagers", turn: null, settled: settled(1, [result(1, "5.00")]) }).stakes,
    last,
  );
});

Deno.test("chips that are being laid stay when somebody else does something", () => {
  const laying = { ...state(), stakes: { ante: 500, bet: 500 } };
  equal(after(laying, { seats: [{ seat: 1 }, { seat: 2, player: "pat" }] }).stakes, { ante: 500, bet: 500 });
});

Deno.test("whoever sits down finds the usual chips", () => {
  const looking = { ...state({ you: null, seats: [] }), stakes: {} };
  equal(after(looking, {}).stakes, { ante: 1000, bet: 1000 });
});

Deno.test("cards and amounts that were being chosen go with the decision that they were for", () => {
  const choosing = {
    ...after(state(), MY_TURN),
    front: ["Ah"],
    amount: { choice: { decision: "raise" }, value: 5 },
  };
  equal(after(choosing, MY_TURN).front, ["Ah"]);
  equal([
    after(choosing, { ...MY_TURN, choices: [] }).front,
    after(choosing, { ...MY_TURN, round: 2 }).amount,
  ], [[], null]);
});

Deno.test("advice is for the round and the turn that it was made for", () => {
  const turn = after(state(), MY_TURN);
  const advised = { ...turn, ...hearCoach(turn, ADVICE) };
  equal(advised.advice?.best, "check");
  equal(hearCoach(turn, { ...ADVICE, round: 2 }), {});
  equal(hearCoach(turn, { ...ADVICE, table: "8" }), {});
  equal(after(advised, MY_TURN).advice?.best, "check");
  equal(after(advised, { ...MY_TURN, turn: 2, choices: [] }).advice, null);
});

Deno.test("feedback is for the round and the seat that it is about", () => {
  const now = state();
  const feedback = {
    table: now.view.table,
    round: now.view.round,
    seat: Number(now.view.you.seat),
    mistakes: ["You checked; playing 3x was worth $0.42 more."],
  };
  equal(hearFeedback(now, feedback), { feedback });
  equal(hearFeedback(now, { ...feedback, round: feedback.round + 1 }), {});
  equal(hearFeedback(now, { ...feedback, seat: 9 }), {});
  equal(hearFeedback(now, { ...feedback, table: "another" }), {});
});

Deno.test("a meter moves where its jackpot is shown", () => {
  const shown = state({ jackpot: { name: "big", amount: "10.00", takes_wagers: true } });
  equal(hearMeter(shown, { jackpot: "other", meter: "99.00" }), {});
  equal(hearMeter(shown, { jackpot: "big", meter: "10.25" }).view?.jackpot?.amount, "10.25");
  equal(hearMeter(state(), { jackpot: "big", meter: "10.25" }), {});
  equal(shown.view.jackpot?.amount, "10.00");
});

Deno.test("whoever is stood up reads why, until the next seat", () => {
  const left = {
    number: 11,
    kind: "left",
    seat: 1,
    player: "guest-abcdef",
    say: "Guest abcd leaves the table.",
    you: "You leave the table: 3 rounds without a wager.",
  };
  const up = after(state(), { seats: [], you: null }, [left]);
  equal([up.parting, up.log[0].words], [left.you, left.you]);
  equal(after(up, { seats: [], you: null }).parting, left.you);
  equal(after(up, {}).parting, "");
  const other = after(state(), {}, [{ ...left, player: "guest-before" }]);
  equal([other.parting, other.log[0].words], ["", left.say]);
});

Deno.test("a page that is opened again has the log of before", () => {
  const steps = [
    { number: 8, kind: "wagered", seat: 2, say: "Bold wagers." },
    { number: 9, kind: "dealt", say: "Round 1 is dealt." },
  ];
  const link = state().link;
  const opened = { game: GAME, view: sentView(), build: "one", link, last: null, chip: 500, coachOn: false };
  const { log } = firstState({ ...opened, pace: "quickly", steps });
  equal(log.map((line) => line.words), ["Round 1 is dealt.", "Bold wagers."]);
  equal(after({ ...state(), log }, {}, steps).log, log, "nothing is told twice");
});
