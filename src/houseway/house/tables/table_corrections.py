"""The acts of a table that correct what was entered, in the open round and in one that was settled."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from houseway.cards.card import Card
from houseway.house.log.aggregate import StreamAggregate
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.log import Appended, event_matching, personal_request
from houseway.house.log.texts import require_text
from houseway.house.tables import entry_corrections, round_corrections
from houseway.house.tables.payloads import EntryCorrected
from houseway.house.tables.settling import TablePlan, TableServices
from houseway.house.tables.state import TableState


class TableCorrections(StreamAggregate[TableState]):
    """A table's corrections, for the table to inherit."""

    _services: TableServices

    @abstractmethod
    def _permit(self, act: str, by: str, second: str = "") -> None:
        """Raise where these persons may not do this."""

    @abstractmethod
    def _do_what_is_due(self) -> None:
        """Do what is due now, so that what comes too late finds the posted default taken."""

    @property
    @abstractmethod
    def _is_one_person(self) -> bool:
        """Whether the house was declared a practice house of one person."""

    def correct_deal(
        self,
        hands: Mapping[int, Sequence[Card]],
        dealer: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        reason: str,
        by: str = "",
        request: str = "",
    ) -> Appended:
        """The deal that was entered last, once more as it should have been; only before anything depends on it."""
        act = partial(entry_corrections.correct_deal, hands=hands, dealer=dealer, board=board)
        return self._correct_entry(act, reason, by, request, lambda entry: bool(entry.deal))

    def correct_card(self, card: Card, *, reason: str, by: str = "", request: str = "") -> Appended:
        """The card of a real shoe that was entered last, as it should have been."""
        act = partial(entry_corrections.correct_card, card=card)
        return self._correct_entry(act, reason, by, request, lambda entry: entry.card == str(card))

    def correct_decision(self, seat: int, text: str, *, reason: str, by: str = "", request: str = "") -> Appended:
        """The decision that staff entered last for a player, as the player said it."""
        act = partial(entry_corrections.correct_decision, seat=seat, text=text)
        return self._correct_entry(act, reason, by, request, lambda entry: entry.seat == seat)

    def _correct_entry(
        self, act: Callable[..., None], reason: str, by: str, request: str, same: Callable[[EntryCorrected], bool]
    ) -> Appended:
        self._permit("correct entry", by)
        self._do_what_is_due()
        require_text(reason, field="reason")
        return self.perform(
            partial(act, services=self._services, reason=reason, by=by),
            personal_request(request, by),
            lambda event: event.kind == CorrectionEvent.ENTRY and same(event.read(EntryCorrected)),
        )

    def correct_round(
        self,
        number: int,
        record: object,
        *,
        reason: str,
        by: str,
        second: str = "",
        waive: bool = False,
        request: str = "",
    ) -> Appended:
        """Correct a settled round to the record as it should have been; two persons who had no hand in it do so.

        `waive`: what a player cannot give back is borne by the house; else the correction is refused.
        """
        self._permit("correct round", by, second)
        require_text(reason, field="reason")

        def act(plan: TablePlan) -> None:
            round_corrections.correct_round(
                plan,
                self._services,
                self.log,
                number,
                record,
                reason=reason,
                by=by,
                second=second,
                waive=waive,
                one_person=self._is_one_person,
            )

        def matcher(event: Event) -> bool:
            told = event_matching(CorrectionEvent.ROUND, round=number, reason=reason)(event)
            return told and round_corrections.is_correction_to(self.log, event, record)

        return self.perform(act, personal_request(request, by), matcher)
