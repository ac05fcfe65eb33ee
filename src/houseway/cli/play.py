"""`houseway play`: seats at a live table of the house, whose log is in memory, played in the terminal."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from houseway.cli.coach import show_advice
from houseway.cli.console import console, marks_text
from houseway.cli.describe import show_games
from houseway.cli.options import game_or_study
from houseway.cli.show import choice_text, show_limited, show_settlement, show_view
from houseway.errors import HousewayError, InvalidInput
from houseway.games import game_names
from houseway.games.game import Game
from houseway.games.round.record import replay
from houseway.house.log.ledger import NotEnoughFunds
from houseway.house.tables.demonstration import demonstration_table
from houseway.house.tables.staff_acts import StartDeal, VoidRound
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.view import table_view
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from houseway.money import Cents, format_money, parse_money

LEAVE: Final = ("q", "quit", "leave")


class Left(Exception):  # not an error: the player leaves the table
    """The player leaves, or the input ends."""


def start_play(
    name: str | None,
    *,
    study: Path | None = None,
    seats: int,
    bankroll: str,
    seed: str | None,
    options: list[str] | None = None,
    coach: bool = False,
) -> None:
    """Choose a game if neither it nor a study is named, and play rounds until the player leaves."""
    if name is None and study is None:
        name = _choose_game()
        if name is None:
            return
    game = game_or_study(name, study, options, everything_on=True)
    if not 1 <= seats <= game.approval.table.seats:
        raise InvalidInput(f"must be 1 to {game.approval.table.seats}, not {seats}", field="--seats")
    table = Sitting(game, seats=seats, bankroll=parse_money(bankroll, field="--bankroll"), seed=seed, coach=coach)
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


class Sitting:
    """Somebody at the terminal who plays some seats of a table, each with a bankroll of its own."""

    def __init__(self, game: Game, *, seats: int, bankroll: Cents, seed: str | None, coach: bool = False) -> None:
        self.game = game
        self.coach = coach
        self.table = demonstration_table(game, seats=seats, bankroll=bankroll, seed=seed)
        usual = game.approval.demonstration.stakes
        self.usual = {name: parse_money(stake) for name, stake in usual.items() if name in game.offered}
        required = {name: self.usual[name] for name in game.approval.required}
        self.wagers = {seat: dict(required) for seat in self.table.state.seated}

    def bankroll(self, seat: int) -> Cents:
        """What a seat has left."""
        return self.table.purse(seat)

    # ---- words

    def welcome(self) -> None:
        """What table this is."""
        console().print(f"[bold]{self.game.approval.title}[/]{marks_text(self.game.marks)}")
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
        for seat in self._wagered():
            self.table.do(Withdraw(seat=seat))
        left = ", ".join(f"seat {seat} {format_money(self.bankroll(seat))}" for seat in self.wagers)
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
        """Wagers, deal, decisions, settlement; False when no seat can continue."""
        for seat in self.wagers:
            self._place(seat)
        if not self._wagered():
            console().print("Nobody can make the mandatory wagers any more.")
            self.goodbye()
            return False
        self.table.do(StartDeal())
        try:
            while self.table.state.phase == Phase.DECISIONS:
                self._decide()
        except Left:
            self.table.do(VoidRound(reason="the player left the table"))
            self._show_end()
            raise
        self._show_end()
        return True

    def _wagered(self) -> list[int]:
        """The seats with wagers on the layout and no round open."""
        state = self.table.state
        return list(state.betting) if state.phase == Phase.WAGERS else []

    def _place(self, seat: int) -> None:
        required = sum(min(self.usual[name], 100) for name in self.game.approval.required)
        if self.bankroll(seat) < required:
            return
        while True:
            shown = ", ".join(f"{name} {format_money(stake)}" for name, stake in self.wagers[seat].items())
            jackpot = table_view(self.table).jackpot
            meter = f", jackpot {jackpot.amount}" if jackpot else ""
            console().print(f"\n[bold]seat {seat}[/]: bankroll {format_money(self.bankroll(seat))}{meter}; {shown}")
            answer = self.ask("wagers: ")
            try:
                wagers = self._changed(self.wagers[seat], answer)
                self.table.do(Wager(seat=seat, wagers=wagers))
            except NotEnoughFunds:
                console().print("[red]wagers: that is more than the bankroll[/]")
            except HousewayError as problem:
                console().print(f"[red]{problem}[/]")
            else:
                self.wagers[seat] = wagers
                return

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

    def _decide(self) -> None:
        turn = open_round(self.table.state).turn or 0
        view = table_view(self.table, turn)
        choices = view.choices
        console().print()
        show_view(view, turn)
        if self.coach:
            self._advise()
        named = enumerate(map(choice_text, choices), start=1)
        console().print("  ".join(f"[bold]{number}[/] {text}" for number, text in named))
        while True:
            answer = self.ask(f"seat {turn}: ")
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choices):
                chosen = choices[int(answer) - 1]
                if chosen.most or chosen.cards:
                    example = f"{chosen.decision} {chosen.most or 'Ah Kd'}"
                    console().print(f"type it with its amount or cards, such as: {example}")
                    continue
                answer = chosen.decision
            try:
                self.table.do(Decide(seat=turn, decision=answer))
            except NotEnoughFunds:
                console().print(f"[red]{answer}: the bankroll is too small for that[/]")
            except HousewayError as problem:
                console().print(f"[red]{problem}[/]")
            else:
                return

    def _advise(self) -> None:
        """What the coach says; a game without an analysis has none."""
        try:
            show_advice(open_round(self.table.state))
        except HousewayError as problem:
            console().print(f"[dim]no advice: {problem}[/]")

    def _show_end(self) -> None:
        """Print the house's record of the round."""
        end = self.table.state.finished
        if end is None:
            return
        console().print()
        played = replay(end.record, self.game)
        if played.finished:
            seat = played.seats[0].number
            show_view(played.seen_by(seat), seat)
            console().print()
        show_settlement(end.settlement)
        show_limited(end.limited)
