"""How a staff fights: all that may differ between one staff and another, as one value that is handed in.

Every field's own default is what `staff-1`, the first staff, does. A better way of fighting is a field that another
doctrine sets, so that the first staff stays what it was and can be measured against.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert
from msgspec.structs import replace


class Doctrine(Struct, frozen=True):
    """What a staff believes in."""

    name: str = "staff-1"
    boldness: float = 1.0
    """By this the staff takes the odds for better than they are, or for worse."""
    rethinks: int = 1
    """Turns from one plan to the next."""
    counts_points: bool = False
    """It reckons who would win if the battle ended now: who is ahead lets the enemy come, and ground that nobody holds
    is entered by one body while the others stand ready, not fought for by all."""
    guns_see: bool = False
    """Guns are posted where they have somebody worth it in sight, and shell whom it hurts most."""
    garrisons_stay: bool = False
    """Who holds a place does not charge out of it."""
    storm: float = 0.0
    """By so much may the odds of a charge be worse where the enemy stands on ground without which we do not win."""
    firm: bool = False
    """Who makes the main attack goes on making it; lanes are not changed about."""
    fires_first: bool = False
    """Those behind walls are fired at until they waver; only then are they stormed."""
    candidates: int = 0
    """Plans that are made and tried in the mind before one is taken; none for a staff that goes by rules of thumb."""
    worlds: int = 2
    """Imagined worlds in which each of them is tried."""
    together: bool = False
    """Attackers form up out of the worst fire and go in when most of them are there."""
    drilled: bool = False
    """Its troops fight by all that the odds of their rules tell: fire is massed, order and place are chosen by it."""
    patient: bool = False
    """Where the rules reward it, the army stands and fires, and goes in together when waiting no longer wins."""


STAFF_1 = Doctrine()
"""The staff as it was first, with all that came later left out."""
USUAL = Doctrine(
    name="staff",
    counts_points=True,
    guns_see=True,
    garrisons_stay=True,
    storm=0.22,
    firm=True,
    fires_first=True,
    candidates=6,
    together=True,
    drilled=True,
    patient=True,
)
"""What a staff fights by unless it is told otherwise."""

# -- levels and characters: `hard`, `easy:cautious`, `normal:blucher`

LEVELS: dict[str, Doctrine] = {
    # the first staff, which thinks anew only every third turn and trusts no odds that are merely good
    "easy": replace(STAFF_1, name="easy", rethinks=3, boldness=0.75),
    "normal": replace(
        USUAL, name="normal", guns_see=False, storm=0.0, firm=False, candidates=3, worlds=1, patient=False
    ),
    "hard": replace(USUAL, name="hard"),
    "staff": USUAL,
}
"""What each level fights by; `staff` is the staff at its best."""


class Temperament(Struct, frozen=True, forbid_unknown_fields=True):
    """How a commander takes the odds."""

    boldness: float
    why: str


@cache
def characters() -> dict[str, Temperament]:
    """All that may be named behind a level, with the reason for each."""
    data = tomllib.loads(files(__package__).joinpath("characters.toml").read_text("utf-8"))
    return convert(data, dict[str, Temperament])


def doctrine_of(kind: str) -> Doctrine | None:
    """The doctrine of a level, with a character or without; None where there is none of that name."""
    level, colon, name = kind.partition(":")
    if level not in LEVELS or (colon and name not in characters()):
        return None
    found = LEVELS[level]
    return replace(found, name=kind, boldness=found.boldness * characters()[name].boldness) if colon else found
