"""Write the types of the pages' scripts from the OpenAPI document and from the texts; --check compares instead."""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from houseway.web.http.app import build_app
from houseway.web.http.settings import Settings
from text_types import english, text_types

FOLDER = Path(__file__).parent.parent / "src" / "houseway" / "web" / "static"
HEAD = "/** What the server sends, made from the OpenAPI document by tools/make_types.py. */\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
# What the scripts read; these, and the structs that they are made of, are written.
READ = (
    "PageView",
    "GameHead",
    "GameFacts",
    "LobbyTable",
    "FinishedRound",
    "WeighedRound",
    "WeighedDecision",
    "Mistakes",
    "History",
    "Drills",
    "Judgement",
    "JackpotLine",
    "SignedIn",
    "TableSign",
    "JackpotSign",
    "FloorView",
    "PairedConsole",
    "ConsoleView",
    "PhysicalTable",
    "QuizQuestion",
    "CheckedQuestion",
    "ChartTable",
    "ChartWorth",
    "Evening",
    "HandMarks",
    "LabFacts",
    "Repriced",
    "Job",
    "RoomStatus",
)


def main() -> int:
    """Write the files, or compare them; 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    made = {
        FOLDER / "types.d.ts": formatted(types_text(schemas())),
        FOLDER / "texts.d.ts": formatted(text_types(english())),
    }
    if parser.parse_args().check:
        return int(any(path.read_text(encoding="utf-8") != text for path, text in made.items()))
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


def schemas() -> Mapping[str, Any]:
    """The schemas of the OpenAPI document, by short names."""
    app = build_app(Settings(database="memory:", practice=True))
    document = app.app.openapi_schema.to_schema()
    found: Mapping[str, Any] = document["components"]["schemas"]
    return {short(name): schema for name, schema in found.items()}


def short(name: str) -> str:
    """The name of a struct without the module that it is of."""
    return name.rsplit("_", 1)[-1] if "_" in name else name


def types_text(found: Mapping[str, Any]) -> str:
    """The interfaces that the scripts need, in order of names."""
    return "\n".join([HEAD, *(interface(name, found[name]) for name in sorted(reached(found, READ)))])


def formatted(text: str) -> str:
    """The text as deno formats it."""
    deno = Path(sys.executable).parent / "deno"
    words = [str(deno), "fmt", "--quiet", "--ext", "ts", "--config", str(FOLDER / "deno.json"), "-"]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603


def reached(found: Mapping[str, Any], names: Sequence[str]) -> set[str]:
    """Some schemas and all that they are made of."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [short(one) for one in re.findall(r"#/components/schemas/([\w.]+)", str(found[name]))]
    return seen


def interface(name: str, schema: Mapping[str, Any]) -> str:
    """A struct as an interface, or an enumeration as a union."""
    if "properties" not in schema and schema.get("type") != "object":
        return f"export type {name} = {kind(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [f"  {one}{'' if one in required else '?'}: {kind(part)};" for one, part in schema["properties"].items()]
    return "\n".join([f"export interface {name} {{", *lines, "}\n"]) if lines else f"export type {name} = object;\n"


def kind(schema: Mapping[str, Any]) -> str:
    """The type of a schema."""
    if "$ref" in schema:
        return short(schema["$ref"].rsplit("/", 1)[-1])
    if options := schema.get("oneOf") or schema.get("anyOf"):
        return " | ".join(dict.fromkeys(kind(one) for one in options))
    if "enum" in schema:
        return " | ".join(f'"{one}"' if isinstance(one, str) else str(one).lower() for one in schema["enum"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    of = schema.get("type")
    if isinstance(of, list):
        return " | ".join(kind({**schema, "type": one}) for one in of)
    if of == "array":
        return "".join(array(schema))
    if of == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {kind(inner) if isinstance(inner, Mapping) and inner else 'unknown'}>"
    return PLAIN.get(str(of), "unknown")


def array(schema: Mapping[str, Any]) -> Iterator[str]:
    """A list, or a tuple of fixed length."""
    if "prefixItems" in schema:
        yield f"[{', '.join(kind(one) for one in schema['prefixItems'])}]"
        return
    inner = kind(schema.get("items") or {})
    yield f"({inner})[]" if " | " in inner else f"{inner}[]"


if __name__ == "__main__":
    sys.exit(main())
