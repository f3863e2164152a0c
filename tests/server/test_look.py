"""The look of the pages: every colour that is referred to by a name put together somewhere exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
TOKENS = (WEB / "src" / "lib" / "tokens.css").read_text("utf-8")
PLUGIN = (WEB / "nations.plugin.ts").read_text("utf-8")
NATIONS = re.findall(r'\w+: "(\w+)"', PLUGIN.split("TOKENS: Record<string, string> = {")[1].split("}")[0])


def block(selector: str) -> str:
    return TOKENS.split(f"\n{selector} {{")[1].split("\n}")[0]


@pytest.mark.parametrize("selector", [":root", '[data-theme="dark"]'])
@pytest.mark.parametrize("nation", NATIONS)
def test_every_nation_has_its_colours_by_day_and_night(nation, selector):
    """`nations.plugin.ts` puts these names together, so a search for them finds nothing."""
    told = block(selector)
    assert [part for part in ("", "-e", "-m", "-t") if f"--{nation}{part}:" not in told] == []
