"""A game for tests of the battle core: two gunners each choose in secret how much powder to take, then dice are thrown.

Turn by turn: both choose a charge from 1 to 3 side by side; each may first peep at his own target as often as he likes;
then a die is thrown for each, more powder hitting harder; a gunner with no men left has lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import UNSET, Struct

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Event, Set
from grognard.battle.fight import Fight, Seat
from grognard.battle.games import Game
from grognard.battle.kinds import Kind, Secret, TurnBegins, Who
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.dice import D10
from grognard.kernel.domains import Number
from grognard.kernel.errors import BadInput
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Header, Scenario, Victory


class Gunner(Struct, frozen=True):
    id: str
    men: int
    charge: int = 0
    peeps: int = 0


class World(Struct):
    turn: int = 1
    phase: str = "load"
    over: str = ""
    gave_up: str = ""
    turns_about: bool = False
    """One after the other loads, and the first is asked once more."""
    gunners: dict[str, Gunner] = {}


class View(Struct, frozen=True):
    turn: int
    men: dict[str, int]
    charge: int


class BothLoaded(Kind):
    kind: ClassVar = "loaded"


class Peeped(Kind):
    kind: ClassVar = "peep"
    peeps: int


class Charged(Kind):
    kind: ClassVar = "charge"
    charge: int


class ShotFired(Kind):
    kind: ClassVar = "shot"
    unit: Who
    hits: int
    face: Secret[int] = UNSET


class ThoughtOf(Kind):
    kind: ClassVar = "thought"
    of: int


class Toy(Game):
    id = "toy"
    phases = ("load", "fire")

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        if set(given) - {"men", "turns_about"}:
            raise BadInput("options: men, turns_about")
        return {"men": 10, "turns_about": False, **given}

    def seats(self, scenario: Scenario, options: Mapping[str, Any]) -> tuple[Seat, ...]:
        return Seat("a", "A", "A"), Seat("b", "B", "B")

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Fight[Any]:
        world = World(
            turns_about=options["turns_about"], gunners={seat: Gunner(seat, options["men"]) for seat in ("a", "b")}
        )
        return Fight(scenario, self.seats(scenario, options), Ruleset("toy", {}, None), world)  # type: ignore[arg-type]

    def phase(self, fight: Fight[Any]) -> Steps[None]:
        yield from self._load(fight) if fight.world.phase == "load" else self._fire(fight)

    def _load(self, fight: Fight[Any]) -> Steps[None]:
        if fight.world.turns_about:
            yield from self._choose(fight, "a")
            yield from self._choose(fight, "b")
            yield from ask(Decision("a", "aim", "Ready?", [Option("yes", "yes")], default=("yes", {}), rules=("T-1",)))
        else:
            yield from together(self._choose(fight, seat) for seat in ("a", "b"))
        fight.emit(BothLoaded(), sets=[Set("", "", {"phase": "fire"})])

    def _choose(self, fight: Fight[Any], seat: str) -> Steps[None]:
        options = [
            Option("peep", "look at the target"),
            Option("charge", "take powder", "T-1", {"powder": Number(1, 3)}),
        ]
        while True:
            default = ("charge", {"powder": 2})
            answer = yield from ask(Decision(seat, "load", "How much?", options, default=default, rules=("T-1",)))
            mine = fight.world.gunners[seat]
            fields = {"peeps": mine.peeps + 1} if answer.option == "peep" else {"charge": answer.values["powder"]}
            told = Peeped(**fields) if answer.option == "peep" else Charged(**fields)
            fight.emit(told, sets=[Set("gunners", seat, fields)], to=(seat,), owners=(seat,))
            if answer.option == "charge":
                return

    def _fire(self, fight: Fight[Any]) -> Steps[None]:
        yield from ()
        for seat, other in (("a", "b"), ("b", "a")):
            (face,) = fight.dice.throw(1 * D10, f"shot of {seat}")
            hits = max(0, face + fight.world.gunners[seat].charge - 6)
            left = max(0, fight.world.gunners[other].men - hits)
            told = ShotFired(unit=seat, hits=hits, face=face)
            fight.emit(told, owners=(seat,), sets=[Set("gunners", other, {"men": left})])
        (secret,) = fight.secret_dice("a").throw(1 * D10, "a thinks")
        fight.emit(ThoughtOf(of=secret), to=("a",))
        beaten = [seat for seat, gunner in fight.world.gunners.items() if not gunner.men]
        fields = {"turn": fight.world.turn + 1, "phase": "load", "over": ",".join(beaten)}
        fight.emit(TurnBegins(), sets=[Set("", "", fields)])

    def conclude(self, fight: Fight[Any]) -> None:
        if fight.world.gave_up:
            fight.emit(BothLoaded(), sets=[Set("", "", {"over": f"{fight.world.gave_up} gave up"})])

    def over(self, fight: Fight[Any]) -> bool:
        return bool(fight.world.over)

    def view(self, fight: Fight[Any], seat: str) -> Any:
        gunners = fight.world.gunners
        return View(fight.world.turn, {each: gunner.men for each, gunner in gunners.items()}, gunners[seat].charge)

    def briefing(self, fight: Fight[Any], seat: str) -> Any:
        return seat

    def outcome(self, fight: Fight[Any]) -> dict[str, Any]:
        return {"winner": fight.world.over}

    def tell(self, fight: Fight[Any], event: Event) -> str:
        return event.kind

    def invariants(self, fight: Fight[Any]) -> list[str]:
        return [f"{gunner.id} has {gunner.men} men" for gunner in fight.world.gunners.values() if gunner.men < 0]


TOY = Toy()


def scenario() -> Scenario:
    """Nothing but a title."""
    header = Header(
        id="toy",
        title="Toy",
        date="1809",
        place="",
        summary="",
        table_paces=(100, 100),
        victory=Victory(length_turns=9),
    )
    return Scenario(header, (), {})


def find(system: str) -> Any:
    """As grognard.systems.game."""
    assert system == "toy"
    return TOY
