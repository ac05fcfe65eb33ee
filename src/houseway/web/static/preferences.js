/**
 * What a person can choose for this browser, as data; the first value holds until another one is chosen.
 * @module
 */

/**
 * @typedef {object} Setting
 * @property {string} name what the browser keeps it under
 * @property {string} label
 * @property {string} about
 * @property {[value: string, words: string][]} values
 */

/** @type {Setting[]} */
export const SETTINGS = [
  {
    name: "theme",
    label: "Theme",
    about: "Light or dark pages; the half circle on top of each page switches too.",
    values: [["system", "as the system"], ["light", "light"], ["dark", "dark"]],
  },
  {
    name: "suits",
    label: "Suits",
    about: "With four colours a flush is seen at a glance.",
    values: [["four", "four colours"], ["two", "black and red"]],
  },
  {
    name: "cards",
    label: "Card size",
    about: "Cards are as large as their row allows; large print enlarges what stands on them.",
    values: [["normal", "normal"], ["large", "large print"]],
  },
  {
    name: "pace",
    label: "House players act",
    about: "At practice tables. Where several people sit, the slowest wish counts.",
    values: [["quickly", "quickly"], ["instantly", "instantly"], ["naturally", "naturally"]],
  },
  {
    name: "coach",
    label: "Coach",
    about: "What every choice is worth, at your turn; each table has the same switch.",
    values: [["off", "off"], ["on", "on"]],
  },
  {
    name: "reactions",
    label: "Reactions",
    about:
      "What others at the table say in one of six ways: shown at their seats and in the log, or not at all.",
    values: [["shown", "shown"], ["muted", "muted"]],
  },
  {
    name: "sounds",
    label: "Sounds",
    about: "A card, a chip, a win and your turn, softly.",
    values: [["off", "off"], ["on", "on"]],
  },
  {
    name: "keys",
    label: "Keys",
    about: "Letters, digits and / act at once. Switch them off if you dictate; Enter and Escape stay.",
    values: [["on", "on"], ["off", "off"]],
  },
];

/**
 * What holds: what was chosen, unless this version does not know it.
 * @param {Setting} setting
 * @param {string | null} chosen
 */
export function valueOf(setting, chosen) {
  return setting.values.find(([value]) => value === chosen)?.[0] ?? setting.values[0][0];
}
