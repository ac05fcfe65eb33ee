"""Counts of all hands are kept by what they depend on, and serve every surrender and every double."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from games.wild_monkey import BOTTOM, NAME, RUN, TOP, Ints
from houseway.games.wild_monkey_pai_gow.best_seven import LOW, READINGS
from houseway.games.wild_monkey_pai_gow.exact.counted_hands import CountedHands, valued_hands
from houseway.games.wild_monkey_pai_gow.exact.main_game import count_readings
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, HOUSE_WAY
from houseway.games.wild_monkey_pai_gow.exact.surrender_ends import staked_tables, surrender_ends
from houseway.games.wild_monkey_pai_gow.variant import NO_SURRENDER, Variant
from houseway.lab.kept_counts import KeepingRunner

EXPENSIVE = {"count_by_ranks", "count_by_suits", "value_hands", "count_wins"}  # minutes with a whole deck
DECKS = {
    "top": Variant(ranks=TOP),
    "wheel second": Variant(ranks=BOTTOM, wheel=1, reading=LOW, commission=5),
}
STUDIES: list[dict[str, Any]] = [
    {"surrender": Fraction(1, 4)},
    {"surrender": Fraction(0)},
    {"surrender": Fraction(1)},
    {"surrender": NO_SURRENDER},
    {"surrender": Fraction(9, 10), "double": Fraction(0)},
    {"double": Fraction(5, 2)},
]


class Watched:
    """A runner that writes down what it runs."""

    def __init__(self) -> None:
        self.counters = set[str]()

    def __call__(self, counter: Callable[..., Ints], shards: Sequence[tuple[object, ...]]) -> Ints:
        """The sum over all shards."""
        self.counters.add(counter.__name__)
        return RUN(counter, shards)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


@pytest.mark.parametrize("deck", DECKS)
def test_a_study_of_surrender_or_double_counts_nothing_again(deck: str) -> None:
    """The answers of every study from kept counts equal those of a full count."""
    variant, first = DECKS[deck], Watched()
    count_readings(variant, KeepingRunner(first))
    assert first.counters >= EXPENSIVE
    for study in STUDIES:
        changed, second = replace(variant, **study), Watched()
        assert count_readings(changed, KeepingRunner(second)) == count_readings(changed, RUN)
        assert not second.counters & EXPENSIVE


def test_bonuses_of_surrendered_hands_from_kept_counts() -> None:
    """The dealers with the joker are kept as well: the outcomes and what is weighed are those of a full count."""
    game, variant = houseway.game(NAME, {"surrendered-bonuses": "lose"}), DECKS["top"]
    tables = staked_tables(game)
    for number, study in enumerate(STUDIES[:3]):
        changed, watched = replace(variant, **study), Watched()
        kept = CountedHands(rules=changed.hand_rules, run=KeepingRunner(watched))
        counted = CountedHands(rules=changed.hand_rules, run=RUN)
        for plan in (HOUSE_WAY, BEST_SETTING):
            one, other = (
                surrender_ends(hands.valued(changed), plan, hands.joker_lines, tables, RUN) for hands in (kept, counted)
            )
            assert one == other
        assert ("count_by_suits" in watched.counters) == (number == 0)


@pytest.mark.parametrize("study", [{"commission": 7}, {"wheel": 1}, {"reading": 1}])
def test_another_rule_of_hands_is_counted_anew(study: dict[str, Any]) -> None:
    """What hands beat, or how they are set best, depends on these."""
    count_readings(DECKS["top"], KeepingRunner(RUN))
    changed, watched = replace(DECKS["top"], **study), Watched()
    assert count_readings(changed, KeepingRunner(watched)) == count_readings(changed, RUN)
    assert "value_hands" in watched.counters


def test_a_fresh_answer_counts_again() -> None:
    """`fresh` does not trust what is kept."""
    count_readings(DECKS["top"], KeepingRunner(RUN))
    watched = Watched()
    count_readings(DECKS["top"], KeepingRunner(watched, fresh=True))
    assert watched.counters >= EXPENSIVE


@pytest.mark.parametrize("study", STUDIES[::4])
def test_the_edge_of_a_reading_is_that_of_its_plans(study: dict[str, Any]) -> None:
    """From how many hands are worth how much, or hand by hand."""
    variant = replace(DECKS["wheel second"], **study)
    readings = count_readings(variant, RUN)[1]
    for number, name in enumerate(READINGS):
        valued = valued_hands(replace(variant, reading=number), RUN)
        house_way, best = (valued.plan(plan).analysis().house_edge for plan in (HOUSE_WAY, BEST_SETTING))
        assert readings[name].house_edge_exact == house_way
        assert readings[name].main_best_setting.house_edge_exact == best
