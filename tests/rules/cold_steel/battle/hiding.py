"""Small hidden battles for the tests of cards and set-up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.army.oob import Formation, Leader
from grognard.battle import choosing
from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.sources import SeededDice
from grognard.systems.cold_steel import hidden as cards
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import deployment
from grognard.systems.cold_steel.staging import BLUE, RED, run, unit

WIDE = (3000, 4000)


def wood(south: int, north: int, kind: str = "heavy_woods") -> dict[str, Any]:
    """Woods, or a town, across the whole table."""
    corners = [[0, south], [3000, south], [3000, north], [0, north], [0, south]]
    return {
        "type": "Feature",
        "properties": {"kind": kind},
        "geometry": {"type": "Polygon", "coordinates": [corners]},
    }


def facing(paces: int, arm: str = "infantry", **more: Any):
    """A blue battalion, and a red unit that so many paces before its front."""
    return (
        unit("b", at=(1500, 1000)),
        unit("r", RED, at=(1500, 1000 + paces), facing=180, arm=arm, **more),
    )


def hidden(*units: Any, choose: Any = None, options: dict[str, Any] | None = None, **more: Any):
    """A battlefield with cards, after the set-up: the command phase of turn 1 is next."""
    more = {"size": WIDE, "leaders": {BLUE: (1500.0, 900.0), RED: (1500.0, 3900.0)}, **more}
    b = staging.stage(*units, options={"cards": True, **(options or {})}, **more)
    run(deployment.play(b), choose)
    b.world.phase = "command"
    b.knowledge.look()
    return b


def card_of(b: Any, who: str):
    """The card that a unit is on, if it is on one."""
    return b.world.cards.get(b.unit(who).card)


def march(b: Any, who: str, north: int) -> None:
    """A unit is so many paces farther north, and all look."""
    x, y = b.unit(who).position
    b.emit(Noted(), sets=[b.change(who, position=(x, y + north * SUB))], to=())
    cards.watch(b)
    b.knowledge.look()


def seen(b: Any, seat: str = BLUE) -> Any:
    """What a seat sees."""
    return GAME.view(b, seat)


def army(*brigades: tuple[str, list[Any]], level: str = "brigade", division: str = "", **more: Any):
    """A scenario whose blue side has these brigades, in a division if told; red has one battalion far off."""
    made = staging.scenario(unit("r", RED, at=(1500, 3900), facing=180), size=WIDE, **more)
    blue, red = made.sides
    bodies = tuple(
        Formation(name, Leader(f"General {name}", position=(1500, 500)), units=tuple(u for _, u in them))
        for name, them in brigades
    )
    if division:
        general = Leader("General Divisional", position=(1500, 400))
        bodies = (Formation(division, general, "division", formations=bodies),)
    return replace(made, sides=(replace(blue, formations=bodies), red))


def begun(made: Any, **options: Any):
    """A battlefield before the set-up."""
    b = setup.begin(made, choosing.read(setup.Options, {"cards": True, **options}))
    b.use_dice({stream: SeededDice(3) for stream in ("", *(seat.id for seat in b.seats))})
    b.knowledge.look()
    return b


def asked(b: Any) -> list[tuple[str, str]]:
    """Whom the set-up asks for what, in this order."""
    found: list[tuple[str, str]] = []

    def choose(decision: Any) -> Any:
        found.append((decision.kind, decision.seat))
        return decision.default

    run(deployment.play(b), choose)
    return found
