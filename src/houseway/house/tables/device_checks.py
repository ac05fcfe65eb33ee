"""What devices stop: a deal without the right sensing, cards that the reader contradicts; and what lamps show."""

from collections import Counter
from typing import Final, Literal

from houseway.errors import NotAllowedNow
from houseway.games.round.round import Round
from houseway.house.log.aggregate import Secret
from houseway.house.tables.dealing import is_reading_of
from houseway.house.tables.device_events import seat_words
from houseway.house.tables.equipment import ByHand, DeviceKind, PairedDevice
from houseway.house.tables.state import Phase, TableState

Lamp = Literal["invite", "placed", "accepted"]
_BY_HAND: Final = "or two people continue by hand (manual {step})"


def jackpot_wager(state: TableState) -> str:
    """The wager that is sensed at the table; empty where none is taken."""
    rules = state.rules
    wager = rules.chosen.approval.jackpot if rules else None
    return wager.name if rules and wager and wager.name in rules.chosen.offered else ""


def seats_with_jackpot(state: TableState) -> list[int]:
    """The seats whose wagers on the jackpot are entered."""
    wager = jackpot_wager(state)
    return sorted(seat for seat, place in state.seated.items() if wager and wager in place.wagers)


# ---- what stops


def sensing_refusal(state: TableState) -> str:
    """Why the deal waits for the sensed spots; empty where it does not."""
    equipment = state.equipment
    spots = equipment.of_kind(DeviceKind.SPOTS)
    if not spots or ByHand.SENSING in equipment.by_hand or not _is_sensed(state):
        return ""
    if spots.lost:
        return _lost(spots, ByHand.SENSING)
    way_on = f"put it right and sense again, {_BY_HAND.format(step=ByHand.SENSING)}"
    if equipment.sensed is None:
        return f"{spots.device} has not sensed the jackpot wagers of round {state.rounds + 1}: {way_on}"
    counted = seats_with_jackpot(state)
    if counted != list(equipment.sensed):
        seen, entered = seat_words(list(equipment.sensed)), seat_words(counted)
        return f"{spots.device} senses a jackpot wager at {seen}, and {entered} had it entered: {way_on}"
    return ""


def _is_sensed(state: TableState) -> bool:
    """Whether a person deals a game with sensed spots; the program needs no device to know the wagers."""
    return state.open_rules.dealer != "self" and bool(jackpot_wager(state))


def require_sensed(state: TableState) -> None:
    """Refuse a deal whose jackpot wagers are not sensed as they are entered."""
    if why := sensing_refusal(state):
        raise NotAllowedNow(why, field="deal")


def reading_refusal(state: TableState) -> str:
    """Why no cards can be entered before the reader has read the dealer's; empty where they can."""
    equipment, reader = state.equipment, waiting_reader(state)
    if reader is None:
        return ""
    if equipment.contradiction:
        return equipment.contradiction
    if reader.lost:
        return _lost(reader, ByHand.READING)
    if equipment.reading is None:
        way_on = _BY_HAND.format(step=ByHand.READING)
        return f"{reader.device} has read nothing of round {state.rounds}: put the dealer's cards into it, {way_on}"
    return ""


def waiting_reader(state: TableState) -> PairedDevice | None:
    """The reader that the entry of cards waits for; None where there is none, or two persons do without it."""
    if state.open_rules.cards == "shuffle" or ByHand.READING in state.equipment.by_hand:
        return None
    return state.equipment.of_kind(DeviceKind.READER)


def require_read(state: TableState) -> None:
    """Refuse cards before the reader has read the dealer's, or after it contradicted some."""
    if why := reading_refusal(state):
        raise NotAllowedNow(why, field="cards")


def reading_contradiction(state: TableState, dealt: Round, secret: Secret) -> str:
    """Why the cards of a round cannot be what the reader read; empty where they can."""
    reader, reading = waiting_reader(state), state.equipment.reading
    if reader is None or reading is None:
        return ""
    way_on = f"{_BY_HAND.format(step=ByHand.READING).removeprefix('or ')}, or call the round off (void)"
    lights = dealt.lights()
    if lights is not None and Counter(lights) != Counter(reading.lights):
        shows, entered = ", ".join(reading.lights), ", ".join(lights)
        return f"{reader.device} shows {shows}, and the cards that were entered show {entered}: {way_on}"
    if reading.cards and not is_reading_of(reading.cards, dealt.dealer, secret):
        return f"{reader.device} read other cards than those that were entered: {way_on}"
    return ""


def _lost(device: PairedDevice, step: ByHand) -> str:
    return f"{device.device} cannot be relied on ({device.lost}): repair it, {_BY_HAND.format(step=step)}"


# ---- what is shown


def lamps(state: TableState) -> dict[int, Lamp]:
    """What the lamp of each sensed spot shows; a spot that is not named is dark."""
    if state.rules is None or not jackpot_wager(state) or state.phase in (Phase.HELD, Phase.SEALED):
        return {}
    entered = seats_with_jackpot(state)
    if state.round is not None:
        return dict.fromkeys(entered, "accepted")
    placed = {*entered, *(state.equipment.sensed or ())}
    taken = state.controller and not state.stopped
    return {seat: "placed" if seat in placed else "invite" for seat in sorted({*state.seated, *placed}) if taken}
