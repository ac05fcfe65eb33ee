"""The analysis of Down Under Blackjack's main game: figures, habits, charts, and every house edge."""

from dataclasses import replace

from houseway.games.down_under_blackjack.exact.analysis import Analysis, analyze
from houseway.games.down_under_blackjack.exact.best_charts import chart_of
from houseway.games.down_under_blackjack.exact.endings import price_wager
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.exact.result import BlackjackResult
from houseway.games.down_under_blackjack.exact.simple import blind_to_light, simple_strategy
from houseway.games.down_under_blackjack.exact.simple_names import TEXTS
from houseway.games.down_under_blackjack.study import INFINITE, blackjack_pays, variant_of
from houseway.games.down_under_blackjack.variant import Variant
from houseway.games.game import Game
from houseway.games.pricing.analysis import Nets, Runner
from houseway.games.pricing.decision_worth import Questions, decision_worth
from houseway.games.pricing.main_wagers import MainWagers
from houseway.games.pricing.result import RulesEdge, SimpleStrategy


def describe(game: Game, run: Runner) -> BlackjackResult:
    """The analysis of the main game, with the charts and the costs of simpler strategies."""
    variant = variant_of(game)
    best = analyze(
        variant, run, habits=[habit for answers in habits_of(variant).values() for habit in answers.values()]
    )
    chart, pays = chart_of(best), blackjack_pays(game)
    known = dict.fromkeys(state.knows for state in best.states)
    return BlackjackResult(
        method="exact",
        main=best.figures(pays).result(),
        main_wagers=price_wager(game, best, pays),
        house_edge_by_blackjack_pays={odds: best.figures(odds).house_edge for odds in pays_to_show(game)},
        splits="each split hand is played by its own cards and the pair, whatever the other hands got",
        simple_strategies=_simple_strategies(best, pays, run),
        decision_worth=decision_worth(best.figures(pays).house_edge, questions(best, pays)),
        charts={knows: chart.rows(knows) for knows in known},
    )


def main_nets(game: Game, run: Runner) -> Nets:
    """How likely each net result of a round is under the best strategy."""
    return analyze(variant_of(game), run).nets_with(blackjack_pays(game))


def price_main_wagers(game: Game, run: Runner) -> MainWagers:
    """The wager under the best strategy, line by line."""
    return price_wager(game, analyze(variant_of(game), run), blackjack_pays(game))


def habits_of(variant: Variant) -> dict[str, dict[str, int]]:
    """The fixed answers to each question of the game, as habits."""
    split = {"never split": 2 * SPLIT, "always split": 2 * SPLIT + 1}
    return {
        "whether to hit or stand": {"never hit": 2 * HIT, "never stand": 2 * STAND},
        "whether to double": {"never double": 2 * DOUBLE, "always double": 2 * DOUBLE + 1},
        "whether to split": split if variant.most_hands > 1 else {},
    }


def questions(best: Analysis, pays: str) -> Questions:
    """What it costs to answer each question of the game always in the same way."""
    return {
        question: {answer: best.house_edge_with(habit, pays) for answer, habit in answers.items()}
        for question, answers in habits_of(best.variant).items()
    }


def _simple_strategies(best: Analysis, pays: str, run: Runner) -> dict[str, SimpleStrategy]:
    blind, edge = blind_to_light(best.variant, run, exposes=True), best.figures(pays).house_edge
    analyses = {name: simple_strategy(name, best.variant, run, best, blind).analysis for name in TEXTS}
    return {name: SimpleStrategy.of(TEXTS[name], one.figures(pays).house_edge, edge) for name, one in analyses.items()}


def pays_to_show(game: Game) -> list[str]:
    """The pays of a blackjack to show: the letter's odds, and a study's."""
    return list(dict.fromkeys([*game.approval.options["blackjack-pays"].values, blackjack_pays(game)]))


def edges(game: Game, run: Runner) -> list[RulesEdge]:
    """The house edge under the best strategy, for every number of decks, soft 17 and pay of a blackjack."""
    rows = []
    for decks in [*sorted(map(int, game.approval.options["decks"].values)), None]:
        for soft_17 in game.approval.options["soft-17"].values:
            asked = replace(
                game,
                options={**game.options, "soft-17": soft_17},
                study={**game.study, "decks": decks or INFINITE},
            )
            analysis = analyze(variant_of(asked), run)
            for pays in pays_to_show(game):
                rules = {"decks": str(decks or INFINITE), "soft-17": soft_17, "blackjack-pays": pays}
                rows.append(RulesEdge(rules=rules, house_edge=analysis.figures(pays).house_edge))
    return rows
