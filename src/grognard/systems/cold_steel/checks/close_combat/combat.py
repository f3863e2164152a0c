"""Chapter 9: close combat. Both sides roll; the difference is read on the table of the arms that meet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Refusal, check, implements
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier, amount, by, each, flag, given, highest, modifiers
from grognard.kernel.opposed import Contest, Opposed, Pair
from grognard.kernel.pooled import HUNDRED, Pooled, Volley
from grognard.kernel.tables import Tables

from ...terms import (
    EMPTY,
    NO_COVER,
    STATUSES,
    WOODS,
    Arm,
    Cover,
    Disorder,
    MoraleRating,
    Percent,
    Side,
    Status,
    Weather,
    worse,
)
from ..fire.targets import SQUARES, TargetFormation

Weapons = Literal["usual", "none", "bayonet", "melee"]
Leader = Literal["none", "poor", "average", "superior"]
_LOOSE = {"open_column": "open_order"}
"""CS-9.2.1l: formations that fight as if in open order."""
WORKS = frozenset(("light_works", "medium_works", "heavy_works"))


class CloseCombatFacts(Facts):
    """One side of a close combat. A fact given without a side holds for both."""

    morale_rating: MoraleRating
    arm: Annotated[Arm, "its arm"] = "infantry"
    figures: Annotated[int, Range(1, 200), "live figures, or guns, before this combat"] = 24
    front_figures: Annotated[int, Range(0, 200), "of these in the front rank, for firefights; 0 means all"] = 0
    pairings: Annotated[int, Range(1, 8), "enemies it fights in this combat; its figures are shared out"] = 1
    status: Annotated[Status, "its morale level"] = "determined"
    disorder: Disorder = 0
    casualties_percent: Percent = 0
    formation: Annotated[TargetFormation, "its formation"] = "line"
    attacks: Annotated[Side, "where it strikes the enemy"] = "front"
    flanks_secured: bool = False
    cover: Annotated[frozenset[Cover], "what it stands in; only the best counts"] = NO_COVER
    enemy_inside: Annotated[bool, "the enemy stands in the same works or cover, which then help neither"] = False
    leader: Annotated[Leader, "best leader near"] = "none"
    surprised: bool = False
    irregular: bool = False
    weapons: Annotated[Weapons, "usual: bayonets for infantry, swords or lances for cavalry"] = "usual"
    engineers: bool = False
    frontage: Annotated[int, Range(0, 3000), "frontage in paces, one face of a square; 0 if not known"] = 0
    weather: Annotated[Weather, "the day's weather"] = "clear"
    gallop_charge: Annotated[bool, "Module 2: gallop-trained cavalry that came into P3 at the canter this turn"] = False
    trot_trained: Annotated[bool, "Module 2: cavalry trained to charge at the trot"] = False


class Fate(NamedTuple):
    """What becomes of one side: the percent of casualties it inflicts, its disorder and its morale level."""

    inflicts_percent: int
    disorder: int
    status: str
    eliminated: bool = False

    def told(self, foe: Fate) -> str:
        """What it suffers from this foe."""
        if self.eliminated:
            return "is eliminated"
        loses = [f"loses {foe.inflicts_percent / 100:g} figures" if foe.inflicts_percent else "loses nobody"]
        if self.disorder:
            loses.append(f"{self.disorder} disorder")
        return ", ".join([*loses, *([self.status.replace("_", " ")] if self.status else [])])


_GOES_ON = {"melee": "locked in melee", "firefight": "stand and fire at each other"}
"""Results in which nobody gives way."""


class CloseCombatResult(NamedTuple):
    """The result of a close combat. In a firefight disorder follows the hits taken."""

    result: str
    winner: str
    ours: Fate
    theirs: Fate
    trophy: bool = False
    pursuit: bool = False
    firefight: bool = False
    open_order: bool = False

    def headline(self) -> str:
        """Who wins, and what the beaten does."""
        if self.result in _GOES_ON or not self.winner:
            return _GOES_ON.get(self.result, self.result)
        beaten = "theirs" if self.winner == "ours" else "ours"
        return f"{self.winner} wins, {self.result.replace('loser', beaten)}"

    def told(self) -> str:
        """The same with what becomes of both."""
        also = [name for name in ("trophy", "pursuit") if getattr(self, name)]
        fates = [f"ours {self.ours.told(self.theirs)}", f"theirs {self.theirs.told(self.ours)}"]
        return "; ".join([self.headline(), *fates, *([", ".join(also)] if also else [])])


@check("close-combat", "CS-9.2", asks=CloseCombatFacts)
def close_combat(t: Tables) -> Opposed[CloseCombatResult]:
    """Close combat: both sides roll, the difference decides."""
    tables = {
        ("infantry", "infantry"): _clash(t, "CS-9.2.2b"),
        ("cavalry", "cavalry"): _clash(t, "CS-9.2.2d"),
        ("cavalry", "infantry"): _clash(t, "CS-9.2.2e"),
        ("artillery", "infantry"): _storm(t, "CS-9.2.2c"),
        ("artillery", "cavalry"): _storm(t, "CS-9.2.2f"),
    }
    # whichever of the two is named first
    tables |= {(other, one): table for (one, other), table in tables.items()}
    duel = t.row("CS-9.2", "gun_duel")
    return Opposed(
        dice=TWO_D10,
        modifiers=_modifiers(t),
        result=lambda contest: tables[contest.ours.arm, contest.theirs.arm](contest),
        depends=_depends,
        # batteries do not close with each other, by the ruling: they stay and fire
        forbids=lambda pair: (
            Refusal(duel.rule, duel.label) if pair.ours.arm == pair.theirs.arm == "artillery" else None
        ),
    )


def _depends(pair: Pair) -> Hashable:
    # what the outcome reads besides the dice: odds are worked out once for each such set
    return tuple(
        (side.arm, side.status, side.figures, side.front_figures, side.pairings, side.trot_trained) for side in pair
    )


@implements("CS-9.2.1e", "CS-9.2.1l", "CS-9.2.1g", "CS-9.2.1i", "CS-9.2.1k", "CS-9.2.1n")
def _modifiers(t: Tables) -> list[Modifier]:
    wide = t.number("CS-9.2.1j", "times")
    table = modifiers(
        t,
        "CS-9.2.1a",
        each("morale_rating"),
        each("disorder"),
        each("casualties_percent", "casualties"),
        # flank, open flank and rear do not add up: only the highest counts (CS-9.2.1a)
        highest(_direction),
        given("flanks_secured", _secured),
        by("formation", also=_LOOSE),
        by("status"),
        by("leader", "leader_"),
        # one row of cover, the best
        highest(_cover, also=WOODS),
        flag("surprised"),
        flag("irregular"),
        by(_weapons, "weapons_"),
        flag("engineers", when=lambda s: s.foe.cover & WORKS),
        given("rain_snow", lambda s: s.arm == "infantry" and s.weather in ("rain", "snow")),
        # nought is not known, and nobody is twice as wide as that
        flag("frontage", "double_frontage", when=lambda s: s.frontage >= wide * s.foe.frontage > 0),
    )
    if not t.value("CS-M2-9.2.1", "in_force"):
        return table
    return table + modifiers(t, "CS-M2-9.2.1", flag("gallop_charge", when=lambda s: s.arm == "cavalry"))


@implements("CS-9.2.1c")
def _direction(s: Any) -> tuple[str, ...]:
    """Cavalry on an open infantry flank has a row of its own; where it does not hold the plain one does."""
    if s.attacks == "rear":
        return ("rear_attack",)
    if s.attacks != "flank":
        return ()
    # secured from his point of view: he has his own enemy before him
    open_flank = s.arm == "cavalry" and s.foe.arm == "infantry" and not _secured(s.foe.facing(s))
    return ("flank_attack", "open_infantry_flank") if open_flank else ("flank_attack",)


@implements("CS-9.2.1d", "CS-9.1d")
def _secured(s: Any) -> bool:
    """Both flanks covered, or a square against cavalry; skirmish squares are none."""
    square: bool = s.arm == "infantry" and s.formation in SQUARES and s.foe.arm == "cavalry"
    return square or bool(s.flanks_secured)


@implements("CS-9.2.1m")
def _cover(s: Any) -> frozenset[str]:
    """Works and woods help only against those who are not in them too."""
    cover: frozenset[str] = s.cover
    return EMPTY if s.enemy_inside else cover


@implements("CS-9.2.1h")
def _weapons(s: Any) -> str:
    """Cavalry has swords as a matter of course; gunners count neither way."""
    if s.weapons == "usual":
        return "melee" if s.arm == "cavalry" else "bayonet"
    weapons: str = s.weapons
    return weapons


class Clash(NamedTuple):
    """A row of a results table between infantry and cavalry."""

    result: str
    winner_percent: int
    loser_percent: int
    winner_disorder: int
    loser_disorder: int
    loser_status: str = ""
    front_rank: bool = False
    trophy: bool = False
    pursuit: bool = False
    firefight: bool = False
    open_order: bool = False


def _clash(t: Tables, rule: str) -> Callable[[Contest], CloseCombatResult]:
    rows = t.bands(rule, "rows", Clash)
    times = t.number("CS-9.2.2j", "times") if rule in t.value("CS-9.2.2j", "tables") else 1
    spare = _spared(t)

    def worth(side: CloseCombatFacts, markers: int) -> int:
        return markers * times if side.arm == "cavalry" else markers

    def read(contest: Contest) -> CloseCombatResult:
        row = rows[abs(contest.difference)]
        # a tie is no victory, but the row for it treats both alike
        won = contest.difference >= 0
        winner, loser = (contest.ours, contest.theirs) if won else (contest.theirs, contest.ours)
        markers = worth(winner, row.winner_disorder)
        # only a real victory is spared: a melee disorders trot-trained horse like any other (CS-M2-9.2.2)
        markers = spare(winner, markers) if row.loser_status else markers
        wins = Fate(_pool(winner, row.winner_percent, row.front_rank), markers, "")
        loses = Fate(
            _pool(loser, row.loser_percent, row.front_rank),
            worth(loser, row.loser_disorder),
            # who was already worse off stays so (CS-9.2.2h)
            worse(loser.status, row.loser_status) if row.loser_status else "",  # type: ignore[arg-type]
        )
        ours, theirs = (wins, loses) if won else (loses, wins)
        pursuit = row.pursuit and winner.arm == "cavalry"
        whose = _winner(contest.difference)
        return CloseCombatResult(row.result, whose, ours, theirs, row.trophy, pursuit, row.firefight, row.open_order)

    return read


def _spared(t: Tables) -> Callable[[CloseCombatFacts, int], int]:
    """CS-M2-9.2.2: cavalry trained to charge at the trot takes half the disorder when it wins."""
    in_force, percent = t.value("CS-M2-9.2.2", "in_force"), t.number("CS-M2-9.2.2", "percent")

    def spare(winner: CloseCombatFacts, markers: int) -> int:
        spared = in_force and winner.arm == "cavalry" and winner.trot_trained
        # rounded up: half of one marker is one
        return -(-markers * percent // HUNDRED) if spared else markers

    return spare


class Storm(NamedTuple):
    """A row of a results table of guns against those who come at them."""

    result: str
    guns_percent: int
    others_percent: int
    guns_disorder: int
    others_disorder: int
    others_status: str = ""
    overrun: bool = False
    front_rank: bool = False
    firefight: bool = False


@implements("CS-9.2.2k")
def _storm(t: Tables, rule: str) -> Callable[[Contest], CloseCombatResult]:
    margin, spare = t.number(rule, "margin"), _spared(t)
    rows = {key: Storm(**t.value(rule, key)) for key in ("even", "guns_lose", "guns_win")}

    def read(contest: Contest) -> CloseCombatResult:
        guns_are_ours = contest.ours.arm == "artillery"
        guns, others = (contest.ours, contest.theirs) if guns_are_ours else (contest.theirs, contest.ours)
        lead = contest.difference if guns_are_ours else -contest.difference
        row = rows["even" if abs(lead) < margin else "guns_win" if lead > 0 else "guns_lose"]
        battery = Fate(_pool(guns, row.guns_percent, False), row.guns_disorder, "", row.overrun)
        status = worse(others.status, row.others_status) if row.others_status else ""  # type: ignore[arg-type]
        markers = spare(others, row.others_disorder) if row.overrun else row.others_disorder
        attack = Fate(_pool(others, row.others_percent, row.front_rank), markers, status)
        ours, theirs = (battery, attack) if guns_are_ours else (attack, battery)
        return CloseCombatResult(row.result, _winner(contest.difference), ours, theirs, firefight=row.firefight)

    return read


def _winner(difference: int) -> str:
    return "ours" if difference > 0 else "theirs" if difference < 0 else "neither"


def _pool(side: CloseCombatFacts, percent: int, front_rank: bool) -> int:
    """Percent a side inflicts: its live figures, shared out evenly over its enemies."""
    # nought front figures means that all of them stand in front
    figures = side.front_figures or side.figures if front_rank else side.figures
    # shared out by whole figures: what does not divide strikes nobody
    return figures // side.pairings * percent


class Aftermath(NamedTuple):
    """What becomes of a unit that fought several enemies at once."""

    disorder: int
    status: str
    eliminated: bool


@implements("CS-9.1c")
def aftermath(fates: Sequence[Fate]) -> Aftermath:
    """One unit's fates against each of its enemies taken together: all the disorder, the worst of the levels."""
    levels = [fate.status for fate in fates if fate.status]
    worst = max(levels, key=STATUSES.index, default="")
    return Aftermath(sum(fate.disorder for fate in fates), worst, any(fate.eliminated for fate in fates))


class CloseCombatCasualtiesFacts(Facts):
    """What one side inflicts on the other in a close combat."""

    percent: Annotated[int, Range(0, 20_000), "percent inflicted, as the close combat gives it"]
    firefight_by: Annotated[
        Literal["none", "infantry", "artillery"], "in a firefight, who shoots: disorder follows the hits"
    ] = "none"
    hits_before: Annotated[int, Range(0, 60), "small arms hits taken this turn already"] = 0


class CloseCombatCasualtiesResult(NamedTuple):
    """Casualties (guns, for a battery) and the disorder of a firefight."""

    casualties: int
    disorder: int


@check("close-combat-casualties", "CS-9.2.2g", asks=CloseCombatCasualtiesFacts)
def close_combat_casualties(t: Tables) -> Pooled[CloseCombatCasualtiesFacts, CloseCombatCasualtiesResult]:
    """Casualties of one side in a close combat."""
    return Pooled(
        shooters=lambda _: 1,
        modifiers=modifiers(t, "CS-9.2.2g", amount("percent inflicted", lambda s: s.percent)),
        result=_losses(t),
        floor=("CS-9.2.2g", "never below 0"),
        depends=("firefight_by", "hits_before"),
    )


@implements("CS-9.2.2l")
def _losses(t: Tables) -> Callable[[Volley[CloseCombatCasualtiesFacts]], CloseCombatCasualtiesResult]:
    """Only a firefight disorders by its hits: those of guns one by one, those of muskets as in any small arms fire."""
    per_marker = t.number("CS-8.2.4b", "hits_for_a_marker")

    def effect(volley: Volley[CloseCombatCasualtiesFacts]) -> CloseCombatCasualtiesResult:
        s, hits = volley.s, volley.hits
        # markers by the running count of the turn: two hits now and one before make the third
        musketry = (s.hits_before + hits) // per_marker - s.hits_before // per_marker
        return CloseCombatCasualtiesResult(hits, {"none": 0, "infantry": musketry, "artillery": hits}[s.firefight_by])

    return effect
