"""The rounds that people play in practice: each stands in the player's own stream, stored with the settlement.

So a person's history is read from one stream, by its index, and is complete even after a crash.
"""

from houseway.games.round.round_record import SeatRecord
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents
from houseway.house.log.names import learning_stream, player_account, table_name
from houseway.house.people.person_payloads import RoundPlayed
from houseway.house.tables.desk import TablePlan
from houseway.house.tables.payloads import Settled
from houseway.money import Cents, format_money
from houseway.web.floor.live_table import Purses
from houseway.web.floor.page_view import is_house


def add_played_rounds(plan: TablePlan, stream: str, before: int, purses: Purses) -> None:
    """Add the rounds that a plan settles to the history of the people who played them.

    `before` is the number of the table's last stored event.
    """
    own = [event for event in plan.events if event.stream == stream]
    for number, event in enumerate(own, before + 1):
        if isinstance(event.data, Settled):
            for row in event.data.record.seats:
                if row.player and not is_house(row.player):
                    purse = purses(row.player) + _moved(plan, row.player)
                    played = _played(table_name(stream), number, event.data, row, purse)
                    plan.add_to_other_stream(NewEvent(stream=learning_stream(row.player), data=played))


def _moved(plan: TablePlan, player: str) -> Cents:
    """What a plan brings a player, or takes."""
    account = player_account(player)
    return sum(amount for event in plan.events for name, amount in event.postings if name == account) // cents(1)


def _played(table: str, number: int, end: Settled, row: SeatRecord, purse: Cents) -> RoundPlayed:
    """A seat of a settled round, for the history of its player."""
    seat = next(one for one in end.settlement.seats if one.seat == row.seat)
    return RoundPlayed(
        round=f"{table}/{end.round}",
        number=number,
        game=end.record.game,
        seat=row.seat,
        staked=seat.staked,
        returned=seat.returned,
        net=seat.net,
        purse=format_money(purse),
        decisions=len(row.decisions),
    )
