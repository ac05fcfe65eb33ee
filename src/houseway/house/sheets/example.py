"""A complete sheet for any game, made from its letter's demonstration; the check accepts it, and you edit it."""

import datetime
from collections.abc import Iterator
from typing import Final

from houseway.games import game_named, letter_of
from houseway.games.game import Game
from houseway.games.letter.approval import Approval
from houseway.games.letter.offer import offer
from houseway.house.sheets.check import examine
from houseway.house.sheets.check_money import odds_prizes
from houseway.house.sheets.policy import effective_maximum, games_of, known_rules, policy_on
from houseway.house.sheets.sheet import parse_sheet
from houseway.money import format_money

CHIP, STEP, BONUS_MOST = 100, 500, 500
AFTER_THE_LETTER: Final = datetime.timedelta(days=90)


def example_sheet(name: str, *, table: str = "1") -> str:
    """The text of a sheet with everything on that the letter has, a human dealer and cards entered by hand.

    Its jackpot is named after the table, so that sheets of two tables do not share one by accident.
    """
    letter = letter_of(name)
    game = game_named(name, letter.demonstration.options)
    approved = letter.letters[-1].date + AFTER_THE_LETTER if letter.letters else known_rules()[-1].since
    head, jackpot = _head(letter, table), _jackpot(game, table)
    parts = [head, _options(game), _limits(game, approved), _table(letter), jackpot, _posting(game)]
    text = "\n".join(line for part in parts for line in part)
    controls = list(_controls(game, approved))
    draft = examine(parse_sheet("\n".join([text, *controls])), approved, practice=True)[1]
    if draft:
        highest, line = max(odds_prizes(draft), default=(0, ""))
        if highest > draft.policy.figure("reserve", "above"):  # enough together with any other table
            controls.append(f'reserve = "{format_money(highest)}"  # held for prizes at odds of all tables: {line}')
    return "\n".join([text, *controls]) + "\n"


def _head(letter: Approval, table: str) -> Iterator[str]:
    if letter.status:
        yield f"# A table of {letter.title}, {letter.status}: only a practice house may open it."
        yield "# `houseway table check --practice` accepts it."
    else:
        yield f"# A table of {letter.title}: an example that `houseway table check` accepts."
    yield "# References and dates are made up: put in those of your own approvals."
    yield f'name = "{table}"'
    yield f'game = "{letter.game}"'
    yield 'jurisdiction = "commercial"  # or tribal: then also [compact] and [controls.concurrence]'
    yield f"seats = {letter.table.seats}"


def _options(game: Game) -> Iterator[str]:
    yield "\n[options]"
    for option in game.approval.options.values():
        if not option.concerns or not game.offered.isdisjoint(option.concerns):
            yield f'{option.name} = "{game.options[option.name]}"  # {option.about}'


def _limits(game: Game, day: datetime.date) -> Iterator[str]:
    letter, limit = game.approval, policy_on(day).wager_limit
    yield "\n[limits]"
    yield f'chip = "{format_money(CHIP)}"'
    for name in letter.placed:
        wager = letter.wagers[name]
        if name not in game.offered or wager.role == "jackpot" or wager.equals:
            continue
        main = wager.role == "main"
        most = effective_maximum(letter, name, limit, STEP) if main else BONUS_MOST
        least = STEP if main else CHIP
        yield (
            f'{name} = {{ minimum = "{format_money(least)}", maximum = "{format_money(most)}", '
            f'step = "{format_money(least)}" }}'
        )


def _table(letter: Approval) -> Iterator[str]:
    yield "\n[dealing]"
    yield 'cards = "hand"  # shuffle, hand or scanner; shuffle and scanner need [controls.equipment]'
    yield 'dealer = "person"  # or self, with cards from the shuffle'
    if letter.operation.house_way:
        yield f'house-way = "{letter.operation.house_way.values[0]}"'
    yield "\n[decisions]"
    yield "seconds = 45"
    yield f"default = [{', '.join(chr(34) + one + chr(34) for one in letter.operation.defaults)}]"


def _jackpot(game: Game, table: str) -> Iterator[str]:
    wager, shown = game.approval.jackpot, game.approval.demonstration.jackpot
    if not wager or wager.name not in game.offered:
        return
    yield "\n[jackpot]"
    yield f'name = "{wager.name}-{table}"'
    yield 'kind = "progressive"'
    yield f'wager = "{shown["wager"]}"'
    yield f'seed = "{shown["meter"]}"'
    yield f'reset = "{shown["reset"]}"'
    yield f'increment = "{shown["increment"]}"  # of each wager, at most four decimals'
    yield 'reserve = "0%"'
    yield 'cap = "none"  # or an amount, and overflow = the jackpot that takes what comes in above it'
    yield "display-digits = 9"
    yield 'linked = "no"'
    yield 'verify-above = "500.00"'
    if prizes := offer(game, wager).prizes:
        given = ", ".join(f'{key} = "{shown["prizes"][key]}"' for key in prizes)
        yield f"prizes = {{ {given} }}"
        yield 'prizes-from = "house"  # or meter'


def _posting(game: Game) -> Iterator[str]:
    yield "\n[posting]"
    yield 'rules = "Rules of play and internal controls are at the podium: ask any supervisor."'
    yield 'disputes = "Tell the dealer before the next round is dealt. A supervisor decides from the record."'
    yield 'employees = "Employees do not play at this table."'
    notices = [one for one in game.approval.postings if one.name and one.due(game.offered, game.options)]
    if notices:
        yield f'{notices[0].name} = "{notices[0].where[0]}"'
    elif len(games_of(game.approval, game.offered)) > 4:
        yield 'four-wagers = "placard"'
    if (jackpot := game.approval.jackpot) and jackpot.name in game.offered:
        yield 'jackpot = "display"'


def _controls(game: Game, approved: datetime.date) -> Iterator[str]:
    yield "\n[controls]"
    yield 'reference = "IC-000"'
    yield f"date = {approved}"
    yield "malfunction-hours = 72"
    if (jackpot := game.approval.jackpot) and jackpot.name in game.offered:
        if controller := game.approval.operation.controller:
            yield f'controller = "{controller.version}"  # {controller.name}'
        yield 'account = "progressive account 000"'
        yield "deposit-days = 7"
