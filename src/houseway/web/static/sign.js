/**
 * The form with which the people of a house sign in.
 * @module
 */
import { post } from "./api.js";
import { Refused } from "./live.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-sign-in]"));
const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  problem.hidden = true;
  try {
    await post("/session", { person: given.get("person"), password: given.get("password") });
    location.assign("/");
  } catch (refused) {
    problem.textContent = refused instanceof Refused ? refused.message : String(refused);
    problem.hidden = false;
  }
});
