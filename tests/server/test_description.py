"""The description of the server that the pages' types are made from is the one it gives."""

from __future__ import annotations

from pathlib import Path

from grognard.server.app import described

KEPT = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_kept_description_is_that_of_the_server():
    assert KEPT.read_text("utf-8") == described(), "the server has changed: make types"
