"""One pay table with other pays, priced immediately from exact counts, for a designer who types."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.wager_result import FIXED_PAYS_ONLY
from houseway.lab.design import counts_of, keeps_order, require_counted_lines, wager_with_table, with_lines
from houseway.lab.design_words import NONE
from houseway.lab.pay_search import Counts, Design, DesignGoal, search

MOST_LINES: Final = 60
_ANY_EDGE: Final = (Fraction(-(10**12)), Fraction(10**12))


class RepricedLine(Struct, frozen=True, kw_only=True):
    """A line of a table: how often it comes, what it pays, and what it adds to the return."""

    line: str
    combinations: int
    probability: float
    pays: str
    returns: float  # of each wager, the stake included where it comes back


class Repriced(Struct, frozen=True, kw_only=True):
    """A wager under a designer's pays, from the exact counts of its lines."""

    game: str
    wager: str
    table: str
    house_edge: float
    house_edge_exact: str
    hit_frequency: float
    standard_deviation: float | None
    combinations: int
    basis: str | None
    lines: list[RepricedLine]
    study: str  # the text of a study file with these pays


def reprice(game: Game, wager: str, table: str, pays: Mapping[str, str], run: Callable[[], Runner]) -> Repriced:
    """The price of a bonus with these pays; lines that are not named pay as in the letter's table.

    `run` is called where the counts did not come with houseway.
    """
    spec, like = wager_with_table(game, wager, table)
    if spec.role not in ("bonus", "jackpot"):
        raise InvalidInput("belongs to the main game, which must be solved again for other pays", field="wager")
    if len(pays) > MOST_LINES:
        raise InvalidInput(f"at most {MOST_LINES} lines", field="pays")
    unknown = [line for line in pays if line not in like.lines]
    if unknown:
        raise InvalidInput(f"is not one of {', '.join(like.lines)}", field=f"pays.{unknown[0]}")
    chosen = {like.lines[line]: pay.text for line in like.printed if (pay := like.pays[line])}
    chosen |= {line: text.strip() or NONE for line, text in pays.items()}
    for line, text in chosen.items():
        _require_pay(line, text)
    counted, wider = with_lines(game, like, list(chosen))
    require_counted_lines(game, like, chosen.values(), "pays")
    counts = counts_of(wider, wager, counted, run)
    choices = {line: [text] for line, text in chosen.items()}
    designs = search(
        wider, wager, counts, like, DesignGoal(edge=_ANY_EDGE), choices, ordered=keeps_order(game, like), most=1
    )
    if not designs.designs:
        raise InvalidInput(
            "the best-paying line of a hand counts, and with these pays another line of a hand would be the best: "
            "analyse the study to count them again",
            field="pays",
        )
    design = designs.designs[0]
    return Repriced(
        game=game.name,
        wager=wager,
        table=like.name,
        house_edge=float(design.house_edge),
        house_edge_exact=str(design.house_edge),
        hit_frequency=float(design.hit_frequency),
        standard_deviation=design.standard_deviation,
        combinations=counts.combinations,
        basis=FIXED_PAYS_ONLY if designs.pays_from_meter else None,
        lines=_lines(counts, design),
        study=designs.study_text(),
    )


def _require_pay(line: str, text: str) -> None:
    if text == NONE:
        return
    try:
        Pay.parse(text)
    except InvalidInput as problem:
        raise InvalidInput(problem.reason, field=f"pays.{line}") from None


def _lines(counts: Counts, design: Design) -> list[RepricedLine]:
    rows = []
    for line, text in design.pays.items():
        returned = Fraction(0) if text == NONE else Pay.parse(text).returned
        number = counts.lines[line]
        rows.append(
            RepricedLine(
                line=line,
                combinations=number,
                probability=number / counts.combinations,
                pays=text,
                returns=float(number * returned / counts.combinations),
            )
        )
    return rows
