"""The state of a Cold Steel battle: frozen records, replaced by events, never changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import Edge, FormationName, Interval
from grognard.ground.units import Point

from ..checks.missions import Mission as MissionKind
from ..checks.smoke import Ball
from ..checks.weather import Compass, Strength
from ..terms import Gait, Phase, Rating, Side, Status, Weather

Where = Literal["table", "waiting", "left", "lost"]
"""On the table; not yet arrived; gone off the table by an edge; destroyed, dispersed or captured."""
Moved = Literal["no", "march", "quick", "double"]
Movement = Literal["", "forward", "oblique", "backward", "wheel", "conversion", "prolong", "fall_back", "withdraw"]
"""What the movement chit says; nothing is a halt. The last two come only from automatic orders."""
Special = Literal["", "reform", "send_skirmishers", "recall_skirmishers", "lie_down", "stand_up", "spike_guns"]
Hurt = Literal["", "horse_shot", "light_wound", "serious_wound", "killed"]


class Order(Struct, frozen=True, omit_defaults=True):
    """The chits on a unit (CS-3.2m): movement, formation, attack, special, and what was said about them."""

    movement: Movement = ""
    gait: Gait = "march"
    degrees: int = 0
    """Of a wheel, conversion or oblique; to the left is negative."""
    paces: int = 0
    """It goes no farther than this; 0 for as far as it can."""
    formation: Literal["", FormationName] = ""
    interval: Interval = "open"
    face: Literal["ahead", "left", "right"] = "ahead"
    attack: bool = False
    target: str = ""
    """The enemy it is to close with or fire at."""
    special: Special = ""
    pays_frontage: bool = False
    """On too wide a front it gives up paces rather than order (CS-6.4a)."""
    through: bool = False
    """It passes through friends in its way rather than halt behind them, to the disorder of both (CS-6.8)."""
    away_from: str = ""
    """The enemy from whom it falls back or withdraws."""
    by: str = ""
    """Who gave it: a leader, `mission`, `automatic:form_square`."""
    rule: str = ""


class Forming(Struct, frozen=True, omit_defaults=True):
    """A formation change under way."""

    to: FormationName
    interval: Interval = "open"
    quarters: int = 0
    """Quarter turns still to go."""
    heading: int = 0
    """Faced so when it is done."""


class Doings(Struct, frozen=True, omit_defaults=True):
    """What a unit did and suffered in one turn; cleared at its end (CS-10.3c)."""

    moved: Moved = "no"
    paces: int = 0
    quarters: int = 0
    """Of the turn spent on a formation change."""
    turned: bool = False
    """It wheeled, changed formation or faced about."""
    engaged: bool = False
    """It was in P3 of an enemy when the movement phase began (CS-9.1b)."""
    came_into: tuple[str, ...] = ()
    """Enemies into whose P3 it moved this turn."""
    from_where: Point = (0, 0)
    """Where its centre was when the movement phase began."""
    met: tuple[str, ...] = ()
    """Friends it ran through (CS-6.8: once a pair and turn)."""
    caught: bool = False
    """An enemy came upon it while it changed formation: it fights as in open order (CS-A.1e)."""
    fired: bool = False
    fired_at: tuple[str, ...] = ()
    named: bool = False
    """It was named as a target by artillery (CS-7.2.2k)."""
    fire_from: tuple[Side, ...] = ()
    """Whence fire cost it casualties in this phase (CS-5.2.2b)."""
    musket_hits: int = 0
    musket_losses: int = 0
    shot_at: bool = False
    """Fired at with small arms."""
    cannon_hits: int = 0
    fire_hurt: bool = False
    """Fire cost it casualties or disorder this turn (CS-10.2.1)."""
    thirds: int = 0
    """Thirds of its fire that a square has left for the close combat phase (CS-8.1f)."""
    combat: Literal["", "melee", "firefight", "won", "lost"] = ""
    foes: tuple[str, ...] = ()
    """Whom it fought in close combat."""
    surprised: bool = False
    retired: bool = False
    """It was retreating when that turn ended."""


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A unit as it is now. What never changes about it stands in its `Entry` on the roster."""

    id: str
    side: str
    position: Point
    """The middle of its front edge, in sixteenths of a pace."""
    heading: int
    """Whole degrees clockwise from north."""
    formation: FormationName
    figures: int
    """It began the battle with so many; guns of a battery."""
    interval: Interval = "open"
    where: Where = "table"
    status: Status = "resolute"
    disorder: int = 0
    passing_disorder: int = 0
    """Of these, markers that go away by themselves next turn (CS-6.2h)."""
    passing_due: int = 0
    """Of these, markers of the last turn that go away at the end of this one."""
    lost: int = 0
    """Figures lost; guns and howitzers out of action for a battery."""
    guns: int = 0
    """Guns still served."""
    howitzers: int = 0
    order: Order | None = None
    ordered: Order | None = None
    """The player's own order while an automatic one has its place (CS-4.2b)."""
    revealed: Order | None = None
    """The chits that lie open since the last reveal (CS-3.2p, CS-4.3), for all who see the unit."""
    mission: str = ""
    forming: Forming | None = None
    now: Doings = Doings()
    before: Doings = Doings()
    """The last turn's."""
    quarter_checked: int = 0
    """Full quarters of its strength lost for which it has checked morale (CS-5.1)."""
    volley_spent: bool = False
    parent: str = ""
    """Skirmishers: the unit they came from; they are a unit of their own while they are out."""
    skirmishers: str = ""
    """The unit that its skirmishers are, while they are out."""
    melee: tuple[str, ...] = ()
    """Enemies it is locked with after a close combat that came out as a melee or firefight."""
    firefight: bool = False
    converged: bool = False
    """Put together because of casualties."""
    trophies: int = 0
    placed: bool = True
    """In fog, rain or snow: it has been within sight of the enemy, and stays on the table (CS-B.8b)."""
    prone: bool = False
    held: int = 0
    """Movement phases for which it stays put (CS-5.6)."""
    retire: bool = False
    """It retires to P1 after a division effectiveness test (CS-4.4.2)."""
    retired: bool = False
    """It is retreating: it fell back, was broken or routed in this turn."""
    astride: tuple[str, ...] = ()
    """Obstacles and defiles it is partly across: the marker comes when the last stand is over (CS-6.2d)."""
    left_by: Literal["", Edge] = ""
    how: str = ""
    """What became of it: dispersed, overrun, captured, left the table …"""


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A commander's figure."""

    id: str
    side: str
    position: Point
    rating: Rating = "average"
    where: Where = "table"
    hurt: Hurt = ""
    hurt_on: int = 0
    """The turn of his last hit."""
    worst: Hurt = ""
    """His worst wound."""
    points: int = 0
    """Command points left this turn."""
    paces: int = 0
    """Paces that his spent points still carry him (CS-3.2j)."""
    order_in_hand: bool = False
    """The point on which he rides still holds its order (CS-3.2j)."""
    attached: str = ""
    successor_from: int = 0
    """The turn on which a successor takes command (CS-10.1.2e); 0 while he lives."""
    name: str = ""
    """Of the successor, once he commands in the place of the man on the roster."""
    since: int = 0
    """The first turn on which a successor commands."""


class Command(Struct, frozen=True, omit_defaults=True):
    """What an aide or courier carries, or a regimental commander will carry out: orders or a mission."""

    kind: Literal["order", "mission", "message"]
    units: tuple[str, ...] = ()
    order: Order | None = None
    mission: str = ""
    text: str = ""
    acted_on: int = 0
    """The turn in whose command phase it takes effect, once it is known."""


class Rider(Struct, frozen=True, omit_defaults=True):
    """An aide or a courier. Idle aides ride with their commander."""

    id: str
    side: str
    leader: str
    position: Point
    kind: Literal["aide", "courier", "regiment"] = "aide"
    """A regiment's commander who passes a command on: he does not ride, it takes effect when it is due."""
    to: str = ""
    """The unit or leader he rides to."""
    carries: Command | None = None
    delivered: int = 0
    """The turn he arrived."""
    back: bool = False
    """He is riding back."""


class Mission(Struct, frozen=True, omit_defaults=True):
    """A written mission (CS-3.3.1a). Places are in whole paces."""

    id: str
    side: str
    kind: MissionKind
    units: tuple[str, ...]
    objective: tuple[int, int] = (0, 0)
    route: tuple[tuple[int, int], ...] = ()
    """Places on the way, the objective not among them."""
    radius: int = 150
    """Paces around the objective that are the area of a defence or the position of a rearguard."""
    ward: str = ""
    """Protect: the unit to be protected. Follow me: the leader."""
    gait: Gait = "march"
    wait_until: int = 0
    """It does not set out before this turn."""
    leader: str = ""
    given: int = 0
    start: tuple[int, int] = (0, 0)
    """The middle of the group when it was given, where its route begins; for a protect mission the ward's place."""
    places: tuple[tuple[int, int], ...] = ()
    """Each unit's place in the group, paces to the right and ahead of its middle."""
    facing: int = 0
    """The way the group faced then. missions.prepared fills these three."""


class Ghost(Struct, frozen=True, omit_defaults=True):
    """Where a seat saw an enemy last."""

    seat: str
    unit: str
    position: Point
    heading: int
    formation: FormationName
    turn: int


class Abandoned(Struct, frozen=True, omit_defaults=True):
    """Guns that nobody serves (CS-9.1e)."""

    id: str
    side: str
    position: Point
    pieces: int
    spiked: bool = False
    touched_by: str = ""
    """The side whose unit was within reach at the last end of turn."""


class Division(Struct, frozen=True, omit_defaults=True):
    """What the effectiveness test remembers of a division."""

    id: str
    side: str
    tested: int = 0
    """Highest threshold of losses tested for, in percent."""
    commanders_lost: int = 0
    enemies_beaten: int = 0


class World(Struct):
    """All of it. Dictionaries are collections by id; everything else is a value."""

    turn: int = 1
    phase: Phase = "command"
    over: str = ""
    """Why the battle is over, if it is."""
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    riders: dict[str, Rider] = {}
    missions: dict[str, Mission] = {}
    ghosts: dict[str, Ghost] = {}
    abandoned: dict[str, Abandoned] = {}
    divisions: dict[str, Division] = {}
    smoke: tuple[Ball, ...] = ()
    weather: Weather = "clear"
    wind: Strength = "light"
    wind_from: Compass = "west"
    wet: bool = False
    sight: int = 0
    """How far one sees, in paces; 0 where nothing limits it."""
    serial: int = 0
    """For ids of what comes into being during the battle."""
    held: dict[str, int] = {}
    """Turns for which a side has held a place, by `side:place`, for victory."""
    turns: int = 0
    """The battle ends after so many."""
    fallen: tuple[tuple[str, str], ...] = ()
    """Leaders killed, by side and name, for victory."""
