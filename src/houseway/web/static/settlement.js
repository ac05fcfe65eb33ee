/**
 * Why a wager was paid what it was paid: hand, pay line, clause in words, arithmetic.
 * @module
 */
import { inlineCards } from "./cards.js";
import { h } from "./dom.js";
import { cents, money, signed, tone } from "./money.js";
import { texts } from "./texts.js";

const TEXTS = texts("settlement");

/** @typedef {import("./drawn.d.ts").Line} Line */
/** @typedef {import("./drawn.d.ts").SettledSeat} SettledSeat */
/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./types.d.ts").SeatExplanation} SeatExplanation */
/** @typedef {import("./types.d.ts").LineExplanation} LineExplanation */

/**
 * "won 3 to 2", "push", "lost".
 * @param {Line} line
 */
export function outcome(line) {
  const words = {
    win: line.odds
      ? TEXTS.won({ odds: line.odds })
      : line.share
      ? TEXTS.wonShare({ share: line.share })
      : TEXTS.wonPlain,
    lose: TEXTS.lost,
    push: TEXTS.push,
    fold: TEXTS.folded,
    surrender: TEXTS.surrendered,
    void: TEXTS.void,
  };
  return words[line.result] ?? line.result;
}

/** @param {Line} line */
export function netOf(line) {
  return cents(line.returned) - cents(line.stake);
}

/**
 * The arithmetic of a line in one sentence.
 * @param {Line} line
 */
export function arithmetic(line) {
  const stake = cents(line.stake);
  const returned = cents(line.returned);
  if (line.result === "push" || line.result === "void") {
    return TEXTS.staked({ stake: money(stake), returned: money(returned) });
  }
  if (returned === 0) return TEXTS.nothingBack({ stake: money(stake) });
  if (line.result === "surrender") return TEXTS.half({ stake: money(stake), returned: money(returned) });
  const odds = /^([\d,]+) (to|for) (\d+)$/.exec(line.odds ?? "");
  if (!odds) return TEXTS.staked({ stake: money(stake), returned: money(returned) });
  const [, times, kind, per] = odds;
  const product = `${money(stake)} × ${per === "1" ? times : `${times}/${per}`}`;
  const won = kind === "to" ? returned - stake : returned;
  const values = { product, won: money(won), stake: money(stake), returned: money(returned) };
  if (!line.breakage) return kind === "for" ? TEXTS.forOne(values) : TEXTS.toOne(values);
  const broken = { ...values, breakage: `$${line.breakage.replace("-", "−")}` };
  return kind === "for" ? TEXTS.forOneBroken(broken) : TEXTS.toOneBroken(broken);
}

/**
 * The words of a clause; empty where the letter has none of that name.
 * @param {string} clause
 * @param {Pick<GameData, "clauses">} game
 */
export function clauseText(clause, game) {
  return game.clauses.find((one) => one.clause === clause)?.text ?? "";
}

/**
 * "Clause 10", "Clause “Royal Riches Jackpot”, item 5"; a part of the letter without a number goes by its heading.
 * @param {string} clause
 */
export function clauseName(clause) {
  return clauseWords(clause, TEXTS.clause);
}

/**
 * The same within a sentence: "clause 10".
 * @param {string} clause
 */
export function clauseInSentence(clause) {
  return clauseWords(clause, TEXTS.clauseWithin);
}

/**
 * @param {string} clause
 * @param {typeof TEXTS["clause"]} words
 */
function clauseWords(clause, words) {
  if (/^\d/.test(clause)) return words.number({ number: clause });
  const [, heading, item] = /^(.*?)(?: (\d+))?$/.exec(clause) ?? [];
  return item ? words.item({ heading, item }) : words.heading({ heading });
}

/**
 * @param {string} name
 * @param {GameData} game
 */
export function wagerLabel(name, game) {
  const [wager, ...rest] = name.split(" ");
  const label = game.wagers.find((one) => one.name === wager)?.label ?? wager;
  return [label, ...rest].join(" ");
}

/**
 * The lines of a seat, each of which unfolds; nothing explains a void one but its own word.
 * @param {SettledSeat} seat
 * @param {SeatExplanation[]} explained
 * @param {GameData} game
 */
export function whyLines(seat, explained, game) {
  const reasons = explained.find((one) => one.seat === seat.seat)?.lines ?? [];
  const several = seat.wagers.some((line) => (line.hand ?? 1) > 1);
  return h(
    "ul",
    { class: "why-lines" },
    seat.wagers.map((line, index) =>
      h(
        "li",
        { key: `${line.wager}${line.hand ?? ""}${line.from_seat ?? ""}${index}` },
        h(
          "details",
          null,
          h(
            "summary",
            null,
            h(
              "span",
              { class: "wager" },
              wagerLabel(line.wager, game),
              several && line.hand ? ` ${line.hand}` : "",
            ),
            h("span", { class: "outcome dim" }, outcome(line)),
            h("span", { class: `money ${tone(netOf(line))}` }, signed(netOf(line))),
          ),
          whyDetails(line, reasons[index], game),
        ),
      )
    ),
  );
}

/**
 * @param {Line} line
 * @param {LineExplanation | undefined} reason
 * @param {GameData} game
 */
function whyDetails(line, reason, game) {
  return h(
    "dl",
    { class: "why-details" },
    reason ? pair(TEXTS.why, reason.why) : null,
    reason?.cards.length ? pair(TEXTS.cards, inlineCards(reason.cards)) : null,
    reason?.against?.length ? pair(TEXTS.dealer, inlineCards(reason.against)) : null,
    reason ? pair(clauseName(reason.clause), clauseText(reason.clause, game)) : null,
    pair(TEXTS.figures, arithmetic(line)),
  );
}

/**
 * @param {string} term
 * @param {import("./dom.js").Nested} words
 */
function pair(term, words) {
  return [h("dt", { key: term }, term), h("dd", { key: `${term}:` }, words)];
}
