"""Secrets: two battles that differ only in what a seat cannot know look the same to it, byte for byte.

Each test makes a pair of battles, changes in the second what the blue seat cannot know, and runs both side by side. At
every stop what blue is shown, told and asked must be the same.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.decisions import Decision
from grognard.battle.kinds import Noted
from grognard.battle.sighting import asking
from grognard.kernel.domains import Choice, Number, Several, Spot, Words
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Conditions
from grognard.systems.cold_steel.effects import sightings
from grognard.systems.cold_steel.effects import units as effects
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.staging import BLUE, RED, events, scenario, stage, unit
from grognard.systems.cold_steel.table.state import (
    Abandoned,
    Attack,
    Doings,
    LeaderState,
    Mission,
    Order,
    Straight,
    UnitState,
)

Mutate = Callable[[Any], None]
WOODS = [[0, 1200], [3000, 1200], [3000, 1700], [0, 1700], [0, 1200]]
WOOD = {
    "type": "Feature",
    "properties": {"kind": "heavy_woods"},
    "geometry": {"type": "Polygon", "coordinates": [WOODS]},
}
"""A deep wood across the whole table: nobody sees through it."""


def armies(distance: int, *, hidden: bool) -> Any:
    """Blue in the south; red so far to the north, behind a wood if it is to be hidden."""
    y = 400 + distance
    own = [unit(f"b{i}", at=(600 + 300 * i, 400)) for i in range(3)]
    own.append(unit("b-horse", at=(1800, 400), arm="light_cavalry", men=300))
    foes = [unit(f"r{i}", RED, at=(600 + 300 * i, y), facing=180) for i in range(3)]
    foes.append(unit("r-guns", RED, at=(1600, y), facing=180, arm="foot_artillery"))
    foes.append(unit("r-horse", RED, at=(2000, y), facing=180, arm="light_cavalry", men=300))
    return scenario(
        *own,
        *foes,
        features=[WOOD] if hidden else [],
        leaders={BLUE: (1000.0, 340.0), RED: (1000.0, y + 60)},
        size=(3000, 3000),
        turns=4,
    )


# ---- what is secret


def ratings(b: Any) -> None:
    """Red is better, or worse, than it looks."""
    for i, entry in enumerate(b.roster.units.values()):
        if entry.side != BLUE:
            rated = replace(entry.rated, morale_rating=14 - i % 3, discipline="hardened")
            b.roster.units[entry.id] = replace(entry, rated=rated)
    for leader in b.world.leaders.values():
        if leader.side != BLUE:
            b.world.leaders[leader.id] = replace(leader, rating="superior")


def points(b: Any) -> None:
    """Red's commanders have points, wounds and aides under way."""
    for leader in list(b.world.leaders.values()):
        if leader.side != BLUE:
            b.world.leaders[leader.id] = replace(leader, points=5, hurt="light_wound", worst="light_wound", hurt_on=1)
    for rider in list(b.world.riders.values()):
        if rider.side != BLUE:
            b.world.riders[rider.id] = replace(rider, position=(rider.position[0] + 700, rider.position[1]), to="r0")


def missions(b: Any) -> None:
    """Red has been given a mission."""
    first = next(unit.id for unit in b.world.units.values() if unit.side != BLUE)
    leader = next(leader.id for leader in b.world.leaders.values() if leader.side != BLUE)
    b.world.missions["secret"] = Mission("secret", RED, "defense", (first,), (600, 2500), leader=leader, given=0)
    b.world.units[first] = replace(b.world.units[first], mission="secret")


def chits(b: Any) -> None:
    """Red's units have orders that do not lie open yet."""
    for each in list(b.world.units.values()):
        if each.side != BLUE:
            b.world.units[each.id] = replace(each, order=Order(Straight(gait="double"), combat=Attack()))


def bookkeeping(b: Any) -> None:
    """What red did and what its rosters say, none of which can be seen."""
    for each in list(b.world.units.values()):
        if each.side != BLUE:
            b.world.units[each.id] = replace(
                each, volley_spent=True, quarter_checked=2, before=Doings(fired=True, paces=30), trophies=1
            )


def whereabouts(b: Any) -> None:
    """Hidden troops stand elsewhere, otherwise formed, in another state."""
    for i, each in enumerate(list(b.world.units.values())):
        if each.side != BLUE:
            x, y = each.position
            b.world.units[each.id] = replace(
                each,
                position=(x + 16 * 35 * (i % 3), y + 16 * 40),
                disorder=3,
                lost=1,
                status="determined",
                heading=(each.heading + 20) % 360,
                guns=max(0, each.guns - (each.guns > 0)),
            )


SECRETS: dict[str, Mutate] = {
    each.__name__: each for each in (ratings, points, missions, chits, bookkeeping, whereabouts)
}


# ---- two battles side by side


def begun(made: Any, mutate: Mutate | None, seed: int = 5) -> Battle:
    battle = Battle(GAME, made, {}, seed)
    if mutate is not None:
        mutate(battle.fight)
        battle.fight.restarted(battle.fight.world)
    _note_views(battle.fight)
    battle.go_on()
    return battle


def _note_views(b: Any) -> None:
    """Keep what blue is shown when all look about at the start of every phase."""
    look, b.shown = b.knowledge.look, {}

    def looked() -> None:
        look()
        b.shown.setdefault(b.moment(), msgspec.json.encode(GAME.view(b, BLUE)))

    b.knowledge.look = looked


def known(battle: Battle, seat: str = BLUE) -> dict[str, Any]:
    """All that a seat has been shown, told and asked, as it would go over the wire."""
    encode = msgspec.json.encode
    return {
        "view": encode(battle.view(seat)),
        "earlier views": getattr(battle.fight, "shown", {}),
        "events": encode(battle.events(seat)),
        "decisions": encode([decision.data() for decision in battle.decisions(seat)]),
        "reach": encode(asking.reaches(GAME, battle.fight, seat)),
        "told": encode([GAME.tell(battle.fight, event) for event in battle.events(seat)]),
    }


def until_blue_is_asked(battle: Battle, choose: Callable[[Decision], Any]) -> None:
    """Let the other side answer until it has nothing to say or blue has."""
    while battle.open and not battle.decisions(BLUE):
        decision = battle.open[0]
        battle.answer(choose(decision))


def default(decision: Decision) -> Any:
    return decision.default


def same(one: Battle, other: Battle, stop: Callable[[Battle], bool], red: Any = default, blue: Any = default) -> int:
    """Run both, blue answering alike and red as told in the second, until the end; returns how often they were
    compared."""
    compared = 0
    while one.open and not stop(one):
        until_blue_is_asked(one, default)
        until_blue_is_asked(other, red)
        if stop(one) or stop(other):
            break
        mine, theirs = known(one), known(other)
        for what in mine:
            assert mine[what] == theirs[what], f"turn {one.turn}, {one.fight.world.phase}: {what} differs"
        compared += 1
        if one.open:
            answer = blue(one.decisions(BLUE)[0])
            one.answer(answer)
            other.answer(answer)
    return compared


def after(turn: int) -> Callable[[Battle], bool]:
    return lambda battle: battle.turn > turn


def past(phase: str) -> Callable[[Battle], bool]:
    return lambda battle: battle.turn > 1 or battle.fight.world.phase != phase


# ---- the tests


@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_about_hidden_troops_shows_in_three_turns(secret):
    made = armies(1900, hidden=True)
    assert same(begun(made, None), begun(made, SECRETS[secret]), after(3))


@pytest.mark.parametrize("secret", ["ratings", "points", "missions", "bookkeeping"])
def test_of_troops_in_sight_only_what_can_be_seen_shows(secret):
    made = armies(1300, hidden=False)
    assert same(begun(made, None), begun(made, SECRETS[secret]), past("command"))


@pytest.mark.rule("CS-3.2p")
def test_no_chit_shows_before_all_are_turned_over():
    made = armies(1300, hidden=False)
    assert same(begun(made, None), begun(made, chits), past("command"))


def at_random(seed: int) -> Callable[[Decision], Any]:
    """Red answers anything that is allowed, as often as it can be guessed."""
    dice = Random(seed)

    def choose(decision: Decision) -> Any:
        for _ in range(8):
            option = dice.choice(decision.options)
            answer = decision.answer(option.key, **{name: _guess(dice, kind) for name, kind in option.fields.items()})
            if decision.refusal(answer) is None:
                return answer
        return decision.default

    return choose


def _guess(dice: Random, domain: Any) -> Any:
    match domain:
        case Choice(values):
            return dice.choice(values) if values else ""
        case Number(low, high):
            return dice.randint(low, high)
        case Spot(width, height):
            return [dice.randint(0, width), dice.randint(0, height)]
        case Several(values, most):
            return dice.sample(list(values), min(len(values), most or 2))
        case Words():
            return "hold"
        case _:
            return []


@pytest.mark.rule("CS-3.2p")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_red_commands_blue_learns_nothing_before_the_reveal(seed):
    made = armies(1300, hidden=False)
    assert same(begun(made, None), begun(made, None), past("command"), at_random(seed))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_hidden_troops_do_and_whatever_blue_does_it_learns_nothing(seed):
    made = armies(1900, hidden=True)
    assert same(begun(made, None), begun(made, whereabouts), after(3), at_random(seed), at_random(seed + 100))


@pytest.mark.parametrize("name", ["farm-at-the-crossroads", "quatre-bras"])
@pytest.mark.parametrize("secret", ["ratings", "points", "bookkeeping"])
def test_secrets_of_a_bundled_battle_stay_secret_while_orders_are_given(name, secret):
    made = load(bundled()[name])
    side = made.sides[0].name
    mutate = SECRETS[secret]
    one, other = (_of_side(made, side, each) for each in (None, mutate))
    seat = one.fight.seats_of(side)[0]
    assert known(one, seat) == known(other, seat)
    assert one.decisions(seat)


def _of_side(made: Any, side: str, mutate: Mutate | None) -> Battle:
    """The mutations speak of blue: call the side so while they work."""
    battle = Battle(GAME, made, {}, 5)
    if mutate is not None:
        _as_blue(battle.fight, side, mutate)
    battle.go_on()
    return battle


def _as_blue(b: Any, side: str, mutate: Mutate) -> None:
    w = b.world
    kept = {record.id for record in (*w.units.values(), *w.leaders.values(), *w.riders.values()) if record.side == side}
    rosters, before = dict(b.roster.units), (dict(w.units), dict(w.leaders), dict(w.riders))
    mutate(b)
    for old, now in zip(before, (w.units, w.leaders, w.riders), strict=True):
        now.update({name: record for name, record in old.items() if name in kept})
    b.roster.units.update({name: entry for name, entry in rosters.items() if name in kept})
    b.restarted(w)


def test_a_view_holds_no_record_of_an_enemy_unit():
    battle = begun(armies(700, hidden=False), None)
    view = battle.view(BLUE)
    assert view.seen
    assert all(each.side == BLUE for each in view.units.values())
    assert all(each.side == BLUE for each in (*view.leaders.values(), *view.riders.values(), *view.missions.values()))
    for record in _records(view):
        if isinstance(record, UnitState | LeaderState):
            assert record.side == BLUE


def _records(value: Any) -> Any:
    yield value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _records(getattr(value, name))
    elif isinstance(value, dict):
        for each in value.values():
            yield from _records(each)


def test_who_stands_among_abandoned_guns_out_of_sight_does_not_show():
    b = field()
    b.world.abandoned["g"] = Abandoned("g", BLUE, (16 * 2000, 16 * 2900), 6, touched_by=RED)
    assert GAME.view(b, BLUE).abandoned["g"].touched_by == ""
    assert GAME.view(b, RED).abandoned["g"].touched_by == RED


@pytest.mark.rule("CS-B.8b")
def test_a_view_says_how_far_one_sees():
    assert GAME.view(field(), BLUE).sight == 0
    assert GAME.view(field(conditions=Conditions(weather="fog")), BLUE).sight == 120
    assert GAME.view(field(conditions=Conditions(weather="fog", sight_paces=400)), BLUE).sight == 400


# ---- whole battles, searched


class Watched:
    """A bundled battle played with default answers; whom each seat has ever seen is written down at every look."""

    def __init__(self, name: str, turns: int) -> None:
        self.battle = Battle(GAME, load(bundled()[name]), {"turns": turns}, 4)
        b = self.battle.fight
        self.ever: dict[str, set[str]] = {seat.id: set() for seat in b.seats}
        self.views: dict[str, list[bytes]] = {seat.id: [] for seat in b.seats}
        look = b.knowledge.look

        def looked() -> None:
            look()
            for seat, seen in self.ever.items():
                seen.update(b.knowledge.seen_by(seat))

        b.knowledge.look = looked
        self.battle.go_on()
        while self.battle.open:
            for seat, views in self.views.items():
                asked = [decision.data() for decision in self.battle.decisions(seat)]
                views.append(msgspec.json.encode([self.battle.view(seat), asked]))
            self.battle.answer(self.battle.open[0].default)


@pytest.fixture(scope="module", params=["farm-at-the-crossroads", "hagelberg", "quatre-bras"])
def watched(request):
    return Watched(request.param, 5)


def test_enemies_never_seen_are_never_named(watched):
    b = watched.battle.fight
    for seat in b.seats:
        unseen = [each for each, now in b.world.units.items() if now.side != seat.side]
        unseen = [each for each in unseen if each not in watched.ever[seat.id]]
        learnt = watched.views[seat.id] + [msgspec.json.encode(watched.battle.events(seat.id))]
        for each in unseen:
            word = f'"{each}"'.encode()
            assert not any(word in text for text in learnt), f"{seat.id} has never seen {each}"


def test_dice_and_secrets_are_shown_to_their_owners_only(watched):
    b = watched.battle.fight
    for seat in b.seats:
        for event in watched.battle.events(seat.id):
            first = next((who for who in event.units.values() if who), "")
            if first and (event.roll is not None or event.secret):
                side = (b.world.leaders.get(first) or b.world.units[first]).side
                assert side == seat.side, f"{seat.id} is shown the dice of {event}"


def test_a_log_can_be_told_to_everybody(watched):
    """No sentence needs what its reader does not know, and none is left without words."""
    b = watched.battle.fight
    for seat in b.seats:
        lines = [GAME.tell(b, event) for event in watched.battle.events(seat.id)]
        assert all("{" not in line and "None" not in line for line in lines)
    assert {event.kind for event in watched.battle.events()} <= set(GAME.kinds)


# ---- sightings


def field(**more):
    return stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 1000), facing=180),
        dice=[],
        leaders={BLUE: (450.0, 450.0), RED: (2900.0, 2900.0)},
        **more,
    )


def moved(b, name, x, y):
    b.emit(Noted(), sets=[b.change(name, position=(x * 16, y * 16))], to=())
    sightings.update(b)


def test_an_enemy_in_sight_is_told_once():
    b = field()
    sightings.update(b)
    sightings.update(b)
    told = [event for event in events(b, "sighted") if event.to == (BLUE,)]
    assert [event.values["units"] for event in told] == [["r"]]
    assert GAME.tell(b, told[0]) == "Enemy in sight: r"


def test_an_enemy_lost_from_sight_is_remembered_where_he_was_seen_last():
    b = field(features=[WOOD])
    moved(b, "a", 500, 1800)
    moved(b, "r", 520, 2300)
    b.emit(Noted(), sets=[b.change("a", position=(500 * 16, 400 * 16))], to=())
    moved(b, "r", 700, 2500)
    view = GAME.view(b, BLUE)
    assert "r" not in view.seen
    assert (view.ghosts["r"].position, view.ghosts["r"].turn) == ((520 * 16, 2300 * 16), 1)
    assert [event.to for event in events(b, "lost_from_sight")][-2:] == [(BLUE,), (RED,)]


def test_a_place_that_is_seen_to_be_empty_is_forgotten():
    b = field(features=[WOOD])
    sightings.update(b)
    moved(b, "r", 520, 1900)
    assert "r" not in GAME.view(b, BLUE).ghosts, "blue looks straight at the place where r stood"


def test_a_ghost_goes_when_its_unit_is_seen_again():
    b = field(features=[WOOD])
    moved(b, "a", 500, 1800)
    moved(b, "r", 520, 2300)
    moved(b, "a", 500, 400)
    assert "r" in GAME.view(b, BLUE).ghosts
    moved(b, "r", 520, 1000)
    view = GAME.view(b, BLUE)
    assert "r" in view.seen
    assert not view.ghosts


def test_an_enemy_who_went_out_of_sight_within_a_phase_was_seen_this_turn():
    b = field(features=[WOOD])
    moved(b, "a", 500, 1800)
    moved(b, "r", 520, 2300)
    b.emit(Noted(), sets=[b.change("a", position=(500 * 16, 400 * 16))], to=())
    b.knowledge.look()
    assert GAME.view(b, BLUE).ghosts["r"].turn == b.world.turn


def test_nobody_remembers_an_enemy_whom_he_saw_destroyed():
    b = field(features=[WOOD])
    moved(b, "a", 500, 1800)
    moved(b, "r", 520, 2300)
    effects.remove(b, "r", "lost", how="destroyed", rules=("CS-8.1i",))
    view = GAME.view(b, BLUE)
    assert not view.seen, "gone at once, not only when all look about again"
    assert not view.ghosts
    b.emit(Noted(), sets=[b.change("a", position=(500 * 16, 400 * 16))], to=())
    sightings.update(b)
    assert not GAME.view(b, BLUE).ghosts
    assert BLUE not in [seat for event in events(b, "lost_from_sight") for seat in event.to]


def test_an_enemy_destroyed_out_of_sight_is_remembered_as_if_he_stood():
    b = field(features=[WOOD])
    moved(b, "a", 500, 1800)
    moved(b, "r", 520, 2300)
    moved(b, "a", 500, 400)
    effects.remove(b, "r", "lost", how="destroyed", rules=("CS-8.1i",))
    sightings.update(b)
    assert "r" in GAME.view(b, BLUE).ghosts


@pytest.mark.rule("CS-1.2.2b")
def test_the_nearest_enemy_is_one_who_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enemy in sight who leaves the table is remembered until somebody looks anew."""
    foes = [unit(f"r{y}", RED, at=(500, y), facing=180) for y in (700, 900)]
    b = stage(unit("a", at=(500, 500)), *foes)
    seat = b.seat_of("a")
    assert GAME.view(b, seat).nearest["a"][0] == "r700"
    monkeypatch.setattr(b.knowledge, "seen_by", lambda _: {"r700", "r900"})
    b.world.units["r700"] = replace(b.unit("r700"), where="left")
    assert GAME.view(b, seat).nearest["a"][0] == "r900"
