"""The pages that were built from `web/`, or a plain one that says how to build them."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from .packing import Packed, packed, sent

STATIC = Path(__file__).parent / "static"
ROUTER = APIRouter(include_in_schema=False)
LASTING = {"cache-control": "public, max-age=31536000, immutable"}
"""Files under assets/ have their content in their name."""
FRESH = {"cache-control": "no-cache"}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grognard</title>
<body style="font: 18px/1.5 Georgia, serif; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>Grognard</h1><p>The server is running, but its pages have not been built yet. In the project's folder, type</p>
<pre>make web</pre><p>and load this page again. The interface for programs is described in
<a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>"""


@ROUTER.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    """A file of the pages; any other address is one that the pages themselves know."""
    if path.startswith("api/"):
        raise HTTPException(404, "no such path")
    files = _files()
    if "index.html" not in files:
        return HTMLResponse(NOT_BUILT, headers=FRESH)
    found = files.get(path, files["index.html"])
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    lasts = path in files and path.startswith("assets/")
    return sent(request, _packed(found, _written(found)), kind, LASTING if lasts else FRESH)


def _files() -> dict[str, Path]:
    """The files that were built, by their paths: what a visitor writes is looked up here and nowhere on the disk."""
    return _listed(STATIC, _written(STATIC), _written(STATIC / "assets"))


def _written(place: Path) -> int:
    """When a file was written, or a file was put into a folder or taken out of it."""
    return place.stat().st_mtime_ns if place.exists() else 0


@lru_cache(1)
def _listed(folder: Path, *_: int) -> dict[str, Path]:
    return {each.relative_to(folder).as_posix(): each for each in folder.rglob("*") if each.is_file()}


@lru_cache(256)
def _packed(place: Path, _: int) -> Packed:
    return packed(place.read_bytes())
