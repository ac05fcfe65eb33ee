"""Every refusal of a sheet by a case of its own: the field, the reason, what would be right, and who says so."""

import datetime
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from house.support.sheets import GONE, ON, only, refusals, sheet
from houseway.house.sheets.check import examine
from houseway.house.sheets.check_jackpot import check_jackpot, is_at_least
from houseway.house.sheets.check_money import check_money
from houseway.house.sheets.refusal import COVER, MODIFICATIONS

Case = tuple[str, dict[str, Any], str, str, str]  # game, changes, field, words of the reason or the right, citation

HOLDEM, PREMIUM, BLACKJACK, FLUSH, PAI_GOW = (
    "down-under-holdem",
    "premium-holdem",
    "down-under-blackjack",
    "flush-poker",
    "wild-monkey-pai-gow",
)
HOUSE = {
    "options__jackpot": "house",
    "posting__jackpot": "sign",
    "jackpot": {"name": "j", "kind": "house", "wager": "1.00", "amount": "5000.00", "verify-above": "500.00"},
}
TABLE_5 = {
    "options__progressive": "5c/5",
    "jackpot__prizes": {"2-suited-matches": "500.00"},
    "jackpot__prizes_from": "house",
}
TRIBAL = {
    "jurisdiction": "tribal",
    "compact": {"reference": "Compact, Appendix B", "wager-limit": "500.00"},
    "controls__concurrence": {"reference": "WSGC-1", "date": datetime.date(2022, 1, 5)},
}

CASES: dict[str, Case] = {
    # the operator's choices
    "a pay table that the letter does not print": (
        HOLDEM,
        {"options__trips_or_better": 6},
        "options.trips-or-better",
        "'6' is not one of off, 1, 2, 3, 4, 5",
        "Down Under Hold'em, letter of 2019-12-20: Trips or Better",
    ),
    "an option that the letter does not have": (
        PREMIUM,
        {"options__surrender": "yes"},
        "options.surrender",
        "unknown option; premium-holdem has player-bonus",
        "Premium Hold'em, letter of 2018-09-18: Introduction",
    ),
    "a schedule of other decks": (
        BLACKJACK,
        {"options__match_the_dealer": "8"},
        "options.match-the-dealer",
        "schedule 8 is not for 6 decks",
        "Down Under Blackjack, letter of 2019-07-23: 14",
    ),
    "a progressive of other decks": (
        BLACKJACK,
        {"options__progressive": "3d/1"},
        "options.progressive",
        "table 3d is not for 6 decks",
        "Match The Dealer Progressive: settlement",
    ),
    "an alternate that the letter does not give": (
        BLACKJACK,
        {**TABLE_5, "options__progressive_alternate": "on"},
        "options.progressive-alternate",
        "stands for tables 3a-d and 4b-e only",
        "Attachment A: Alternate Pays",
    ),
    "a down card wager without a schedule": (
        BLACKJACK,
        {"options__match_the_dealer": "off", "limits__match_up": GONE, "limits__match_down": GONE},
        "options.match-down-card",
        "match-down is paid by match-the-dealer, which is off",
        "letter of 2019-07-23: 14",
    ),
    # the table
    "too many seats": (FLUSH, {"seats": 7}, "seats", "At most 6", "Flush Poker"),
    "a table that deals itself by hand": (
        FLUSH,
        {"dealing__dealer": "self"},
        "dealing.cards",
        "shuffle",
        "Commercial Card Rooms",
    ),
    "a house way that nobody knows": (
        PAI_GOW,
        {"dealing__house_way": "grandmother"},
        "dealing.house-way",
        "Name the house way: houseway",
        "Wild Monkey Pai Gow, letter of 2021-05-25: 4",
    ),
    "a house way where there is none": (
        FLUSH,
        {"dealing__house_way": "houseway"},
        "dealing.house-way",
        "the game has no house way",
        "Flush Poker",
    ),
    "another default": (FLUSH, {"decisions__default": ["raise 1x"]}, "decisions.default", '"fold"', "Flush Poker"),
    # limits
    "a minimum above the maximum": (
        FLUSH,
        {"limits__bet__minimum": "105.00"},
        "limits.bet.minimum",
        "105.00 is above the maximum of 100.00",
        "Rules of Play",
    ),
    "a maximum between two steps": (
        FLUSH,
        {"limits__bet__maximum": "99.00"},
        "limits.bet.maximum",
        "99.00 is no multiple of the step of 5.00",
        "Rules of Play",
    ),
    "a step below a chip": (
        FLUSH,
        {"limits__natural_flush__step": "0.50"},
        "limits.natural-flush.step",
        "0.50 cannot be laid in chips of 1.00",
        "Rules of Play",
    ),
    "a raise above the limit of a wager": (
        FLUSH,
        {"limits__bet__maximum": "135.00"},
        "limits.bet.maximum",
        "3 x 135.00 is above 400.00 for a single wager. At most 133.00.",
        "Rules of Play; WAC 230-15-140",
    ),
    "a play above the limit of a wager": (
        PREMIUM,
        {"limits__ante__maximum": "135.00"},
        "limits.ante.maximum",
        "At most 133.00",
        "1a; WAC 230-15-140",
    ),
    "a wager above the limit": (
        BLACKJACK,
        {"limits__wager__maximum": "405.00"},
        "limits.wager.maximum",
        "405.00 is above 400.00 for a single wager. At most 400.00.",
        "13; WAC 230-15-140",
    ),
    "a bonus above the limit": (
        PREMIUM,
        {"limits__player_bonus__maximum": "401.00", "controls__reserve": "40100.00"},
        "limits.player-bonus.maximum",
        "401.00 is above 400.00",
        "WAC 230-15-140",
    ),
    "limits of a bonus that is off": (
        PREMIUM,
        {"options__player_bonus": "off"},
        "limits.player-bonus",
        "the wager is not offered",
        "1a",
    ),
    "another limit of an equal wager": (
        HOLDEM,
        {"limits__bet": {"minimum": "5.00", "maximum": "50.00", "step": "5.00"}},
        "limits.bet",
        "the wager equals the ante, its limits do not",
        "Rules of Play",
    ),
    "bonuses that nobody can make, because all that is wagered is above $5": (
        HOLDEM,
        {
            "limits__ante__minimum": "10.00",
            "limits__trips_or_better": {"minimum": "10.00", "maximum": "50.00", "step": "5.00"},
        },
        "limits.trips-or-better.minimum",
        "nobody can make the wager: one of the four wagers must be at most $5.00",
        "Down Under Hold'em, letter of 2019-12-20: Rules of Play",
    ),
    # games for more than $5
    "four games for more than $5": (
        FLUSH,
        {f"limits__{name}__maximum": "10.00" for name in ("natural_straight_flush", "natural_flush", "royal_riches")}
        | {"controls__reserve": "10000000.00"},
        "limits",
        "4 games take more than 5.00: bet, natural-straight-flush, natural-flush, royal-riches",
        "WAC 230-15-040",
    ),
    "a jackpot wager counts among them": (
        FLUSH,
        {f"limits__{name}__maximum": "10.00" for name in ("natural_straight_flush", "natural_flush")}
        | {"jackpot__wager": "20.00", "controls__reserve": "10000000.00"},
        "limits",
        "4 games take more than 5.00: bet, natural-straight-flush, natural-flush, jackpot",
        "WAC 230-15-040",
    ),
    # aggregates and the reserve
    "an aggregate below fifty times the wager": (
        FLUSH,
        {"limits__royal_riches__aggregate": "249.99"},
        "limits.royal-riches.aggregate",
        "At least 250.00",
        "WAC 230-15-490",
    ),
    "an aggregate on small odds": (
        PREMIUM,
        {"limits__hole_card_bonus__aggregate": "5000.00"},
        "limits.hole-card-bonus.aggregate",
        "pays at most 40 to 1",
        "WAC 230-15-490",
    ),
    "an aggregate on even money": (
        FLUSH,
        {"limits__bet__aggregate": "50000.00"},
        "limits.bet.aggregate",
        "pays at most 10 to 1",
        "WAC 230-15-490",
    ),
    "the name of an outside game": (
        BLACKJACK,
        {"name": "match-the-dealer-blackjack"},
        "name",
        "is a game outside houseway",
        "",
    ),
    "no reserve for two large prizes": (
        FLUSH,
        {"options__natural_straight_flush": "1", "controls__reserve": GONE},
        "controls.reserve",
        "Hold 40000.00, the second highest prize at odds above 25000.00",
        "WAC 230-15-455",
    ),
    "too small a reserve": (
        FLUSH,
        {"options__natural_straight_flush": "1", "controls__reserve": "39999.99"},
        "controls.reserve",
        "39999.99 is held",
        "WAC 230-15-455",
    ),
    # the jackpot
    "a jackpot where none is offered": (
        PREMIUM,
        {"jackpot": {"name": "j"}},
        "jackpot",
        "no jackpot wager is offered",
        "Premium Hold'em",
    ),
    "a jackpot wager without a jackpot": (
        FLUSH,
        {"jackpot": GONE},
        "jackpot",
        "Give the jackpot's terms",
        "Royal Riches Jackpot",
    ),
    "a controller older than v005t": (
        FLUSH,
        {"controls__controller": "v004"},
        "controls.controller",
        "Match The Dealer Progressive Table System v005t or higher",
        "Flush Poker, letter of 2021-05-25: Royal Riches Jackpot",
    ),
    "the same for pai gow": (
        PAI_GOW,
        {"controls__controller": "v003"},
        "controls.controller",
        "v005t or higher",
        "Wild Monkey Pai Gow, letter of 2021-05-25: Royal Riches Jackpot",
    ),
    "a controller older than v003": (
        BLACKJACK,
        {"controls__controller": "v002"},
        "controls.controller",
        "Match The Dealer Progressive v003 or higher",
        "Down Under Blackjack, letter of 2019-07-23: Rules of Play",
    ),
    "a house jackpot where a progressive is chosen": (
        FLUSH,
        {**HOUSE, "options__jackpot": "progressive"},
        "jackpot.kind",
        "It is progressive",
        "Royal Riches Jackpot",
    ),
    "a wager below the letter's range": (
        FLUSH,
        {"jackpot__wager": "0.50", "limits__chip": "0.50"},
        "jackpot.wager",
        "$1.00 to $20.00",
        "Royal Riches Jackpot",
    ),
    "a wager above the letter's range": (
        FLUSH,
        {"jackpot__wager": "21.00", "controls__reserve": "40000.00"},
        "jackpot.wager",
        "$1.00 to $20.00",
        "Royal Riches Jackpot",
    ),
    "a jackpot wager below a chip": (
        FLUSH,
        {"jackpot__wager": "1.50"},
        "jackpot.wager",
        "cannot be laid in chips of 1.00",
        "Royal Riches Jackpot",
    ),
    "a jackpot wager above the limit": (
        BLACKJACK,
        {"jackpot__wager": "401.00"},
        "jackpot.wager",
        "At most 400.00",
        "WAC 230-15-140",
    ),
    "a $ prize that is not set": (
        BLACKJACK,
        {**TABLE_5, "jackpot__prizes": GONE},
        "jackpot.prizes.2-suited-matches",
        "is not stated",
        "Table 5c",
    ),
    "nobody to pay a $ prize": (
        BLACKJACK,
        {**TABLE_5, "jackpot__prizes_from": GONE},
        "jackpot.prizes-from",
        "whether the house or the meter",
        "Table 5c",
    ),
    "a prize of another table": (
        BLACKJACK,
        {"jackpot__prizes": {"4-same-rank": "500.00"}},
        "jackpot.prizes.4-same-rank",
        "no $ prize",
        "Table 3c",
    ),
    "a payer without a prize": (
        BLACKJACK,
        {"jackpot__prizes_from": "house"},
        "jackpot.prizes-from",
        "the pay table has no $ prize",
        "Table 3c",
    ),
    "a meter that does not rise": (
        FLUSH,
        {"jackpot__increment": "0%"},
        "jackpot.increment",
        "rises with each wager",
        "WAC 230-15-685(1)",
    ),
    "rates of more than the wager": (
        FLUSH,
        {"jackpot__increment": "90%", "jackpot__reserve": "10.0001%"},
        "jackpot.increment",
        "90% and 10.0001% are more than the wager",
        "WAC 230-15-685(1)",
    ),
    "a cap below the seed": (
        FLUSH,
        {"jackpot__cap": "9999.99", "jackpot__overflow": "next"},
        "jackpot.cap",
        "At least 10000.00",
        "WAC 230-15-685(4)",
    ),
    "a cap without an overflow": (
        FLUSH,
        {"jackpot__cap": "50000.00"},
        "jackpot.overflow",
        "what comes in above the cap",
        "WAC 230-15-685(4)",
    ),
    "an overflow without a cap": (
        FLUSH,
        {"jackpot__overflow": "next"},
        "jackpot.overflow",
        "a meter without a cap does not overflow",
        "WAC 230-15-685(4)",
    ),
    "an overflow into itself": (
        FLUSH,
        {"jackpot__cap": "50000.00", "jackpot__overflow": "jackpot-1"},
        "jackpot.overflow",
        "cannot overflow into itself",
        "WAC 230-15-685(4)",
    ),
    "a display that is too small": (
        FLUSH,
        {"jackpot__display_digits": 6},
        "jackpot.display-digits",
        "10000.00 does not fit in 6 digits. At least 7.",
        "WAC 230-15-685(2)",
    ),
    "an amount of a progressive": (
        FLUSH,
        {"jackpot__amount": "5000.00"},
        "jackpot.amount",
        "the amount of a progressive is its meter",
        "WAC 230-15-671",
    ),
    "a link with an outside game that the letter does not name": (
        FLUSH,
        {"jackpot__outside": ["match-the-dealer-blackjack"], "jackpot__linked": "yes"},
        "jackpot.outside",
        "Games outside: none",
        "Royal Riches Jackpot",
    ),
    "an outside game without a link": (
        BLACKJACK,
        {"jackpot__outside": ["match-the-dealer-blackjack"]},
        "jackpot.linked",
        "Say yes",
        "Match The Dealer Progressive",
    ),
    "deposits too rare": (
        FLUSH,
        {"controls__deposit_days": 8},
        "controls.deposit-days",
        "at least every 7 days",
        "WAC 230-15-455",
    ),
    "a house jackpot without an amount": (
        FLUSH,
        {**HOUSE, "jackpot": {"name": "j", "kind": "house", "wager": "1.00", "verify-above": "500.00"}},
        "jackpot.amount",
        "posted at the table",
        "WAC 230-15-671",
    ),
    "a house jackpot that rises": (
        FLUSH,
        {**HOUSE, "jackpot": {**HOUSE["jackpot"], "increment": "20%"}},  # type: ignore[dict-item]
        "jackpot.increment",
        "a house jackpot does not rise",
        "WAC 230-15-671",
    ),
    "a house jackpot that is linked": (
        PAI_GOW,
        {**HOUSE, "jackpot": {**HOUSE["jackpot"], "linked": "yes"}},  # type: ignore[dict-item]
        "jackpot.linked",
        "a house jackpot cannot be connected",
        "Wild Monkey Pai Gow, letter of 2021-05-25: Royal Riches Jackpot",
    ),
    # posting
    "the four-wager notice off the layout": (
        HOLDEM,
        {"posting__four_wagers": "placard"},
        "posting.four-wagers",
        "stands on the layout",
        "Down Under Hold'em, letter of 2019-12-20: Rules of Play",
    ),
    "the four-wager notice nowhere": (
        PREMIUM,
        {"posting__four_wagers": "cellar"},
        "posting.four-wagers",
        "on the layout or the placard",
        "Premium Hold'em, letter of 2018-09-18: 1b",
    ),
    "the four-wager notice of the law": (
        FLUSH,
        {"posting__four_wagers": GONE},
        "posting.four-wagers",
        "is not stated",
        "WAC 230-15-040",
    ),
    "a progressive on a sign": (
        FLUSH,
        {"posting__jackpot": "sign"},
        "posting.jackpot",
        "a display at the table shows its meter",
        "WAC 230-15-685(2)",
    ),
    "a house jackpot on a rising display": (
        FLUSH,
        {**HOUSE, "posting__jackpot": "display"},
        "posting.jackpot",
        "stand on a sign",
        "WAC 230-15-671",
    ),
    # approvals
    "controls approved before the letter": (
        FLUSH,
        {"controls__date": datetime.date(2021, 5, 24)},
        "controls.date",
        "of 2021-05-25 or later",
        "Flush Poker, letter of 2021-05-25: Commercial Card Rooms",
    ),
    "controls approved after the day": (
        FLUSH,
        {"controls__date": datetime.date(2024, 6, 1)},
        "controls.date",
        "2024-06-01 is after 2024-05-31",
        "Commercial Card Rooms",
    ),
    "face-up dealing without its own approval": (
        HOLDEM,
        {"options__face_up": "yes", "controls__face_up": {"reference": "IC-2"}},
        "controls.face-up.date",
        "internal controls for face-up dealing",
        "Down Under Hold'em, letter of 2020-06-15: face-up dealing",
    ),
    "face-up dealing with the approval of the game": (
        HOLDEM,
        {
            "options__face_up": "yes",
            "controls__face_up": {"reference": "IC-1", "date": datetime.date(2020, 1, 10)},
        },
        "controls.face-up.date",
        "of 2020-06-15 or later",
        "letter of 2020-06-15: face-up dealing",
    ),
    "electronic cards without approved equipment": (
        FLUSH,
        {"dealing__cards": "shuffle", "controls__equipment": {"reference": "EQ-1"}},
        "controls.equipment.date",
        "the equipment that deals",
        "WAC 230-06-050; WAC 230-15-116",
    ),
    "a scanner without approved equipment": (
        FLUSH,
        {"dealing__cards": "scanner", "controls__equipment": {"date": datetime.date(2022, 1, 1)}},
        "controls.equipment.reference",
        "the equipment that deals",
        "WAC 230-06-050",
    ),
    "malfunctions reported too late": (
        FLUSH,
        {"controls__malfunction_hours": 73},
        "controls.malfunction-hours",
        "within 72 hours",
        "WAC 230-06-054",
    ),
    # a tribal house
    "a compact without a limit": (
        PREMIUM,
        {**TRIBAL, "compact": {"reference": "Compact"}},
        "compact.wager-limit",
        "is not stated",
        "Tribal-State Compact, Appendix A, Section 18",
    ),
    "no concurrence": (
        PREMIUM,
        {**TRIBAL, "controls__concurrence": {"reference": "WSGC-1"}},
        "controls.concurrence.date",
        "the Commission's concurrence",
        "Premium Hold'em, letter of 2018-09-18: Tribal Casinos",
    ),
    "a wager above the compact's limit": (
        PREMIUM,
        {**TRIBAL, "limits__ante__maximum": "170.00"},
        "limits.ante.maximum",
        "At most 166.00",
        "1a; Tribal-State Compact",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_sheet_is_refused_for(name: str) -> None:
    game, changes, field, words, source = CASES[name]
    refusal = only(game, **changes)
    assert refusal.field == field
    assert words in f"{refusal.reason}. {refusal.right}"
    assert source in refusal.source


ACCEPTED: dict[str, tuple[str, dict[str, Any]]] = {
    "the highest ante in dollars under a threefold play": (
        PREMIUM,
        {"limits__ante__maximum": "133.00", "limits__ante__step": "1.00"},
    ),
    "limits of an equal wager that are the same": (
        HOLDEM,
        {"limits__bet": {"minimum": "5.00", "maximum": "100.00", "step": "5.00"}},
    ),
    "three games for more than $5": (
        FLUSH,
        {
            "limits__natural_flush__maximum": "10.00",
            "limits__natural_straight_flush__maximum": "10.00",
        },
    ),
    "a lawful aggregate, which also lowers the reserve": (
        FLUSH,
        {"options__natural_straight_flush": "1", "limits__royal_riches__aggregate": "25000.00"},
    ),
    "a reserve for two large prizes": (
        FLUSH,
        {"options__natural_straight_flush": "1", "controls__reserve": "40000.00"},
    ),
    "a house jackpot": (FLUSH, HOUSE),
    "a house jackpot that says it is not linked": (
        FLUSH,
        {**HOUSE, "jackpot": {**HOUSE["jackpot"], "linked": "no"}},  # type: ignore[dict-item]
    ),
    "a table 5 with its prize": (BLACKJACK, TABLE_5),
    "a prize at odds from the meter": (
        BLACKJACK,
        {**TABLE_5, "jackpot__prizes": {"2-suited-matches": "200 for 1"}, "jackpot__prizes_from": "meter"},
    ),
    "an alternate with its prize": (
        BLACKJACK,
        {
            "options__progressive_alternate": "on",
            "jackpot__prizes": {"3-card-suited-match": "300.00"},
            "jackpot__prizes_from": "house",
        },
    ),
    "a named game outside": (
        BLACKJACK,
        {"jackpot__outside": ["match-the-dealer-blackjack"], "jackpot__linked": "yes"},
    ),
    "a cap and where it overflows": (FLUSH, {"jackpot__cap": "50000.00", "jackpot__overflow": "next"}),
    "face-up dealing with an approval of its own": (
        HOLDEM,
        {
            "options__face_up": "yes",
            "controls__face_up": {"reference": "IC-2", "date": datetime.date(2020, 7, 1)},
        },
    ),
    "a table that deals itself": (
        FLUSH,
        {
            "dealing": {"cards": "shuffle", "dealer": "self"},
            "controls__equipment": {"reference": "EQ-1", "date": datetime.date(2022, 1, 1)},
        },
    ),
    "a higher controller": (FLUSH, {"controls__controller": "v006"}),
    "a tribal house under its compact": (PREMIUM, {**TRIBAL, "limits__ante__maximum": "165.00"}),
    "a tribal house without state reports": (PREMIUM, {**TRIBAL, "controls__malfunction_hours": GONE}),
    "one bonus, and so no four-wager notice": (
        HOLDEM,
        {"options__match_the_dealer": "off", "limits__match_the_dealer": GONE, "posting__four_wagers": GONE},
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_sheet_is_accepted_with(name: str) -> None:
    game, changes = ACCEPTED[name]
    assert [str(one) for one in refusals(game, **changes)] == []


def test_all_reasons_are_listed_at_once() -> None:
    found = refusals(
        BLACKJACK,
        options__match_the_dealer="8",
        options__progressive="3d/1",
        options__soft_17="sometimes",
        seats=8,
        limits__wager__maximum="1000.00",
        controls__controller="v001",
        posting__disputes=GONE,
    )
    assert [one.field for one in found] == [
        "options.soft-17",
        "options.match-the-dealer",
        "options.progressive",
        "seats",
        "limits.wager.maximum",
        "controls.controller",
        "posting.disputes",
    ]


def test_face_up_dealing_was_not_allowed_before_its_letter() -> None:
    found = refusals(
        HOLDEM,
        datetime.date(2020, 6, 1),
        options__face_up="yes",
        controls__date=datetime.date(2020, 1, 10),
        controls__face_up={"reference": "IC-2", "date": datetime.date(2020, 6, 15)},
    )
    assert [one.field for one in found] == ["options.face-up", "controls.face-up.date"]
    assert found[0].reason == "was not yet allowed on 2020-06-01"


@pytest.mark.parametrize(
    ("on", "most"), [(datetime.date(2023, 9, 21), "100.00"), (datetime.date(2023, 9, 22), "133.00")]
)
def test_the_limit_is_the_law_of_the_day(on: datetime.date, most: str) -> None:
    refusal = only(PREMIUM, on, limits__ante__maximum="200.00")
    assert refusal.right == f"At most {most}."


@pytest.mark.parametrize(
    ("version", "least", "enough"),
    [
        ("v003", "v003", True),
        ("v004", "v003", True),
        ("v005t", "v003", True),
        ("v010", "v009", True),
        ("v002", "v003", False),
        ("v005t", "v005t", True),
        ("v006", "v005t", True),
        ("v004", "v005t", False),
        ("v005", "v005t", False),  # which of two of one number is higher, no letter says
        ("v005u", "v005t", False),
        ("5", "v003", False),
        ("latest", "v003", False),
    ],
)
def test_versions_are_compared_by_their_number(version: str, least: str, enough: bool) -> None:
    assert is_at_least(version, least) is enough


def stricter(rule: str, figure: str, value: int) -> list[str]:
    """The fields that pai gow's example is refused for where a figure of the law is another."""
    case = examine(sheet(PAI_GOW), ON)[1]
    assert case is not None
    changed = replace(case.policy.rules[rule], figures={**case.policy.rules[rule].figures, figure: value})
    under = replace(case, policy=replace(case.policy, rules={**case.policy.rules, rule: changed}))
    return [f"{one.field}: {one.reason} ({one.law})" for one in (*check_money(under), *check_jackpot(under))]


def test_no_letter_offers_more_games_than_the_law_allows_but_a_stricter_law_is_kept() -> None:
    assert stricter("games", "offered", 6) == []
    assert stricter("games", "offered", 5) == ["options: 6 games are offered with one hand (WAC 230-15-040)"]


def test_shares_that_can_hardly_be_won_are_refused() -> None:
    assert stricter("jackpot-odds", "most", 4_816_972) == []
    assert stricter("jackpot-odds", "most", 4_816_971) == [
        "jackpot: 7-card natural straight flush comes less than once in 4,816,971 hands (N.J.A.C. 13:69D-1.52(e))"
    ]


@pytest.mark.parametrize("name", CASES)
def test_every_refusal_cites_a_clause_that_the_letter_has_or_its_covering_page(name: str) -> None:
    game, changes, *_ = CASES[name]
    letter = sheet(game).approval
    known = {one.clause for one in letter.clauses} | {*COVER.values(), MODIFICATIONS}
    known |= {wager.rule for wager in letter.wagers.values()} | {
        table.rule for tables in letter.paytables.values() for table in tables.values()
    }
    known |= {option.rule for option in letter.options.values()}
    for one in refusals(game, **changes):
        assert (one.title, one.date in {each.date for each in letter.letters}) == (letter.title, True)
        assert one.clause in known, one


def test_a_refusal_as_json() -> None:
    assert msgspec.to_builtins(only(FLUSH, seats=9).row()) == {
        "field": "seats",
        "reason": "9 seats are more than the game is dealt to",
        "right": "At most 6.",
        "letter": {"title": "Flush Poker", "date": "2021-05-25", "clause": "Rules of Play"},
        "law": None,
    }
    by_law = msgspec.to_builtins(only(FLUSH, controls__deposit_days=30).row())
    letter = {"title": "Flush Poker", "date": "2021-05-25", "clause": "Commercial Card Rooms"}
    assert (by_law["letter"], by_law["law"]) == (letter, "WAC 230-15-455")
