"""The house edge of each bonus as pages print it, from the exact analyses that come with houseway."""

from msgspec import Struct

from houseway.games.game import Game
from houseway.games.letter.approval import Wager
from houseway.games.letter.offer import Offer
from houseway.games.pricing.wager_result import WagerResult
from houseway.lab.bonus_prices import price_of, prices_of
from houseway.lab.shipped import shipped_prices


class TableEdge(Struct, frozen=True, kw_only=True):
    """The house edge of a pay table, and what it counts where something else can be won too."""

    house_edge: float
    basis: str | None


Edges = dict[str, dict[str, TableEdge]]  # by the option that chooses a pay table, and its value


def edge_of_offer(game: Game, offer: Offer) -> float | None:
    """The house edge of a wager as it is offered; none where none ships, and for a jackpot: its meter decides."""
    price = price_of(game, offer.wager.name, shipped_prices(game))
    return None if price is None or price.basis else price.house_edge


def edges_by_option(game: Game) -> Edges:
    """The house edge of every pay table that an option can choose, beside the other choices of a game."""
    edges: Edges = {}
    for wager in game.approval.wagers.values():
        option = game.approval.options.get(wager.paytable_option or wager.paytable or wager.name)
        if option is None or option.name in edges:
            continue
        prices = prices_of(game, wager.name, shipped_prices(game))
        named = {value: _table_named(game, wager, value) for value in option.values}
        priced = {value: prices.get(table) for value, table in named.items()}
        edges[option.name] = {value: _edge(price) for value, price in priced.items() if price}
    return {option: tables for option, tables in edges.items() if tables}


def _table_named(game: Game, wager: Wager, value: str) -> str:
    """The pay table that a value of an option chooses; a wager that is just on has one."""
    tables = game.approval.paytables.get(wager.paytable or wager.name, {})
    return next(iter(tables), "") if value == "on" else value


def _edge(price: WagerResult) -> TableEdge:
    return TableEdge(house_edge=price.house_edge, basis=price.basis or None)
