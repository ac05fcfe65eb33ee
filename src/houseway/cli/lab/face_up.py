"""`houseway face-up`: what seeing other players' cards is worth."""

from collections.abc import Sequence

from houseway.cli.console import console, print_table
from houseway.cli.lab.words import print_game
from houseway.games.pricing.strategy import percent
from houseway.games.simulation.face_up import FaceUp
from houseway.lab.face_up import FaceUpResult


def show_face_up(answer: FaceUpResult) -> None:
    """Print the edge as a function of the number of hands seen."""
    first = answer.face_up[0]
    deals = f"{deals_text(answer.face_up)} deals, seed {first.seed}"
    print_game(answer.game, answer.marks, f", other players' cards face up: {deals}")
    console().print(f"  with none seen the house edge is {percent(first.house_edge_unseen)}, exactly\n")
    rows = [
        (str(one.hands_seen), percent(one.house_edge), percent(one.gain), percent(one.standard_error))
        for one in answer.face_up
    ]
    print_table(("hands seen", "house edge", "gain", "standard error"), rows)


def deals_text(answers: Sequence[FaceUp]) -> str:
    """How many deals were tried, the fewest and the most where these differ by the number of hands."""
    counts = {one.deals for one in answers}
    return " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))
