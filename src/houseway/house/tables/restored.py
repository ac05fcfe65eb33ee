"""A table of a restored log gives up its deck.

The seed may have become known in the time that the log has lost, and the log may also be a copy of one that is in use.
So nothing of the deck and of an open round is ever shown here: the seed is not revealed, and the round can only be
called off, as one whose cards nobody can open.
"""

from houseway.games.round.round import Round, Seat
from houseway.house.log.kinds import TableEvent
from houseway.house.tables.desk import TablePlan, TableServices
from houseway.house.tables.payloads import Withdrawn
from houseway.house.tables.settling import commit_next_deck
from houseway.house.tables.stakes import added_stakes, new_round, stake_postings
from houseway.house.tables.state import TableChange, TableState
from houseway.money import Cents
from houseway.values import changed


class Restored(TableChange, frozen=True, kw_only=True):
    """Another incarnation of the log begins: no deck that was committed to before it deals another card."""

    KIND = TableEvent.RESTORED
    PUBLIC = ()
    SENTENCE = "The log was restored: the deck is replaced."
    incarnation: str

    def fold(self, state: TableState, by: str) -> TableState:
        """There is no deck, and an open round is sealed."""
        if state.round is None or state.sealed is not None:
            return changed(state, deck=None)
        places = [state.seated[seat.number] for seat in state.round.seats]
        seats = [Seat(number=place.seat, wagers=place.wagers, player=place.player) for place in places]
        sealed = _stakes_of_decisions(state.round)
        return changed(state, deck=None, round=new_round(state.open_rules, seats), sealed=sealed, entry=None)


def _stakes_of_decisions(now: Round) -> dict[str, Cents]:
    """What players staked after the deal, by player."""
    added: dict[str, Cents] = {}
    for seat in now.seats:
        if more := added_stakes(now, seat.number):
            added[seat.player] = added.get(seat.player, 0) + more
    return added


def begin_again(plan: TablePlan, services: TableServices, *, incarnation: str) -> None:
    """Give wagers back and commit to another deck; an open round waits until it is called off."""
    state = plan.state
    if state.rules is None or (state.deck is None and state.round is None):
        return
    for seat, place in sorted(state.betting.items()):
        back = stake_postings(state.rules.name, place.player, -sum(place.wagers.values()))
        plan.add(Withdrawn(seat=seat), by=place.player, postings=back)
    plan.add(Restored(incarnation=incarnation))
    if plan.state.round is None:
        commit_next_deck(plan, services)
