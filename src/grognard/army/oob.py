"""An order of battle as history gives it: army, formations, units, leaders. Frozen records, checked by msgspec.

Distances are in paces, the origin at the south-west corner of the table, headings in degrees clockwise from north.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from .armament import Musketry, Weapon, in_words

Arm = Literal[
    "infantry", "light_infantry", "grenadier", "guard", "irregular",
    "light_cavalry", "dragoons", "heavy_cavalry", "lancers",
    "foot_artillery", "horse_artillery",
]  # fmt: skip
Experience = Literal["elite", "veteran", "trained", "conscript", "militia"]
Level = Literal["army", "corps", "division", "brigade", "regiment"]
Rating = Literal["superior", "average", "poor"]
Edge = Literal["north", "east", "south", "west"]
FormationName = Literal[
    "line", "double_line", "column_of_companies", "column_of_divisions", "column_of_zuege", "attack_column",
    "march_column", "open_square", "closed_square", "skirmish_squares", "open_order", "extended_order", "garrison",
    "column_of_squadrons", "column_of_troops", "unlimbered", "unlimbered_open", "limbered", "irregular",
]  # fmt: skip
Interval = Literal["open", "half", "closed"]


def spelt(word: str) -> str:
    """A formation, or any other such word, as people write it."""
    return word.replace("_", " ").replace("zuege", "Züge")


PlaceInPaces = Annotated[tuple[float, float], Meta(description="x and y in paces")]
Heading = Annotated[float, Meta(ge=0, lt=360)]
Men = Annotated[int, Meta(ge=1, le=3000)]
ENGINEERS_IN_A_COMPANY = 80
"""Sappers of a company in the field, where an order of battle does not say: our judgement."""


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    """Guns of one weight in a battery that has several."""

    guns: Annotated[int, Meta(ge=1, le=24)]
    pounds: Annotated[int, Meta(ge=1, le=42)]


class Leader(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commander with his staff."""

    name: str
    rating: Rating = "average"
    why: str = ""
    position: PlaceInPaces | None = None
    aides: Annotated[int, Meta(ge=0, le=8)] = 2


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When and where a unit comes onto the table."""

    turn: Annotated[int, Meta(ge=1, le=200)]
    edge: Edge
    clock: str = ""
    by: str = ""


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battalion, a cavalry regiment or squadron group, a battery."""

    id: str
    """Unique in the scenario, lower case, made of letters, digits and hyphens."""
    name: str
    arm: Arm
    nation: str
    men: Men
    experience: Experience
    position: PlaceInPaces
    """The middle of its front edge."""
    facing: Heading
    formation: FormationName
    interval: Interval = "open"
    ranks: Annotated[int, Meta(ge=0, le=6)] = 0
    """0 for what is usual for the arm and nation."""
    companies: Annotated[int, Meta(ge=0, le=24)] = 0
    """0 for what is usual for the nation and year."""
    squadrons: Annotated[int, Meta(ge=0, le=12)] = 0
    guns: Annotated[int, Meta(ge=0, le=24)] = 0
    calibre: str = ""
    pieces: tuple[Pieces, ...] = ()
    """Its guns by weight, where a battery is mixed; `guns` is their sum."""
    howitzers: Annotated[int, Meta(ge=0, le=12)] = 0
    howitzer_calibre: str = ""
    battalion_guns: Annotated[int, Meta(ge=0, le=6)] = 0
    battalion_gun_calibre: str = ""
    engineers: Annotated[int, Meta(ge=0, le=20)] = 0
    """Companies of engineers, sappers or pioneers attached to it, or of which it consists."""
    engineer_men: Annotated[int, Meta(ge=0, le=3000)] = 0
    """Their men; 0 for as many as are usual (ENGINEERS_IN_A_COMPANY)."""
    weapons: tuple[Weapon, ...] = ()
    """What most of its men carry, what they fire with first; nothing for what is usual for the arm."""
    armament: str = ""
    """The same in words, for people to read. Only where `weapons` says nothing are its phrases taken for them."""
    musketry: Musketry = ""
    mounted: bool | None = None
    """Only where it differs from what the arm says: dismounted dragoons, mounted infantry."""
    arrival: Arrival | None = None
    off_board: Edge | None = None
    """It begins beyond this edge of the table, under orders of its own; when and where it comes the rules decide."""
    confidence: str = ""
    estimate: bool = False
    note: str = ""

    @property
    def sappers(self) -> int:
        """Men of its engineer companies."""
        return self.engineer_men or self.engineers * ENGINEERS_IN_A_COMPANY

    @property
    def carried(self) -> tuple[Weapon, ...]:
        """Its weapons as stated; nothing for what is usual."""
        if self.weapons:
            return self.weapons
        if self.kind == "artillery":
            # only the calibre or the words say so: there is no arm of its own
            rockets = self.calibre.lower().removesuffix("s").endswith("rocket")
            return ("rocket",) if rockets or "rocket" in in_words(self.armament, mounted=False) else ()
        return in_words(self.armament, mounted=self.kind == "cavalry")

    @property
    def present(self) -> bool:
        """Whether it stands on the table from the start."""
        return self.arrival is None and self.off_board is None

    @property
    def kind(self) -> Literal["infantry", "cavalry", "artillery"]:
        """The arm as one of three: infantry, cavalry, artillery."""
        if self.arm.endswith("artillery"):
            return "artillery"
        horse = self.arm in ("light_cavalry", "dragoons", "heavy_cavalry", "lancers")
        # what is said of this unit goes before what its arm does usually
        return "cavalry" if (horse if self.mounted is None else self.mounted) else "infantry"


class Formation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A body of troops under one commander: corps, division, brigade, regiment."""

    name: str
    commander: Leader | None = None
    level: Level = "brigade"
    division: str = ""
    """The division it is part of, where the order of battle has no entry for that division."""
    units: tuple[Unit, ...] = ()
    formations: tuple[Formation, ...] = ()
    stated_men: int = 0
    note: str = ""

    def all_units(self) -> Iterator[Unit]:
        """Its own units and those of the formations below it."""
        yield from self.units
        for formation in self.formations:
            yield from formation.all_units()


class Side(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One army."""

    name: str
    nation: str
    commander: Leader
    deployment_edge: Edge
    formations: tuple[Formation, ...]
    deployment: str = ""
    stated_men: int = 0
    stated_guns: int = 0
    men_low: int = 0
    men_high: int = 0
    stated_basis: str = ""
    successor: Leader | None = None
    predecessor: Leader | None = None

    def all_units(self) -> Iterator[Unit]:
        """Every unit of the army."""
        for formation in self.formations:
            yield from formation.all_units()


class Armies(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of armies.toml."""

    side: tuple[Side, ...]
