import "./english.js";
import {
  cents,
  expected,
  money,
  percent,
  plain,
  short,
  signed,
  tone,
} from "../../../src/houseway/web/static/money.js";
import { equal } from "./assert.js";

Deno.test("cents are read from every way that money is written", () => {
  const read = {
    "1,250.00": 125000,
    "7.5": 750,
    "-3": -300,
    "−3.05": -305,
    ".5": 50,
    "0": 0,
    " 12.34 ": 1234,
  };
  for (const [text, amount] of Object.entries(read)) equal(cents(text), amount, text);
  equal(cents(7.5), 750);
  equal(cents(null), 0);
  equal(cents(undefined), 0);
});

Deno.test("what is no amount is no number", () => {
  for (const text of ["", ".", "-", "ten", "1.234", "1e3", "--5", "1 000"]) {
    equal(cents(text), Number.NaN, text);
  }
});

Deno.test("large amounts keep their last cent", () => {
  equal(cents("999,999,999.99"), 99999999999);
  equal(money(99999999999), "$999,999,999.99");
  equal(cents("0.29"), 29); // a binary fraction would give 28.999…
});

Deno.test("money is written with sign, commas and two decimals", () => {
  equal(money(0), "$0.00");
  equal(money(-5), "−$0.05");
  equal(money(125000), "$1,250.00");
  equal(signed(3500), "+$35.00");
  equal(signed(-500), "−$5.00");
  equal(signed(0), "$0.00");
  equal(short(1000), "$10");
  equal(short(1050), "$10.50");
  equal(plain(1250), "12.50");
  equal(plain(1000), "10");
});

Deno.test("gain and loss have a tone, and nothing has none", () => {
  equal([tone(1), tone(-1), tone(0)], ["gain", "loss", ""]);
});

Deno.test("an expected value has four decimals, and zero has no sign", () => {
  equal(expected(1.61408), "+1.6141");
  equal(expected(-0.5), "−0.5000");
  equal(expected(-0.00001), "0.0000");
});

Deno.test("a house edge has one decimal, and a sign only where the player has the edge", () => {
  equal(percent(0.0776557), "7.8%");
  equal(percent(0.08), "8.0%");
  equal(percent(-0.012), "−1.2%");
  equal(percent(0.4168, 0), "42%");
});
