"""Advice in words: why the best decision is best, where figures are clearer than a rule of thumb."""

from collections.abc import Mapping
from typing import Final

from houseway.cards.card import parse_cards
from houseway.money import Cents, in_dollars

_DOING: Final = {
    "check": "checking",
    "fold": "folding",
    "play": "playing",
    "raise": "raising",
    "hit": "hitting",
    "stand": "standing",
    "double": "doubling",
    "split": "splitting",
    "surrender": "surrendering",
    "set": "setting",
}

_DID: Final = {
    "check": "checked",
    "fold": "folded",
    "play": "played",
    "raise": "raised",
    "hit": "hit",
    "stand": "stood",
    "double": "doubled",
    "split": "split",
    "surrender": "surrendered",
    "set": "set",
}


def compare_best(values: Mapping[str, float], best: str, unit: Cents) -> str:
    """How much more the best decision wins than the next one: "Playing 2x wins $1.20 more than checking".

    `unit` is the money for a value of one: the first wager. Empty where there is nothing to compare with.
    """
    others = {decision: value for decision, value in values.items() if decision != best}
    if not others:
        return ""
    second = max(others, key=others.__getitem__)
    one, other = doing(best), doing(second)
    cents = round((values[best] - others[second]) * unit)
    if cents == 0:
        return f"{one[0].upper()}{one[1:]} and {other} are worth the same, to the cent."
    verb, more = ("wins", "more") if values[best] >= 0 else ("loses", "less")
    return f"{one[0].upper()}{one[1:]} {verb} {in_dollars(cents)} {more} than {other}."


def look_back(decision: str, best: str, cost: Cents) -> str:
    """What a decision gave away: "You checked; playing 3x was worth $0.42 more"."""
    return f"You {_in_words(decision, _DID)}; {doing(best)} was worth {in_dollars(cost)} more."


def doing(decision: str) -> str:
    """A decision as an activity: "playing 2x", "setting A♥ K♦ in front"; unknown ones in quotation marks."""
    return _in_words(decision, _DOING)


def _in_words(decision: str, verbs: Mapping[str, str]) -> str:
    word, _, rest = decision.partition(" ")
    if word not in verbs:
        return f"“{decision}”"
    if word == "set":
        return f"{verbs[word]} the house way" if rest == "house-way" else f"{verbs[word]} {_pretty(rest)} in front"
    amount = f"${rest}" if rest and not rest.endswith("x") else rest
    return f"{verbs[word]} {amount}".rstrip()


def _pretty(cards: str) -> str:
    return " ".join(card.pretty for card in parse_cards(cards.split()))
