"""What each decision of a game is worth: what it costs to answer a question in the same way always.

A game puts a few questions to a player: fold or play, hit or stand. Whoever gives one up answers it always in the same
way, and plays all else as well as can be with that. A question is worth what the cheapest of its fixed answers costs in
house edge; the one that is worth most matters most. The main game is counted by the same code as ever, with the other
answers taken away.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

Edge = Fraction | float  # a float where sums of floats are counted
Questions = Mapping[str, Mapping[str, Edge]]  # by question and fixed answer: the house edge

KEY: Final = "decision_worth"  # in the JSON of an analysis


def decision_worth(best: Edge, questions: Questions) -> dict[str, Any]:
    """The part of an analysis that tells what decisions are worth; nothing where there is nothing to decide."""
    worth = {question: _question(best, edges) for question, edges in questions.items() if edges}
    if not worth:
        return {}
    most = max(worth, key=lambda question: worth[question]["cost"])
    return {KEY: {"matters_most": most, "decisions": worth}}


def worth_text(told: Mapping[str, Any]) -> str:
    """Which decision matters most, in a sentence."""
    most = told["matters_most"]
    worth = told["decisions"][most]
    cost = f"{100 * worth['cost']:.4f}%"
    return f"what matters most is {most}: to {worth['instead']} costs {cost} more, all else played best"


def _question(best: Edge, edges: Mapping[str, Edge]) -> dict[str, Any]:
    """A question with the fixed answer that costs least, and all of them."""
    answers = {answer: _answer(best, edge) for answer, edge in edges.items()}
    cheapest = min(edges, key=lambda answer: edges[answer])
    return {"instead": cheapest, **answers[cheapest], "answers": answers}


def _answer(best: Edge, edge: Edge) -> dict[str, Any]:
    cost = edge - best
    exact = isinstance(cost, Fraction)
    return {
        "house_edge": float(edge),
        "house_edge_exact": str(edge) if exact else None,
        "cost": float(cost),
        "cost_exact": str(cost) if exact else None,
    }
