"""The twelve example hands of the blackjack letter."""

from games.records import blackjack, settled, together


def test_example_1_nineteen_beats_eighteen() -> None:
    assert settled(blackjack("Th 9h", "Td 8d")) == {"hand 1": "win 20.00 [2]"}


def test_example_2_seventeen_against_seventeen_pushes() -> None:
    assert settled(blackjack("Th 7h", "Td 7d")) == {"hand 1": "push 10.00 [2]"}


def test_example_3_eighteen_loses_to_twenty() -> None:
    assert settled(blackjack("Th 8h", "Td Kd")) == {"hand 1": "lose 0.00 [2]"}


def test_example_4_blackjack_wins_three_to_two_against_22() -> None:
    """A second player's 19 makes the dealer draw to 22."""
    record = together(blackjack("Ah Kh", "Td 6d", ""), blackjack("Th 9h"), draws=["6c"])
    assert settled(record) == {"hand 1": "win 25.00 [1]"}


def test_example_5_blackjack_against_blackjack_pushes() -> None:
    assert settled(blackjack("Ah Kh", "Ad Kd", "")) == {"hand 1": "push 10.00 [2]"}


def test_example_6_nine_loses_to_a_blackjack_and_no_card_is_drawn() -> None:
    assert settled(blackjack("5h 4h", "Ad Kd", "", draws="")) == {"hand 1": "lose 0.00 [2]"}


def test_example_7_nineteen_pushes_against_22() -> None:
    assert settled(blackjack("Th 9h", "Td 6d", draws="6c")) == {"hand 1": "push 10.00 [12]"}


def test_example_8_two_gold_cards_win_against_22() -> None:
    assert settled(blackjack("Th Kh", "Td 6d", draws="6c")) == {"hand 1": "win 20.00 [12]"}


def test_example_9_ace_nine_pushes_against_22() -> None:
    assert settled(blackjack("Ah 9h", "Td 6d", draws="6c")) == {"hand 1": "push 10.00 [12]"}


def test_example_10_a_drawn_21_wins_against_22() -> None:
    assert settled(blackjack("6h 5h", "Td 6d", "hit", "Tc 6c")) == {"hand 1": "win 20.00 [12]"}


def test_example_11_another_blackjack_wins_three_to_two_against_22() -> None:
    """Here the dealer draws two cards to 22, again for a second player."""
    record = together(blackjack("Qs As", "5d 2d", ""), blackjack("8h 9h"), draws=["9c", "6c"])
    assert settled(record) == {"hand 1": "win 25.00 [1]"}


def test_example_12_split_king_queen_wins_with_21_and_pushes_with_20() -> None:
    record = blackjack("Kh Qh", "Td 6d", "split, stand", "Ac Jc 6c")
    assert settled(record) == {"hand 1": "win 20.00 [12]", "hand 2": "push 10.00 [12]"}
