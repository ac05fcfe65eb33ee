import "./english.js";
import { valueOf } from "../../../src/houseway/web/static/room_fields.js";
import { equal } from "./assert.js";

/**
 * @param {any} kind
 * @param {string[]} entered
 */
function value(kind, ...entered) {
  const field = { name: "one", label: "One", about: "", kind, required: true, choices: [] };
  return JSON.stringify(valueOf(field, entered));
}

Deno.test("what is entered is sent as the calls take it", () => {
  equal(value("text", " pat "), '"pat"');
  equal(value("money", "1250.50"), '"1250.50"');
  equal(value("number", "7"), "7");
  equal(value("number", "seven"), '"seven"'); // the house says what is wrong with it
  equal(value("number", "9".repeat(40)), `"${"9".repeat(40)}"`);
  equal(value("secret", " my word "), '" my word "'); // spaces belong to a password
  equal(value("flag", "yes"), "true");
  equal(value("flag"), "false");
  equal(value("choices", "dealer", "supervisor"), '["dealer","supervisor"]');
  equal(value("list", "7\n\n 8 \n"), '["7","8"]');
  equal(value("cards", "Ah  Kd\n2c"), '["Ah","Kd","2c"]');
  equal(value("wagers", "ante=10\nbet = 5"), '{"ante":"10","bet":"5"}');
  equal(value("json", '{"game": "flush-poker"}'), '{"game":"flush-poker"}');
});

Deno.test("what is left empty is left out", () => {
  for (
    const kind of ["text", "money", "number", "secret", "long", "list", "cards", "wagers", "json", "choice"]
  ) {
    equal(value(kind, ""), undefined, kind);
  }
});
