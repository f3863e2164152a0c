"""A duel of two battalions on open ground: the rules of fire, morale, close combat and recovery, turn by turn.

No battlefield yet: only the paces between the two, which shrink as they advance. Every roll is a check of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from grognard.kernel.checks import Result
from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import DiceSource
from grognard.kernel.uses.chain import chain_odds

from .chains import charge
from .checks.close_combat.combat import CloseCombatCasualtiesFacts, CloseCombatFacts
from .checks.fire.small_arms import SmallArmsFacts
from .checks.morale.morale import MoraleFacts, RallyFacts
from .checks.turn.disorder import DisorderRecoveryFacts
from .terms import Discipline, Status, percent_lost, worse, zones

DuelOrder = Literal["hold", "march", "quick", "charge", "reform", "fall_back"]
ORDERS: dict[DuelOrder, str] = {
    "hold": "stand and fire",
    "march": "advance at the march, firing on the way",
    "quick": "advance at quick time",
    "charge": "close with the bayonet at the double",
    "reform": "stand and reform",
    "fall_back": "fall back",
}
_GAITS: dict[DuelOrder, str] = {"march": "march", "quick": "quick", "charge": "double", "fall_back": "quick"}


class DuelBattalion(NamedTuple):
    """A battalion in line and its state."""

    name: str
    morale_rating: int
    discipline: Discipline
    figures: int
    lost: int = 0
    disorder: int = 0
    status: Status = "resolute"
    fresh: bool = True
    """Its opening volley is still to come."""

    @property
    def live(self) -> int:
        """Figures left."""
        return self.figures - self.lost

    @property
    def steady(self) -> bool:
        """Whether it obeys all orders."""
        return self.live > 0 and self.status in ("resolute", "determined")

    @property
    def beaten(self) -> bool:
        """Whether it is out of the fight."""
        return self.live <= 0 or self.status in ("broken", "routed", "dispersed")

    def hit(self, casualties: int, disorder: int) -> DuelBattalion:
        """The same battalion after losses."""
        return self._replace(lost=min(self.lost + casualties, self.figures), disorder=self.disorder + disorder)


class Event(NamedTuple):
    """Something that happened, with the roll behind it if there was one."""

    text: str
    result: Result[Any] | None = None


class Duel:
    """Two battalions and the paces between them."""

    def __init__(
        self, rules: Ruleset, dice: DiceSource, battalions: tuple[DuelBattalion, DuelBattalion], paces: int
    ) -> None:
        self.rules, self.dice, self.paces, self.turn = rules, dice, paces, 0
        self.sides = list(battalions)

    @property
    def over(self) -> bool:
        """Whether one side is beaten."""
        return any(side.beaten for side in self.sides)

    def legal(self, side: int) -> list[DuelOrder]:
        """What a battalion may be ordered to do. A wavering one does not advance."""
        if not self.sides[side].steady:
            return ["hold", "reform", "fall_back"]
        orders: list[DuelOrder] = ["hold", "march", "quick", "reform", "fall_back"]
        return [*orders, "charge"] if self.paces <= self._paces("double") else orders

    def play(self, orders: tuple[DuelOrder, DuelOrder]) -> Iterator[Event]:
        """One turn: movement, fire, close combat, recovery."""
        self.turn += 1
        # taken before anything happens: losses of the whole turn are counted together
        before = [self._percent(side) for side in self.sides]
        yield from self._rally()
        yield from self._move(orders)
        yield from self._fire(orders)
        # after both have fired: one check for the losses of the phase
        yield from self._losses(before)
        if zones(self.rules.tables)[self.paces] == "P3" and not self.over:
            yield from self._fight()
        yield from self._reform(orders)

    def _paces(self, gait: str) -> int:
        check = self.rules["movement"]
        paces: int = check.roll(check.situation(gait=gait), self.dice).settled.paces
        return paces

    def _percent(self, side: DuelBattalion) -> int:
        return percent_lost(self.rules.tables, side.lost, side.figures)

    def _rally(self) -> Iterator[Event]:
        for i, side in enumerate(self.sides):
            if side.status == "wavering":
                facts = RallyFacts(**self._morale_facts(side), nearest_enemy=self.paces)
                yield from self._check_morale(i, "rally", facts)

    def _move(self, orders: tuple[DuelOrder, DuelOrder]) -> Iterator[Event]:
        """Both move at once; a charge that meets an advance meets it half-way."""
        for side, order in zip(self.sides, orders, strict=True):
            if order in _GAITS:
                step = self._paces(_GAITS[order])
                self.paces = self.paces + step if order == "fall_back" else max(self.paces - step, self._stop(order))
                yield Event(f"{side.name}: {ORDERS[order]}; {self.paces} paces between them")

    def _stop(self, order: DuelOrder) -> int:
        """Without an order to attack a unit stops short of P3 (CS-3.2m)."""
        if order == "charge":
            return 0
        check = self.rules["order"]
        stop: int = check.roll(check.situation(movement_chits=1), self.dice).settled.stops_at
        # who is nearer already does not step back for it
        return min(self.paces, stop)

    def _fire(self, orders: tuple[DuelOrder, DuelOrder]) -> Iterator[Event]:
        """Those who stood fire first, and their hits count before the others reply (CS-8.1b)."""
        stood = [i for i in (0, 1) if orders[i] not in _GAITS]
        for group in (stood, [i for i in (0, 1) if i not in stood]):
            shots = [(1 - i, *self._volley(i, orders[i])) for i in group]
            for target, event, shot in shots:
                yield event
                if shot is not None:
                    # struck only when the group has fired: inside a step all fire at once
                    self.sides[target] = self.sides[target].hit(shot.casualties, shot.disorder)

    def _volley(self, i: int, order: DuelOrder) -> tuple[Event, Any]:
        side, check = self.sides[i], self.rules["small-arms"]
        moved: Any = _GAITS.get(order, "no")
        facts = self.volley_facts(i, moved)
        if side.live <= 0 or check.refusal(facts) is not None:
            refusal = check.refusal(facts)
            return Event(f"{side.name} does not fire: {refusal.reason if refusal else 'nobody is left'}"), None
        result = check.roll(facts, self.dice)
        self.sides[i] = self.sides[i]._replace(fresh=False)
        return Event(f"{side.name} fires at {self.paces} paces", result), result.outcome

    def volley_facts(self, i: int, moved: Any, paces: int | None = None) -> SmallArmsFacts:
        """The facts of a battalion's fire at the other."""
        side = self.sides[i]
        return SmallArmsFacts(
            figures=max(side.live, 1),
            range=self.paces if paces is None else paces,
            discipline=side.discipline,
            status=side.status,
            disorder=side.disorder,
            opening_volley=side.fresh,
            moved=moved,
        )

    def _morale_facts(self, side: DuelBattalion) -> dict[str, Any]:
        return {
            "morale_rating": side.morale_rating,
            "status": side.status,
            "disorder": side.disorder,
            "casualties_percent": self._percent(side),
        }

    def _losses(self, before: list[int]) -> Iterator[Event]:
        quarter = self.rules.tables.number("CS-5.1", "quarter")
        for i, side in enumerate(self.sides):
            if side.live > 0 and self._percent(side) // quarter > before[i] // quarter:
                facts = MoraleFacts(
                    **self._morale_facts(side), threatened=frozenset(["front"]), nearest_enemy=self.paces
                )
                yield from self._check_morale(i, "morale", facts)

    def _check_morale(self, i: int, name: str, facts: MoraleFacts) -> Iterator[Event]:
        result = self.rules[name].roll(facts, self.dice)
        if result.outcome:
            self.sides[i] = self.sides[i]._replace(status=result.outcome.status)
            yield Event(f"{self.sides[i].name}: {name} check", result)

    def combatant(self, i: int) -> CloseCombatFacts:
        """A side as close combat sees it."""
        side = self.sides[i]
        return CloseCombatFacts(
            morale_rating=side.morale_rating,
            figures=max(side.live, 1),
            status=side.status,
            disorder=side.disorder,
            casualties_percent=self._percent(side),
        )

    def _fight(self) -> Iterator[Event]:
        result = self.rules["close-combat"].roll(Pair(self.combatant(0), self.combatant(1)), self.dice)
        combat = result.settled
        yield Event("They close", result)
        for i, (fate, foe) in enumerate(((combat.ours, combat.theirs), (combat.theirs, combat.ours))):
            facts = CloseCombatCasualtiesFacts(
                percent=foe.inflicts_percent, firefight_by="infantry" if combat.firefight else "none"
            )
            casualties = self.rules["close-combat-casualties"].roll(facts, self.dice)
            yield Event(f"{self.sides[i].name}: losses", casualties)
            losses = casualties.settled
            side = self.sides[i].hit(losses.casualties, losses.disorder + fate.disorder)
            self.sides[i] = side._replace(status=worse(side.status, fate.status) if fate.status else side.status)

    def _reform(self, orders: tuple[DuelOrder, DuelOrder]) -> Iterator[Event]:
        for i, side in enumerate(self.sides):
            if orders[i] == "reform" and side.disorder and not side.beaten:
                facts = DisorderRecoveryFacts(
                    disorder=side.disorder,
                    discipline=side.discipline,
                    nearest_enemy=self.paces,
                    casualties_percent=self._percent(side),
                    under_fire=self.paces <= _musketry(self.rules),
                )
                result = self.rules["disorder-recovery"].roll(facts, self.dice)
                if result.outcome:
                    self.sides[i] = side._replace(disorder=result.outcome.left)
                yield Event(f"{side.name} reforms", result)

    def chances(self, side: int) -> float:
        """How likely a charge now would win: exact odds of the volley it meets, the check it may cause, the combat."""
        ours = self.sides[side]
        morale = MoraleFacts(**self._morale_facts(ours), threatened=frozenset(["front"]), nearest_enemy=0)
        program = charge(
            self.rules, self.volley_facts(1 - side, "no", 0), morale, self.combatant(side), self.combatant(1 - side)
        )
        return float(chain_odds(program).chance(lambda verdict: verdict.winner == "ours"))

    def advice(self, side: int) -> DuelOrder:
        """What a sensible colonel would do."""
        ours, legal = self.sides[side], self.legal(side)
        if ours.disorder >= self.rules.tables.number("CS-4.1e", "disorder"):
            return "reform"
        if "charge" in legal and self.chances(side) > 0.5:
            return "charge"
        if self.paces > _musketry(self.rules) and "march" in legal:
            return "march"
        return "hold"


def _musketry(rules: Ruleset) -> int:
    reach: int = rules.tables.value("CS-8.2.1a", "effective")["musket"]
    return reach


def battalions() -> tuple[DuelBattalion, DuelBattalion]:
    """The two that the example of section 8.2.5 speaks of, at full strength."""
    return (
        DuelBattalion("Regiment Joseph Napoleon", 6, "militia", 24),
        DuelBattalion("3/6 Landwehr", 7, "militia", 24),
    )
