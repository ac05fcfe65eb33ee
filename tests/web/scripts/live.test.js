import { viewAfter } from "../../../src/houseway/web/static/live.js";
import { equal } from "./assert.js";

const BEFORE = { table: "7", number: 4, phase: "wagers", turn: null };

Deno.test("a whole view takes the place of the one before", () => {
  equal(viewAfter(BEFORE, { table: "7", view: { number: 9 } }), { number: 9 });
  equal(viewAfter(undefined, { table: "7", view: { number: 9 } }), { number: 9 });
});

Deno.test("changes continue the view that they name, and no other one", () => {
  const message = { table: "7", number: 5, after: 4, changes: { number: 5, turn: 2 } };
  equal(viewAfter(BEFORE, message), { table: "7", number: 5, phase: "wagers", turn: 2 });
  equal(viewAfter({ ...BEFORE, number: 3 }, message), null);
  equal(viewAfter(undefined, message), null);
  equal(BEFORE.number, 4);
});
