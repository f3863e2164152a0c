"""Between the staff commander and a Black Powder seat."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation
from grognard.commanders.clusters import Group
from grognard.commanders.doctrine import USUAL, Doctrine
from grognard.commanders.duties import Duty
from grognard.commanders.planning import Plan
from grognard.commanders.staff import SeatStaff

from ..seat.view import Briefing
from ..terms import Branch
from . import reacting
from .conduct import Conduct
from .duties import duties
from .leading import ride
from .odds import Reckoner
from .reading import Reader, grouped
from .routes import Going
from .speaking import Speaking
from .standing import standing
from .table import KnownTable

BEFORE_HIM = 18
"""Inches from the enemy at which an attacker counts as standing before him."""
ALONE = 0.3
"""What a unit's wish must be worth for it to act of itself: it can be given no order then."""
BRANCHES: tuple[Branch, ...] = ("infantry", "cavalry", "artillery")


class PowderStaff(SeatStaff):
    """The adapter of one seat."""

    planned = frozenset(("initiative", "speaker", "orders", "standing"))

    def __init__(self, seat: str, seed: int, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seat, seed, doctrine)
        self._b: KnownTable | None = None
        self._countries: dict[Branch, Going] = {}
        self._conduct: Conduct | None = None
        self._odds: Reckoner | None = None
        self._duties: tuple[Plan | None, dict[str, Duty]] = (None, {})
        self._shot: tuple[int, set[str]] = (0, set())
        self._acted: tuple[int, set[str]] = (0, set())

    def grouped(self, briefing: Briefing) -> tuple[Group, ...]:
        """The units of the seat as bodies that act together."""
        return grouped(briefing)

    def reader(self, briefing: Briefing) -> Reader:
        """What reads its views."""
        self._b = KnownTable(briefing)
        tables = briefing.rules.tables
        rules = briefing.header.special_rule
        fires = {effect.place for rule in rules for effect in rule.effect if effect.kind == "fire"}
        self._countries = {arm: Going(briefing.ground, tables, arm, fires) for arm in BRANCHES}
        return Reader(briefing, self.groups, self._b)

    def situation(self, chair: Chair) -> Situation:
        """The situation when the staff was first asked in this turn."""
        self.briefed(chair)
        self._look(chair)
        return super().situation(chair)

    def decide(self, chair: Chair, decision: Decision, plan: Plan) -> Answer | None:
        """The answer to one decision."""
        self.briefed(chair)
        b, odds = self._look(chair)
        answers = reacting.ANSWERS.get(decision.kind)
        if answers is not None:
            return answers(odds, decision)
        match decision.kind:
            case "initiative":
                return self._act(self._guided(chair, plan), decision)
            case "speaker":
                return self._speaker(b, decision)
            case "orders":
                return Speaking(self._guided(chair, plan), decision, decision.about["leader"]).answer()
            case "ride":
                main = next((group.units for group in self.groups if group.id == plan.main), ())
                return ride(b, decision, decision.about["leader"], main)
            case "shoot":
                return reacting.shoot(odds, decision, self._seen_to(b, "_shot"))
            case "standing":
                return standing(b, decision, self._parts(chair, plan))
            case _:
                return None

    # -- what it knows

    def _look(self, chair: Chair) -> tuple[KnownTable, Reckoner]:
        assert self._b is not None
        # only if an enemy has stirred: else all that was reckoned still holds
        if self._b.look(chair.view) or self._odds is None:
            self._odds, self._conduct = Reckoner(self._b), None
        return self._b, self._odds

    def _guided(self, chair: Chair, plan: Plan) -> Conduct:
        parts = self._parts(chair, plan)
        if self._conduct is None or self._conduct.duties is not parts:
            _, odds = self._look(chair)
            self._conduct = Conduct(odds, parts, self._countries)
        return self._conduct

    def _parts(self, chair: Chair, plan: Plan) -> dict[str, Duty]:
        """What each unit is to do; worked out once for a plan."""
        # an empty plan leaves the old duties: it only says that there is nothing new
        if self._duties[0] is not plan and plan.tasks:
            b, _ = self._look(chair)
            made = duties(b, self.situation(chair), plan, self.groups)
            self._duties = plan, {unit: self._waiting(b, unit, duty) for unit, duty in made.items()}
        return self._duties[1]

    def _waiting(self, b: KnownTable, unit: str, duty: Duty) -> Duty:
        """The duty with how long the unit has stood before the enemy."""
        before = self._duties[1].get(unit)
        if duty.kind != "attack" or b.away(unit)[0] > BEFORE_HIM:
            return duty
        return replace(duty, waited=1 + before.waited if before else 0)

    def _seen_to(self, b: KnownTable, what: str) -> set[str]:
        """Units that have been thought of in this turn."""
        turn, units = getattr(self, what)
        if turn != b.world.turn:
            turn, units = b.world.turn, set()
            setattr(self, what, (turn, units))
        found: set[str] = units
        return found

    # -- acting

    def _act(self, conduct: Conduct, decision: Decision) -> Answer | None:
        """The units near the enemy do of themselves what they would do with one move."""
        b, done = conduct.b, self._seen_to(conduct.b, "_acted")
        near = [unit for unit in b.own if unit.id not in done and b.away(unit.id)[0] <= b.t.number("BP-CMD-7", "range")]
        for unit in near:
            # thought of once a turn, whether it then acts or not: else it would be asked for ever
            done.add(unit.id)
            # initiative gives a single move: what needs more is left to an order
            wishes = [each for each in conduct.wishes(unit.id, alone=True) if each.moves == 1 and each.worth >= ALONE]
            found = decision.first_accepted(
                decision.answer(wish.key(), **wish.values) for wish in sorted(wishes, key=lambda each: -each.worth)
            )
            if found is not None:
                return found
        return decision.answer("done")

    def _speaker(self, b: KnownTable, decision: Decision) -> Answer | None:
        """He whose troops are nearest to the enemy speaks first, so that those behind find room."""
        found = []
        for option in decision.options:
            leader = option.key.partition(":")[2]
            if leader:
                units = [unit for unit in b.under(leader) if b.here(unit)]
                found.append((min((b.away(unit)[0] for unit in units), default=999), leader, option.key))
        return decision.answer(min(found)[2]) if found else None


def adapter(seat: str, seed: int, doctrine: Doctrine = USUAL) -> PowderStaff:
    """The adapter of a seat; all its thinking is done without dice."""
    return PowderStaff(seat, seed, doctrine)
