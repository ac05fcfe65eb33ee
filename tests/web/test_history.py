"""One's own history: sittings, days and ratings, and mistakes that come back at growing intervals."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from statistics import stdev

import pytest

from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import learning_stream
from houseway.house.log.payload import Payload
from houseway.house.people.person_payloads import DecisionWeighed, DrillAnswered, RoundPlayed
from houseway.web.coach.diary import Diary, read_diary
from houseway.web.coach.history import ENOUGH_HANDS, POINTS, history_of
from houseway.web.coach.learning import decisions_of, mistakes_of
from houseway.web.coach.reviews import AGAIN, INTERVALS, plan_of, reviews_of

START = datetime(2026, 11, 1, 20, 0, tzinfo=UTC)
PERSON = "guest-1"


class Days:
    """A log whose clock is moved by hand."""

    def __init__(self) -> None:
        self.now = START
        self.log = MemoryLog(clock=lambda: self.now)
        self._rounds = 0

    def write(self, payload: Payload) -> int:
        (event,) = self.log.append(NewEvent(stream=learning_stream(PERSON), data=payload))
        return event.number

    def play(self, net: int = 0, *, game: str = "flush-poker", decisions: int = 1) -> str:
        self._rounds += 1
        name = f"t/{self._rounds}"
        self.write(
            RoundPlayed(
                round=name,
                number=self._rounds,
                game=game,
                seat=1,
                staked="10.00",
                returned=f"{10 + net}.00",
                net=f"{net}.00",
                purse=f"{1000 + net}.00",
                decisions=decisions,
            )
        )
        return name

    def weigh(self, name: str, cost: str = "0.00", *, game: str = "flush-poker", best: str = "raise 1x") -> int:
        loss = f"{float(cost) / 10:.6f}"
        weighed = DecisionWeighed(
            round=name,
            game=game,
            decision="fold",
            best=best if float(cost) else "fold",
            cost=cost,
            loss=loss,
            values={"fold": "-1.000000", "raise 1x": f"{float(cost) / 10 - 1:.6f}"},
            why="",
            position={"game": game},
        )
        return self.write(weighed)

    def answer(self, mistake: int, *, right: bool) -> None:
        self.write(DrillAnswered(drill="flush-poker", game="flush-poker", right=right, mistake=mistake))

    @property
    def diary(self) -> Diary:
        return read_diary(self.log, PERSON)


@pytest.fixture
def days() -> Days:
    return Days()


def test_a_pause_begins_a_new_sitting_and_the_newest_comes_first(days: Days) -> None:
    for net in (-10, 20):
        days.weigh(days.play(net), "1.25" if net < 0 else "0.00")
        days.now += timedelta(minutes=30)
    days.now += timedelta(minutes=1)
    days.play(5, game="premium-holdem")
    history = history_of(days.diary)
    newest, oldest = history.sittings
    assert (newest.games, newest.rounds, newest.net, newest.mistakes) == (["premium-holdem"], 1, "5.00", 0)
    assert (oldest.rounds, oldest.net, oldest.staked, oldest.mistakes, oldest.cost) == (2, "10.00", "20.00", 1, "1.25")
    assert (history.rounds, history.net, history.curve) == (3, "15.00", ["990.00", "1020.00", "1005.00"])


def test_days_count_what_was_decided_on_them(days: Days) -> None:
    days.weigh("t/1", "2.00")
    days.now += timedelta(days=1)
    days.weigh("t/2")
    days.weigh("t/2", "0.50")
    rows = [(one.day, one.decisions, one.right, one.cost) for one in history_of(days.diary).days]
    assert rows == [("2026-11-01", 1, 0, "2.00"), ("2026-11-02", 2, 1, "0.50")]


def test_a_rating_is_the_mean_loss_of_a_hand_with_its_standard_error(days: Days) -> None:
    costs = [300, 0, 0, 120] + [0] * (ENOUGH_HANDS - 4)
    for index, cost in enumerate(costs):
        name = days.play(decisions=2)
        days.weigh(name, f"{cost / 200:.2f}")  # two decisions of a hand count together
        days.weigh(name, f"{cost / 200:.2f}")
        (rating,) = history_of(days.diary).ratings
        assert (rating.hands, rating.cents is None) == (index + 1, index + 1 < ENOUGH_HANDS)
    assert rating.cents == pytest.approx(sum(costs) / ENOUGH_HANDS)
    assert rating.error == pytest.approx(stdev(costs) / ENOUGH_HANDS**0.5, abs=0.005)
    assert rating.share == pytest.approx(sum(costs) / ENOUGH_HANDS / 1000)


def test_a_hand_without_a_decision_counts_and_one_that_nobody_weighed_does_not(days: Days) -> None:
    days.play(decisions=0)
    days.play(decisions=1)
    days.weigh(days.play(decisions=1))
    (rating,) = history_of(days.diary).ratings
    assert rating.hands == 2


def test_a_long_curve_keeps_its_last_point(days: Days) -> None:
    for net in range(POINTS + 7):
        days.play(net)
    curve = history_of(days.diary).curve
    assert len(curve) <= POINTS
    assert curve[-1] == f"{1000 + POINTS + 6}.00"


def test_mistakes_are_listed_by_cost(days: Days) -> None:
    for cost in ("0.50", "3.00", "0.00", "1.00"):
        days.weigh("t/1", cost)
    mistakes = mistakes_of(days.diary)
    assert [one.cost for one in mistakes.dearest] == ["3.00", "1.00", "0.50"]
    assert (mistakes.decisions, mistakes.mistakes, mistakes.cost) == (4, 3, "4.50")
    assert [one.cost for one in decisions_of(days.diary, 2)] == ["1.00", "0.00"]  # the newest first


# ---- mistakes that come back


def test_a_mistake_is_due_at_once_and_then_at_growing_intervals_until_it_is_learned(days: Days) -> None:
    number = days.weigh("t/1", "1.00")
    waits = []
    while True:
        assert plan_of(reviews_of(days.diary), days.now).due == 1
        asked = days.now
        days.answer(number, right=True)
        (review,) = reviews_of(days.diary)
        if not review.due:
            break
        assert plan_of([review], days.now).due == 0
        days.now = datetime.fromisoformat(review.due)
        waits.append(days.now - asked)
    assert [wait.days for wait in waits] == [1, 3, 7, 16, 35] == [wait.days for wait in INTERVALS]
    assert plan_of(reviews_of(days.diary), days.now).learned == 1


def test_a_wrong_answer_begins_anew(days: Days) -> None:
    number = days.weigh("t/1", "1.00")
    for right, wait in ((True, INTERVALS[0]), (True, INTERVALS[1]), (False, AGAIN), (True, INTERVALS[0])):
        days.answer(number, right=right)
        (review,) = reviews_of(days.diary)
        assert datetime.fromisoformat(review.due) - days.now == wait
        assert not review.is_due(days.now + wait - timedelta(seconds=1))
        assert review.is_due(days.now + wait)
        days.now += wait


def test_the_dearest_mistake_of_a_game_is_asked_first(days: Days) -> None:
    cheap, dear = days.weigh("t/1", "0.10"), days.weigh("t/2", "4.00")
    days.weigh("t/3", "9.00", game="premium-holdem")
    days.weigh("t/4")
    assert [one.mistake.number for one in reviews_of(days.diary, "flush-poker")] == [dear, cheap]
    plan = plan_of(reviews_of(days.diary), days.now)
    assert (plan.due, plan.later, plan.next) == (3, 0, None)
    days.answer(dear, right=True)
    plan = plan_of(reviews_of(days.diary), days.now)
    assert (plan.due, plan.later, plan.next is not None) == (2, 1, True)


def test_a_diary_reads_the_latest(days: Days) -> None:
    read: Callable[[int], Diary] = lambda latest: read_diary(days.log, PERSON, latest)  # noqa: E731
    for _ in range(5):
        days.play()
    assert [len(read(latest).rounds) for latest in (1, 3, 9)] == [1, 3, 5]
    assert read(2).rounds[-1].round.round == "t/5"
    assert read_diary(days.log, "nobody-1") == Diary()
