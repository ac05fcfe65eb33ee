"""Refuses passwords that are too easy to guess."""

from typing import Final

FEWEST: Final = 5  # different characters
COMMON: Final = frozenset(
    {
        *("password", "password1", "password12", "password123", "passw0rd", "iloveyou", "sunshine", "princess"),
        *("12345678", "123456789", "1234567890", "87654321", "qwertyui", "qwertyuiop", "qwerty123", "1q2w3e4r"),
        *("1q2w3e4r5t", "football", "baseball", "superman", "letmein1", "welcome1", "trustno1", "changeme"),
        *("administrator", "blackjack", "holdem123", "casino123", "houseway", "houseway1", "jackpot1", "dealer123"),
    }
)


def weakness(name: str, password: str) -> str:
    """Why a password is too weak for somebody of this name; empty where it is not."""
    small = password.lower()
    if small in COMMON:
        return "is one of the first that anybody tries"
    if len(set(small)) < FEWEST:
        return f"must have {FEWEST} different characters"
    if len(name) > 2 and name in small:
        return "must not hold the person's name"
    return ""
