"""What happens in close combat: combats, surprise, pursuit, and guns that change hands."""

from __future__ import annotations

from typing import ClassVar, Literal

from grognard.battle.kinds import Kind, Retold, Scene, Telling, Who, many


class CombatFought(Kind):
    """Two units close, and one of them gives way or neither."""

    kind: ClassVar = "combat"
    scenes: ClassVar = (Scene("clash", whom="foe", winner="winner", wins={"unit": "who", "foe": "whom"}),)
    retold: ClassVar = (Retold("clash", who="unit", whom="foe", winner={"unit": "who", "foe": "whom"}),)
    unit: Who
    foe: Who
    totals: list[int]
    difference: int
    winner: str
    """The role of the winner, or nothing."""
    result: str

    def log_text(self, at: Telling) -> str:
        """Who met whom, by how much it was decided, and what the beaten did."""
        met = f"{at.name()} and {at.name('foe')} close: "
        if self.result not in _GIVES_WAY:
            return met + ("they are locked in melee" if self.result == "melee" else "they stand and fire at each other")
        loser = at.name("foe" if self.winner == "unit" else "unit")
        return f"{met}{at.name(self.winner)} wins by {self.difference}, {loser} {_GIVES_WAY[self.result]}"


_GIVES_WAY = {
    "loser falls back wavering": "falls back wavering",
    "loser falls back broken": "falls back broken",
    "loser falls back broken in open order": "falls back broken, in open order",
    "infantry falls back broken": "falls back broken",
    "cavalry falls back broken": "falls back broken",
    "loser routs": "routs",
    "battery overrun": "is overrun",
}


class CombatDice(Kind):
    """The dice of the second of two units, for its owner."""

    kind: ClassVar = "combat_dice"
    text: ClassVar = "The dice of {unit} against {foe}"
    unit: Who
    foe: Who


class TakenBySurprise(Kind):
    """A unit is surprised by an enemy."""

    kind: ClassVar = "surprised"
    retold: ClassVar = (Retold("surprised", who="unit", whom="foe"),)
    unit: Who
    foe: Who
    why: str

    def log_text(self, at: Telling) -> str:
        """And why."""
        reason = f" ({_WHY.get(self.why, f'in the {self.why}')})" if self.why else ""
        return f"{at.name()} is surprised by {at.name('foe')}{reason}"


_WHY = {"unseen": "unseen when movement began", "smoke": "out of the smoke"}


class OnTheAlert(Kind):
    """A unit might have been surprised, and is not."""

    kind: ClassVar = "alert"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} is not surprised by {foe}"
    unit: Who
    foe: Who


class DrivenOut(Kind):
    """A garrison is driven out of its buildings."""

    kind: ClassVar = "driven_out"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} is driven out of the buildings, in open order"
    unit: Who


class TrophyTaken(Kind):
    """A unit takes a colour or a gun."""

    kind: ClassVar = "trophy"
    text: ClassVar = "{unit} takes a trophy from {foe}"
    retold: ClassVar = (Retold("trophy", who="unit", whom="foe"),)
    unit: Who
    foe: Who


class SquadronAttacks(Kind):
    """Another squadron of a regiment attacks."""

    kind: ClassVar = "squadron"
    scenes: ClassVar = (Scene("charge", whom="foe"),)
    text: ClassVar = "squadron {number} of {unit} attacks {foe}"
    unit: Who
    foe: Who
    number: int


# -- pursuit


class PursuitChecked(Kind):
    """It is tried whether cavalry can be held back."""

    kind: ClassVar = "pursuit_check"
    unit: Who
    foe: Who
    held: bool

    def log_text(self, at: Telling) -> str:
        """Whether it can."""
        return f"{at.name()} {'can' if self.held else 'cannot'} be held back"


class HeldBack(Kind):
    """A victor does not pursue."""

    kind: ClassVar = "held"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} is held back from pursuit"
    unit: Who


class PursuitBegun(Kind):
    """A victor pursues."""

    kind: ClassVar = "pursues"
    text: ClassVar = "{unit} pursues {foe}"
    retold: ClassVar = (Retold("pursued", who="unit", whom="foe"),)
    unit: Who
    foe: Who


class RodeOn(Kind):
    """Cavalry rides on against another enemy."""

    kind: ClassVar = "strikes"
    scenes: ClassVar = (Scene("charge", whom="foe"),)
    text: ClassVar = "{unit} rides on against {foe}"
    unit: Who
    foe: Who


class RodeOnInVain(Kind):
    """Cavalry cannot reach the enemy against whom it would ride on."""

    kind: ClassVar = "balked"
    scenes: ClassVar = (Scene("charge", whom="foe"),)
    text: ClassVar = "{unit} cannot reach {foe}"
    unit: Who
    foe: Who


class RecallSounded(Kind):
    """It is tried whether cavalry that rode on can be stopped."""

    kind: ClassVar = "stop_check"
    unit: Who
    stops: bool

    def log_text(self, at: Telling) -> str:
        """Whether it can."""
        return f"{at.name()} {'is stopped' if self.stops else 'does not hear the recall'}"


class ForcedToRally(Kind):
    """Cavalry is in too great disorder to do anything but rally."""

    kind: ClassVar = "forced_rally"
    text: ClassVar = "{unit} is in too great disorder to stay"
    unit: Who


# -- guns


class BatteryOverrun(Kind):
    """A battery is overrun, and its guns are abandoned."""

    kind: ClassVar = "overrun"
    scenes: ClassVar = (Scene("clash"),)
    retold: ClassVar = (Retold("overran", who="unit", whom="battery"),)
    unit: Who
    battery: Who
    pieces: int

    def log_text(self, at: Telling) -> str:
        """By whom, and how many guns."""
        return f"{at.name()} overruns {at.name('battery')}: {many(self.pieces, 'gun is', 'guns are')} abandoned"


class GunsSpiked(Kind):
    """Abandoned guns are spiked."""

    kind: ClassVar = "spiked"
    unit: Who
    pieces: int
    side: str

    def log_text(self, at: Telling) -> str:
        """By whom, and how many."""
        return f"{at.name()} spikes {many(self.pieces, 'abandoned gun')}"


class SpikingTried(Kind):
    """A unit tries to spike guns."""

    kind: ClassVar = "spiking"
    text: ClassVar = "{unit} tries to spike the guns: {outcome}"
    unit: Who
    outcome: Literal["they are destroyed", "in vain"]
