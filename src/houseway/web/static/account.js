/**
 * Your account: a guest's history lives in this browser, until a name and a password open it anywhere.
 * @module
 */
import { post } from "./api.js";
import { h } from "./dom.js";
import { Refused } from "./live.js";
import { signOut } from "./page.js";
import { texts } from "./texts.js";

const TEXTS = texts("account");

/** @typedef {{ person: string, account: string, purse: string }} You */

/** What somebody writes into the form, and what the house says to it. */
export class Account {
  /**
   * @param {You} you
   * @param {() => void} redraw
   */
  constructor(you, redraw) {
    this.you = you;
    this.redraw = redraw;
    this.problem = "";
    this.busy = false;
  }

  /**
   * Do what a form asks for; what the house refuses stands below it.
   * @param {Event} event
   * @param {(given: FormData) => Promise<void>} work
   */
  async submit(event, work) {
    event.preventDefault();
    if (this.busy) return;
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.busy = true;
    this.problem = "";
    this.redraw();
    try {
      await work(given);
    } catch (refused) {
      this.problem = refused instanceof Refused ? sentence(refused) : String(refused);
    }
    this.busy = false;
    this.redraw();
  }

  /** @param {FormData} given */
  async make(given) {
    const made = await post("/me/account", { name: given.get("name"), password: given.get("password") });
    this.you.account = made.account;
  }

  /**
   * A new password ends every session, so this device signs in again.
   * @param {FormData} given
   */
  async change(given) {
    const password = given.get("password");
    await post("/people/password", { name: this.you.person, old: given.get("old"), password });
    await post("/session", { person: this.you.account, password });
    location.reload();
  }

  panel() {
    return this.you.account ? this.signedIn() : this.guest();
  }

  guest() {
    return h(
      "section",
      { class: "panel account", "aria-labelledby": "account", key: "guest" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "account" }, TEXTS.keep),
        h("a", { href: "/sign-in" }, TEXTS.haveOne),
      ),
      h(
        "p",
        { class: "small dim" },
        TEXTS.aboutGuest,
      ),
      this.form(TEXTS.make, (given) => this.make(given), [
        field("name", TEXTS.name, { autocomplete: "username", minlength: 3, maxlength: 20 }),
        field("password", TEXTS.password, NEW_PASSWORD),
      ]),
    );
  }

  signedIn() {
    return h(
      "section",
      { class: "panel account", "aria-labelledby": "account", key: "account" },
      h(
        "div",
        { class: "head" },
        h("h2", { id: "account" }, this.you.account),
        h("button", { class: "button quiet", type: "button", onclick: signOut }, TEXTS.signOut),
      ),
      h(
        "p",
        { class: "small dim" },
        TEXTS.aboutAccount,
      ),
      h(
        "details",
        null,
        h("summary", { class: "small" }, TEXTS.changePassword),
        this.form(TEXTS.change, (given) => this.change(given), [
          field("old", TEXTS.oldPassword, {
            type: "password",
            autocomplete: "current-password",
            maxlength: 1000,
          }),
          field("password", TEXTS.newPassword, NEW_PASSWORD),
        ]),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {(given: FormData) => Promise<void>} work
   * @param {import("./dom.js").Item[]} fields
   */
  form(label, work, fields) {
    return h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => this.submit(event, work) },
      fields,
      h("button", { class: "button first", type: "submit", disabled: this.busy }, label),
      this.problem ? h("p", { class: "problem", role: "alert" }, this.problem) : null,
    );
  }
}

const NEW_PASSWORD = { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 1000 };

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} more
 */
function field(name, label, more) {
  const id = `account-${name}`;
  return h(
    "div",
    { class: "field", key: name },
    h("label", { for: id }, label),
    h("input", { id, name, required: true, ...more }),
  );
}

/**
 * What the house says of a field, as a sentence: "The name is taken."
 * @param {Refused} refused
 */
function sentence({ message, problem }) {
  const reason = message.replace(/\.$/, "");
  if (problem.field === "name") return TEXTS.nameRefused({ reason });
  if (problem.field === "password") return TEXTS.passwordRefused({ reason });
  return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
}
