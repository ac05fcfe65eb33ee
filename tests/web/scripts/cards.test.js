import "./english.js";
import { cardName, cardNames, cardText, chip } from "../../../src/houseway/web/static/cards.js";
import { equal } from "./assert.js";

Deno.test("a card has a name for the ear and a text for the eye", () => {
  equal([cardName("Ah"), cardName("Ts"), cardName("Jo"), cardName("??")], [
    "ace of hearts",
    "ten of spades",
    "joker",
    "a card face down",
  ]);
  equal([cardText("Ah"), cardText("Ts"), cardText("2c"), cardText("Kd"), cardText("Jo")], [
    "A♥",
    "10♠",
    "2♣",
    "K♦",
    "Joker",
  ]);
});

Deno.test("cards face down are counted after those that are seen", () => {
  equal(cardNames(["??", "Ah", "??"]), "ace of hearts, 2 cards face down");
  equal(cardNames(["??"]), "one card face down");
  equal(cardNames([]), "no cards");
});

Deno.test("a chip has the colour of its amount", () => {
  const fill = (/** @type {number} */ amount) => {
    const circle = chip(amount).children[0];
    return typeof circle === "string" ? "" : circle.props.fill;
  };
  const fills = [499, 500, 2500, 9999, 10000, 50000].map(fill);
  equal(fills, ["#f1ead9", "#b3262f", "#1d7a4a", "#1d7a4a", "#23282d", "#6b3fa0"]);
});
