import "./english.js";
import {
  addChip,
  addition,
  cannotPlayOn,
  dropCard,
  isPlaced,
  isReady,
  isShort,
  isStaging,
  laterWagers,
  leavesTooLittle,
  madeStakes,
  maySet,
  moveCard,
  nextStakes,
  sameStakes,
  stepOf,
  takeChip,
  totalOf,
  usualStakes,
} from "../../../src/houseway/web/static/staging.js";
import { equal } from "./assert.js";
import { GAME, result, settled, TRAYS, view } from "./tables.js";

Deno.test("the usual chips lie on what must be wagered, and on nothing else", () => {
  equal(usualStakes(GAME), { ante: 1000, bet: 1000 });
});

Deno.test("the same again leaves out what the table no longer offers", () => {
  equal(sameStakes(GAME, { ante: 1500, bet: 1500, off: 500 }), { ante: 1500, bet: 1500 });
  equal(sameStakes(GAME, null), {});
  equal(nextStakes(GAME, { ante: 500, bet: 500, trips: 100 }), { ante: 500, bet: 500, trips: 100 });
  equal(nextStakes(GAME, null), usualStakes(GAME));
});

Deno.test("a chip on Ante is a chip on Bet too, whichever is tapped", () => {
  equal(addChip(GAME, {}, 500, "ante"), { ante: 500, bet: 500 });
  equal(addChip(GAME, { ante: 500, bet: 500 }, 2500, "bet"), { ante: 3000, bet: 3000 });
  equal(addChip(GAME, { ante: 500 }, 100, "trips"), { ante: 500, trips: 100 });
});

Deno.test("no tap goes beyond the most that the table takes", () => {
  equal(addChip(GAME, { trips: 2000 }, 10000, "trips"), { trips: 2500 });
  equal(addChip(GAME, { trips: 2500 }, 100, "trips"), { trips: 2500 });
});

Deno.test("a wager of a fixed amount is put on and taken off by taps, whatever the chip", () => {
  equal(addition(GAME, 2500, "jackpot"), 100);
  equal(addition(GAME, 2500, "ante"), 2500);
  equal(addChip(GAME, {}, 2500, "jackpot"), { jackpot: 100 });
  equal(addChip(GAME, { jackpot: 100 }, 2500, "jackpot"), { jackpot: 0 });
  equal(takeChip(GAME, { jackpot: 100 }, 25, "jackpot"), { jackpot: 0 });
});

Deno.test("taking a chip off leaves the rest, or nothing where that is below the least", () => {
  equal(takeChip(GAME, { ante: 3000, bet: 3000 }, 2500, "bet"), { ante: 500, bet: 500 });
  equal(takeChip(GAME, { ante: 900, bet: 900 }, 500, "ante"), { ante: 0, bet: 0 });
  equal(takeChip(GAME, {}, 500, "ante"), { ante: 0, bet: 0 });
});

Deno.test("stakes are never changed in place", () => {
  const stakes = Object.freeze({ ante: 1000, bet: 1000 });
  addChip(GAME, stakes, 500, "ante");
  takeChip(GAME, stakes, 500, "ante");
  equal(stakes, { ante: 1000, bet: 1000 });
});

Deno.test("a deal needs everything that must be wagered, at least at its minimum", () => {
  equal(isReady(GAME, { ante: 500, bet: 500 }), true);
  equal(isReady(GAME, { ante: 500 }), false);
  equal(isReady(GAME, { ante: 400, bet: 400 }), false);
  equal(isReady(GAME, {}), false);
});

Deno.test("only spots with chips are wagered", () => {
  equal(madeStakes({ ante: 1000, bet: 1000, trips: 0 }), { ante: 1000, bet: 1000 });
  equal(totalOf({ ante: 1000, bet: 1000, trips: 0 }), 2000);
});

Deno.test("the whole purse can be wagered, and not a cent more", () => {
  const seen = view({ you: { seat: 1, purse: "20.00" } });
  equal(isShort(seen, { ante: 1000, bet: 1000 }), false);
  equal(isShort(seen, { ante: 1000, bet: 1001 }), true);
  equal(isShort(view({ you: null }), { ante: 1 }), false);
});

Deno.test("chips that leave too little to play on are warned of", () => {
  const wagers = GAME.wagers.map((wager) => wager.name === "play" ? { ...wager, of: "ante" } : wager);
  const game = { ...GAME, wagers };
  equal(leavesTooLittle(view(), game, { ante: 33300, bet: 33300 }), false);
  equal(leavesTooLittle(view(), game, { ante: 33400, bet: 33400 }), true);
  equal(leavesTooLittle(view(), GAME, { ante: 50000, bet: 50000 }), false, "nothing more is staked");
  const seats = [{ seat: 1, player: "guest-abcdef", wagers: { ante: "500.00", bet: "500.00" } }];
  equal(cannotPlayOn(view({ seats, you: { seat: 1, purse: "499.99" } }), game), true);
  equal(cannotPlayOn(view({ seats, you: { seat: 1, purse: "500.00" } }), game), false);
  equal(laterWagers(game), "Play");
});

Deno.test("chips are put down between rounds, on a seat of one's own, before they are sent", () => {
  const placed = [{ seat: 1, player: "pat", wagers: { ante: "10.00" } }];
  equal(isStaging(view()), true);
  equal(isStaging(view({ you: null })), false);
  equal(isStaging(view({ stopped: "a fault" })), false);
  equal(isStaging(view({ phase: "decisions", turn: 2 })), false);
  equal([isStaging(view({ seats: placed })), isPlaced(view({ seats: placed }))], [false, true]);
  equal([isStaging(view()), isPlaced(view())], [true, false]);
  const over = settled(1, [result(1, "5.00")]);
  equal(isStaging(view({ settled: over })), true);
  const again = view({ seats: placed, settled: over });
  equal([isStaging(again), isPlaced(again)], [false, true], "placed after a settled round");
});

Deno.test("an amount goes in the steps of the table's wagers where they reach the most", () => {
  equal(stepOf(GAME, { decision: "raise", most: "20.00", step: "0.50" }), 500);
  equal(stepOf(GAME, { decision: "raise", most: "12.50", step: "0.50" }), 50);
  equal(stepOf(GAME, { decision: "raise", most: "12.34" }), 1);
});

Deno.test("a card goes to the low hand and back; one too many pushes the first out", () => {
  equal(moveCard(TRAYS, [], "Ah"), ["Ah"]);
  equal(moveCard(TRAYS, ["Ah"], "Ah"), []);
  equal(moveCard(TRAYS, ["Ah", "Kd"], "2c"), ["Kd", "2c"]);
});

Deno.test("a card that is dropped where it lay stays there", () => {
  equal(dropCard(TRAYS, ["Ah"], "Ah", "low"), ["Ah"]);
  equal(dropCard(TRAYS, ["Ah"], "Ah", "high"), []);
  equal(dropCard(TRAYS, ["Ah"], "Kd", "low"), ["Ah", "Kd"]);
  equal(dropCard(TRAYS, ["Ah"], "Kd", "high"), ["Ah"]);
});

Deno.test("a hand is set with two cards that make no foul", () => {
  const settings = [
    { front: ["Ah", "Kd"], low: "", high: "", foul: true },
    { front: ["3h", "2d"], low: "", high: "", foul: false },
  ];
  equal(maySet(TRAYS, { decision: "set", settings }, ["2d", "3h"]), true);
  equal(maySet(TRAYS, { decision: "set", settings }, ["Ah", "Kd"]), false);
  equal(maySet(TRAYS, { decision: "set", settings }, ["Ah"]), false);
  equal(maySet(TRAYS, { decision: "set", settings }, ["9h", "2d"]), false);
  equal(maySet(TRAYS, { decision: "set" }, ["9h", "2d"]), true);
});
