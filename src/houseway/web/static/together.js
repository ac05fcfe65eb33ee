/**
 * Together at a table: six reactions, a name, and the links by which others come.
 * @module
 */
import { h } from "./dom.js";
import { capital } from "./speech.js";
import { nameOfSeat } from "./model.js";
import { texts } from "./texts.js";

const TEXTS = texts("together");

/** @typedef {import("./store.js").State} State */
/** @typedef {import("./store.js").Change} Change */
/** @typedef {import("./acts.js").Acts} Acts */
/** @typedef {{ table: string, seat: number, reaction: string }} Reaction */

/** @type {Record<string, string>} */
export const REACTIONS = {
  "nice-hand": TEXTS.niceHand,
  "well-played": TEXTS.wellPlayed,
  "good-luck": TEXTS.goodLuck,
  "ouch": TEXTS.ouch,
  "thanks": TEXTS.thanks,
  "wow": TEXTS.wow,
};

/**
 * Somebody reacts: it stands at the seat for a while, and in the log.
 * @param {State} state
 * @param {Reaction} news
 * @returns {Change}
 */
export function hearReaction(state, { table, seat, reaction }) {
  const words = REACTIONS[reaction];
  if (String(table) !== String(state.view.table) || !words) return {};
  const line = { number: state.view.number, words: `${capital(nameOfSeat(state.view, seat))}: ${words}.` };
  return { reactions: { ...state.reactions, [seat]: words }, log: [line, ...state.log] };
}

/**
 * A reaction has stood long enough, unless another one took its place.
 * @param {State} state
 * @param {Reaction} news
 * @returns {Change}
 */
export function dropReaction(state, { seat, reaction }) {
  if (state.reactions[seat] !== REACTIONS[reaction]) return {};
  const { [seat]: _, ...reactions } = state.reactions;
  return { reactions };
}

/**
 * @param {State} state
 * @param {Pick<Acts, "react" | "rename" | "copy" | "renewLinks">} acts
 */
export function together(state, acts) {
  return h(
    "section",
    { class: "panel together", key: "together", "aria-label": TEXTS.title },
    h("div", { class: "head" }, h("h2", null, TEXTS.title)),
    state.view.you.seat ? reactionButtons(acts) : null,
    nameForm(state, acts),
    h(
      "details",
      { key: "links" },
      h("summary", null, state.view.private ? TEXTS.invitePrivate : TEXTS.invite),
      state.links.sit ? linkRow("sit", TEXTS.toSit, state.links.sit, state, acts) : null,
      linkRow("watch", TEXTS.toLook, state.links.watch, state, acts),
      state.links.renewable
        ? h(
          "p",
          { class: "row", key: "renew" },
          h(
            "button",
            { class: "button quiet", type: "button", onclick: () => acts.renewLinks() },
            TEXTS.renew,
          ),
          h("span", { class: "small dim" }, TEXTS.aboutRenew),
        )
        : null,
    ),
    h("p", { class: "small dim", role: "status" }, state.social),
  );
}

/** @param {Pick<Acts, "react">} acts */
function reactionButtons(acts) {
  return h(
    "div",
    { class: "reactions", key: "reactions", role: "group", "aria-label": TEXTS.react },
    Object.entries(REACTIONS).map(([reaction, words]) =>
      h(
        "button",
        { class: "button quiet", type: "button", key: reaction, onclick: () => acts.react(reaction) },
        words,
      )
    ),
  );
}

/**
 * @param {State} state
 * @param {Pick<Acts, "rename">} acts
 */
function nameForm({ name }, acts) {
  return h(
    "form",
    {
      key: "name",
      class: "name-form",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const box = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
        if (await acts.rename(box.value)) box.blur(); // the game's keys work again
      },
    },
    h("label", { for: "name", class: "small" }, TEXTS.name),
    h(
      "div",
      { class: "command" },
      h("input", {
        id: "name",
        name: "name",
        maxlength: 16,
        autocomplete: "nickname",
        spellcheck: "false",
        own: true,
        made: (/** @type {HTMLInputElement} */ box) => (box.value = name),
      }),
      h("button", { class: "button quiet", type: "submit" }, TEXTS.choose),
    ),
  );
}

/**
 * @param {"sit" | "watch"} kind
 * @param {string} label
 * @param {string} path
 * @param {State} state
 * @param {Pick<Acts, "copy">} acts
 */
function linkRow(kind, label, path, state, acts) {
  const address = `${location.origin}${path}`;
  return h(
    "div",
    { class: "link-row", key: kind },
    h("label", { for: `link-${kind}`, class: "small" }, label),
    h(
      "div",
      { class: "command" },
      h("input", { id: `link-${kind}`, readonly: true, value: address }),
      h(
        "button",
        { class: "button quiet", type: "button", onclick: () => acts.copy(kind, address) },
        state.copied === kind ? TEXTS.copied : TEXTS.copy,
      ),
    ),
  );
}
