"""The texts of the pages: one data file per language, from which a page gets the sections of its scripts."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import HeaderParameter, PathParameter
from markupsafe import Markup, escape

from houseway.web.http.assets import FOLDER as SCRIPTS
from houseway.web.http.assets import KINDS, Asset, answered, packed
from houseway.web.http.problems import NotFound

TEXTS: Final = Path(__file__).parent.parent / "texts"
ENGLISH: Final = "en"
EVERYWHERE: Final = "page"  # the script that every page has
_MODULE: Final = re.compile(r'type="module" src="/static/(\w+)\.js"')
_IMPORT: Final = re.compile(r'(?:\bfrom |\bimport\()"\./(\w+)\.js"')
_WEIGHT: Final = re.compile(r"^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{1,3})?)\s*)?$")

Section = Mapping[str, Any]  # texts by name; a group of texts is a section within one


class Phrase:
    """A text with placeholders, for a template: call it with their values."""

    def __init__(self, text: str) -> None:
        self._text = escape(text)

    def __call__(self, **values: object) -> Markup:
        """The text with its values; those that are no markup are escaped."""
        return self._text.format(**values)


class Catalogue:
    """The texts of all pages in one language."""

    def __init__(self, language: str, sections: Mapping[str, Section]) -> None:
        self.language = language
        self.name: str = sections["language"]["name"]
        self.sections = sections
        self.phrases = _phrases(sections)
        self._scripts: dict[str, Asset] = {}

    def script(self, name: str) -> Asset:
        """A script with the texts of a page: the sections of its main script and of everything that it imports."""
        if name not in self._scripts:
            needed = sorted(reached({EVERYWHERE, name}) & self.sections.keys())
            sent = {"language": self.language, "sections": {one: self.sections[one] for one in needed}}
            self._scripts[name] = packed(b"globalThis.pageTexts=" + msgspec.json.encode(sent), KINDS[".js"])
        return self._scripts[name]


class Catalogues:
    """Every language with a file; a visitor who asks for none of them gets English."""

    def __init__(self, folder: Path = TEXTS) -> None:
        read = ((path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.toml")))
        self._by_language = {language: Catalogue(language, sections) for language, sections in read}

    @property
    def names(self) -> dict[str, str]:
        """The languages, each by what its speakers call it."""
        return {language: one.name for language, one in self._by_language.items()}

    def find(self, language: str) -> Catalogue:
        """The texts in a language with a file."""
        if language not in self._by_language:
            raise NotFound("there are no texts in this language", field="language")
        return self._by_language[language]

    def choose(self, chosen: str, accepted: str) -> Catalogue:
        """The language that a visitor chose on the page of settings, or else the best one that the browser asks for."""
        known = {language.lower(): one for language, one in self._by_language.items()}
        for tag in (chosen.lower(), *_by_preference(accepted.lower())):
            if catalogue := known.get(tag) or known.get(tag.partition("-")[0]):
                return catalogue
        return self._by_language[ENGLISH]


def _by_preference(accepted: str) -> Iterator[str]:
    """The languages of an Accept-Language header, the preferred first; anything that is no language is left out."""
    weighed = [(float(part[2] or 1), part[1]) for part in map(_WEIGHT.match, accepted.split(",")) if part]
    return (language for weight, language in sorted(weighed, key=lambda one: -one[0]) if weight)


def _phrases(section: Section) -> SimpleNamespace:
    """A section as templates read it: a name is a text, whatever a dictionary means by it."""
    return SimpleNamespace(**{name: _phrase(text) for name, text in section.items()})


def _phrase(text: str | list[str] | Section) -> str | Phrase | list[str] | SimpleNamespace:
    if isinstance(text, str):
        return Phrase(text) if "{" in text else text
    return text if isinstance(text, list) else _phrases(text)


def main_script(markup: str) -> str:
    """The name of the first script that a piece of a page starts; a page without one has the script of every page."""
    script = _MODULE.search(markup)
    return script[1] if script else EVERYWHERE


def reached(scripts: Iterable[str]) -> set[str]:
    """Some scripts and everything that they import, at once or later."""
    seen: set[str] = set()
    waiting = list(scripts)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _imports(name)
    return seen


def _imports(script: str) -> list[str]:
    path = SCRIPTS / f"{script}.js"
    if not path.is_file():
        raise NotFound("there is no such script", field="script")
    return _IMPORT.findall(path.read_text(encoding="utf-8"))


@get("/texts/{language:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
def texts_script(
    request: Request[Any, Any, Any],
    language: Annotated[str, PathParameter(max_length=20)],
    name: Annotated[str, PathParameter(max_length=60, pattern=r"^\w+\.js$")],
    accept_encoding: Annotated[str, HeaderParameter(name="Accept-Encoding", required=False)] = "",
    if_none_match: Annotated[str, HeaderParameter(name="If-None-Match", required=False)] = "",
) -> Response[bytes]:
    """The texts of a page; a browser that already has them gets no body."""
    catalogues: Catalogues = request.app.state.catalogues
    return answered(catalogues.find(language).script(name.removesuffix(".js")), accept_encoding, if_none_match)
