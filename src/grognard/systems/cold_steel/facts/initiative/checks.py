"""Initiative checks: the facts of 4.3.2 read off the table, for whatever a unit is to do on the spot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.checks import implements

from ...checks.initiative.initiative import InitiativeFacts
from ...table import forms
from ...table.battlefield import Battlefield
from ...table.ground.cover import cover_at
from ...terms import NO_COVER
from .. import situations


def initiative_facts(b: Battlefield, unit: str, kind: type[InitiativeFacts] = InitiativeFacts, **more: Any) -> Any:
    """All facts of an initiative check; `more` are those that only the moment knows, and go before what is read off
    the table: `contradicting_order`, `declines_flank`, `target` (the enemy whose cover counts), `unwilling` (cavalry is
    not to charge those whom it threatens)."""
    now, rated = b.unit(unit), b.entry(unit).rated
    target, unwilling = more.pop("target", None), more.pop("unwilling", False)
    facts: dict[str, Any] = {
        "morale_rating": rated.morale_rating,
        "arm": rated.arm,
        "discipline": "trained" if rated.discipline == "none" else rated.discipline,
        "disorder": now.disorder,
        "casualties_percent": b.percent_lost(unit),
    }
    if rated.arm == "cavalry":
        facts |= _mounted(b, unit, target, unwilling)
    if rated.arm == "artillery":
        facts |= _with_guns(b, unit)
    # what the caller knows of the moment goes over what is read off the table
    return kind(**{**facts, **more})


@implements("CS-4.3.2")
def _mounted(b: Battlefield, unit: str, target: str | None, unwilling: bool) -> dict[str, Any]:
    """Infantry out of square draws cavalry on, and so does an open flank or rear if it is not to charge; cover of the
    enemy it would charge, the nearest it threatens unless it is said whom, holds it back."""
    menaced = situations.threatened_by(b, unit)
    # the one meant, else the nearest of those it threatens
    meant = target or next(iter(menaced), "")
    return {
        "declines_flank": unwilling and on_their_flank(b, unit, menaced),
        "target_unformed": any(not in_square(b, foe) for foe in menaced if b.entry(foe).rated.arm == "infantry"),
        "target_cover": cover_at(b, b.survey.middle(meant)) if meant else NO_COVER,
    }


def in_square(b: Battlefield, unit: str) -> bool:
    """Whether infantry stands in a square of any kind."""
    return forms.in_general(b.unit(unit)) == "square"


def on_their_flank(b: Battlefield, unit: str, menaced: Iterable[str]) -> bool:
    """Whether cavalry has an enemy it threatens in the flank or rear, and near (CS-4.3.2)."""
    near = b.rules.tables.row("CS-4.3.2", "declines_flank").columns["within"]
    return any(b.survey.distance(unit, foe) <= near and b.survey.zone(foe, unit) != "front" for foe in menaced)


def _with_guns(b: Battlefield, unit: str) -> dict[str, Any]:
    """Infantry or cavalry near by steadies a battery; its own side's, and not in flight."""
    within = b.rules.tables.row("CS-4.3.2", "supported").columns["within"]
    # other guns steady nobody: the row is about troops that can come to its help
    near = (b.unit(each) for each in b.survey.friends_within(unit, within) if b.entry(each).rated.arm != "artillery")
    return {
        "supported": any(each.status not in ("broken", "routed") for each in near),
        "threatened_flank": bool(situations.threat_sides(b, unit) & {"flank", "rear"}),
    }
