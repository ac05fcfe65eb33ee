import "./english.js";
import { atMeter } from "../../../src/houseway/web/static/lab_meter.js";
import { question, ruinOf } from "../../../src/houseway/web/static/lab_session.js";
import { bestOf, evOf, lightsOf } from "../../../src/houseway/web/static/lab_strategy.js";
import { oneIn, percents, sortedLines } from "../../../src/houseway/web/static/lab_tables.js";
import { equal } from "./assert.js";

Deno.test("an evening is asked for in dollars and rounds, beside the choices of the house", () => {
  const asked = { stake: 25, pace: 60, hours: 4, bankroll: 500 };
  equal(question(asked, "?set=decks%3D2"), "?set=decks%3D2&stake=25&bankroll=500&rounds=240");
});

Deno.test("ruin is a figure where its bounds are one, and else both", () => {
  const answer = /** @type {any} */ ({ ruin_low: 0.25, ruin_high: 0.2500000001 });
  equal(ruinOf(answer), "25.0000%");
  equal(ruinOf({ ...answer, ruin_high: 0.26 }), "25.0000% to 26.0000%");
});

Deno.test("of the values of a cell the first of the largest is the best", () => {
  equal(bestOf({ fold: -1, "raise 1x": -1, "raise 2x": -1.5 }), "fold");
  equal([evOf(-0.25), evOf(0), evOf(1.23456)], ["−0.2500", "+0.0000", "+1.2346"]);
});

Deno.test("the lights of a chart's title are its colours", () => {
  equal(lightsOf("Before the flop, blue and gold"), ["blue", "gold"]);
  equal(lightsOf("hole card medium: 6 7 8 9"), ["red"]);
  equal(lightsOf("By flush"), []);
});

Deno.test("a jackpot breaks even where its shares pay back what it loses without them", () => {
  const table = { fixed_edge: 0.5, break_even_meter: 1000 };
  equal(atMeter(table, 0, 0), { edge: 0.5, even: 1000 });
  equal(atMeter(table, 1000, 0).edge, 0);
  equal(atMeter(table, 1000, 0.5), { edge: 0.25, even: 2000 });
});

Deno.test("lines sort by any column, both ways, and stay as printed without one", () => {
  const lines = {
    flush: { combinations: 40, probability: 0.4, pays: "7 to 1", returns: 3.2 },
    straight: { combinations: 60, probability: 0.6, pays: "10 to 1", returns: 6.6 },
  };
  const names = (/** @type {string | null} */ by) => sortedLines(lines, by).map((row) => row.line);
  equal(names(null), ["flush", "straight"]);
  equal(names("-returns"), ["straight", "flush"]);
  equal(names("pays"), ["flush", "straight"]);
});

Deno.test("shares read as people say them", () => {
  equal([percents(-0.0123456), oneIn(1 / 33.1), oneIn(1 / 30940), oneIn(0)], [
    "−1.2346%",
    "33.1",
    "30,940",
    "never",
  ]);
});
