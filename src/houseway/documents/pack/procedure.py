"""The dealer's procedure: the round in the letter's order, the order of settlement, and irregularities."""

from collections.abc import Iterator

from houseway.documents.content import Paragraph, Part, Points, Table
from houseway.games.letter.clause_words import clauses_in_force, option_words
from houseway.games.letter.offer import offers
from houseway.house.sheets.sheet import VERIFY_ABOVE, Sheet
from houseway.house.tables.irregularities import IRREGULARITIES
from houseway.money import in_dollars

EQUIPMENT = ("fault", "failure")  # added to a reason that is reported to the Commission
CALL = "Stop, touch nothing, and call a supervisor."
VOID = (
    "The supervisor may void the round with a second person; one of the two has entered no card or decision of it. "
    "Every stake goes back, also what decisions staked, and what went to a jackpot is reversed."
)


def procedure_parts(sheet: Sheet) -> tuple[Part, ...]:
    """Opening, the round, settlement and irregularities."""
    return (
        Part(title="Before the first round", blocks=(Points(items=tuple(_opening(sheet)), numbered=True),)),
        Part(title="The round, in the order of the letter", blocks=(_dealing(sheet), _clauses(sheet))),
        Part(title="Settlement", blocks=(_order(sheet), Points(items=tuple(_awards(sheet))))),
        Part(title="Irregularities", blocks=(_irregularities(sheet),)),
        Part(title="Where the letter is silent", blocks=(_readings(sheet),)),
    )


def _opening(sheet: Sheet) -> Iterator[str]:
    game = sheet.chosen
    yield f"Compare the sheet that is posted with the table: sheet {sheet.digest[:16]}."
    yield f"Check the cards: {len(game.deck) * game.copies} of them, {game.copies} of each."
    if game.approval.operation.house_way:
        yield f"Keep the house way at the table: {sheet.dealing.house_way}."
    for notice in game.approval.postings:
        if notice.due(game.offered, game.options):
            yield f"Check that this is posted: {notice.text}"
    if sheet.jackpot:
        yield "Check that the display shows the jackpot, and that the controller answers."
    yield "Count the tray with the supervisor; the opener is signed by both."
    yield f"Show the limits. All wagers are in chips of {in_dollars(sheet.chip)} or more."


def _dealing(sheet: Sheet) -> Points:
    spec = sheet.approval.table
    seats = f"all {spec.always_dealt - 1} seats" if spec.always_dealt else "each seat with a wager"
    items = [
        f"Cards go one at a time to {seats}, from the dealer's left, and to the dealer last, until all hands are full: "
        f"{spec.player_cards} each, {spec.dealer_cards} for the dealer.",
    ]
    if spec.dealer_extra:
        items.append(f"The dealer then takes {spec.dealer_extra} more.")
    if spec.board:
        burned = spec.board.count("x")
        more = f", and {burned} that are burned" if burned else ""
        items.append(f"Then come {spec.board_cards} cards for the board{more}.")
    seconds, default = sheet.decisions.seconds, ", then ".join(sheet.decisions.default)
    items.append(f"Ask the seats in order. A player has {seconds} seconds; after that it is: {default}.")
    return Points(items=tuple(items))


def _clauses(sheet: Sheet) -> Table:
    rows = tuple(clauses_in_force(sheet.chosen).items())
    return Table(title="Step by step", columns=("clause", "what is done"), rows=rows, wide=(1,))


def _order(sheet: Sheet) -> Table:
    """The wagers in the order in which a seat is settled."""
    game = sheet.chosen
    tables = {one.wager.name: one.table for one in offers(game)}
    wagers = [one for name, one in game.approval.wagers.items() if name in game.offered or one.role == "decision"]
    rows = tuple(
        (str(place), one.label, f"pay table {tables[one.name]}" if one.name in tables else "", one.about, one.rule)
        for place, one in enumerate(wagers, start=1)
    )
    heads = ("order", "wager", "paid by", "how", "clause")
    return Table(
        title="Seat by seat from the dealer's left; at each seat in this order",
        columns=heads,
        rows=rows,
        wide=(3,),
        note="Take losing wagers and pay winning ones before you turn to the next seat. Winnings are rounded: "
        f"{game.options['breakage']}.",
    )


def _awards(sheet: Sheet) -> Iterator[str]:
    most = sheet.controls.verify_above or VERIFY_ABOVE
    yield f"Winnings of a player above {in_dollars(most)} in a round wait until two persons have verified them."
    if sheet.jackpot:
        yield "A jackpot hand stays on the layout. Call the supervisor, who compares it with the record and the camera."
        yield f"A jackpot win above {in_dollars(sheet.jackpot.verify_above)} is paid when two persons have verified it."
        if words := option_words(sheet.chosen, "award-order") if "award-order" in sheet.chosen.options else "":
            yield words
        yield "Each share is worked out from what the one before it left in the meter."
    yield "A win that the tray does not hold waits until the tray is filled."
    for name, limit in sheet.limits.items():
        if limit.aggregate:
            label = sheet.approval.wagers[name].label
            highest = in_dollars(limit.aggregate)
            yield f"{label}: all wins of a round together are paid at most {highest}, in proportion."


def _irregularities(sheet: Sheet) -> Table:
    hours = sheet.controls.malfunction_hours
    report = f"Open an incident: it is reported to the Commission within {hours} hours."
    equipment = [reason for reason in IRREGULARITIES if reason.endswith(EQUIPMENT)]
    others = [reason for reason in IRREGULARITIES if reason not in equipment]
    rows = [
        (", ".join(others).capitalize(), f"{CALL} {VOID}"),
        (", ".join(equipment).capitalize(), f"{CALL} {report} {VOID}"),
    ]
    default = ", then ".join(sheet.decisions.default)
    rows += [
        ("A wager outside the limits, or not in whole steps", "It is refused before the deal. Give it back."),
        ("A wager after the deal has begun", "It is given back and has no action."),
        ("A player does not decide in time, or is gone", f"The table decides: {default}."),
        (
            "Cards or a decision entered wrongly",
            "Call a supervisor before you continue: an entry is corrected with its reason.",
        ),
        ("A round was settled wrongly", "Two persons correct it; the log keeps both settlements and the reason."),
        ("A player disagrees", sheet.posting["disputes"]),
        ("Nobody knows the rule", "The law goes first, then the letter, then the house's own rules, then Hoyle."),
    ]
    return Table(
        title="What you do",
        columns=("what happens", "what you do"),
        rows=tuple(rows),
        wide=(1,),
        note=f"Once a card has been seen, a round is void only for these reasons: {', '.join(IRREGULARITIES)}. Before "
        "that, for any reason that two persons state.",
    )


def _readings(sheet: Sheet) -> Points | Paragraph:
    readings = tuple(one.text for one in sheet.approval.readings)
    return Points(items=readings, numbered=True) if readings else Paragraph(text="There is nothing to say.")
