"""House players: simple clients that sit, wager and decide, for demonstrations, benchmarks and simulations."""

from random import Random
from typing import Final

from houseway.errors import HousewayError
from houseway.games.round.decision import Choice
from houseway.games.round.round import Round
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.stakes import require_placeable
from houseway.money import Cents, format_money, parse_money

BONUS: Final = 0.5  # how often a bonus or jackpot wager is made that may be
HABITS: Final = 6  # ways to wager that a player changes between
DEFAULT: Final = 0.5  # how often the posted default is decided, before something at random


class HousePlayer:
    """Somebody who wagers the usual stakes and mostly decides as the posted default does; repeatable by a seed."""

    def __init__(self, seed: object) -> None:
        self._chance = Random(str(seed))  # noqa: S311  # a simulation must be repeatable
        self._habits: dict[tuple[str, bool], list[dict[str, Cents]]] = {}

    def wagers(self, rules: TableRules, *, jackpot: bool = True) -> dict[str, Cents]:
        """Wagers that the rules allow together: the mandatory ones, and some of the others."""
        key = (rules.name, jackpot)
        if key not in self._habits:
            self._habits[key] = [self._some(rules, jackpot=jackpot) for _ in range(HABITS)]
        return self._chance.choice(self._habits[key])

    def _some(self, rules: TableRules, *, jackpot: bool) -> dict[str, Cents]:
        game = rules.chosen
        stakes = game.approval.demonstration.stakes
        chosen: dict[str, Cents] = {}
        everything: dict[str, Cents] = {}
        for name in game.approval.placed:
            wager = game.approval.wagers[name]
            if name not in game.offered or (wager.role == "jackpot" and (rules.jackpot is None or not jackpot)):
                continue
            everything[name] = self._stake(rules, name, stakes.get(name, "5"))
            if wager.required or self._chance.random() < BONUS:
                chosen[name] = everything[name]
        try:
            return _allowed(chosen, rules)
        except HousewayError:
            return _allowed(everything, rules)  # the house has made a bonus mandatory

    def _stake(self, rules: TableRules, name: str, usual: str) -> Cents:
        wager = rules.chosen.approval.wagers[name]
        if wager.role == "jackpot" and rules.jackpot:
            return rules.jackpot.wager
        limit = rules.limits.get(name)
        stake = parse_money(usual)
        return min(max(stake, limit.minimum), limit.maximum) // limit.step * limit.step if limit else stake

    def decision(self, now: Round, defaults: tuple[str, ...]) -> str:
        """The posted default, or any legal decision."""
        choices = now.choices()
        if self._chance.random() < DEFAULT:
            for text in defaults:
                for choice in choices:
                    if choice.text == text and choice.complete:
                        return text
        return self._text(self._chance.choice(choices), now)

    def _text(self, choice: Choice, now: Round) -> str:
        if choice.complete:
            return choice.text
        if choice.most:
            least, most = (amount // 100 * 100 for amount in (choice.least + 99, choice.most))
            amount = self._chance.randrange(least, most + 1, 100) if most >= least else choice.most
            return f"{choice.text} {format_money(amount)}"
        front = self._chance.sample(now.seat(now.turn or 0).cards, 2)
        return f"set {front[0]} {front[1]}"


def _allowed(chosen: dict[str, Cents], rules: TableRules) -> dict[str, Cents]:
    """Without the last bonuses that are more than the letter or the law allows together."""
    bonuses = [name for name in chosen if not rules.chosen.approval.wagers[name].required]
    while True:
        try:
            require_placeable(rules, 1, chosen)
        except HousewayError:
            if not bonuses:
                raise
            chosen = {name: stake for name, stake in chosen.items() if name != bonuses[-1]}
            bonuses.pop()
        else:
            return chosen
