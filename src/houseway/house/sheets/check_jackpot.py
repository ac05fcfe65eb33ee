"""Check a sheet's jackpot against letter and law: kind, terms, prizes, controller, shared meters."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from houseway.games.letter.approval import Wager
from houseway.games.letter.offer import Offer, offer
from houseway.house.sheets.check_money import odds_prizes, wager_limit
from houseway.house.sheets.fields import WHOLE_WAGER, format_rate
from houseway.house.sheets.links import winning_terms
from houseway.house.sheets.overflow import overflow_ring, ring_text
from houseway.house.sheets.refusal import Case, Refusal
from houseway.house.sheets.sheet import JackpotTerms
from houseway.money import Cents, format_money, parse_money

PROGRESSIVE_ONLY: Final = ("seed", "reset", "increment", "reserve", "cap", "overflow", "display-digits")
_VERSION: Final = re.compile(r"v([0-9]{1,6})([a-z]*)")


def check_jackpot(case: Case) -> Iterator[Refusal]:
    """All refusals about the jackpot."""
    wager, terms = case.approval.jackpot, case.sheet.jackpot
    if wager is None or wager.name not in case.game.offered:
        if terms is not None:
            clause = wager.rule if wager else case.opening
            yield case.refuse("jackpot", "no jackpot wager is offered", "Leave [jackpot] out.", clause=clause)
        return
    yield from _controller(case)
    if terms is None:
        yield case.refuse("jackpot", "is not stated", "Give the jackpot's terms in [jackpot].", clause=wager.rule)
        return
    offered = offer(case.game, wager)
    yield from _kind(case, wager, terms)
    yield from _wager(case, wager, terms)
    yield from _prizes(case, offered, terms)
    yield from _likely(case, offered)
    if terms.kind == "house":
        yield from _house(case, wager, terms)
    else:
        yield from _progressive(case, wager, terms)


def is_at_least(version: str, least: str) -> bool:
    """Whether a controller's version has a higher number than the least one, or is exactly that version."""
    stated, required = _VERSION.fullmatch(version), _VERSION.fullmatch(least)
    if not stated or not required:
        return False
    return int(stated[1]) > int(required[1]) or version == least


def _controller(case: Case) -> Iterator[Refusal]:
    required = case.approval.operation.controller
    if required is None:
        return
    right = f"{required.name} {required.version} or higher."
    yield from case.missing("controls.controller", right=right, clause=required.rule)
    version = case.sheet.controls.controller
    if version and not is_at_least(version, required.version):
        reason = f"{version!r} is not {required.version} or higher"
        yield case.refuse("controls.controller", reason, right, clause=required.rule)


def _kind(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    chosen = case.game.options[wager.option]
    required = chosen if chosen in ("progressive", "house") else "progressive"
    right = f"It is {required}, as option {wager.option} says."
    yield from case.missing("jackpot.kind", "jackpot.name", right=f"Name the jackpot. {right}", clause=wager.rule)
    if terms.kind and terms.kind != required:
        yield case.refuse("jackpot.kind", f"{terms.kind} is not what is chosen", right, clause=wager.rule)


def _wager(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    right = "State the one amount, the same for all players."
    yield from case.missing("jackpot.wager", right=right, clause=wager.rule)
    right = "State the award above which two persons verify the hand before it is paid."
    yield from case.missing("jackpot.verify-above", right=right)
    if not terms.wager:
        return
    if wager.most and not parse_money(wager.least) <= terms.wager <= parse_money(wager.most):
        reason = f"{format_money(terms.wager)} is outside the letter's range"
        yield case.refuse("jackpot.wager", reason, f"${wager.least} to ${wager.most}.", clause=wager.rule)
    if case.sheet.chip and terms.wager % case.sheet.chip:
        reason = f"{format_money(terms.wager)} cannot be laid in chips of {format_money(case.sheet.chip)}"
        yield case.refuse("jackpot.wager", reason, "A whole number of chips.", clause=wager.rule)
    most, law = wager_limit(case)
    if most and terms.wager > most:
        reason = f"{format_money(terms.wager)} is above the limit for a single wager"
        yield case.refuse("jackpot.wager", reason, f"At most {format_money(most)}.", clause=wager.rule, law=law)


def _prizes(case: Case, offered: Offer, terms: JackpotTerms) -> Iterator[Refusal]:
    for key in offered.prizes:
        if key not in terms.prizes:
            right = 'Set the prize that the table prints as $: an amount, or odds such as "200 for 1".'
            yield case.refuse(f"jackpot.prizes.{key}", "is not stated", right, clause=offered.rule)
    for key in terms.prizes:
        if key not in offered.prizes:
            right = f"Pay table {offered.table} has " + (", ".join(offered.prizes) or "no $ prize") + "."
            yield case.refuse(f"jackpot.prizes.{key}", "is no prize of this table", right, clause=offered.rule)
    if offered.prizes:
        right = "Say whether the house or the meter pays the $ prizes."
        yield from case.missing("jackpot.prizes-from", right=right, clause=offered.rule)
    elif terms.prizes_from:
        reason = "the pay table has no $ prize"
        yield case.refuse("jackpot.prizes-from", reason, "Leave it out.", clause=offered.rule)


def _likely(case: Case, offered: Offer) -> Iterator[Refusal]:
    most = case.policy.figure("jackpot-odds", "most")
    for line in offered.shares:
        chance = line.chance(offered.combinations)
        if chance is None or chance * most < 1:
            reason = f"{line.name} comes less than once in {most:,} hands"
            right = "Choose a pay table whose shares can be won."
            yield case.refuse("jackpot", reason, right, clause=offered.rule, law=case.policy.law("jackpot-odds"))


def _house(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    law = case.law("WAC 230-15-671")
    right = "State the amount that is posted at the table."
    yield from case.missing("jackpot.amount", right=right, clause=wager.rule, law=law)
    for key in PROGRESSIVE_ONLY:
        if f"jackpot.{key}" in case.sheet.given:
            reason = "a house jackpot does not rise"
            yield case.refuse(f"jackpot.{key}", reason, "Leave it out.", clause=wager.rule, law=law)
    link = case.approval.operation.link
    if terms.linked or terms.outside:
        reason = "a house jackpot cannot be connected"
        clause = link.rule if link else wager.rule
        yield case.refuse("jackpot.linked", reason, "Leave it out, or say no.", clause=clause)


def _progressive(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    stated = {
        "seed": ("State what the meter starts with.", "WAC 230-15-685(3)"),
        "reset": ("State where a 100% award leaves the meter.", "WAC 230-15-685(3)"),
        "increment": ("State what part of each wager the meter shows.", "WAC 230-15-685(1)"),
        "reserve": ('State what part of each wager is kept undisplayed, or "0%".', "WAC 230-15-671"),
        "cap": ('State the most that the meter shows, or "none".', "WAC 230-15-685(4)"),
        "display-digits": ("State how many digits the displays have, cents included.", "WAC 230-15-685(2)"),
        "linked": ("Say yes where several tables share the meter, else no.", "WAC 230-15-685(5)"),
    }
    for key, (right, law) in stated.items():
        yield from case.missing(f"jackpot.{key}", right=right, clause=wager.rule, law=case.law(law))
    if terms.amount:
        reason = "the amount of a progressive is its meter"
        right, law = "Leave it out: state seed and reset.", case.law("WAC 230-15-671")
        yield case.refuse("jackpot.amount", reason, right, clause=wager.rule, law=law)
    yield from _rates(case, wager, terms)
    yield from _cap(case, wager, terms)
    yield from _account(case)
    link = case.approval.operation.link
    for name in terms.outside:
        if not link or name not in link.outside:
            right = "Games outside: " + (", ".join(link.outside) if link and link.outside else "none") + "."
            clause = link.rule if link else wager.rule
            yield case.refuse("jackpot.outside", f"{name[:40]!r} is no game of the letter", right, clause=clause)
    if terms.outside and not terms.linked:
        yield case.refuse("jackpot.linked", "a game outside shares the meter", "Say yes.", clause=wager.rule)


def _rates(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    law = case.law("WAC 230-15-685(1)")
    if "jackpot.increment" in case.sheet.given and not terms.increment:
        reason = "a progressive rises with each wager"
        yield case.refuse("jackpot.increment", reason, "More than 0%.", clause=wager.rule, law=law)
    if terms.increment + terms.reserve > WHOLE_WAGER:
        both = f"{format_rate(terms.increment)} and {format_rate(terms.reserve)}"
        reason = f"{both} are more than the wager"
        yield case.refuse("jackpot.increment", reason, "At most 100% together.", clause=wager.rule, law=law)


def _cap(case: Case, wager: Wager, terms: JackpotTerms) -> Iterator[Refusal]:
    law = case.law("WAC 230-15-685(4)")
    highest = max(terms.seed, terms.reset)
    if terms.cap and terms.cap < highest:
        reason = f"{format_money(terms.cap)} is below what the meter starts with"
        yield case.refuse("jackpot.cap", reason, f"At least {format_money(highest)}.", clause=wager.rule, law=law)
    if terms.cap:
        right = "Name the jackpot that takes what comes in above the cap."
        yield from case.missing("jackpot.overflow", right=right, clause=wager.rule, law=law)
    if terms.overflow and (not terms.cap or terms.overflow == terms.name):
        reason = "a meter without a cap does not overflow" if not terms.cap else "a meter cannot overflow into itself"
        right = "Leave it out." if not terms.cap else "Name another jackpot."
        yield case.refuse("jackpot.overflow", reason, right, clause=wager.rule, law=law)
    largest: Cents = max(highest, terms.cap)
    if terms.display_digits and len(str(largest)) > terms.display_digits:
        reason = f"{format_money(largest)} does not fit in {terms.display_digits} digits"
        right = f"At least {len(str(largest))}."
        law = case.law("WAC 230-15-685(2)")
        yield case.refuse("jackpot.display-digits", reason, right, clause=wager.rule, law=law)


def _account(case: Case) -> Iterator[Refusal]:
    """Check that the players' money is kept apart and deposited in time; a compact has its own rules."""
    if not case.commercial:
        return
    days, law = case.policy.figure("deposit", "days"), case.policy.law("deposit")
    yield from case.missing("controls.account", right="Name the separate account of the progressive.", law=law)
    right = f"What accrues is deposited at least every {days} days."
    yield from case.missing("controls.deposit-days", right=right, law=law)
    if case.sheet.controls.deposit_days > days:
        reason = f"every {case.sheet.controls.deposit_days} days is too rare"
        yield case.refuse("controls.deposit-days", reason, right, law=law)


# ---- several tables


def check_together(cases: Sequence[Case]) -> list[list[Refusal]]:
    """Refusals between the tables of one house, in their order: names, shared meters, the common reserve."""
    refusals = [
        [refusal for other in cases[:place] for refusal in _beside(case, other)] for place, case in enumerate(cases)
    ]
    for place in range(len(cases)):
        refusals[place] += _ring(cases[: place + 1])
    for place, refusal in _common_reserve(cases):
        refusals[place].append(refusal)
    return refusals


def _ring(cases: Sequence[Case]) -> Iterator[Refusal]:
    """Refuse an overflow of the last table's jackpot that would come back to it through other jackpots (R9)."""
    case = cases[-1]
    terms = case.sheet.jackpot
    if terms is None:
        return
    flows = {one.sheet.jackpot.name: one.sheet.jackpot.overflow for one in cases if one.sheet.jackpot}
    names = overflow_ring(terms.name, lambda name: flows.get(name, ""))
    if len(names) > 2:  # a meter that overflows into itself is refused elsewhere
        right = "Let the last one have no cap."
        yield case.refuse("jackpot.overflow", ring_text(names), right, law=case.law("WAC 230-15-685(4)"))


def _beside(case: Case, other: Case) -> Iterator[Refusal]:
    if case.sheet.name == other.sheet.name:
        yield case.refuse("name", "another table has this name", "Give each table its own.")
    mine, theirs = case.sheet.jackpot, other.sheet.jackpot
    if not mine or not theirs or mine.name != theirs.name:
        return
    link = case.approval.operation.link
    clause = link.rule if link else ""
    law = case.law("WAC 230-15-685(6)")
    where = f"table {other.sheet.name}"
    if "house" in (mine.kind, theirs.kind):
        right = "Give each house jackpot its own name and amount."
        yield case.refuse("jackpot.name", f"{where} has it too: a house jackpot is not shared", right, clause=clause)
        return
    if not (mine.linked and theirs.linked):
        right = "Say linked = yes on both, or give each its own name."
        yield case.refuse("jackpot.linked", f"{where} shares the meter", right, clause=clause, law=law)
    if case.commercial != other.commercial:
        right = "A meter has its tables in one house: give each its own name."
        yield case.refuse("jackpot.name", f"{where} is of another jurisdiction", right, clause=clause, law=law)
    if case.approval.supplier != other.approval.supplier:
        right = "Link games of one supplier."
        yield case.refuse("jackpot.name", f"{where} has a game of another supplier", right, clause=clause, law=law)
    if _terms(mine) != _terms(theirs):
        right = "Linked tables have the same wager, seed, rates, cap and prizes."
        yield case.refuse("jackpot", f"{where} states other terms of the same meter", right, clause=clause, law=law)
    if _won(case) != _won(other):
        right = "Linked games pay the same lines for the same hands, with the same chance to win them."
        yield case.refuse("jackpot.name", f"{where} is not won alike", right, clause=clause, law=law)


def _terms(terms: JackpotTerms) -> tuple[object, ...]:
    """The terms that all tables of one meter must share."""
    amounts = (terms.wager, terms.seed, terms.reset, terms.increment, terms.reserve, terms.cap, terms.overflow)
    prizes = tuple(sorted((key, str(prize)) for key, prize in terms.prizes.items()))
    return (*amounts, prizes, terms.prizes_from, terms.display_digits, terms.verify_above)


def _won(case: Case) -> dict[str, Any]:
    """How a jackpot is won; empty if no jackpot wager is offered, which another check refuses."""
    wager = case.approval.jackpot
    return winning_terms(case.game) if wager and wager.name in case.game.offered else {}


def _common_reserve(cases: Sequence[Case]) -> Iterator[tuple[int, Refusal]]:
    """The law binds the house, not a table: compare the prizes of all tables with the reserves that their sheets state.

    The table with the second highest prize is refused, because without it no reserve is needed.
    """
    commercial = [(place, case) for place, case in enumerate(cases) if case.commercial]
    if len(commercial) < 2:
        return
    policy = commercial[0][1].policy
    prizes = [(amount, place, line) for place, case in commercial for amount, line in odds_prizes(case)]
    large = sorted((one for one in prizes if one[0] > policy.figure("reserve", "above")), key=lambda one: -one[0])
    held = max(case.sheet.controls.reserve for _, case in commercial)
    if len(large) > 1 and held < large[1][0]:
        needed, place, _ = large[1]
        first, second = (f"table {cases[place].sheet.name}, {line}" for _, place, line in large[:2])
        right = (
            f"Hold {format_money(needed)}, the second highest prize at odds of all tables ({second}; "
            f"the highest is {first}), and state it on one of their sheets."
        )
        reason = f"the tables together hold {format_money(held)}"
        yield place, cases[place].refuse("controls.reserve", reason, right, law=policy.law("reserve"))
