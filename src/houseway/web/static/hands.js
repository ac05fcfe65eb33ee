/**
 * The players' cards: the seats around the felt, and your own hand in a row, by suit, as hands side by side, or on
 * trays, where cards go by tap, by drag or by the keys 1 to 7.
 * @module
 */
import { card, cardName, cardNames } from "./cards.js";
import { h } from "./dom.js";
import { bySuit, myResult, mySeat, ordered, playerName, settingOf } from "./model.js";
import { cents, short, signed, tone } from "./money.js";
import { awardsOf, lightOf } from "./results.js";
import { texts } from "./texts.js";

const TEXTS = texts("hands");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {import("./drawn.d.ts").Seat} Seat */
/** @typedef {import("./store.js").State} State */

let droppedAt = -1000; // when a card was dropped last, by the page's clock

/**
 * @param {State} state
 * @param {Pick<Acts, "sit">} acts
 */
export function seats(state, acts) {
  const { view, game } = state;
  const you = view.you.seat;
  const order = Array.from({ length: game.seats }, (_, index) => index + 1);
  const rotated = you ? [...order.slice(you), ...order.slice(0, you - 1)] : order;
  const left = Math.ceil(rotated.length / 2);
  return h(
    "ol",
    { class: "seats", "aria-label": TEXTS.seats },
    rotated.map((number, index) => {
      const side = index < left ? "left" : "right";
      const row = side === "left" ? left - index : index - left + 1;
      return seatItem(state, acts, number, { side, row });
    }),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "sit">} acts
 * @param {number} number
 * @param {{ side: string, row: number }} place
 */
function seatItem({ view, maySit, reactions }, acts, number, place) {
  const seat = view.seats.find((one) => one.seat === number);
  const props = {
    class: "seat",
    key: `${number}`,
    "data-side": place.side,
    "data-last": place.row > 2 ? "yes" : "no",
    style: { "--row": place.row },
  };
  if (!seat) {
    const free = !view.you.seat && maySit
      ? h(
        "button",
        {
          class: "sit",
          type: "button",
          "aria-label": TEXTS.sitHereSeat({ number }),
          onclick: () => acts.sit(number),
        },
        TEXTS.sitHere,
      )
      : h("span", { class: "free" }, TEXTS.free);
    return h(
      "li",
      { ...props, "data-free": "yes" },
      h("p", { class: "who" }, h("b", null, TEXTS.seat({ number })), free),
    );
  }
  const turn = view.turn === number;
  const last = seat.decisions[seat.decisions.length - 1];
  const { net } = seat;
  const total = Object.values(seat.wagers).reduce((sum, amount) => sum + cents(amount), 0);
  const reaction = reactions[number];
  const status = reaction
    ? reaction
    : turn
    ? TEXTS.toAct
    : net !== undefined
    ? signed(net).replace(/\.00$/, "")
    : last ?? (total ? short(total) : seat.sits_out ? TEXTS.sitsOut : "");
  return h(
    "li",
    { ...props, "data-turn": turn ? "yes" : "no" },
    seatCards(seat, view.lit),
    h(
      "p",
      { class: "who" },
      h("b", null, playerName(seat)),
      h(
        "span",
        { class: reaction ? "status reaction" : `status ${net !== undefined ? tone(net) : ""}` },
        status || "–",
      ),
    ),
  );
}

/**
 * The cards of another player, those that earned envy lit; of hands that were split, their names.
 * @param {Seat} seat
 * @param {ShownView["lit"]} lit
 */
function seatCards({ seat, cards, hands }, lit) {
  const light = (/** @type {string} */ one) => lit?.has(`seat ${seat} ${one}`) ? "lit" : "";
  const split = hands && hands.length > 1 ? hands : null;
  return h(
    "div",
    { class: "seat-cards", "aria-hidden": "true", style: { "--over": Math.max(cards.length - 1, 1) } },
    split ? split.map((hand, at) => h("span", { class: "split", key: `split${at}` }, hand.hand ?? "")) : h(
      "span",
      { class: "mini" },
      cards.map((one, index) => card(one, { key: `${index}`, index, light: light(one) })),
    ),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "move" | "drop">} acts
 */
export function mine(state, acts) {
  const { view, game } = state;
  const seat = mySeat(view);
  const kind = game.layout.hand;
  if (!seat) {
    return h(
      "div",
      { class: "mine looking" },
      h("p", { class: "hand-name" }, view.you.seat ? "" : TEXTS.lookingOn),
    );
  }
  const { net } = seat;
  const places = game.dealing?.player_cards ?? 2;
  const light = lightOf(view.lit, "own 0");
  const cards = kind === "hands" && seat.hands?.length
    ? strip(seat, view.lit)
    : kind === "trays"
    ? trays(state, seat, acts)
    : kind === "suits"
    ? suits(seat.cards, light)
    : h(
      "div",
      { class: "own", style: { "--n": seat.cards.length || places } },
      seat.cards.length
        ? seat.cards.map((one, index) => card(one, { key: `${index}`, index, light: light(one) }))
        : Array.from({ length: places }, (_, index) => h("span", { class: "place", key: `${index}` })),
    );
  const name = kind === "hands" || kind === "trays" ? "" : seat.hand ?? "";
  const text = seat.cards.length
    ? `${TEXTS.yourHand({ cards: cardNames(seat.cards) })}${seat.hand ? `. ${seat.hand}` : ""}`
    : TEXTS.yourPlace;
  return h(
    "div",
    { class: "mine", role: "group", "aria-label": text, "data-turn": view.turn === seat.seat ? "yes" : "no" },
    cards,
    h(
      "p",
      { class: "hand-name" },
      name ? h("span", null, name) : null,
      net !== undefined ? h("b", { class: `net ${tone(net)}` }, signed(net)) : null,
      view.lit ? awards(view) : null,
    ),
  );
}

/**
 * What a jackpot or envy has paid, larger with its share of the meter.
 * @param {ShownView} view
 */
function awards(view) {
  const result = myResult(view);
  return result
    ? awardsOf(result).map(({ words, share }, index) =>
      h("b", { class: "award", key: `award${index}`, style: { "--share": share } }, words)
    )
    : null;
}

/**
 * @param {string[]} cards
 * @param {ReturnType<typeof lightOf>} light
 */
function suits(cards, light) {
  if (!cards.length) {
    return h(
      "div",
      { class: "own", style: { "--n": 7 } },
      Array.from({ length: 7 }, (_, index) => h("span", { class: "place", key: `${index}` })),
    );
  }
  return h("div", { class: "own by-suit", style: { "--n": cards.length } }, suitGroups(cards, light));
}

/**
 * @param {string[]} cards
 * @param {ReturnType<typeof lightOf>} light
 */
export function suitGroups(cards, light) {
  let index = 0;
  return bySuit(cards).map((group, at) =>
    h(
      "span",
      { class: "group", key: `${at}` },
      group.map((one) => card(one, { index: index++, light: light(one) })),
    )
  );
}

/**
 * Hands side by side, the one in play the largest; the more cards they have, the smaller all are.
 * @param {Seat} seat
 * @param {ShownView["lit"]} lit
 */
function strip(seat, lit) {
  const hands = seat.hands ?? [];
  const several = hands.length > 1;
  const others = hands.some((hand) => hand.in_play) ? 0.8 : 0.9;
  const sizes = hands.map((hand) => hand.in_play || !several ? 1 : others);
  const shown = several ? 0.48 : 0.7;
  const widths = hands.map((hand, at) => sizes[at] * (1 + shown * Math.max(hand.cards.length - 1, 1)));
  const row = h(
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
          "aria-label": `${TEXTS.hand({ number: at + 1, cards: cardNames(hand.cards) })}${
            hand.hand ? `, ${hand.hand}` : ""
          }`,
        },
        h(
          "span",
          { class: "fan" },
          hand.cards.length
            ? hand.cards.map((one, index) =>
              card(one, { key: `${index}`, index, light: lightOf(lit, `own ${at}`)(one) })
            )
            : [0, 1].map((index) => h("span", { class: "place", key: `${index}` })),
        ),
        h("span", { class: "hand-name", "aria-hidden": "true" }, hand.hand ?? ""),
      )
    ),
  );
  return h("div", { class: "strip-box" }, row);
}

/**
 * @param {Pick<State, "game" | "view" | "front">} state
 * @param {Seat} seat
 * @param {Pick<Acts, "move" | "drop">} acts
 */
export function trays(state, seat, acts) {
  const [low, high] = state.game.layout.trays;
  const cards = ordered(seat.cards);
  const light = lightOf(state.view.lit, "own 0");
  const choice = state.view.choices.find((one) => one.settings || one.decision === "set");
  const front = choice ? state.front : seat.front ?? [];
  const setting = choice?.settings ? settingOf(choice.settings, front) : undefined;
  const [highName = "", lowName = ""] = choice ? [] : (seat.hand ?? "").split("; ");
  const tray = (/** @type {typeof low} */ which, /** @type {string[]} */ held, /** @type {string} */ name) =>
    h(
      "div",
      {
        class: "tray",
        key: which.name,
        "data-tray": which.name,
        role: "group",
        "aria-label": `${which.label}: ${cardNames(held)}${name ? `. ${name}` : ""}`,
      },
      h("p", { class: "felt-label" }, which.label, h("b", { class: "tray-name" }, name)),
      h(
        "div",
        { class: "tray-cards", style: { "--n": Math.max(held.length, which.cards) } },
        held.map((text, index) =>
          choice
            ? handle(text, cards.indexOf(text) + 1, which === low, acts)
            : card(text, { key: `${index}`, index, light: light(text) })
        ),
        Array.from(
          { length: Math.max(0, which.cards - held.length) },
          (_, index) => h("span", { class: "place", key: `place${index}` }),
        ),
      ),
    );
  const back = cards.filter((text) => !front.includes(text));
  return h(
    "div",
    { class: "trays", "data-foul": setting?.foul ? "yes" : "no" },
    tray(low, ordered(front), setting?.low ?? lowName),
    tray(high, back, front.length === low.cards || !choice ? setting?.high ?? highName : ""),
    choice && setting?.foul ? h("p", { class: "foul", role: "status" }, TEXTS.foul) : null,
  );
}

/**
 * A card that can be moved.
 * @param {string} text
 * @param {number} number
 * @param {boolean} chosen whether it lies in front
 * @param {Pick<Acts, "move" | "drop">} acts
 */
function handle(text, number, chosen, acts) {
  return h(
    "button",
    {
      class: "card-button",
      type: "button",
      key: text,
      "aria-label": TEXTS.cardKey({ card: cardName(text), key: number }),
      "aria-pressed": chosen ? "true" : "false",
      onclick: () => performance.now() - droppedAt > 80 && acts.move(text), // the end of a drag is no tap
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, text, acts),
    },
    card(text),
    h("kbd", { "aria-hidden": "true" }, number),
  );
}

/**
 * Drag a card onto a tray; a short press stays a tap.
 * @param {PointerEvent} start
 * @param {string} text
 * @param {Pick<Acts, "move" | "drop">} acts
 */
function drag(start, text, acts) {
  const element = /** @type {HTMLElement} */ (start.currentTarget);
  let dragging = false;
  const onMove = (/** @type {PointerEvent} */ event) => {
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!dragging && Math.hypot(dx, dy) < 8) return;
    if (!dragging) {
      dragging = true;
      element.classList.add("dragged");
    }
    element.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
  };
  const onEnd = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onEnd);
    removeEventListener("pointercancel", onEnd);
    element.classList.remove("dragged");
    element.style.removeProperty("transform");
    if (!dragging || event.type === "pointercancel") return;
    droppedAt = performance.now();
    for (const tray of document.querySelectorAll("[data-tray]")) {
      const box = tray.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top &&
        event.clientY <= box.bottom;
      if (inside) acts.drop(text, /** @type {HTMLElement} */ (tray).dataset.tray ?? "");
    }
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onEnd);
  addEventListener("pointercancel", onEnd);
}
