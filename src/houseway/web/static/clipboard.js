/**
 * Copying a text, such as a link for somebody else.
 * @module
 */

/**
 * Copy a text; plain HTTP on a network has no clipboard of its own, but the browser's old way.
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}
