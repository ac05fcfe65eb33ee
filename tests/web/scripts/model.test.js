import "./english.js";
import {
  buttonOf,
  bySuit,
  freeSeats,
  lateSeats,
  myResult,
  mySeat,
  nameOfSeat,
  ordered,
  placeable,
  playerName,
  readView,
  settingOf,
} from "../../../src/houseway/web/static/model.js";
import { equal } from "./assert.js";
import { GAME, result, sentView, settled, view } from "./tables.js";

Deno.test("what the server leaves out of a view is empty", () => {
  const read = readView({ table: "7", dealer: ["Ah", "??"], seats: [{ seat: 2 }], you: null });
  equal(read.dealer, { cards: ["Ah", "??"] });
  equal([read.board, read.choices, read.you], [[], [], { seat: null, purse: null }]);
  equal(read.seats, [{ seat: 2, player: null, cards: [], decisions: [], wagers: {} }]);
});

Deno.test("a seat's stakes are what was wagered and what was decided", () => {
  const seats = [{ seat: 1, wagers: { ante: "10.00" }, staked: { ante: "10.00", play: "30.00" } }];
  equal(readView({ seats }).seats[0].wagers, { ante: "10.00", play: "30.00" });
});

Deno.test("a settled round lies face up until the next one is dealt", () => {
  const line = {
    wager: "wager",
    stake: "5.00",
    odds: "3 to 2",
    returned: "12.50",
    rule: "9",
    hand: 1,
    cards: ["As", "Ks"],
  };
  const mine = {
    ...result(1, "7.50"),
    hand: "blackjack",
    wagers: [{ ...line, result: /** @type {const} */ ("win") }],
  };
  const record = {
    game: "x",
    dealer: ["9h", "2c"],
    board: ["3c"],
    seats: [{ seat: 1, player: "guest-abcdef", cards: ["As", "Ks"] }],
  };
  const read = view({ settled: { ...settled(4, [mine]), record } });
  equal([read.dealer.cards, read.board], [["9h", "2c"], ["3c"]]);
  const seat = mySeat(read);
  equal([seat?.cards, seat?.net, seat?.hands], [
    ["As", "Ks"],
    750,
    [{ cards: ["As", "Ks"], hand: "blackjack, won 3 to 2", in_play: false }],
  ]);
  equal(myResult(read)?.net, "7.50");
  const next = readView(sentView({ settled: { ...settled(4, [mine]), record }, dealer: ["??"] }));
  equal([next.dealer.cards, mySeat(next)?.cards], [["??"], []]);
});

Deno.test("a round that somebody else played on this seat is not mine", () => {
  const seats = [{ seat: 1, player: "guest-newcomer" }];
  const read = view({ seats, settled: settled(4, [result(1, "-20.00")]) });
  equal(myResult(read), undefined);
  equal([mySeat(read)?.net, mySeat(read)?.cards], [undefined, []]);
});

Deno.test("whoever has neither wagered nor sat out is waited for", () => {
  const seats = [
    { seat: 1, player: "pat", wagers: { ante: "10.00" } },
    { seat: 2, player: "kim" },
    { seat: 3, player: "lee", sits_out: true },
  ];
  equal(lateSeats(view({ seats })).map((seat) => seat.seat), [2]);
  equal(lateSeats(view({ seats, phase: "decisions" })), []);
});

Deno.test("players go by a short name, and I am you", () => {
  equal(playerName({ player: "guest-abcdef" }), "guest abcd");
  equal(playerName({ player: "house-cautious-3" }), "cautious");
  equal(playerName({ player: "pat" }), "pat");
  const read = view({
    seats: [{ seat: 1, player: "pat" }, { seat: 2, player: "house-bold-1", house: true }],
  });
  equal([1, 2, 3].map((seat) => nameOfSeat(read, seat)), ["you", "bold", "seat 3"]);
  equal(freeSeats(read, GAME), [3]);
});

Deno.test("a choice has the label and key of its button", () => {
  equal(buttonOf({ decision: "check" }, GAME), { label: "Check", key: "C", amount: false });
  equal(buttonOf({ decision: "raise", most: "20.00" }, GAME), { label: "Raise…", key: "A", amount: true });
  equal(buttonOf({ decision: "raise" }, GAME), { label: "raise", key: "", amount: false });
});

Deno.test("only what the table offers can be wagered, within its limits", () => {
  equal(placeable(GAME).map((one) => one.name), ["ante", "bet", "trips", "jackpot"]);
  equal(placeable(GAME)[0], {
    name: "ante",
    required: true,
    equals: "",
    fixed: 0,
    least: 500,
    most: 10000,
    usual: 1000,
  });
});

Deno.test("cards are numbered from the joker and the aces down", () => {
  equal(ordered(["2c", "Jo", "As", "Ah", "Td"]), ["Jo", "As", "Ah", "Td", "2c"]);
});

Deno.test("a setting is found whichever way round its cards were chosen", () => {
  const settings = [{ front: ["Ah", "Kd"], low: "ace high", high: "", foul: false }];
  equal(settingOf(settings, ["Kd", "Ah"])?.low, "ace high");
  equal(settingOf(settings, ["Kd"]), undefined);
  equal(settingOf(settings, ["Kd", "2c"]), undefined);
});

Deno.test("cards lie by suit, the longest and then the highest suit first", () => {
  equal(bySuit(["2c", "Kh", "9c", "Ad", "3h"]), [["Kh", "3h"], ["9c", "2c"], ["Ad"]]);
});

Deno.test("the joker joins the suit that then makes the best flush, in its place", () => {
  equal(bySuit(["Ac", "Qc", "2c", "Kh", "Jo"])[0], ["Ac", "Jo", "Qc", "2c"]);
  equal(bySuit(["Kh", "2h", "Qs", "Js", "Jo"])[0], ["Jo", "Kh", "2h"]);
  equal(bySuit(["Jo"]), [["Jo"]]);
});

Deno.test("an amount that leaves nothing to choose is no choice beside a button that says the same", () => {
  const raise = { decision: "raise 1x" };
  const fixed = { decision: "raise", least: "5.00", most: "5.00" };
  const free = { decision: "raise", least: "5.00", most: "10.00" };
  equal(view({ choices: [raise, fixed] }).choices, [raise]);
  equal(view({ choices: [raise, free] }).choices, [raise, free]);
  equal(view({ choices: [fixed] }).choices, [fixed]);
});
