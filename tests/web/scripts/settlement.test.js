import "./english.js";
import {
  arithmetic,
  clauseName,
  clauseText,
  netOf,
  outcome,
  wagerLabel,
} from "../../../src/houseway/web/static/settlement.js";
import { equal } from "./assert.js";
import { GAME } from "./tables.js";

/** @typedef {import("../../../src/houseway/web/static/drawn.d.ts").Line} Line */

/**
 * @param {Partial<Line>} more
 * @returns {Line}
 */
function line(more) {
  return {
    wager: "ante",
    stake: "10.00",
    result: "win",
    odds: "1 to 1",
    returned: "20.00",
    rule: "10",
    ...more,
  };
}

Deno.test("a result in words", () => {
  equal(outcome(line({})), "won 1 to 1");
  equal(outcome(line({ odds: null, share: "10%" })), "won 10% of the jackpot");
  equal(outcome(line({ odds: null })), "won");
  equal(outcome(line({ result: "push" })), "push, stake back");
  equal(outcome(line({ result: "lose" })), "lost");
});

Deno.test("the arithmetic of a line adds up", () => {
  equal(arithmetic(line({})), "$10.00 × 1 = $10.00 won, and the $10.00 stake back: $20.00.");
  equal(
    arithmetic(line({ stake: "5.00", odds: "3 to 2", returned: "12.50" })),
    "$5.00 × 3/2 = $7.50 won, and the $5.00 stake back: $12.50.",
  );
  equal(
    arithmetic(line({ stake: "1.00", odds: "200 for 1", returned: "200.00" })),
    "$1.00 × 200 = $200.00; the stake is part of it.",
  );
  equal(arithmetic(line({ result: "lose", odds: null, returned: "0.00" })), "$10.00 staked, nothing back.");
  equal(arithmetic(line({ result: "push", returned: "10.00" })), "$10.00 staked, $10.00 back.");
  equal(
    arithmetic(line({ result: "surrender", odds: null, returned: "5.00" })),
    "Half of $10.00 comes back: $5.00.",
  );
  equal(
    arithmetic(line({ stake: "0.01", odds: "3 to 2", returned: "0.02", breakage: "0.005" })),
    "$0.01 × 3/2 = $0.01 won, after breakage of $0.005, and the $0.01 stake back: $0.02.",
  );
});

Deno.test("a net is what came back less what was staked", () => {
  equal([netOf(line({})), netOf(line({ returned: "0.00" }))], [1000, -1000]);
});

Deno.test("a clause is told by number, by heading and item, or by its heading, and in its words", () => {
  equal(["10", "Trips or Better", "Royal Riches Jackpot 5"].map(clauseName), [
    "Clause 10",
    "Clause “Trips or Better”",
    "Clause “Royal Riches Jackpot”, item 5",
  ]);
  equal([clauseText("10", GAME), clauseText("99", GAME)], ["The better hand wins.", ""]);
});

Deno.test("a wager goes by its label, with what follows its name", () => {
  equal([wagerLabel("trips", GAME), wagerLabel("trips envy", GAME), wagerLabel("other", GAME)], [
    "Trips",
    "Trips envy",
    "other",
  ]);
});
