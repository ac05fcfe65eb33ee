/**
 * The drill: positions where the choices are close, your own mistakes again, and settlements with one wrong line.
 * @module
 */
import { get, post } from "./api.js";
import { card, cardName, cardNames } from "./cards.js";
import { draw, h, pageData } from "./dom.js";
import { Refused } from "./live.js";
import { buttonOf, ordered, playerName, settingOf } from "./model.js";
import { cents, expected, money, plain, tone } from "./money.js";
import { isNoShortcut } from "./page.js";
import { arithmetic, clauseName, clauseText, outcome, wagerLabel } from "./settlement.js";
import { texts } from "./texts.js";

const TEXTS = texts("drill");

/** @typedef {import("./drawn.d.ts").GameData} GameData */
/** @typedef {import("./drawn.d.ts").Choice} Choice */
/** @typedef {import("./drawn.d.ts").Line} Line */
/** @typedef {import("./drawn.d.ts").OpenPosition} OpenPosition */
/** @typedef {import("./drawn.d.ts").WrongSettlement} WrongSettlement */
/** @typedef {import("./drawn.d.ts").DrillAnswer} DrillAnswer */
/** @typedef {import("./drawn.d.ts").RoundRecord} RoundRecord */
/** @typedef {import("./drawn.d.ts").SettledSeat} SettledSeat */
/** @typedef {import("./drawn.d.ts").Settlement} Settlement */

/** The page of a drill. */
class Drill extends HTMLElement {
  constructor() {
    super();
    const data = pageData();
    /** @type {GameData[]} */
    this.games = data.games ?? [];
    /** @type {string} */
    this.name = data.game ?? "";
    /** @type {GameData | null} */
    this.game = null;
    /** @type {OpenPosition | WrongSettlement | null} */
    this.position = null;
    /** @type {Record<string, number>} */
    this.due = data.due ?? {};
    this.again = new URLSearchParams(location.search).has("mistakes"); // only your own mistakes that are due
    /** @type {import("./types.d.ts").ReviewPlan | null} */
    this.reviews = null;
    this.loading = Boolean(this.name);
    this.score = { asked: 0, right: 0, streak: 0, best: 0 };
    /** @type {DrillAnswer | null} */
    this.answer = null;
    /** @type {string[]} */
    this.front = [];
    this.problem = "";
    this.busy = false;
  }

  connectedCallback() {
    addEventListener("keydown", (event) => this.key(event));
    this.draw();
    if (this.name) this.goOn();
  }

  get errors() {
    return this.name === "dealer-errors";
  }

  /** @param {{ decision: string } | { answer: Record<string, unknown> }} body */
  async say(body) {
    if (this.busy || this.answer) return;
    this.busy = true;
    this.problem = "";
    try {
      /** @type {DrillAnswer} */
      const answer = await post(`/drills/${this.name}`, { id: this.position?.id, ...body });
      this.answer = answer;
      this.score = answer.score ?? this.score;
    } catch (problem) {
      this.problem = problem instanceof Refused ? problem.message : String(problem);
    }
    this.busy = false;
    this.draw();
    /** @type {HTMLElement | null} */ (this.querySelector(".drill-answer .button"))?.focus();
  }

  async goOn() {
    this.answer = null;
    this.front = [];
    this.problem = "";
    this.loading = true;
    this.draw();
    try {
      const drill = await get(`/drills/${this.name}${this.again ? "?kind=mistakes" : ""}`);
      this.reviews = drill.reviews;
      this.position = drill.positions[0] ?? null;
      this.score = drill.score;
      const game = this.position?.game ?? this.name;
      if (this.position && this.game?.game !== game) this.game = await get(`/games/${game}`);
    } catch (problem) {
      this.problem = problem instanceof Refused ? problem.message : String(problem);
    }
    this.loading = false;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isNoShortcut(event) || !this.position) return;
    if (event.key === "Enter" && this.answer && !(document.activeElement instanceof HTMLButtonElement)) {
      this.goOn();
    } else if (!this.answer && this.game && "view" in this.position) {
      const pressed = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      const choice = this.position.view.choices.find((one) =>
        this.game && buttonOf(one, this.game).key === pressed
      );
      const onButton = document.activeElement instanceof HTMLButtonElement;
      if (choice && !(pressed === "Enter" && onButton)) this.choose(choice);
    }
  }

  /** @param {Choice} choice */
  choose(choice) {
    if (choice.most !== undefined && choice.most !== null) {
      this.say({ decision: `${choice.decision} ${plain(cents(choice.most))}` });
    } else if (choice.decision === "set") {
      if (this.front.length === 2) this.say({ decision: `set ${this.front.join(" ")}` });
    } else this.say({ decision: choice.decision });
  }

  /** @param {string} text */
  toggle(text) {
    this.front = this.front.includes(text)
      ? this.front.filter((one) => one !== text)
      : [...this.front, text].slice(-2);
    this.draw();
  }

  draw() {
    if (!this.name) draw(this, this.choice());
    else {
      draw(
        this,
        h("p", { class: "crumbs" }, h("a", { href: "/drill" }, TEXTS.allDrills)),
        h("h1", null, this.errors ? TEXTS.findError : TEXTS.drillOf({ game: this.game?.title ?? this.name })),
        h(
          "p",
          { class: "lead" },
          this.errors ? TEXTS.leadError : this.again ? TEXTS.leadMistakes : TEXTS.leadClose,
        ),
        this.errors ? null : this.tabs(),
        this.problem ? h("p", { class: "problem", role: "alert" }, this.problem) : null,
        h(
          "div",
          { class: "two" },
          this.position && this.game
            ? this.asked(this.position, this.game)
            : this.loading
            ? waiting()
            : this.again
            ? this.noneDue()
            : nothing(() => this.goOn()),
          this.scorePanel(),
        ),
      );
    }
  }

  tabs() {
    const due = this.reviews?.due ?? 0;
    return h(
      "nav",
      { class: "tabs", "aria-label": TEXTS.asked },
      [["", TEXTS.closePositions], ["?mistakes", due ? TEXTS.mistakesDue({ due }) : TEXTS.mistakes]].map((
        [query, words],
      ) =>
        h("a", {
          key: query,
          href: `/drill/${this.name}${query}`,
          "aria-current": Boolean(query) === this.again ? "page" : null,
        }, words)
      ),
    );
  }

  noneDue() {
    const { later = 0, learned = 0, next = null } = this.reviews ?? {};
    const known = later + learned;
    return h(
      "section",
      { class: "panel empty", role: "status" },
      h("h2", null, known ? TEXTS.nothingNow : TEXTS.nothingToRepeat),
      h(
        "p",
        null,
        next ? TEXTS.nextMistake({ next: when(next) }) : learned ? TEXTS.knowAll : TEXTS.comesHere,
      ),
      h("a", { class: "button first", href: `/drill/${this.name}` }, TEXTS.closePositions),
    );
  }

  choice() {
    return [
      h("h1", null, TEXTS.title),
      h(
        "p",
        { class: "lead" },
        TEXTS.lead,
      ),
      h(
        "ul",
        { class: "games three" },
        [
          ...this.games.map((game) => ({
            address: game.game,
            title: game.title,
            words: this.due[game.game] ? TEXTS.dueOfGame({ due: this.due[game.game] }) : TEXTS.ofGame,
            query: this.due[game.game] ? "?mistakes" : "",
            felt: game.layout.felt,
          })),
          {
            address: "dealer-errors",
            title: TEXTS.dealerErrors,
            words: TEXTS.aboutErrors,
            query: "",
            felt: ["#4a5560", "#20272e"],
          },
        ].map((one) =>
          h(
            "li",
            { class: "game", key: one.address, style: { "--felt-1": one.felt[0], "--felt-2": one.felt[1] } },
            h(
              "a",
              { class: "game-link", href: `/drill/${one.address}${one.query}` },
              h("h2", null, one.title),
              h("p", { class: "what" }, one.words),
              h("span", { class: "button first" }, TEXTS.start),
            ),
          )
        ),
      ),
    ];
  }

  /**
   * @param {OpenPosition | WrongSettlement} position
   * @param {GameData} game
   */
  asked(position, game) {
    return "view" in position ? this.decision(position, game) : this.settlement(position, game);
  }

  /**
   * @param {OpenPosition} position
   * @param {GameData} game
   */
  decision({ view, text }, game) {
    const felt = game.layout.felt;
    const mine = view.seats.find((seat) => seat.seat === view.you?.seat) ?? view.seats[0];
    const dealer = Array.isArray(view.dealer) ? view.dealer : view.dealer.cards;
    const stakes = Object.entries({ ...mine.wagers, ...mine.staked }).map(([name, amount]) =>
      `${wagerLabel(name, game)} $${amount}`
    );
    return h(
      "section",
      { "aria-label": TEXTS.thePosition },
      text ? h("p", { class: "pill" }, text) : null,
      h(
        "div",
        { class: "drill-felt", style: { "--felt-1": felt[0], "--felt-2": felt[1] } },
        line(TEXTS.dealer, dealer),
        view.lights?.length
          ? h(
            "p",
            { class: "lights" },
            view.lights.map((light) =>
              h(
                "span",
                { "data-light": light, key: light },
                `${light} ${game.layout.boxes.find((box) => box.light === light)?.range ?? ""}`,
              )
            ),
          )
          : null,
        view.board?.length ? line(TEXTS.board, view.board) : null,
        mine.hands?.length
          ? mine.hands.map((hand, index, all) =>
            line(all.length > 1 ? TEXTS.hand({ hand: index + 1 }) : TEXTS.you, hand.cards, hand.hand)
          )
          : this.own(mine, view.choices),
        h("p", { class: "small" }, stakes.join(", ")),
      ),
      this.answer ? this.result(this.answer, game) : this.answers(view.choices, game),
    );
  }

  /**
   * @param {OpenPosition["view"]["seats"][0]} mine
   * @param {Choice[]} choices
   */
  own(mine, choices) {
    const set = choices.find((one) => one.decision === "set");
    if (!set || this.answer) return line(TEXTS.you, mine.cards, mine.hand);
    const setting = settingOf(set.settings ?? [], this.front);
    return h(
      "div",
      { class: "line" },
      h("b", null, TEXTS.you),
      h(
        "span",
        { class: "cards" },
        ordered(mine.cards).map((text) =>
          h(
            "button",
            {
              class: "card-button",
              key: text,
              type: "button",
              "aria-pressed": this.front.includes(text) ? "true" : "false",
              "aria-label": cardName(text),
              onclick: () => this.toggle(text),
            },
            card(text),
          )
        ),
      ),
      h(
        "p",
        { role: "status" },
        setting ? settingWords(setting) : TEXTS.chooseLow,
      ),
    );
  }

  /**
   * @param {Choice[]} choices
   * @param {GameData} game
   */
  answers(choices, game) {
    return h(
      "div",
      { class: "answers" },
      choices.filter((choice) => choice.most === undefined || choice.most === null).map((choice) => {
        const button = buttonOf(choice, game);
        const blocked = choice.decision === "set" && this.front.length !== 2;
        return h(
          "button",
          {
            class: "button plain",
            key: choice.decision,
            type: "button",
            disabled: blocked || this.busy,
            onclick: () => this.choose(choice),
          },
          button.label,
          h("kbd", null, button.key),
        );
      }),
    );
  }

  /**
   * @param {DrillAnswer} answer
   * @param {GameData} game
   */
  result(answer, game) {
    const rows = Object.entries(answer.decisions ?? {}).sort(([, one], [, other]) => other.ev - one.ev).slice(
      0,
      6,
    );
    return h(
      "section",
      { class: "panel drill-answer", role: "status" },
      h(
        "h2",
        { class: answer.right ? "gain" : "loss" },
        answer.right
          ? TEXTS.right
          : TEXTS.better({ decision: buttonOf({ decision: answer.best ?? "" }, game).label }),
      ),
      answer.right || !answer.cost ? null : h("p", null, TEXTS.costs({ cost: money(cents(answer.cost)) })),
      h(
        "ul",
        null,
        rows.map(([decision, row]) =>
          h(
            "li",
            { key: decision },
            h(
              "span",
              null,
              buttonOf({ decision }, game).label,
              decision === answer.best ? h("b", { class: "gain" }, TEXTS.best) : "",
            ),
            h(
              "span",
              { class: `number ${tone(row.ev)}` },
              expected(row.ev),
            ),
          )
        ),
      ),
      answer.why ? h("p", null, answer.why) : null,
      answer.due === undefined ? null : h(
        "p",
        { class: "dim" },
        answer.due ? TEXTS.comesBack({ due: when(answer.due) }) : TEXTS.knowThis,
      ),
      h(
        "button",
        { class: "button first", type: "button", onclick: () => this.goOn() },
        TEXTS.next,
        h("kbd", null, TEXTS.enter),
      ),
    );
  }

  /**
   * @param {WrongSettlement} position
   * @param {GameData} game
   */
  settlement({ settlement, record }, game) {
    const felt = game.layout.felt;
    return h(
      "section",
      { "aria-label": TEXTS.theSettlement },
      h(
        "div",
        { class: "drill-felt", style: { "--felt-1": felt[0], "--felt-2": felt[1] } },
        line(TEXTS.dealer, settlement.dealer.cards, settlement.dealer.hand),
        record.board?.length ? line(TEXTS.board, record.board) : null,
        record.seats.flatMap((seat) => handsOf(seat, settlement)),
      ),
      h(
        "div",
        { class: "panel scroll errors" },
        h("p", { class: "small dim" }, TEXTS.press({ game: game.title })),
        h(
          "table",
          { class: "lines" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              [TEXTS.seatColumn, TEXTS.wager, TEXTS.stake, TEXTS.result, TEXTS.back, ""].map((name, index) =>
                h(
                  "th",
                  { key: `${index}`, scope: "col" },
                  name || h("span", { class: "heard" }, TEXTS.isWrong),
                )
              ),
            ),
          ),
          h(
            "tbody",
            null,
            settlement.seats.flatMap((seat) =>
              seat.wagers.map((one, index) => this.row(seat, one, index, record))
            ),
          ),
        ),
      ),
      this.answer ? this.found(this.answer, game) : null,
    );
  }

  /**
   * @param {SettledSeat} seat
   * @param {Line} one
   * @param {number} index
   * @param {RoundRecord} record
   */
  row(seat, one, index, record) {
    const game = /** @type {GameData} */ (this.game);
    const player = record.seats.find((row) => row.seat === seat.seat)?.player;
    const name = `${wagerLabel(one.wager, game)}${one.hand ? ` ${one.hand}` : ""}`;
    return h(
      "tr",
      { key: `${seat.seat}/${index}` },
      h(
        "td",
        null,
        String(seat.seat),
        player ? h("span", { class: "dim small" }, ` ${playerName({ player })}`) : null,
      ),
      h("td", null, name, one.line ? h("span", { class: "dim small" }, ` ${one.line}`) : null),
      h("td", { class: "money" }, money(cents(one.stake))),
      h("td", null, outcome(one)),
      h("td", { class: "money" }, money(cents(one.returned))),
      h(
        "td",
        null,
        this.answer ? null : h("button", {
          class: "button quiet",
          type: "button",
          "aria-label": TEXTS.lineIsWrong({ seat: seat.seat, wager: name }),
          onclick: () =>
            this.say({
              answer: {
                seat: seat.seat,
                wager: one.wager,
                ...(one.hand ? { hand: one.hand } : {}),
                ...(one.from_seat ? { from_seat: one.from_seat } : {}),
              },
            }),
        }, TEXTS.wrong),
      ),
    );
  }

  /**
   * @param {DrillAnswer} answer
   * @param {GameData} game
   */
  found(answer, game) {
    const right = answer.line;
    return h(
      "section",
      { class: "panel drill-answer", role: "status" },
      h("h2", { class: answer.right ? "gain" : "loss" }, answer.right ? TEXTS.foundIt : TEXTS.notThat),
      right
        ? h(
          "p",
          null,
          TEXTS.solution({
            seat: answer.where?.seat ?? "",
            wager: wagerLabel(right.wager, game),
            outcome: outcome(right),
            amount: money(cents(right.returned)),
            arithmetic: arithmetic(right),
          }),
        )
        : null,
      answer.why ? h("p", null, answer.why) : null,
      answer.clause
        ? h("p", { class: "dim" }, `${clauseName(answer.clause)}: ${clauseText(answer.clause, game)}`)
        : null,
      h(
        "button",
        { class: "button first", type: "button", onclick: () => this.goOn() },
        TEXTS.next,
        h("kbd", null, TEXTS.enter),
      ),
    );
  }

  scorePanel() {
    const { asked, right, streak, best } = this.score;
    const share = asked ? Math.round(right / asked * 100) : 0;
    return h(
      "section",
      { class: "panel", "aria-label": TEXTS.yourScore },
      h(
        "div",
        { class: "head" },
        h("h2", null, TEXTS.yourScore),
        h("b", { class: "number" }, TEXTS.score({ right, asked })),
      ),
      h(
        "div",
        { class: "progress", role: "img", "aria-label": TEXTS.shareAloud({ share }) },
        h("i", { style: { width: `${share}%` } }),
      ),
      h(
        "p",
        { class: "small dim" },
        asked ? TEXTS.streak({ share, streak, best }) : TEXTS.first,
      ),
      h("p", { class: "small" }, h("a", { href: "/me" }, TEXTS.costAtTables)),
    );
  }
}

/**
 * The hands of a seat at the end, each in a row.
 * @param {RoundRecord["seats"][0]} seat
 * @param {Settlement} settlement
 */
function handsOf(seat, settlement) {
  const settled = settlement.seats.find((one) => one.seat === seat.seat);
  const played = (settled?.wagers ?? []).filter((one) => one.cards?.length);
  const words = [settled?.hand, (seat.decisions ?? []).join(", ")].filter(Boolean).join(" · ");
  if (!played.length) return [line(TEXTS.seat({ seat: seat.seat }), seat.cards, words)];
  return played.map((one, index) =>
    line(
      played.length > 1
        ? TEXTS.seatHand({ seat: seat.seat, hand: index + 1 })
        : TEXTS.seat({ seat: seat.seat }),
      one.cards ?? [],
      index ? "" : words,
    )
  );
}

/**
 * @param {string} name
 * @param {string[]} cards
 * @param {string | null} [words]
 */
function line(name, cards, words) {
  return h(
    "div",
    {
      class: "line",
      key: name,
      role: "group",
      "aria-label": `${name}: ${cardNames(cards)}${words ? `, ${words}` : ""}`,
    },
    h("b", null, name),
    h("span", { class: "cards" }, cards.map((one, index) => card(one, { key: `${index}` }))),
    words ? h("span", null, words) : null,
  );
}

/** @param {{ low: string, high: string, foul: boolean }} setting */
function settingWords({ low, high, foul }) {
  return foul ? TEXTS.foulHands({ low, high }) : TEXTS.bothHands({ low, high });
}

/**
 * "in 3 days", "in 10 minutes".
 * @param {string} at
 */
function when(at) {
  const minutes = Math.max(1, Math.round((Date.parse(at) - Date.now()) / 60_000));
  if (minutes < 90) return TEXTS.inMinutes({ count: minutes });
  if (minutes < 36 * 60) return TEXTS.inHours({ count: Math.round(minutes / 60) });
  return TEXTS.inDays({ count: Math.round(minutes / 1440) });
}

function waiting() {
  return h("section", { class: "panel empty", role: "status" }, h("h2", null, TEXTS.looking));
}

/** @param {() => void} again */
function nothing(again) {
  return h(
    "section",
    { class: "panel empty", role: "status" },
    h("h2", null, TEXTS.counting),
    h("p", null, TEXTS.aboutCounting),
    h("button", { class: "button first", type: "button", onclick: again }, TEXTS.tryAgain),
  );
}

customElements.define("hw-drill", Drill);
