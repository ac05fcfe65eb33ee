"""Lookup tables as versioned data files: a line of JSON that describes them, then raw little-endian numbers."""

import hashlib
import json
import sys
from array import array
from collections.abc import Mapping
from pathlib import Path

Table = array  # a table is a flat array of small integers; kernels index it, compiled or not


def read_tables(path: Path) -> "dict[str, array[int]]":
    """All tables of a file, checked against the digest in its first line."""
    head, _, body = path.read_bytes().partition(b"\n")
    header = json.loads(head)
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise RuntimeError(f"{path.name} is damaged: its digest does not match its content")
    tables: dict[str, array[int]] = {}
    start = 0
    for name, typecode, length in header["tables"]:
        table: array[int] = array(typecode)
        stop = start + length * table.itemsize
        table.frombytes(body[start:stop])
        if sys.byteorder == "big":
            table.byteswap()
        tables[name], start = table, stop
    return tables


def write_tables(path: Path, about: str, tables: "Mapping[str, array[int]]") -> None:
    """Write a file that `read_tables` reads; the same tables always give the same bytes."""
    body = bytearray()
    rows = []
    for name, table in tables.items():
        little = array(table.typecode, table)
        if sys.byteorder == "big":
            little.byteswap()
        body += little.tobytes()
        rows.append([name, table.typecode, len(table)])
    header = {"about": about, "tables": rows, "sha256": hashlib.sha256(body).hexdigest()}
    path.write_bytes(json.dumps(header).encode() + b"\n" + bytes(body))
