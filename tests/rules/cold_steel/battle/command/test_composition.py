"""Units made up anew during the battle: thrown together, divided, converged, dismounted, with a flank wheeled."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.commanders.yardsticks.reckless import Reckless
from grognard.kernel.domains import Number
from grognard.simulate.fuzz import fuzz
from grognard.systems.cold_steel.composition import joining, wings
from grognard.systems.cold_steel.facts.fire.ranks import stands_of
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.invariants import broken
from grognard.systems.cold_steel.orders import answers, judging, options
from grognard.systems.cold_steel.orders.specials import COMPOSITION
from grognard.systems.cold_steel.phases import command, movement
from grognard.systems.cold_steel.phases.command import parts
from grognard.systems.cold_steel.phases.end_of_turn.victory import tally
from grognard.systems.cold_steel.staging import events, run, says, scenario, stage, unit
from grognard.systems.cold_steel.table.raised import counted
from grognard.systems.cold_steel.table.state import FormationChit, Order, TakePlace, Wing

FAR_OFF = unit("x", "red", at=(500, 2500), facing=180)


def field(*units: Any, **more: Any) -> Any:
    """Some units and an enemy far away."""
    return stage(*units, FAR_OFF, **more)


def foot(name: str, at: Any = (500, 500), **more: Any) -> Any:
    """A battalion of 24 figures, 120 paces wide."""
    return unit(name, at=at, **more)


def told(b: Any, name: str, **order: Any) -> Any:
    """The field after the movement phase in which a unit has this order."""
    from msgspec.structs import replace

    b.world.units[name] = replace(b.unit(name), order=answers.to_order(order))
    b.world.phase = "movement"
    run(movement.play(b))
    assert broken(b) == []
    return b


def refused(b: Any, name: str, **order: Any) -> str:
    """The rule by which an order is refused; nothing if it stands."""
    found = judging.judge_order(b, name, answers.to_order(order))
    return found.rule if found is not None else ""


# -- thrown together


@pytest.mark.rule("CS-3.3.2.3c")
@pytest.mark.parametrize("lost, rating", [(0, 7), (3, 6)])
def test_two_battalions_in_one_have_the_lower_morale(lost: int, rating: int) -> None:
    ratings = {"a": {"morale_rating": 9}, "b": {"morale_rating": 7, "discipline": "militia"}}
    b = field(
        foot("a"), foot("b", (640, 500)), ratings=ratings, state={"a": {"lost": lost}, "b": {"status": "wavering"}}
    )
    told(b, "a", special="brigade", others=("b",), formation="line")
    new = next(each for each in b.on_table("blue"))
    rated = b.entry(new.id).rated
    assert (rated.morale_rating, rated.discipline, new.status) == (rating, "militia", "wavering")
    assert (new.figures, new.lost, new.converged) == (48, lost, bool(lost))
    assert [b.unit(each).where for each in "ab"] == ["joined", "joined"]
    assert counted(b)["a"][0] == counted(b)["b"][0] == 24
    assert b.seat_of(new.id) == "blue"


@pytest.mark.rule("CS-3.3.2.3c", "CS-1.6.3a")
@pytest.mark.parametrize("identified", [True, False])
def test_who_is_thrown_together_is_told_by_name_only_to_those_who_know(identified: bool) -> None:
    state = {each: {"identified": identified} for each in "ab"}
    b = field(foot("a"), foot("b", (640, 500)), state=state)
    b.world.on_cards = True
    told(b, "a", special="brigade", others=("b",), formation="line")
    (event,) = events(b, "brigaded")
    name = b.name(next(each.id for each in b.on_table("blue")))
    assert GAME.tell(b, event.seen_by("blue")).endswith(f": {name}")
    assert ("name" in event.seen_by("red").values) is identified
    assert (name in GAME.tell(b, event.seen_by("red"))) is identified


@pytest.mark.rule("CS-3.3.2.3c")
def test_what_stands_against_it() -> None:
    b = field(foot("a"), foot("b", (640, 500)), foot("c", (1200, 500)), unit("h", at=(500, 420), arm="dragoons"))
    assert joining.partners(b, b.unit("a")) == ("b",)
    assert refused(b, "a", special="brigade", others=("b",)) == "CS-3.3.2.3c"  # without a formation chit
    assert refused(b, "a", special="brigade", others=("c",), formation="line") == "CS-3.3.2.3c"
    assert refused(b, "a", special="brigade", formation="line") == "CS-3.2m"  # with whom?
    assert refused(b, "a", special="brigade", others=("b",), formation="line") == ""
    assert refused(b, "c", special="brigade", others=("b",), formation="line") == "CS-3.3.2.3c"
    assert "others" in options.order_option(b, "a").fields
    assert "others" not in options.order_option(b, "c").fields


@pytest.mark.rule("CS-3.3.2.3d")
def test_squadrons_grouped_are_one_unit_in_the_same_turn() -> None:
    troop = {"arm": "light_cavalry", "men": 120, "squadrons": 1, "formation": "line"}
    b = field(*(unit(name, at=(500 + 120 * i, 500), **troop) for i, name in enumerate("abc")), state={"a": {"lost": 1}})
    told(b, "b", special="brigade", others=("a", "c"), formation="line")
    new = b.on_table("blue")
    assert len(new) == 1
    entry = b.entry(new[0].id)
    assert (entry.unit.squadrons, new[0].figures, new[0].converged) == (3, 18, False)
    assert entry.rated.morale_rating == min(b.roster.units[each].rated.morale_rating for each in "abc")


@pytest.mark.rule("CS-3.3.2.3i")
def test_they_part_again_with_their_own_losses() -> None:
    b = field(foot("a"), foot("b", (640, 500)))
    told(b, "a", special="brigade", others=("b",), formation="line")
    new = b.on_table("blue")[0]
    from msgspec.structs import replace

    b.world.units[new.id] = replace(new, lost=7, disorder=2)
    assert refused(b, new.id, special="regroup") == "CS-3.3.2.3i"  # it needs a formation chit
    told(b, new.id, special="regroup", formation="line")
    assert {each.id: (each.figures, each.lost, each.disorder) for each in b.on_table("blue")} == {
        "a": (24, 4, 2),
        "b": (24, 3, 2),
    }


# -- elite companies


@pytest.mark.rule("CS-3.3.2.3e")
def test_converged_elites_and_what_their_parents_lose() -> None:
    ratings = {name: {"morale_rating": rating} for name, rating in (("a", 8), ("b", 9), ("c", 10))}
    guns = {"nation": "french", "companies": 6, "men": 480}
    b = field(*(foot(name, (500 + 130 * i, 500), **guns) for i, name in enumerate("abc")), ratings=ratings)
    told(b, "b", special="converge", others=("a", "c"))
    rated = {each.id: b.entry(each.id).rated.morale_rating for each in b.on_table("blue")}
    new = next(name for name in rated if "+" in name)
    assert rated == {"a": 7, "b": 8, "c": 9, new: 10}
    assert b.unit(new).figures == 24
    assert all(counted(b)[each] == (24, 0) for each in "abc")


@pytest.mark.rule("CS-3.3.2.3e")
def test_they_go_back_and_all_is_as_it_was() -> None:
    guns = {"nation": "french", "companies": 6, "men": 480}
    b = field(*(foot(name, (500 + 130 * i, 500), **guns) for i, name in enumerate("ab")))
    before = {each: b.entry(each).rated for each in "ab"}
    told(b, "a", special="converge", others=("b",))
    new = next(each.id for each in b.on_table("blue") if "+" in each.id)
    told(b, new, special="regroup", formation="line")
    assert {each: b.entry(each).rated for each in "ab"} == before
    assert {each.id: each.figures for each in b.on_table("blue")} == {"a": 24, "b": 24}


# -- detachments


@pytest.mark.rule("CS-3.3.2.3i")
@pytest.mark.parametrize(
    "troops, parts, figures",
    [
        ({"arm": "infantry", "men": 480, "companies": 6}, 2, 8),
        ({"arm": "dragoons", "men": 480, "squadrons": 4}, 1, 6),
        ({"arm": "foot_artillery", "men": 120}, 1, 2),
    ],
)
def test_parts_are_detached_and_fall_in_again(troops: Any, parts: int, figures: int) -> None:
    b = field(unit("a", at=(500, 500), **troops))
    whole = b.unit("a").figures
    width = b.survey.body("a").frame
    told(b, "a", special="detach", companies=parts)
    small = next(each for each in b.on_table("blue") if each.id != "a")
    assert (small.figures, b.unit("a").figures) == (figures, whole - figures)
    assert b.survey.body("a").frame != width
    assert refused(b, small.id, special="regroup") == "CS-3.3.2.3i"  # without a formation chit
    told(b, small.id, special="regroup", formation=b.unit("a").formation)
    assert [each.id for each in b.on_table("blue")] == ["a"]
    assert (b.unit("a").figures, b.entry("a")) == (whole, b.roster.units["a"])


@pytest.mark.rule("CS-3.3.2.3i")
def test_no_more_than_it_has() -> None:
    b = field(foot("a", companies=6))
    assert refused(b, "a", special="detach", companies=5) == ""
    assert refused(b, "a", special="detach", companies=6) == "CS-3.3.2.3i"
    assert refused(b, "a", special="detach") == "CS-3.2m"


# -- on foot


@pytest.mark.rule("CS-3.3.2.3s")
def test_dragoons_dismount_in_half_a_turn_and_mount_again() -> None:
    b = field(unit("a", at=(500, 500), arm="dragoons", men=240, formation="line", armament="carbine"))
    assert refused(b, "a", special="dismount") == "CS-3.3.2.3s"
    assert refused(b, "a", special="remount", formation="line") == "CS-3.3.2.3s"
    told(b, "a", special="dismount", formation="line")
    assert b.entry("a").rated.arm == "infantry"
    assert (b.unit("a").formation, b.unit("a").forming) == ("line", None)
    assert events(b, "forms") or events(b, "dismounted")
    told(b, "a", special="remount", formation="line")
    assert (b.entry("a").rated.arm, b.unit("a").formation) == ("cavalry", "line")


@pytest.mark.rule("CS-3.3.2.3s")
def test_foot_has_no_horses() -> None:
    assert refused(field(foot("a")), "a", special="dismount", formation="line") == "CS-3.3.2.3s"


# -- one formation of several


@pytest.mark.rule("CS-3.3.2.3v")
@pytest.mark.parametrize("ahead, rule", [(-40, ""), (-41, "CS-3.3.2.3v")])
def test_a_battalion_is_shifted_into_its_place(ahead: int, rule: str) -> None:
    b = field(foot("a"), foot("b", (640, 500)))
    assert refused(b, "b", special="take_place", ahead=ahead, formation="line") == rule


@pytest.mark.rule("CS-3.3.2.3v")
def test_shifting_takes_a_quarter_more() -> None:
    b = field(foot("a", formation="column_of_divisions"), foot("b", (560, 500), formation="column_of_divisions"))
    plain = b.settle("multi-battalion", _joint(b, ahead=0)).quarters
    assert b.settle("multi-battalion", _joint(b, ahead=-40)).quarters == plain + 1


@pytest.mark.rule("CS-3.3.2.3v")
def test_it_stands_where_it_was_shifted() -> None:
    b = field(foot("a"), foot("b", (640, 500)))
    told(b, "b", special="take_place", ahead=-40, formation="line")
    assert b.unit("b").position == (640 * 16, 460 * 16)


def _joint(b: Any, ahead: int) -> Any:
    from grognard.systems.cold_steel.orders.specials.composition.take_place import _facts

    return _facts(b, b.unit("b"), Order(formation=FormationChit("line"), special=TakePlace(ahead=ahead)))


@pytest.mark.rule("CS-3.3.2.3v")
def test_one_alone_makes_no_such_formation() -> None:
    assert refused(field(foot("a")), "a", special="take_place", ahead=10, formation="line") == "CS-3.3.2.3v"


# -- parts of units


@pytest.mark.rule("CS-3.2l")
def test_a_flank_company_is_refused_and_fires_that_way() -> None:
    b = field(foot("a", companies=6), leaders={"blue": (500.0, 450.0)}, phase="command")
    b.world.turn = 2  # the council is over, and it has no mission that would have it march
    before = stands_of(b, "a")
    leader = next(each.id for each in b.world.leaders.values() if each.side == "blue")
    values = {"leader": leader, "unit": "a", "flank": "left", "degrees": -45}
    run(command.play(b), says("blue", ("part", values)))
    assert b.unit("a").wings == ()  # told, not yet done
    b.world.phase = "movement"
    run(movement.play(b))
    assert b.unit("a").wings == (Wing("left", -45),)
    after = stands_of(b, "a")
    assert after[1:] == before[1:]
    hinge = before[0].quad[1]
    (x, y), (was_x, was_y) = after[0].quad[0], before[0].quad[0]
    assert after[0].quad[1] == hinge
    assert y < was_y  # its outer end is back
    assert abs(x - hinge[0]) < abs(was_x - hinge[0])


@pytest.mark.rule("CS-3.2l")
def test_a_flank_wheels_as_far_as_a_right_angle_either_way() -> None:
    b = field(foot("a", companies=6), leaders={"blue": (500.0, 450.0)}, phase="command")
    for leader in [each for each in b.world.leaders.values() if each.side == "blue"]:
        b.world.leaders[leader.id] = msgspec.structs.replace(leader, points=5)
    option = parts.option(b, "blue")
    assert option is not None
    assert option.fields["degrees"] == Number(-90, 90)


@pytest.mark.rule("CS-3.2l")
def test_it_falls_in_when_the_battalion_moves() -> None:
    b = field(foot("a", companies=6), state={"a": {"wings": (Wing("left", -45),)}})
    told(b, "a", movement="forward")
    assert b.unit("a").wings == ()


@pytest.mark.rule("CS-3.2l")
@pytest.mark.parametrize(
    "arm, wing, allowed",
    [("infantry", Wing("left", -45), True), ("infantry", Wing("left", 0, 20), False),
     ("foot_artillery", Wing("right", 30), True), ("foot_artillery", Wing("right", 0, 20), True),
     ("infantry", Wing("left"), False)],
)  # fmt: skip
def test_companies_wheel_and_sections_are_prolonged_too(arm: str, wing: Wing, allowed: bool) -> None:
    b = field(unit("a", at=(500, 500), arm=arm, men=480 if arm == "infantry" else 120))
    assert (wings.judge(b, "a", wing) is None) == allowed


# -- what the rest of the battle makes of it


@pytest.mark.rule("CS-3.3.2.3c")
def test_views_orders_and_victory_know_the_new_unit() -> None:
    b = field(foot("a"), foot("b", (640, 500)), leaders={"blue": (500.0, 450.0)})
    told(b, "a", special="brigade", others=("b",), formation="line")
    new = b.on_table("blue")[0].id
    view, briefing = GAME.view(b, "blue"), GAME.briefing(b, "blue")
    picture = GAME.picture(view, briefing)
    assert [each.id for each in picture.units if each.own] == [new]
    army = next(each for each in tally(b).armies if each.side == "blue")
    assert [(each.id, each.men, each.place is not None) for each in army.units] == [("a", 480, True), ("b", 480, True)]
    leader = next(each.id for each in b.world.leaders.values() if each.side == "blue")
    b.world.phase = "command"
    run(command.play(b), says("blue", ("order", {"leader": leader, "unit": new, "movement": "forward"})))
    assert b.unit(new).order is not None


# -- random play


class Tinker(Reckless):
    """A commander who is for ever making his units up anew, and answers anything else that is legal."""

    def decide(self, chair: Any, decision: Any) -> Any:
        able = [option for option in decision.options if _tinkering(option)]
        if decision.kind == "command" and able and self._random.random() < 0.8:
            option = self._random.choice(able)
            chit = self._random.choice(_tinkering(option))
            fields = ("leader", "formation", "others", "companies", "right", "ahead")
            more = {name: self._some(option.fields[name]) for name in fields if name in option.fields}
            answer = decision.answer(option.key, special=chit, **more)
            if decision.refusal(answer) is None:
                return answer
        return super().decide(chair, decision)


def _tinkering(option: Any) -> list[str]:
    made_up = {module.SPECIAL.name for module in COMPOSITION}
    values = option.fields["special"].values if ":" in option.key and "special" in option.fields else ()
    return [chit for chit in values if chit in made_up]


def parade() -> Any:
    """Two brigades of all arms side by side."""
    own = [foot(name, (400 + 125 * i, 500), nation="french", companies=6) for i, name in enumerate("abcd")]
    horse = [
        unit(
            f"h{i}", at=(950 + 90 * i, 500), arm="dragoons", men=160, squadrons=2, formation="line", armament="carbine"
        )
        for i in range(3)
    ]
    guns = [unit(f"g{i}", at=(500 + 160 * i, 420), arm="foot_artillery", men=100) for i in range(2)]
    foes = [unit(f"r{i}", "red", at=(500 + 140 * i, 1150), facing=180) for i in range(4)]
    return scenario(
        *own,
        *horse,
        *guns,
        *foes,
        leaders={"blue": (600.0, 480.0), "red": (600.0, 1200.0)},
        size=(1800, 1800),
        turns=10,
    )


@pytest.mark.parametrize("seed", range(4))
def test_random_play_breaks_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.simulate.fuzz.Reckless", Tinker)
    assert fuzz("cold-steel", parade(), seed, 8).turns > 1


def test_a_world_of_units_made_up_anew_is_saved_whole() -> None:
    b = field(foot("a"), foot("b", (640, 500)))
    told(b, "a", special="brigade", others=("b",), formation="line")
    assert msgspec.json.decode(msgspec.json.encode(b.world), type=type(b.world)) == b.world
