/**
 * The pad with which a dealer takes over a paired console: a name, a PIN, on keys that never move.
 * @module
 */
import { post } from "./api.js";
import { draw, h } from "./dom.js";
import { Refused } from "./live.js";
import { texts } from "./texts.js";

const TEXTS = texts("pin_pad");
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const SHORTEST = 4;
const LONGEST = 8;

/** A name and a PIN; `taken` is dispatched once the house has accepted them. */
export class PinPad extends HTMLElement {
  constructor() {
    super();
    /** @type {string[]} */
    this.dealers = [];
    this.person = "";
    this.pin = "";
    this.problem = "";
    this.busy = false;
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.type(event));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (!this.person || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) this.add(event.key);
    else if (event.key === "Backspace") this.rub();
    else return;
    event.preventDefault();
  }

  /** @param {string} digit */
  add(digit) {
    this.problem = "";
    if (this.pin.length < LONGEST && !this.busy) this.pin += digit;
    this.draw();
  }

  rub() {
    this.pin = this.pin.slice(0, -1);
    this.draw();
  }

  /** @param {string} person */
  choose(person) {
    [this.person, this.pin, this.problem] = [person, "", ""];
    this.draw();
  }

  async send() {
    if (this.busy || this.pin.length < SHORTEST) return;
    this.busy = true;
    this.draw();
    try {
      const session = await post("/session", { person: this.person, pin: this.pin });
      this.dispatchEvent(new CustomEvent("taken", { detail: session }));
    } catch (refused) {
      this.problem = refused instanceof Refused ? refused.message : String(refused);
    }
    this.busy = false;
    this.pin = "";
    this.draw();
  }

  draw() {
    draw(this, this.person ? this.pad() : this.names());
  }

  names() {
    return h(
      "div",
      { class: "names", key: "names" },
      h("h2", {}, TEXTS.who),
      this.dealers.length ? null : h("p", {}, TEXTS.nobody),
      ...this.dealers.map((name) =>
        h("button", { key: name, type: "button", class: "key name", onclick: () => this.choose(name) }, name)
      ),
    );
  }

  pad() {
    const digit = (/** @type {string} */ one) =>
      h("button", { key: one, type: "button", class: "key", onclick: () => this.add(one) }, one);
    const enough = this.pin.length >= SHORTEST && !this.busy;
    return h(
      "div",
      { class: "pad", key: "pad" },
      h("h2", {}, TEXTS.pin({ name: this.person })),
      h(
        "p",
        { class: "dots", role: "status", "aria-label": TEXTS.digits({ count: this.pin.length }) },
        "●".repeat(this.pin.length) || "\u00a0",
      ),
      h("p", { class: "problem", role: "alert" }, this.problem || "\u00a0"),
      h(
        "div",
        { class: "keys" },
        ...KEYS.map(digit),
        h("button", { type: "button", class: "key word", onclick: () => this.rub() }, TEXTS.rub),
        digit("0"),
        h(
          "button",
          {
            type: "button",
            class: "key word first",
            "aria-disabled": enough ? null : "true",
            onclick: () => this.send(),
          },
          TEXTS.take,
        ),
      ),
      h("button", { type: "button", class: "key name", onclick: () => this.choose("") }, TEXTS.another),
    );
  }
}

customElements.define("hw-pin-pad", PinPad);
