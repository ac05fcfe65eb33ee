"""What a table takes: a seat's wagers and the stakes of its decisions against the sheet's limits and the law."""

from collections.abc import Mapping

from houseway.errors import NotApproved
from houseway.house.policy import Policy, effective_maximum, games_of
from houseway.house.sheet import Limit, Sheet
from houseway.money import Cents, format_money


def table_limits(sheet: Sheet, policy: Policy) -> dict[str, Limit]:
    """The limits that hold at the table for each wager it takes before the deal, by the stricter of sheet and law."""
    most = single_wager_limit(sheet, policy)
    found = {}
    for name in sheet.approval.placed:
        if name in sheet.chosen.offered:
            limit = sheet.limit(name)
            lawful = effective_maximum(sheet.approval, sheet.approval.wagers[name].equals or name, most, limit.step)
            found[name] = Limit(
                minimum=limit.minimum,
                maximum=min(limit.maximum, lawful),
                step=limit.step,
                aggregate=limit.aggregate,
            )
    return found


def single_wager_limit(sheet: Sheet, policy: Policy) -> Cents:
    """The most that a single wager may be at this table: by state law, or by the compact."""
    return sheet.compact.wager_limit if sheet.jurisdiction == "tribal" else policy.wager_limit


def verify_wagers(sheet: Sheet, wagers: Mapping[str, Cents], policy: Policy) -> None:
    """Refuse wagers of a seat that are outside the limits, or on too many games, or on too many for more than $5.

    What the letter says of wagers (which are mandatory, equal or fixed) is the game's own to refuse.
    """
    limits = table_limits(sheet, policy)
    for name, amount in wagers.items():
        if name in limits:
            _verify_amount(name, amount, limits[name])
    if sheet.jurisdiction == "tribal":
        return
    bet, above, count = (policy.figure("games", key) for key in ("bet", "above", "count-above"))
    games = games_of(sheet.approval, frozenset(wagers))
    if len(games) > bet:
        raise NotApproved(f"a player may wager on at most {bet} games, not {len(games)}", field="wagers")
    large = [game for game in games if max(wagers[name] for name in game) > above]
    if len(large) > count:
        reason = f"at most {count} games may be played for more than {format_money(above)}, not {len(large)}"
        raise NotApproved(reason, field="wagers")


def _verify_amount(name: str, amount: Cents, limit: Limit) -> None:
    field = f"wagers.{name}"
    if not limit.minimum <= amount <= limit.maximum:
        span = f"{format_money(limit.minimum)} to {format_money(limit.maximum)}"
        raise NotApproved(f"must be {span}, not {format_money(amount)}", field=field)
    if amount % limit.step:
        raise NotApproved(f"must be in steps of {format_money(limit.step)}, not {format_money(amount)}", field=field)


def verify_stake(sheet: Sheet, amount: Cents, policy: Policy) -> None:
    """Refuse the stake of a decision (a raise, a double) that is no whole number of chips or above the law's limit."""
    most = single_wager_limit(sheet, policy)
    if amount % sheet.chip:
        raise NotApproved(f"must be in chips of {format_money(sheet.chip)}, not {format_money(amount)}", field="stake")
    if amount > most:
        raise NotApproved(f"must be at most {format_money(most)}, not {format_money(amount)}", field="stake")
