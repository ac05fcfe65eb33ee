/**
 * The one check that the tests of the scripts need.
 * @module
 */

/**
 * Fail where two values are not alike, down to the last field.
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [about]
 */
export function equal(actual, expected, about = "") {
  const [one, other] = [written(actual), written(expected)];
  if (one !== other) throw new Error(`${about}\n  is        ${one}\n  should be ${other}`);
}

/** @param {unknown} value */
function written(value) {
  return JSON.stringify(value, (_, field) => {
    if (field === undefined) return "undefined";
    if (Number.isNaN(field)) return "NaN";
    if (field === null || typeof field !== "object" || Array.isArray(field)) return field;
    return Object.fromEntries(Object.entries(field).sort(([one], [other]) => one < other ? -1 : 1));
  });
}
