import { equal } from "./assert.js";

const WEB = new URL("../../../src/houseway/web/", import.meta.url);
const PURE = [
  "acts",
  "cards",
  "console_entry",
  "console_steps",
  "hands",
  "keyboard",
  "model",
  "money",
  "results",
  "settlement",
  "sha256",
  "shuffle",
  "sounds",
  "speech",
  "staging",
  "store",
  "strategy",
];

/**
 * What each script imports.
 * @returns {Promise<Map<string, string[]>>}
 */
async function imports() {
  const found = new Map();
  for await (const { name } of Deno.readDir(new URL("static", WEB))) {
    if (!name.endsWith(".js")) continue;
    const text = await Deno.readTextFile(new URL(`static/${name}`, WEB));
    const names = [...text.matchAll(/^(?:import|export) [^;]*? from "\.\/(.+?)\.js";$/gm)].map(([, one]) =>
      one
    );
    found.set(name.slice(0, -3), names);
  }
  return found;
}

/**
 * Everything that a script needs, itself not counted.
 * @param {Map<string, string[]>} graph
 * @param {string} name
 */
function needs(graph, name) {
  /** @type {Set<string>} */
  const found = new Set();
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const one of graph.get(next) ?? []) {
      if (!found.has(one)) queue.push(one);
      found.add(one);
    }
  }
  return found;
}

Deno.test("no script imports itself, by whatever way round", async () => {
  const graph = await imports();
  equal(graph.size > 20, true);
  equal(graph.get("shuffle"), ["sha256"]);
  equal([...graph.keys()].filter((name) => needs(graph, name).has(name)), []);
});

Deno.test("what is tested here needs nothing that draws the table", async () => {
  const graph = await imports();
  for (const name of PURE) {
    const drawn = ["page", "table", "view", "felt", "actions", "side"].filter((one) =>
      needs(graph, name).has(one)
    );
    equal(drawn, [], name);
  }
});

Deno.test("the page of a table fetches all of its scripts at once", async () => {
  const template = await Deno.readTextFile(new URL("templates/table.html", WEB));
  const listed = JSON.parse(/for name in (\[.*?\])/.exec(template)?.[1] ?? "[]");
  const needed = needs(await imports(), "table");
  needed.delete("page"); // every page has it
  equal(listed, [...needed].sort());
});
