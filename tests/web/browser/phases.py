"""Every phase of every game, as views that are made here: nothing rare is left to the luck of a deal."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, expect

from games import records
from houseway import settle
from houseway.games.round.explanation import explain_round
from houseway.games.round.record import replay

View = dict[str, Any]

SHOW: Final = """({view, ...change}) => {
  const table = document.querySelector("hw-table");
  if (view) table.hear({ table: view.table, number: view.number, view });
  table.store.change(change);
}"""
STATUS: Final = """(link) => {
  const table = document.querySelector("hw-table");
  Object.defineProperty(table.link, "status", { get: () => link, configurable: true });
}"""
CHART: Final = """async (shown) => {
  const { acts, store } = document.querySelector("hw-table");
  if (!store.state.chart) await acts.openChart();
  const widths = store.state.chart.tables.map(({ columns }) => columns.join("").length);
  const chart = shown === "widest" ? widths.indexOf(Math.max(...widths)) : 0;
  const column = store.state.chart.tables[chart].labels;
  acts.changeChart({ marks: { round: store.state.view.round, marks: [{ chart, row: 1, column }] } });
}"""
OPEN: Final = {"state": "open", "delay": 12, "waiting": 0, "pending": "saved"}
LOST: Final = {"state": "lost", "delay": None, "waiting": 1, "pending": "not sent"}
NAMES: Final = ("guest-1f2e", "house-careful-2", "Bartholomew", "house-steady-4", "guest-77aa", "house-bold-6", "Ann")
REASON: Final = (
    "The dealer's lights are red and gold, so a pair of fives or better is ahead often enough: "
    "playing 3x wins $1.20 more than checking."
)
PROBLEM: Final = "You have $12.50; this needs $60.00. Take chips off, or fill up the purse."
REACTION: Final = "Well played"
METER: Final = {"meter": "10250.12", "wager": "1", "reset": "10000"}

ROUNDS: Final[dict[str, list[dict[str, Any]]]] = {
    "down-under-blackjack": [
        records.blackjack(
            "8h 8c",
            "6s 5d",
            "split, split, split, stand, stand, stand, stand",
            "8d 8s 3d 2c 4d Tc Th",
            bonus={"match-up": 5, "match-down": 5, "progressive": 1},
            jackpot=METER,
        )
    ],
    "down-under-holdem": [records.holdem("Ah Kh", "9h 2c", "Qh Jh Th 2d Js", bonus={"trips-or-better": 5})],
    "flush-poker": [
        records.flush(
            "As Ks Qs Js Ts Kd Qd",
            "Th 8h 2h 9c 3c 9d 3d",
            "raise 2x",
            bonus={"natural-flush": 5, "natural-straight-flush": 5, "royal-riches": 5, "jackpot": 1},
            jackpot=METER,
        ),
        records.flush("4c 4d 4h 4s 2c 2d Kc", "Th 8h 2h 9c 3c 9d 3d", "raise 1x", bonus={"royal-riches": 5}),
    ],
    "premium-holdem": [
        records.premium("Ac Ad Ah", "9h 2c 4d", "Kd 7s As Jh", bonus={"player-bonus": 5, "hole-card-bonus": 5})
    ],
    "wild-monkey-pai-gow": [
        records.pai_gow(
            "As Ks Qs Js Ts Kd Qd",
            "Jo 9h 8h 7d 5c 4s 3d 2c",
            "set Kd Qd, double",
            bonus={
                "dealer-joker": 5,
                "royal-riches": 5,
                "dealer-pai-gow": 5,
                "player-pai-gow-insurance": 5,
                "jackpot": 1,
            },
            jackpot=METER,
        ),
        records.pai_gow("6c 6d 6h 6s Kc 7h 9c", decisions="set Kc 9c, stand", bonus={"royal-riches": 5}),
    ],
}

DEALT: Final[dict[str, View]] = {
    "down-under-blackjack": {"dealer": ["6s", "??"], "lights": ["gold"]},
    "down-under-holdem": {"dealer": ["??", "??"], "lights": ["gold", "gold"], "board": ["Qh", "Jh", "Th", "??", "??"]},
    "flush-poker": {"dealer": ["??"] * 7},
    "premium-holdem": {"dealer": ["??"] * 3, "board": ["Kd", "7s", "As", "Jh"]},
    "wild-monkey-pai-gow": {"dealer": ["??"] * 8},
}
HAND: Final = {
    "down-under-blackjack": (["Th", "6d"], "soft 16"),
    "down-under-holdem": (["9c", "8d"], "straight, queen high"),
    "flush-poker": (["As", "Ks", "Qs", "Jo", "Td", "Kd", "2c"], "four-card flush, A-K-Q-J"),
    "premium-holdem": (["Ac", "Td", "9h"], "two pair, aces and tens with a king"),
    "wild-monkey-pai-gow": (["As", "Jo", "Qs", "Js", "Td", "Kd", "2c"], None),
}
OTHER_PHASES: Final = {
    "down-under-holdem": ("fold", "play 1x"),
    "premium-holdem": ("check", "play 3x"),
    "wild-monkey-pai-gow": ("stand", "double"),
}
SETTING: Final = {
    "front": ["Kd", "Qs"],
    "low": "king-queen",
    "high": "three of a kind, aces with a jack",
    "foul": False,
}


def phases(page: Page) -> Iterator[str]:
    """Bring the page of a table where nobody has wagered yet into one phase after another; their names."""
    data = json.loads(page.locator("#data").text_content() or "")
    game, view = data["game"], data["view"]
    page.evaluate(STATUS, OPEN)
    crowd = crowded(view, game)

    def show(name: str, **change: Any) -> str:
        usual = {"sheet": False, "amount": None, "problem": "", "advice": None, "guide": None}
        usual |= {"chart": None, "pays": False}
        page.evaluate(SHOW, {**usual, **change})
        return name

    yield show("idle", view=view)
    yield show("idle with the guide", view=view, guide=longest_step(game, "wagers"))
    yield show("idle with all wagers", view=crowd, stakes=dict.fromkeys(game["offered"], 1250), problem=PROBLEM)
    yield show("idle with all pay tables", view=crowd, sheet=True, pays=True)
    yield show("looking on", view={**crowd, "you": None, "phase": "decisions", "turn": 2, "round": 3})
    yield show("waiting", view={**dealt(crowd, game), "turn": 3, "choices": []})
    decide = dealt(crowd, game)
    named = [{**seat, "name": "Wilhelmina Marie"} for seat in decide["seats"]]
    said = dict.fromkeys(range(1, game["seats"] + 1, 2), REACTION)
    yield show("long names and reactions", view={**decide, "seats": named, "turn": 3, "choices": []}, reactions=said)
    yield show("decision", view=decide, reactions={})
    yield show("decision with the guide", view=decide, guide=longest_step(game, "decision"))
    yield show("decision with coach", view=decide, coachOn=True, advice=advice_on(decide))
    for shown in ("first", "widest"):
        page.evaluate(CHART, shown)
        expect(page.locator("[data-marked]")).to_have_count(1)
        yield f"decision with the {shown} chart"
    for button in (one for one in game["layout"]["buttons"] if one["amount"]):
        yield show("amount", view=decide, amount={"choice": _choice(button), "value": 1300}, coachOn=False)
    for name, hands in LONG_HANDS.items() if game["layout"]["hand"] == "hands" else ():
        yield show(name, view=with_hands(decide, hands), coachOn=False)
        expect(page.locator(".strip li")).to_have_count(len(hands))
    settled = finished(crowd, game)
    yield show("settled", view=settled, coachOn=True)
    laid = dict.fromkeys(game["offered"], 1250)
    yield show("settled, chips for the next round", view={**settled, "phase": "wagers"}, stakes=laid, restaked=False)
    yield show("settled with the guide", view=settled, guide=longest_step(game, "settled"))
    yield show("settled, beside the felt", view=settled, sheet=True)
    page.evaluate("() => document.querySelectorAll('.side details').forEach(one => { one.open = true })")
    yield "settled, why"
    page.evaluate(STATUS, LOST)
    yield show("no link", view=decide, stale=True, coachOn=False, link=LOST)


def longest_step(game: View, moment: str) -> int:
    """The step of the guide with the longest text of those that belong to a moment."""
    steps = [at for at, step in enumerate(game["layout"]["guide"]) if step["when"] == moment]
    return max(steps, key=lambda at: len(game["layout"]["guide"][at]["text"]))


def crowded(view: View, game: View) -> View:
    """The same table with somebody on every seat."""
    return {**view, "number": view["number"] + 1, "seats": [_seat(number) for number in range(1, game["seats"] + 1)]}


def _seat(number: int) -> View:
    return {"seat": number, "player": NAMES[number - 1], "house": NAMES[number - 1].startswith("house-")}


def dealt(view: View, game: View) -> View:
    """A round in the middle of its decisions, with every choice that seat 1 can have at once."""
    cards, name = HAND[game["game"]]
    wagers = dict.fromkeys((spot["wager"] for spot in game["layout"]["spots"]), "12.50")
    seats = [
        {**seat, "cards": cards if seat["seat"] == 1 else ["??"] * len(cards), "wagers": wagers, "hand": name}
        for seat in view["seats"]
    ]
    for seat in seats[1:]:
        seat["decisions"] = ["set house-way" if game["layout"]["trays"] else game["layout"]["buttons"][-1]["decision"]]
    now = {**view, **DEALT[game["game"]], "seats": seats, "phase": "decisions", "round": 3, "turn": 1, "settled": None}
    now = {**now, "choices": [_choice(button) for button in game["layout"]["buttons"] if _is_open(game, button)]}
    return with_hands(now, hands_of(2, playing=1)) if game["layout"]["hand"] == "hands" else now


def _is_open(game: View, button: View) -> bool:
    """Whether a decision can be open together with the others of its phase."""
    return button["decision"] not in OTHER_PHASES.get(game["game"], ())


def _choice(button: View) -> View:
    more = {"least": "1.00", "most": "25.00", "step": "0.01"} if button["amount"] else {}
    settings = {"settings": [SETTING]} if button["decision"] == "set" else {}
    return {"decision": button["decision"], **more, **settings}


def advice_on(view: View) -> View:
    """What the coach says at its longest."""
    names = list(dict.fromkeys(choice["decision"] for choice in view["choices"]))
    decisions = {name: {"ev": 1.6141 - at, "money": f"{16.14 - at * 10:.2f}"} for at, name in enumerate(names)}
    return {"table": view["table"], "round": view["round"], "decisions": decisions, "best": names[0], "why": REASON}


def hands_of(*counts: int, playing: int = 0) -> list[View]:
    """Split hands with these numbers of cards, one of them in play; 0 for none."""
    deck = [rank + suit for rank in "AT345" for suit in "shdc"]
    return [
        {"cards": deck[at : at + count], "hand": "soft 17", "in_play": at + 1 == playing}
        for at, count in enumerate(counts)
    ]


LONG_HANDS: Final = {
    "eleven cards": hands_of(11, playing=1),
    "a long hand of two": hands_of(2, 8, playing=2),
    "four hands": hands_of(2, 2, 2, 2, playing=4),
    "four long hands": hands_of(5, 7, 4, 6, playing=2),
    "four long hands that are over": hands_of(5, 7, 4, 6),
}


def with_hands(view: View, hands: list[View]) -> View:
    """The same with these hands on every seat, and a dealer who draws as long as the players."""
    dealer = ["5d", "2h", "2d", "2c", "3h", "2s", "Ad"] if len(hands[0]["cards"]) > 2 else view["dealer"]
    seats = [{**seat, "hands": hands, "cards": hands[0]["cards"]} for seat in view["seats"]]
    return {**view, "dealer": dealer, "seats": seats}


def finished(view: View, game: View) -> View:
    """The end of a round with every wager, an envy bonus and a jackpot where the game has them."""
    record = records.together(*ROUNDS[game["game"]], options=game["chosen"])
    for seat in record["seats"]:
        seat["player"] = NAMES[seat["seat"] - 1]  # a round is laid out for those who played it
    settlement = settle(record)
    note = "The dealer's hand does not qualify with less than a pair of threes, so every Ante pushes."
    explained = msgspec.to_builtins(explain_round(replay(record)))
    settled = {"round": 3, "settlement": settlement, "record": record, "note": note, "explained": explained}
    jackpot = view["jackpot"] and {**view["jackpot"], "amount": "10250.12"}
    return {**view, "phase": "settled", "round": 3, "turn": None, "settled": settled, "jackpot": jackpot}
