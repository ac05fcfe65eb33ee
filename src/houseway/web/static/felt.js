/**
 * The felt of any game, from its layout and from what a seat may see: the dealer's side, the print, and who plays.
 * @module
 */
import { card, cardNames } from "./cards.js";
import { h, s } from "./dom.js";
import { mine, seats, suitGroups } from "./hands.js";
import { percent } from "./money.js";
import { lightOf } from "./results.js";
import { capital } from "./speech.js";
import { spots } from "./spots.js";
import { texts } from "./texts.js";

const TEXTS = texts("felt");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./drawn.d.ts").Offer} Offer */

/**
 * @param {State} state
 * @param {Pick<Acts, "sit" | "add" | "take" | "move" | "drop">} acts
 */
export function felt(state, acts) {
  const { view, game } = state;
  const { layout, title } = game;
  const shared = view.board.length || layout.board.length ? board(view, game) : null;
  return h(
    "section",
    {
      class: `felt hand-${layout.hand}${shared ? " with-board" : ""}`,
      "aria-label": TEXTS.title({ game: title }),
      style: { "--felt-1": layout.felt[0] ?? "#23775f", "--felt-2": layout.felt[1] ?? "#0d3a2f" },
    },
    h("div", { class: "rail", "aria-hidden": "true" }),
    h(
      "div",
      { class: "laid" },
      printedTables(game),
      h("div", { class: "upper" }, dealer(view, game), shared, nameOnFelt(title)),
      seats(state, acts),
      h("div", { class: "lower" }, mine(state, acts), spots(state, acts), notice(game)),
    ),
  );
}

/** @param {string} title */
function nameOnFelt(title) {
  return s(
    "svg",
    { class: "felt-name", viewBox: "0 0 640 84", "aria-hidden": "true" },
    s("path", { id: "arc", d: "M20 26 Q320 108 620 26", fill: "none" }),
    s(
      "text",
      { class: "felt-title" },
      s("textPath", { href: "#arc", startOffset: "50%", "text-anchor": "middle" }, title.toUpperCase()),
    ),
  );
}

/** @param {GameData} game */
function notice(game) {
  const printed = game.notices.filter((one) => (one.where ?? []).includes("layout"));
  if (!game.status && !printed.length) return null;
  return h(
    "div",
    { class: "notice" },
    game.status ? h("p", { key: "status" }, h("b", null, capital(game.status))) : null,
    printed.map((one) => h("p", { key: one.text }, one.text)),
  );
}

/**
 * @param {ShownView} view
 * @param {GameData} game
 */
export function dealer(view, game) {
  const { layout } = game;
  const cards = view.dealer.cards;
  const label = cards.length ? TEXTS.dealerCards({ cards: cardNames(cards) }) : TEXTS.noCards;
  const hand = view.dealer.hand ?? "";
  const lights = view.lights?.length ? `. ${TEXTS.lights({ lights: view.lights.join(TEXTS.and) })}` : "";
  const unqualified = view.dealer.qualifies === false ? `, ${TEXTS.unqualified}` : "";
  return h(
    "div",
    {
      class: `dealer${layout.boxes.length ? " with-reader" : ""}`,
      role: "group",
      "aria-label": `${label}${lights}${hand ? `. ${hand}` : ""}${unqualified}`,
    },
    h(
      "p",
      { class: "felt-label", "aria-hidden": "true" },
      h("span", { class: "game-label" }, `${game.title} · `),
      TEXTS.dealer,
      layout.boxes.length ? h("span", { class: "reader-label" }, TEXTS.reader) : null,
    ),
    layout.boxes.length ? reader(view, game) : dealerRow(view, game),
    h(
      "p",
      { class: "hand-name small-name", "aria-hidden": "true" },
      hand ? `${hand}${unqualified}` : "",
    ),
    view.dealer.hand && view.settled?.note ? h("p", { class: "dealer-note" }, view.settled.note) : null,
  );
}

/**
 * @param {ShownView} view
 * @param {GameData} game
 */
function dealerRow(view, game) {
  const places = (game.dealing?.dealer_cards ?? 2) + (game.dealing?.dealer_extra ?? 0);
  const { cards, front, back, discarded } = view.dealer;
  const light = lightOf(view.lit, "table");
  if (front?.length && back?.length) {
    return h(
      "div",
      { class: "dealer-cards set", style: { "--n": 8 } },
      h(
        "span",
        { class: "cards" },
        back.map((one, index) => card(one, { key: `b${index}`, index, light: light(one) })),
      ),
      h(
        "span",
        { class: "cards" },
        front.map((one, index) => card(one, { key: `f${index}`, index, light: light(one) })),
      ),
      discarded
        ? h("span", { class: "cards discarded" }, card(discarded, { key: "x", light: light(discarded) }))
        : null,
    );
  }
  if (game.layout.hand === "suits" && cards.length && !cards.includes("??")) {
    return h(
      "div",
      { class: "dealer-cards by-suit", style: { "--n": cards.length } },
      suitGroups(cards, light),
    );
  }
  const shown = cards.length ? cards : [];
  return h(
    "div",
    { class: "dealer-cards", style: { "--n": Math.max(shown.length, places, 2) } },
    shown.length
      ? shown.map((one, index) => card(one, { key: `${index}`, index, light: light(one) }))
      : Array.from({ length: places }, (_, index) => h("span", { class: "place", key: `${index}` })),
  );
}

/**
 * @param {ShownView} view
 * @param {GameData} game
 */
function reader(view, game) {
  const { boxes, reader: inReader } = game.layout;
  const cards = view.dealer.cards;
  const lights = [...(view.lights ?? [])];
  const light = lightOf(view.lit, "table");
  /** @type {Map<string, { text: string, index: number }[]>} */
  const lying = new Map();
  for (const number of inReader) {
    const text = cards[number - 1];
    if (text === undefined) continue;
    const box = text === "??" ? undefined : boxes.find((one) => one.ranks.includes(text[0]));
    const lamp = box?.light ?? lights[inReader.indexOf(number)] ?? lights[0];
    if (lamp) lying.set(lamp, [...(lying.get(lamp) ?? []), { text, index: number - 1 }]);
  }
  const beside = cards.map((text, index) => ({ text, index })).filter(({ index }) =>
    !inReader.includes(index + 1)
  );
  return h(
    "div",
    { class: "reader" },
    game.layout.reader.length < 2
      ? h(
        "div",
        { class: "beside", style: { "--over": Math.max(beside.length - 1, 1) } },
        beside.length
          ? beside.map(({ text, index }) => card(text, { key: `${index}`, index, light: light(text) }))
          : h("span", { class: "place", key: "place" }),
      )
      : null,
    h(
      "div",
      { class: "boxes" },
      boxes.map((box) => {
        const held = lying.get(box.light) ?? [];
        const on = (view.lights ?? []).includes(box.light) || held.length > 0;
        return h(
          "div",
          {
            class: "box",
            "data-light": box.light,
            "data-on": on ? "yes" : "no",
            key: box.light,
            "aria-hidden": "true",
          },
          h(
            "p",
            null,
            h("span", { class: "lamp" }),
            h("b", null, box.label),
            h("span", { class: "range" }, box.range),
          ),
          h(
            "div",
            { class: "box-cards", style: { "--n": Math.max(held.length, 1) } },
            held.map(({ text, index }) => card(text, { key: `${index}`, index, light: light(text) })),
          ),
        );
      }),
    ),
  );
}

/**
 * @param {ShownView} view
 * @param {GameData} game
 */
export function board(view, game) {
  const count = game.layout.board.length || view.board.length;
  const shown = view.board.length ? view.board : [];
  const light = lightOf(view.lit, "table");
  return h(
    "div",
    {
      class: "board",
      role: "group",
      "aria-label": shown.length ? TEXTS.board({ cards: cardNames(shown) }) : TEXTS.noBoard,
      style: { "--n": count },
    },
    Array.from(
      { length: count },
      (_, index) =>
        shown[index]
          ? card(shown[index], { key: `${index}`, index, light: light(shown[index]) })
          : h("span", { class: "place", key: `p${index}` }),
    ),
  );
}

/**
 * The pay tables of this table, each once, the layout's own order first.
 * @param {GameData} game
 */
export function offersOf(game) {
  const names = game.layout.paytables;
  const place = (/** @type {Offer} */ offer) => names.indexOf(offer.paytable || offer.wager);
  const once = (game.offers ?? []).filter((offer, index, all) =>
    all.findIndex((other) => (other.paytable || other.wager) === (offer.paytable || offer.wager)) === index
  );
  return once.sort((one, other) => (place(one) + 99) % 99 - (place(other) + 99) % 99);
}

/**
 * @param {Offer} offer
 * @param {{ withEdge?: boolean }} [how]
 */
export function payTable(offer, how = {}) {
  const edge = how.withEdge ? offer.house_edge : null;
  return h(
    "table",
    { class: "pays", key: offer.wager },
    h("caption", null, offer.paytable ? offer.paytable.replaceAll("-", " ") : offer.label),
    h(
      "tbody",
      null,
      offer.lines.map((line) =>
        h("tr", { key: line.name }, h("td", null, line.name), h("td", null, line.pays))
      ),
      typeof edge === "number"
        ? h("tr", { key: "edge", class: "dim" }, h("td", null, TEXTS.houseEdge), h("td", null, percent(edge)))
        : null,
    ),
  );
}

/**
 * The pay tables and lines that are printed on the felt, on two sides; one that has no room there is left out, and
 * all of them are beside the felt.
 * @param {GameData} game
 */
export function printedTables(game) {
  /** @type {Offer[][]} */
  const sides = [[], []];
  const lines = (/** @type {Offer[]} */ side) =>
    side.reduce((sum, offer) => sum + offer.lines.length + 1.5, 0);
  for (const offer of offersOf(game)) sides[lines(sides[0]) <= lines(sides[1]) ? 0 : 1].push(offer);
  const emptier = lines(sides[1]) <= lines(sides[0]) ? 1 : 0;
  return sides.map((side, index) =>
    h(
      "div",
      { class: `print ${index ? "right" : "left"}`, key: `print${index}`, "data-as-room": "yes" },
      index === emptier && game.layout.printed.length
        ? h(
          "ul",
          { class: "printed", key: "printed" },
          game.layout.printed.map((line) => h("li", { key: line }, line)),
        )
        : null,
      side.map((offer) => payTable(offer)),
    )
  );
}
