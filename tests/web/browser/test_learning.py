"""What the pages teach: the coach, why a wager was paid, the replay, the proof of the shuffle, history and drills."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.games.round.record import replay
from web.browser.playing import after, click, my_turn_or_over, own_table, play_to_the_end, press

VECTORS = Path(__file__).parents[3] / "docs" / "fair-shuffle.md"
PREPARED = 120_000  # milliseconds: a strategy may have to be solved first


def vectors() -> list[dict[str, Any]]:
    text = VECTORS.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    return list(json.loads(text))


def test_the_page_derives_the_orders_of_the_shared_vectors(page: Page) -> None:
    page.goto("/")
    kinds = {"flush-poker": "53", "down-under-blackjack": "shoe"}
    for vector in vectors():
        given = {**vector, "table": "7", "kind": kinds.get(vector["game"], "52")}
        found = page.evaluate(
            """async vector => {
              const { commitment, deckSeed, freshCards, remaining, shuffled } = await import('/static/shuffle.js');
              const { hex } = await import('/static/sha256.js');
              const cards = freshCards(vector.kind, Number(vector.options.decks ?? 1));
              const start = vector.out ? remaining(cards, vector.out.split(' ')) : cards;
              const seed = deckSeed(vector);
              return [commitment(vector.seed), hex(seed), shuffled(start, seed).join(' ')];
            }""",
            given,
        )
        assert found == [vector["commitment"], vector["deck_seed"], vector["order"]]


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_our_sha256_is_the_browsers(page: Page, length: int) -> None:
    """Loopback is a secure context, so the browser's own digest can be compared with ours."""
    page.goto("/")
    same = page.evaluate(
        """async length => {
          const { hex, sha256 } = await import('/static/sha256.js');
          const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 11) % 256);
          return hex(sha256(bytes)) === hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
        }""",
        length,
    )
    assert same


def test_the_coach_tells_what_every_choice_is_worth(page: Page) -> None:
    own_table(page, "down-under-blackjack")
    page.get_by_role("switch", name="Coach").click()
    for _ in range(6):
        after(page, lambda: page.keyboard.press("Enter"))
        if my_turn_or_over(page):
            break
    values = page.locator(".coach .values li")
    expect(values.first).to_be_visible(timeout=PREPARED)
    assert values.count() >= 2
    expect(page.locator(".coach li[data-best=yes]")).to_have_count(1)
    expect(page.locator(".coach li[data-best=yes]")).to_contain_text("best")
    expect(values.first.locator(".number")).to_have_text(re.compile(r"^[+−]?\d\.\d{4}$"))
    expect(values.first.locator(".money")).to_have_text(re.compile(r"^[+−]?\$\d+\.\d\d$"))
    page.get_by_role("switch", name="Coach").click()
    expect(values).to_have_count(0)


def test_a_decision_is_looked_back_on_when_the_round_is_over(page: Page) -> None:
    own_table(page, "down-under-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)
    play_to_the_end(page, click)
    words = re.compile(r"^(You (checked|played|folded).* was worth \$\d+\.\d\d more\.|You decided for the best)")
    expect(page.locator(".why .feedback p").first).to_have_text(words, timeout=PREPARED)


def test_why_the_replay_and_the_proof_of_a_round(page: Page) -> None:
    own_table(page, "premium-holdem")
    page.locator("summary", has_text="The shuffle").click()
    page.get_by_label("Your value for the next shuffle").fill("blue horse ♥")
    after(page, page.get_by_role("button", name="Give").click)
    expect(page.locator(".log")).to_contain_text("Your value for the next shuffle is kept.")
    page.get_by_label("Your value for the next shuffle").blur()
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)
    after(page, lambda: press(page, "play 3x"))
    play_to_the_end(page, click)
    for line in page.locator(".why summary").all():
        line.click()
    expect(page.locator(".why details").first).to_contain_text("Clause")
    expect(page.locator(".why details").first).to_contain_text("stake")
    page.get_by_role("link", name="Replay, record and proof of the deal").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("round 1")
    assert "play 3x" in page.locator(".replay").inner_text()
    page.get_by_role("button", name="Derive the order in this page").click()
    verdicts = page.locator(".verdict")
    expect(verdicts.first).to_be_visible()
    assert verdicts.evaluate_all("all => all.map(one => one.dataset.ok)") == ["yes", "yes"]
    expect(page.locator(".proof")).to_contain_text("“blue horse ♥”")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert record["game"] == "premium-holdem"
    assert replay(record).settlement().seats  # `houseway settle` takes it as it is


def test_the_replay_goes_step_by_step(page: Page) -> None:
    own_table(page, "down-under-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, click)
    page.goto(page.url.replace("/tables/", "/rounds/") + "/1")
    status = page.locator(".steps [role=status]")
    last = status.inner_text()
    assert int(last.split(" of ")[0]) > 3
    dealer = page.locator(".row-of-cards").first
    expect(dealer).not_to_have_attribute("aria-label", re.compile("face down"))
    page.get_by_role("slider", name="Step of the round").press("Home")
    expect(status).to_have_text(re.compile("^1 of "))
    expect(dealer).to_have_attribute("aria-label", re.compile("2 cards face down"))
    page.get_by_role("button", name="Next").click()
    expect(status).to_have_text(re.compile("^2 of "))


def test_a_proof_that_was_tampered_with_is_not_believed(page: Page) -> None:
    own_table(page, "down-under-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, click)
    page.goto(page.url.replace("/tables/", "/rounds/") + "/1")
    page.evaluate(
        "() => { const round = document.querySelector('hw-round').round;"
        " [round.record.dealer[0], round.record.dealer[1]] = [round.record.dealer[1], round.record.dealer[0]]; }"
    )
    page.get_by_role("button", name="Derive the order in this page").click()
    expect(page.locator(".verdict[data-ok=no]")).to_have_count(1)


def test_history_tells_what_decisions_cost(page: Page) -> None:
    page.goto("/me")
    expect(page.get_by_text("Nothing decided yet")).to_be_visible()
    own_table(page, "down-under-blackjack")
    for _ in range(6):
        after(page, lambda: page.keyboard.press("Enter"))
        if my_turn_or_over(page):
            break
    play_to_the_end(page, click)

    def told() -> bool:
        page.goto("/me")
        return page.locator("table.lines tbody tr").count() > 0

    for _ in range(100):
        if told():
            break
    expect(page.locator(".tiles")).to_contain_text("best choices")
    expect(page.locator("table.lines tbody tr").first).to_contain_text("stand")


def test_a_drill_asks_answers_and_counts(page: Page) -> None:
    page.goto("/drill")
    page.get_by_role("link", name=re.compile("Down Under Blackjack")).click()
    expect(page.locator(".answers .button").first).to_be_visible(timeout=PREPARED)
    expect(page.get_by_label("Your score")).to_contain_text("0 of 0")
    page.keyboard.press("s")
    answer = page.locator(".drill-answer")
    expect(answer).to_be_visible()
    expect(answer).to_contain_text(re.compile("Right|Better"))
    expect(page.get_by_label("Your score")).to_contain_text("of 1")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".answers .button").first).to_be_visible(timeout=PREPARED)


def test_the_dealers_error_is_found_or_shown(page: Page) -> None:
    page.goto("/drill/dealer-errors")
    wrong = page.get_by_role("button", name=re.compile("is wrong"))
    expect(wrong.first).to_be_visible(timeout=PREPARED)
    wrong.first.click()
    expect(page.locator(".drill-answer")).to_contain_text(re.compile("Found it|Not that one"))
    expect(page.locator(".drill-answer")).to_contain_text("Clause")
    expect(page.get_by_label("Your score")).to_contain_text("of 1")


def test_a_private_table_explains_what_the_letter_refuses(page: Page) -> None:
    page.goto("/new/down-under-blackjack")
    page.get_by_label("Decks").select_option("2")
    page.get_by_role("button", name="Open the table and sit down").click()
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("not for 2 decks")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    page.get_by_label("Match the dealer", exact=True).select_option("2")
    page.get_by_label("Progressive", exact=True).select_option("off")
    page.get_by_role("button", name="Open the table and sit down").click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("hw-table")).to_have_attribute("data-phase", "wager")
