"""The lab in a browser: choices in the address, sorting, comparing, sliders, and other pays while one types."""

import time

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from houseway.games import game_names
from houseway.lab.analyze import analyze

QUICK_SECONDS = 0.2


def shown(edge: float) -> str:
    return f"{100 * edge:.4f}%".replace("-", "−")


def test_choices_are_in_the_address_and_restore_the_view(page: Page) -> None:
    page.goto("/lab/flush-poker")
    riches = page.locator("#wager-royal-riches")
    expect(riches.locator(".figures dd").first).to_have_text("8.0008%")
    page.get_by_label("folded bonuses", exact=True).select_option("lose")
    expect(riches.locator(".figures dd").first).to_have_text("30.7102%")
    assert page.url.endswith("/lab/flush-poker?set=folded-bonuses%3Dlose")
    page.reload()
    expect(riches.locator(".figures dd").first).to_have_text("30.7102%")
    page.get_by_label("folded bonuses", exact=True).select_option("play")
    page.go_back()
    expect(riches.locator(".figures dd").first).to_have_text("30.7102%")


def test_tables_sort_and_stand_side_by_side(page: Page) -> None:
    page.goto("/lab/down-under-holdem")
    trips = page.locator("#wager-trips-or-better")
    trips.get_by_role("button", name="return").click()
    cells = [float(text.rstrip("%")) for text in trips.locator("tbody td:last-child").all_text_contents()]
    assert cells == sorted(cells)
    trips.get_by_role("button", name="return").click()
    cells = [float(text.rstrip("%")) for text in trips.locator("tbody td:last-child").all_text_contents()]
    assert cells == sorted(cells, reverse=True)
    trips.get_by_role("button", name="4 4.3385%").click()
    expect(trips.locator("table")).to_have_count(2)
    edges = [one.house_edge for one in (analyze("down-under-holdem").wagers["trips-or-better"][name] for name in "14")]
    assert trips.locator(".figures div:first-child dd").all_text_contents() == [shown(edge) for edge in edges]


def test_sliders_move_the_figures(page: Page) -> None:
    page.goto("/lab/flush-poker")
    meter = page.locator("#meter")
    before = meter.locator(".large dd").text_content()
    meter.get_by_label("meter, dollars").fill("679200")
    expect(meter.locator(".large dd")).to_have_text("−0.0021%")
    assert before == "50.7925%"
    evening = page.locator("#session")
    evening.get_by_label("hours").fill("8")
    expect(evening.locator(".figures div").first.locator("dd")).to_have_text("480")


def test_the_price_follows_while_one_types(page: Page) -> None:
    page.goto("/lab/down-under-holdem/what-if?wager=trips-or-better&table=2")
    edge = page.locator(".figures .large dd")
    letter = analyze("down-under-holdem").wagers["trips-or-better"]["2"]
    expect(edge).to_have_text(shown(letter.house_edge))
    taken = []
    assert letter.combinations is not None
    flushes = letter.lines["flush"].combinations or 0
    usual = int(letter.lines["flush"].pays.split()[0])
    for pays in range(2, 30):
        text = shown(letter.house_edge - (pays - usual) * flushes / letter.combinations)
        started = time.perf_counter()
        page.get_by_label("flush pays", exact=True).fill(f"{pays} to 1")
        expect(edge).to_have_text(text)
        taken.append(time.perf_counter() - started)
    assert sorted(taken)[len(taken) // 2] < QUICK_SECONDS
    assert "flush%3D29+to+1" in page.url
    page.reload()
    expect(edge).to_have_text(text)
    page.get_by_label("flush pays", exact=True).fill("many")
    expect(page.get_by_role("alert")).to_contain_text("is no pay")
    page.get_by_role("button", name="The letter’s pays").click()
    expect(edge).to_have_text(shown(letter.house_edge))
    page.get_by_label("pays of flush to try").fill("4..9 to 1")
    page.get_by_label("Wanted house edge").fill("4%±2")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status")).to_contain_text("of 6 tables")
    page.get_by_role("button", name="take").first.click()
    expect(edge).not_to_have_text(shown(letter.house_edge))
    page.get_by_label("Name of the study").fill("mine")
    page.get_by_role("button", name="Keep in this browser").click()
    page.goto("/lab/flush-poker/what-if")
    expect(page.get_by_role("link", name="mine")).to_be_visible()


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_it(page: Page, game: str, theme: str) -> None:
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    for path in (f"/lab/{game}", f"/lab/{game}/what-if"):
        page.goto(path)
        page.wait_for_selector(".figures dd")
        found = Axe().run(page)
        assert not found.response["violations"], (path, [one["id"] for one in found.response["violations"]])
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


def test_the_best_play_is_drawn_cell_by_cell(page: Page) -> None:
    page.goto("/lab/down-under-holdem")
    chart = page.locator("#strategy")
    chart.get_by_label("Which chart").select_option(label="Before the flop, gold and gold", timeout=60_000)
    kings = chart.get_by_role("row", name="K", exact=False).filter(has=page.get_by_role("rowheader", name="K"))
    assert kings.locator("td").all_text_contents()[:3] == ["play 3x", "play 3x", "play 3x"]
    expect(chart.locator("tbody td")).to_have_count(169)


def test_other_rules_are_counted_on_a_page_of_their_own(page: Page) -> None:
    page.goto("/lab/premium-holdem/what-if")
    page.get_by_label("deck", exact=True).fill('"9TJQKA"')
    page.get_by_role("link", name="Price these rules").click()
    expect(page.locator(".pill.warn")).to_have_text("what if: not approved")
    edge = page.locator("#price .large dd")
    count = page.get_by_role("button", name="Count it now")
    expect(edge.or_(count)).to_be_visible()
    if count.is_visible():
        count.click()
    expect(edge).to_have_text("−200.6370%", timeout=120_000)
