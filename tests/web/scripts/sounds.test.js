import "./english.js";
import { Sounds, soundsOf, TONES } from "../../../src/houseway/web/static/sounds.js";
import { equal } from "./assert.js";
import { result, settled, state, view } from "./tables.js";

const IDLE = state();

/** @param {import("../../../src/houseway/web/static/model.js").SentView} more */
function shown(more) {
  return { ...IDLE, view: view(more) };
}

Deno.test("a chip, a card, one's turn and a win are heard, nothing else", () => {
  const dealt = shown({ phase: "decisions", dealer: ["9h", "??"] });
  const turn = shown({ phase: "decisions", dealer: ["9h", "??"], choices: [{ decision: "check" }] });
  const won = shown({ settled: settled(1, [result(1, "5.00")]) });
  const lost = shown({ settled: settled(1, [result(1, "-5.00")]) });
  equal(soundsOf(IDLE, IDLE), []);
  equal(soundsOf(IDLE, { ...IDLE, stakes: { ante: 500 }, restaked: true }), ["chip"]);
  equal(soundsOf(IDLE, { ...IDLE, stakes: { ante: 500 } }), [], "chips that the house lays out");
  equal(soundsOf(IDLE, dealt), ["card"]);
  equal(soundsOf(dealt, turn), ["turn"]);
  equal(soundsOf(turn, turn), []);
  equal([soundsOf(turn, won), soundsOf(turn, lost)], [["card", "win"], ["card"]]);
});

Deno.test("every sound is short and made of its tones", () => {
  /** @type {string[]} */
  const calls = [];
  const node = () => ({
    gain: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 },
    frequency: { value: 0 },
    connect: (/** @type {unknown} */ to) => to,
    start: (/** @type {number} */ at) => calls.push(`start ${at}`),
    stop: (/** @type {number} */ at) => equal(at <= 1.5, true),
  });
  const context = {
    currentTime: 0,
    sampleRate: 1000,
    destination: {},
    createGain: node,
    createOscillator: node,
    createBufferSource: node,
    createBiquadFilter: node,
    createBuffer: (/** @type {number} */ _, /** @type {number} */ length) => ({
      getChannelData: () => new Float32Array(length),
    }),
  };
  const sounds = new Sounds(/** @type {AudioContext} */ (/** @type {unknown} */ (context)));
  for (const name of /** @type {(keyof typeof TONES)[]} */ (Object.keys(TONES))) {
    calls.length = 0;
    sounds.play(name);
    equal(calls, TONES[name].map(({ at }) => `start ${at}`));
  }
});
