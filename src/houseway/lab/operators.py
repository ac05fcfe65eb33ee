"""Questions of an operator: the earnings of a table, and the cost of promotions there.

The command line takes stakes and jackpot from a table sheet; Python names them.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.errors import InvalidInput, did_you_mean, shown
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.lab.arguments import GameOrStudy, by_wager, chosen_game, whole
from houseway.lab.mix import Mix, Terms, sample_size
from houseway.lab.shards import Progress, Threads, silent
from houseway.money import Cents, parse_money

if TYPE_CHECKING:
    from houseway.games.pricing.result import MainResult
    from houseway.lab.earnings import Covariances, Earnings, JackpotMoney, Table
    from houseway.lab.promotions import Coupon, Rebate

_SHARE: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,15})?%?", re.ASCII)


def earnings(
    name: GameOrStudy,
    *,
    bet: object,
    bonuses: Mapping[str, object] | Sequence[str] = (),
    take_up: Mapping[str, object] | Sequence[str] = (),
    seats: float,
    rounds_per_hour: float = 60,
    hours: float = 8,
    jackpot: "JackpotMoney | None" = None,
    rebates: Sequence[str] = (),
    match_play: object = None,
    free_play: object = None,
    sample: float | str | None = None,
    seed: int | str | None = None,
    everything_on: bool = True,
    threads: int | None = None,
    progress: Progress = silent,
    **options: object,
) -> "Earnings":
    """What a table earns by theory, with bands, and what promotions cost; stakes in dollars at every seat.

    `take_up` says how many of the seats make each bonus wager; those that are left out are made by nobody. A rebate is
    a text such as `10%@500`: of the loss above $500 after `hours`. With `sample`, that many rounds are simulated
    to see how wagers and seats vary together, and every band is also given as expected with that.

    Example: houseway.earnings("premium-holdem", bet=10, bonuses={"player-bonus": 5}, take_up={"player-bonus": "40%"},
    seats=5).win
    """
    from houseway.lab.analyze import analyze_game
    from houseway.lab.earnings import JackpotMoney, Table, check_table
    from houseway.lab.earnings import earnings as table_earnings
    from houseway.lab.simulate import seed_number

    chosen = chosen_game(name, options, everything_on=everything_on)
    stakes = {wager: parse_money(stake, field=f"bonus {wager}") for wager, stake in by_wager(bonuses, "bonus").items()}
    _check_known(chosen, stakes, "bonus")
    table = Table(
        game=chosen,
        seats=whole(seats, "seats"),
        rounds_per_hour=whole(rounds_per_hour, "rounds_per_hour"),
        hours=hours,
        bet=parse_money(bet, field="bet"),
        bonuses=stakes,
        take_up=_take_up(stakes, take_up),
        jackpot=jackpot or JackpotMoney(),
    )
    check_table(table)
    if seed is not None and sample is None:
        raise InvalidInput("is of the simulated rounds: it needs a sample, such as 1e7", field="seed")
    tried = None if sample is None else sample_size(sample)
    run, asked = Threads(threads, progress), [parse_rebate(text) for text in rebates]
    analysis = analyze_game(chosen, run)
    coupons = _coupons(analysis.main, match_play, free_play)
    together = None if tried is None else _covariances(table, run, tried, seed_number(1 if seed is None else seed))
    return table_earnings(table, analysis, coupons, _rebates(table, run, asked), together)


def _check_known(game: Game, wagers: Mapping[str, object], field: str) -> None:
    """Refuse bonus wagers that the game does not offer."""
    known = [name for name in game.approval.placed if name in game.offered and _is_bonus(game, name)]
    for name in wagers:
        if name not in known:
            near = did_you_mean(name, known)
            raise InvalidInput(f"is not one of {', '.join(known) or 'none'}{near}", field=f"{field} {name}")


def _is_bonus(game: Game, name: str) -> bool:
    return game.approval.wagers[name].role in ("bonus", "jackpot")


def _take_up(stakes: Mapping[str, Cents], given: Mapping[str, object] | Sequence[str]) -> dict[str, Fraction]:
    """The share of seats that make each bonus wager, which must have a stake; a part of a name is enough."""
    shares: dict[str, Fraction] = {}
    for text, value in by_wager(given, "take_up").items():
        names = [text] if text in stakes else [name for name in stakes if name.startswith(text)]
        if len(names) != 1:
            known = ", ".join(stakes) or "none"
            raise InvalidInput(f"is not one of {known}{did_you_mean(text, stakes)}", field=f"take_up {text}")
        if names[0] in shares:
            raise InvalidInput("is given twice", field=f"take_up {names[0]}")
        shares[names[0]] = share_of(value, f"take_up {names[0]}")
    return shares


def share_of(value: object, field: str) -> Fraction:
    """A share from 0 to 1: `40%`, or 0.4."""
    text = str(value).strip()
    if not _SHARE.fullmatch(text):
        raise InvalidInput(f"must be a share such as 40%, not {shown(value)}", field=field)
    share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 <= share <= 1:
        raise InvalidInput(f"must be 0% to 100%, not {shown(value)}", field=field)
    return share


def parse_rebate(text: str) -> tuple[Fraction, Cents]:
    """`10%@500` as a rate and a threshold in cents; without a threshold it starts with the first dollar."""
    rate, at, threshold = text.partition("@")
    return share_of(rate, "rebate"), parse_money(threshold.strip(), field="rebate", zero=True) if at else 0


def _coupons(main: "MainResult", match: object, free: object) -> "list[Coupon]":
    from houseway.lab.promotions import free_play, match_play

    coupons = []
    if match is not None:
        coupons.append(match_play(main, parse_money(match, field="match_play")))
    if free is not None:
        coupons.append(free_play(main, parse_money(free, field="free_play")))
    return coupons


def _covariances(table: "Table", run: Runner, sample: int, seed: int) -> "Covariances":
    """How the wagers of the table go together: counted where the game can do that, otherwise simulated."""
    from houseway.games.simulation.simulation import MAIN
    from houseway.lab.earnings import Covariances
    from houseway.lab.risk import between_seats, outcomes_together, within_seat
    from houseway.lab.simulate import prepare

    mix = Mix(
        game=table.game,
        stakes={MAIN: table.bet, **table.bonuses},
        bankroll=table.bet,
        rounds=1,
        seats=table.seats,
        terms=Terms(prizes={}),
    )
    simulation = prepare(table.game, "", 2, lambda: run)
    together = outcomes_together(mix, simulation, run, sample=sample, seed=seed)
    return Covariances(within_seat=within_seat(together), between_seats=between_seats(together), rounds=sample)


def _rebates(table: "Table", run: Runner, asked: Sequence[tuple[Fraction, Cents]]) -> "list[Rebate]":
    from houseway.lab.distribution import main_nets
    from houseway.lab.promotions import loss_rebate

    if not asked:
        return []
    nets, rounds = main_nets(table.game, run), max(1, round(table.hours * table.rounds_per_hour))
    return [
        loss_rebate(nets, stake=table.bet, rounds=rounds, rate=rate, threshold=threshold) for rate, threshold in asked
    ]
