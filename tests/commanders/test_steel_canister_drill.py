"""What drilled troops do otherwise at Steel & Canister: massed fire, charges from the flank, no back to the enemy."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.systems.steel_canister.knowledge import view as views
from grognard.systems.steel_canister.staff import batteries, shots
from grognard.systems.steel_canister.staff.actions import Conduct
from grognard.systems.steel_canister.staff.cubes import limit
from grognard.systems.steel_canister.staff.duties import Duty
from grognard.systems.steel_canister.staff.odds import Prospects, fire_zone
from grognard.systems.steel_canister.staff.picture import Picture
from grognard.systems.steel_canister.staff.routes import Country
from grognard.systems.steel_canister.staging import stage, unit
from grognard.systems.steel_canister.table.state import UnitState


def picture(*units, drilled=True, **how) -> Picture:
    b = stage(*units, **how)
    return Picture(views.briefing(b, "blue"), views.view(b, "blue"), drilled=drilled)


def wishes(p: Picture, one: UnitState, duty: Duty):
    conduct = Conduct(p, {arm: Country(p.board, arm) for arm in ("infantry", "cavalry", "artillery")}, {})
    return list(conduct.wishes(one, duty))


def first(p: Picture, name: str, duty: Duty):
    return next(iter(wishes(p, p.view.units[name], duty)), None)


# -- fire


def test_all_fire_at_him_whom_most_can_hit():
    """b has x alone before it, a has x and y: together they do more to x than one volley to each."""
    foes = [unit(name, side="red", at=at, facing="S") for name, at in (("x", (5, 6)), ("y", (7, 6)))]
    p = picture(unit("a", at=(6, 5), ap=3), unit("b", at=(4, 5), ap=3), *foes)
    assert set(shots.marks(p, p.view.units["a"])) == {"x", "y"}
    assert shots.massed(p, guns=False) == {"a": "x", "b": "x"}


def test_who_is_shaken_already_is_fired_at_before_the_fresh():
    p = picture(
        unit("a", at=(6, 5), ap=3),
        unit("x", side="red", at=(5, 6), facing="S"),
        unit("y", side="red", at=(7, 6), facing="S", status="disordered"),
    )
    assert [foe.id for foe in shots.best(p, p.view.units["a"])] == ["y", "x"]


def test_more_dice_do_more_harm_and_more_than_in_proportion():
    p = picture(unit("a", at=(6, 5), ap=3), unit("x", side="red", at=(5, 6), facing="S"))
    harm = [shots.damage(p, p.view.seen["x"], dice) for dice in range(9)]
    assert harm == sorted(harm)
    assert harm[8] > 2 * harm[4] > 4 * harm[2]


# -- charges


def test_a_charge_counts_the_side_on_which_it_comes_in():
    """It stands on the flank of x, but its way leads over a space before his front."""
    here = unit("a", at=(3, 5), facing="E", formation="attack_column", ap=4)
    foe = unit("x", side="red", at=(5, 6), facing="S", formation="line")
    drilled, first_staff = picture(here, foe), picture(here, foe, drilled=False)
    way = Prospects(drilled).reach(drilled.view.units["a"], drilled.view.seen["x"])
    assert way is not None
    assert way.last == (4, 5)
    edges = [Prospects(p).charge(p.view.units["a"], p.view.seen["x"], way) for p in (drilled, first_staff)]
    assert edges[0] < edges[1]


def test_a_charge_that_is_likelier_lost_than_won_is_only_made_for_ground():
    p = picture(unit("a", at=(5, 4), ap=3), unit("x", side="red", at=(5, 6), facing="S"))
    waited = Duty("attack", (5, 6), "N", waited=20)
    assert limit(p, waited) == 0
    assert limit(p, replace(waited, urge=0.2)) < 0
    assert limit(picture(unit("a", at=(5, 4)), drilled=False), waited) < 0


# -- marches


def test_who_is_wanted_elsewhere_does_not_turn_his_back_on_an_enemy_at_hand():
    a = unit("a", at=(5, 5), formation="attack_column", cube="move", ap=3)
    near, far = (unit("x", side="red", at=at, facing="S") for at in ((5, 7), (5, 10)))
    duty = Duty("hold", (5, 0), "N")
    assert first(picture(a, near), "a", duty) == ("form", {"formation": "line", "facing": "N"})
    assert first(picture(a, far), "a", duty) == ("turn", {"facing": "S"})
    spent = replace(picture(a, near).view.units["a"], spent=2, acted=True, shot_early=True)
    assert ("turn", {"facing": "S"}) not in wishes(picture(a, near), spent, duty)
    assert ("turn", {"facing": "S"}) in wishes(picture(a, near, drilled=False), spent, duty)


def test_the_last_point_turns_a_unit_to_an_enemy_who_could_charge_it():
    a = unit("a", at=(5, 5), facing="E", formation="attack_column", cube="move", ap=3, spent=2, acted=True)
    foe = unit("x", side="red", at=(5, 8), facing="S")
    assert first(picture(a, foe), "a", Duty("attack", (12, 5), "E")) == ("turn", {"facing": "N"})


def test_muskets_bear_to_the_front_alone():
    p = picture(unit("a", at=(5, 1)), unit("x", side="red", at=(5, 7), facing="S", formation="line"))
    zone = dict(fire_zone(p, p.view.seen["x"]))
    assert zone[5, 6] > zone[5, 5] > 0
    assert not {(5, 8), (4, 7), (5, 4)} & set(zone)


def test_horse_that_only_stands_there_does_not_keep_foot_in_square():
    def wish(away: int):
        horse = unit("x", side="red", at=(5, 4 + away), facing="S", arm="heavy_cavalry", figures=12)
        p = picture(unit("a", at=(5, 4), cube="move", ap=3), horse)
        return first(p, "a", Duty("hold", (5, 4), "N", stays=True))

    assert wish(2) == ("form", {"formation": "square", "facing": "N"})
    assert wish(3) is None or wish(3)[1].get("formation") != "square"


def test_guns_that_hit_well_do_not_go_nearer():
    p = picture(
        unit(
            "g", at=(5, 2), facing="N", arm="foot_artillery", weight="medium", formation="limbered", cube="move", ap=3
        ),
        unit("x", side="red", at=(5, 8), facing="S", formation="attack_column"),
    )
    guns, duty = p.view.units["g"], Duty("bombard", (5, 7), "N", foe="x")
    assert batteries.post(p, guns, duty, Country(p.board, "artillery")) == (5, 2)
