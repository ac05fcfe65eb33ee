import "./english.js";
import { cellOf, placeWords } from "../../../src/houseway/web/static/strategy.js";
import { equal } from "./assert.js";

/** @typedef {import("../../../src/houseway/web/static/types.d.ts").ChartTable} ChartTable */

/** @type {ChartTable} */
const TABLE = {
  title: "Before the flop",
  columns: ["hand", "A", "K"],
  rows: [["A", "3x", "3x suited"], ["K", "", "Dh"]],
  legend: "",
  labels: 1,
  decisions: {
    "": "check",
    "3x": "play 3x",
    Dh: "double, or else hit",
    "fold 3, raise 1x 9": "mostly raise 1x",
  },
};
const BUTTONS = [
  { decision: "check", label: "Check", key: "C", amount: false },
  { decision: "play 3x", label: "Play 3x", key: "3", amount: false },
  { decision: "double", label: "Double", key: "A", amount: true },
  { decision: "double", label: "Double", key: "D", amount: false },
  { decision: "raise 1x", label: "Raise 1x", key: "1", amount: false },
];

/** @param {string} text */
function cell(text) {
  const { code, words, tone } = cellOf(TABLE, text, BUTTONS);
  return [code, words, tone];
}

Deno.test("a cell has the key of its decision, its words, and the colour of what it does", () => {
  equal(cell("3x"), ["3", "play 3x", "more-3"]);
  equal(cell(""), ["C", "check", "stay"]);
  equal(cell("Dh"), ["D", "double, or else hit", "more-3"]);
});

Deno.test("a cell whose hands differ says so", () => {
  equal(cell("3x suited"), ["3*", "play 3x (3x suited)", "more-3"]);
  equal(cell("fold 3, raise 1x 9"), ["1*", "mostly raise 1x (fold 3, raise 1x 9)", "more-1"]);
});

Deno.test("what no decision begins with is said as it is", () => {
  equal(cell("3xs"), ["3xs", "3xs", ""]);
  equal(cellOf({ ...TABLE, decisions: {} }, "", BUTTONS).words, "no such hand");
});

Deno.test("where the hand stands is said in words", () => {
  const mark = { chart: 0, row: 0, column: 2 };
  equal(placeWords(TABLE, [mark], 0), "Your hand: A, K: play 3x (3x suited).");
  equal(placeWords(TABLE, [{ ...mark, row: null }], 0), "Your hand is not listed in this chart.");
  equal(placeWords(TABLE, [mark], 1), "Your hand stands in another chart.");
  equal(placeWords(TABLE, [], 0), "Your hand is marked here when you decide.");
});
