"""House players of different habits: what they stake, which bonuses they like, and how they decide."""

from dataclasses import dataclass
from random import Random
from typing import Final

from houseway.games.round.decision import Choice
from houseway.games.round.round import Round
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.stakes import require_placeable
from houseway.money import Cents

_CALM: Final = ("check", "stand")  # what stakes nothing more and gives nothing up
_GIVING_UP: Final = ("fold", "surrender")


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """How somebody plays."""

    name: str
    times: int  # how many times the usual stakes
    bonus: float  # how often a bonus is wagered on
    raises: float  # how often more is staked where less would do


HABITS: Final = (
    Habit(name="careful", times=1, bonus=0.1, raises=0.25),
    Habit(name="steady", times=2, bonus=0.4, raises=0.5),
    Habit(name="bold", times=5, bonus=0.8, raises=0.75),
)


def habit_of(player: str) -> Habit:
    """The habit of a house player, by its name."""
    return next((habit for habit in HABITS if f"-{habit.name}-" in player), HABITS[0])


class PacedPlayer(HousePlayer):
    """A house player with a habit, who sets hands by the house way and gives none up that plays for free."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self._luck = Random(player)  # noqa: S311  # no money depends on it
        self._habit = habit_of(player)

    def stakes(self, rules: TableRules, seat: int, purse: Cents, *, jackpot: bool) -> dict[str, Cents]:
        """Wagers of the habit's size, or the smallest where those are not allowed together or the purse is low."""
        usual = self.wagers(rules, jackpot=jackpot)
        letter = rules.chosen.approval
        chosen = {
            name: stake if letter.wagers[name].role == "jackpot" else self._sized(rules, name, stake)
            for name, stake in usual.items()
            if letter.wagers[name].required or self._luck.random() < self._habit.bonus
        }
        required = {name: usual[name] for name in letter.required}
        return chosen if sum(chosen.values()) * 8 <= purse and _allowed(rules, seat, chosen) else required

    def _sized(self, rules: TableRules, name: str, stake: Cents) -> Cents:
        main = rules.chosen.approval.wagers[name].role == "main"
        sized = stake * self._habit.times if main else stake
        limit = rules.limits.get(name)
        return min(sized, limit.maximum) if limit else sized

    def decides(self, now: Round) -> str:
        """The house way where there is one; else by habit between what stakes nothing more and the rest."""
        choices = [choice for choice in now.choices() if choice.complete]
        texts = [choice.text for choice in choices]
        if "set house-way" in texts:
            return "set house-way"
        bold = [text for text in texts if text not in (*_CALM, *_GIVING_UP)]
        calm = [text for text in texts if text in _CALM] or [text for text in texts if text in _GIVING_UP]
        pick = bold if bold and (not calm or self._luck.random() < self._habit.raises) else calm
        return self._luck.choice(pick) if pick else self._text(_first(now), now)


def _first(now: Round) -> Choice:
    return now.choices()[0]


def _allowed(rules: TableRules, seat: int, wagers: dict[str, Cents]) -> bool:
    from houseway.errors import HousewayError

    try:
        require_placeable(rules, seat, wagers)
    except HousewayError:
        return False
    return True
