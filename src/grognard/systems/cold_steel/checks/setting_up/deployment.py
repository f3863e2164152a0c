"""Chapter 1: what is settled before the battle, where a defender may stand, what is seen of whom, and threats."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, Character, Rating, Side, Status, zones

OpeningEngagement = Literal["attack_defence", "meeting_engagement"]
Source = Literal["historical", "hypothetical"]
DeploymentTurn = Annotated[int, Range(0, 300), "turn"]
FiguresStanding = Annotated[int, Range(0, 400), "figures still standing"]


class ScenarioPreparationFacts(Facts):
    """A battle about to be prepared."""

    source: Annotated[Source, "a real action, or real forces in an invented one"]
    weather_recorded: Annotated[bool, "the day's real weather is known"] = False
    off_board: Annotated[bool, "host and players allow off-board deployment and movement"] = False


class ScenarioPreparationResult(NamedTuple):
    """Where terrain and weather come from, and whether anything happens beyond the table."""

    terrain: str
    weather: str
    weather_rolls: int
    off_board_forces: bool


@reckoning("scenario-preparation", "CS-1.1a", asks=ScenarioPreparationFacts)
def scenario_preparation(t: Tables, s: ScenarioPreparationFacts) -> ScenarioPreparationResult:
    """Where terrain and weather come from before the battle."""
    terrain = "historical" if s.source == "historical" else "terrain generator"
    weather = "historical" if s.weather_recorded else "weather tables"
    return ScenarioPreparationResult(terrain, weather, weather_rolls(s.weather_recorded), off_board_forces(s.off_board))


@implements("CS-1.3")
def weather_rolls(recorded: bool) -> int:
    """How often the weather is rolled, once scenario and terrain are settled."""
    return 0 if recorded else 1


@implements("CS-1.1b")
def off_board_forces(allowed: bool) -> bool:
    """Whether forces may stand off the table and arrive in step 4a of the turn."""
    return allowed


class CouncilOfWarFacts(Facts):
    """A council of war, and a player who wants to attend."""

    engagement: Annotated[OpeningEngagement, "attack and defence, or a meeting engagement"] = "attack_defence"
    eighteenth_century: Annotated[bool, "a scenario of the 18th century"] = False
    commander: Annotated[Rating, "rating of the army commander"] = "average"
    due_in: Annotated[int, Range(0, 300), "turns after the start at which the player's forces are due"] = 0
    as_in_history: Annotated[bool, "history had him there although his forces were far off"] = False


class CouncilOfWarResult(NamedTuple):
    """Whether there must be one, when, for how long, and whether the player may attend."""

    required: bool
    may_attend: bool
    order: str
    most_minutes: int


@reckoning("council-of-war", "CS-1.5a", asks=CouncilOfWarFacts)
def council_of_war(t: Tables, s: CouncilOfWarFacts) -> CouncilOfWarResult:
    """Whether a council of war must be held, when, how long, and who may attend."""
    required = s.eighteenth_century and s.commander != t.value("CS-1.5a", "excused")
    # history goes before the rule of turns
    may_attend = s.as_in_history or s.due_in <= t.number("CS-1.5c", "turns")
    return CouncilOfWarResult(required, may_attend, t.value("CS-1.5b", s.engagement), t.number("CS-1.5d", "minutes"))


class TalkFacts(Facts):
    """Something one player wants to tell another after the council."""

    words: Annotated[int, Range(1, 2000), "words it takes"]
    touching: Annotated[bool, "the two player figures stand base to base"] = False


class TalkResult(NamedTuple):
    """How many messages it takes, what they cost, and whether couriers must ride."""

    messages: int
    command_points: int
    courier: bool


@reckoning("talk", "CS-1.5e", asks=TalkFacts)
def talk(t: Tables, s: TalkFacts) -> TalkResult:
    """What it costs one player to tell another something after the council."""
    if s.touching:
        return TalkResult(0, 0, False)
    messages = -(-s.words // t.row("CS-3.2c", "too_long").columns["words"])
    return TalkResult(messages, messages * t.row("CS-3.2k", "messages").value, True)


Length = Annotated[int, Range(0, 1000)]


class SetUpZoneFacts(Facts):
    """A place where a player wants to set up, in inches or any other one measure."""

    table_width: Annotated[int, Range(8, 1000), "the table from end to end"]
    table_depth: Annotated[int, Range(8, 1000), "the table from one base edge to the other"]
    from_own_edge: Annotated[Length, "how far in front of his own base edge"]
    from_end: Annotated[Length, "how far from the nearer end of the table"]
    engagement: Annotated[OpeningEngagement, "attack and defence, or a meeting engagement"] = "attack_defence"
    scenario_says: Annotated[bool, "the scenario, or want of room, puts the troops there"] = False


class SetUpZoneResult(NamedTuple):
    """The defender's zone."""

    deepest: int
    clear_of_ends: int


@reckoning("set-up-zone", "CS-1.6b", asks=SetUpZoneFacts)
def set_up_zone(t: Tables, s: SetUpZoneFacts) -> SetUpZoneResult:
    """Whether troops may be set up at a spot before the battle."""
    # rounded against whoever sets up: the zone is never wider than its fraction
    zone = SetUpZoneResult(
        s.table_depth // t.number("CS-1.6b", "depth"), -(-s.table_width // t.number("CS-1.6b", "ends"))
    )
    if s.scenario_says:
        return zone
    if s.engagement == "meeting_engagement":
        raise refuse("CS-1.6c", "in a meeting engagement nothing is on the table unless the scenario says so")
    if s.from_own_edge > zone.deepest:
        raise refuse("CS-1.6b", f"the defender stands no more than {zone.deepest} from his own edge")
    if s.from_end < zone.clear_of_ends:
        raise refuse("CS-1.6b", f"the defender keeps {zone.clear_of_ends} clear of either end of the table")
    return zone


class ThreatFacts(Facts):
    """A unit, and the enemies of one arm on one side of it."""

    own_figures: Annotated[int, Range(1, 400), "the unit's figures, or a battery's guns or sections"]
    enemy_figures: Annotated[
        FiguresStanding, "figures of all enemies of this arm on this side, within the distance given"
    ]
    distance: Annotated[Paces, "paces to them"]
    enemy_arm: Annotated[Arm, "their arm; irregulars by what they are mounted on"] = "infantry"
    side: Annotated[Side, "the side they are on"] = "front"
    only_fronts: Annotated[bool, "the unit is a square or irregulars"] = False
    visible: Annotated[bool, "the unit can see them"] = True
    enemy_status: Annotated[Status, "their morale level"] = "determined"
    smoke_bank: Annotated[int, Range(0, 100), "balls of the largest single smoke bank between them"] = 0
    smoke_to_sight_line: Annotated[Paces, "paces from that bank to the line of sight"] = 0


class ThreatResult(NamedTuple):
    """Whether the unit is threatened, from where, and why or why not."""

    threatened: bool
    side: str
    reason: str


@reckoning("threat", "CS-1.8a", asks=ThreatFacts)
def threat(t: Tables, s: ThreatFacts) -> ThreatResult:
    """Whether enemies threaten a unit."""
    # a square and irregulars have no flank to be threatened on
    side = "front" if s.only_fronts else s.side
    share = t.number("CS-1.8a", "front" if side == "front" else "flank_or_rear")
    odds = f"{s.enemy_figures} figures against {s.own_figures}, 1:{share} needed"
    if idle := _no_menace(t, s):
        return ThreatResult(False, "none", idle)
    # exactly the odds is enough
    if s.enemy_figures * share < s.own_figures:
        return ThreatResult(False, "none", odds)
    return ThreatResult(True, side, odds)


def _no_menace(t: Tables, s: ThreatFacts) -> str:
    """Why these enemies threaten nobody, however many they are."""
    if s.enemy_arm == "artillery":
        return "artillery never threatens"
    if s.distance > (reach := t.number("CS-1.8a", s.enemy_arm)):
        return f"{s.enemy_arm} threatens up to {reach} paces"
    if not s.visible:
        return "not visible"
    if s.enemy_status in ("broken", "routed", "dispersed"):
        return f"{s.enemy_status} troops threaten nobody"
    return "hidden by smoke" if smoke_cancels(t, s.smoke_bank, s.smoke_to_sight_line) else ""


def smoke_cancels(t: Tables, balls: int, to_sight_line: int) -> bool:
    """Whether a single bank of smoke takes away the threat beyond it."""
    return balls >= t.number("CS-1.8b", "balls") and to_sight_line <= t.number("CS-1.8b", "within")


HidingCover = Literal["none", "inside", "edge"]
BANDS = ("P3", "P2", "P1", "P0", "PX")
"""Range bands, nearest first."""


class DeploymentSight(Facts):
    """A unit or card and the nearest enemy."""

    distance: Annotated[Paces, "paces to the nearest enemy"]
    terrain: Annotated[Character, "terrain character of the battlefield"] = "open"
    night: Annotated[bool, "night; twilight does not count"] = False


class SightingFacts(DeploymentSight):
    """A unit as the enemy may see it."""

    line_of_sight: Annotated[bool, "the enemy has a line of sight to it or its cover"] = True
    arm: Annotated[Arm, "the unit's arm"] = "infantry"
    in_woods_or_town: Annotated[HidingCover, "whether it is in a wood or town, and there inside or on the edge"] = (
        "none"
    )
    at_start: Annotated[bool, "the orders of turn 1 are not yet written"] = False


class SightingResult(NamedTuple):
    """What stands on the table for the unit, and what the enemy is told."""

    on_table: str
    enemy_learns: str


@reckoning("sighting", "CS-1.6.3a", asks=SightingFacts)
def sighting(t: Tables, s: SightingFacts) -> SightingResult:
    """What stands on the table for a unit and what the enemy learns of it."""
    band, plain = sighted_band(t, s), zones(t)[s.distance]
    if not _in_view(t, s, band, plain):
        # what is not in view reads as if it were farther off, but never as if nearer
        hidden = _entry(t, farther(band, t.value("CS-1.6.3e", "reads_as")))
        return hidden if s.in_woods_or_town == "none" else hidden._replace(on_table="counter")
    if s.at_start and t.value("CS-1.6.3c", "in_force") and within(plain, t.value("CS-1.6.3c", "within")):
        return _entry(t, farther(band, t.value("CS-1.6.3c", "reads_as")))
    if t.value("CS-1.6.3d", "in_force") and within(plain, t.value("CS-1.6.3d", "within")):
        # an option: figures at once, though what is learnt of them stays the same
        return _entry(t, band)._replace(on_table="figures")
    return _entry(t, band)


def _in_view(t: Tables, s: SightingFacts, band: str, plain: str) -> bool:
    """Whether the unit itself can be seen. In a wood or town only guns on the edge are seen before P2."""
    if s.in_woods_or_town == "none" or not s.line_of_sight:
        return s.line_of_sight
    if s.in_woods_or_town == "edge" and s.arm == "artillery" and within(band, t.value("CS-1.6.3f", "edge_guns")):
        return True
    # at musketry range woods hide nobody
    return within(plain, t.value("CS-1.6.4b", "at_once"))


def _entry(t: Tables, band: str) -> SightingResult:
    return SightingResult(**t.value("CS-1.6.3a", band))


@implements("CS-1.6.4a")
def sighted_band(t: Tables, s: DeploymentSight) -> str:
    """The band whose entry is read: one farther out where the view is poor, and never more than one."""
    poor = s.night or s.terrain in t.value("CS-1.6.3b", "terrain")
    # one band, however many reasons there are for it (CS-1.6.3b)
    place = BANDS.index(zones(t)[s.distance]) + (t.number("CS-1.6.3b", "bands") if poor else 0)
    return BANDS[min(place, len(BANDS) - 1)]


def within(band: str, limit: str) -> bool:
    """Whether a band is the limit or nearer."""
    return BANDS.index(band) <= BANDS.index(limit)


def farther(one: str, other: str) -> str:
    """The band farther out."""
    return max(one, other, key=BANDS.index)


class NewsFacts(Facts):
    """A sighting and the player who has to hear of it."""

    to_player: Annotated[Paces, "paces from the unit sighted to the player figure"]
    stops: Annotated[int, Range(0, 10), "stops along the chain of command on the way"] = 0


class NewsResult(NamedTuple):
    """Turns until the player knows."""

    turns: int


@reckoning("news", "CS-1.6.4c", asks=NewsFacts)
def news(t: Tables, s: NewsFacts) -> NewsResult:
    """How many turns the news of a sighting takes to reach the player."""
    if not (t.value("CS-1.6.4c", "in_force") or t.value("CS-1.6.4d", "in_force")):
        raise refuse("CS-1.6.4c", "news takes time only under news-up-the-chain or figures-down-orders-late")
    return NewsResult(news_turns(t, s.to_player, s.stops))


def news_turns(t: Tables, to_player: int, stops: int) -> int:
    """A turn for each stretch of the way or part of it, and the halts at each headquarters."""
    # part of a stretch is a whole turn's ride
    return -(-to_player // t.number("CS-1.6.4c", "paces")) + stops * t.number("CS-1.6.4c", "turns_per_stop")


class FiguresAppearFacts(DeploymentSight):
    """A card that comes near enough for figures."""

    turn: Annotated[DeploymentTurn, "the turn in which it came to this distance"]
    to_player: Annotated[Paces, "paces from the card to the player who has to hear of it"] = 0
    stops: Annotated[int, Range(0, 10), "stops along the chain of command on the way"] = 0


class FiguresAppearResult(NamedTuple):
    """When figures replace the card, and from which turn on the player may give orders about them."""

    turn: int
    moment: str
    orders_from_turn: int


@reckoning("figures-appear", "CS-1.6.4b", asks=FiguresAppearFacts)
def figures_appear(t: Tables, s: FiguresAppearFacts) -> FiguresAppearResult:
    """When figures replace a card, and when the player may answer with orders."""
    if not within(sighted_band(t, s), t.value("CS-1.6.4b", "figures")):
        raise refuse("CS-1.6.4b", "too far: it stays a card")
    told = s.turn + news_turns(t, s.to_player, s.stops)
    if t.value("CS-1.6.4d", "in_force"):
        # figures at once, and orders late instead
        return FiguresAppearResult(s.turn, "at once", told)
    if within(zones(t)[s.distance], t.value("CS-1.6.4b", "at_once")):
        return FiguresAppearResult(s.turn, "at once", s.turn)
    if t.value("CS-1.6.4c", "in_force"):
        return FiguresAppearResult(told, "when the news arrives", told)
    turn = s.turn + t.number("CS-1.6.4b", "turns")
    return FiguresAppearResult(turn, "after the command phase", turn)
