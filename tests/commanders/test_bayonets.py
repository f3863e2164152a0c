"""Foot and horse under a Cold Steel staff at its best: when they form line, go in, come out, or spread out."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from grognard.battle.decisions import Decision, Option
from grognard.commanders.doctrine import STAFF_1, USUAL
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import Task
from grognard.systems.cold_steel.seat import view
from grognard.systems.cold_steel.staff import adapter
from grognard.systems.cold_steel.staff.outlook import Land, Outlook
from grognard.systems.cold_steel.staff.special import charging, spreading
from grognard.systems.cold_steel.staging import stage, unit
from grognard.systems.cold_steel.table.state import Attack, Mission, Order, Straight

from .situations import situation

FORM_LINE = {"formation": "line"}


def told(*units, mission="attack", features=(), state=None):
    """What our battalion `a` is told under a mission."""
    b = stage(*units, features=features, state=state)
    seat = b.seat_of("a")
    seen, briefing = view.view(b, seat), view.briefing(b, seat)
    given = Mission(id="m", side="blue", kind=mission, units=("a",), leader="", objective=(500, 900))
    mine = replace(seen.units["a"], mission="m")
    seen = replace(seen, missions={"m": given}, units={**seen.units, "a": mine})
    look = Outlook(seen, briefing, Land(briefing.ground), situation([], [], []), (), {})
    return dict(charging.chits(look)).get("a", ())


def ours(formation="line", at=(500, 500), **more):
    return unit("a", at=at, formation=formation, **more)


def his(formation="line", at=(500, 600), **more):
    return unit("x", "red", at=at, formation=formation, **{"facing": 180, **more})


def test_a_line_charges_a_column_in_some_disorder_but_not_such_a_line():
    (charge,) = told(ours(), his("attack_column"), state={"x": {"disorder": 1}})
    assert (charge["attack"], charge["target"]) == ("yes", "x")
    assert not told(ours(), his("line"), state={"x": {"disorder": 1}})


def test_a_column_does_not_charge_a_steady_line():
    assert not any("attack" in each for each in told(ours("attack_column"), his("line")))


@pytest.mark.parametrize("shaken", [{"disorder": 5}, {"status": "wavering"}, {"lost": 12}])
def test_a_line_charges_a_line_that_is_shaken(shaken):
    assert told(ours(), his(), state={"x": shaken})
    assert not told(ours(), his(), state={"x": shaken, "a": {"disorder": 4}})


def test_loose_order_is_no_reason_to_charge():
    assert not told(ours(), his("open_order"))


def test_a_line_charges_a_flank():
    assert told(ours(), his(facing=90))


def test_an_attack_forms_line_before_it_comes_under_musketry():
    assert told(ours("attack_column"), his(at=(500, 850))) == (FORM_LINE,)
    assert not told(ours("attack_column"), his(at=(500, 1100)))
    assert not told(ours("attack_column"), his(at=(500, 850)), mission="defense")


def test_columns_stay_columns_with_horse_about():
    horse = unit("h", "red", at=(500, 900), facing=180, arm="heavy_cavalry", men=480)
    assert not told(ours("attack_column"), his(at=(500, 850)), horse)


# -- in a village

VILLAGE = {
    "type": "Feature",
    "properties": {"kind": "village", "name": "Dorf"},
    "geometry": {"type": "Polygon", "coordinates": [[[400, 400], [600, 400], [600, 520], [400, 520], [400, 400]]]},
}


def test_a_garrison_that_foot_comes_for_forms_line():
    assert told(ours("garrison"), his(at=(500, 850)), mission="defense", features=[VILLAGE]) == (FORM_LINE,)
    assert not told(ours("garrison"), his(at=(500, 1100)), mission="defense", features=[VILLAGE])


@pytest.mark.parametrize("men, stays", [(480, True), (150, False)])
def test_for_fear_of_horse_it_stays_indoors_unless_that_is_a_handful(men, stays):
    horse = unit("h", "red", at=(500, 750), facing=180, arm="heavy_cavalry", men=men)
    chits = told(ours("garrison"), his(at=(500, 850)), horse, mission="defense", features=[VILLAGE])
    assert chits == (() if stays else (FORM_LINE,))


def test_while_he_comes_the_line_does_not_go_back_into_the_houses_but_turns_to_him():
    assert told(ours(), his(at=(500, 850)), mission="defense", features=[VILLAGE]) == ({},)
    (turn,) = told(ours(facing=90), his(at=(500, 850)), mission="defense", features=[VILLAGE])
    assert turn["movement"] == "conversion"


# -- officers who would stop it


@pytest.mark.parametrize(
    "doctrine, attacks, answer", [(USUAL, True, "cancel"), (USUAL, False, "accept"), (STAFF_1, True, "accept")]
)
def test_a_charge_is_not_stopped_to_return_fire(doctrine, attacks, answer):
    order = Order(Straight(), combat=Attack("x") if attacks else None)
    b = stage(ours(), his(), state={"a": {"order": order}})
    options = [Option(key, key) for key in ("accept", "cancel")]
    seat = b.seat_of("a")
    asked = Decision(seat, "automatic", "?", options, default=("accept", {}), rules=("CS-4.1g",), about={"unit": "a"})
    chair = SimpleNamespace(view=view.view(b, seat), briefing=view.briefing(b, seat))
    assert adapter(seat, 1, doctrine).decide(chair, asked, Plan({})).option == answer


# -- horse under cannon shot


def horse_is_told(*paces, **state):
    """What horse that waits is told, with guns and perhaps foot so many paces before it."""
    guns = unit("g", "red", at=(500, 500 + paces[0]), facing=180, arm="foot_artillery", men=160)
    foot = [unit("x", "red", at=(500, 500 + near), facing=180) for near in paces[1:]]
    b = stage(unit("h", at=(500, 500), arm="heavy_cavalry", men=480, formation="line"), guns, *foot, state={"h": state})
    seat = b.seat_of("h")
    seen, briefing = view.view(b, seat), view.briefing(b, seat)
    given = Mission(id="m", side="blue", kind="defense", units=("h",), leader="", objective=(500, 500))
    seen = replace(seen, missions={"m": given}, units={"h": replace(seen.units["h"], mission="m")})
    staff = adapter(seat, 1)
    chair = SimpleNamespace(view=seen, briefing=briefing)
    s = staff.situation(chair)
    tasks = {"h": Task("h", "hold", (500.0, 500.0))}
    look = Outlook(seen, briefing, Land(briefing.ground), s, staff.groups, tasks)
    return dict(spreading.chits(look)).get("h", ())


def test_horse_that_waits_under_cannon_shot_spreads_out():
    assert horse_is_told(900)[0] == {"formation": "extended_order"}


def test_it_closes_up_when_somebody_comes_near():
    assert horse_is_told(900, 500) == ()
    assert horse_is_told(900, 500, formation="extended_order") == (FORM_LINE,)
    assert horse_is_told(900, formation="extended_order") == ({},)
