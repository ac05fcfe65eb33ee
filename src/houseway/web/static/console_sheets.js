/**
 * What is two taps away on the console: calling the floor, misdeals, faults, corrections, relief; and the sheet on
 * which two people sign for an act.
 * @module
 */
import { h } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").ConsoleView} ConsoleView */
/** @typedef {{ kind: "call" } | { kind: "void" } | { kind: "more" } | { kind: "fault", step: string } | { kind: "sign", act: string, fields: Record<string, string>, sentence: string }} Sheet */
/** @typedef {keyof ReturnType<typeof texts<"console_sheets">>["manual"]} Manual a step that is done by hand */
/** @typedef {{ person: string, pin: boolean, supervisor: boolean, training: boolean }} Person who uses the console */
/** @typedef {{ close: () => void, open: (sheet: Sheet) => void, act: (act: string, fields: Record<string, unknown>) => void, correct: () => void, leave: () => void, sign: (form: HTMLFormElement) => void, ask: () => void }} SheetHandlers */

const TEXTS = texts("console_sheets");

/**
 * @param {Sheet} sheet
 * @param {ConsoleView} view
 * @param {Person} who
 * @param {boolean} usable
 * @param {SheetHandlers} on
 */
export function drawSheet(sheet, view, who, usable, on) {
  const inside = {
    call: () =>
      reasons(TEXTS.call, Object.values(TEXTS.reasons), (reason) => on.act("call-floor", { reason })),
    void: () => misdeal(view, on),
    more: () => more(view, who, on),
    fault: () => fault(/** @type {Extract<Sheet, { kind: "fault" }>} */ (sheet).step, on),
    sign: () => signing(who, usable, on),
  };
  return h(
    "section",
    { class: "sheet", key: "sheet", role: "dialog", "aria-modal": "true", "aria-label": titleOf(sheet) },
    h("h2", {}, titleOf(sheet)),
    inside[sheet.kind](),
    item("close", TEXTS.close, on.close),
  );
}

/** @param {Sheet} sheet */
function titleOf(sheet) {
  const titles = { call: TEXTS.call, void: TEXTS.void, more: TEXTS.more, fault: TEXTS.fault };
  return sheet.kind === "sign" ? sheet.sentence : titles[sheet.kind];
}

/**
 * @param {string} key
 * @param {string} words
 * @param {() => void} press
 */
function item(key, words, press) {
  return h("button", { type: "button", class: "key item", key, "data-item": key, onclick: press }, words);
}

/**
 * @param {string} title
 * @param {string[]} words
 * @param {(reason: string) => void} choose
 */
function reasons(title, words, choose) {
  return h(
    "div",
    { class: "items", role: "group", "aria-label": title },
    words.map((reason) => item(reason, reason, () => choose(reason))),
  );
}

/**
 * @param {ConsoleView} view
 * @param {SheetHandlers} on
 */
function misdeal(view, on) {
  if (["wagers", "closed", "held"].includes(view.phase)) return h("p", {}, TEXTS.noRound);
  return reasons(TEXTS.void, view.irregularities, (reason) =>
    on.open({
      kind: "sign",
      act: "void",
      fields: { reason },
      sentence: TEXTS.voidSentence({ round: view.round, table: view.table, reason }),
    }));
}

/**
 * @param {string} step
 * @param {SheetHandlers} on
 */
function fault(step, on) {
  return reasons(TEXTS.fault, Object.values(TEXTS.faults[/** @type {Manual} */ (step)]), (reason) =>
    on.open({
      kind: "sign",
      act: "manual",
      fields: { step, reason },
      sentence: TEXTS.manualSentence[/** @type {Manual} */ (step)],
    }));
}

/**
 * @param {ConsoleView} view
 * @param {Person} who
 * @param {SheetHandlers} on
 */
function more(view, who, on) {
  const mine = view.entry && view.entry.by === who.person ? view.entry : null;
  return h(
    "div",
    { class: "items", role: "group", "aria-label": TEXTS.more },
    mine && mine.what !== "decision" ? item("correct", TEXTS.correct, on.correct) : null,
    (mine?.choices ?? []).map((decision) =>
      item(
        `correct ${decision}`,
        TEXTS.correctTo({ decision }),
        () => on.act("correct", { seat: mine?.seat, decision }),
      )
    ),
    mine ? null : h("p", { key: "nothing", class: "dim" }, TEXTS.nothing),
    view.manual.map((step) =>
      item(step, TEXTS.manual[/** @type {Manual} */ (step)], () => on.open({ kind: "fault", step }))
    ),
    view.jackpot && view.controller
      ? item("lost", TEXTS.lost, () => on.act("controller", { state: "lost" }))
      : null,
    view.jackpot && !view.controller
      ? item("back", TEXTS.back, () => on.act("controller", { state: "back" }))
      : null,
    view.dealer === who.person ? null : item("relieve", TEXTS.takeOver, () => on.act("relieve", {})),
    item("relief", who.pin ? TEXTS.relief : TEXTS.room, on.leave),
    h("button", { type: "button", class: "key item", key: "theme", "data-switch": "theme" }, TEXTS.theme),
  );
}

/**
 * @param {Person} who
 * @param {boolean} usable
 * @param {SheetHandlers} on
 */
function signing(who, usable, on) {
  return h(
    "form",
    {
      class: "signing",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        on.sign(/** @type {HTMLFormElement} */ (event.target));
      },
    },
    h("p", { class: "dim" }, who.training ? TEXTS.simulated : TEXTS.signHere),
    who.pin ? signature("first", TEXTS.first) : null,
    who.training ? null : signature("second", TEXTS.second),
    h("button", { class: "key item first", type: "submit", disabled: !usable }, TEXTS.together),
    who.pin || who.training
      ? null
      : h("button", { class: "key item", type: "button", disabled: !usable, onclick: on.ask }, TEXTS.ask),
  );
}

/**
 * @param {string} which
 * @param {string} title
 */
function signature(which, title) {
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ type) =>
    h(
      "div",
      { class: "field", key: `${which}-${name}` },
      h("label", { for: `${which}-${name}` }, label),
      h("input", {
        id: `${which}-${name}`,
        name: `${which}-${name}`,
        type,
        required: true,
        autocomplete: "off",
        maxlength: name === "person" ? 60 : 1000,
      }),
    );
  return h(
    "fieldset",
    { key: which },
    h("legend", {}, title),
    field("person", TEXTS.name, "text"),
    field("password", TEXTS.password, "password"),
  );
}
