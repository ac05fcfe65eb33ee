"""The dealer-error quiz beside the console: for a random hand, the trainee taps what each wager pays, and why.

A question follows from its number, so nothing is stored between question and answer. It is checked against the
settlement of the same hand.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct

from houseway.cards.deck import SeededBits, below, seed_from_text
from houseway.documents.pack.quiz import QuizTable, line_label, random_round, situation
from houseway.errors import InvalidInput
from houseway.games.round.explanation import LineExplanation, explain_round
from houseway.games.round.round import Round
from houseway.games.round.settlement import SettledWager
from houseway.house.sheets.table_rules import TableRules
from houseway.money import Cents, format_money

CHOICES: Final = 4  # of an amount
REASONS: Final = 3
OTHER_ROUNDS: Final = 6  # from which other reasons are taken
MOST: Final = 10**9

T = TypeVar("T")

Number = Annotated[int, Meta(ge=0, le=MOST)]
Tapped = Annotated[int, Meta(ge=0, le=CHOICES)]


class QuizLine(Struct, frozen=True, kw_only=True):
    """A wager of the hand, with the amounts that may go back to the player and the reasons to choose from."""

    seat: int
    wager: str
    stake: str
    pays: list[str]
    reasons: list[str]


class QuizQuestion(Struct, frozen=True, kw_only=True):
    """A hand as it lies on the table."""

    question: int
    situation: list[str]
    lines: list[QuizLine]


class LineAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tapped amount and the tapped reason, counted from 0."""

    pays: Tapped
    reason: Tapped


class CheckedLine(Struct, frozen=True, kw_only=True):
    """Whether amount and reason were right, and the right ones."""

    pays_right: bool
    reason_right: bool
    result: str
    odds: str | None
    pays: str
    reason: str
    clause: str


class CheckedQuestion(Struct, frozen=True, kw_only=True):
    """An answered question."""

    right: int
    lines: list[CheckedLine]


class _Line(Struct, frozen=True, kw_only=True):
    """A line of the settlement with the choices of its question."""

    shown: QuizLine
    settled: SettledWager
    explained: LineExplanation


def quiz_question(rules: TableRules, question: int) -> QuizQuestion:
    """The question of a number at a table of these rules."""
    played, lines = _posed(rules, question)
    return QuizQuestion(question=question, situation=list(situation(played)), lines=[line.shown for line in lines])


def check_answers(rules: TableRules, question: int, answers: Sequence[LineAnswer]) -> CheckedQuestion:
    """Compare the tapped answers with the settlement of the hand."""
    _, lines = _posed(rules, question)
    if len(answers) != len(lines):
        raise InvalidInput(f"must be {len(lines)}, one for each wager", field="answers")
    checked = [_checked(line, answer) for line, answer in zip(lines, answers, strict=True)]
    return CheckedQuestion(right=sum(one.pays_right and one.reason_right for one in checked), lines=checked)


def _checked(line: _Line, answer: LineAnswer) -> CheckedLine:
    pays, reason = format_money(line.settled.returned), line.explained.why
    return CheckedLine(
        pays_right=line.shown.pays[answer.pays : answer.pays + 1] == [pays],
        reason_right=line.shown.reasons[answer.reason : answer.reason + 1] == [reason],
        result=line.settled.result,
        odds=line.settled.odds or None,
        pays=pays,
        reason=reason,
        clause=line.explained.clause,
    )


# ---- a question


def _posed(rules: TableRules, question: int) -> tuple[Round, list[_Line]]:
    table = QuizTable(game=rules.chosen, rules=rules)
    bits = SeededBits(seed_from_text(f"training quiz {rules.game} {question}"))
    played = random_round(table, bits)
    others = [one for _ in range(OTHER_ROUNDS) for one in _explained(random_round(table, bits))]
    own = _explained(played)
    return played, [_line(played, one, own + others, bits) for one in own]


_Explained = tuple[int, SettledWager, LineExplanation]


def _explained(played: Round) -> list[_Explained]:
    """Every line of a round with its seat and its explanation."""
    seats = zip(played.settlement().seats, explain_round(played), strict=True)
    return [
        (seat.seat, line, why) for seat, reasons in seats for line, why in zip(seat.wagers, reasons.lines, strict=True)
    ]


def _line(played: Round, own: _Explained, known: Sequence[_Explained], bits: SeededBits) -> _Line:
    seat, settled, explained = own
    same = [why.why for _, line, why in known if line.wager == settled.wager]
    shown = QuizLine(
        seat=seat,
        wager=line_label(played, settled),
        stake=format_money(settled.stake),
        pays=[format_money(amount) for amount in _amounts(settled, bits)],
        reasons=_mixed(explained.why, same, REASONS, bits),
    )
    return _Line(shown=shown, settled=settled, explained=explained)


def _amounts(line: SettledWager, bits: SeededBits) -> list[Cents]:
    """Amounts to choose from: nothing, the stake, some usual pays, and the right one; the smallest first."""
    stake = line.stake or 100
    usual = (0, stake, 2 * stake, stake * 5 // 2, 3 * stake, 4 * stake, 6 * stake)
    return sorted(_mixed(line.returned, usual, CHOICES, bits))


def _mixed(right: T, others: Iterable[T], most: int, bits: SeededBits) -> list[T]:
    """The right choice somewhere among some that are wrong."""
    wrong = [one for one in dict.fromkeys(others) if one != right][: most - 1]
    place = below(len(wrong) + 1, bits)
    return [*wrong[:place], right, *wrong[place:]]
