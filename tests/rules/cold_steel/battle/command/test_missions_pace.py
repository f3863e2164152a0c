"""Officers who keep their men in hand: no disorder for too wide a front, no columns before the guns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.systems.cold_steel import officers as missions
from grognard.systems.cold_steel.officers.habits import fighting
from grognard.systems.cold_steel.orders.groups import prepared
from grognard.systems.cold_steel.staging import stage, unit
from grognard.systems.cold_steel.table.battlefield import Battlefield
from grognard.systems.cold_steel.table.state import Doings, Mission, Order

MILITIA = {"discipline": "militia"}
RABBLE = {"discipline": "raw_recruits"}


def sent(b: Battlefield, kind: Any = "maneuver", **more: Any) -> Order:
    """What a does on a mission to a place 300 paces before it."""
    usual = {"objective": (1000, 800), "gait": "quick"}
    mission = Mission("m", "blue", kind, ("a",), **{**usual, **more})
    b.world.missions["m"] = prepared(b, mission)
    b.world.units["a"] = replace(b.world.units["a"], mission="m")
    return missions.follow(b, "a")


def line(**more: Any) -> Battlefield:
    """A battalion of 200 files in line."""
    return stage(unit("a", at=(1000, 500), men=600, formation="line"), unit("x", "red", at=(1000, 1450)), **more)


@pytest.mark.rule("CS-6.4a", "CS-6.5b")
@pytest.mark.parametrize(
    "ratings, gait, pays",
    [({"discipline": "disciplined"}, "quick", False), (MILITIA, "quick", True), (RABBLE, "march", True)],
)
def test_raw_troops_in_line_are_not_hurried(ratings: dict[str, str], gait: str, pays: bool) -> None:
    order = sent(line(ratings={"a": ratings}), objective=(1000, 650))
    assert (order.move.gait, order.move.pays_frontage) == (gait, pays)


@pytest.mark.rule("CS-6.4a")
def test_an_officer_without_wide_front_goes_as_he_was_told() -> None:
    b = stage(unit("a", at=(1000, 500), men=600, formation="march_column"), ratings={"a": RABBLE})
    order = sent(b)
    assert (order.move.gait, order.move.pays_frontage) == ("quick", False)


@pytest.mark.rule("CS-6.4a")
@pytest.mark.parametrize("discipline, formation", [("trained", "line"), ("rabble", "attack_column")])
def test_troops_whom_nobody_could_lead_in_line_attack_in_column(discipline: str, formation: str) -> None:
    b = stage(unit("a", at=(1000, 500), men=600, nation="British"), ratings={"a": {"discipline": discipline}})
    assert fighting(b, "a", assault=True) == formation
    assert fighting(b, "a") == "line"


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("hits, formation", [(0, ""), (1, "line")])
def test_columns_that_guns_have_hit_deploy_on_the_march(hits: int, formation: str) -> None:
    b = stage(
        unit("a", at=(1000, 500), formation="column_of_divisions"),
        unit("x", "red", at=(1000, 1450)),
        state={"a": {"before": Doings(cannon_hits=hits)}},
    )
    assert sent(b).form == formation


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("paces, formation", [(560, "line"), (700, "")])
def test_nobody_marches_in_column_before_guns_in_action(paces: int, formation: str) -> None:
    guns = unit("g", "red", at=(1000, 500 + paces), facing=180, arm="foot_artillery", men=120, guns=4, howitzers=0)
    b = stage(unit("a", at=(1000, 500), formation="column_of_divisions"), guns)
    assert sent(b, objective=(1000, 650)).form == formation
