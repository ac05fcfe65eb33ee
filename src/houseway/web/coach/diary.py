"""A person's own stream, read once: their rounds, decisions and drills."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from houseway.house.log.events import Event
from houseway.house.log.log import Log
from houseway.house.log.names import learning_stream
from houseway.house.people.person_payloads import DecisionWeighed, DrillAnswered, RoundPlayed
from houseway.money import Cents, parse_money

LATEST: Final = 6_000  # events of a person that a history is made of
NEARLY: Final = 1e-6  # a loss below it is none


class Played(NamedTuple):
    """A round that somebody played."""

    at: str
    round: RoundPlayed

    @property
    def moment(self) -> datetime:
        """When it was settled."""
        return datetime.fromisoformat(self.at)


class Weighed(NamedTuple):
    """A decision that was compared with the best one."""

    at: str
    number: int
    decision: DecisionWeighed

    @property
    def cost(self) -> Cents:
        """What it gave away, on average."""
        return parse_money(self.decision.cost, zero=True)

    @property
    def is_right(self) -> bool:
        """Whether nothing was better."""
        return self.decision.cost == "0.00" and float(self.decision.loss) < NEARLY


class Answered(NamedTuple):
    """A drill that was answered."""

    at: str
    drill: DrillAnswered


@dataclass(frozen=True, slots=True)
class Diary:
    """What somebody did, oldest first."""

    rounds: list[Played] = field(default_factory=list)
    decisions: list[Weighed] = field(default_factory=list)
    drills: list[Answered] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Add an event of the person's stream."""
        if event.kind == RoundPlayed.KIND:
            self.rounds.append(Played(event.at, event.read(RoundPlayed)))
        elif event.kind == DecisionWeighed.KIND:
            self.decisions.append(Weighed(event.at, event.number, event.read(DecisionWeighed)))
        elif event.kind == DrillAnswered.KIND:
            self.drills.append(Answered(event.at, event.read(DrillAnswered)))


def read_diary(log: Log, person: str, latest: int = LATEST) -> Diary:
    """The latest entries of a person's stream; reading waits for the disk."""
    stream, diary = learning_stream(person), Diary()
    stop = log.head(stream).number
    for event in log.read(stream, max(1, stop - latest + 1), stop) if stop else ():
        diary.add(event)
    return diary
