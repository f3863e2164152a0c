"""Chains of Class Dice checks: a charge from the skirmishers before its target to the last round of a melee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple

from grognard.kernel.facts import Facts
from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.kernel.uses.chain import Relay, Thrower
from grognard.kernel.uses.sequences import Sequence

from .checks.charge import ChargeFacts
from .checks.charge_results import ChargeCourseFacts, ChargeEffectFacts
from .checks.charts import at_least, driven_back
from .checks.fire import ArtilleryFacts, SmallArmsFacts
from .checks.melee import MeleeCourseFacts, MeleeFacts, MeleeStatusFacts
from .checks.morale import MoraleFacts, MoraleTriggerFacts, Ordeal
from .checks.ranges import artillery_bands, small_arms_bands
from .checks.status import NewStatusFacts
from .checks.units import castings_in, steps_in
from .terms import Castings, Effect, Status, branch


class OnsetFacts(Facts):
    """What a charge asks besides the facts of its checks. It is taken to reach its target."""

    screened: Annotated[bool, "skirmishers of the defender lie before it"] = True
    fires: Annotated[bool, "the defender gives approach fire"] = True
    attacker_starting: Annotated[Castings, "castings that the attacker began the battle with"] = 24
    defender_starting: Annotated[Castings, "castings, or tubes, that the defender began the battle with"] = 24


class ChargeEnd(NamedTuple):
    """How a charge ends."""

    result: str


class _Side(NamedTuple):
    """What changes of a unit in a charge."""

    steps: int
    status: Status
    effect: Effect = "none"
    """Of its morale in this round of a melee."""


class _Charge(NamedTuple):
    ours: _Side
    theirs: _Side
    round: int = 0
    """Of the melee: the last that was fought."""
    smoke: bool = False
    end: str = ""


class _Course:
    """A charge with all that does not change in it. Leaders are taken to come through."""

    def __init__(
        self,
        rules: Ruleset,
        onset: OnsetFacts,
        approach: SmallArmsFacts | ArtilleryFacts,
        attacker: ChargeFacts,
        nerve: MoraleFacts,
        defender: ChargeFacts,
        firmness: MoraleFacts,
    ) -> None:
        self.rules, self.t, self.onset, self.approach = rules, rules.tables, onset, approach
        self.attacker, self.defender = attacker, defender
        # one unit is told once: its class and worth are those of its side of the charge
        self.nerve = nerve.replace(troop_class=attacker.troop_class, cw=attacker.cw)
        self.firmness = firmness.replace(troop_class=defender.troop_class, cw=defender.cw)
        # a state is gone through once for each of its outcomes, and most states are much alike
        self._pair, self._later, self._becomes = lru_cache(8)(self._sides), cache(self._in_melee), cache(self._after)

    def relay(self) -> Relay[_Charge, ChargeEnd]:
        begin = _Charge(self._side(self.attacker), self._side(self.defender))
        # a round in three legs: far fewer ways lead from state to state than through all of it at once
        rounds = [self.blows, self.ours_stand, self.theirs_stand] * self.t.number("CD-melee", "rounds")
        legs: list[Callable[[_Charge, Thrower], _Charge]] = [self.screen, self.fire, self.strike, *rounds]
        return Relay(begin, legs, lambda now: ChargeEnd(now.end))

    def _side(self, facts: ChargeFacts) -> _Side:
        return _Side(steps_in(self.t, branch(facts.arm), facts.castings), facts.status)

    # -- until it strikes

    def screen(self, now: _Charge, throw: Thrower) -> _Charge:
        """It breaks through a skirmish screen."""
        if not self.onset.screened:
            return now
        facts = Ordeal(**{name: getattr(self._nerve(now.ours), name) for name in Ordeal.names})
        found = throw(self.rules["crash-through"], facts)
        now = now._replace(ours=self._suffers(now.ours, found.effect), smoke=found.smoke)
        return self._stopped(now, found.effect, "stopped by skirmishers")

    def fire(self, now: _Charge, throw: Thrower) -> _Charge:
        """The approach fire of the defender, and the attacker's morale if it calls for it."""
        if now.end or not self.onset.fires:
            return now
        shot = self._volley(now)
        steps = throw(self.rules["small-arms" if isinstance(shot, SmallArmsFacts) else "artillery"], shot).steps
        ours = now.ours._replace(steps=max(0, now.ours.steps - steps))
        if not ours.steps:
            return now._replace(ours=ours, end="attacker shot down")
        starting = self._starting(self.attacker, self.onset.attacker_starting)
        trigger = MoraleTriggerFacts(
            event="fired_on",
            troop_class=self.attacker.troop_class,
            starting=starting,
            lost=max(0, starting - ours.steps),
            hits=steps,
            band=self._band(shot),
        )
        effect: Effect = "none"
        if self._sure("morale-trigger", trigger).check:
            effect = throw(self.rules["morale"], self._nerve(ours)).effect
            ours = self._suffers(ours, effect)
        return self._stopped(now._replace(ours=ours), effect, "stopped by fire")

    def _volley(self, now: _Charge) -> SmallArmsFacts | ArtilleryFacts:
        return self.approach.replace(
            status=self.defender.status,
            target=branch(self.attacker.arm),
            target_formation=self.attacker.formation,
            target_smoke=now.smoke or self.approach.target_smoke,
        )

    def _band(self, shot: SmallArmsFacts | ArtilleryFacts) -> Any:
        if isinstance(shot, SmallArmsFacts):
            return small_arms_bands(self.t)[shot.weapon](shot.distance)
        return artillery_bands(self.t)[shot.gun, shot.shot](shot.distance)

    def _stopped(self, now: _Charge, effect: Effect, how: str) -> _Charge:
        course = self._sure("charge-course", ChargeCourseFacts(quarters=1, allowance=1, effect=effect)).course
        return now._replace(end=how) if course == "stopped" else now

    # -- the charge and the melee

    def strike(self, now: _Charge, throw: Thrower) -> _Charge:
        """The charge roll; what is no melee ends it."""
        if now.end:
            return now
        outcome = throw(self.rules["charge"], self._pair(now.ours, now.theirs, 0)).outcome
        facts = ChargeEffectFacts(outcome=outcome, defender=branch(self.defender.arm))
        if self._sure("charge-effect", facts).melee:
            return now._replace(smoke=False)
        return now._replace(end=outcome.replace("_", " "))

    def blows(self, now: _Charge, throw: Thrower) -> _Charge:
        """A round of melee and its losses."""
        if now.end:
            return now
        round_ = now.round + 1
        fought = throw(self.rules["melee"], self._pair(now.ours, now.theirs, round_))
        ours = _Side(max(0, now.ours.steps - fought.attacker_steps), self._later(now.ours.status, round_ + 1))
        theirs = _Side(max(0, now.theirs.steps - fought.defender_steps), self._later(now.theirs.status, round_ + 1))
        return _Charge(ours, theirs, round_)

    def _in_melee(self, status: Status, round_: int) -> Status:
        return self._sure("melee-status", MeleeStatusFacts(status=status, round=round_)).status  # type: ignore[no-any-return]

    def ours_stand(self, now: _Charge, throw: Thrower) -> _Charge:
        """The attacker's morale after a round."""
        return now if now.end else now._replace(ours=self._tested(now.ours, self._nerve(now.ours), throw))

    def theirs_stand(self, now: _Charge, throw: Thrower) -> _Charge:
        """The defender's morale after a round, and whether there is another."""
        if now.end:
            return now
        theirs = self._tested(now.theirs, self._firmness(now.theirs), throw)
        gone = [not side.steps for side in (now.ours, theirs)]
        facts = MeleeCourseFacts(round=now.round, attacker=now.ours.effect, defender=theirs.effect, destroyed=any(gone))
        course = self._sure("melee-course", facts).course
        ours_yield, theirs_yield = (driven_back(self.t, side.effect) for side in (now.ours, theirs))
        end = {"again": "", "apart": "both recoil from the melee"}.get(course)
        return now._replace(
            theirs=theirs, end=_MELEE[gone[0] or ours_yield, gone[1] or theirs_yield] if end is None else end
        )

    def _tested(self, side: _Side, facts: MoraleFacts, throw: Thrower) -> _Side:
        if not side.steps:
            return side
        effect = throw(self.rules["morale"], facts).effect
        return self._suffers(side, effect)._replace(effect=effect)

    def _sides(self, one: _Side, other: _Side, round_: int) -> Pair:
        """Both sides of the charge roll, or of a round of melee."""
        begun = self._side(self.attacker).steps
        ours = self._facts(self.attacker, one).replace(closing=100 * (begun - one.steps) // max(1, begun))
        theirs = self._facts(self.defender, other)
        if not round_:
            return Pair(ours, theirs)
        # who is broken by now fights this round out
        status: Status = "disordered" if ours.status == "broken" else ours.status
        return Pair(
            MeleeFacts(**{**ours.items(), "status": status, "round": round_}),
            MeleeFacts(**{**theirs.items(), "round": round_}),
        )

    def _facts(self, facts: ChargeFacts, side: _Side) -> ChargeFacts:
        return facts.replace(status=side.status, castings=castings_in(self.t, branch(facts.arm), side.steps))

    # -- the state of a side

    def _suffers(self, side: _Side, effect: Effect) -> _Side:
        return side._replace(status=self._becomes(side.status, effect))

    def _after(self, status: Status, effect: Effect) -> Status:
        return self._sure("new-status", NewStatusFacts(status=status, effect=effect)).status  # type: ignore[no-any-return]

    def _sure(self, check: str, facts: Facts) -> Any:
        """What needs no dice."""
        return self.rules[check].roll(facts, NO_DICE).settled

    def _starting(self, facts: ChargeFacts, castings: int) -> int:
        return steps_in(self.t, branch(facts.arm), max(castings, facts.castings))

    def _nerve(self, side: _Side) -> MoraleFacts:
        return self._shaken(self.nerve, side, self._starting(self.attacker, self.onset.attacker_starting))

    def _firmness(self, side: _Side) -> MoraleFacts:
        return self._shaken(self.firmness, side, self._starting(self.defender, self.onset.defender_starting))

    def _shaken(self, facts: MoraleFacts, side: _Side, starting: int) -> MoraleFacts:
        half = at_least(starting - side.steps, starting, self.t.number("CD-morale-triggers", "half"))
        return facts.replace(status=side.status, half_lost=half)


_MELEE = {
    (False, True): "defender gives way in the melee",
    (True, False): "attacker gives way in the melee",
    (True, True): "both give way in the melee",
}


def charge(
    rules: Ruleset,
    onset: OnsetFacts,
    approach: SmallArmsFacts | ArtilleryFacts,
    attacker: ChargeFacts,
    nerve: MoraleFacts,
    defender: ChargeFacts,
    firmness: MoraleFacts,
) -> Relay[_Charge, ChargeEnd]:
    """Crash through, approach fire, the charge, rounds of melee; `nerve` is the attacker's morale, `firmness` the
    defender's."""
    return _Course(rules, onset, approach, attacker, nerve, defender, firmness).relay()


_OF_TARGET = {"status": "steady", "target": "infantry", "target_formation": "line", "target_flank": False}
_TESTED = {"troop_class": "line", "cw": 11, "status": "steady", "half_lost": False}
_SETTLED: Mapping[str, Mapping[str, object]] = {
    "approach": _OF_TARGET,
    "nerve": {**_TESTED, "in_firefight": False, "fired_on_flank": False},
    "firmness": {**_TESTED, "in_firefight": False, "fired_on_flank": False},
    "attacker": {"closing": 0, "secure_flanks": 0, "cover": "none", "countercharges": False},
    "defender": {"closing": 0, "path": 0, "strikes": "front"},
}
_SIDES: Mapping[str, type[Facts]] = {
    "attacker": ChargeFacts,
    "nerve": MoraleFacts,
    "defender": ChargeFacts,
    "firmness": MoraleFacts,
}

SEQUENCES = (
    Sequence(
        "whole-charge",
        "CD-charge-sequence",
        "A whole charge: crash through, approach fire, the charge, rounds of melee",
        {"onset": OnsetFacts, "approach": SmallArmsFacts, **_SIDES},
        charge,
        _SETTLED,
        {"approach": {"distance": 80, "stands": 4}, "attacker": {"formation": "column"}},
    ),
    Sequence(
        "charge-at-guns",
        "CD-charge-artillery",
        "A charge at guns: crash through, their fire, the charge, rounds of melee",
        {"onset": OnsetFacts, "approach": ArtilleryFacts, **_SIDES},
        charge,
        _SETTLED,
        {
            "onset": {"screened": False, "defender_starting": 6},
            "approach": {"distance": 160, "gun": "8pdr", "tubes": 6, "shot": "canister"},
            "attacker": {"formation": "column"},
            "defender": {"arm": "artillery", "formation": "unlimbered", "castings": 6},
        },
    ),
)
