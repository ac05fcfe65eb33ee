import "./english.js";
import { atMeter } from "../../../src/houseway/web/static/lab_meter.js";
import { below, outlook } from "../../../src/houseway/web/static/lab_session.js";
import { oneIn, percents, sortedLines } from "../../../src/houseway/web/static/lab_tables.js";
import { equal } from "./assert.js";

/** @param {number} number */
const rounded = (number) => Math.round(number * 1e6) / 1e6;

Deno.test("the normal distribution is right to six places", () => {
  equal([0, 1, -1, 1.96, -3].map((z) => rounded(below(z))), [0.5, 0.841345, 0.158655, 0.975002, 0.00135]);
});

Deno.test("an evening without an edge is ruined as often as a fair walk", () => {
  const { mean, deviation, ahead, ruin } = outlook(
    { house_edge: 0, standard_deviation: 1 },
    { stake: 10, pace: 100, hours: 1, bankroll: 100 },
  );
  equal([mean, deviation, rounded(ahead)], [0, 100, 0.5]);
  equal(rounded(ruin), rounded(2 * below(-1)));
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
