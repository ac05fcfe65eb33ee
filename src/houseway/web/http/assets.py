"""The files of the pages: read and compressed once, named by their digest, and sent again only after a change."""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.params import HeaderParameter, PathParameter

from houseway.web.http.problems import NotFound

FOLDER: Final = Path(__file__).parent.parent / "static"
KINDS: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
SERVED: Final = frozenset({".js", ".css", ".svg", ".png", ".woff2", ".json", ".ico", ".webmanifest"})
DOCUMENTATION: Final = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/$", re.MULTILINE | re.DOTALL)  # on lines of its own
SMALL: Final = 1024  # bytes below which compressing is not worth it


class Asset(NamedTuple):
    """A file in the form that the server sends."""

    body: bytes
    packed: bytes  # by gzip; empty where that is no gain
    kind: str
    tag: str


class Assets:
    """The files, each read when it is first asked for, and again when it has changed on disk.

    A style whose parts lie in a folder of its name is served as one file: `table.css` is all of `table`.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._cached: dict[str, tuple[int, Asset]] = {}

    def find(self, name: str) -> Asset:
        """A file by its name below the folder."""
        path = (self._folder / name).resolve()
        parts = _parts(path)
        if not path.is_relative_to(self._folder) or path.suffix not in SERVED or not parts:
            raise NotFound("there is no such file", field="file")
        changed = sum(part.stat().st_mtime_ns for part in parts)
        cached = self._cached.get(name)
        if cached is None or cached[0] != changed:
            cached = (changed, _read(path, parts))
            self._cached[name] = cached
        return cached[1]


def _parts(path: Path) -> list[Path]:
    """The files that are served under a path: itself, or the parts of a style by name."""
    if path.is_file():
        return [path]
    return sorted(path.with_suffix("").glob("*.css")) if path.suffix == ".css" else []


def _read(path: Path, parts: list[Path]) -> Asset:
    body = b"".join(part.read_bytes() for part in parts)
    if path.suffix == ".js":
        body = DOCUMENTATION.sub(_blank_lines, body)
    return packed(body, KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream")


def packed(body: bytes, kind: str) -> Asset:
    """A file in the form that the server sends, compressed if that makes it smaller."""
    small = gzip.compress(body, 9, mtime=0) if len(body) > SMALL and kind != "image/png" else b""
    return Asset(body, small if len(small) < len(body) else b"", kind, hashlib.sha256(body).hexdigest()[:32])


def _blank_lines(comment: re.Match[bytes]) -> bytes:
    """The empty lines that replace a comment, so that the other lines of a script keep their numbers."""
    return b"\n" * comment[0].count(b"\n")


# A worker serves the pages below its own address only, so that it stands at the root.
@get(["/static/{name:path}", "/worker.js"], include_in_schema=False, sync_to_thread=False)
def static(
    request: Request[Any, Any, Any],
    name: Annotated[str, PathParameter(max_length=200)] = "worker.js",
    accept_encoding: Annotated[str, HeaderParameter(name="Accept-Encoding", required=False)] = "",
    if_none_match: Annotated[str, HeaderParameter(name="If-None-Match", required=False)] = "",
) -> Response[bytes]:
    """A file; a browser that already has it gets no body."""
    assets: Assets = request.app.state.assets
    return answered(assets.find(name.lstrip("/")), accept_encoding, if_none_match)


def answered(asset: Asset, accept_encoding: str, if_none_match: str) -> Response[bytes]:
    """A file as an answer; without a body for a browser that already has it."""
    packs = bool(asset.packed) and "gzip" in accept_encoding
    tag = f'"{asset.tag}{"-gz" if packs else ""}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if tag in if_none_match:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    if packs:
        headers["Content-Encoding"] = "gzip"
    return Response(asset.packed if packs else asset.body, headers=headers, media_type=asset.kind)
