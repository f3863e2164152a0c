"""Chapter 5: when morale is checked, what counts in the check, and what becomes of a unit after it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Trigger, counted, each, modifiers
from grognard.kernel.pooled import Pooled
from grognard.kernel.tables import Tables

from ...terms import MoraleRating, Phase, Status, percent_lost, zones
from ..turn.leaders import LeaderEffect
from ..turn.sequence import Turn, phases

Figures = Annotated[int, Range(0, 200)]
FAR = 20_000
"""The greatest distance that can be said: nobody is there."""


class MoraleCheckDueFacts(Facts):
    """A unit at the end of a phase, and what happened to it and near it."""

    phase: Annotated[Phase, "the phase that ends"]
    figures: Annotated[int, Range(1, 200), "the unit's original strength in figures"]
    lost_before: Annotated[Figures, "figures it had lost before this phase"] = 0
    lost_now: Annotated[Figures, "figures it lost in this phase"] = 0
    leader: Annotated[Literal["none", LeaderEffect], "what befell a leader of its side this phase"] = "none"
    leader_distance: Annotated[Paces, "paces from that leader"] = 0
    leader_in_sight: Annotated[bool, "that leader is in line of sight"] = True
    friend_retreats: Annotated[bool, "a friendly unit near is broken, routed or falling back"] = False
    friend_distance: Annotated[Paces, "paces from that unit"] = 0


class MoraleCheckDueResult(NamedTuple):
    """One check at most, whatever the number of reasons; the losses it counts with."""

    due: bool
    reasons: tuple[str, ...]
    casualties_percent: int


@reckoning("morale-check-due", "CS-5.1", asks=MoraleCheckDueFacts)
def morale_check_due(t: Tables, s: MoraleCheckDueFacts) -> MoraleCheckDueResult:
    """Whether a unit has to check its morale at the end of a phase."""
    if s.lost_before + s.lost_now > s.figures:
        raise refuse("CS-5.1", f"it cannot have lost more than its {s.figures} figures")
    why = {
        "a quarter lost": _quarter_lost(t, s),
        "leader fallen": _leader_fallen(t, s),
        "friend retreating": _friend_retreats(t, s),
    }
    reasons = tuple(reason for reason, holds in why.items() if holds)
    return MoraleCheckDueResult(bool(reasons), reasons, percent_lost(t, s.lost_before + s.lost_now, s.figures))


@implements("CS-5a")
def _quarter_lost(t: Tables, s: MoraleCheckDueFacts) -> bool:
    """Losses call for a check in whatever phase they fall."""
    quarter = t.number("CS-5.1", "quarter")
    before, now = (percent_lost(t, lost, s.figures) // quarter for lost in (s.lost_before, s.lost_before + s.lost_now))
    # another full quarter since the last check, not just any loss
    return now > before


def _leader_fallen(t: Tables, s: MoraleCheckDueFacts) -> bool:
    # near and in sight, by the ruling: the two places that speak of it differ (CS-10.1.2f)
    near = s.leader_distance <= t.number("CS-5.1", "leader_within") and s.leader_in_sight
    return s.phase == t.value("CS-5.1", "leader_phase") and near and s.leader in t.value("CS-10.1.2f", "effects")


def _friend_retreats(t: Tables, s: MoraleCheckDueFacts) -> bool:
    near = s.friend_distance <= _within(t, "friends_retreating")
    return s.phase == t.value("CS-5.1", "retreat_phase") and s.friend_retreats and near


def _within(t: Tables, row: str) -> int:
    """How near something must be to count in a morale check."""
    return t.row("CS-5.2.2a", row).columns["within"]


class SupportFacts(Facts):
    """Who stands near a unit that checks its morale, and how it was fired on."""

    left: Annotated[Paces, "paces to the nearest friend off its left flank"] = FAR
    left_status: Annotated[Status, "that friend's morale level"] = "determined"
    right: Annotated[Paces, "paces to the nearest friend off its right flank"] = FAR
    right_status: Annotated[Status, "that friend's morale level"] = "determined"
    rear: Annotated[Paces, "paces to the nearest friend behind it"] = FAR
    rear_status: Annotated[Status, "that friend's morale level"] = "determined"
    player: Annotated[Paces, "paces to the nearest player figure of its side"] = FAR
    leader: Annotated[Paces, "paces to the nearest other leader of its side"] = FAR
    suffered: Annotated[bool, "fire cost it casualties this phase"] = False
    fired: Annotated[bool, "it fired at an enemy this turn"] = False


class SupportResult(NamedTuple):
    """Facts for the morale check, under the same names."""

    flank_support: int
    rear_support: bool
    player_near: bool
    leader_near: bool
    unanswered_fire: bool


@reckoning("support", "CS-5.2.2b", asks=SupportFacts)
def support(t: Tables, s: SupportFacts) -> SupportResult:
    """What counts in a morale check as support, leader near and unanswered fire."""
    formed = t.value("CS-5.2.2b", "supporters")
    flank, rear = _within(t, "flank_support"), _within(t, "rear_support")
    return SupportResult(
        # each flank by itself: one friend cannot support both
        flank_support=sum(
            status in formed and paces <= flank
            for paces, status in ((s.left, s.left_status), (s.right, s.right_status))
        ),
        rear_support=s.rear_status in formed and s.rear <= rear,
        player_near=s.player <= _within(t, "player_near"),
        leader_near=s.leader <= _within(t, "leader_near"),
        # it suffered this phase, and has not fired back all turn (CS-5.2.2b)
        unanswered_fire=s.suffered and not s.fired,
    )


class MoraleStatusFacts(Facts):
    """A unit of some morale level in the movement phase."""

    status: Annotated[Status, "its morale level"]
    order_advances: Annotated[bool, "its order brings it nearer to the nearest enemy it sees"] = False
    in_cover: Annotated[bool, "it stands in cover"] = False
    charged: Annotated[bool, "it is being charged"] = False
    fired_on: Annotated[bool, "it was fired on last turn"] = False
    at_edge: Annotated[bool, "its move takes it off the table"] = False


class MoraleStatusResult(NamedTuple):
    """What the unit does: by its orders, or against them."""

    obeys: bool
    move: str
    gait: str = ""
    toward: str = ""
    may_bend: int = 0
    """Degrees by which it may turn aside from the straight way away from the enemy."""
    in_formation: bool = True
    halts_in_cover: bool = False


@reckoning("morale-status", "CS-5.2.3a", asks=MoraleStatusFacts)
def morale_status(t: Tables, s: MoraleStatusFacts) -> MoraleStatusResult:
    """What a unit's morale level lets it do, and what it makes it do."""
    if s.status == "broken":
        return _broken(t, s)
    if s.status == "routed":
        return _routed(t, s)
    level = t.value("CS-5.2.3a", s.status)
    # wavering: it obeys everything but an order that brings it nearer
    halted = s.order_advances and level["obeys"] and not level["may_advance"]
    move = "stands" if halted else level["move"]
    return MoraleStatusResult(level["obeys"] and not halted, move, in_formation=level["obeys"])


@implements("CS-5.2.3b")
def _broken(t: Tables, s: MoraleStatusFacts) -> MoraleStatusResult:
    """It withdraws until it has found cover; charged or shot at it goes out of that again, and on through the next."""
    left_alone = not s.charged and not s.fired_on
    # cover is enough only while nobody shoots at it there
    if s.in_cover and left_alone:
        return MoraleStatusResult(False, "stays in cover")
    gait, toward = t.value("CS-5.2.3b", "gait"), t.value("CS-5.2.3b", "toward")
    bend = t.number("CS-5.2.3b", "bend")
    return MoraleStatusResult(False, _flight("withdraws", s), gait, toward, bend, halts_in_cover=left_alone)


@implements("CS-5.2.3c")
def _routed(t: Tables, s: MoraleStatusFacts) -> MoraleStatusResult:
    """It flees whatever happens, a crowd without frontage that passes through its friends."""
    gait, toward = t.value("CS-5.2.3c", "gait"), t.value("CS-5.2.3c", "toward")
    return MoraleStatusResult(False, _flight("flees", s), gait, toward, in_formation=False)


def _flight(move: str, s: MoraleStatusFacts) -> str:
    return "leaves the table and is lost" if s.at_edge else move


class RoutCaughtFacts(Facts):
    """A unit at the start of the rally phase."""

    status: Annotated[Status, "its morale level"] = "routed"
    nearest_enemy: Annotated[Paces, "paces to the nearest enemy as the rally phase begins"]


class RoutCaughtResult(NamedTuple):
    """Whether it disperses at the end of the phase, and what is done then, in this order."""

    disperses: bool
    steps: tuple[str, ...]


@reckoning("rout-caught", "CS-5.4a", asks=RoutCaughtFacts)
def rout_caught(t: Tables, s: RoutCaughtFacts) -> RoutCaughtResult:
    """Whether a routed unit with the enemy upon it disperses."""
    disperses = s.status == "routed" and zones(t)[s.nearest_enemy] == "P3"
    return RoutCaughtResult(disperses, tuple(t.value("CS-5.4a", "steps")) if disperses else ())


class PrisonersFacts(Facts):
    """A unit pursuing one that disperses."""

    pursuer: Annotated[Literal["light_cavalry", "other_cavalry", "not_cavalry"], "who pursues"]
    pursuer_morale: MoraleRating
    pursuer_figures: Annotated[int, Range(1, 200), "figures of the pursuer, without its casualties"]
    pursued_morale: Annotated[int, Range(1, 16), "morale rating of the pursued"]
    figures_left: Annotated[int, Range(0, 200), "figures the pursued unit has left"] = 200


class PrisonersResult(NamedTuple):
    """Figures taken."""

    prisoners: int


@check("prisoners", "CS-5.4c", asks=PrisonersFacts)
def prisoners(t: Tables) -> Pooled[PrisonersFacts, PrisonersResult]:
    """Prisoners taken by the pursuer of a dispersing unit."""

    def rating(pursuer: str) -> Trigger:
        # doubled for light cavalry, halved on foot: each row has its own factor
        return counted(pursuer, lambda s: s.pursuer_morale if s.pursuer == pursuer else 0)

    return Pooled(
        shooters=lambda s: s.pursuer_figures,
        modifiers=modifiers(
            t,
            "CS-5.4c",
            rating("light_cavalry"),
            rating("other_cavalry"),
            rating("not_cavalry"),
            each("pursued_morale"),
        ),
        floor=("CS-5.4c", "none where the pursued are the better"),
        # nobody takes more prisoners than there are men
        result=lambda volley: PrisonersResult(min(volley.hits, volley.s.figures_left)),
        depends=("figures_left",),
    )


class DisintegrationFacts(Facts):
    """A unit at the end of the rally phase."""

    stands: Annotated[int, Range(1, 60), "stands it has left"]
    status: Annotated[Status, "its morale level after all attempts to rally"] = "routed"
    irregular: Annotated[bool, "an irregular unit"] = False


class DisintegrationResult(NamedTuple):
    """Stands that go, which count as casualties, and stands that stay."""

    lost: int
    left: int


@reckoning("disintegration", "CS-5.5", asks=DisintegrationFacts)
def disintegration(t: Tables, s: DisintegrationFacts) -> DisintegrationResult:
    """Stands a routed unit loses in a rally phase."""
    part = t.number("CS-5.5", "part")
    # rounded up: the last stand goes too
    lost = -(-s.stands // part) if s.status == "routed" and not s.irregular else 0
    return DisintegrationResult(lost, s.stands - lost)


class IrregularsScatteredFacts(Facts):
    """Irregulars after a morale check."""

    result: Annotated[Status, "what the check came to"]
    turn: Turn = 1
    phase: Annotated[Phase, "the phase of the check"] = "small_arms_fire"
    edge: Annotated[Paces, "paces from the nearest enemy to the irregulars' own table edge, the way they go"] = FAR


class IrregularsScatteredResult(NamedTuple):
    """Where irregulars are set down, how, and on which turn they may move again."""

    status: Status
    enemy_distance: int
    moves_again: int


@reckoning("irregulars-scattered", "CS-5.6", asks=IrregularsScatteredFacts)
def irregulars_scattered(t: Tables, s: IrregularsScatteredFacts) -> IrregularsScatteredResult:
    """What becomes of irregulars that would rout or disperse."""
    if s.result not in t.value("CS-5.6", "results"):
        raise refuse("CS-5.6", f"{s.result} irregulars stay where they are")
    zone = t.value("CS-5.6", "zone")
    nearest = next(low or 0 for low, _, name in zones(t).bands if name == zone)
    order = phases(t)
    # beaten after this turn's movement, the first phase that it sits out is the next turn's
    over = order.index(s.phase) >= order.index("movement")
    return IrregularsScatteredResult(
        t.value("CS-5.6", "status"), min(nearest, s.edge), s.turn + over + t.number("CS-5.6", "halted")
    )
