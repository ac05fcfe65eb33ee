"""What the players and the staff of a simulated house want next."""

from functools import cache
from random import Random
from typing import Final

from msgspec.structs import replace

from houseway.cards.card import Card, card_texts, parse_cards
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.letter.offer import offer
from houseway.games.round.round import Round
from houseway.house.jackpots.money_acts import AdjustMeter, Deposit, Draw, EnterOutsideWagers
from houseway.house.jackpots.outside_wins import AwardOutsideWin, RejectOutsideWin, VerifyOutsideWin
from houseway.house.jackpots.terms_acts import StartJackpot, StopJackpot
from houseway.house.log.kinds import TableEvent
from houseway.house.log.names import table_stream
from houseway.house.people.act import ActInput
from houseway.house.people.act_fields import Deal
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.payloads import Opened
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.round_corrections import CorrectRound
from houseway.house.tables.seat_acts import GiveValue, Join, Leave, SitOut
from houseway.house.tables.shuffle import remaining_cards
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, ReportController, StartDeal, VoidRound
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from simulated_house.checks import LogWatcher
from simulated_house.servers import Request

STAFF: Final = ("dee", "sid", "sue")
OUTSIDE: Final = "match-the-dealer-blackjack"  # a game outside that shares every meter
WINNERS: Final = ("2h 3h 4h 5h 6h 7h 8h", "Ac Kc Qc Jc Tc Kd Qd", "8d 9d Td Jd Jo 6d 7d")  # 100%, 50% and 25%


def wins_by_own_cards(game: Game) -> bool:
    """Whether a seat's seven cards alone win the jackpot, so that `WINNERS` can be dealt to it."""
    return game.approval.jackpot is not None and game.approval.table.player_cards == len(WINNERS[0].split())


@cache
def winnable_games() -> tuple[str, ...]:
    """The games whose jackpot the simulator lets players win far more often than nature does."""
    return tuple(name for name in game_names() if wins_by_own_cards(demonstration(name, {})))


class SimulatedPeople:
    """Players at their seats, and staff who may be anywhere; while there is `trouble`, all that can go wrong does."""

    def __init__(
        self, chance: Random, watch: LogWatcher, names: list[str], players: dict[str, tuple[str, int]]
    ) -> None:
        self.trouble = True
        self.requests = 0
        self._chance = chance
        self._watch = watch
        self._names = names
        self._players = players

    def new_request(self, sender: str) -> Request | None:
        """What somebody asks next, if anything."""
        request = self.of_staff(sender) if sender in STAFF else self.of_player(sender)
        self.requests += request is not None
        return request

    def _request(self, sender: str, table: str, asked: ActInput, *, by: str = "", second: str = "") -> Request:
        number = f"{sender}/{self.requests}"
        return Request(id=number, sender=sender, table=table, asked=asked, by=by, second=second)

    # ---- players

    def of_player(self, player: str) -> Request | None:
        """What a player asks next, as things stand at the table."""
        name, seat = self._players[player]
        state = self._watch.state(name)
        place = state.seated.get(seat)
        if place is None or place.has_left:
            return self._request(player, name, Join(seat=seat, player=player)) if self.trouble else None
        drawn = self._chance.random()
        if self.trouble and drawn < 0.03:
            return self._request(player, name, Leave(seat=seat))
        if self.trouble and drawn < 0.06:
            return self._request(player, name, self._chance.choice([SitOut(seat=seat), Withdraw(seat=seat)]))
        if self.trouble and drawn < 0.10:
            return self._request(player, name, GiveValue(seat=seat, value=f"value {drawn}"))
        return self._play_request(player, name, seat, state)

    def _play_request(self, player: str, name: str, seat: int, state: TableState) -> Request | None:
        person = HousePlayer(self._chance.getrandbits(64))
        if state.phase == Phase.WAGERS and self.trouble:
            wagers = person.wagers(state.open_rules)
            wager = Wager(seat=seat, wagers=wagers, round=self._meant(state.rounds + 1))
            return self._request(player, name, wager)
        if state.phase == Phase.DECISIONS:
            now = open_round(state)
            if now.turn == seat or self._chance.random() < 0.1:
                text = person.decision(now, state.open_rules.defaults)
                decide = Decide(seat=seat, decision=text, round=self._meant(state.rounds))
                return self._request(player, name, decide)
        return None

    def _meant(self, number: int) -> int:
        """Most players say which round they mean, so that a late message is refused."""
        return number if self._chance.random() < 0.8 else 0

    # ---- staff

    def of_staff(self, person: str) -> Request | None:
        """What a dealer or supervisor does next: mostly where somebody waits for the staff, else at any table."""
        waiting = [name for name in self._names if _waits_for_staff(self._watch.state(name))]
        busy = waiting and self._chance.random() < 0.8
        name = self._chance.choice(waiting if busy else self._names)
        state = self._watch.state(name)
        if state.phase == Phase.HELD:
            return self._request(person, name, VerifyWin(), by=person)
        if self._chance.random() < 0.5 and (outside := self._look_at_outside_win(person)):
            return outside
        if state.phase == Phase.CLOSED:
            return self._reopen(person, name)
        rules = state.open_rules
        if self.trouble and rules.jackpot and self._chance.random() < 0.1:
            return self._outside(person, rules, rules.jackpot.name)
        if self.trouble and state.finished and rules.cards != "shuffle" and self._chance.random() < 0.5:
            return self._correct(person, name, state)
        if state.phase == Phase.CARDS and state.round is not None:
            return self._enter(person, name, state.round)
        if state.phase == Phase.WAGERS and rules.dealer == "person" and state.betting:
            return self._request(person, name, StartDeal(), by=person)
        if rules.jackpot and not state.controller:
            return self._request(person, name, ReportController(state="back"), by=person)
        return self._trouble(person, name, state) if self.trouble else None

    def _reopen(self, person: str, name: str) -> Request | None:
        opened = self._watch.log.last(table_stream(name), TableEvent.OPENED)
        if not self.trouble or opened is None:
            return None
        rules = TableRules.from_json(opened.read(Opened).rules)
        return self._request(person, name, OpenTable(rules=rules, day="later"))

    def _trouble(self, person: str, name: str, state: TableState) -> Request | None:
        """Voids, lost controllers, adjustments, deposits, stops, tables that are closed."""
        drawn = self._chance.random()
        terms = state.open_rules.jackpot
        if drawn < 0.15:
            return self._request(person, name, VoidRound(reason="misdeal"), by=person)
        if drawn < 0.25:
            return self._request(person, name, CloseTable(), by=person)
        if terms is None:
            return None
        if drawn < 0.40:
            return self._request(person, name, ReportController(state="lost"), by=person)
        if drawn < 0.55:
            amount = self._chance.randint(-1000, 1000) or 1
            adjustment = AdjustMeter(reason="malfunction", amount=amount, note="drawn")
            return self._request(person, terms.name, adjustment, by=person, second="ada")
        if drawn < 0.65:
            act = self._chance.choice([Deposit, Deposit, Draw])
            return self._request(person, terms.name, act(amount=self._chance.randint(1, 10_000), slip="S-1"))
        if drawn < 0.70:
            return self._request(person, terms.name, StopJackpot(cause="drawn"), by=person)
        if drawn < 0.80:
            return self._request(person, terms.name, StartJackpot(), by=person)
        return None

    def _outside(self, person: str, rules: TableRules, jackpot: str) -> Request:
        """Wagers and wins of the game outside; those that take no cards to win are as frequent as wagers."""
        wager = rules.chosen.approval.jackpot
        lines = [line.name for line in offer(rules.chosen, wager).shares] if wager else []
        if not lines or self._chance.random() < 0.3:
            wagers = EnterOutsideWagers(game=OUTSIDE, wagers=100 * self._chance.randint(1, 20))
            return self._request(person, jackpot, wagers, by=person)
        line = self._chance.choice(lines)
        win = AwardOutsideWin(game=OUTSIDE, line=line, won_as=rules.chosen, player="Pat")
        return self._request(person, jackpot, win, by=person, second="ada")

    def _look_at_outside_win(self, person: str) -> Request | None:
        """Verify a win outside that waits, or now and then reject it."""
        for jackpot, waiting in self._watch.held.items():
            for held in waiting.values():
                if person in (*held.entered_by, *held.verified):
                    continue
                if self.trouble and self._chance.random() < 0.2:
                    reject = RejectOutsideWin(reason="a misread hand", award=held.award)
                    return self._request(person, jackpot, reject, by="cam", second=person)
                return self._request(person, jackpot, VerifyOutsideWin(award=held.award), by=person)
        return None

    def _correct(self, person: str, name: str, state: TableState) -> Request | None:
        """The last round, with another hand for one of its seats; two who entered nothing correct it."""
        finished, rules = state.finished, state.open_rules
        if finished is None or finished.void:
            return None
        rows = finished.record.seats
        row = self._chance.choice(rows)
        others = [*finished.record.dealer, *(card for one in rows if one is not row for card in one.cards)]
        out = parse_cards([*others, *(finished.record.draws or ())])
        rest = list(remaining_cards(rules.chosen, out))
        self._chance.shuffle(rest)
        lucky = [cards for text in WINNERS if not set(cards := parse_cards(text.split())) & set(out)]
        wins = wins_by_own_cards(rules.chosen) and lucky and self._chance.random() < 0.5
        hand = lucky[0] if wins else rest[: len(row.cards)]
        seats = [replace(one, cards=card_texts(hand)) if one is row else one for one in rows]
        record = replace(finished.record, seats=seats).to_json()
        correction = CorrectRound(round=finished.round, record=record, reason="mistyped")
        return self._request(person, name, correction, by="ada", second="bob")

    def _enter(self, person: str, name: str, now: Round) -> Request:
        """The next cards of a real shoe; winning hands are far more frequent than nature has them."""
        rest = list(remaining_cards(now.game, now.cards_out))
        self._chance.shuffle(rest)
        if now.dealt:
            return self._request(person, name, EnterCards(cards=(rest[0],)), by=person)
        hands: dict[int, tuple[Card, ...]] = {}
        spec = now.game.approval.table
        lucky = self._chance.sample(WINNERS, len(WINNERS)) if wins_by_own_cards(now.game) else []
        for seat in now.seats:
            hand = parse_cards(lucky.pop().split()) if lucky and self._chance.random() < 0.6 else tuple(rest[:7])
            hands[seat.number] = hand[: spec.player_cards]
            rest = [card for card in rest if card not in hand]
            lucky = [other for other in lucky if not set(parse_cards(other.split())) - set(rest)]
        dealer = tuple(rest[: spec.dealer_cards + spec.dealer_extra])
        return self._request(person, name, EnterCards(deal=Deal(hands=hands, dealer=dealer)), by=person)


def _waits_for_staff(state: TableState) -> bool:
    """Whether the round stands still until a dealer or supervisor acts."""
    if state.phase in (Phase.HELD, Phase.CARDS):
        return True
    return state.phase == Phase.WAGERS and state.open_rules.dealer == "person" and bool(state.betting)
