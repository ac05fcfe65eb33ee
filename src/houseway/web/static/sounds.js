/**
 * Short sounds, made as they are played: a card, a chip, a win, and one's turn. Nothing of it is loaded before the
 * player has switched it on and touched the page.
 * @module
 */
import { isResultNew, myResult, mySeat } from "./model.js";
import { cents } from "./money.js";
import { totalOf } from "./staging.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {import("./model.js").ShownView} ShownView */
/** @typedef {"card" | "chip" | "win" | "turn"} Sound */
/** @typedef {{ at: number, length: number, pitch: number, loud: number, noisy?: boolean }} Tone seconds and hertz */

/** @type {Record<Sound, Tone[]>} */
export const TONES = {
  card: [{ at: 0, length: 0.07, pitch: 2600, loud: 0.25, noisy: true }],
  chip: [{ at: 0, length: 0.05, pitch: 3100, loud: 0.12 }, {
    at: 0.03,
    length: 0.06,
    pitch: 4200,
    loud: 0.08,
  }],
  win: [
    { at: 0, length: 0.35, pitch: 523, loud: 0.1 },
    { at: 0.11, length: 0.35, pitch: 659, loud: 0.1 },
    { at: 0.22, length: 0.5, pitch: 784, loud: 0.1 },
  ],
  turn: [{ at: 0, length: 0.22, pitch: 880, loud: 0.09 }, { at: 0.12, length: 0.3, pitch: 1175, loud: 0.07 }],
};

/**
 * What is to be heard when the page goes from one state to the next.
 * @param {State} before
 * @param {State} after
 * @returns {Sound[]}
 */
export function soundsOf(before, after) {
  /** @type {[Sound, boolean][]} */
  const all = [
    ["chip", after.restaked && totalOf(before.stakes) !== totalOf(after.stakes)],
    ["card", countCards(after.view) > countCards(before.view)],
    ["win", isResultNew(before.view, after.view) && cents(myResult(after.view)?.net ?? "0") > 0],
    ["turn", !before.view.choices.length && after.view.choices.length > 0],
  ];
  return all.filter(([, is]) => is).map(([name]) => name);
}

/**
 * The cards that lie face up.
 * @param {ShownView} view
 */
function countCards(view) {
  const mine = mySeat(view);
  const own = mine?.hands?.flatMap((hand) => hand.cards) ?? mine?.cards ?? [];
  return [...own, ...view.board, ...view.dealer.cards].filter((card) => card !== "??").length;
}

/** Plays sounds; made by a gesture, as browsers ask. */
export class Sounds {
  /** @param {AudioContext} [context] */
  constructor(context = new AudioContext()) {
    this.context = context;
  }

  /**
   * Play what the change from one state to the next sounds like.
   * @param {State} before
   * @param {State} after
   */
  hear(before, after) {
    for (const name of soundsOf(before, after)) this.play(name);
  }

  /** @param {Sound} name */
  play(name) {
    for (const tone of TONES[name]) this.sound(tone);
  }

  /** @param {Tone} tone */
  sound({ at, length, pitch, loud, noisy }) {
    const start = this.context.currentTime + at;
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(this.context.destination);
    const source = noisy ? this.noise(length, pitch, gain) : this.pure(pitch, gain);
    source.start(start);
    source.stop(start + length);
  }

  /**
   * @param {number} pitch
   * @param {AudioNode} to
   */
  pure(pitch, to) {
    const source = this.context.createOscillator();
    source.type = "sine";
    source.frequency.value = pitch;
    source.connect(to);
    return source;
  }

  /**
   * The rustle of paper: noise around a pitch.
   * @param {number} length
   * @param {number} pitch
   * @param {AudioNode} to
   */
  noise(length, pitch, to) {
    const { sampleRate } = this.context;
    const buffer = this.context.createBuffer(1, Math.ceil(length * sampleRate), sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    const [source, filter] = [this.context.createBufferSource(), this.context.createBiquadFilter()];
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter).connect(to);
    return source;
  }
}
