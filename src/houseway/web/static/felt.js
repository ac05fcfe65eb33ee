/**
 * The felt of any game, from its layout and from what a seat may see.
 * @module
 */
import { card, cardNames, chip } from "./cards.js";
import { h, s } from "./dom.js";
import { bySuit, mySeat, placeable, playerName } from "./model.js";
import { cents, money, short, signed, tone } from "./money.js";
import { capital } from "./speech.js";
import { trays } from "./trays.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.d.ts").Seat} Seat */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Offer} Offer */

/** @param {TablePage} page */
export function felt(page) {
  const { layout, title } = page.game;
  const view = page.view;
  return h(
    "section",
    {
      class: `felt hand-${layout.hand}`,
      "aria-label": `The table: ${title}`,
      style: { "--felt-1": layout.felt[0] ?? "#23775f", "--felt-2": layout.felt[1] ?? "#0d3a2f" },
    },
    h("div", { class: "rail", "aria-hidden": "true" }),
    payTables(page),
    dealer(page),
    view.board.length || layout.board.length ? board(page) : null,
    nameOnFelt(title),
    seats(page),
    mine(page),
    spots(page),
    notice(page),
  );
}

/** @param {string} title */
function nameOnFelt(title) {
  return s(
    "svg",
    { class: "felt-name", viewBox: "0 0 640 120", "aria-hidden": "true" },
    s("path", { id: "arc", d: "M20 24 Q320 132 620 24", fill: "none" }),
    s(
      "text",
      { class: "felt-title" },
      s("textPath", { href: "#arc", startOffset: "50%", "text-anchor": "middle" }, title.toUpperCase()),
    ),
  );
}

const ROOM = 15.5; // lines of pay tables that fit on one side of the felt

/**
 * The pay tables of this table, each once, the layout's own order first.
 * @param {TablePage} page
 */
export function offersOf(page) {
  const names = page.game.layout.paytables;
  const place = (/** @type {Offer} */ offer) => names.indexOf(offer.paytable || offer.wager);
  const once = (page.game.offers ?? []).filter((offer, index, all) =>
    all.findIndex((other) => (other.paytable || other.wager) === (offer.paytable || offer.wager)) === index
  );
  return once.sort((one, other) => (place(one) + 99) % 99 - (place(other) + 99) % 99);
}

/** @param {Offer} offer */
export function payTable(offer) {
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
    ),
  );
}

/** @param {TablePage} page */
function payTables(page) {
  /** @type {Offer[][]} */
  const sides = [[], []];
  const lines = (/** @type {Offer[]} */ side) =>
    side.reduce((sum, offer) => sum + offer.lines.length + 1.5, 0);
  for (const offer of offersOf(page)) {
    const [first, second] = lines(sides[0]) <= lines(sides[1]) ? sides : [...sides].reverse();
    for (const side of [first, second]) {
      if (lines(side) + offer.lines.length + 1.5 > ROOM) continue;
      side.push(offer);
      break;
    }
  }
  const printed = h(
    "ul",
    { class: "printed", key: "printed" },
    page.game.layout.printed.map((line) => h("li", { key: line }, line)),
  );
  const emptier = lines(sides[1]) <= lines(sides[0]) ? 1 : 0;
  return sides.map((side, index) =>
    h(
      "div",
      { class: `print ${index ? "right" : "left"}`, key: `print${index}` },
      side.map(payTable),
      index === emptier ? printed : null,
    )
  );
}

/** @param {TablePage} page */
function dealer(page) {
  const { view, game } = page;
  const { layout } = game;
  const cards = view.dealer.cards;
  const said = cards.length ? `Dealer: ${cardNames(cards)}` : "The dealer has no cards yet";
  const hand = view.dealer.hand ?? "";
  const lights = view.lights?.length ? `. Lights: ${view.lights.join(" and ")}` : "";
  const unqualified = view.dealer.qualifies === false ? ", does not qualify" : "";
  return h(
    "div",
    {
      class: `dealer${layout.boxes.length ? " with-reader" : ""}`,
      role: "group",
      "aria-label": `${said}${lights}${hand ? `. ${hand}` : ""}${unqualified}`,
    },
    h(
      "p",
      { class: "felt-label", "aria-hidden": "true" },
      layout.boxes.length ? "Dealer · card reader" : "Dealer",
    ),
    layout.boxes.length ? reader(page) : dealerRow(page),
    h(
      "p",
      { class: "hand-name small-name", "aria-hidden": "true" },
      hand ? `${hand}${unqualified}` : "",
    ),
    view.dealer.hand && view.settled?.note ? h("p", { class: "dealer-note" }, view.settled.note) : null,
  );
}

/** @param {TablePage} page */
function dealerRow(page) {
  const { placeholders, view } = page;
  const { cards, front, back, discarded } = view.dealer;
  if (front?.length && back?.length) {
    return h(
      "div",
      { class: "dealer-cards set", style: { "--n": 8 } },
      h("span", { class: "cards" }, back.map((one, index) => card(one, { key: `b${index}`, index }))),
      h("span", { class: "cards" }, front.map((one, index) => card(one, { key: `f${index}`, index }))),
      discarded ? h("span", { class: "cards discarded" }, card(discarded, { key: "x" })) : null,
    );
  }
  if (page.game.layout.hand === "suits" && cards.length && !cards.includes("??")) {
    return h("div", { class: "dealer-cards by-suit", style: { "--n": cards.length } }, suitGroups(cards));
  }
  const shown = cards.length ? cards : [];
  return h(
    "div",
    { class: "dealer-cards", style: { "--n": Math.max(shown.length, placeholders, 2) } },
    shown.length
      ? shown.map((one, index) => card(one, { key: `${index}`, index }))
      : Array.from({ length: placeholders }, (_, index) => h("span", { class: "place", key: `${index}` })),
  );
}

/** @param {TablePage} page */
function reader(page) {
  const { view, game } = page;
  const { boxes, reader: inReader } = game.layout;
  const cards = view.dealer.cards;
  const lights = [...(view.lights ?? [])];
  /** @type {Map<string, { text: string, index: number }[]>} */
  const lying = new Map();
  for (const number of inReader) {
    const text = cards[number - 1];
    if (text === undefined) continue;
    const box = text === "??" ? undefined : boxes.find((one) => one.ranks.includes(text[0]));
    const light = box?.light ?? lights[inReader.indexOf(number)] ?? lights[0];
    if (light) lying.set(light, [...(lying.get(light) ?? []), { text, index: number - 1 }]);
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
          ? beside.map(({ text, index }) => card(text, { key: `${index}`, index }))
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
            { class: "box-cards" },
            held.map(({ text, index }) => card(text, { key: `${index}`, index })),
          ),
        );
      }),
    ),
  );
}

/** @param {TablePage} page */
function board(page) {
  const { view, game } = page;
  const count = game.layout.board.length || view.board.length;
  const shown = view.board.length ? view.board : [];
  return h(
    "div",
    {
      class: "board",
      role: "group",
      "aria-label": shown.length ? `Board: ${cardNames(shown)}` : "The board is empty",
      style: { "--n": count },
    },
    Array.from(
      { length: count },
      (_, index) =>
        shown[index]
          ? card(shown[index], { key: `${index}`, index })
          : h("span", { class: "place", key: `p${index}` }),
    ),
  );
}

/** @param {TablePage} page */
function seats(page) {
  const { view } = page;
  const all = page.game.seats;
  const you = view.you.seat;
  const order = Array.from({ length: all }, (_, index) => index + 1);
  const rotated = you ? [...order.slice(you), ...order.slice(0, you - 1)] : order;
  const left = Math.ceil(rotated.length / 2);
  return h(
    "ol",
    { class: "seats", "aria-label": "Seats" },
    rotated.map((number, index) => {
      const side = index < left ? "left" : "right";
      const row = side === "left" ? left - index : index - left + 1;
      return seatItem(page, number, { side, row, of: side === "left" ? left : rotated.length - left });
    }),
  );
}

/**
 * @param {TablePage} page
 * @param {number} number
 * @param {{ side: string, row: number, of: number }} place
 */
function seatItem(page, number, place) {
  const { view } = page;
  const seat = view.seats.find((one) => one.seat === number);
  const props = {
    class: "seat",
    key: `${number}`,
    "data-side": place.side,
    "data-row": place.row,
    "data-of": place.of,
  };
  if (!seat) {
    const free = !view.you.seat
      ? h(
        "button",
        {
          class: "sit",
          type: "button",
          "aria-label": `Sit here, seat ${number}`,
          onclick: () => page.sit(number),
        },
        "Sit here",
      )
      : h("span", { class: "free" }, "free");
    return h(
      "li",
      { ...props, "data-free": "yes" },
      h("p", { class: "who" }, h("b", null, `Seat ${number}`), free),
    );
  }
  const turn = view.turn === number;
  const last = seat.decisions[seat.decisions.length - 1];
  const net = /** @type {any} */ (seat).net;
  const total = Object.values(seat.wagers).reduce((sum, amount) => sum + cents(amount), 0);
  const hands = seat.hands?.length ? seat.hands : [{ cards: seat.cards, hand: null, in_play: false }];
  const longest = Math.max(...hands.map((hand) => hand.cards.length));
  const status = turn
    ? "to act"
    : net !== undefined
    ? signed(net).replace(/\.00$/, "")
    : last ?? (total ? short(total) : seat.sits_out ? "sits out" : "");
  return h(
    "li",
    { ...props, "data-turn": turn ? "yes" : "no" },
    h(
      "div",
      {
        class: "seat-cards",
        "aria-hidden": "true",
        "data-hands": hands.length,
        style: { "--hands": hands.length, "--over": Math.max(longest - 1, hands.length > 1 ? 1 : 4) },
      },
      hands.map((hand, at) =>
        h(
          "span",
          { class: "mini", key: `${at}` },
          hand.cards.map((one, index) => card(one, { key: `${index}`, index })),
        )
      ),
    ),
    h(
      "p",
      { class: "who" },
      h("b", null, playerName(seat)),
      h("span", { class: `status ${net !== undefined ? tone(net) : ""}` }, status || "–"),
    ),
  );
}

/** @param {TablePage} page */
function mine(page) {
  const { view, game } = page;
  const seat = mySeat(view);
  const kind = game.layout.hand;
  if (!seat) {
    return h(
      "div",
      { class: "mine looking" },
      h("p", { class: "hand-name" }, view.you.seat ? "" : "You are looking on"),
    );
  }
  const net = /** @type {any} */ (seat).net;
  const cards = kind === "hands" && seat.hands?.length
    ? strip(seat)
    : kind === "trays"
    ? trays(page, seat)
    : kind === "suits"
    ? suits(seat.cards)
    : h(
      "div",
      { class: "own", style: { "--n": seat.cards.length || 2 } },
      seat.cards.length
        ? seat.cards.map((one, index) => card(one, { key: `${index}`, index }))
        : Array.from({ length: page.ownCount }, (_, index) => h("span", { class: "place", key: `${index}` })),
    );
  const name = kind === "hands" || kind === "trays" ? "" : seat.hand ?? "";
  const said = seat.cards.length
    ? `Your hand: ${cardNames(seat.cards)}${seat.hand ? `. ${seat.hand}` : ""}`
    : "Your place";
  return h(
    "div",
    { class: "mine", role: "group", "aria-label": said, "data-turn": view.turn === seat.seat ? "yes" : "no" },
    cards,
    h(
      "p",
      { class: "hand-name" },
      name ? h("span", null, name) : null,
      net !== undefined ? h("b", { class: `net ${tone(net)}` }, signed(net)) : null,
    ),
  );
}

/** @param {string[]} cards */
function suits(cards) {
  if (!cards.length) {
    return h(
      "div",
      { class: "own", style: { "--n": 7 } },
      Array.from({ length: 7 }, (_, index) => h("span", { class: "place", key: `${index}` })),
    );
  }
  return h("div", { class: "own by-suit", style: { "--n": cards.length } }, suitGroups(cards));
}

/** @param {string[]} cards */
function suitGroups(cards) {
  let index = 0;
  return bySuit(cards).map((group, at) =>
    h("span", { class: "group", key: `${at}` }, group.map((one) => card(one, { index: index++ })))
  );
}

/**
 * Hands side by side, the one in play the largest; the more cards they have, the smaller all are.
 * @param {Seat} seat
 */
function strip(seat) {
  const hands = seat.hands ?? [];
  const several = hands.length > 1;
  const others = hands.some((hand) => hand.in_play) ? 0.74 : 0.9;
  const sizes = hands.map((hand) => hand.in_play || !several ? 1 : others);
  const shown = several ? 0.48 : 0.7;
  const widths = hands.map((hand, at) => sizes[at] * (1 + shown * Math.max(hand.cards.length - 1, 1)));
  return h(
    "ol",
    {
      class: "strip",
      "data-hands": hands.length,
      style: {
        "--hands": hands.length,
        "--shown": shown,
        "--widths": widths.reduce((sum, one) => sum + one, 0),
      },
    },
    hands.map((hand, at) =>
      h(
        "li",
        {
          key: `${at}`,
          "data-active": hand.in_play ? "yes" : "no",
          style: { "--size": sizes[at] },
          "aria-label": `Hand ${at + 1}: ${cardNames(hand.cards)}${hand.hand ? `, ${hand.hand}` : ""}`,
        },
        h(
          "span",
          { class: "fan" },
          hand.cards.length
            ? hand.cards.map((one, index) => card(one, { key: `${index}`, index }))
            : [0, 1].map((index) => h("span", { class: "place", key: `${index}` })),
        ),
        h("span", { class: "hand-name", "aria-hidden": "true" }, hand.hand ?? ""),
      )
    ),
  );
}

/** @param {TablePage} page */
function spots(page) {
  const { view, game } = page;
  const seat = mySeat(view);
  const offered = placeable(game).map((one) => one.name);
  const decided = game.wagers.filter((wager) => wager.role === "decision").map((wager) => wager.name);
  const shown = game.layout.spots.filter((spot) =>
    offered.includes(spot.wager) || decided.includes(spot.wager)
  );
  const open = page.staging;
  return h(
    "ul",
    { class: "spots", "aria-label": "Wagers", "data-count": shown.length, "data-open": open ? "yes" : "no" },
    shown.map((spot) => {
      const wager = game.wagers.find((one) => one.name === spot.wager);
      const amount = open ? page.staged[spot.wager] ?? 0 : cents(seat?.wagers[spot.wager] ?? "0");
      const linked = wager?.equals || game.wagers.some((one) => one.equals === spot.wager);
      const props = {
        class: "spot",
        "data-role": wager?.role ?? "main",
        "data-linked": linked ? "yes" : "no",
        "data-won": page.resultOf(spot.wager),
      };
      const circle = h(
        "span",
        { class: "circle" },
        amount ? chip(amount) : h("span", { class: "inside" }, spot.label),
      );
      const label = h("span", { class: "label" }, spot.label);
      const can = open && offered.includes(spot.wager);
      return h(
        "li",
        { key: spot.wager },
        can
          ? h(
            "button",
            {
              ...props,
              type: "button",
              "aria-label": `${wager?.label ?? spot.label}: ${amount ? money(amount) : "nothing"}. Add ${
                money(page.addition(spot.wager))
              }; Delete takes off.`,
              onclick: () => page.add(spot.wager),
              oncontextmenu: (/** @type {Event} */ event) => page.takeOff(event, spot.wager),
              onkeydown: (/** @type {KeyboardEvent} */ event) => page.spotKey(event, spot.wager),
              onpointerdown: (/** @type {PointerEvent} */ event) => page.press(event, spot.wager),
              onpointerup: () => page.release(),
              onpointerleave: () => page.release(),
            },
            circle,
            label,
          )
          : h(
            "div",
            {
              ...props,
              role: "img",
              "aria-label": `${wager?.label ?? spot.label}: ${amount ? money(amount) : "nothing"}`,
            },
            circle,
            label,
          ),
      );
    }),
  );
}

/** @param {TablePage} page */
function notice(page) {
  const printed = page.game.notices.filter((one) => (one.where ?? []).includes("layout"));
  return h(
    "div",
    { class: "notice" },
    page.game.status ? h("p", { key: "status" }, h("b", null, capital(page.game.status))) : null,
    printed.map((one) => h("p", { key: one.text }, one.text)),
  );
}
