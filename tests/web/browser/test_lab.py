"""The lab in a browser: choices in the address, sorting, comparing, sliders, and other pays while one types."""

import csv
import io
import json
import re
from fractions import Fraction
from math import lcm
from typing import Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

import houseway
from houseway.games import game_named, game_names
from houseway.lab.analyze import analyze
from houseway.lab.distribution import main_nets
from houseway.lab.ruin import ruined_within
from houseway.lab.shards import Threads
from houseway.lab.verify import printed_figures
from web.browser.conftest import NewPage

QUICK_MILLISECONDS = 200


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
    cells = [float(text.rstrip("%")) for text in trips.locator("tbody td:nth-child(4)").all_text_contents()]
    assert cells == sorted(cells)
    trips.get_by_role("button", name="return").click()
    cells = [float(text.rstrip("%")) for text in trips.locator("tbody td:nth-child(4)").all_text_contents()]
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
    expect(evening.locator(".figures div").first.locator("dd")).to_have_text("480", timeout=60_000)


def test_the_price_follows_while_one_types(page: Page) -> None:
    page.goto("/lab/down-under-holdem/what-if?wager=trips-or-better&table=2")
    edge = page.locator(".figures .large dd")
    letter = analyze("down-under-holdem").wagers["trips-or-better"]["2"]
    expect(edge).to_have_text(shown(letter.house_edge))
    assert letter.combinations is not None
    flushes = letter.lines["flush"].combinations or 0
    usual = int(letter.lines["flush"].pays.split()[0])
    for pays in range(2, 30):
        text = shown(letter.house_edge - (pays - usual) * flushes / letter.combinations)
        page.get_by_label("flush pays", exact=True).fill(f"{pays} to 1")
        expect(edge).to_have_text(text)
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
    expect(page.get_by_role("status")).to_contain_text("of 6 tables", timeout=30_000)
    page.get_by_role("button", name="take").first.click()
    expect(edge).not_to_have_text(shown(letter.house_edge))
    page.get_by_label("Name of the study").fill("mine")
    page.get_by_role("button", name="Keep in this browser").click()
    page.goto("/lab/flush-poker/what-if")
    expect(page.get_by_role("link", name="mine")).to_be_visible()


TYPED = """async (pays) => {
  const box = document.querySelector('input[aria-label="flush pays"]');
  const figure = document.querySelector(".figures .large dd");
  const before = figure.textContent;
  const changed = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (figure.textContent === before) return;
      watch.disconnect();
      requestAnimationFrame(() => done(performance.now()));
    });
    watch.observe(figure, { characterData: true, childList: true, subtree: true });
  });
  const started = performance.now();
  box.value = pays;
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  const late = new Promise((done) => setTimeout(() => done(performance.now()), 5000));
  return await Promise.race([changed, late]) - started;
}"""


def test_from_key_press_to_new_figure(page: Page) -> None:
    """The 95th percentile in the browser itself, of forty changes; the best of three, for others use the machine."""
    page.goto("/lab/down-under-holdem/what-if?wager=trips-or-better&table=2")
    page.wait_for_selector(".figures .large dd")
    quantiles = []
    for _ in range(3):
        taken = sorted(page.evaluate(TYPED, f"{2 + number} to 1") for number in range(40))
        quantiles.append(taken[37])
        if quantiles[-1] < QUICK_MILLISECONDS:
            return
    raise AssertionError(f"the 95th percentile is {quantiles} ms")


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


SIZES = ((390, 844), (844, 390), (1280, 720), (1920, 1080))


@pytest.mark.parametrize("game", game_names())
def test_nothing_runs_off_a_window(page: Page, game: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for path in (f"/lab/{game}", f"/lab/{game}/what-if"):
            page.goto(path)
            page.wait_for_selector(".figures dd")
            if not path.endswith("what-if"):
                page.locator("#strategy table, #strategy p[role=status]").first.wait_for()
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)


def test_the_best_play_is_drawn_cell_by_cell(page: Page) -> None:
    page.goto("/lab/down-under-holdem")
    chart = page.locator("#strategy")
    chart.get_by_role("button", name="Before the flop, gold and gold").click(timeout=60_000)
    kings = chart.get_by_role("row", name="K", exact=False).filter(has=page.get_by_role("rowheader", name="K"))
    assert kings.locator("td").all_text_contents()[:3] == ["3x", "3x", "3x"]
    expect(chart.locator("tbody td")).to_have_count(169)


def values_of(page: Page, game: str, chart: int) -> list[dict[str, Any]]:
    """What decisions are worth in the cells of a chart, as the server says it."""
    cells: list[dict[str, Any]] = page.request.get(f"/api/v1/games/{game}/chart/worth").json()[chart]["cells"]
    return cells


def in_words(values: dict[str, float]) -> list[str]:
    """As the page prints them."""
    return [f"{decision}{ev:+.4f}".replace("-", "−") for decision, ev in values.items()]


def test_a_cell_says_what_every_decision_is_worth(page: Page) -> None:
    """By pointer, by keyboard, by its address, as a table and as a file."""
    page.goto("/lab/down-under-blackjack")
    chart, panel = page.locator("#strategy"), page.locator("#cell-worth")
    chart.get_by_role("button", name="hole card gold").click(timeout=60_000)
    cells = values_of(page, "down-under-blackjack", 2)
    by_place: dict[str, list[str]] = {}
    for cell in cells:
        by_place.setdefault(f"{cell['row']}.{cell['column']}", []).extend(in_words(cell["values"]))
    shown_values = panel.locator("li:has(.number)")
    for place in ("5.3", "12.7", "30.2"):
        chart.locator(f'[data-cell="{place}"]').hover()
        expect(shown_values).to_have_text(by_place[place])
        assert place in by_place
    chart.locator('[data-cell="12.7"]').focus()
    for key, place in (("ArrowRight", "12.8"), ("ArrowDown", "13.8"), ("ArrowLeft", "13.7"), ("ArrowUp", "12.7")):
        page.keyboard.press(key)
        expect(chart.locator(f'[data-cell="{place}"]')).to_be_focused()
        expect(shown_values).to_have_text(by_place[place])
    said = chart.locator('[data-cell="12.7"]').get_attribute("aria-label") or ""
    assert all(words.replace("−", " −").replace("+", " +") in said for words in by_place["12.7"])
    page.keyboard.press("Enter")
    page.wait_for_url("**cell=12.7**")
    page.reload()
    expect(chart.locator('[data-cell="12.7"]')).to_have_attribute("aria-selected", "true", timeout=60_000)
    expect(shown_values).to_have_text(by_place["12.7"])
    chart.get_by_text("All values of this chart").click()
    expect(chart.locator("details tbody tr")).to_have_count(len(cells))
    with page.expect_download() as saved:
        chart.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text())))
    for row, cell in zip(rows, cells, strict=True):
        assert {name: float(row[name]) for name in cell["values"]} == cell["values"]
        assert row["best"] == max(cell["values"], key=lambda decision: cell["values"][decision])


def test_a_cell_is_tapped_on_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/lab/premium-holdem")
    cell = page.locator('#strategy [data-cell="3.4"]')
    cell.tap(timeout=60_000)
    expect(page.locator("#cell-worth .cell-name")).to_have_text("JJ · J")
    (kind,) = [one for one in values_of(page, "premium-holdem", 0) if (one["row"], one["column"]) == (3, 4)]
    expect(page.locator("#cell-worth li:has(.number)")).to_have_text(in_words(kind["values"]))


def test_an_evening_is_what_the_server_computes(page: Page) -> None:
    page.goto("/lab/premium-holdem")
    evening = page.locator("#session")
    for label, value in (("Ante, dollars", 25), ("rounds an hour", 40), ("hours", 3), ("bankroll, dollars", 1500)):
        evening.get_by_label(label, exact=True).fill(str(value))
    answer = page.request.get("/api/v1/lab/premium-holdem/evening?stake=25&bankroll=1500&rounds=120").json()
    expect(evening.locator(".figures dd").last).to_have_text(shown(answer["ruin_high"]), timeout=60_000)
    expect(evening.locator(".figures div").filter(has_text="ends ahead").locator("dd")).to_have_text(
        shown(answer["ahead"])
    )
    expect(evening.locator("svg.plot rect")).to_have_count(len(answer["bars"]))
    nets = {net * 2500: chance for net, chance in main_nets(game_named("premium-holdem"), Threads(1)).items()}
    deals = lcm(*(chance.denominator for chance in nets.values()))
    low, high = ruined_within({net: int(chance * deals) for net, chance in nets.items()}, Fraction(145_000), 120)
    assert (answer["ruin_low"], answer["ruin_high"]) == pytest.approx((low, high), abs=1e-12)


def test_other_rules_are_counted_on_a_page_of_their_own(page: Page) -> None:
    page.goto("/lab/premium-holdem/what-if")
    page.get_by_label("deck", exact=True).fill('"9TJQKA"')
    page.get_by_role("link", name="Price the whole game").click()
    expect(page.locator(".pill.warn")).to_have_text("what if: not approved")
    edge = page.locator("#price .large dd")
    count = page.get_by_role("button", name="Count it now")
    expect(edge.or_(count)).to_be_visible()
    if count.is_visible():
        count.click()
    expect(edge).to_have_text("−200.6370%", timeout=300_000)


def test_every_choice_is_in_the_address(page: Page) -> None:
    page.goto("/lab/flush-poker")
    riches = page.locator("#wager-royal-riches")
    riches.get_by_role("button", name="return").click()
    third = analyze("flush-poker").wagers["royal-riches"]["3"].house_edge
    riches.get_by_role("button", name=f"3 {shown(third)}").click()
    page.locator("#session").get_by_label("hours").fill("8")
    page.locator("#meter").get_by_label("tax on shares, percent").fill("25")
    even = page.locator("#meter .figures div").filter(has_text="after tax at").locator("dd").text_content() or ""
    page.wait_for_url("**tax%22%3A0.25**")
    page.reload()
    expect(riches.locator("table")).to_have_count(2)
    expect(riches.locator("th[aria-sort=ascending]")).to_have_count(2)
    expect(page.locator("#session .figures div").first.locator("dd")).to_have_text("480", timeout=60_000)
    expect(page.locator("#meter .figures div").filter(has_text="after tax at").locator("dd")).to_have_text(even)
    before = page.locator("#meter .figures div").filter(has_text="breaks even at").locator("dd").text_content() or ""
    gross, net = (float(text.strip("$").replace(",", "")) for text in (before, even))
    assert net == pytest.approx(gross / 0.75, abs=0.02)


def test_every_figure_comes_as_csv_json_and_svg(page: Page) -> None:
    page.goto("/lab/down-under-holdem")
    results = page.locator("#results")
    nets = main_nets(game_named("down-under-holdem"), Threads(1))
    with page.expect_download() as saved:
        results.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text())))
    assert {Fraction(row["net_exact"]): Fraction(row["probability_exact"]) for row in rows} == nets
    with page.expect_download() as saved:
        results.get_by_role("button", name="JSON").click()
    assert len(json.loads(saved.value.path().read_text())) == len(nets)
    with page.expect_download() as saved:
        results.get_by_role("button", name="SVG").click()
    drawing = ElementTree.fromstring(saved.value.path().read_text())  # noqa: S314  # our own
    bars = drawing.findall("{http://www.w3.org/2000/svg}rect")
    assert len(bars) == len(nets)
    assert all(bar.get("fill", "").startswith("rgb(") for bar in bars)  # it needs no style sheet


def test_printed_figures_have_verdicts(page: Page) -> None:
    page.goto("/lab/down-under-holdem")
    verdicts = page.locator("#printed tbody tr").evaluate_all("rows => rows.map(row => row.lastChild.textContent)")
    figures = printed_figures(game_named("down-under-holdem"), analyze("down-under-holdem"))
    assert verdicts == [figure.verdict for figure in figures]


def test_the_life_of_a_meter_follows_its_terms(page: Page) -> None:
    page.goto("/lab/flush-poker")
    meter = page.locator("#meter")
    meter.get_by_text("The life of the meter").click()
    returns = meter.locator(".life .figures div").filter(has_text="the meter returns").locator("dd")
    expect(returns).to_have_text(_meter_return("20%"), timeout=30_000)
    meter.get_by_label("of each wager to the meter").fill("10%")
    meter.get_by_label("of each wager to the meter").blur()
    expect(returns).to_have_text(_meter_return("10%"), timeout=30_000)
    expect(page).to_have_url(re.compile("life="))


def _meter_return(increment: str) -> str:
    """What the meter of the first pay table returns under the terms of the demonstration."""
    life = houseway.meter("flush-poker", "1", increment=increment, wager=1, start=10_000, reset=1000, lives=2)
    return shown(life.meter_return)


def test_a_study_is_played_with_one_click(page: Page) -> None:
    page.goto("/lab/flush-poker/what-if?wager=natural-flush&table=1&rule=joker%3Dfalse&name=plain%20deck")
    page.get_by_role("button", name="Play it with practice chips").click()
    page.wait_for_url("**/tables/flush-poker-*")
    expect(page.locator(".notice")).to_contain_text("Plain deck: not approved")
    page.get_by_role("switch", name="Coach").click()
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".coach")).to_contain_text("exact · of the Bet", timeout=60_000)
    page.goto("/")
    expect(page.get_by_text("plain deck: not approved").first).to_be_visible()


def test_a_spot_on_the_felt_leads_to_its_price(page: Page) -> None:
    page.goto("/play/flush-poker")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Royal: its price in the lab").click()
    expect(opened.value.locator("#wager-royal-riches h2")).to_have_text("Royal Riches")
    assert opened.value.url.endswith("#wager-royal-riches")


def test_studies_are_kept_and_compared(page: Page) -> None:
    page.goto("/lab/down-under-holdem/what-if?wager=trips-or-better&table=2&pay=flush%3D6%20to%201&name=six")
    page.get_by_role("button", name="Keep in this browser").click()
    page.get_by_role("button", name="Compare six").click()
    side = page.get_by_role("region", name="house edge, the letter, six")
    main = shown(analyze("down-under-holdem").main.house_edge)
    expect(side.get_by_role("row", name="main game", exact=False).first).to_contain_text(main)
    page.reload()
    expect(page.get_by_role("link", name="six")).to_be_visible()


def test_a_report_is_made_by_a_job_that_can_be_stopped(page: Page) -> None:
    page.goto("/lab/premium-holdem")
    page.get_by_role("button", name="Report as HTML").click()
    stop = page.get_by_role("button", name="Stop")
    stop.click()
    expect(page.get_by_role("alert")).to_have_text("Stopped.")
    expect(page.get_by_role("button", name="Report as HTML")).to_be_visible()
