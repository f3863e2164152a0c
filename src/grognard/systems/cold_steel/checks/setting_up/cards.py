"""Chapter 1: grand-tactical cards, dummies among them, and what happens when figures replace them."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning, refuse
from grognard.kernel.dice import D10
from grognard.kernel.facts import Count, Facts, Range
from grognard.kernel.modifiers import Modifier, by, counted, each, given, modifiers
from grognard.kernel.pooled import Pooled, Volley
from grognard.kernel.tables import Tables

from ...terms import Character, Rating

Light = Literal["day", "twilight", "darkness"]
Wave = Literal["first", "second", "third"]
Hits = Annotated[int, Range(0, 200)]


class CardSizeFacts(Facts):
    """The figures a game is played with."""

    five_mm: Annotated[bool, "5 mm figures"] = False


class CardSizeResult(NamedTuple):
    """The sheet that covers a card."""

    sheet: str


@reckoning("card-size", "CS-1.6a", asks=CardSizeFacts)
def card_size(t: Tables, s: CardSizeFacts) -> CardSizeResult:
    """How large a sheet covers a card."""
    return CardSizeResult(t.value("CS-1.6a", "sheet_5mm" if s.five_mm else "sheet"))


class CardCountFacts(Facts):
    """A formation made up of like brigades; ask once for each kind of brigade."""

    infantry_brigades: Annotated[int, Range(0, 20), "infantry brigades of this make-up"] = 0
    regiments: Annotated[int, Range(0, 10), "regiments in each of them"] = 0
    battalions_each: Annotated[int, Range(1, 6), "battalions in each regiment"] = 1
    other_battalions: Annotated[int, Range(0, 20), "further battalions in each brigade, of smaller regiments"] = 0
    cavalry_brigades: Annotated[int, Range(0, 20), "cavalry brigades, or groups of brigaded squadrons"] = 0
    battery_groups: Annotated[int, Range(0, 20), "groups of batteries that belong to no brigade or division"] = 0
    attached_batteries: Annotated[int, Range(0, 40), "batteries attached to brigades or divisions"] = 0


class CardsResult(NamedTuple):
    """Cards the formation gets."""

    cards: int


@check("card-count", "CS-1.6.2a", asks=CardCountFacts)
def card_count(t: Tables) -> Roll[CardCountFacts, CardsResult]:
    """How many cards a formation gets."""
    return Roll(
        modifiers=[
            *_infantry_cards(t),
            *modifiers(t, "CS-1.6.2c", each("cavalry_brigades")),
            *modifiers(t, "CS-1.6.2d", each("battery_groups"), each("attached_batteries")),
        ],
        result=lambda throw: CardsResult(throw.total),
    )


def _infantry_cards(t: Tables) -> list[Modifier]:
    """Large regiments have a card each; what else is in a brigade shares one, as far as one reaches."""
    brigade = shared_by(t)

    def large(s: CardCountFacts) -> bool:
        return is_large(t, s.battalions_each)

    def others(s: CardCountFacts) -> int:
        # regiments too small for a card share the brigade's with the odd battalions
        return s.other_battalions + (0 if large(s) else s.regiments * s.battalions_each)

    return modifiers(
        t,
        "CS-1.6.2a",
        counted("regiments", lambda s: s.infantry_brigades * s.regiments if large(s) else 0),
        # rounded up: a battalion over makes another card
        counted("brigades", lambda s: s.infantry_brigades * -(-others(s) // brigade)),
    )


@implements("CS-1.6.2a")
def is_large(t: Tables, battalions: int) -> bool:
    """Whether a regiment of so many battalions has a card of its own."""
    return battalions >= t.row("CS-1.6.2a", "regiments").columns["battalions"]


@implements("CS-1.6.2a")
def shared_by(t: Tables) -> int:
    """Battalions of smaller regiments that one card of their brigade holds."""
    return t.row("CS-1.6.2a", "brigades").columns["battalions"]


class MixedForceFacts(Facts):
    """Units of regiments with a single battalion or squadron, to be put on one card."""

    units: Annotated[int, Range(1, 20), "battalions and squadrons"]
    together: Annotated[bool, "all of one brigade or task force"] = True
    single: Annotated[bool, "each the only battalion or squadron of its regiment"] = True


@reckoning("mixed-force", "CS-1.6.2b", asks=MixedForceFacts)
def mixed_force(t: Tables, s: MixedForceFacts) -> CardsResult:
    """Whether small units may share a card."""
    fewest, most = t.number("CS-1.6.2b", "fewest"), t.number("CS-1.6.2b", "most")
    if not s.single:
        # a regiment with more than one unit has a card by its own right
        raise refuse("CS-1.6.2b", "only regiments of a single battalion or squadron make up a mixed force")
    if not s.together:
        raise refuse("CS-1.6.2b", "a mixed force belongs to one brigade or task force")
    if not fewest <= s.units <= most:
        raise refuse("CS-1.6.2b", f"a mixed force has {fewest} to {most} units")
    return CardsResult(1)


class AdHocGroupFacts(Facts):
    """Units picked out of a division for a card of their own."""

    battalions: Annotated[Count, "battalions in the group"] = 0
    squadrons: Annotated[Count, "squadrons in the group"] = 0
    batteries: Annotated[Count, "batteries in the group"] = 0
    brigades: Annotated[int, Range(1, 10), "brigades in the division"] = 2
    groups: Annotated[Count, "ad hoc groups the division has formed already"] = 0


@reckoning("ad-hoc-group", "CS-1.6.2e", asks=AdHocGroupFacts)
def ad_hoc_group(t: Tables, s: AdHocGroupFacts) -> CardsResult:
    """Whether a division may form an ad hoc group with its own card."""
    rule = t["CS-1.6.2e"]
    if s.brigades < rule["brigades"]:
        raise refuse("CS-1.6.2e", f"only a division of {rule['brigades']} or more brigades forms an ad hoc group")
    if s.groups >= rule["groups"]:
        raise refuse("CS-1.6.2e", f"a division forms no more than {rule['groups']} ad hoc group")
    if s.battalions < rule["battalions"] and s.squadrons < rule["squadrons"]:
        least = f"{rule['battalions']} battalion or {rule['squadrons']} squadrons"
        raise refuse("CS-1.6.2e", f"an ad hoc group has at least {least}")
    if s.battalions + s.squadrons + s.batteries > rule["most"]:
        raise refuse("CS-1.6.2e", f"an ad hoc group has at most {rule['most']} units")
    return CardsResult(1)


class DummyCardsFacts(Facts):
    """A side that wants dummy cards."""

    regiments: Annotated[int, Range(1, 200), "regiments of the side; brigades where regiments have one battalion"]
    commander: Annotated[Rating, "rating of the overall commander; no other counts"] = "average"
    light: Annotated[Light, "light at the start"] = "day"
    terrain: Annotated[Character, "terrain character of the battlefield"] = "open"


class DummyCardsResult(NamedTuple):
    """The most dummy cards the side may use."""

    most: int


@check("dummy-cards", "CS-1.6.2f", asks=DummyCardsFacts)
def dummy_cards(t: Tables) -> Roll[DummyCardsFacts, DummyCardsResult]:
    """How many dummy cards a side may use at most."""
    rows = t.bands("CS-1.6.2.1a", "rows", _counts)
    halved = t.number("CS-1.6.2.1a", "regiments_per_column")

    def most(total: int, regiments: int) -> DummyCardsResult:
        counts = rows[total]
        # a column for each so many regiments; beyond the last column, the last
        return DummyCardsResult(counts[min(-(-regiments // halved), len(counts)) - 1])

    return Roll(
        dice=1 * D10,
        modifiers=modifiers(t, "CS-1.6.2.2", by("light"), by("terrain"), by("commander")),
        result=lambda throw: most(throw.total, throw.s.regiments),
        depends=("regiments",),
    )


def _counts(counts: list[int]) -> list[int]:
    return counts


class OvercrowdingFacts(Facts):
    """A card about to be replaced by figures."""

    overlapping: Annotated[bool, "its deployment area overlaps a neighbour's"] = True
    hits: Annotated[Hits, "artillery hits noted on the card"] = 0
    shaken: Annotated[bool, "under fire or threatened while it was a card"] = False


class OvercrowdingResult(NamedTuple):
    """What each unit of the card suffers, and the hits to be shared out."""

    disorder_each: int
    must_reform: bool
    morale_check: bool
    hits: int


@reckoning("overcrowding", "CS-1.6.5a", asks=OvercrowdingFacts)
def overcrowding(t: Tables, s: OvercrowdingFacts) -> OvercrowdingResult:
    """What becomes of units whose card left them no room."""
    disorder = t.number("CS-1.6.5b", "disorder") if s.overlapping else 0
    checks = crowded_check(s.overlapping, s.shaken)
    return OvercrowdingResult(disorder, s.overlapping, checks, hits_to_share(t, s.hits, s.overlapping))


@implements("CS-1.6.5c")
def crowded_check(overlapping: bool, shaken: bool) -> bool:
    """Whether a unit that comes off its card checks morale at once, with its new disorder."""
    # crowding alone shakes nobody: it takes fire or a threat besides
    return overlapping and shaken


def hits_to_share(t: Tables, hits: int, overcrowded: bool) -> int:
    """The hits noted on a card, when it is replaced."""
    return hits * t.number("CS-1.6.5d", "factor") if overcrowded else hits


class CardHitsFacts(Facts):
    """Hits noted on a card, and one wave of the troops it stood for."""

    hits: Annotated[Hits, "artillery hits noted on the card"]
    wave: Annotated[Wave, "the line the units stand in"] = "first"
    units: Annotated[int, Range(1, 20), "units in that line"] = 1
    overcrowded: Annotated[bool, "its deployment area overlaps a neighbour's"] = False
    figures_placed: Annotated[bool, "figures replace the card now"] = True


class CardHitsResult(NamedTuple):
    """Hits on the wave, on each of its units, and how many units, from the right, take one more."""

    hits: int
    each: int
    one_more: int


@check("card-hits", "CS-1.6.6b", asks=CardHitsFacts)
def card_hits(t: Tables) -> Pooled[CardHitsFacts, CardHitsResult]:
    """How the hits noted on a card fall on the waves of the troops."""

    def shared(volley: Volley[CardHitsFacts]) -> CardHitsResult:
        # whole hits first, the odd ones to units from the right
        return CardHitsResult(volley.hits, *divmod(volley.hits, volley.s.units))

    return Pooled(
        shooters=lambda s: hits_to_share(t, s.hits, s.overcrowded),
        modifiers=[
            *modifiers(t, "CS-1.6.6a", given("noted", lambda s: not s.figures_placed)),
            *modifiers(t, "CS-1.6.6b", by("wave")),
        ],
        result=shared,
        floor=("CS-1.6.6b", "never below 0"),
        depends=("units",),
    )
