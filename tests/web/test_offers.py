"""What a table's page says that it takes and pays, and what its house players make of it."""

from dataclasses import replace

from houseway.games import game_named
from houseway.games.letter.paytable import Pay
from houseway.games.round.record import RECORD_KEYS, read_round
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.tables.demonstration import demonstration_terms
from houseway.web.describe import game_facts
from houseway.web.practice.demonstration_house import practice_rules
from houseway.web.practice.habits import PacedPlayer

BLACKJACK = "down-under-blackjack"
WITH_PRIZE = {"decks": "6", "progressive": "5c/1"}


def pays(terms: JackpotTerms | None) -> list[str]:
    """What the page of a table prints for its progressive."""
    rules = practice_rules("7", game_named(BLACKJACK, WITH_PRIZE), terms) if terms else None
    found = game_facts(BLACKJACK, rules) if rules else game_facts(BLACKJACK)
    return [line.pays for offer in found.offers if offer.wager == "progressive" for line in offer.lines]


def test_a_prize_that_the_house_sets_is_shown_as_it_is_set() -> None:
    terms = demonstration_terms(game_named(BLACKJACK, WITH_PRIZE))
    assert terms is not None
    key = "2-suited-matches"
    assert pays(replace(terms, prizes={key: 250_00}))[:3] == ["100%", "10%", "$250.00"]
    assert pays(replace(terms, prizes={key: Pay.parse("250 for 1")}))[2] == "250 for 1"
    assert "$" not in [*pays(terms), *pays(None)]


def test_a_wager_is_off_with_the_pay_tables_that_it_shares() -> None:
    down = {"match-the-dealer": "off", "match-down-card": "on"}
    game = game_named(BLACKJACK, down)
    assert game.offered == {"wager"}
    assert game.switched_off_by("match-down") == "match-the-dealer"
    assert game_facts(BLACKJACK, practice_rules("7", game, None)).offered == ["wager"]
    on = game_named(BLACKJACK, {"match-the-dealer": "6", "match-down-card": "on"})
    assert on.offered == {"wager", "match-up", "match-down"}


def test_a_house_player_gives_up_no_hand_that_can_be_played_for_free() -> None:
    fives = ["5c", "5d", "5h", "5s", "Ah", "Kd", "Qs"]
    record = {
        "game": "wild-monkey-pai-gow",
        "dealer": ["2c", "3d", "7h", "8s", "9c", "Jd", "Kh", "Tc"],
        "seats": [{"seat": 1, "wagers": {"bet": 10}, "cards": fives, "decisions": ["set house-way", "stand"]}],
    }
    now = read_round(record, RECORD_KEYS).dealt().decide("set house-way")
    assert {"stand", "surrender"} <= {choice.text for choice in now.choices()}
    player = PacedPlayer("house-careful-2")
    assert "surrender" not in {player.decides(now) for _ in range(200)}
