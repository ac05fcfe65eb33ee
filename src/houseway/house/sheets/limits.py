"""The wagers and later stakes that a table accepts, within the sheet's limits and the law."""

from collections.abc import Mapping

from houseway.errors import NotApproved
from houseway.games.letter.approval import Approval
from houseway.house.sheets.policy import Policy, effective_maximum, games_of
from houseway.house.sheets.sheet import Limit, Sheet
from houseway.money import Cents, format_money


def table_limits(sheet: Sheet, policy: Policy) -> dict[str, Limit]:
    """The limits at the table for each wager before the deal, by the stricter of sheet and law."""
    most = single_wager_limit(sheet, policy)
    limits = {}
    for name in sheet.approval.placed:
        if name in sheet.chosen.offered:
            limit = sheet.limit(name)
            lawful = effective_maximum(sheet.approval, sheet.approval.wagers[name].equals or name, most, limit.step)
            limits[name] = Limit(
                minimum=limit.minimum,
                maximum=min(limit.maximum, lawful),
                step=limit.step,
                aggregate=limit.aggregate,
            )
    return limits


def single_wager_limit(sheet: Sheet, policy: Policy) -> Cents:
    """The highest single wager at this table, by state law or by the compact."""
    return sheet.compact.wager_limit if sheet.jurisdiction == "tribal" else policy.wager_limit


def require_amounts(wagers: Mapping[str, Cents], limits: Mapping[str, Limit]) -> None:
    """Refuse amounts that are outside the limits of their wager."""
    for name, amount in wagers.items():
        limit, field = limits.get(name), f"wagers.{name}"
        if limit is None:
            continue
        if not limit.minimum <= amount <= limit.maximum:
            span = f"{format_money(limit.minimum)} to {format_money(limit.maximum)}"
            raise NotApproved(f"must be {span}, not {format_money(amount)}", field=field)
        if amount % limit.step:
            step = format_money(limit.step)
            raise NotApproved(f"must be in steps of {step}, not {format_money(amount)}", field=field)


def require_allowed_games(
    approval: Approval, wagers: Mapping[str, Cents], *, bet: int, above: Cents, count_above: int
) -> None:
    """Refuse wagers on more games than the law allows with one hand, or on too many of them above an amount."""
    games = games_of(approval, frozenset(wagers))
    if len(games) > bet:
        raise NotApproved(f"a player may wager on at most {bet} games, not {len(games)}", field="wagers")
    large = sum(max(wagers[name] for name in game) > above for game in games)
    if large > count_above:
        reason = f"at most {count_above} games may be played for more than {format_money(above)}, not {large}"
        raise NotApproved(reason, field="wagers")


def require_chips(amount: Cents, *, chip: Cents, most: Cents) -> None:
    """Refuse a stake that cannot be laid in chips or is above a limit; a limit of 0 is none."""
    if amount % chip:
        raise NotApproved(f"must be in chips of {format_money(chip)}, not {format_money(amount)}", field="stake")
    if most and amount > most:
        raise NotApproved(f"must be at most {format_money(most)}, not {format_money(amount)}", field="stake")
