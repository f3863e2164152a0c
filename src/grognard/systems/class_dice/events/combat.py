"""What happens in fire, skirmish combat, charges and melees."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Retold, Scene, Telling, Who, many

# -- fire


class DisciplineRolled(Kind):
    """Infantry holds its fire, or does not."""

    kind: ClassVar = "discipline"
    unit: Who
    order: str
    approach: bool
    aimless: Maybe[bool] = UNSET
    """It must fire, and has nobody to fire at."""

    def log_text(self, at: Telling) -> str:
        """What it does."""
        does = {"free": "holds its fire in hand", "fire": "cannot hold its fire", "firefight": "begins to blaze away"}
        if self.aimless is True and self.order != "free":
            return f"{at.name()} would fire, has nobody to fire at, and stays where it is"
        return f"{at.name()} {does[self.order]}"


class VolleyFired(Kind):
    """A unit fires."""

    kind: ClassVar = "fired"
    scenes: ClassVar = (Scene("fire", whom="target", count="steps", note="band"),)
    retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
    unit: Who
    target: Who
    how: str
    steps: int
    band: str
    firing: Maybe[int] = UNSET
    """Stands or tubes that fire; 0 for less than a stand."""

    def log_text(self, at: Telling) -> str:
        """With what, and how well."""
        what = {"canister": "fires canister at", "ball": "fires ball at"}.get(self.how, "fires at")
        fell = many(self.steps, "step") if self.steps else "nobody falls"
        row = ""
        if isinstance(self.firing, int):
            each = "stand" if self.how == "volley" else "tube"
            row = f", {many(self.firing, each)}" if self.firing else ", half a stand"
        return f"{at.name()} {what} {at.name('target')} ({self.band} range{row}): {fell}"


class FiresBeside(Kind):
    """Another unit of the brigade fires with it, as one."""

    kind: ClassVar = "fires_beside"
    text: ClassVar = "{unit} fires together with {other}"
    unit: Who
    other: Who


class Ricocheted(Kind):
    """Ball goes on into the unit behind the target."""

    kind: ClassVar = "ricochet"
    scenes: ClassVar = (Scene("fire", whom="target", count="steps"),)
    text: ClassVar = "the ball of {unit} bounds on into {target}: {steps} steps"
    unit: Who
    target: Who
    steps: int


class AmmunitionSpent(Kind):
    """A natural 10 costs more ammunition."""

    kind: ClassVar = "ammunition"
    text: ClassVar = "{unit} fires away {extra} more ammunition points"
    unit: Who
    extra: int


class OutOfAmmunition(Kind):
    """A unit has none left."""

    kind: ClassVar = "out_of_ammunition"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} is out of ammunition"
    unit: Who


class FirefightBegins(Kind):
    """A unit is locked in a firefight."""

    kind: ClassVar = "firefight"
    text: ClassVar = "{unit} is locked in a firefight"
    unit: Who


class FirefightEnds(Kind):
    """A unit leaves its firefight."""

    kind: ClassVar = "firefight_over"
    text: ClassVar = "{unit} leaves the firefight"
    unit: Who


# -- skirmish combat


class Skirmished(Kind):
    """A unit in skirmish combat."""

    kind: ClassVar = "skirmished"
    scenes: ClassVar = (Scene("fire", whom="target", note="cell"),)
    unit: Who
    target: Who
    cell: str

    def log_text(self, at: Telling) -> str:
        """What comes of it."""
        return f"skirmishers: {at.name()} against {at.name('target')}, {self.cell}"


class ScreenBeaten(Kind):
    """A skirmish screen is driven in."""

    kind: ClassVar = "screen_beaten"
    text: ClassVar = "the skirmishers of {unit} are driven in"
    unit: Who


class CrashedThrough(Kind):
    """A unit breaks through an enemy's skirmish screen."""

    kind: ClassVar = "crash_through"
    scenes: ClassVar = (Scene("meet", whom="target"),)
    text: ClassVar = "{unit} breaks through the skirmishers of {target}"
    unit: Who
    target: Who
    effect: str


# -- charges


class ChargeDeclared(Kind):
    """A unit sets out to charge another."""

    kind: ClassVar = "charges"
    text: ClassVar = "{unit} charges {target}"
    retold: ClassVar = (Retold("charge", who="unit", whom="target"),)
    unit: Who
    target: Who
    again: bool


class ChargesBeside(Kind):
    """Another unit of the brigade charges with it."""

    kind: ClassVar = "charges_beside"
    scenes: ClassVar = (Scene("charge"),)
    text: ClassVar = "{unit} charges with {other}"
    unit: Who
    other: Who


class Countercharged(Kind):
    """Cavalry rides out against a charge."""

    kind: ClassVar = "countercharged"
    scenes: ClassVar = (Scene("charge", whom="charger"),)
    text: ClassVar = "{unit} rides out against {charger}"
    unit: Who
    charger: Who


class ChargeRolled(Kind):
    """The result of a charge."""

    kind: ClassVar = "charge_result"
    scenes: ClassVar = (Scene("clash", whom="target", winner="winner", wins={"attacker": "who", "defender": "whom"}),)
    retold: ClassVar = (Retold("clash", who="unit", whom="target", winner={"attacker": "who", "defender": "whom"}),)
    unit: Who
    target: Who
    winner: Literal["attacker", "defender", "none"]
    result: str

    def log_text(self, at: Telling) -> str:
        """How it ends."""
        one, other = at.name(), at.name("target")
        ends = {
            "attacker_surrenders": f"{one} is surrounded before {other}, and part of it surrenders",
            "attacker_routs": f"{one} disintegrates before {other}",
            "attacker_broken": f"{other} throws {one} back, broken",
            "attacker_staggers": f"{one} staggers to a halt before {other}",
            "attacker_halts": f"{one} halts before {other}",
            "firefight": f"the charge of {one} upon {other} becomes a firefight",
            "melee": f"{one} and {other} are hand to hand",
            "defender_recoils": f"{other} recoils before {one}",
            "defender_disordered": f"{other} recoils in disorder before {one}",
            "defender_broken": f"{other} falls back broken before {one}",
            "defender_routs": f"{other} routs before {one}",
            "defender_surrenders": f"{one} breaks into {other}, and part of it surrenders",
        }
        words = ends[self.result]
        return words[:1].upper() + words[1:]


class MeleeFought(Kind):
    """A round of melee."""

    kind: ClassVar = "melee"
    scenes: ClassVar = (Scene("clash", whom="target", winner="winner", wins={"attacker": "who", "defender": "whom"}),)
    retold: ClassVar = (Retold("clash", who="unit", whom="target", winner={"attacker": "who", "defender": "whom"}),)
    unit: Who
    target: Who
    round: int
    winner: str
    steps: list[int]

    def log_text(self, at: Telling) -> str:
        """Who has the better of it."""
        won = {"attacker": at.name(), "defender": at.name("target")}.get(self.winner, "neither")
        return f"Melee, round {self.round}: {at.name()} against {at.name('target')}; {won} has the better of it"


class RodeDown(Kind):
    """Cavalry rides infantry down."""

    kind: ClassVar = "rode_down"
    scenes: ClassVar = (Scene("clash", whom="target"),)
    text: ClassVar = "{unit} rides {target} down"
    unit: Who
    target: Who


class Occupied(Kind):
    """An attacker takes the place of who gave way."""

    kind: ClassVar = "occupied"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    text: ClassVar = "{unit} holds the ground it has won"
    unit: Who
    paces: int


class Surrendered(Kind):
    """Part of a unit is taken in a charge."""

    kind: ClassVar = "prisoners"
    scenes: ClassVar = (Scene("fall", count="castings"),)
    text: ClassVar = "{castings} castings of {unit} are taken prisoner"
    unit: Who
    castings: int
    by: Maybe[str] = UNSET


class GunsSilenced(Kind):
    """Guns do not fire any more this turn."""

    kind: ClassVar = "silenced"
    text: ClassVar = "the guns of {unit} are silenced"
    unit: Who
