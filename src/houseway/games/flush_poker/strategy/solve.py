"""Flush Poker's strategies: the best one, looked up by suits, and three that a person can remember."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.cards.card import JOKER
from houseway.cards.hands import SUIT_MASK, flush_hand, hand_mask
from houseway.errors import InvalidInput
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.strategy import STRATEGIES
from houseway.games.flush_poker.variant import decision_name, variant_of
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, Value
from houseway.games.pricing.strategy import Chart, ChartPlace, Strategy, new_strategy
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.games.pricing.analysis import Runner

OPTIMAL: Final = "optimal"
BY_FLUSH: Final = "By flush"
DEPENDING: Final = "Where other cards decide: hands by higher cards of other suits"


def solve(game: Game, run: "Runner", name: str = OPTIMAL) -> Strategy:
    """A strategy by its name: the best decisions, or the best thresholds of a form."""
    if name not in STRATEGIES:
        raise InvalidInput(f"{name!r} is not one of {', '.join(STRATEGIES)}", field="strategy")
    import numpy as np

    from houseway.games.flush_poker.exact.main_game import count, main_followed, main_of
    from houseway.games.flush_poker.strategy.plan_best import best_plan, threshold_plan
    from houseway.games.flush_poker.strategy.worth import worth_arrays

    variant = variant_of(game)
    counts = count(variant, run)
    main = main_of(variant, counts)
    if name == OPTIMAL:
        plan = best_plan(variant, counts, run)
        depending = main.flushes.depending
        border = {
            "depending": np.array([flush.strength for flush in depending], np.int64),
            "decided": np.array([flush.decided for flush in depending], np.int64),
        }
        best = new_strategy(game, name, main.result(), {**plan._asdict(), **border})
        return replace(best, arrays={**best.arrays, **worth_arrays(best, counts)})
    lowest = main.simple[name].lowest
    plan = threshold_plan(variant, lowest)
    figures = main_followed(variant, counts, lowest).result()
    return new_strategy(game, name, figures, {**plan._asdict(), "lowest": np.array(lowest, np.int64)})


def advise(game: Game, strategy: Strategy | None, seen: Seen) -> dict[str, Value]:
    """What folding and each raise are worth, exactly; the dealer can hold none of the cards that the seat sees."""
    if strategy is not None:
        strategy.check(game)
    worth: dict[str, Fraction] = values(seen.seat.cards, seen.others, variant_of(game))
    return {decision: Value(ev) for decision, ev in worth.items()}


def value_of_amount(seen: Seen, amount: Cents, values: Mapping[str, Value]) -> Value:
    """What a raise of any amount is worth: every further cent adds the same."""
    once = values["raise 1x"]
    twice = values.get("raise 2x", once)
    more = Fraction(amount, seen.seat.wagers["bet"]) - 1
    return Value(Fraction(once.ev) + more * (Fraction(twice.ev) - Fraction(once.ev)), once.exact)


def charts(strategy: Strategy) -> list[Chart]:
    """The decision by flush and, where other cards matter, by higher cards beside it."""
    if "lowest" in strategy.arrays:
        return [_threshold_chart(strategy)]
    return [_flush_chart(strategy), _depending_chart(strategy)]


def _threshold_chart(strategy: Strategy) -> Chart:
    lowest = strategy.arrays["lowest"].tolist()
    rows = [(_overcards(overcards, lowest), _flush(strength)) for overcards, strength in enumerate(lowest)]
    return Chart(
        title="Raise to the cap from this flush on, fold below it",
        columns=("higher cards of other suits", "raise from"),
        rows=tuple(rows),
    )


def _overcards(overcards: int, lowest: "list[int]") -> str:
    return f"{overcards} or more" if overcards == len(lowest) - 1 else str(overcards)


def _flush(strength: int) -> str:
    from houseway.cards.names import flush_name

    whole = (strength & 0x1FFF).bit_count() == strength >> 13
    return flush_name(strength) if whole else "never"


def _flush_chart(strategy: Strategy) -> Chart:
    """A row for each run of neighbouring flushes with the same decisions."""
    rows = [(_flush(run[0]), _flush(run[-1]), decision) for decision, run in flush_runs(strategy)]
    columns = "from", "to", "decision"
    return Chart(title=BY_FLUSH, columns=columns, rows=tuple(rows), labels=2, decisions=_decisions(strategy))


def _decisions(strategy: Strategy) -> dict[str, str]:
    """The columns: folds and raises, each by its name."""
    return {name: name for name in map(decision_name, range(int(strategy.arrays["leaders"].max()) + 1))}


def flush_runs(strategy: Strategy) -> list[tuple[str, list[int]]]:
    """Neighbouring flushes that are decided alike, the weakest first, with what is decided."""
    leaders = strategy.arrays["leaders"].tolist()
    made = sorted((ranks.bit_count() << 13 | ranks) for ranks in range(1 << 13) if 2 <= ranks.bit_count() <= 7)
    runs: list[tuple[str, list[int]]] = []
    for strength in made:
        times = leaders[strength & 0x1FFF]
        decision = decision_name(times) if times >= 0 else "depends"
        if not runs or runs[-1][0] != decision:
            runs.append((decision, []))
        runs[-1][1].append(strength)
    return runs


def places(strategy: Strategy, seen: Seen) -> list[ChartPlace]:
    """Where the flush of a hand stands and, where other cards decide, how many higher ones are beside it."""
    from houseway.games.flush_poker.strategy.plan import leading_suit

    mask = hand_mask(seen.seat.cards)
    strength = flush_hand(mask)
    run = next(run for _, run in flush_runs(strategy) if strength in run)
    standing = [ChartPlace(BY_FLUSH, (_flush(run[0]),), "decision")]
    depending = strategy.arrays["depending"].tolist()
    if strength in depending:
        top, suit = (strength & SUIT_MASK).bit_length() - 1, leading_suit(mask)
        higher = sum(card % 13 > top and card // 13 != suit for card in seen.seat.cards if card != JOKER)
        most = len(strategy.arrays["decided"][depending.index(strength)]) - 1
        standing.append(ChartPlace(DEPENDING, (_flush(strength),), _higher_columns(most)[min(higher, most)]))
    return standing


def _depending_chart(strategy: Strategy) -> Chart:
    """For the flushes that depend on other cards: hands folded and raised, by higher cards of other suits."""
    strengths, decided = strategy.arrays["depending"].tolist(), strategy.arrays["decided"].tolist()
    rows = [(_flush(strength), *map(_share, cells)) for strength, cells in zip(strengths, decided, strict=True)]
    higher = _higher_columns(len(decided[0]) - 1) if decided else ()
    return Chart(
        title=DEPENDING,
        columns=("flush", *higher),
        rows=tuple(rows),
        decisions={**_decisions(strategy), **dict(map(_mostly, (cells for row in decided for cells in row)))},
    )


def _mostly(hands: "list[int]") -> tuple[str, str]:
    """A cell, and what most of its hands do."""
    most = decision_name(max(range(len(hands)), key=hands.__getitem__))
    return _share(hands), most if sum(map(bool, hands)) == 1 else f"mostly {most}"


def _higher_columns(most: int) -> tuple[str, ...]:
    return (*(f"{count} higher" for count in range(most)), f"{most} or more")


def _share(hands: "list[int]") -> str:
    parts = [f"{decision_name(times)} {count:,}" for times, count in enumerate(hands) if count]
    return parts[0].rsplit(" ", 1)[0] if len(parts) == 1 else ", ".join(parts)
