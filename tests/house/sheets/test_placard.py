"""Placards: what must be posted is there, as text and as a page; odds are those of the exact counts; all is escaped."""

import datetime
import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.support.sheets import ON, sheet
from houseway.errors import NotApproved
from houseway.games import game_names
from houseway.house.sheets.placard import Placard, once_in, placard
from houseway.house.sheets.placard_html import as_html
from houseway.house.sheets.placard_text import as_text

HOUSE = {
    "options__jackpot": "house",
    "posting__jackpot": "sign",
    "jackpot": {"name": "j", "kind": "house", "wager": "1.00", "amount": "5000.00", "verify-above": "500.00"},
}


def posted(game: str, /, **changes: Any) -> Placard:
    return placard(sheet(game, **changes), ON)


def words(text: str) -> str:
    return " ".join(text.split())


class Page(HTMLParser):
    """A page's tags in order, and its text; refuses tags that do not close."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.shown: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.shown.append(data)

    @property
    def text(self) -> str:
        return words(" ".join(self.shown))


@pytest.mark.parametrize("game", game_names())
def test_text_and_page_say_all_of_the_placard(game: str) -> None:
    found = posted(game)
    text, page = words(as_text(found)), Page(as_html(found))
    said = [found.title, *found.notices, found.disputes, found.employees, found.available, found.sheet, found.odds]
    said += [*found.rules, *found.decisions]
    for wager in found.wagers:
        said += [wager.label, wager.maximum, f"{wager.about}."]
    for board in found.boards:
        said += [board.label, board.note]
        for line in board.lines:
            said += [line.name, line.pays, line.envy, line.once_in]
    if found.jackpot:
        said += [*found.jackpot.facts, *found.jackpot.disclosures]
    for one in said:
        assert words(one).lower() in text.lower()
        assert words(one) in page.text
    assert max(map(len, as_text(found).splitlines())) <= 100


@pytest.mark.parametrize("game", game_names())
def test_a_page_stands_alone_without_scripts(game: str) -> None:
    html = as_html(posted(game))
    page = Page(html)
    assert html.startswith("<!doctype html>")
    assert "script" not in page.tags
    assert not {"src", "href", "onload", "onclick"} & {name for name, _ in page.attributes}
    assert "http" not in html
    assert "@import" not in html
    assert "url(" not in html
    assert "width=device-width" in html
    assert "@media print" in html
    assert page.tags.count("h1") == 1


def test_limits_are_posted_with_what_a_decision_may_stake() -> None:
    rows = {one.label: (one.minimum, one.maximum, one.step) for one in posted("premium-holdem").wagers}
    assert rows["Ante"] == rows["X-tra Bonus"] == ("$5.00", "$100.00", "$5.00")
    assert rows["Play"] == ("", "$300.00", "")
    assert rows["Player Bonus"] == ("$1.00", "$5.00", "$1.00")


def test_the_four_wager_notices() -> None:
    assert posted("down-under-holdem").notices == (
        "Where more than four wagering options are offered, a player may wager on at most four of them, and one of the "
        "four is limited to $5.00.",
    )
    assert "A player may wager on at most four games." in posted("premium-holdem").notices
    assert posted("wild-monkey-pai-gow").notices == (
        "A player may wager on at most 4 of the 6 games that are offered here.",
        "A player may wager more than $5.00 on at most 3 games.",
    )


def test_a_house_jackpot_is_disclosed() -> None:
    found = posted("flush-poker", **HOUSE)
    assert found.jackpot is not None
    assert found.jackpot.disclosures == (
        "The amount of this house jackpot is $5,000.00.",
        "No money of players funds it.",
        "It may be removed without notice.",
    )
    assert any("not shared" in fact for fact in found.jackpot.facts)
    assert not any("meter" in fact for fact in found.jackpot.facts)
    lines = {line.name: line.pays for line in found.boards[-1].lines}
    assert lines["royal flush w/ k-q suited"] == "50% of the jackpot, $2,500.00"
    assert any("belong to the house" in notice for notice in found.notices)


def test_a_progressive_is_posted_with_seed_rates_reset_cap_shares_and_order() -> None:
    found = posted(
        "flush-poker",
        jackpot__cap="50000.00",
        jackpot__overflow="next",
        jackpot__reserve="2.5%",
        jackpot__linked="yes",
        options__award_order="largest-first",
    )
    assert found.jackpot is not None
    facts = " ".join(found.jackpot.facts)
    for words_ in (
        "One wager of $1.00",
        "started at $10,000.00 and rises by 20% of each wager",
        "A further 2.5%",
        "After a 100% award it stands at $1,000.00",
        "at most; what comes in above goes to the jackpot next",
        "Several tables share it",
        "the largest percentage is paid first",
        "Each award leaves the meter before the next",
        "above $500.00 is paid when two persons have verified",
    ):
        assert words_ in facts
    assert not any("belong to the house" in notice for notice in found.notices)


def test_prizes_of_the_house_are_posted_with_their_payer() -> None:
    prizes = {"jackpot__prizes": {"2-suited-matches": "200 for 1"}, "jackpot__prizes_from": "meter"}
    found = posted("down-under-blackjack", options__progressive="5c/5", **prizes)
    lines = {line.name: line.pays for line in found.boards[-1].lines}
    assert lines["2 suited matches"] == "200 for 1"
    assert found.jackpot is not None
    assert "Prizes in dollars are paid by the jackpot." in found.jackpot.facts
    assert "Several awards of one round are paid by seat from the dealer's left." in found.jackpot.facts
    assert any("marked $" in notice for notice in found.notices)
    assert not any("marked $" in notice for notice in posted("down-under-blackjack").notices)


def test_what_restricts_the_right_to_win_is_posted_as_chosen() -> None:
    rules = posted("flush-poker", options__folded_bonuses="lose", options__unqualified_bonuses="lose").rules
    assert "A player who folds loses the bonus wagers too." in rules
    assert "All bonus wagers lose when the dealer does not qualify." in rules
    rules = posted("wild-monkey-pai-gow", options__commission="5%", options__wheel="second").rules
    assert "The house takes a commission of 5% from what the Bet and the Double Down win." in rules
    assert "A-2-3-4-5 is the second highest straight." in rules
    assert "No commission is taken." in posted("wild-monkey-pai-gow").rules


def test_defaults_and_time_are_posted() -> None:
    assert posted("down-under-holdem").decisions == (
        "A player has 45 seconds for each decision.",
        "For a player who does not decide in time, or is disconnected, the table decides: check, then fold.",
    )


def test_an_aggregate_limit_is_posted() -> None:
    found = posted("flush-poker", limits__royal_riches__aggregate="20000.00")
    for shown in (words(as_text(found)), Page(as_html(found)).text):
        assert (
            "Royal Riches: at most $20,000.00 is paid for all winning wagers of a round together; where more" in shown
        )
        assert "each winner gets a part in proportion." in shown


def test_envy_and_odds_have_columns_only_where_they_are() -> None:
    boards = {board.label: board for board in posted("flush-poker").boards}
    assert boards["Royal Riches"].cells()[0] == ("", "pays", "envy", "once in")
    assert boards["Natural Flush"].cells()[0] == ("", "pays", "once in")
    assert boards["Bet"].cells() == [("", "pays"), ("match the dealer", "10 to 1")]


def test_odds_are_those_that_were_counted() -> None:
    boards = {board.label: board for board in posted("flush-poker").boards}
    line = boards["Natural Flush"].lines[0]
    assert (line.count, line.combinations, line.once_in) == (6_864, 154_143_080, "22,457")
    blackjack = {board.label: board for board in posted("down-under-blackjack").boards}
    assert blackjack["Match The Dealer Up Card"].once_in == "7.0"  # the letter: 1 in 7.0 hands
    assert blackjack["Match The Dealer Up Card"].note == "a hand that is paid twice counts twice"
    assert blackjack["Match The Dealer Progressive"].lines[0].once_in == "250,666"
    pai_gow = {board.label: board for board in posted("wild-monkey-pai-gow").boards}
    assert "the Bet must be won too" in pai_gow["Dealer Pai Gow"].note


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_once_in_is_rounded_to_the_nearest(count: int, rest: int) -> None:
    total = count + rest
    shown = Fraction(once_in(count, total).replace(",", ""))
    unit = Fraction(1, 10) if total < 100 * count else 1
    assert abs(shown - Fraction(total, count)) <= Fraction(unit) / 2


def test_what_never_comes_is_never() -> None:
    assert once_in(0, 100) == "never"


def test_a_refused_sheet_has_no_placard() -> None:
    with pytest.raises(NotApproved, match="is refused, so nothing is posted: seats"):
        posted("flush-poker", seats=9)
    with pytest.raises(NotApproved, match="study"):
        posted("flush-poker", study=True)


def test_the_placard_is_of_its_day() -> None:
    early = placard(sheet("premium-holdem"), datetime.date(2019, 1, 1))
    assert (early.on, early.letters) == ("2019-01-01", ("letter of 2018-09-18",))


# Hostile words


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=60).filter(str.strip))
def test_any_words_of_a_sheet_are_shown_as_words(text: str) -> None:
    found = posted("premium-holdem", posting__disputes=text)
    plain = Page(as_html(posted("premium-holdem")))
    page = Page(as_html(found))
    assert page.tags == plain.tags
    assert "".join(text.split()) in "".join("".join(page.shown).split())


def test_marks_of_html_are_escaped() -> None:
    evil = '</p><script>alert("1")</script>&amp;'
    html = as_html(posted("premium-holdem", posting__employees=evil))
    assert "<script" not in html
    assert "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;" in html
    assert re.search(r"[\x00-\x08\x0b-\x1f]", html) is None


def test_a_placard_as_json() -> None:
    data = posted("flush-poker").to_json()
    assert data["wagers"][0]["label"] == "Bet"
    assert data["boards"][-1]["lines"][0] == {
        "name": "7-card natural straight flush",
        "pays": "100% of the jackpot",
        "envy": "",
        "once_in": "4,816,971",
        "count": 32,
        "combinations": 154_143_080,
    }
