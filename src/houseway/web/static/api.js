/**
 * Calls of the house's HTTP interface.
 * @module
 */
import { newId, Refused } from "./live.js";
import { texts } from "./texts.js";

const TEXTS = texts("api");

/**
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET") headers["idempotency-key"] = newId();
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Refused({ title: TEXTS.noLink, detail: TEXTS.unreachable });
  }
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused({ title: answer.statusText, ...read });
  return read;
}

/** @param {string} path */
export const get = (path) => call("GET", path);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = (path, body) => call("POST", path, body);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const put = (path, body) => call("PUT", path, body);

/** @param {string} path */
export const remove = (path) => call("DELETE", path);
