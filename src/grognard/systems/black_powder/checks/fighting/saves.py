"""Morale saves: what helps and hurts them, and saves that are thrown by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from grognard.kernel.checks import Check, Memory, Refusal, Refused, Result, check, implements
from grognard.kernel.dice import D6, Pool
from grognard.kernel.facts import Range
from grognard.kernel.modifiers import Modifier, amount, flag, given, modifiers
from grognard.kernel.odds import Odds
from grognard.kernel.reckoner import Reckoner
from grognard.kernel.sources import DiceSource
from grognard.kernel.tables import Tables

from ...terms import Band, Branch, GunClass, Wound
from ..measures import switched
from ..troops.formations import saves_as_column
from ..troops.massed import keeps_column_save
from .dice_pools import SIX, Saving, casualty_chances, needed, throw_saves
from .units import UnitFacts, is_cavalry


class BlowSeen(NamedTuple):
    """How one who saves sees the blow: what each of these says of his facts."""

    wound: Callable[[Any], Wound]
    by: Callable[[Any], Branch]
    covered: Callable[[Any], bool]
    """Its cover counts."""
    guns: Callable[[Any], int] | None = None
    """What guns of this band add to the save; nothing where none can have fired."""
    lances: Callable[[Any], bool] | None = None
    """Lancers struck, in the turn in which they charged."""
    lances_at_square: Callable[[Any], bool] | None = None
    wounds: tuple[Wound, ...] = ("shooting", "closing_fire", "hand_to_hand")
    """What can have struck it at all: rows of other blows are left out."""
    horse: bool = True
    """Cavalry can have struck it."""


def save_list(t: Tables, blow: BlowSeen) -> list[Modifier]:
    """All that is added to saves."""
    no_guns = t.value("BP-SAVE-2", "silent")

    def column(s: Any) -> bool:
        return (
            saves_as_column(t, s.formation)
            # depth does not help against round shot: it goes through all ranks
            and not (blow.by(s) == "artillery" and s.formation in no_guns)
            and keeps_column_save(t, massed=s.massed, wound=blow.wound(s))
        )

    return [
        *modifiers(
            t,
            "BP-SAVE-2",
            given("attack_column", column),
            # woods as cover or as skirmishers' ground, but never both
            given("cover", lambda s: s.cover == "cover" and blow.covered(s) and not _of_woods(t, s, blow.wound(s))),
            given("building", lambda s: s.cover == "building" and blow.covered(s)),
            given("march_column", lambda s: s.formation in ("march_column", "limbered")),
            *([amount(t.value("BP-SAVE-2", "guns"), blow.guns, rule="BP-ART-1")] if blow.guns else []),
        ),
        *_in_woods(t, blow),
        *_against_cavalry(t, blow),
        *(modifiers(t, "BP-SPEC-3", given("charge", blow.lances)) if blow.lances else []),
        *_drafts(t, blow),
    ]


@implements("BP-WOODS-9", "BP-WOODS-11")
def _of_woods(t: Tables, s: Any, wound: Wound) -> str:
    """The rule of the woods by which skirmishers save better, instead of the cover there."""
    if s.formation not in t.value("BP-WOODS-9", "formations"):
        return ""
    # under fire they have the cover of the woods like anyone else
    if wound == "shooting" and not t.value("BP-WOODS-9", "shooting"):
        return ""
    return next((rule for rule in ("BP-WOODS-9", "BP-WOODS-11") if s.terrain in t.value(rule, "terrain")), "")


def _in_woods(t: Tables, blow: BlowSeen) -> list[Modifier]:
    return [
        *modifiers(t, "BP-WOODS-9", given("in_woods", lambda s: _of_woods(t, s, blow.wound(s)) == "BP-WOODS-9")),
        *modifiers(t, "BP-WOODS-11", given("in_woods", lambda s: _of_woods(t, s, blow.wound(s)) == "BP-WOODS-11")),
    ]


@implements("BP-SQUARE-4", "BP-SQCAV-2")
def _against_cavalry(t: Tables, blow: BlowSeen) -> list[Modifier]:
    def steady(s: Any) -> bool:
        return s.formation == "square" and not s.disordered and blow.by(s) == "cavalry"

    at_square = blow.lances_at_square
    return [
        *(modifiers(t, "BP-SQUARE-4", given("steady_square", steady)) if blow.horse else []),
        *(modifiers(t, "BP-SQCAV-2", given("lancers", at_square)) if at_square else []),
    ]


@implements("BP-CAVF-3", "BP-CAVF-5", "BP-BMOR-3", "BP-CAVM-2")
def _drafts(t: Tables, blow: BlowSeen) -> list[Modifier]:
    """Rows of drafts, of those alone that are in force."""
    lost_if = t.value("BP-CAVF-5", "lost_if")

    def echelon(s: Any) -> bool:
        fire = blow.wound(s) == "closing_fire" and blow.by(s) != "artillery"
        return fire and s.formation == "echelon"

    def line(s: Any) -> bool:
        in_line = is_cavalry(s.arm) and s.formation == "line" and blow.by(s) == "cavalry"
        return in_line and not any(getattr(s, state) for state in lost_if)

    found: list[Modifier] = []
    if switched(t, "cavalry_melees") and "hand_to_hand" in blow.wounds:
        found += modifiers(t, "BP-CAVM-2", flag("disordered", when=lambda s: blow.wound(s) == "hand_to_hand"))
    if switched(t, "cavalry_formations") and "closing_fire" in blow.wounds:
        found += modifiers(t, "BP-CAVF-3", given("save", echelon))
    if switched(t, "cavalry_formations") and blow.horse:
        found += modifiers(t, "BP-CAVF-5", given("save", line))
    if switched(t, "brigade_morale_v2"):
        found += modifiers(t, "BP-BMOR-3", given("morale", lambda s: s.brigade != "good"))
    return found


@implements("BP-SPEC-11")
def saves_again(t: Tables) -> Callable[[Any], int]:
    """How many failed saves a unit throws again."""
    stubborn, crack = t.number("BP-SPEC-11", "stubborn"), t.number("BP-SPEC-11", "crack")

    def again(s: Any) -> int:
        if "stubborn" in s.special:
            return stubborn
        # crack only as long as nobody has fallen
        return crack if "crack" in s.special and not s.casualties else 0

    return again


class SavesFacts(UnitFacts):
    """A unit that has been hit."""

    hits: Annotated[int, Range(0, 14), "hits to save"]
    wound: Annotated[Wound, "what they came from"] = "shooting"
    by: Annotated[Branch, "foot, horse or guns that struck it"] = "infantry"
    band: Annotated[Band, "the range at which guns struck it"] = "none"
    gun_class: Annotated[GunClass, "the guns"] = "medium"
    lancers: Annotated[bool, "lancers struck it"] = False
    lancers_charged: Annotated[bool, "these lancers charged in this turn"] = False
    covered: Annotated[bool, "hand-to-hand: it was charged in its cover, and this is the first round"] = True


class SavesResult(NamedTuple):
    """Hits that were not saved."""

    casualties: int


class SaveThrow(Check[SavesFacts, SavesResult]):
    """Saves for hits that are known."""

    throws = "a d6 for each hit"

    def __init__(self, t: Tables, of: list[Modifier]) -> None:
        self.modifiers: list[Modifier] = of
        self._band_row, self._no_band_row = t.row("BP-SAVE-2", "no_band"), t.row("BP-SAVE-2", "band")
        self._reckon, self._again = Reckoner(of), saves_again(t)
        self._known: Memory[SavesResult] = Memory()

    @property
    def sides(self) -> int:
        return SIX

    def saving(self, s: SavesFacts) -> Saving:
        """What a die needs."""
        worth = self._reckon.sum(s)
        assert worth is not None, "nothing forbids a save"
        return Saving(needed(s.morale, worth[0]), self._again(s))

    def dice(self, s: SavesFacts) -> Pool:
        """What is thrown first."""
        return Pool(s.hits, D6, self.saving(s).need)

    def groups(self) -> list[tuple[str, list[Modifier]]]:
        return [("to save", self.modifiers)]

    def refusal(self, s: SavesFacts) -> Refusal | None:
        """Guns strike at a range, and nobody else does."""
        # hand-to-hand even gunners have no range
        guns = s.by == "artillery" and s.wound != "hand_to_hand"
        if guns != (s.band != "none"):
            row = self._band_row if guns else self._no_band_row
            return Refusal(row.rule, row.label)
        return None

    def roll(self, s: SavesFacts, dice: DiceSource) -> Result[SavesResult]:
        if refusal := self.refusal(s):
            return Result(self.name, self.rule, (), None, (), None, None, refusal)
        saving = self.saving(s)
        faces, lost = throw_saves(saving, s.hits, dice, self.name)
        reckoned = self._reckon.explain(s)
        does = f"added to each die; {saving.need}{'' if saving.need == SIX else ' or more'} on the die saves"
        details = {"pool": s.hits, "hits": s.hits - lost, "needs": saving.need, "total_name": does}
        return Result(
            self.name,
            self.rule,
            faces,
            s.hits - lost,
            tuple(reckoned.applied),
            reckoned.total,
            SavesResult(lost),
            None,
            details,
        )

    def odds(self, s: SavesFacts) -> Odds[SavesResult]:
        if refusal := self.refusal(s):
            raise Refused(refusal)
        saving = self.saving(s)
        key = (saving, s.hits)
        cases = casualty_chances(saving, s.hits, s.hits).items()
        # worked out once for what a die needs and how many there are: the unit itself does not matter
        return self._known.get(key) or self._known.keep(key, Odds((SavesResult(lost), w) for lost, w in cases))


@check("saves", "BP-SAVE-1", asks=SavesFacts)
def saves(t: Tables) -> SaveThrow:
    """Morale saves against hits."""
    woods = t.value("BP-WOODS-10", "terrain")

    def lances(s: SavesFacts) -> bool:
        return s.lancers and s.wound == "hand_to_hand" and s.terrain not in woods

    blow = BlowSeen(
        wound=lambda s: s.wound,
        by=lambda s: s.by,
        guns=lambda s: guns_on_saves(t, s.band, s.gun_class) if s.by == "artillery" and s.band != "none" else 0,
        lances=lambda s: lances(s) and s.lancers_charged and s.formation != "square",
        lances_at_square=lambda s: lances(s) and s.formation == "square",
        covered=lambda s: s.covered or s.wound != "hand_to_hand",
    )
    return SaveThrow(t, save_list(t, blow))


@implements("BP-ART-1", "BP-ART-3")
def guns_on_saves(t: Tables, band: Band, gun_class: GunClass) -> int:
    """What a target adds to its saves from guns."""
    if band == "effective" and gun_class == "light":
        return t.number("BP-ART-3", "save")
    found: int = t.value("BP-ART-1", band)["save"]
    return found
