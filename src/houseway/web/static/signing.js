/**
 * Two people who sign on the spot, in a browser whose own session may do neither's part: the first signs in for this
 * one request, without a cookie, and the second signs with it.
 * @module
 */
import { newId, Refused } from "./live.js";
import { texts } from "./texts.js";

/** @typedef {{ person: string, password: string }} Signer */

const TEXTS = texts("signing");

/**
 * @param {string} path below /api/v1
 * @param {string} method
 * @param {unknown} body
 * @param {string} token
 * @param {string} key
 * @returns {Promise<any>}
 */
async function call(path, method, body, token, key) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json", "content-type": "application/json", "idempotency-key": key };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
    credentials: "omit",
  }).catch(() => {
    throw new Refused({ detail: TEXTS.lost });
  });
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused({ title: answer.statusText, ...read });
  return read;
}

/**
 * Do an act with two people's own names and passwords; the first one's session is over when it is done.
 * @param {string} path
 * @param {Record<string, unknown>} fields
 * @param {Signer} first
 * @param {Signer} second
 */
export async function signedByTwo(path, fields, first, second) {
  const { token } = await call("/session", "POST", first, "", newId());
  try {
    return await call(path, "POST", { ...fields, second }, token, newId());
  } finally {
    await call("/session", "DELETE", {}, token, newId()).catch(() => null);
  }
}
