"""What history's words are worth under Cold Steel: muster.toml, read, checked and applied."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct

from grognard.army.armament import BLADES, FIREARMS, Musketry
from grognard.army.batteries import pounds
from grognard.army.nations import followed_before
from grognard.army.oob import Arm, Experience, Unit
from grognard.kernel.errors import BadData

from .checks.close_combat.combat import Weapons
from .checks.fire.small_arms import Weapon
from .checks.setting_up.ratings import People, shifted
from .terms import Army, Discipline, Training

Morale = Annotated[int, Meta(ge=1, le=16)]
Pounds = Annotated[int, Meta(ge=1, le=42)]
_POUNDER = re.compile(r"(\d+)(?:[ -]?(?:pounder|pdr|pfünder|livres?)|\s*lb)", re.IGNORECASE)


class ClassStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """What an experience class is worth before anything else is known, and how far it can be moved."""

    morale: Morale
    least: Morale
    most: Morale
    discipline: Discipline
    why: str


class ArmWorth(Struct, frozen=True, forbid_unknown_fields=True):
    """What belonging to an arm adds."""

    morale: Annotated[int, Meta(ge=-5, le=5)]
    why: str


class Adjustment(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from", "until": "to"}):
    """What a nation's troops of some years are worth more or less than others."""

    nation: tuple[str, ...]
    why: str
    since: int = 0
    until: int = 9999
    arms: tuple[Arm, ...] = get_args(Arm)
    experience: tuple[Experience, ...] = get_args(Experience)
    named: str = ""
    morale: Annotated[int, Meta(ge=-5, le=5)] = 0
    discipline: Annotated[int, Meta(ge=-3, le=3)] = 0

    def fits(self, unit: Unit, year: int) -> bool:
        """Whether it speaks of this unit."""
        return (
            plain_nation(unit.nation) in self.nation
            and self.since <= year <= self.until
            and unit.arm in self.arms
            and unit.experience in self.experience
            and self.named in unit.name.lower()
        )


class Schooling(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from", "until": "to"}):
    """What the troops of some nations and years had learned; of nations named in `but` the others."""

    training: Training | Literal["pikes"]
    why: str
    nation: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    since: int = 0
    until: int = 9999
    arms: tuple[Arm, ...] = get_args(Arm)
    percent: Annotated[int, Meta(ge=0, le=100)] = 0
    """Of its men, those with pikes."""

    def fits(self, unit: Unit, year: int) -> bool:
        """Whether it speaks of this unit."""
        nation = plain_nation(unit.nation)
        # named nations, or everybody but those
        meant = nation in self.nation if self.nation else nation not in self.but
        return meant and self.since <= year <= self.until and unit.arm in self.arms


class UsualArms(Struct, frozen=True, forbid_unknown_fields=True):
    """What troops fire of whom nothing is said."""

    unstated: dict[Arm, Weapon]


class Guns(Struct, frozen=True, forbid_unknown_fields=True):
    """Pounds where no calibre is stated."""

    unstated: dict[Literal["foot_artillery", "horse_artillery", "battalion"], Pounds]


class JudgedRatings(NamedTuple):
    """Ratings and how they came about."""

    morale_rating: int
    discipline: Discipline
    why: tuple[str, ...]


class Judgement(Struct, frozen=True, forbid_unknown_fields=True):
    """All of muster.toml."""

    experience: dict[Experience, ClassStanding]
    arm: dict[Arm, ArmWorth]
    adjustment: tuple[Adjustment, ...]
    schooling: tuple[Schooling, ...]
    peoples: dict[str, People]
    follows: dict[str, str]
    small_arms: UsualArms
    guns: Guns

    def worth(self, unit: Unit, year: int) -> JudgedRatings:
        """Morale rating and discipline class of a unit in a year."""
        base, arm = self.experience[unit.experience], self.arm[unit.arm]
        fitting = [adjustment for adjustment in self.adjustment if adjustment.fits(unit, year)]
        morale = base.morale + arm.morale + sum(adjustment.morale for adjustment in fitting)
        classes = sum(adjustment.discipline for adjustment in fitting)
        reasons = (
            f"{unit.experience}: morale {base.morale}, {base.discipline}; {base.why}",
            *([f"{unit.arm}: morale {arm.morale:+}; {arm.why}"] if arm.morale else ()),
            *(_told(adjustment) for adjustment in fitting),
        )
        # adjustments may lift or lower a class, but never out of its own bounds
        return JudgedRatings(min(max(morale, base.least), base.most), shifted(base.discipline, classes), reasons)

    def training(self, unit: Unit, year: int) -> tuple[Training, ...]:
        """What a unit had learned."""
        fitting = (each.training for each in self.schooling if each.fits(unit, year))
        return tuple(dict.fromkeys(each for each in fitting if each != "pikes"))

    def pikes(self, unit: Unit, year: int) -> int:
        """Percent of its men with pikes."""
        fitting = (each.percent for each in self.schooling if each.training == "pikes" and each.fits(unit, year))
        return max(fitting, default=0)

    def people(self, unit: Unit) -> People:
        """Who they are, where that makes irregulars of them (CS-M2-1.4.3): the first word that their name or nation
        has."""
        told = f"{unit.name} {plain_nation(unit.nation)}".lower()
        return next((people for word, people in self.peoples.items() if word in told), "other")

    def army(self, nation: str, side: str, year: int) -> Army:
        """The army whose ways a nation's troops follow, in the words of the rules."""
        now = self.follows.get(plain_nation(nation), plain_nation(nation))
        name = followed_before(nation, year) or now
        if name == "side":
            # an army that goes by its side, on a side of the same name, would ask for ever
            return "other" if plain_nation(side) == plain_nation(nation) else self.army(side, side, year)
        return next((army for army in _ARMIES if army == name), "other")

    def weapon(self, unit: Unit) -> Literal[Weapon, "none"]:
        """What most of its men fire; gunners have their guns, and lance and sword do not fire."""
        if unit.kind == "artillery":
            return "none"
        if not unit.carried:
            return self.small_arms.unstated[unit.arm]
        return next((weapon for weapon in unit.carried if weapon in FIREARMS), "none")

    def hand_to_hand(self, unit: Unit) -> Weapons:
        """What its men fight with hand to hand: who has bayonets uses them, whatever hangs at his side."""
        if not unit.carried or unit.kind == "artillery":
            return "usual"
        if "bayonet" in unit.carried:
            return "bayonet"
        return "melee" if set(unit.carried) & set(BLADES) else "none"

    def musketry(self, unit: Unit, weapon: str) -> Musketry:
        """How it was taught to fire; who has rifles was taught to aim."""
        return unit.musketry or ("trained_to_aim" if weapon == "rifle" else "")

    def gun_pounds(self, unit: Unit) -> int:
        """Weight of ball of a battery's pieces; howitzers move with the guns they stand beside."""
        if unit.arm not in ("foot_artillery", "horse_artillery"):
            return 0
        unstated = self.guns.unstated[unit.arm]
        if unit.pieces:
            return pounds(unit, unstated)
        return _pounds(unit, "calibre", unit.calibre, unstated) if unit.guns else unstated

    def battalion_gun_pounds(self, unit: Unit) -> int:
        """Weight of ball of the guns that go with a battalion."""
        if not unit.battalion_guns:
            return 0
        return _pounds(unit, "battalion_gun_calibre", unit.battalion_gun_calibre, self.guns.unstated["battalion"])


_ARMIES: tuple[Army, ...] = get_args(Army)


def plain_nation(nation: str) -> str:
    """A nation as an identifier: King's German Legion is kings_german_legion."""
    ascii_only = unicodedata.normalize("NFKD", nation).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z]+", "_", ascii_only.replace("'", "")).strip("_")


def _told(adjustment: Adjustment) -> str:
    parts = [f"morale {adjustment.morale:+}"] if adjustment.morale else []
    parts += [f"discipline {adjustment.discipline:+}"] if adjustment.discipline else []
    return f"{', '.join(parts)}; {adjustment.why}"


def _pounds(unit: Unit, field: str, calibre: str, unstated: int) -> int:
    """The heaviest gun named: it sets the pace."""
    if not calibre:
        return unstated
    weights = [int(ball) for ball in _POUNDER.findall(calibre)]
    if not weights:
        raise BadData(f"armies.toml, {unit.id}: {field} = {calibre!r}; write it as in 6-pounder")
    return max(weights)


@cache
def judgement() -> Judgement:
    """muster.toml, read once."""
    path = Path(__file__).with_name("muster.toml")
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Judgement)
    except msgspec.DecodeError as error:
        raise BadData(f"{path.name}: {error}") from None
