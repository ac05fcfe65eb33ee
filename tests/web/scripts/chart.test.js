import "./english.js";
import { equal } from "./assert.js";
import { points } from "../../../src/houseway/web/static/chart.js";

Deno.test("a line goes from edge to edge, and its highest amount lies on top", () => {
  equal(points([100_00, 50_00, 150_00]), [[0, 80], [300, 154], [600, 6]]);
});

Deno.test("amounts that are all the same lie in the middle", () => {
  equal(points([100_00, 100_00]), [[0, 80], [600, 80]]);
  equal(points([100_00]), [[0, 80]]);
});
