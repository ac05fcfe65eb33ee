/**
 * The English texts for scripts that run without a page. Import it before the script that is tested.
 * @module
 */
const FILE = new URL("../../../src/houseway/web/texts/en.toml", import.meta.url);
const LINE = /^(?:\[(?<section>[\w.]+)\]|(?<name>\w+) = (?<text>\[.*\]|"(?:[^"\\]|\\.)*"))/;

/** @type {any} */
const sections = {};
let group = sections;
for (const line of Deno.readTextFileSync(FILE).split("\n")) {
  const { section, name, text } = LINE.exec(line)?.groups ?? {};
  if (section) group = section.split(".").reduce((all, one) => (all[one] ??= {}), sections);
  if (name) group[name] = JSON.parse(text);
}
/** @type {any} */ (globalThis).pageTexts = { language: "en", sections };
