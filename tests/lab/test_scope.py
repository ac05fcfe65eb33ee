"""A kept answer serves no other question: what is not in its key cannot be read where it is computed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from houseway.games import game_named, game_names
from houseway.games.game import Game
from houseway.games.scope import EVERYTHING, OutOfScope, Scope, main_scope
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.lab.analyze import count_analysis
from houseway.lab.shards import Threads
from houseway.lab.shipped import analysis_scope
from questions import OTHER_RULES, Question, questions

# What answers are kept by, and the commands that ask for them. Rounds are played anew by the strategy that is kept.
SCOPES: dict[str, Callable[[Game], Scope]] = {
    "analyze, simulate, session, meter, design": lambda _: EVERYTHING,
    "analyze and design, as shipped": lambda game: analysis_scope(game.kit),
    "strategy, advise, simulate, session, face-up": main_scope,
}


def visible(game: Game) -> dict[str, Any]:
    """Everything that a computation can read of a game besides its letter."""

    def shown(values: Any, names: Any) -> dict[str, Any]:
        found = {}
        for name in names:
            try:
                found[name] = values[name]
            except OutOfScope:
                continue
        return found

    letter = game_named(game.name)
    return {
        "options": shown(game.options, letter.options),
        "paytables": shown(game.approval.paytables, letter.approval.paytables),
        "choices": shown(game.approval.options, letter.options),
        "study": dict(game.study),
        "names": (game.study_name, dict(game.study_data)),
    }


def read(game: Game, question: Question) -> object:
    """The thing in which a question differs."""
    if question.kind == "option":
        return game.options[question.name]
    if question.kind == "rule":
        return game.kit.rule_values(game)[question.name]
    return game.approval.paytables[question.name]


@pytest.mark.parametrize("name", sorted(OTHER_RULES))
@pytest.mark.parametrize("kept_for", sorted(SCOPES))
def test_questions_with_the_same_key_look_the_same_to_what_answers_them(kept_for: str, name: str) -> None:
    letter = game_named(name)
    scope = SCOPES[kept_for](letter)
    key, letters = scope.digest(letter), visible(scope.show(letter))
    for question in questions(name):
        assert SCOPES[kept_for](question.game) == scope
        shown = scope.show(question.game)
        assert (scope.digest(question.game) == key) == (visible(shown) == letters), question
        if scope.digest(question.game) == key:
            for game in (shown, scope.show(letter)):
                with pytest.raises(OutOfScope, match=question.name):
                    read(game, question)
        else:
            assert read(shown, question) != read(scope.show(letter), question)


def test_there_is_no_game_without_questions() -> None:
    assert set(OTHER_RULES) == set(game_names())
    assert sum(len(questions(name)) for name in OTHER_RULES) > 500


def small_deck(game: Game) -> Variant:
    """Pai gow's rules with a deck that is counted in a second."""
    return replace(VARIANT_OF(game), ranks=(0, 1, 2, 4, 6, 7, 12))


VARIANT_OF = Variant.of
RUN = Threads(2)


@pytest.mark.parametrize("name", sorted(OTHER_RULES))
def test_shipped_analyses_and_kept_strategies_are_made_within_their_scopes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Variant, "of", small_deck)
    game = game_named(name) if name != "premium-holdem" else study_game({"game": name, "rules": {"deck": "9TJQKA"}})
    analysis = count_analysis(analysis_scope(game.kit).show(game), RUN)
    part = game.kit.require(game.kit.strategy, "strategy")
    solved = part.solve(main_scope(game).show(game), RUN, part.names[-1])
    assert analysis.game == solved.game == name
    solved.check(game)


def test_rules_are_read_as_they_resolve() -> None:
    study = study_game({"game": "down-under-blackjack", "rules": {"golds": ["A", 10, "A"], "blackjack-pays": "18:2"}})
    shown = EVERYTHING.show(study)
    assert shown.study == {"golds": ["T", "A"], "blackjack-pays": "9:1"}
    assert EVERYTHING.digest(shown) == EVERYTHING.digest(study)


def test_a_letter_that_was_changed_elsewhere_is_no_question() -> None:
    game = game_named("flush-poker")
    seats = replace(game.approval.table, seats=3)
    with pytest.raises(OutOfScope, match="kept by table of its approval"):
        EVERYTHING.show(replace(game, approval=replace(game.approval, table=seats)))


def test_what_a_scope_leaves_out_cannot_be_listed_either() -> None:
    shown = Scope(options=["breakage"]).show(game_named("flush-poker"))
    with pytest.raises(OutOfScope, match="award-order"):
        dict(shown.options)
    with pytest.raises(OutOfScope, match="award-order"):
        shown.is_on("award-order")
    with pytest.raises(OutOfScope, match="jackpot"):
        shown.options.get("jackpot", "off")
    assert shown.options["breakage"] == game_named("flush-poker").options["breakage"]
    with pytest.raises(KeyError):
        shown.options["no-such-option"]
