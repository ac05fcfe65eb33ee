"""`houseway play`: a table in the terminal; every decision and every settlement goes through the game itself."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from houseway.cli.cards_in import CardSource
from houseway.cli.console import console
from houseway.cli.describe import show_games
from houseway.cli.show import show_settlement, show_view
from houseway.errors import HousewayError, InvalidInput
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.jackpot import UNITS_PER_CENT, Meter
from houseway.games.round import Round, Seat
from houseway.money import Cents, format_money, parse_money

LEAVE: Final = ("q", "quit", "leave")


class Left(Exception):  # not an error: the player leaves the table
    """The player leaves, or the input ends."""


def start_play(name: str | None, *, seats: int, bankroll: str, seed: str | None, options: Mapping[str, object]) -> None:
    """Choose a game if none is named, and play rounds until the player leaves."""
    if name is None:
        name = _choose_game()
        if name is None:
            return
    game = demonstration(name, options)
    if not 1 <= seats <= game.approval.table.seats:
        raise InvalidInput(f"must be 1 to {game.approval.table.seats}, not {seats}", field="--seats")
    table = Table(game, seats=seats, bankroll=parse_money(bankroll, field="--bankroll"), seed=seed)
    table.welcome()
    try:
        while table.play_round():
            pass
    except Left:
        table.goodbye()


def _choose_game() -> str | None:
    show_games(as_json=False)
    if not sys.stdin.isatty():
        console().print("\nWithout a terminal there is nobody to ask; `houseway play GAME` would deal the first round.")
        return None
    names = game_names()
    console().print("\n" + "\n".join(f"  {number}  {name}" for number, name in enumerate(names, start=1)))
    while True:
        try:
            answer = input("game (number or name, q to leave): ").strip()
        except EOFError:
            return None
        if answer in LEAVE:
            return None
        if answer in names:
            return answer
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        console().print(f"[red]{answer!r} is not one of them[/]")


class Table:
    """A table in the terminal: bankrolls, the last wagers, the cards and the jackpot's meter."""

    def __init__(self, game: Game, *, seats: int, bankroll: Cents, seed: str | None) -> None:
        self.game = game
        self.source = CardSource(game, seed)
        self.bankrolls = dict.fromkeys(range(1, seats + 1), bankroll)
        usual = game.approval.demonstration.stakes
        self.usual = {name: parse_money(stake) for name, stake in usual.items() if name in game.offered}
        required = {name: self.usual[name] for name in game.approval.required}
        self.wagers = {number: dict(required) for number in self.bankrolls}
        self.meter = self._first_meter()

    def _first_meter(self) -> Meter | None:
        wager = self.game.approval.jackpot
        given = dict(self.game.approval.demonstration.jackpot)
        if not wager or wager.name not in self.game.offered or not given:
            return None
        given.pop("increment")
        return Meter.parse(given)

    # ---- words

    def welcome(self) -> None:
        """What table this is."""
        console().print(f"[bold]{self.game.approval.title}[/]")
        defaults = self.game.approval.options
        on = [f"{name} {value}" for name, value in self.game.options.items() if value != defaults[name].default]
        console().print(f"[dim]options: {', '.join(on) or 'all at their defaults'}[/]")
        for notice in self.game.approval.notices:
            console().print(f"[dim]{notice}[/]")
        optional = [name for name in self.usual if name not in self.game.approval.required]
        console().print(
            "[dim]Wagers: Enter repeats the last ones; name=amount changes one, "
            "+name adds a usual stake, -name takes one off.[/]"
        )
        if optional:
            console().print(f"[dim]Optional wagers: {', '.join(optional)}. q leaves the table.[/]")

    def goodbye(self) -> None:
        """What is left."""
        left = ", ".join(f"seat {number} {format_money(cents)}" for number, cents in self.bankrolls.items())
        console().print(f"\nLeaving the table with {left}.")

    def ask(self, prompt: str) -> str:
        """A line of input; the end of the input leaves the table."""
        try:
            answer = input(prompt).strip()
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            console().print(answer)
        if answer.lower() in LEAVE:
            raise Left
        return answer

    # ---- a round

    def play_round(self) -> bool:
        """Wagers, deal, decisions, settlement; False when no seat can go on."""
        seats = [seat for number in self.bankrolls if (seat := self._place(number))]
        if not seats:
            console().print("Nobody can make the mandatory wagers any more.")
            self.goodbye()
            return False
        now = self.source.deal(self.game.place(seats, self._contributed(seats)))
        try:
            now = self._decisions(now)
        except Left:
            self._settle(now.voided("the player left the table"))
            raise
        self._settle(now)
        return True

    def _contributed(self, seats: list[Seat]) -> Meter | None:
        wager = self.game.approval.jackpot
        if self.meter is None or wager is None:
            return None
        percent = int(str(self.game.approval.demonstration.jackpot["increment"]).removesuffix("%"))
        if self.game.options[wager.option] == "house":
            percent = 0
        staked = sum(seat.wagers.get(wager.name, 0) for seat in seats)
        return replace(self.meter, contributed=staked * percent * UNITS_PER_CENT // 100)

    def _place(self, number: int) -> Seat | None:
        required = sum(min(self.usual[name], 100) for name in self.game.approval.required)
        if self.bankrolls[number] < required:
            return None
        while True:
            shown = ", ".join(f"{name} {format_money(stake)}" for name, stake in self.wagers[number].items())
            meter = f", jackpot {format_money(self.meter.meter // UNITS_PER_CENT)}" if self.meter else ""
            console().print(
                f"\n[bold]seat {number}[/]: bankroll {format_money(self.bankrolls[number])}{meter}; {shown}"
            )
            answer = self.ask("wagers: ")
            try:
                wagers = self._changed(self.wagers[number], answer)
                if sum(wagers.values()) > self.bankrolls[number]:
                    raise InvalidInput("that is more than the bankroll", field="wagers")
                seat = Seat(number=number, wagers=wagers)
                self.game.place([seat], self.meter)
            except HousewayError as problem:
                console().print(f"[red]{problem}[/]")
                continue
            self.wagers[number] = wagers
            return seat

    def _changed(self, wagers: Mapping[str, Cents], answer: str) -> dict[str, Cents]:
        new = dict(wagers)
        for word in answer.replace(",", " ").split():
            name, equals, amount = word.lstrip("+-").partition("=")
            if name not in self.game.approval.wagers:
                raise InvalidInput(f"there is no wager {name!r}", field="wagers")
            if word.startswith("-"):
                new.pop(name, None)
            else:
                new[name] = parse_money(amount, field=name) if equals else self.usual.get(name, 0)
        for name in self.game.approval.required:
            if other := self.game.approval.wagers[name].equals:
                new[name] = new.get(other, 0)
        return {name: new[name] for name in self.game.approval.placed if name in new}

    def _decisions(self, now: Round) -> Round:
        while not now.finished:
            if now.wants_card:
                now = self.source.draw(now)
                continue
            turn = now.turn
            if turn is None:
                break
            console().print()
            show_view(now.view(turn))
            now = self._decide(now, turn)
        return now

    def _decide(self, now: Round, turn: int) -> Round:
        choices = now.choices()
        console().print("  ".join(f"[bold]{number}[/] {choice}" for number, choice in enumerate(choices, start=1)))
        while True:
            answer = self.ask(f"seat {turn}: ")
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choices):
                chosen = choices[int(answer) - 1]
                if not chosen.complete:
                    console().print(f"type it with its amount or cards, such as: {chosen.example}")
                    continue
                answer = chosen.text
            try:
                after = now.decide(answer)
                if sum(after.stakes(after.seat(turn)).values()) > self.bankrolls[turn]:
                    raise InvalidInput("the bankroll is too small for that", field=answer)
            except HousewayError as problem:
                console().print(f"[red]{problem}[/]")
                continue
            return after

    def _settle(self, now: Round) -> None:
        settled = now.settlement()
        console().print()
        if now.finished:
            show_view(now.view(now.seats[0].number))
            console().print()
        show_settlement(settled.to_json())
        for seat in settled.seats:
            self.bankrolls[seat.seat] += seat.returned - seat.staked
        if self.meter and settled.jackpot:
            self.meter = replace(self.meter, meter=settled.jackpot.after, contributed=0)
