import "./english.js";
import { SETTINGS, valueOf } from "../../../src/houseway/web/static/preferences.js";
import { equal } from "./assert.js";

Deno.test("the first value holds until another one is chosen", () => {
  for (const setting of SETTINGS) {
    equal(valueOf(setting, null), setting.values[0][0], setting.name);
    for (const [value] of setting.values) equal(valueOf(setting, value), value, setting.name);
  }
});

Deno.test("what this version does not know is not chosen", () => {
  const [theme] = SETTINGS;
  equal(valueOf(theme, "sepia"), "system");
});

Deno.test("what shows on every page is set before it is drawn", async () => {
  const script = await Deno.readTextFile(
    new URL("../../../src/houseway/web/static/theme.js", import.meta.url),
  );
  const early = JSON.parse(/of (\[.*?\])/.exec(script)?.[1] ?? "[]");
  const later = ["pace", "coach", "reactions", "sounds"]; // the page of a table asks for these
  equal(SETTINGS.map(({ name }) => name).filter((name) => !later.includes(name)).sort(), early.sort());
});
