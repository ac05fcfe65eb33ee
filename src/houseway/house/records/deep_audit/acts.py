"""The deep audit of acts: whether every act was allowed to the persons who did it, at the moment they did it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from houseway.errors import HousewayError
from houseway.house.jackpots.money_acts import OLDER_DEPOSIT
from houseway.house.jackpots.payloads import Awarded, Contributed, Deposited, WinRejected, WinVerified
from houseway.house.log.events import Event, Unreadable
from houseway.house.log.kinds import (
    CorrectionEvent,
    DrawerEvent,
    HouseEvent,
    JackpotEvent,
    SiteEvent,
    TableEvent,
    TrayEvent,
)
from houseway.house.log.ledger import cents
from houseway.house.log.log import Log
from houseway.house.log.names import (
    HOUSE,
    SESSIONS,
    SIGN_INS,
    SITE,
    SYSTEM,
    is_player_account,
    jackpot_name,
    table_name,
)
from houseway.house.log.payload import Payload
from houseway.house.office.catalogue import SYSTEM_RIGHTS, act_behind
from houseway.house.office.site import SITE_ACTS
from houseway.house.people.cage_acts import BUY_IN, CASH_OUT, PAY_CASH, TAKE_CASH
from houseway.house.people.drawer_acts import CLOSE_ANOTHERS
from houseway.house.people.payloads import BoughtIn, CashedOut, DrawerClosed, DrawerOpened
from houseway.house.people.person_payloads import PERSON_CHANGES, PIN_PAYLOADS, AccountMade, GuestAdded, PasswordSet
from houseway.house.people.rights import DEAL, SEAT_PLAYER, Right, Role
from houseway.house.people.roster import Roster
from houseway.house.people.single_person_totals import AmountsMovedAlone, amount_brought
from houseway.house.people.verifying import VERIFY
from houseway.house.records.deep_audit.older_rules import NEWER_KINDS, began_with_people, late_practice
from houseway.house.records.deep_audit.origins import Origin, require_origin
from houseway.house.records.deep_audit.people import (
    SessionsAudit,
    SignInsAudit,
    require_drawer,
    require_first_person,
    require_person_change,
    require_pin_step,
    require_player,
    require_receipt,
)
from houseway.house.records.deep_audit.step import RuleViolation
from houseway.house.tables.payloads import (
    Decided,
    Held,
    Joined,
    Left,
    SatOut,
    Valued,
    Verified,
    Wagered,
    Withdrawn,
)
from houseway.house.tables.round_corrections import CORRECT_ROUND
from houseway.money import Cents, parse_money

_SEAT: Final[Mapping[str, type[Joined | Left | SatOut | Wagered | Withdrawn | Decided | Valued]]] = {
    TableEvent.JOINED: Joined,
    TableEvent.LEFT: Left,
    TableEvent.SAT_OUT: SatOut,
    TableEvent.WAGERED: Wagered,
    TableEvent.WITHDRAWN: Withdrawn,
    TableEvent.DECIDED: Decided,
    TableEvent.VALUED: Valued,
}


_VERIFIED: Final[Mapping[str, type[Verified | WinVerified]]] = {
    TableEvent.VERIFIED: Verified,
    JackpotEvent.WIN_VERIFIED: WinVerified,
}
_OUTSIDE_WINS: Final[Mapping[str, type[WinVerified | WinRejected]]] = {
    JackpotEvent.WIN_VERIFIED: WinVerified,
    JackpotEvent.WIN_REJECTED: WinRejected,
}


@dataclass(frozen=True)
class _HeldWin:
    """A win that waits for two persons, and who has verified it."""

    involved: frozenset[str] = frozenset()  # those who entered the round, or are paid by it
    verified_by: tuple[str, ...] = ()

    @classmethod
    def of(cls, event: Event) -> "_HeldWin":
        """The held win of an event: of a table its last round, of a jackpot a win of an outside game."""
        if event.kind == JackpotEvent.AWARDED:
            return cls(frozenset({event.by, event.second, *(one.player for one in event.read(Awarded).awards)}))
        held = event.read(Held)
        return cls(frozenset({*held.entered_by, *(player for player, _ in held.awards)}))


_NOTHING_HELD: Final = _HeldWin()


class ActsAudit:
    """Everybody's rights, followed from event to event in the order of time; each event is checked against them.

    Events up to those in `before` are of a house before its two-person rules, and are only read.
    """

    def __init__(self, log: Log, before: Mapping[str, int]) -> None:
        self._log = log
        self._before = before
        self._has_people = began_with_people(log)  # from its first event on
        self._money_since = ""  # when the cage first moved any
        self._sign_ins = SignInsAudit()
        self._sessions = SessionsAudit()
        self._roster = Roster()
        self._seats: dict[tuple[str, int], str] = {}  # who sits where
        self._left: set[tuple[str, int]] = set()  # seats whose players have left since
        self._holds: dict[tuple[str, int], _HeldWin] = {}  # by stream, and of a jackpot the number of the award
        self._practice = False
        self._moved = AmountsMovedAlone()  # at jackpots

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the persons of an event."""
        if event.number <= self._before.get(event.stream, 0):
            if _follows_rules(event) or event.kind in NEWER_KINDS or event.stream == SIGN_INS:
                yield "it is said to be older than the rules that it follows"
        elif self.is_judged:
            yield from _problems(self._check, event)
        if event.kind == SiteEvent.PRACTICE and not self._is_believed(event):
            yield "the house was not new when it was declared one for practice"
        yield from _problems(self.fold, event)

    @property
    def is_judged(self) -> bool:
        """Whether there are persons whose rights count; a house with only guests is an experiment."""
        return self._has_people or self._roster.has_staff

    def fold(self, event: Event) -> None:
        """Update everybody's rights after an event, without checking it."""
        if event.kind == SiteEvent.PRACTICE and event.stream == SITE:
            if self._is_believed(event):
                self._practice = True
                self._roster.fold(event)
        elif event.stream in (HOUSE, SITE):
            self._money_since = self._money_since or (event.at if event.postings else "")
            self._roster.fold(event)
        elif event.kind in (JackpotEvent.DEPOSITED, JackpotEvent.CONTRIBUTED):
            self._moved.fold(event)
        elif event.kind == TableEvent.JOINED:
            joined = event.read(Joined)
            self._seats[event.stream, joined.seat] = joined.player
            self._left.discard((event.stream, joined.seat))
        elif event.kind == TableEvent.LEFT:
            self._left.add((event.stream, event.read(Left).seat))
        elif event.kind == TableEvent.CLOSED:
            self._left.update(place for place in self._seats if place[0] == event.stream)
        elif event.kind == TableEvent.HELD:
            self._holds[event.stream, 0] = _HeldWin.of(event)
        elif event.kind == JackpotEvent.AWARDED and event.by:
            self._holds[event.stream, event.number] = _HeldWin.of(event)
        elif event.kind in (TableEvent.VERIFIED, JackpotEvent.WIN_VERIFIED):
            held = self._held(event)
            self._holds[_place_of_win(event)] = replace(held, verified_by=(*held.verified_by, event.by))

    def _is_believed(self, declared: Event) -> bool:
        """Whether a house that was declared one for practice is one: it was new, and an administrator said so."""
        if declared.number <= self._before.get(SITE, 0):
            return True
        try:
            if self.is_judged:
                self._permit(declared, SITE_ACTS.acts["practice"].right)
        except HousewayError:
            return False
        return not late_practice(self._log, declared, self._money_since)

    def _check(self, event: Event) -> None:
        if event.stream == HOUSE and event.number == 1:
            require_first_person(event)
        elif event.stream == HOUSE and event.kind in PIN_PAYLOADS:
            require_pin_step(self._roster, event)
            self._check_act(event)
        elif event.stream == HOUSE and event.kind in PERSON_CHANGES:
            require_person_change(self._roster, event)
            self._check_person_change(event)
        elif event.stream == SIGN_INS:
            self._sign_ins.check(self._roster, event)
        elif event.stream == SESSIONS:
            require_origin(Origin(event, self._roster, self._practice))
            self._sessions.check(self._roster, event)
        elif event.stream == HOUSE and event.kind in (HouseEvent.BUY_IN, HouseEvent.CASH_OUT):
            self._check_cash(event)
        elif table_name(event.stream) and event.kind in _SEAT:
            self._check_seat(event)
        elif event.kind in (TableEvent.VERIFIED, JackpotEvent.WIN_VERIFIED):
            self._check_verified(event)
        elif event.kind == TrayEvent.SHORT and table_name(event.stream):
            self._check_short(event)
        elif event.kind == JackpotEvent.WIN_REJECTED:
            self._require_uninvolved(event, "rejected a win of their own")
            self._permit(event, _right_of(event))
        elif event.stream == HOUSE and event.kind in (DrawerEvent.OPENED, DrawerEvent.CLOSED):
            self._check_drawer(event)
        else:
            self._check_act(event)

    def _check_act(self, event: Event) -> None:
        """Whoever caused an event had the right to its act; an event that is not an act follows from another one."""
        act, right = act_behind(event.stream, event.kind), _other_right(event)
        if right is not None:
            self._permit(event, right)
        elif event.kind == JackpotEvent.DEPOSITED and not event.read(Deposited).slip:
            self._permit(event, OLDER_DEPOSIT.for_amount(self._together(event)))
        elif act is None or not act.right.roles or _follows_from_round(event):
            require_origin(Origin(event, self._roster, self._practice))
        elif not (act.may_be_seated and event.by in self._players_of(event.stream)):
            self._permit(event, act.right.for_amount(self._together(event)) if act.right.alone_up_to else act.right)

    def _players_of(self, stream: str) -> set[str]:
        """Who sits at a table."""
        return {player for place, player in self._seats.items() if place[0] == stream and place not in self._left}

    def _together(self, event: Event) -> Cents:
        """What an event brought into a jackpot, with what one person alone has recently brought."""
        before = 0 if self._practice else self._moved.amount(event.kind, event.stream, _moment(event))
        return -(-(before + amount_brought(event)) // cents(1))

    def _permit(self, event: Event, right: Right) -> None:
        if not event.by and self._practice:
            return  # the program itself does what staff do elsewhere
        self._roster.permit(right, event.by, event.second, _moment(event))

    def _check_person_change(self, event: Event) -> None:
        change, roster = event.read(PERSON_CHANGES[event.kind]), self._roster
        if isinstance(change, PasswordSet) and event.by == change.name:
            if (own := roster.persons.get(event.by)) is None or own.disabled:
                raise RuleViolation(f"{event.by} may not sign in, and set a password")
            return
        if isinstance(change, AccountMade):
            return  # a guest's own; `require_person_change` has looked at it
        if isinstance(change, GuestAdded) and change.roles != [Role.PLAYER]:
            raise RuleViolation("a guest has another role than to play")
        starting, right = len(roster.administrators()) <= 1 and not roster.moved_money, _right_of(event)
        if change.first_start and (roster.one_person or starting):
            roster.permit_first(right, event.by)
            return
        self._permit(event, right)

    def _check_cash(self, event: Event) -> None:
        if not event.by and self._practice:
            return
        cash: BoughtIn | CashedOut
        if event.kind == HouseEvent.BUY_IN:
            cash, usual, at_drawer = event.read(BoughtIn), BUY_IN, TAKE_CASH
        else:
            cash, usual, at_drawer = event.read(CashedOut), CASH_OUT, PAY_CASH
        at_table = isinstance(cash, BoughtIn) and bool(cash.table)
        right = usual if at_table or not self._roster.has_cashier else at_drawer
        amount = parse_money(cash.amount)
        if not self._practice:
            amount += self._roster.moved_alone(event.kind, cash.player, _moment(event))
        needed = right.for_amount(amount)
        if isinstance(cash, CashedOut) and require_receipt(self._roster, cash):
            self._check_word(event, cash, right, needed)
        else:
            self._permit(event, needed)
            if cash.player == cash.second:
                raise RuleViolation(f"{cash.player} moved their own money")
        if cash.player == event.by:
            raise RuleViolation(f"{event.by} moved their own money")
        require_player(self._roster, cash.player)
        if right is at_drawer and (cash.drawer != event.by or not self._roster.has_open_drawer(event.by)):
            raise RuleViolation("the cash went through no open drawer of the cashier")

    def _check_word(self, event: Event, cash: CashedOut, right: Right, needed: Right) -> None:
        """A registered player was paid with their own confirmation, or by two persons of the house."""
        if cash.second == cash.player:
            self._roster.require_own_passwords(cash.player)
            self._roster.require_word_of(cash.player, event.by)
            self._roster.permit(needed, event.by, "", _moment(event))
        elif self._roster.asks_for_word(cash.player):
            self._permit(event, replace(right, alone_up_to=0))
        else:
            self._permit(event, needed)

    def _check_drawer(self, event: Event) -> None:
        """The drawer is the cashier's own, or on closing, that of a cashier who may no longer act."""
        opens = event.kind == DrawerEvent.OPENED
        cashier = event.read(DrawerOpened).cashier if opens else event.read(DrawerClosed).cashier
        own = event.by == cashier and (self._roster.is_cashier(cashier) or self._roster.one_person)
        if own:
            self._permit(event, _right_of(event))
        elif opens or self._roster.is_cashier(cashier) or cashier in (event.by, event.second):
            raise RuleViolation(f"it is the drawer of {cashier}, who is not the cashier who acts")
        else:
            self._permit(event, CLOSE_ANOTHERS)
        require_drawer(self._roster, cashier, opens=opens)

    def _check_seat(self, event: Event) -> None:
        payload = event.read(_SEAT[event.kind])
        owner = getattr(payload, "player", "") or self._seats.get((event.stream, payload.seat), "")
        if event.kind == TableEvent.JOINED or event.by == owner:
            require_player(self._roster, owner)
        if not event.by and not _is_by_time(event, payload):
            raise RuleViolation("it does not say who acted")
        self._roster.require_own_passwords(event.by)
        if event.by in ("", owner) and event.kind != TableEvent.VALUED:
            return  # a player's own act, or what time or the program did
        if event.kind == TableEvent.VALUED and event.by != owner:
            raise RuleViolation(f"{event.by} gave the value of {owner}'s seat")
        if event.by != owner:
            self._roster.permit(SEAT_PLAYER, event.by, "", _moment(event))

    def _check_short(self, event: Event) -> None:
        self._require_uninvolved(event, "paid a short of a round of their own")
        self._permit(event, _right_of(event))

    def _held(self, event: Event) -> _HeldWin:
        """The win that an event verifies, pays or rejects."""
        return self._holds.get(_place_of_win(event), _NOTHING_HELD)

    def _require_uninvolved(self, event: Event, what: str) -> None:
        for person in {event.by, event.second} & self._held(event).involved - {""}:
            if not self._practice:
                raise RuleViolation(f"{person} {what}")

    def _check_verified(self, event: Event) -> None:
        held, verified = self._held(event), event.read(_VERIFIED[event.kind])
        person = verified.person
        self._require_uninvolved(event, "verified a round of their own")
        if person != event.by:
            raise RuleViolation(f"{event.by} verified it in the name of {person}")
        if not verified.last and not self._practice:
            self._roster.permit(DEAL, person, "", _moment(event))
        elif not self._practice:
            others = [one for one in held.verified_by if one != person] or [""]
            self._roster.permit(VERIFY, others[0], person, _moment(event))


def _place_of_win(event: Event) -> tuple[str, int]:
    """The key of the win that an event verifies, pays or rejects."""
    outside = _OUTSIDE_WINS.get(event.kind)
    return event.stream, event.read(outside).award if outside else 0


def _other_right(event: Event) -> Right | None:
    """The right to do what no act of the stream's catalogue does."""
    if event.kind == CorrectionEvent.AWARD and jackpot_name(event.stream):
        return CORRECT_ROUND.right
    return SYSTEM_RIGHTS.get(event.kind) if event.stream == SYSTEM else None


def _follows_from_round(event: Event) -> bool:
    """Whether an event follows without an act: a table deals, a round wins, another jackpot passes money on."""
    if event.kind == JackpotEvent.RECEIVED and jackpot_name(event.stream):
        return True
    if event.kind == JackpotEvent.AWARDED and jackpot_name(event.stream):
        return bool(event.read(Awarded).round)
    if event.kind == JackpotEvent.CONTRIBUTED and jackpot_name(event.stream):
        return not event.by and bool(event.read(Contributed).round)
    return event.kind == TableEvent.DEALT and not event.by


def _is_by_time(event: Event, payload: Payload) -> bool:
    """Whether nobody needs to act: the posted default, and wagers that go back as their jackpot was stopped."""
    if isinstance(payload, Decided):
        return payload.default
    return isinstance(payload, Wagered) and all(
        amount > 0 for account, amount in event.postings if is_player_account(account)
    )


def _right_of(event: Event) -> Right:
    """The right that an act of the catalogue needs."""
    act = act_behind(event.stream, event.kind)
    if act is None:
        raise RuleViolation("no act appends such an event")
    return act.right


def _follows_rules(event: Event) -> bool:
    """Whether an event about a person names a second one or the first start, as the two-person rules require."""
    change = event.read(PERSON_CHANGES[event.kind]) if event.kind in PERSON_CHANGES else None
    return change is not None and (change.first_start or bool(change.second))


def _moment(event: Event) -> datetime:
    return datetime.fromisoformat(event.at)


def _problems(look: Callable[[Event], None], event: Event) -> Iterator[str]:
    """Why an event is not allowed, or cannot be read: an event that bypassed the rules may lack anything."""
    try:
        look(event)
    except Unreadable:
        raise  # reported once, however many audits read it
    except HousewayError as problem:
        yield str(problem)
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        yield f"it cannot be read: {type(problem).__name__} {problem}"
