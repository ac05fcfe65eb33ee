"""Somebody's history: what each sitting won or lost, the purse after every round, days, and a rating of their play."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import groupby
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from houseway.money import Cents, format_money, parse_money
from houseway.web.coach.diary import Diary, Played, Weighed

PAUSE: Final = timedelta(minutes=30)  # without a round, after which a new sitting begins
SITTINGS: Final = 30
DAYS: Final = 30
POINTS: Final = 200  # of the curve
ENOUGH_HANDS: Final = 30  # for a rating


class Sitting(Struct, frozen=True, kw_only=True):
    """Rounds without a long pause between them: what they won or lost, and what the mistakes in them cost."""

    began: str
    ended: str
    games: list[str]
    rounds: int
    staked: str
    net: str
    mistakes: int
    cost: str


class PracticeDay(Struct, frozen=True, kw_only=True):
    """What was decided on a day, by the clock of Greenwich."""

    day: str
    decisions: int
    right: int
    cost: str


class Rating(Struct, frozen=True, kw_only=True):
    """What decisions lose per hand of a game beyond its house edge, in cents at your own stakes.

    `error` is the standard error. `share` is the loss as a part of the first wager. Below `needed` hands there is none.
    """

    game: str
    hands: int
    needed: int
    cents: float | None
    error: float | None
    share: float | None


class History(Struct, frozen=True, kw_only=True):
    """What somebody played: sittings, the newest first; the purse after each round; days; ratings by game."""

    rounds: int
    net: str
    curve: list[str]
    sittings: list[Sitting]
    days: list[PracticeDay]
    ratings: list[Rating]


def history_of(diary: Diary) -> History:
    """Somebody's history."""
    return History(
        rounds=len(diary.rounds),
        net=format_money(_sum(played.round.net for played in diary.rounds)),
        curve=[played.round.purse for played in _spread(diary.rounds)],
        sittings=_sittings(diary)[-SITTINGS:][::-1],
        days=[_day(day, list(rows)) for day, rows in groupby(diary.decisions, key=lambda one: one.at[:10])][-DAYS:],
        ratings=_ratings(diary),
    )


def _sum(amounts: Iterable[str]) -> Cents:
    return sum(
        -parse_money(text[1:], zero=True) if text[0] == "-" else parse_money(text, zero=True) for text in amounts
    )


def _spread(rounds: Sequence[Played]) -> Sequence[Played]:
    """Some of the rounds, evenly spread, and always the last one."""
    step = -(-len(rounds) // POINTS) or 1
    return rounds[::-1][::step][::-1]


def _sittings(diary: Diary) -> list[Sitting]:
    groups: list[list[Played]] = []
    for played in diary.rounds:
        if not groups or played.moment - groups[-1][-1].moment > PAUSE:
            groups.append([])
        groups[-1].append(played)
    mistakes: dict[str, list[Cents]] = {}  # what they cost, by round
    for one in diary.decisions:
        if not one.is_right:
            mistakes.setdefault(one.decision.round, []).append(one.cost)
    return [_sitting(group, mistakes) for group in groups]


def _sitting(group: Sequence[Played], mistakes: dict[str, list[Cents]]) -> Sitting:
    costs = [cost for played in group for cost in mistakes.get(played.round.round, ())]
    return Sitting(
        began=group[0].at,
        ended=group[-1].at,
        games=list(dict.fromkeys(played.round.game for played in group)),
        rounds=len(group),
        staked=format_money(_sum(played.round.staked for played in group)),
        net=format_money(_sum(played.round.net for played in group)),
        mistakes=len(costs),
        cost=format_money(sum(costs)),
    )


def _day(day: str, rows: Sequence[Weighed]) -> PracticeDay:
    cost = format_money(sum(one.cost for one in rows))
    return PracticeDay(day=day, decisions=len(rows), right=sum(one.is_right for one in rows), cost=cost)


def _ratings(diary: Diary) -> list[Rating]:
    """By game; a round without a decision of your own loses nothing, and one that nobody weighed is left out."""
    hands: dict[str, dict[str, tuple[Cents, float]]] = {}  # what each round lost in cents and wagers, by game
    for played in diary.rounds:
        if not played.round.decisions:
            hands.setdefault(played.round.game, {})[played.round.round] = (0, 0.0)
    for one in diary.decisions:
        rounds = hands.setdefault(one.decision.game, {})
        cost, loss = rounds.get(one.decision.round, (0, 0.0))
        rounds[one.decision.round] = (cost + one.cost, loss + float(one.decision.loss))
    return [_rating(game, list(rounds.values())) for game, rounds in sorted(hands.items())]


def _rating(game: str, hands: Sequence[tuple[Cents, float]]) -> Rating:
    count = len(hands)
    if count < ENOUGH_HANDS:
        return Rating(game=game, hands=count, needed=ENOUGH_HANDS, cents=None, error=None, share=None)
    costs = [cost for cost, _ in hands]
    return Rating(
        game=game,
        hands=count,
        needed=ENOUGH_HANDS,
        cents=round(fmean(costs), 2),
        error=round(stdev(costs) / count**0.5, 2),
        share=round(fmean(loss for _, loss in hands), 6),
    )
