"""Check a sheet's money against letter and law: chips, limits, number of games, aggregates, the reserve."""

import itertools
from collections.abc import Iterator, Mapping

from houseway.errors import HousewayError
from houseway.games.letter.offer import Offer, offers
from houseway.games.letter.paytable import Pay
from houseway.games.round.round import Seat
from houseway.house.sheets.policy import effective_maximum, games_of, highest_multiple
from houseway.house.sheets.refusal import COMPACT, Case, Refusal
from houseway.house.sheets.sheet import VERIFY_ABOVE, Limit
from houseway.money import Cents, format_money


def check_money(case: Case) -> Iterator[Refusal]:
    """All refusals about amounts, except the jackpot's own terms."""
    yield from _chip(case)
    for name in _limited_wagers(case):
        yield from _limit(case, name)
    for name, limit in case.sheet.limits.items():
        yield from _follows(case, name, limit)
    yield from _playable(case)
    if case.commercial:
        yield from _games(case)
        yield from _aggregates(case)
        yield from _reserve(case)
    yield from _verified(case)


def _limited_wagers(case: Case) -> list[str]:
    """The wagers that have limits of their own: offered, not fixed by a jackpot, not equal to another."""
    wagers = case.approval.wagers
    return [
        name
        for name in case.approval.placed
        if name in case.game.offered and wagers[name].role != "jackpot" and not wagers[name].equals
    ]


def _chip(case: Case) -> Iterator[Refusal]:
    right = "Say the smallest chip that is wagered."
    yield from case.missing("limits.chip", right=right, clause=case.approval.operation.limits)


def wager_limit(case: Case) -> tuple[Cents, str]:
    """The highest single wager, and the law that sets it; 0 for a compact that is not stated."""
    if case.commercial:
        return case.policy.wager_limit, case.policy.law("wager-limit")
    return case.sheet.compact.wager_limit, COMPACT


def _limit(case: Case, name: str) -> Iterator[Refusal]:
    clause = case.approval.operation.limits
    fields = [f"limits.{name}.{key}" for key in ("minimum", "maximum", "step")]
    missing = list(case.missing(*fields, right=f"State the limits of {name}.", clause=clause))
    yield from missing
    limit, chip = case.sheet.limits.get(name), case.sheet.chip
    if missing or limit is None:
        return
    if limit.minimum > limit.maximum:
        reason = f"{format_money(limit.minimum)} is above the maximum of {format_money(limit.maximum)}"
        yield case.refuse(fields[0], reason, "The minimum is at most the maximum.", clause=clause)
    for field, amount in zip(fields[:2], (limit.minimum, limit.maximum), strict=True):
        if amount % limit.step:
            reason = f"{format_money(amount)} is no multiple of the step of {format_money(limit.step)}"
            yield case.refuse(field, reason, "Limits are whole steps.", clause=clause)
    if chip and limit.step % chip:
        reason = f"{format_money(limit.step)} cannot be laid in chips of {format_money(chip)}"
        yield case.refuse(fields[2], reason, "A step is a whole number of chips.", clause=clause)
    yield from _highest(case, name, limit)


def _highest(case: Case, name: str, limit: Limit) -> Iterator[Refusal]:
    """No wager that follows from the highest one is above what the law allows a single wager."""
    most, law = wager_limit(case)
    if not most:
        return
    times, unit = highest_multiple(case.approval, name), case.sheet.chip or 1
    if limit.maximum * times > most:
        product = f"{times} x {format_money(limit.maximum)}" if times > 1 else format_money(limit.maximum)
        reason = f"{product} is above {format_money(most)} for a single wager"
        right = f"At most {format_money(effective_maximum(case.approval, name, most, unit))}."
        clause = case.approval.operation.limits
        yield case.refuse(f"limits.{name}.maximum", reason, right, clause=clause, law=law)


def _follows(case: Case, name: str, limit: Limit) -> Iterator[Refusal]:
    """Limits of a wager that is not offered, or of one that equals another."""
    clause = case.approval.operation.limits
    if name not in case.game.offered:
        yield case.refuse(f"limits.{name}", "the wager is not offered", "Leave it out.", clause=clause)
    equals = case.approval.wagers[name].equals
    other = case.sheet.limits.get(equals)
    if other and (limit.minimum, limit.maximum, limit.step) != (other.minimum, other.maximum, other.step):
        reason = f"the wager equals the {equals}, its limits do not"
        yield case.refuse(f"limits.{name}", reason, f"Leave them out, or repeat those of {equals}.", clause=clause)


def _playable(case: Case) -> Iterator[Refusal]:
    """Check that every bonus is possible at the lowest amounts; the letter may demand that some wager is small."""
    wagers = case.approval.wagers
    least = {name: case.minimum(name) for name in case.approval.placed if name in case.game.offered}
    least = {name: amount for name, amount in least.items() if wagers[name].role != "jackpot"}
    required = [name for name in least if wagers[name].required]
    bonuses = [name for name in least if wagers[name].role == "bonus"]
    if not all(least.values()):
        return
    for bonus in bonuses:
        others = [name for name in bonuses if name != bonus]
        beside = [some for count in range(len(others) + 1) for some in itertools.combinations(others, count)]
        tries = [_problem(case, {name: least[name] for name in (*required, bonus, *some)}) for some in beside]
        at_all = [_problem(case, dict.fromkeys((*required, bonus, *some), 1)) for some in beside]
        if all(tries) and not all(at_all):
            right = "Choose minimums at which a seat can make it."
            reason = f"nobody can make the wager: {tries[0]}"
            yield case.refuse(f"limits.{bonus}.minimum", reason, right, clause=case.approval.operation.limits)


def _problem(case: Case, wagers: Mapping[str, Cents]) -> str:
    """Why the game does not take these wagers of a seat; empty where it does."""
    seat = Seat(number=1, wagers=wagers)
    try:
        case.game.round_type(game=case.game, seats=(seat,)).verified()
    except HousewayError as problem:
        return problem.reason
    return ""


# ---- how many games, and for how much


def _games(case: Case) -> Iterator[Refusal]:
    games, policy = games_of(case.approval, case.game.offered), case.policy
    offered, above, count = (policy.figure("games", key) for key in ("offered", "above", "count-above"))
    clause, law = case.approval.operation.limits, policy.law("games")
    if len(games) > offered:
        reason = f"{len(games)} games are offered with one hand"
        yield case.refuse("options", reason, f"At most {offered}: turn a bonus off.", clause=clause, law=law)
    large = [" and ".join(game) for game in games if max(map(case.maximum, game)) > above]
    if len(large) > count:
        reason = f"{len(large)} games take more than {format_money(above)}: {', '.join(large)}"
        right = f"At most {count} may; the maximum of the others is {format_money(above)}."
        yield case.refuse("limits", reason, right, clause=clause, law=law)


# ---- what odds can cost


def _top_odds(offer: Offer) -> Pay | None:
    odds = [line.pay for line in offer.lines if line.pay.kind in ("to", "for")]
    return max(odds, key=lambda pay: pay.times, default=None)


def _aggregates(case: Case) -> Iterator[Refusal]:
    by_wager = {one.wager.name: one for one in offers(case.game)}
    law, least_odds = case.policy.law("aggregate"), case.policy.figure("aggregate", "odds")
    for name, limit in case.sheet.limits.items():
        if not limit.aggregate or name not in case.game.offered:
            continue
        top = _top_odds(by_wager[name]) if name in by_wager else None
        field = f"limits.{name}.aggregate"
        if top is None or top.times < least_odds:
            best = top.text if top else "even money"
            reason = f"the wager pays at most {best}"
            yield case.refuse(field, reason, f"No aggregate limit where the odds are below {least_odds} to 1.", law=law)
            continue
        least = case.maximum(name) * least_odds
        if limit.aggregate < least:
            reason = f"{format_money(limit.aggregate)} is too low"
            right = f"At least {format_money(least)}: the highest wager times {least_odds}."
            yield case.refuse(field, reason, right, law=law)


def odds_prizes(case: Case) -> list[tuple[Cents, str]]:
    """Every prize at odds at the highest wager, the highest first: amount and line. An aggregate caps it."""
    prizes = []
    for one in offers(case.game):
        name = one.wager.name
        limit = case.sheet.limits.get(name)
        for line in one.lines:
            prize = case.sheet.jackpot.prizes.get(line.prize) if case.sheet.jackpot and line.prize else line.pay
            if isinstance(prize, Pay) and prize.kind in ("to", "for"):
                amount = int(case.maximum(name) * prize.times)
                if limit and limit.aggregate:
                    amount = min(amount, limit.aggregate)
                prizes.append((amount, f"{name}: {line.name}"))
    return sorted(prizes, reverse=True)


def needed_reserve(prizes: list[tuple[Cents, str]], above: Cents) -> tuple[Cents, str]:
    """The reserve for prizes at odds: the second highest prize, if more than one is above an amount; else 0."""
    large = sorted((prize for prize in prizes if prize[0] > above), reverse=True)
    return large[1] if len(large) > 1 else (0, "")


def _reserve(case: Case) -> Iterator[Refusal]:
    above, law = case.policy.figure("reserve", "above"), case.policy.law("reserve")
    needed, line = needed_reserve(odds_prizes(case), above)
    if case.sheet.controls.reserve < needed:
        held = case.sheet.controls.reserve
        reason = f"{format_money(held)} is held" if held else "is not stated"
        right = f"Hold {format_money(needed)}, the second highest prize at odds above {format_money(above)} ({line})."
        yield case.refuse("controls.reserve", reason, right, law=law)


def _verified(case: Case) -> Iterator[Refusal]:
    """Refuse a higher limit for payments without a second person: one person opens a table, so it may only go down."""
    stated = case.sheet.controls.verify_above
    if stated > VERIFY_ABOVE:
        reason = f"{format_money(stated)} would be paid without a second person"
        right = f"At most {format_money(VERIFY_ABOVE)}: a sheet may ask for a second person sooner, not later."
        yield case.refuse("controls.verify-above", reason, right)
