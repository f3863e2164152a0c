"""What must hold for every rule system that can be played: one suite, over all that are found."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from every_system import GOLDEN
from msgspec.json import encode

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.kinds import parts, scenes_of
from grognard.battle.pictures import Picture
from grognard.battle.record import saves
from grognard.battle.sighting import asking
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.kernel.errors import BadInput
from grognard.scenarios.loading import load
from grognard.server.seats.history import RecordedBattle
from grognard.server.views.hearing import Hearing
from grognard.server.views.reels import NOW, Film
from grognard.simulate import golden
from grognard.simulate.fuzz import fuzz, some_options
from grognard.simulate.many import staffed

SMALL = "farm-at-the-crossroads"


def begun(system: str, seed: int = 3, battle: str = SMALL, **options) -> Battle:
    return Battle.begin(systems.game(system), load(battle), seed=seed, options=options)


def played(battle: Battle, answers: int, seed: int = 5) -> Battle:
    """Some random answers further."""
    player = Reckless(seed)
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    for _ in range(answers):
        if not battle.open:
            break
        decision = battle.open[0]
        battle.answer(player.decide(chairs[decision.seat], decision))
    return battle


def test_the_same_seed_gives_the_same_record(system):
    one, other = (played(begun(system, turns=2), 60) for _ in range(2))
    assert one.entries == other.entries


def test_a_battle_has_as_many_turns_as_its_scenario_says(system):
    said = load(SMALL).header.victory.length_turns
    assert said == 10
    assert systems.game(system).turns(load(SMALL)) == begun(system).fight.world.turns == said


def test_seeds_differ(system):
    one, other = begun(system, 1, turns=3), begun(system, 2, turns=3)
    for battle in (one, other):
        fight_out(battle, staffed(battle, "default"))
    assert one.entries != other.entries


def test_saved_at_any_point_it_goes_on_the_same(system, tmp_path):
    battle, path = begun(system, turns=2), tmp_path / "b.grog.json"
    player = Reckless(11)
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    point = 0
    while battle.open:
        if point % 17 == 0:
            saves.save(battle, path)
            loaded = saves.load(path, systems.game)
            assert loaded.fight.world == battle.fight.world
            assert encode(loaded.entries) == encode(battle.entries)  # as text: a place comes back as a list
            assert [d.data() for d in loaded.open] == [d.data() for d in battle.open]
        decision = battle.open[0]
        battle.answer(player.decide(chairs[decision.seat], decision))
        point += 1
    saves.save(battle, path)
    assert saves.verify(path, systems.game).answers == point


def test_what_is_listed_is_accepted_and_the_default_is_legal(system):
    battle = begun(system, turns=2)
    for _ in range(120):
        if not battle.open:
            break
        for decision in battle.open:
            assert decision.options, f"{decision.id}: nothing to answer"
            assert decision.refusal(decision.default) is None, f"{decision.default}"
            assert len({option.key for option in decision.options}) == len(decision.options)
            msgspec.json.encode(decision.data())
        assert len({(d.seat, d.id) for d in battle.open}) == len(battle.open)
        battle = played(battle, 1, seed=_)


def drawn_by_key(decision: Decision) -> dict[str, Option]:
    """All that can be drawn without the list being made, by asking for each key in turn."""
    offered: list[list[Any]] = []
    decision.drawn(lambda several: offered.append(list(several)) or several[0])
    found = {}
    for wanted in offered[0]:
        option = decision.drawn(lambda several, wanted=wanted: wanted if wanted in several else several[0])
        found[option.key] = option
    return found


@pytest.mark.parametrize("options", [{}, {"seats": "commands"}])
def test_one_answer_can_be_drawn_without_listing_all(system, options):
    """What can be drawn is what is listed, option by option, and a random commander's answers are always taken."""
    battle, kinds = begun(system, seed=9, turns=4, **options), set()
    player = Reckless(4, done=0.1)
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    for place in range(160):
        if not battle.open:
            break
        for decision in battle.open if place % 4 == 0 else ():
            assert drawn_by_key(decision) == {option.key: option for option in decision.options}, decision.id
            kinds.add(decision.kind)
        decision = battle.open[0]
        answer = player.decide(chairs[decision.seat], decision)
        assert battle.refusal(answer) is None
        battle.answer(answer)
    assert kinds


def test_an_answer_that_was_allowed_is_judged_again_when_something_has_happened(system):
    battle = begun(system, turns=2)
    for _ in range(30):
        if len(battle.open) > 1:
            break
        battle.answer(battle.open[0].default)
    first, *others = battle.open
    answer = first.default
    assert battle.refusal(answer) is None
    judged = []
    first._judge = lambda key, values: judged.append(key)
    assert battle.refusal(answer) is None
    assert not judged, "it was allowed a moment ago"
    if others:
        battle.answer(others[0].default)
        assert any(each is first for each in battle.open)
        assert battle.refusal(answer) is None
        assert judged


def test_what_is_not_listed_is_refused_with_a_reason(system):
    battle = begun(system, turns=1)
    decision = battle.open[0]
    other = next(seat.id for seat in battle.fight.seats if seat.id != decision.seat)
    for wrong in (
        Answer(decision.seat, decision.id, "no such thing"),
        Answer(decision.seat, "no such question", decision.options[0].key),
        Answer("nobody", decision.id, decision.options[0].key),
        Answer(decision.seat, decision.id, decision.options[0].key, {"no such field": 1}),
        Answer(other, "not asked", decision.options[0].key),
    ):
        refusal = battle.refusal(wrong)
        assert refusal is not None
        assert refusal.reason


def test_undo_and_branch(system):
    battle = begun(system, turns=1)
    before = battle.fight.world
    seat = battle.open[0].seat
    taken = battle.branch()
    assert taken.entries == battle.entries
    assert taken.fight.world == before
    answers = [entry for entry in battle.entries if type(entry) is Answer]
    if any(answer.seat == seat for answer in answers):
        battle.undo(seat)


def test_a_branch_stands_where_its_battle_stood(system):
    """However far the battle has gone on before anybody looks at the branch, and a branch of that as well."""
    battle = played(begun(system, turns=2), 12, seed=3)
    branches, stood = [], []
    for i in range(6):
        branches.append(battle.branch())
        stood.append(([*battle.entries], [d.id for d in battle.open], encode(battle.fight.world)))
        battle = played(battle, 5, seed=i)
    for branch, (entries, asked, world) in zip([each.branch() for each in branches], stood, strict=True):
        assert (branch.entries, [d.id for d in branch.open]) == (entries, asked)
        assert encode(branch.fight.world) == world
    # and with the same answers it goes where the battle went
    for i, branch in enumerate(branches[:-1]):
        assert played(branch, 5, seed=i).entries == stood[i + 1][0]


def test_a_view_holds_nothing_of_units_that_are_not_seen(system):
    """Every word of what a seat gets is searched for enemies it does not see and never saw."""
    battle = begun(system, battle="too-few-orders", turns=3)
    ever: dict[str, set[str]] = {seat.id: set() for seat in battle.fight.seats}
    game = battle.game
    for _ in range(400):
        if not battle.open:
            break
        for seat in battle.fight.seats:
            own = {u for u in battle.fight.world.units.values() if u.side == seat.side}
            seen = set(game.view(battle.fight, seat.id).seen)
            ever[seat.id] |= seen | {unit.id for unit in own}
            hidden = {unit.id for unit in battle.fight.world.units.values()} - ever[seat.id]
            told = msgspec.json.encode(
                [battle.view(seat.id), battle.events(seat.id), [d.data() for d in battle.decisions(seat.id)]]
            ).decode()
            assert not [unit for unit in hidden if f'"{unit}"' in told]
        battle = played(battle, 7, seed=_)


@pytest.mark.parametrize("seed", range(4))
def test_random_play_breaks_nothing(system, seed):
    done = fuzz(system, load(SMALL), seed, turns=3)
    assert done.answers > 10


@pytest.mark.parametrize("seed", range(4))
def test_random_play_with_options_chosen_otherwise_breaks_nothing(system, seed):
    done = fuzz(system, load(SMALL), seed, turns=3, options=some_options(system, seed))
    assert done.answers > 5


def test_every_choice_that_a_system_leaves_can_be_made(system):
    game = systems.game(system)
    for name, may in game.choices().items():
        assert game.options({})[name] == may[0], "the usual comes first"
        assert [game.options({name: each})[name] for each in may] == list(may)


@pytest.mark.parametrize("battle", ["farm-at-the-crossroads", "too-few-orders"])
def test_staffs_fight_to_a_decision(system, battle):
    fought = begun(system, battle=battle)
    fight_out(fought, staffed(fought, "staff"))
    outcome = fought.game.outcome(fought.fight)
    assert fought.over
    assert outcome["turns"] >= 1
    assert set(outcome["sides"]) == {side.name for side in fought.scenario.sides}
    assert sum(side["lost"] for side in outcome["sides"].values()) > 0, "troops close and men fall"


def test_every_event_names_its_rules_and_has_words(system):
    battle = begun(system, turns=4)
    fight_out(battle, staffed(battle, "staff"))
    book = systems.rulebook(system)
    for event in battle.events():
        assert not [rule for rule in event.rules if rule not in book.rules], event
        if event.to != () and game_tells(battle, event):
            assert event.rules, f"{event.kind}: no rule"


def game_tells(battle: Battle, event) -> str:
    return battle.game.tell(battle.fight, event)


@pytest.mark.parametrize("kept", GOLDEN, ids=lambda kept: kept.id)
def test_golden_battles_line_by_line(kept):
    """The answers that were given are given again. `make golden ARGS=--keep-answers` writes anew what comes of them,
    `make golden` lets today's staffs fight them; read what changed before committing."""
    assert golden.now(kept).splitlines() == kept.text.splitlines()


def test_every_system_has_a_golden_battle(system):
    assert [kept for kept in GOLDEN if kept.path.parent.name == system and not kept.by_staff]


def test_scenes_are_made_of_what_their_events_tell(system):
    """Every scene of a kind names roles and values that the kind has, and none that only owners know."""
    shown = 0
    for kind in systems.game(system).kinds.values():
        roles, values = ({theirs for _, theirs in part} for part in parts(kind)[:2])
        for scene in scenes_of(kind):
            assert {scene.who, scene.whom} - {""} <= roles, f"{kind.kind}: {scene}"
            assert {scene.paces, scene.count, scene.note, scene.winner, *scene.when} - {""} <= values, kind.kind
            shown += 1
    assert shown


def test_one_golden_battle_shows_what_the_staff_decides():
    assert sum(kept.by_staff == "staff" for kept in GOLDEN) == 1


@pytest.mark.parametrize("system", ["black-powder", "class-dice", "cold-steel", "steel-canister"])
def test_the_first_staff_is_kept_as_it_was(system):
    """Compared line by line with the others: whatever later staffs do, this one fights as when it was written."""
    assert [kept for kept in GOLDEN if kept.path.parent.name == system and kept.by_staff == "staff-1"]


def told_to(battle: Battle, seat: str) -> bytes:
    """All that a seat gets: view, picture, events, decisions, and what it may ask of the ground."""
    view = battle.view(seat)
    picture = battle.game.picture(view, battle.game.briefing(battle.fight, seat))
    asked = [decision.data() for decision in battle.decisions(seat)]
    return msgspec.json.encode([view, picture, battle.events(seat), asked, found_by(battle, seat)])


def found_by(battle: Battle, seat: str) -> list[Any]:
    """What the ground and the enemy's reach say to a seat: lines across the table, a place, all reaches."""
    game, fight = battle.game, battle.fight
    wide, deep = asking.size_of(battle.scenario)
    found: list[Any] = [asking.reaches(game, fight, seat)]
    for share in (0.2, 0.5, 0.8):
        with suppress(BadInput):  # rules that say nothing of it
            found.append(asking.sightline(game, fight, seat, (wide * share, 0), (wide * (1 - share) + 1, deep)))
            found.append(asking.sightline(game, fight, seat, (0, deep * share), (wide, deep * share)))
            found.append(asking.ground_card(game, fight, seat, (wide * share, deep * share)))
    return found


def test_the_tool_for_sight_sees_whom_the_rules_see(system):
    """Whoever is on a seat's table is seen from the place of one of its own: garrisons too, behind their own walls."""
    battle = played(begun(system, turns=3), 12)
    game, fight = battle.game, battle.fight
    asked = 0
    for seat in fight.seats:
        shown = game.picture(battle.view(seat.id), game.briefing(fight, seat.id))
        eyes = [(each.x, each.y) for each in (*shown.units, *shown.leaders) if each.own and each.where == "table"]
        for foe in (each for each in shown.units if each.side != seat.side and each.where == "table"):
            lines = (asking.sightline(game, fight, seat.id, eye, (foe.x, foe.y)) for eye in eyes)
            with suppress(BadInput):  # rules that say nothing of it
                assert any(line.seen for line in lines), f"{seat.id} has {foe.name} on its table"
                asked += 1
    assert asked or not hasattr(fight, "survey")


def played_to(battle: Battle, seat: str) -> bytes:
    """What happened since the last phase but one, in pictures, as the seat is played it."""
    game, hearing, record = battle.game, Hearing(battle, seat), RecordedBattle(battle)
    hearing.listen()
    record.follow(list(battle.entries), battle.checkpoints[-1].entry)
    kinds = {name: scenes_of(kind) for name, kind in game.kinds.items()}
    film = Film(hearing.told, hearing.places, record.ends, kinds)

    def at(place: int) -> Picture:
        then = battle if place == NOW else record.at(place)
        return game.picture(then.view(seat), game.briefing(then.fight, seat))

    newest = len(hearing.told) - 1
    return msgspec.json.encode(film.reel(max(0, newest - 40), newest, at) if newest >= 0 else None)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("otherwise", [False, True])
def test_what_another_decides_in_secret_cannot_be_told_from_any_byte(system, seed, otherwise):
    """Two battles that differ only in what the other seat answers while both are asked at once: to the blind seat they
    are the same battle."""
    options = some_options(system, seed) if otherwise else {}
    quiet, busy = begun(system, seed, **options), begun(system, seed, **options)
    compared = 0
    for step in range(40):
        blind = next((d.seat for d in quiet.open if len({o.seat for o in quiet.open}) > 1), None)
        if blind is None:
            if not quiet.open:
                break
        else:
            player = Reckless(seed + step, done=0.0)
            for _ in range(6):
                theirs = [decision for decision in busy.open if decision.seat != blind]
                if not theirs:
                    break
                busy.answer(player.decide(Chair(busy, theirs[0].seat), theirs[0]))
                assert told_to(busy, blind) == told_to(quiet, blind)
                compared += 1
            assert played_to(busy, blind) == played_to(quiet, blind)
            busy = quiet.branch()
        for battle in (quiet, busy):
            battle.answer(battle.open[0].default)
        assert busy.entries == quiet.entries
    assert compared > 5
