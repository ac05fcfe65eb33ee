/**
 * What a game costs to play, how its rounds end, and what its decisions are worth.
 * @module
 */
import { h } from "./dom.js";
import { files } from "./lab_export.js";
import { figure, oneIn, percents } from "./lab_tables.js";
import { money } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("lab_price");
const ROUNDS_AN_HOUR = 60;
const STAKE = 1000; // cents

/**
 * The price at a glance.
 * @param {any} analysis
 * @param {string} game
 * @param {string} query the choices, as the server is asked with them
 */
export function price(analysis, game, query) {
  const main = analysis.main;
  const others = Object.keys(analysis).filter((name) =>
    name.startsWith("main_") && analysis[name]?.house_edge
  );
  return h(
    "section",
    { id: "price", key: "price", class: "panel", "aria-labelledby": "price-title" },
    h("h2", { id: "price-title" }, TEXTS.cost),
    h(
      "dl",
      { class: "figures" },
      figure(TEXTS.onFirst, percents(main.house_edge), "large"),
      figure(TEXTS.onAll, percents(main.element_of_risk)),
      figure(TEXTS.deviation, main.standard_deviation.toFixed(4)),
      figure(TEXTS.staked, TEXTS.wagers({ number: main.average_wagered.toFixed(4) })),
      figure(TEXTS.anHour, money(Math.round(main.house_edge * STAKE * ROUNDS_AN_HOUR))),
    ),
    h(
      "p",
      { class: "dim small" },
      main.deals ? TEXTS.deals({ deals: main.deals.toLocaleString("en-US") }) : "",
      TEXTS.method({ method: analysis.method, per: main.per }),
      h("a", { href: `/api/v1/analyses/${game}${query}` }, TEXTS.json),
      " · ",
      h("a", { href: `/api/v1/lab/${game}/lines${query}` }, TEXTS.csv),
    ),
    h(
      "div",
      { class: "two-tables" },
      shares(TEXTS.ends, main.outcomes),
      shares(TEXTS.decided, main.decisions),
    ),
    others.length > 0 &&
      h(
        "ul",
        { class: "plain" },
        others.map((name) =>
          h(
            "li",
            { key: name },
            `${name.slice(5).replaceAll("_", " ")}: `,
            h("b", { class: "number" }, percents(analysis[name].house_edge)),
          )
        ),
      ),
  );
}

/**
 * Shares of all rounds as a small table.
 * @param {string} title
 * @param {Record<string, number>} rows
 */
function shares(title, rows) {
  return h(
    "table",
    { class: "lines" },
    h("caption", null, title),
    h(
      "tbody",
      null,
      Object.entries(rows).map(([name, share]) =>
        h(
          "tr",
          { key: name },
          h("th", { scope: "row" }, name),
          h("td", { class: "right number" }, percents(share)),
          h("td", { class: "right number dim" }, oneIn(share)),
        )
      ),
    ),
  );
}

/**
 * What each decision is worth, and what simple strategies cost.
 * @param {any} analysis
 * @param {string} per
 * @param {string} game
 */
export function decisions(analysis, per, game) {
  const worth = Object.entries(analysis.decision_worth?.decisions ?? {});
  const simple = Object.entries(analysis.simple_strategies ?? {});
  return h(
    "section",
    { id: "decisions", key: "decisions", class: "panel", "aria-labelledby": "decisions-title" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "decisions-title" }, TEXTS.worth),
      files(TEXTS.worth, `${game}-decisions`, {
        columns: ["question", "instead", "cost"],
        rows: worth.map(([question, one]) => [question, one.instead, one.cost]),
      }),
    ),
    h(
      "p",
      { class: "dim small" },
      TEXTS.worthAbout({ per }),
    ),
    h(
      "div",
      {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": TEXTS.worthLabel,
      },
      h(
        "table",
        { class: "lines" },
        h(
          "tbody",
          null,
          worth.map(([question, one]) =>
            h(
              "tr",
              { key: question },
              h("th", { scope: "row" }, question),
              h("td", null, one.instead),
              h("td", { class: "right number loss" }, percents(-one.cost)),
            )
          ),
        ),
      ),
    ),
    simple.length > 0 && h("h3", null, TEXTS.simple),
    h(
      "ul",
      { class: "simple" },
      simple.map(([name, one]) =>
        h(
          "li",
          { key: name },
          h("b", { class: "number" }, `+${percents(one.cost)}`),
          h("span", null, one.text),
        )
      ),
    ),
  );
}
