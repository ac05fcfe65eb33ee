"""The rack card: the game on a page for players, with a strategy to remember and what it costs."""

from collections.abc import Iterator
from typing import Final

from houseway.documents.content import Block, Paragraph, Part, Points, Table
from houseway.documents.numbers import percent
from houseway.documents.pack.table_words import boards
from houseway.games.letter.approval import Approval
from houseway.games.pricing.result import Analysis, SimpleStrategy
from houseway.house.sheets.placard import Placard

CHEAP: Final = 0.01  # of the first wager: the most that a short strategy may cost
WITHOUT: Final = "chart"  # what a strategy needs that does not fit on a card


def rack_card_parts(letter: Approval, posted: Placard, analysis: Analysis | None) -> tuple[Part, ...]:
    """How the game is played, how to play it well, and what it pays."""
    layout = letter.layout
    play = (Paragraph(text=layout.summary), Points(items=tuple(layout.printed)))
    parts = [
        Part(title="How to play", blocks=play),
        Part(title="How to play well", blocks=tuple(_strategy(analysis))),
        Part(title="Wagers", blocks=(_wagers(posted),)),
    ]
    if posted.boards:
        parts.append(Part(title="What the table pays", blocks=tuple(boards(posted))))
    return tuple(parts)


def _wagers(posted: Placard) -> Table:
    rows = tuple((one.label, one.about, one.minimum, one.maximum) for one in posted.wagers)
    return Table(title="Wagers and limits", columns=("wager", "wins", "least", "most"), rows=rows, wide=(1,))


def card_strategy(analysis: Analysis) -> tuple[str, SimpleStrategy] | None:
    """The strategy for a card: without a chart, the shortest that costs little; the cheapest where all cost more."""
    known = {name: one for name, one in analysis.simple_strategies.items() if WITHOUT not in one.text.lower()}
    cheap = {name: one for name, one in known.items() if one.cost < CHEAP}
    if cheap:
        return min(cheap.items(), key=lambda item: len(item[1].text))
    return min(known.items(), key=lambda item: item[1].cost, default=None)


def _strategy(analysis: Analysis | None) -> Iterator[Block]:
    chosen = card_strategy(analysis) if analysis else None
    if analysis is None or chosen is None:
        yield Paragraph(text="Ask for the strategy of this game: houseway strategy prints it as a chart.")
        return
    _, simple = chosen
    main = analysis.main_games[analysis.best_play]
    yield Paragraph(text=simple.text, strong=True)
    yield Paragraph(
        text=f"Played so, the house keeps {percent(simple.house_edge)} of the {main.per} on average; with the "
        f"best possible play it is {percent(main.house_edge)}. In the long run the house wins: set a limit before you "
        "sit down."
    )
