"""The types of the pages' texts: a string, or a function of what stands in the text's placeholders."""

import re
from collections.abc import Mapping
from typing import Any

from houseway.web.http.catalogue import ENGLISH, Catalogues

HEAD = """/** The texts of the scripts, made from web/texts/en.toml by tools/make_types.py. */

export type Values = Record<string, string | number>;
"""


def english() -> Mapping[str, Any]:
    """The English texts, by section."""
    return Catalogues().find(ENGLISH).sections


def text_types(sections: Mapping[str, Any]) -> str:
    """All sections as one interface."""
    return f"{HEAD}\nexport interface Texts {_group(sections)}\n"


def _group(texts: Mapping[str, Any]) -> str:
    return "{" + "".join(f"{name}{_type(text)};" for name, text in texts.items()) + "}"


def _type(text: str | list[str] | Mapping[str, Any]) -> str:
    names = sorted(placeholders(text))
    if names:
        return f"(values: {{ {'; '.join(f'{one}: string | number' for one in names)} }}): string"
    if isinstance(text, list):
        return ": string[]"
    return ": string" if isinstance(text, str) else f": {_group(text)}"


def placeholders(text: str | list[str] | Mapping[str, Any]) -> set[str]:
    """What stands in a text's placeholders, in all of its plural forms; a group of texts has none itself."""
    if isinstance(text, str):
        return set(re.findall(r"\{(\w+)\}", text))
    return {"count"}.union(*map(placeholders, text.values())) if "other" in text else set()
