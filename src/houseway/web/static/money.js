/**
 * Money is whole cents, and odds are whole numbers: nothing here is ever a fraction of a cent by accident.
 * @module
 */

/**
 * Cents of "1,250.00", 7.5 or "-3".
 * @param {string | number | null | undefined} text
 */
export function cents(text) {
  const [, sign, whole, part = ""] = /^(-?)(\d*)(?:\.(\d{0,2}))?$/.exec(
    String(text ?? 0).replaceAll(",", "").replace("−", "-").trim(),
  ) ?? [];
  if (whole === undefined || (whole === "" && part === "")) return Number.NaN;
  return (sign ? -1 : 1) * (Number(whole || 0) * 100 + Number(part.padEnd(2, "0")));
}

/**
 * "$1,250.00".
 * @param {number} amount in cents
 */
export function money(amount) {
  const whole = Math.floor(Math.abs(amount) / 100).toLocaleString("en-US");
  const part = String(Math.abs(amount) % 100).padStart(2, "0");
  return `${amount < 0 ? "−" : ""}$${whole}.${part}`;
}

/**
 * "+$35.00", "−$5.00" or "$0.00".
 * @param {number} amount in cents
 */
export function signed(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

/**
 * "$10" where the cents are nothing.
 * @param {number} amount in cents
 */
export function short(amount) {
  return money(amount).replace(/\.00$/, "");
}

/**
 * What the house's own words write: "12.50", "10".
 * @param {number} amount in cents
 */
export function plain(amount) {
  return amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100);
}

/** @param {number} amount */
export function tone(amount) {
  return amount > 0 ? "gain" : amount < 0 ? "loss" : "";
}

/**
 * An expected value with its sign: "+1.6141".
 * @param {number} value
 */
export function expected(value) {
  const text = Math.abs(value).toFixed(4);
  return Number(text) === 0 ? "0.0000" : `${value > 0 ? "+" : "−"}${text}`;
}

/**
 * A part of a wager: "8.0%".
 * @param {number} share
 * @param {number} [decimals]
 */
export function percent(share, decimals = 1) {
  return `${(share * 100).toFixed(decimals).replace(/^-/, "−")}%`;
}
