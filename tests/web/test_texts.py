"""The texts of the pages: one catalogue a language, complete, used, and nothing written elsewhere."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from markupsafe import Markup

from houseway.web.http.assets import FOLDER as SCRIPTS
from houseway.web.http.catalogue import ENGLISH, Catalogues, Phrase, main_script, reached
from houseway.web.http.pages import TEMPLATES
from houseway.web.http.problems import NotFound
from text_types import placeholders
from web.pseudo import LANGUAGE, pseudo, write_languages

CATALOGUES: Final = Catalogues()
TEXTS: Final = CATALOGUES.find(ENGLISH).sections
NOT_SHOWN: Final = {"language.name"}  # the server reads it itself
BRAND: Final = "houseway"
CLASSES: Final = r"\{% block page_class %\}[\w-]*\{% endblock %\}"
NO_TEXT: Final = r'<code>.*?</code>|<a [^>]*translate="no">.*?</a>'  # addresses and names of files
READ_ALOUD: Final = ("aria-label", "title", "placeholder", "alt", "content")


def _leaves(texts: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every text by its full name; a text with plural forms is one."""
    for name, text in texts.items():
        if isinstance(text, (str, list)) or "other" in text:
            yield f"{before}{name}", text
        else:
            yield from _leaves(text, f"{before}{name}.")


def _differences(other: Mapping[str, Any]) -> list[str]:
    """Where a language has other names or other placeholders than English."""
    ours, theirs = dict(_leaves(TEXTS)), dict(_leaves(other))
    both = ours.keys() & theirs.keys()
    other_values = {one for one in both if placeholders(ours[one]) != placeholders(theirs[one])}
    return sorted((ours.keys() ^ theirs.keys()) | other_values)


@pytest.mark.parametrize("language", CATALOGUES.names)
def test_a_language_has_every_text_with_the_same_placeholders(language: str) -> None:
    assert _differences(CATALOGUES.find(language).sections) == []


def test_a_text_or_placeholder_that_is_missing_shows() -> None:
    settings = {**TEXTS["settings"], "renamed": "Anders"}
    del settings["title"]
    assert _differences({**TEXTS, "settings": settings}) == ["settings.renamed", "settings.title"]


def test_the_pseudo_locale_is_a_whole_language(tmp_path: Path) -> None:
    assert _differences(Catalogues(write_languages(tmp_path)).find(LANGUAGE).sections) == []
    assert pseudo("Waiting for {name}") == "⟦Ŵåîţîñğ ƒöŕ {name}~~~~⟧"


def _used() -> Iterator[str]:
    """The texts that templates and scripts name; a group that is named whole counts for all of its texts."""
    for path in TEMPLATES.glob("*.html"):
        yield from re.findall(r"\btexts\.([\w.]+)", path.read_text())
    for path in SCRIPTS.glob("*.js"):
        script = path.read_text()
        for section in re.findall(r'\bTEXTS = texts\("(\w+)"\)', script):
            yield from (f"{section}.{name}" for name in re.findall(r"\bTEXTS\.(\w+(?:\.\w+)?)", script))
            for names in re.findall(r"\{([^{}]*)\} = TEXTS;", script):
                yield from (f"{section}.{name}" for name in re.findall(r"(?:^|,)\s*(\w+)", names))
            if re.search(r"\bTEXTS\)?[\[)]", script):
                yield section


def test_every_text_is_used() -> None:
    used = set(_used())
    unused = [name for name, _ in _leaves(TEXTS) if name not in NOT_SHOWN and not _is_named(name, used)]
    assert unused == []


def _is_named(name: str, used: set[str]) -> bool:
    """Whether a text is used itself, with a group that it is in, or by a method of a list."""
    parts = name.split(".")
    return any(".".join(parts[:count]) in used for count in range(1, len(parts) + 1)) or f"{name}.map" in used


def test_every_text_that_a_template_names_is_there() -> None:
    named = {one for path in TEMPLATES.glob("*.html") for one in re.findall(r"\btexts\.([\w.]+)", path.read_text())}
    assert named - {name for name, _ in _leaves(TEXTS)} == set()


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.stem)
def test_a_template_has_no_text_of_its_own(path: Path) -> None:
    assert _own_texts(path.read_text()) == []


def _own_texts(template: str) -> list[str]:
    """What stands between the tags of a template, and in attributes that are read aloud."""
    bare = re.sub(rf"{CLASSES}|{NO_TEXT}|\{{%.*?%\}}|\{{\{{.*?\}}\}}|<!doctype html>", "", template)
    attributes = re.findall(rf' (?:{"|".join(READ_ALOUD)})="([^"]*)"', bare)
    aloud = [one for one in attributes if "=" not in one and "#" not in one]  # without sizes and colours
    shown = [*re.sub(r"<[^>]*>", "\n", bare).split("\n"), *aloud]
    return [one.strip() for one in shown if re.search(r"[A-Za-z]", one.replace(BRAND, ""))]


def test_a_text_in_a_template_shows() -> None:
    template = '<p title="A word">{{ texts.base.skip }} · houseway</p><b>Bare</b>{% if x == "y" %}{% endif %}'
    assert _own_texts(template) == ["Bare", "A word"]


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-DE,de;q=0.9", "en"),
        ("", "en-XA", "en-XA"),
        ("", "de, en-xa;q=0.8, en;q=0.9", "en"),
        ("", "de, en-xa;q=0.9, en;q=0.8", "en-XA"),
        ("", "en-XA;q=0, en-GB", "en"),
        ("", "en-GB", "en"),
        ("en-XA", "en", "en-XA"),
        ("xx", "en-XA", "en-XA"),
        ("", "en;q=x, en-XA;q=0.5,,;", "en-XA"),
    ],
)
def test_the_chosen_language_comes_first_then_what_the_browser_asks_for(
    tmp_path: Path, chosen: str, accepted: str, language: str
) -> None:
    assert Catalogues(write_languages(tmp_path)).choose(chosen, accepted).language == language


def test_a_page_gets_the_texts_of_its_scripts_alone() -> None:
    body = CATALOGUES.find(ENGLISH).script("settings").body
    assert b'"settings":{' in body
    assert b'"preferences":{' in body
    assert b'"base":{' not in body
    assert main_script('<script type="module" src="/static/lobby.js"></script>') == "lobby"
    assert main_script("") == "page"
    assert {"table", "strategy", "motion"} <= reached({"table"})  # what is fetched later counts too


@pytest.mark.parametrize(("language", "name"), [("xx", "page"), ("en", "none"), ("en", "deno")])
def test_texts_that_are_not_there_are_not_found(language: str, name: str) -> None:
    with pytest.raises(NotFound):
        CATALOGUES.find(language).script(name)


def test_values_in_a_template_are_escaped_and_markup_stays() -> None:
    assert Phrase("{a} & {b}")(a="<i>", b=Markup("<b>")) == "&lt;i&gt; &amp; <b>"
