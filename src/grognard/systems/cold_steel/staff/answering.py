"""What units ask in the middle of a turn: automatic orders, pursuits. For the rest the rules' suggestion will do."""

from __future__ import annotations

from math import atan2, degrees

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import gap, turned
from grognard.ground.units import spot

from ..seat.view import Seen, View
from ..table.forms import LOOSE, SQUARES
from ..table.state import UnitState
from ..terms import Arm
from .hiding import deploy
from .reading import steadiness

ADVANCE = ("CS-4.1a", "CS-4.1h")
"""Automatic orders by which horse and irregulars go at the enemy by themselves."""
CHARGES = (*ADVANCE, "CS-4.1b")
"""The same, and those by which horse goes at whoever threatens the unit it protects."""
CHARGE = 450.0
"""Paces within which an enemy may be the target of such an advance."""
FRESH: dict[Arm, float] = {"cavalry": 420.0, "infantry": 250.0, "artillery": 250.0}
"""Paces within which fresh enemies stop a pursuit: horse that could fall on it, foot and guns that would fire into it.
A battalion let go may rally; one that is pursued is gone for good, and leaves prisoners."""
SPENT = 5
"""Markers of disorder with which horse is fit for nothing more."""


def automatic(view: View, decision: Decision) -> Answer:
    """Squares are always formed; an advance that leads into a wall of bayonets is held back."""
    unit = view.units[decision.about["unit"]]
    return held_back(decision) if decision.rules[0] in ADVANCE and hopeless(view, unit) else decision.default


def held_back(decision: Decision) -> Answer:
    """The automatic order is not carried out, if that can be helped."""
    # the cheaper way first: where the general is with it, no check is needed
    keys = [key for key in ("ignore", "cancel") if decision.option(key) is not None]
    return decision.answer(keys[0]) if keys else decision.default


def hopeless(view: View, unit: UnitState) -> bool:
    """Whether to charge would only cost men: spent horse, squares, buildings, unbroken bayonets in front."""
    if unit.disorder >= SPENT or unit.status == "wavering":
        return True
    ahead = sorted(_ahead(view, unit), key=lambda foe: (_away(unit, foe), foe.id))
    if not ahead:
        return False
    foe = ahead[0]
    if foe.arm == "cavalry":
        return foe.figures > 1.6 * (unit.figures - unit.lost)
    if foe.formation in (*SQUARES, "skirmish_squares", "garrison"):
        return True
    firm = steadiness(foe.status, foe.disorder) > 0.75 and foe.formation not in LOOSE
    return firm and foe.arm == "infantry" and _faces(foe, unit)


def _ahead(view: View, unit: UnitState) -> list[Seen]:
    return [foe for foe in view.seen.values() if foe.side != view.side and _away(unit, foe) <= CHARGE]


def _away(unit: UnitState, foe: Seen) -> float:
    return gap(spot(unit.position), spot(foe.position))


def _faces(foe: Seen, unit: UnitState) -> bool:
    """Whether the enemy has its front to the unit."""
    (x, y), (fx, fy) = unit.position, foe.position
    return turned(degrees(atan2(x - fx, y - fy)), foe.heading) < 60


# -- after a victory


def secondary(view: View, decision: Decision) -> Answer:
    """Ride on at whoever is shaken; rally if fresh enemies are near or the horses are blown; else pursue."""
    unit = view.units[decision.about["unit"]]
    keys = [option.key for option in decision.options]
    # half its men gone is as bad as too much disorder
    blown = unit.disorder >= SPENT or unit.lost * 2 > unit.figures
    prey = [key for key in keys if key in view.seen and not blown and _easy(view.seen[key], unit)]
    if prey:
        return decision.answer(min(prey, key=lambda key: (_away(unit, view.seen[key]), key)))
    if "hold" in keys and (blown or _fresh_near(view, unit)):
        return decision.answer("hold")
    return decision.answer("pursue") if "pursue" in keys else decision.default


def _easy(foe: Seen, unit: UnitState) -> bool:
    if foe.formation in (*SQUARES, "skirmish_squares", "garrison"):
        return False
    weaker = foe.arm == "cavalry" and foe.figures < unit.figures - unit.lost and foe.disorder >= unit.disorder
    return _shaken(foe) or weaker or (foe.arm == "artillery" and not _faces(foe, unit))


def _shaken(foe: Seen) -> bool:
    return foe.status in ("wavering", "broken") or foe.formation in LOOSE or bool(foe.forming)


def _fresh_near(view: View, unit: UnitState) -> bool:
    own = unit.figures - unit.lost
    # whom it has just beaten is no fresh enemy
    near = [foe for foe in _ahead(view, unit) if _away(unit, foe) <= FRESH[foe.arm] and foe.id not in unit.now.foes]
    return any(steadiness(foe.status, foe.disorder) > 0.7 and foe.figures * 2 > own for foe in near)


# -- how horse attacks


def squadrons(view: View, decision: Decision) -> Answer:
    """One after the other against horse that stands: what one squadron has shaken the next rides down. All together
    at everybody else: foot in order throws squadrons back one by one, and those who are shaken, or taken in flank, are
    gone at the first blow."""
    unit, foe = view.units[decision.about["unit"]], view.seen.get(decision.about["foe"])
    stands = foe is not None and foe.arm == "cavalry" and not _shaken(foe) and _faces(foe, unit)
    return decision.answer("in_turn" if stands else "together")


# -- wavering units

WORTH = {"resolute": 3, "determined": 2, "wavering": 0, "broken": -2, "scattered": -3, "routed": -4, "dispersed": -6}
"""What it is worth to have a wavering unit so: who breaks is out of it for several turns, who routs mostly for good."""


def rally(_view: View, decision: Decision) -> Answer:
    """Those try who may expect to gain by it."""
    worth = {
        unit: sum(WORTH[each.text] * each.percent for each in chances) for unit, chances in decision.chances.items()
    }
    return decision.answer("rally", units=tuple(unit for unit, gain in worth.items() if gain > 0))


ANSWERS = {
    "automatic": automatic,
    "deploy": deploy,
    "rally": rally,
    "secondary": secondary,
    "squadrons": squadrons,
}
