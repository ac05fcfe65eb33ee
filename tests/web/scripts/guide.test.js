import "./english.js";
import { Acts } from "../../../src/houseway/web/static/acts.js";
import {
  firstStep,
  isAtResult,
  isDeed,
  nextStep,
  selectorOf,
  shownStep,
  stepAfter,
  stepAfterTap,
} from "../../../src/houseway/web/static/guide.js";
import { hearTable, Store } from "../../../src/houseway/web/static/store.js";
import { equal } from "./assert.js";
import { GAME, result, settled, state, view } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").GuideStep} GuideStep */

/** @type {GuideStep[]} */
const STEPS = [
  { when: "wagers", at: "spot ante", text: "Your Ante." },
  { when: "wagers", at: "deal", text: "Press Deal." },
  { when: "decision", at: "lights", text: "The lights." },
  { when: "decision", at: "button check", text: "Check." },
  { when: "decision", at: "button play 1x", text: "Play." },
  { when: "settled", at: "result", text: "Paid." },
];
const LAYOUT = { ...GAME.layout, guide: STEPS };
const GUIDED = { ...GAME, layout: LAYOUT };

const IDLE = view();
const PLACED = view({ seats: [{ seat: 1, player: "guest-abcdef", wagers: { ante: "5.00" } }] });
const PAID = view({ settled: settled(1, [result(1, "5.00")]) });

/**
 * One's turn after these decisions, with these choices.
 * @param {string[]} decisions
 * @param {...string} choices
 */
function turn(decisions, ...choices) {
  const seats = [{ seat: 1, player: "guest-abcdef", wagers: { ante: "5.00" }, decisions }];
  return view({
    phase: "decisions",
    round: 1,
    turn: 1,
    seats,
    choices: choices.map((decision) => ({ decision })),
  });
}

const FIRST = turn([], "check", "play 3x");
const SECOND = turn(["check"], "fold", "play 1x");

Deno.test("the guide begins with the first step that fits, and a game without one has no step", () => {
  equal(firstStep(LAYOUT, IDLE), 0);
  equal(firstStep(LAYOUT, FIRST), 2);
  equal(firstStep(LAYOUT, PLACED), 0);
  equal(firstStep(GAME.layout, IDLE), null);
});

Deno.test("Next goes to the next step that fits, and ends after the last", () => {
  equal(nextStep(LAYOUT, 0, IDLE), 1);
  equal(nextStep(LAYOUT, 2, FIRST), 3);
  equal(nextStep(LAYOUT, 2, SECOND), 4);
  equal(nextStep(LAYOUT, 5, PAID), null);
});

Deno.test("what the player does leads on, from the deal to the result", () => {
  equal(stepAfter(LAYOUT, 1, IDLE, PLACED), 1);
  equal(stepAfter(LAYOUT, 1, PLACED, FIRST), 2);
  equal(stepAfter(LAYOUT, 3, FIRST, SECOND), 4);
  equal(stepAfter(LAYOUT, 4, SECOND, PAID), 5);
  equal(stepAfter(LAYOUT, null, PLACED, FIRST), null);
});

Deno.test("who decides without reading on is not shown what is over", () => {
  equal(stepAfter(LAYOUT, 2, FIRST, SECOND), 4);
  equal(stepAfter(LAYOUT, 3, FIRST, PAID), 5);
  equal(stepAfter(LAYOUT, 0, PLACED, PAID), 5); // settled as soon as it was dealt
});

Deno.test("news of others and a result from before leave the guide where it is", () => {
  equal(stepAfter(LAYOUT, 2, FIRST, FIRST), 2);
  equal(stepAfter(LAYOUT, 0, PAID, PAID), 0);
  const waiting = view({ phase: "decisions", round: 1, turn: 2 });
  equal(stepAfter(LAYOUT, 4, SECOND, waiting), 4);
});

Deno.test("the last deed stays as long as there is something to decide", () => {
  equal(stepAfter(LAYOUT, 4, SECOND, turn(["check", "play 1x"], "hit", "stand")), 4);
});

Deno.test("a step has Next unless the round goes on by what it points at", () => {
  equal(STEPS.map(isDeed), [false, true, false, true, true, false]);
  equal(isDeed({ when: "decision", at: "decisions", text: "" }), true);
});

Deno.test("parts are places on the page", () => {
  equal(selectorOf("lights"), ".boxes");
  equal(selectorOf("spot match-up"), '.spot[data-wager="match-up"]');
  equal(selectorOf("button play 1x"), '.decisions [data-decision="play 1x"]');
});

Deno.test("a step is shown at a seat, and not while others wait", () => {
  const now = { ...state(), game: GUIDED, guide: 1 };
  equal(shownStep(now), STEPS[1]);
  equal(shownStep({ ...now, guide: null }), null);
  equal(shownStep({ ...now, runsOut: 9000 }), STEPS[1], "a clock of one's own hurries nobody else");
  const two = view({ seats: [{ seat: 1, player: "guest-abcdef" }, { seat: 2, player: "Ann" }] });
  equal(shownStep({ ...now, view: two, runsOut: 9000 }), null);
  equal(shownStep({ ...now, view: view({ you: { seat: null, purse: null } }) }), null);
});

Deno.test("a chip on the spot leads on, one on another spot does not", () => {
  const now = { ...state(), game: GUIDED, guide: 0 };
  equal(stepAfterTap(now, "ante"), 1);
  equal(stepAfterTap(now, "trips"), 0);
  equal(stepAfterTap({ ...now, guide: null }, "ante"), null);
});

Deno.test("news of the table lead the guide on", () => {
  const now = { ...state(), game: GUIDED, guide: 1 };
  const message = { table: "7", number: 11, now: "", steps: [], view: /** @type {any} */ (FIRST) };
  equal(hearTable(now, message, 0).guide, 2);
});

Deno.test("the guide is over after the last step or when skipped, is so remembered, and can be shown again", () => {
  /** @type {string[]} */
  const remembered = [];
  const store = new Store({ ...state(), view: PAID, game: GUIDED, guide: 5 }, () => {});
  const acts = new Acts(store, /** @type {any} */ ({}), (key, value) => remembered.push(`${key} ${value}`));
  equal(isAtResult(store.state), true);
  acts.nextStep();
  equal(store.state.guide, null);
  acts.showGuide();
  equal(store.state.guide, 0);
  acts.nextStep();
  equal(store.state.guide, 1);
  acts.endGuide();
  equal(store.state.guide, null);
  equal(remembered, ["guide/test-poker seen", "guide/test-poker seen"]);
});

Deno.test("the next wager ends a guide that has come to the result, and no other", async () => {
  for (const [guide, after] of [[5, null], [1, 1]]) {
    const store = new Store({ ...state(), view: PAID, game: GUIDED, guide }, () => {});
    await new Acts(store, /** @type {any} */ ({ ask: () => Promise.resolve() }), () => {}).wager();
    equal(store.state.guide, after);
  }
});
