"""Why a decision is best: a line of a strategy for people, where that line leads to the best decision."""

from collections.abc import Iterator, Sequence
from typing import Final

from houseway.cards.names import COUNTED, PLURAL, SINGULAR
from houseway.games.down_under_holdem.exact.decision_index import light_pair
from houseway.games.down_under_holdem.exact.simple import ANY, NEVER, SIMPLE, Line, has_something
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.letter.card_reader import LIGHTS
from houseway.games.pricing.advice import Seen

SOMETHING: Final = "a pair with a card of your own, three of a kind, or four to a flush or straight"


def explain(seen: Seen, best: str) -> str:
    """The line of the simplest strategy that makes the best decision; empty where none does."""
    lights = sorted(LIGHTS.index(light) for light in seen.lights or ())
    if len(lights) != 2:
        return ""
    return rule_of_thumb(variant_of(seen.now.game), seen.seat.cards, seen.board, (lights[0], lights[1]), best)


def rule_of_thumb(
    variant: Variant, hole: Sequence[int], flop: Sequence[int], lights: tuple[int, int], best: str
) -> str:
    """The first line that leads to this decision, in words."""
    for simple in SIMPLE.values():
        line = simple.lines[light_pair(*lights)]
        decision, reason = _after(variant, line, hole, flop, lights) if flop else _before(variant, line, hole)
        if decision == best:
            names = " and ".join(LIGHTS[light] for light in lights)
            return f"Rule of thumb against {names}: {decision} {reason}."
    return ""


def _before(variant: Variant, line: Line, hole: Sequence[int]) -> tuple[str, str]:
    """What a line decides before the flop, and the condition that decides it."""
    conditions = dict(_openings(line))
    low, high = sorted(card % 13 for card in hole)
    if low == high:
        met = ["pair"] if high >= line.pair else []
    else:
        met = [name for name, rank, least in (("one", high, line.one), ("both", low, line.both)) if rank >= least]
    if met:
        return variant.first_plays[-1], f"with {conditions[met[0]]}"
    return "check", f"without {' and without '.join(conditions.values())}"


def _openings(line: Line) -> Iterator[tuple[str, str]]:
    """The conditions of a line before the flop, in words."""
    yield "pair", "a pair" if line.pair == ANY else f"a pair of {PLURAL[line.pair]} or higher"
    if line.one != NEVER:
        yield "one", f"one card from the {SINGULAR[line.one]} up"
    if line.both != NEVER:
        yield "both", f"two cards from the {SINGULAR[line.both]} up"


def _after(
    variant: Variant, line: Line, hole: Sequence[int], flop: Sequence[int], lights: tuple[int, int]
) -> tuple[str, str]:
    """What a line decides after the flop, and the condition that decides it."""
    if has_something(*hole, *flop):
        return variant.last_play, f"with {SOMETHING}"
    ranks = {card % 13 for card in flop}
    count = sum(variant.lights[rank] in lights for rank in ranks)
    least, high = line.nothing[count], max(card % 13 for card in hole)
    colours = f"{COUNTED[count]} {'rank' if count == 1 else 'ranks'} of the flop in the dealer's colours"
    if least == NEVER:
        return "fold", f"with neither pair nor draw and {colours}"
    if least == ANY:
        return variant.last_play, f"with {colours}"
    if high >= least:
        return variant.last_play, f"with a card from the {SINGULAR[least]} up and {colours}"
    return "fold", f"with neither pair nor draw, no card from the {SINGULAR[least]} up and {colours}"
