"""Pieces of a picture that previews of a phase need as well as a seat's table."""

from __future__ import annotations

from grognard.battle import pictures as pic

from .state import Mission

MISSIONS = pic.Layer(key="missions", name="Missions", none="No missions have been given.", riders=True)


def mission_line(mission: Mission, words: str) -> pic.Line:
    """A mission as it is drawn: the way to its objective, with the ground around it that it is about."""
    goes = mission.objective != (0, 0)
    points = [*mission.route, *([mission.objective] if goes else [])]
    return pic.Line(
        id=mission.id, words=words, label=words, style="way", units=mission.units, layer=MISSIONS.key,
        points=tuple((float(x), float(y)) for x, y in points), radius=mission.radius if goes else 0,
    )  # fmt: skip
