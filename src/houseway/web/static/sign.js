/**
 * The form with which the people of a house sign in.
 * @module
 */
import { post } from "./api.js";
import { Refused } from "./live.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-sign-in]"));
const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));

const fresh = /** @type {HTMLElement} */ (form.querySelector("[data-new-password]"));
const input = /** @type {HTMLInputElement} */ (fresh.querySelector("input"));

/**
 * Change the password that an administrator set, and sign in with the new one.
 * @param {FormData} given
 */
async function renew(given) {
  const [person, password] = [given.get("person"), given.get("new")];
  await post("/people/password", { name: person, old: given.get("password"), password });
  await post("/session", { person, password });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  problem.hidden = true;
  try {
    if (!fresh.hidden) await renew(given);
    else {
      const session = await post("/session", {
        person: given.get("person"),
        password: given.get("password"),
      });
      fresh.hidden = !session.must_change;
      input.required = session.must_change;
    }
    if (input.required && !input.value) input.focus();
    else location.assign(new URLSearchParams(location.search).get("next") === "room" ? "/room" : "/");
  } catch (refused) {
    problem.textContent = refused instanceof Refused ? refused.message : String(refused);
    problem.hidden = false;
  }
});
