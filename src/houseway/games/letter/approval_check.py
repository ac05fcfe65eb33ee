"""Checks that a letter is complete: it has every wager, option, clause and pay table that it names."""

from houseway.errors import InvalidInput
from houseway.games.letter.approval import DECKS, ROLES, VERDICTS, Approval, Figure, Option, Wager
from houseway.games.letter.layout import check_layout
from houseway.games.letter.operation import check_operation


def check_approval(approval: Approval) -> None:
    """Refuse a letter that names something it does not have, or leaves out something it must say."""
    if bool(approval.letters) == bool(approval.origin):
        raise InvalidInput("must say where a game without letters comes from, and only that", field="approval.origin")
    if approval.letters and not approval.supplier:
        raise InvalidInput("is missing", field="approval.supplier")
    if approval.table.deck not in DECKS:
        raise InvalidInput(f"no such deck: {approval.table.deck}", field="table.deck")
    _check_shoe(approval)
    for wager in approval.wagers.values():
        _check_wager(approval, wager)
    clauses = frozenset(clause.clause for clause in approval.clauses)
    for option in approval.options.values():
        _check_option(approval, option, clauses)
    check_operation(
        approval.operation,
        approval.postings,
        clauses=clauses,
        wagers=approval.wagers,
        options=approval.options,
    )
    check_layout(
        approval.layout,
        wagers=approval.wagers,
        paytables=approval.paytables,
        board=approval.table.board_cards,
        dealer=approval.table.dealer_cards + approval.table.dealer_extra,
        cards=approval.table.player_cards,
    )
    named = {reading.option for reading in approval.readings if reading.option} | {*approval.demonstration.options}
    if unknown := named - approval.options.keys():
        raise InvalidInput(f"unknown options: {', '.join(sorted(unknown))}")
    for figure in approval.figures:
        _check_figure(approval, figure)


def _check_shoe(approval: Approval) -> None:
    shoe = approval.table.shoe
    if (approval.table.deck == "shoe") != (shoe is not None):
        raise InvalidInput("a shoe, and only a shoe, names its options", field="table.shoe")
    for option in (shoe.decks, shoe.dealing, shoe.cut_card) if shoe else ():
        if option and option not in approval.options:
            raise InvalidInput(f"names an unknown option, {option}", field="table.shoe")


def _check_wager(approval: Approval, wager: Wager) -> None:
    if wager.role not in ROLES:
        raise InvalidInput(f"no such role: {wager.role}", field=wager.name)
    if wager.equals and wager.equals not in approval.wagers:
        raise InvalidInput(f"equals an unknown wager, {wager.equals}", field=wager.name)
    if wager.option and wager.option not in approval.options:
        raise InvalidInput(f"is offered by an unknown option, {wager.option}", field=wager.name)
    if wager.paytable and wager.paytable not in approval.paytables:
        raise InvalidInput(f"is paid by unknown pay tables, {wager.paytable}", field=wager.name)
    if wager.paytable_option and wager.paytable_option not in approval.options:
        raise InvalidInput(f"is paid as an unknown option says, {wager.paytable_option}", field=wager.name)
    if wager.alternate and not {wager.alternate} <= approval.options.keys() & approval.paytables.keys():
        raise InvalidInput(f"has an unknown alternate, {wager.alternate}", field=wager.name)
    if wager.of and (wager.of not in approval.wagers or wager.role != "decision" or wager.times < 1):
        raise InvalidInput(f"is no multiple of a wager, {wager.times} x {wager.of}", field=wager.name)


def _check_option(approval: Approval, option: Option, clauses: frozenset[str]) -> None:
    if not option.values:
        raise InvalidInput("has no values", field=option.name)
    if option.letter and option.letter not in [letter.date for letter in approval.letters]:
        raise InvalidInput(f"stands in no letter of {option.letter}", field=option.name)
    if option.rule and not option.letter and option.rule not in clauses:
        raise InvalidInput(f"cites an unknown clause, {option.rule}", field=option.name)
    if unknown := set(option.concerns) - approval.wagers.keys():
        raise InvalidInput(f"concerns unknown wagers: {', '.join(sorted(unknown))}", field=option.name)
    if unknown := set(option.posted) - {*option.values, "other"}:
        raise InvalidInput(f"posts unknown values: {', '.join(sorted(unknown))}", field=option.name)


def _check_figure(approval: Approval, figure: Figure) -> None:
    table, _, name = figure.of.partition("/")
    if figure.verdict not in VERDICTS:
        raise InvalidInput(f"no such verdict: {figure.verdict}", field=figure.what)
    if name not in approval.paytables.get(table, {}):
        raise InvalidInput(f"speaks of an unknown pay table, {figure.of}", field=figure.what)
