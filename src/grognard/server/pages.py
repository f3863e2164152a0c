"""The pages that were built from `web/`, or a plain one that says how to build them."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

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
async def page(path: str) -> Response:
    """A file of the pages; any other address is one that the pages themselves know."""
    if path.startswith("api/"):
        raise HTTPException(404, "no such path")
    files = _files()
    if path in files:
        return FileResponse(files[path], headers=LASTING if path.startswith("assets/") else FRESH)
    if "index.html" not in files:
        return HTMLResponse(NOT_BUILT, headers=FRESH)
    return FileResponse(files["index.html"], headers=FRESH)


def _files() -> dict[str, Path]:
    """The files that were built, by their paths: what a visitor writes is looked up here and nowhere on the disk."""
    return {each.relative_to(STATIC).as_posix(): each for each in STATIC.rglob("*") if each.is_file()}
