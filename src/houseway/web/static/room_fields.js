/**
 * The fields of an act as the catalogue describes them: how each is drawn, and how what was entered is sent.
 * @module
 */
import { h } from "./dom.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.d.ts").FieldForm} Field */

const TEXTS = texts("room_fields");

/**
 * A field with its label and what it is about.
 * @param {Field} field
 * @param {string} given what stands there first
 */
export function fieldOf(field, given) {
  const id = `field-${field.name}`;
  const about = [field.about, /** @type {any} */ (TEXTS)[field.kind === "list" ? "lines" : field.kind]]
    .filter(Boolean).join(" ");
  const described = about ? `${id}-about` : null;
  const note = about ? h("p", { class: "small dim", id: `${id}-about` }, about) : null;
  if (field.kind === "choices") {
    return h(
      "fieldset",
      { class: "field", key: field.name },
      h("legend", null, field.label),
      h("div", { class: "checks" }, field.choices.map((choice) => check(field.name, choice, choice))),
    );
  }
  if (field.kind === "flag") {
    return h(
      "div",
      { class: "field", key: field.name },
      check(field.name, "yes", field.about || field.label),
    );
  }
  return h(
    "div",
    { class: "field", key: field.name },
    h("label", { for: id }, field.label),
    control(field, id, described, given),
    note,
  );
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} label
 */
function check(name, value, label) {
  return h("label", { class: "check", key: value }, h("input", { type: "checkbox", name, value }), label);
}

/**
 * @param {Field} field
 * @param {string} id
 * @param {string | null} described
 * @param {string} given
 */
function control(field, id, described, given) {
  const props = {
    id,
    name: field.name,
    required: field.required,
    "aria-describedby": described,
    own: true,
    made: (/** @type {HTMLInputElement} */ box) => (box.value = given),
  };
  if (field.kind === "choice") {
    const { own: _own, made: _made, ...plain } = props;
    const choices = field.required ? field.choices : ["", ...field.choices];
    return h(
      "select",
      plain,
      choices.map((one) => h("option", { key: one, value: one, selected: one === given }, one || TEXTS.none)),
    );
  }
  if (["long", "list", "wagers", "json"].includes(field.kind)) {
    return h("textarea", {
      ...props,
      maxlength: field.length,
      rows: field.kind === "long" ? 12 : 4,
      spellcheck: "false",
    });
  }
  return h("input", {
    ...props,
    type: field.kind === "secret" ? "password" : "text",
    inputmode: field.kind === "number" ? "numeric" : field.kind === "money" ? "decimal" : null,
    autocomplete: field.kind === "secret" ? "new-password" : "off",
    maxlength: field.length,
    spellcheck: "false",
  });
}

/**
 * What was entered, as the house's calls take it; what was left empty is left out.
 * @param {Field[]} fields
 * @param {HTMLFormElement} form
 * @returns {Record<string, unknown>}
 */
export function valuesOf(fields, form) {
  const entered = new FormData(form);
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const field of fields) {
    const value = valueOf(field, entered.getAll(field.name).map(String));
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}

/**
 * The value of one field; nothing where nothing was entered.
 * @param {Field} field
 * @param {string[]} entered
 * @returns {unknown}
 */
export function valueOf(field, entered) {
  if (field.kind === "flag") return entered.length > 0;
  if (field.kind === "choices") return entered;
  const text = entered[0] ?? "";
  if (field.kind === "secret" || field.kind === "long") return text === "" ? undefined : text;
  if (text.trim() === "") return undefined;
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  switch (field.kind) {
    case "number":
      return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
    case "list":
      return lines;
    case "cards":
      return text.trim().split(/\s+/);
    case "wagers":
      return Object.fromEntries(lines.map((line) => line.split("=", 2).map((part) => part.trim())));
    case "json":
      return JSON.parse(text);
    default:
      return text.trim();
  }
}
