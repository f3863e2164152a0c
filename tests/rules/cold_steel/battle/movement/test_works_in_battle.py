"""A field with engineers, houses, walls and a river with boats: random play breaks nothing, and secrets are kept."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.record import saves
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import from_texts
from grognard.scenarios.model import Boat
from grognard.scenarios.saving import texts
from grognard.simulate.fuzz import fuzz
from grognard.systems.cold_steel import setup
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.staging import RED, events, scenario, unit
from grognard.systems.cold_steel.table.state import Labour, Structure, Work

from ..ground import area, line


def valley() -> Any:
    """Two small brigades with sappers on both banks of a river."""
    return scenario(
        unit("a1", at=(500, 500), engineers=2),
        unit("a2", at=(800, 450)),
        unit("a3", at=(300, 660), engineers=1, men=300),
        unit("ag", at=(650, 400), arm="foot_artillery", men=120),
        unit("r1", RED, at=(1250, 755), facing=180, engineers=2, men=380),
        unit("r2", RED, at=(820, 980), facing=180, formation="garrison"),
        unit("rg", RED, at=(650, 1100), facing=180, arm="foot_artillery", men=120),
        features=[
            area("building", 450, 510, 550, 560, name="Mill"),
            area("village", 750, 900, 900, 1000, name="Thorpe"),
            area("building", 905, 900, 950, 950),
            area("light_works", 600, 380, 700, 410),
            line("wall", (720, 470), (900, 470)),
            line("river", (0, 700), (750, 710), (1500, 700), width_paces=60),
            area("heavy_woods", 0, 1150, 1500, 1200),
        ],
        boats=[Boat("punt", "blue", (300, 675), 500), Boat("barge", "red", (1250, 730), 400)],
        size=(1500, 1500),
        leaders={"blue": (500, 450), "red": (600, 1050)},
        turns=9,
    )


class Meddler(Reckless):
    """A commander who is fond of special orders, and answers anything else that is legal."""

    def decide(self, chair: Any, decision: Any) -> Any:
        special = [option for option in decision.options if len(_specials(option)) > 1]
        if decision.kind == "command" and special and self._random.random() < 0.7:
            option = self._random.choice(special)
            chit = self._random.choice(_specials(option)[1:])
            more = {name: self._some(option.fields[name]) for name in ("leader",) if name in option.fields}
            if chit in ("leave", "disembark"):
                more["formation"] = self._some(option.fields["formation"])
            answer = decision.answer(option.key, special=chit, degrees=self._random.choice((0, 90, -100, 180)), **more)
            if decision.refusal(answer) is None:
                return answer
        return super().decide(chair, decision)


def _specials(option: Any) -> tuple[str, ...]:
    at_once = option.key.startswith(("order:", "mark:"))
    return option.fields["special"].values if at_once and "special" in option.fields else ()


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("player", [Reckless, Meddler])
def test_random_play_with_engineers_and_boats_breaks_nothing(seed, player, monkeypatch):
    monkeypatch.setattr("grognard.simulate.fuzz.Reckless", player)
    assert fuzz("cold-steel", valley(), seed, 9).turns > 1  # an army may quit the field earlier


def test_saved_and_read_again_it_is_the_same_battle(tmp_path):
    scenario, path = from_texts(texts(valley())), tmp_path / "b.grog.json"
    battle = Battle.begin(GAME, scenario, seed=5, options={"turns": 5})
    player = Meddler(1)
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    while battle.open:
        decision = battle.open[0]
        battle.answer(player.decide(chairs[decision.seat], decision))
    saves.save(battle, path)
    loaded = saves.load(path, systems.game)
    assert loaded.fight.world == battle.fight.world
    assert events(loaded.fight) == events(battle.fight)
    assert battle.fight.world.works or battle.fight.world.structures


def test_a_world_with_changed_ground_is_saved_whole():
    b = setup.begin(valley(), setup.Options())
    b.world.structures["Mill"] = Structure("Mill", lit=1, whole="light_works", shells=2)
    b.world.works["w"] = Work("w", "blue", "works", ((0, 0), (160, 0)), 1, 4, "a1")
    b.world.units["a1"] = replace(b.unit("a1"), labour=Labour("build_works", 3), aboard="punt")
    assert msgspec.json.decode(msgspec.json.encode(b.world), type=type(b.world)) == b.world


def bytes_of(change: Any) -> bytes:
    """All that red may know at the start of a battle whose world was changed."""
    battle = Battle.begin(GAME, valley(), seed=1, options={})
    b = battle.fight
    change(b)
    b.restarted(b.world)
    view = GAME.view(b, "red")
    return msgspec.json.encode([view, GAME.picture(view, GAME.briefing(b, "red"))])


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b.world.units.update(a1=replace(b.unit("a1"), engineers=0)),
        lambda b: b.world.units.update(a1=replace(b.unit("a1"), labour=Labour("build_works", 3))),
        lambda b: b.world.structures.update(Mill=Structure("Mill", shells=1)),
        lambda b: b.world.structures.update(Mill=Structure("Mill", paces=7)),
    ],
)
def test_the_enemy_does_not_learn_what_is_in_hand(change):
    assert bytes_of(change) == bytes_of(lambda b: None)


def test_the_enemy_does_not_learn_who_threw_up_works_nor_of_boats_he_does_not_see():
    line = ((0, 0), (1600, 0))
    made = [lambda b, by=by: b.world.works.update(w=Work("w", "blue", "works", line, 0, 5, by)) for by in ("a1", "a3")]
    assert bytes_of(made[0]) == bytes_of(made[1]) != bytes_of(lambda b: None)

    def behind_the_woods(x: int) -> Any:
        def change(b: Any) -> None:
            for name in ("r1", "r2", "rg"):
                b.world.units[name] = replace(b.unit(name), position=(8000, 22000))
            b.world.leaders = {
                k: replace(v, position=(8000, 22400)) if v.side == "red" else v for k, v in b.world.leaders.items()
            }
            b.world.boats["punt"] = replace(b.world.boats["punt"], position=(x * 16, 700 * 16))

        return change

    assert bytes_of(behind_the_woods(300)) == bytes_of(behind_the_woods(900))


def test_fires_and_ruins_are_drawn_for_both_sides():
    def lit(b: Any) -> None:
        b.world.structures["Mill"] = Structure("Mill", lit=1, whole="light_works")
        b.world.structures["Thorpe"] = Structure("Thorpe", burnt=1)
        b.world.works["w"] = Work("w", "blue", "works", ((0, 0), (1600, 0)), 1, 40)
        b.world.works["o"] = Work("o", "red", "obstacle", ((0, 160), (1600, 160)), 0, 60)
        b.world.works["g"] = Work("g", "red", "gap", ((320, 320), (320, 320)), 0, 20)

    battle = Battle.begin(GAME, valley(), seed=1, options={})
    lit(battle.fight)
    for seat in ("blue", "red"):
        table = GAME.picture(GAME.view(battle.fight, seat), GAME.briefing(battle.fight, seat))
        assert [(each.style, each.words, each.label) for each in table.areas] == [
            ("fire", "Mill burns since turn 1", "in flames since turn 1"),
            ("hatched", "Thorpe, in ruins", "in ruins"),
        ]
        works = [line for line in table.lines if not line.layer]
        assert [(each.style, each.weight, each.words, each.points) for each in works] == [
            ("teeth", 2, "medium works, 40 paces", ((0.0, 0.0), (40.0, 0.0))),
            ("teeth", 1, "light works, 60 paces", ((40.0, 0.0), (100.0, 0.0))),
            ("stakes", 1, "obstacle, 60 paces", ((0.0, 10.0), (60.0, 10.0))),
            ("gap", 1, "gap, 20 paces", ((10.0, 20.0), (30.0, 20.0))),
        ]


def previewed(special: str, unit: str = "a1", **more: Any) -> Any:
    battle = Battle.begin(GAME, valley(), seed=1, options={})
    while not (found := [each for each in battle.open if (each.seat, each.kind) == ("blue", "command")]):
        battle.answer(battle.open[0].default)
    [decision] = found
    b = battle.fight
    b.world.units["a3"] = replace(b.unit("a3"), aboard="punt", position=b.world.boats["punt"].position)
    b.world.structures["Mill"] = more.pop("mill", Structure("Mill"))
    answer = decision.answer(f"mark:{unit}", special=special, **more)
    return GAME.preview(b, "blue", answer)


def test_previews_tell_exact_chances_and_courses():
    assert previewed("start_fire").notes == ("40 in 100 that it burns (CS-3.3.2.3w)",)
    lit = Structure("Mill", lit=1, whole="light_works")
    assert previewed("fight_fire", mill=lit).notes == ("50 in 100 that it is put out this turn (CS-3.3.2.3x)",)
    assert "end of turn 5" in previewed("build_works").notes[0]
    assert previewed("make_obstacle").notes[0].startswith("8 D10")
    found = previewed("move_boat", "a3", degrees=0)
    assert found.notes[0] == "across, 59 of 180 paces (CS-3.3.2.3t)"
    assert "drifts" in found.notes[1]
    assert found.points[0] == (300, 675)
    assert found.points[1] == (300, 734)


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda w: w.structures.update(Mill=Structure("Mill", lit=1)), "structure Mill"),
        (lambda w: w.structures.update(Mill=Structure("Mill", lit=2, whole="light_works")), "structure Mill"),
        (lambda w: w.structures.update(Nowhere=Structure("Nowhere")), "structure Nowhere"),
        (lambda w: w.works.update(w=Work("w", "blue", "works", ((0, 0), (160, 0)), 4)), "w: "),
        (lambda w: w.works.update(w=Work("w", "blue", "works", ((0, 0), (160, 0)))), "w: "),
        (lambda w: w.works.update(w=Work("w", "blue", "obstacle", ((0, 0), (160, 0)), 0, 11)), "11 paces of 10"),
        (lambda w: w.boats.update(punt=replace(w.boats["punt"], position=(0, 0))), "on dry land"),
        (lambda w: w.units.update(a1=replace(w.units["a1"], aboard="ark")), "in ark, which there is not"),
        (lambda w: w.units.update(a2=replace(w.units["a2"], labour=Labour("build_works"))), "without engineers"),
    ],
)
def test_what_may_not_be_is_noticed(spoil, said):
    b = setup.begin(valley(), setup.Options())
    assert GAME.invariants(b) == []
    spoil(b.world)
    [found] = GAME.invariants(b)
    assert said in found
