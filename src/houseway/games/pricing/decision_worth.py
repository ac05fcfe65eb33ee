"""What each decision of a game is worth: what it costs to answer a question always in the same way.

A game asks a player a few questions: fold or play, hit or stand. A player who gives one up always answers it in the
same way and plays everything else as well as possible. The worth of a question is the cost, in house edge, of the
cheapest of its fixed answers; the question with the highest worth matters most. The usual code counts the main game
with the other answers removed.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import asdict

from houseway.games.pricing.result_json import Result

Edge = Fraction | float  # a float where sums of floats are counted
Questions = Mapping[str, Mapping[str, Edge]]  # by question and fixed answer: the house edge


class FixedAnswer(Result, frozen=True, kw_only=True):
    """What it costs to answer a question always in one way, with the best play otherwise."""

    house_edge: float
    house_edge_exact: Fraction | None
    cost: float
    cost_exact: Fraction | None

    @classmethod
    def of(cls, best: Edge, edge: Edge) -> "FixedAnswer":
        """The cost of a fixed answer, from its house edge and that of the best play."""
        cost = edge - best
        return cls(house_edge=float(edge), house_edge_exact=exact(edge), cost=float(cost), cost_exact=exact(cost))


class QuestionWorth(Result, frozen=True, kw_only=True):
    """A question with the fixed answer that costs least, and with all fixed answers."""

    instead: str
    house_edge: float
    house_edge_exact: Fraction | None
    cost: float
    cost_exact: Fraction | None
    answers: Mapping[str, FixedAnswer]

    @classmethod
    def of(cls, best: Edge, edges: Mapping[str, Edge]) -> "QuestionWorth":
        """The worth of a question, from the house edges of its fixed answers."""
        answers = {answer: FixedAnswer.of(best, edge) for answer, edge in edges.items()}
        cheapest = min(edges, key=lambda answer: edges[answer])
        return cls(instead=cheapest, answers=answers, **asdict(answers[cheapest]))


class DecisionWorth(Result, frozen=True, kw_only=True):
    """What the decisions of a game are worth, and which of them matters most."""

    matters_most: str
    decisions: Mapping[str, QuestionWorth]

    @property
    def text(self) -> str:
        """Which decision matters most, in a sentence."""
        most = self.decisions[self.matters_most]
        cost = f"{100 * most.cost:.4f}%"
        return f"what matters most is {self.matters_most}: to {most.instead} costs {cost} more, all else played best"


def decision_worth(best: Edge, questions: Questions) -> DecisionWorth | None:
    """What decisions are worth; None where there is nothing to decide."""
    worth = {question: QuestionWorth.of(best, edges) for question, edges in questions.items() if edges}
    if not worth:
        return None
    return DecisionWorth(matters_most=max(worth, key=lambda question: worth[question].cost), decisions=worth)


def exact(edge: Edge) -> Fraction | None:
    """A house edge as a fraction; None if it is a sum of floats."""
    return edge if isinstance(edge, Fraction) else None
