"""A table to try a game at: everything on, no limits, a practice house in memory, players with a bankroll."""

from typing import Any

from houseway.cards.deck import SeededBits, seed_from_text
from houseway.games.game import Game
from houseway.games.round.jackpot import Meter
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage_events import buy_in
from houseway.house.sheets.fields import Fields
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.shuffle import Entropy, new_seed
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table
from houseway.money import Cents, parse_money

NAME = "demonstration"


def demonstration_table(game: Game, *, seats: int, bankroll: Cents, seed: str | None = None) -> Table:
    """An open table with a player on each of its first seats; the same seed deals the same cards."""
    log = MemoryLog()
    log.append(practice_event(one_person=True))
    jackpots = Jackpots(log)
    rules = TableRules(
        name=NAME,
        game=game.name,
        options=dict(game.options),
        study=game.study_data if game.differs_from_letter else {},
        seats=game.approval.table.seats,
        dealer="person",
        defaults=game.approval.operation.defaults,
        jackpot=demonstration_terms(game),
    )
    if rules.jackpot:
        jackpots.get(rules.jackpot.name).do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
    table = Table(log, NAME, jackpots=jackpots, entropy=seeds_from(seed))
    table.do(OpenTable(rules=rules, day=""))
    for seat in range(1, seats + 1):
        log.append(buy_in(f"seat-{seat}", bankroll))
        table.do(Join(seat=seat, player=f"seat-{seat}"))
    return table


def demonstration_terms(game: Game) -> JackpotTerms | None:
    """The jackpot of the letter's demonstration, where the game offers one."""
    wager, given = game.approval.jackpot, dict(game.approval.demonstration.jackpot)
    if not wager or wager.name not in game.offered or not given:
        return None
    rate = Fields({"increment": given.pop("increment")}, "jackpot", set()).rate("increment")
    meter = Meter.parse(given, game.approval.prizes)
    terms: dict[str, Any] = {"name": NAME, "wager": meter.wager, "prizes": meter.prizes, "prizes_from": "house"}
    amount = parse_money(given["meter"])
    if game.options[wager.option] == "house":
        return JackpotTerms(kind="house", amount=amount, **terms)
    reset = parse_money(given["reset"], zero=True)
    return JackpotTerms(kind="progressive", seed=amount, reset=reset, increment=rate, **terms)


def seeds_from(seed: str | None) -> Entropy:
    """Seeds for decks: nobody can guess them, or a text fixes them all."""
    if seed is None:
        return new_seed
    bits = SeededBits(seed_from_text(seed))
    return lambda: f"{bits(256):064x}"
