"""The law for a table on a day, from policies.toml."""

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from houseway.errors import InvalidInput, NotApproved
from houseway.games.letter.approval import Approval, Wager
from houseway.money import Cents, parse_money

FILE: Final = Path(__file__).parent / "policies.toml"
FIGURES: Final = {
    "wager-limit": ("dollars",),
    "games": ("offered", "bet", "above", "count-above"),
    "aggregate": ("odds",),
    "reserve": ("above",),
    "deposit": ("days",),
    "malfunction": ("hours",),
    "jackpot-odds": ("most",),
}
_AMOUNTS: Final = ("dollars", "above")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of law from one day on; amounts among its figures are in cents."""

    name: str
    law: str
    about: str
    since: datetime.date
    source: str
    certain: bool
    figures: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The rules in force on a day."""

    on: datetime.date
    rules: Mapping[str, Rule]

    def figure(self, rule: str, name: str) -> int:
        """A figure of a rule: a count, or an amount in cents."""
        return self.rules[rule].figures[name]

    def law(self, rule: str) -> str:
        """The text that a refusal by this rule cites."""
        return self.rules[rule].law

    @property
    def wager_limit(self) -> Cents:
        """The most that a single wager may be in a commercial card room."""
        return self.figure("wager-limit", "dollars")

    @property
    def uncertain(self) -> tuple[Rule, ...]:
        """The rules in force whose text or day was not read."""
        return tuple(rule for rule in self.rules.values() if not rule.certain)


def policy_on(day: datetime.date) -> Policy:
    """The law of a day; a day before the first known rule of some kind is refused."""
    rules: dict[str, Rule] = {}
    for rule in known_rules():
        if rule.since <= day:
            rules[rule.name] = rule
    missing = [name for name in FIGURES if name not in rules]
    if missing:
        raise NotApproved(f"nothing is known of {', '.join(missing)} on {day}", field="on")
    return Policy(on=day, rules=rules)


@cache
def known_rules() -> tuple[Rule, ...]:
    """All rules of the file, by the day they hold from."""
    return read_rules(FILE.read_text(encoding="utf-8"))


def read_rules(text: str) -> tuple[Rule, ...]:
    """Read and check a file of rules."""
    rows = tomllib.loads(text)["rules"]
    rules = [_rule(row) for row in rows]
    days = [(rule.name, rule.since) for rule in rules]
    for day in days:
        if days.count(day) > 1:
            raise InvalidInput(f"holds twice from {day[1]}", field=day[0])
    return tuple(sorted(rules, key=lambda rule: rule.since))


def _rule(row: Mapping[str, Any]) -> Rule:
    name = row.get("name", "")
    if name not in FIGURES:
        raise InvalidInput(f"no such rule; there are {', '.join(FIGURES)}", field=str(name) or "name")
    heads = ("name", "law", "about", "since", "source", "certain")
    if set(row) != {*heads, *FIGURES[name]}:
        raise InvalidInput(f"must have {', '.join((*heads, *FIGURES[name]))}", field=name)
    figures = {key: parse_money(row[key]) if key in _AMOUNTS else int(row[key]) for key in FIGURES[name]}
    return Rule(**{head: row[head] for head in heads}, figures=figures)


def highest_multiple(approval: Approval, wager: str) -> int:
    """The highest multiple of a wager that a later decision may stake; 1 if none stakes more."""
    return max((other.times for other in approval.wagers.values() if other.of == wager), default=1)


def effective_maximum(approval: Approval, wager: str, limit: Cents, unit: Cents) -> Cents:
    """The highest wager, in whole units, for which no later decision makes a wager above the limit.

    The law limits each wager by itself: a double, a split hand and a raise each stay under it.
    """
    return limit // highest_multiple(approval, wager) // unit * unit


def games_of(approval: Approval, offered: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """The games of one hand: the main game with all its wagers counts as one, and so does each bonus and jackpot."""
    wagers = [wager for name, wager in approval.wagers.items() if name in offered]
    main = tuple(wager.name for wager in wagers if wager.role == "main")
    others = [(wager.name,) for wager in wagers if not _is_main(wager)]
    return (main, *others) if main else tuple(others)


def _is_main(wager: Wager) -> bool:
    return wager.role in ("main", "decision")
