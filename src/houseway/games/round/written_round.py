"""A round written down as a record, which `games/round/record.py` reads back."""

from typing import Any

from houseway.cards.card import card_texts
from houseway.games.round.seat import Seat
from houseway.games.round.state import RoundState
from houseway.money import format_money


def written_round(now: RoundState) -> dict[str, Any]:
    """The round as a record that replays to this very round."""
    game = now.game
    record: dict[str, Any] = {
        "game": game.name,
        **({"study": {"name": game.marks["study"], "rules": game.digest}} if game.differs_from_letter else {}),
        "options": {name: value for name, value in game.options.items() if value != game.approval.defaults[name]},
        "dealer": card_texts(now.dealer),
    }
    if now.board:
        record["board"] = card_texts(now.board)
    record["seats"] = [_written_seat(seat) for seat in now.seats]
    if now.jackpot:
        record["jackpot"] = now.jackpot.to_record()
    if now.draws:
        record["draws"] = card_texts(now.drawn)
    if now.void:
        record["void"] = now.void
    if now.meta is not None:
        record["meta"] = now.meta
    return record


def _written_seat(seat: Seat) -> dict[str, Any]:
    record: dict[str, Any] = {"seat": seat.number}
    if seat.player:
        record["player"] = seat.player
    record["cards"] = card_texts(seat.cards)
    record["wagers"] = {name: format_money(amount) for name, amount in seat.wagers.items()}
    record["decisions"] = [str(decision) for decision in seat.decisions]
    return record
