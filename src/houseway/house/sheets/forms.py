"""Tax and cash forms that a payment calls for by its amount: forms.toml, looked up for a day."""

import datetime
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from houseway.money import Cents, parse_money

FILE: Final = Path(__file__).parent / "forms.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentForm:
    """A form that payments of an amount call for, from one day on."""

    name: str
    since: datetime.date
    least: Cents
    about: str
    law: str
    source: str
    certain: bool

    @property
    def text(self) -> str:
        """Its name and what it is for."""
        return f"{self.name}: {self.about}"


@cache
def known_forms() -> tuple[PaymentForm, ...]:
    """All forms of the file, by the day they hold from."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["forms"]
    forms = (PaymentForm(**{**row, "least": parse_money(row["least"])}) for row in rows)
    return tuple(sorted(forms, key=lambda form: form.since))


def forms_for(amount: Cents, day: str) -> list[str]:
    """The forms that a payment of an amount on a day needs, in words, the smallest amount first."""
    on = datetime.date.fromisoformat(day)
    held = {form.name: form for form in known_forms() if form.since <= on}
    return [form.text for form in sorted(held.values(), key=lambda form: form.least) if amount >= form.least]
