"""What happens in charges, fire, melees and breakthroughs."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Retold, Scene, Secret, Telling, Who, many

from ..terms import Facing, branch
from .troops import PointsSpent, SpaceTold

# -- charges


class Charges(Kind, rename={"from_": "from"}):
    """A unit sets out to charge another."""

    kind: ClassVar = "charges"
    retold: ClassVar = (Retold("charge", who="unit", whom="target"),)
    unit: Who
    target: Who
    opportunity: bool
    from_: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET

    def log_text(self, at: Telling) -> str:
        """By order or by chance, on horse or on foot."""
        who, target = at.name(), at.name("target")
        if self.opportunity:
            return f"{who} sees its chance and springs forward at {target}"
        # a reader who cannot make out the unit does not learn its arm either
        horse = self.unit in at.b.world.units and branch(at.b.unit(self.unit).arm) == "cavalry"
        return f"{who} sounds the charge, at {target}" if horse else f"{who} lowers its bayonets: at {target}"


class ChargeStep(Kind, rename={"from_": "from"}):
    """One space of a charge."""

    kind: ClassVar = "charging"
    scenes: ClassVar = (Scene("charge", whom="target"),)
    unit: Who
    target: Who
    from_: SpaceTold
    to: SpaceTold
    paid: Secret[int] = UNSET
    step: Secret[int] = UNSET
    of: Secret[int] = UNSET
    points: Secret[PointsSpent] = UNSET


class FellShort(Kind, rename={"from_": "from"}):
    """A charge does not get as far as its target."""

    kind: ClassVar = "fell_short"
    text: ClassVar = "{unit} runs out of breath before it reaches {target}"
    retold: ClassVar = (Retold("fell_short", who="unit", whom="target"),)
    unit: Who
    target: Who
    from_: Secret[SpaceTold] = UNSET
    failed: Secret[int] = UNSET
    of: Secret[int] = UNSET
    costs: Secret[int] = UNSET
    points: Secret[PointsSpent] = UNSET


class ChargeBroken(Kind):
    """Fire stops a charge."""

    kind: ClassVar = "charge_broken"
    text: ClassVar = "the charge of {unit} is broken by fire"
    retold: ClassVar = (Retold("stopped", who="unit", whom="target"),)
    unit: Who
    target: Who


class TookGround(Kind, rename={"from_": "from"}):
    """A charge finds the ground empty."""

    kind: ClassVar = "took_ground"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} holds the ground that was left to it"
    unit: Who
    to: SpaceTold
    from_: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET


class Contact(Kind, rename={"from_": "from"}):
    """A charge goes home."""

    kind: ClassVar = "contact"
    scenes: ClassVar = (Scene("meet", whom="target"),)
    text: ClassVar = "{unit} crashes into {target}"
    unit: Who
    target: Who
    to: SpaceTold
    from_: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET


class SquareTried(Kind, rename={"from_": "from"}):
    """Foot tries to form square before horse is upon it."""

    kind: ClassVar = "square"
    scenes: ClassVar = (Scene("form", when={"formed": True}), Scene("sign", when={"formed": False}))
    unit: Who
    formed: bool
    from_: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET

    def log_text(self, at: Telling) -> str:
        """In time or not."""
        late = "forms square just in time" if self.formed else "tries to form square, too late"
        return f"{at.name()} {late}"


class PulledUp(Kind):
    """Horse does not ride at a square."""

    kind: ClassVar = "pulled_up"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} reins in before the bayonets of {target}"
    unit: Who
    target: Who


class Evades(Kind):
    """The target of a charge gets out of its way."""

    kind: ClassVar = "evades"
    retold: ClassVar = (Retold("evaded", who="unit", whom="charger"),)
    unit: Who
    charger: Who
    caught: int

    def log_text(self, at: Telling) -> str:
        """Quickly enough or not."""
        if not self.caught:
            return f"{at.name()} slips away from {at.name('charger')}"
        return f"{at.name()} runs, but {at.name('charger')} catches up: {many(self.caught, 'figure')} cut down"


# -- fire


class ShotFired(Kind, rename={"from_": "from"}):
    """A unit fires."""

    kind: ClassVar = "shot"
    scenes: ClassVar = (Scene("fire", whom="target", count="hits", note="how"),)
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
    unit: Who
    target: Who
    how: str
    hits: int
    dice: int
    from_: Secret[SpaceTold] = UNSET
    at: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET

    def log_text(self, at: Telling) -> str:
        """With what, and how well."""
        what = _SHOTS[self.how].format(target=at.name("target"))
        return f"{at.name()} {what}: {many(self.hits, 'hit') if self.hits else 'nobody falls'}"


_SHOTS = {
    "canister": "sweeps {target} with canister",
    "ball": "sends round shot at {target}",
    "volley": "fires a volley at {target}",
    "skirmish fire": "peppers {target}",
}


class Steadiness(Kind):
    """A unit that was hit is tested."""

    kind: ClassVar = "steadiness"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    hits: int
    result: str

    def log_text(self, at: Telling) -> str:
        """Only where it stands: what it suffers is told by itself."""
        return f"{at.name()} closes its ranks and stands" if self.result == "none" else ""


# -- melees


class MeleeFought(Kind):
    """Two cross steel."""

    kind: ClassVar = "melee"
    scenes: ClassVar = (Scene("clash", whom="target", winner="winner", wins={"ours": "who", "theirs": "whom"}),)
    retold: ClassVar = (Retold("clash", who="unit", whom="target", winner={"ours": "who", "theirs": "whom"}),)
    unit: Who
    target: Who
    hits: list[int]
    winner: str
    result: str
    space: SpaceTold

    def log_text(self, at: Telling) -> str:
        """Hits on both sides, and who gives way."""
        one, other = at.name(), at.name("target")
        hits = f"{many(self.hits[0], 'hit')} to {self.hits[1]}"
        arms = {branch(at.b.unit(who).arm) for who in (self.unit, self.target) if who in at.b.world.units}
        steel = "sabres" if arms == {"cavalry"} else "steel"
        if self.winner == "none":
            return f"{one} and {other} cross {steel}, {hits}, and neither will yield"
        loser = other if self.winner == "ours" else one
        return f"{one} and {other} cross {steel}, {hits}: {loser} {_ENDS[self.result]}"


_ENDS = {"fallback": "gives ground", "retreat": "is beaten back", "rout": "is swept away"}


class Stormed(Kind):
    """A unit fights its way into close country."""

    kind: ClassVar = "stormed"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} has fought its way in; its ranks come apart in the close country"
    unit: Who
    to: SpaceTold


class StoodOff(Kind):
    """A unit leaves a melee that nobody won."""

    kind: ClassVar = "stood_off"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} does not press home and goes back to where it came from"
    unit: Who
    to: SpaceTold


# -- breakthroughs


class BreakthroughRolled(Kind):
    """Dice say what a winner does next."""

    kind: ClassVar = "breakthrough"
    unit: Who
    ap: int

    def log_text(self, at: Telling) -> str:
        """On, back, or nothing."""
        if self.ap > 0:
            return f"{at.name()} will not be held and breaks through"
        if self.ap < 0:
            return f"{at.name()} has won, but is drawn back"
        return f"{at.name()} holds the ground it has won"


class BrokeThrough(Kind):
    """A winner goes on."""

    kind: ClassVar = "broke_through"
    retold: ClassVar = (Retold("stormed_on", who="unit"),)
    unit: Who
    to: SpaceTold
    spaces: int

    def log_text(self, at: Telling) -> str:
        """How far, and where to."""
        return f"{at.name()} storms on {many(self.spaces, 'space')}, to {','.join(map(str, self.to))}"


class Recoiled(Kind):
    """A winner goes back."""

    kind: ClassVar = "recoiled"
    scenes: ClassVar = (Scene("flight"),)
    unit: Who
    to: SpaceTold
    spaces: int

    def log_text(self, at: Telling) -> str:
        """How far."""
        return f"{at.name()} goes back {many(self.spaces, 'space')}"


class Wheeled(Kind):
    """A winner turns to another enemy."""

    kind: ClassVar = "wheeled"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} wheels about to face {facing}"
    unit: Who
    facing: Facing


class Fatigue(Kind):
    """Whoever went on is tested for his breath."""

    kind: ClassVar = "fatigue"
    unit: Who
    halted: bool
    blown: bool

    def log_text(self, at: Telling) -> str:
        """Horses by themselves; a halt is told by itself."""
        if self.blown:
            return f"the horses of {at.name()} are blown"
        return "" if self.halted else f"{at.name()} keeps its order after the pursuit"
