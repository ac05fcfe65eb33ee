"""The house edge of each bonus as pages print it, from the exact analyses that come with houseway."""

from collections.abc import Mapping

from msgspec import Struct

from houseway.games.game import Game
from houseway.games.letter.approval import Wager
from houseway.games.letter.offer import Offer
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.shipped import shipped_prices


class TableEdge(Struct, frozen=True, kw_only=True):
    """The house edge of a pay table, and what it counts where something else can be won too."""

    house_edge: float
    basis: str | None


Edges = dict[str, dict[str, TableEdge]]  # by the option that chooses a pay table, and its value


def edge_of_offer(game: Game, offer: Offer) -> float | None:
    """The house edge of a wager as it is offered; none where none ships, and for a jackpot: its meter decides."""
    price = shipped_prices(game).get(offer.wager.name, {}).get(offer.table)
    return None if price is None or price.basis else price.house_edge


def edges_by_option(game: Game) -> Edges:
    """The house edge of every pay table that an option can choose, beside the other choices of a game."""
    edges: Edges = {}
    for wager in game.approval.wagers.values():
        option = game.approval.options.get(wager.paytable_option or wager.paytable or wager.name)
        if option is None or option.name in edges:
            continue
        prices = _prices(game, wager)
        named = {value: _table_named(game, wager, value) for value in option.values}
        priced = {value: prices.get(table) for value, table in named.items()}
        edges[option.name] = {value: _edge(price) for value, price in priced.items() if price}
    return {option: tables for option, tables in edges.items() if tables}


def _prices(game: Game, wager: Wager) -> Mapping[str, WagerResult]:
    """The prices of a wager by pay table; alternate pays have a name of their own."""
    is_alternate = wager.alternate and game.is_on(wager.alternate)
    return shipped_prices(game).get(wager.alternate if is_alternate else wager.name, {})


def _table_named(game: Game, wager: Wager, value: str) -> str:
    """The pay table that a value of an option chooses; a wager that is just on has one."""
    tables = game.approval.paytables.get(wager.paytable or wager.name, {})
    return next(iter(tables), "") if value == "on" else value


def _edge(price: WagerResult) -> TableEdge:
    return TableEdge(house_edge=price.house_edge, basis=price.basis or None)
