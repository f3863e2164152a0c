"""Fire: small arms, artillery, ricochet; casualty steps and ammunition spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, amount, by, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import Ammunition, Branch, Cover, Formation, Gun, Shot, Status, Tubes, Weapon
from .charts import column, one_die, paces
from .ranges import artillery_bands, small_arms_bands, tube_rows


class Shooting(Facts):
    """What all fire asks about firer and target."""

    distance: Annotated[Paces, "paces to the target"]
    ammunition: Annotated[Ammunition, "ammunition points the firer has"] = 8
    status: Annotated[Status, "its status"] = "steady"
    first: Annotated[bool, "its first fire of the battle"] = False
    firer_smoke: Annotated[bool, "the firer is in smoke"] = False
    target_smoke: Annotated[bool, "the target is in smoke"] = False
    moved: Annotated[Paces, "paces the firer has moved in this activation"] = 0
    allowance: Annotated[Paces, "paces it was allowed"] = 0
    cover: Annotated[Cover, "cover of the target"] = "none"
    target: Annotated[Branch, "foot, horse or guns of the target"] = "infantry"
    target_formation: Annotated[Formation, "formation of the target"] = "line"
    target_flank: Annotated[bool, "the fire strikes a flank or the rear of a target that has them"] = False


class SmallArmsFacts(Shooting):
    """Infantry, or cavalry with carbines, that fires."""

    stands: Annotated[int, Range(0, 40), "firing stands, of all units that fire together; 0 for less than one"]
    weapon: Annotated[Weapon, "what is fired"] = "musket"
    branch: Annotated[Branch, "foot or horse"] = "infantry"
    formation: Annotated[Formation, "formation of the firer"] = "line"
    extra_ap: Annotated[bool, "an additional ammunition point is spent"] = False
    charges: Annotated[bool, "it charges in this turn"] = False


class FireResult(NamedTuple):
    """Casualty steps, ammunition spent, and whether a die is thrown for more of it (ammunition-spent)."""

    steps: int
    ammunition: int
    more: bool


@implements("CD-fire-zero")
def casualty_steps(t: Tables) -> Callable[[int, int], int]:
    """Casualty steps for so many stands (0 for a half) and a modified roll; more stands than the table has are split,
    and each part is read with the same roll."""
    rows, edges = t.value("CD-fire-table", "rows"), t.value("CD-fire-table", "columns")
    column_of, most = column(edges), t.number("CD-fire-row", "most_stands")
    # a roll of exactly 0 has a column of its own, since it is printed; only below it nothing is hit
    # (CD-fire-zero)
    lowest = edges[-1] if t.value("CD-fire-zero", "zero_column") else edges[-2]

    def steps(stands: int, total: int) -> int:
        if total < lowest:
            return 0
        if stands > most:
            return steps(most, total) + steps(stands - most, total)
        found: int = rows[stands][column_of(total)]
        return found

    return steps


@check("small-arms", "CD-fire-procedure", asks=SmallArmsFacts)
def small_arms(t: Tables) -> Roll[SmallArmsFacts, FireResult]:
    """Fire of muskets, rifles or carbines."""
    bands, steps, spent = small_arms_bands(t), casualty_steps(t), _ammunition(t)
    base, additional = t.number("CD-ap-cost", "small_arms"), t.number("CD-ap-cost", "additional")

    def result(throw: Thrown[SmallArmsFacts]) -> FireResult:
        s = throw.s
        if not s.ammunition:  # scrounging costs nothing, whatever the die shows
            return FireResult(steps(s.stands, throw.total), 0, False)
        paid = base + (additional if s.extra_ap else 0)
        return FireResult(steps(s.stands, throw.total), *spent(throw.natural, paid, s.ammunition))

    def range_of(weapon: Weapon) -> list[Modifier]:
        band_of = bands[weapon]
        return modifiers(t, f"CD-range-{weapon}", by(lambda s: band_of(s.distance) if s.weapon == weapon else ""))

    return Roll(
        dice=one_die(t, "CD-fire-procedure"),
        modifiers=[
            *_firer(t),
            *modifiers(t, "CD-cavalry-fire", given("unfit", _unfit(t))),
            *modifiers(t, "CD-out-of-ammo", given("additional", lambda s: s.extra_ap and not s.ammunition)),
            *modifiers(
                t,
                "CD-ap-cost",
                # with nothing left it is scrounging, which the row above deals with
                given("too_few", lambda s: s.extra_ap and 0 < s.ammunition < base + additional),
            ),
            *range_of("musket"),
            *range_of("rifle"),
            *modifiers(
                t,
                "CD-fire-mods-small-arms",
                flag("extra_ap"),
                given("scrounging", lambda s: not s.ammunition),
                _initial("initial_volley"),
            ),
            *modifiers(
                t,
                "CD-fire-mods-moving",
                given("infantry_over", lambda s: s.branch == "infantry" and over_half(t, s)),
            ),
            *_target(t),
            *modifiers(
                t,
                "CD-fire-mods-target",
                given("small_arms_at_artillery", lambda s: s.target == "artillery"),
            ),
        ],
        result=result,
        depends=("stands", "ammunition", "extra_ap"),
    )


@implements("CD-initial-volley")
def _initial(row: str) -> Any:
    """The first fire of a unit, by small arms or by guns."""
    return flag("first", row)


def _unfit(t: Tables) -> Callable[[SmallArmsFacts], bool]:
    """Which fire of carbines is not allowed."""
    formations = t.value("CD-cavalry-fire", "formations")
    reach = paces(t, t.row("CD-cavalry-fire", "unfit").columns["within"])

    def unfit(s: SmallArmsFacts) -> bool:
        return s.branch == "cavalry" and (s.formation not in formations or s.charges or s.distance > reach)

    return unfit


@implements("CD-fire-mods-moving")
def over_half(t: Tables, s: Any) -> bool:
    """Whether a firer has moved over half of the allowance it rolled."""
    # strictly over half: half of what it rolled costs nothing
    return bool(s.moved * t.number("CD-fire-mods-moving", "of") > s.allowance * t.number("CD-fire-mods-moving", "part"))


def _firer(t: Tables) -> list[Modifier]:
    shut = frozenset(name for name, row in t["CD-formations"].items() if not row.get("fire", True))
    return [
        *modifiers(t, "CD-formations", given("silent", lambda s: s.formation in shut)),
        *modifiers(t, "CD-fire-mods-morale", by("status")),
    ]


def _target(t: Tables) -> list[Modifier]:
    """What smoke, cover and the target's formation are worth."""
    calls = {cover: row["fire"] for cover, row in t["CD-cover-classes"].items() if isinstance(row, dict)}
    smoke: Callable[[Any], object] = {
        # smoke on both counts once: the list has one row for it
        "either": lambda s: s.firer_smoke or s.target_smoke,
        "firer": lambda s: s.firer_smoke,
        "target": lambda s: s.target_smoke,
    }[t.value("CD-fire-mods-cover", "smoke")]
    return [
        *modifiers(t, "CD-fire-mods-cover", by(lambda s: calls[s.cover]), given("in_smoke", smoke)),
        *modifiers(
            t,
            "CD-fire-mods-target",
            flag("target_flank", "flank"),
            by("target_formation"),
            given("open_order", lambda s: s.target_formation == "general" and s.cover != "none"),
        ),
    ]


@implements("CD-ap-natural-9-10")
def _ammunition(t: Tables) -> Callable[[int, int, int], tuple[int, bool]]:
    """Ammunition spent for a natural roll, what was paid and what there was, and whether a die decides on more."""
    nine, ten = t.number("CD-ap-natural-9-10", "one_more"), t.number("CD-ap-natural-9-10", "again")
    extra = t.number("CD-ap-natural-9-10", "extra")

    def spent(natural: int, paid: int, had: int) -> tuple[int, bool]:
        # no second die where nothing is left to lose
        return min(had, paid + (extra if natural == nine else 0)), natural == ten and had > paid

    return spent


class ArtilleryFacts(Shooting):
    """A battery, or battalion guns, that fires."""

    gun: Annotated[Gun, "the guns; of a mixed battery most of them"]
    tubes: Annotated[Tubes, "tubes in action"]
    shot: Annotated[Shot, "ball or canister"] = "ball"
    rate: Annotated[int, Range(1, 4), "rate of fire wanted, in ammunition points"] = 2
    formation: Annotated[Formation, "limbered guns do not fire"] = "unlimbered"
    battalion_guns: Annotated[bool, "they belong to an infantry unit and move with it"] = False


@check("artillery", "CD-fire-procedure", asks=ArtilleryFacts)
def artillery(t: Tables) -> Roll[ArtilleryFacts, FireResult]:
    """Fire of guns."""
    steps, spent = casualty_steps(t), _ammunition(t)

    def result(throw: Thrown[ArtilleryFacts]) -> FireResult:
        s = throw.s
        return FireResult(_gun_steps(t, steps, s.tubes, throw.total), *spent(throw.natural, _rate(s), s.ammunition))

    return Roll(
        dice=one_die(t, "CD-fire-procedure"),
        modifiers=_gunnery(t),
        result=result,
        depends=("tubes", "ammunition", "rate"),
    )


def _rate(s: ArtilleryFacts) -> int:
    """The rate that can be paid."""
    # guns that cannot pay for the rate they were told fire at the one they can pay
    return min(s.rate, s.ammunition)


def _gun_steps(t: Tables, steps: Callable[[int, int], int], tubes: int, total: int) -> int:
    """Casualty steps of so many tubes: each printed row of tubes is a row of stands."""
    printed = t.value("CD-fire-table", "tubes")
    return sum(steps(printed.index(row), total) for row in tube_rows(t, tubes)) if tubes else 0


def _gunnery(t: Tables) -> list[Modifier]:
    bands = artillery_bands(t)

    def range_of(s: ArtilleryFacts) -> str:
        band = bands[s.gun, s.shot](s.distance)
        return band if band == "beyond" else f"{s.gun}_{band}"

    def counter_battery(s: ArtilleryFacts) -> bool:
        # limbered guns are no counter-battery target; small arms make no such difference
        return s.target == "artillery" and s.target_formation != "limbered"

    def dragged(s: ArtilleryFacts) -> bool:
        return s.battalion_guns and s.moved > 0

    return [
        *_firer(t),
        *modifiers(t, "CD-out-of-ammo", given("guns", lambda s: not s.ammunition)),
        *modifiers(
            t,
            "CD-fire-mods-moving",
            given("guns_over", lambda s: dragged(s) and over_half(t, s)),
            # needs no upper limit: over half the row above forbids the fire
            given("guns_under", dragged),
        ),
        *modifiers(t, "CD-range-artillery", by(range_of)),
        *modifiers(t, "CD-fire-mods-artillery", by(lambda s: f"rate_{_rate(s)}"), _initial("initial_fire")),
        *_target(t),
        *modifiers(
            t,
            "CD-fire-mods-target",
            given("counter_battery_ball", lambda s: counter_battery(s) and s.shot == "ball"),
            given("counter_battery_canister", lambda s: counter_battery(s) and s.shot == "canister"),
        ),
    ]


class RicochetFacts(ArtilleryFacts):
    """The first other unit behind the target of ball, fired on with the same die."""

    natural: Annotated[int, Range(1, 10), "the die of the first fire"]
    behind: Annotated[Paces, "paces from the first target to this one"]
    first_distance: Annotated[Paces, "paces to the first target"]
    open_ground: Annotated[bool, "neither woods nor buildings there, and not uphill"] = True
    howitzers: Annotated[bool, "the battery is of howitzers"] = False


class RicochetResult(NamedTuple):
    """Casualty steps of the second target; no ammunition is spent on it."""

    steps: int


@check("ricochet", "CD-ricochet", asks=RicochetFacts)
def ricochet(t: Tables) -> Roll[RicochetFacts, RicochetResult]:
    """What a ricochet does to the unit behind the target."""
    bands, steps = artillery_bands(t), casualty_steps(t)
    reach, among = paces(t, t.number("CD-ricochet", "behind")), t.value("CD-ricochet", "bands")

    def none(s: RicochetFacts) -> bool:
        spent = s.shot != "ball" or s.howitzers or not s.open_ground or s.behind > reach
        return spent or bands[s.gun, "ball"](s.first_distance) not in among

    return Roll(
        modifiers=[
            # no new die: the first one enters as a number, and all modifiers of this target with it
            *modifiers(t, "CD-ricochet", given("none", none), amount("the die of the first fire", lambda s: s.natural)),
            *_gunnery(t),
            *modifiers(t, "CD-fire-mods-artillery", given("ricochet", lambda _: True)),
        ],
        result=lambda throw: RicochetResult(_gun_steps(t, steps, throw.s.tubes, throw.total)),
        depends=("tubes",),
    )
