"""A health page for everybody, figures for the host."""

from __future__ import annotations

import re

import pytest
from visiting import Guest

from grognard.server.line.metrics import KEY


def test_health(guest: Guest) -> None:
    found = guest.get("/health")
    assert found["well"]
    assert found["version"]


def test_figures_are_for_who_has_the_key(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guest.http.get("/metrics").status_code == 404
    monkeypatch.setenv(KEY, "a key")
    assert guest.http.get("/metrics", headers={"authorization": "Bearer another"}).status_code == 404
    token = guest.begin()["seats"][0]["token"]

    def figures() -> dict[str, float]:
        text = guest.http.get("/metrics", headers={"authorization": "Bearer a key"}).text
        return {name: float(value) for name, value in re.findall(r"^(grognard_\S+) (\S+)$", text, re.M)}

    before = figures()
    guest.default(token)
    after = figures()
    assert after["grognard_answers_total"] == before["grognard_answers_total"] + 1
    assert after["grognard_answer_seconds_total"] > before["grognard_answer_seconds_total"]
    assert after["grognard_battles_in_memory"] >= 1
