"""Plans tried in the mind: short imagined battles in the planner's own terms, from what the staff knows and no more.

Bodies and enemies are lumps with strength and steadiness; a turn moves them, lets them fire and close, and breaks
whoever has suffered too much. What fire and shock bring is stated by the system's reader as `Rates`. Enemies of whom
nothing has been seen are drawn by lot from what an army like ours might have besides: never from the battle. The same
seed and situation imagine the same battles, and how much is imagined is counted, not timed, so that battles stay the
same on a slow machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import erf, hypot, inf, sqrt
from random import Random
from typing import Literal

from msgspec import Struct

from ..appreciation import BEATEN, Account, FightingArm, Foe, PointsGoal, Situation, TableSpot, middle
from ..tasks import Task
from .rates import Rates

Reply = Literal["stands", "comes"]
REPLIES: tuple[Reply, ...] = ("stands", "comes")
Mode = Literal["stand", "go", "fight"]
LumpOrder = tuple[Mode, tuple[TableSpot, ...], int]
"""What a lump does, by which way, and how many turns it waits before."""
HORIZON, LONGEST = 14, 36
"""Turns that are imagined: so many where the armies are near each other, and at most where they have a long way to go,
for an attack that is broken off in the mind before it arrives costs and never gains."""
FOUGHT = 8
"""Turns of fighting that are imagined behind such a march."""
LUMPS = 16
"""Lumps of a side at most; larger armies are imagined more coarsely."""
WORK = 150_000
"""Pairs of lumps that are looked at for one decision at most."""
BREAKS = 0.25
"""Steadiness at which a lump is beaten."""
BESIDE = 900.0
"""Paces from ground that nobody has within which an enemy who stands will have gone in before the end."""
CONTACT = 45.0
"""Paces between lumps that have closed."""
REACHED = 60.0
"""Paces from its place at which a lump is there."""
RALLIED, QUIET = 0.04, 500.0
"""Steadiness that comes back in a turn without an enemy so near."""
ROAD = 0.8
"""The part of its pace that a lump makes good over country."""
DARES, STRIKES = 1.15, 1.5
"""Odds at which an attacker closes with the enemy before him, and at which one who holds his ground does."""
LIKE_OURS = 0.85
"""What the enemy's army is taken to be worth beside ours while less of it has been seen."""
HIDDEN = 500.0
"""Men in a lump of enemies whom nobody has seen."""
QUITS = 0.5
"""The part of its units with which an army leaves the field."""
SETTLED = 1.5
"""Victories that an army which quits the field gives away, in margins of a victory."""
PRESERVED = 0.5
"""Margins that a whole army is worth as such, so that of two plans for the same points the cheaper is taken."""
SURE, CHANCY = 0.25, 3.0
"""How far off, in margins, the points of a quiet battle may be that one imagines, and how much more for each part of
both armies that is beaten in it."""
DREAD = 0.7
"""What a defeat counts for beside a victory, to whoever may be content if nobody wins."""
FAILED = 0.35
"""What a battle that nobody wins counts for to whoever came to win it: half as bad as a defeat, so that an even fight
is better than none."""
_HOLDS = max(BREAKS, BEATEN)
"""Steadiness above which a lump holds ground."""
_AFAR, _ROUNDING = 1e9, 1e-3
"""Paces to an enemy where there is none, and by how much a sum of ways may be wrong, with much to spare."""


class Lump:
    """Some troops of one side in an imagined battle."""

    __slots__ = (
        "arm", "at_start", "away", "foe", "guarded", "home", "id", "mode", "pace", "room", "starts",
        "steadiness", "strength", "units", "way", "x", "y",
    )  # fmt: skip

    def __init__(
        self, id: str, arm: FightingArm, strength: float, steadiness: float, place: TableSpot, pace: float, units: float
    ) -> None:
        self.id, self.arm, self.strength, self.at_start = id, arm, strength, max(1.0, strength)
        self.steadiness, self.pace, self.units = steadiness, pace, units
        self.x, self.y = self.home = place
        self.way: list[TableSpot] = []
        self.mode: Mode = "stand"
        self.starts = 0
        self.guarded = False
        self.foe: Lump | None = None
        """The nearest enemy, where nobody has moved since that was asked."""
        self.away = _AFAR
        """How far he is."""
        self.room = -1.0
        """No enemy is nearer than this, whoever has moved since."""

    def about_to(self, order: LumpOrder) -> Lump:
        """The same troops in a battle that begins, told what to do."""
        lump = Lump(self.id, self.arm, self.strength, self.steadiness, self.home, self.pace, self.units)
        lump.guarded = self.guarded
        lump.mode, (*lump.way,), lump.starts = order
        return lump

    @property
    def stands(self) -> bool:
        """Whether it has not been beaten."""
        return self.steadiness > BREAKS and self.strength > 0

    @property
    def weight(self) -> float:
        """What it is worth in a fight."""
        return self.strength * self.steadiness


class Imagined(Struct, frozen=True):
    """What came of a plan in the mind."""

    margin: float
    """Points by which we would be ahead, the worth of the troops that are left included."""
    points: float
    """Points alone."""
    ours: float
    """The part of our units that is beaten."""
    theirs: float

    def hope(self, needed: float, *, must_win: bool = False) -> float:
        """How likely it is to win by so many points, less how likely to lose: little is sure where much is fought. Who
        must win loses by a drawn battle too."""
        spread = needed * (SURE + CHANCY * (self.ours + self.theirs) / 2)
        won, lost = _chance((self.margin - needed) / spread), _chance((-self.margin - needed) / spread)
        return won - DREAD * lost - (FAILED * (1 - won - lost) if must_win else 0.0)


def _chance(deviations: float) -> float:
    return 0.5 * (1 + erf(deviations / sqrt(2)))


class Imagination:
    """The worlds in which the plans of one decision are tried: the same for each, so that they are compared fairly."""

    def __init__(self, s: Situation, seed: int, *, coming: float = 0.5, seen: float = 0.0, worlds: int = 2) -> None:
        """`coming` is how likely the enemy seems to attack, `seen` the strength of all enemies known of so far."""
        self.s, self.rates = s, s.rates or Rates()
        dice = Random(seed * 1_000_003 + s.turn)
        self.looked = 0
        """Pairs that were looked at."""
        self._known: dict[Hashable, tuple[int, Imagined]] = {}
        """What came of plans that were tried, and how many pairs were looked at for each."""
        self._horizon = min(s.left, max(HORIZON, min(LONGEST, int(_way(s)) + FOUGHT)))
        known = _lumped(s)
        replies = [*REPLIES] if worlds > 1 else [REPLIES[coming > 0.5]]
        shares = {"stands": 1 - coming, "comes": coming} if worlds > 1 else {replies[0]: 1.0}
        hidden = max(0.0, LIKE_OURS * s.started_with - max(seen, sum(foe.strength for foe in s.foes)))
        lots = [(reply, [*known, *_unseen(s, hidden, dice)]) for reply in replies]
        self.worlds = [(shares[reply], reply, _their_lumps(s, foes, reply)) for reply, foes in lots]
        """Each with its weight, what the enemy does, and all that he has, about to do it."""
        self._ours = _our_lumps(s)

    def tried(self, tasks: Mapping[str, Task], starts: Mapping[str, int] | None = None) -> Imagined:
        """What a plan brings, over all worlds; `starts` says which bodies wait so many turns before they go."""
        plan = tuple([_told(tasks.get(lump.id), (starts or {}).get(lump.id, 0)) for lump in self._ours])
        looked, known = self._known.get(plan, (0, None))
        # several intents may come to the same plan; it counts as often as it is tried, so that the same are tried after
        if known is not None and self.looked + looked < 2 * WORK:
            self.looked += looked
            return known
        before = self.looked
        known = self._tried_anew(plan)
        self._known[plan] = self.looked - before, known
        return known

    def _tried_anew(self, plan: Sequence[LumpOrder]) -> Imagined:
        results = [(share, self._fought(theirs, plan)) for share, _, theirs in self.worlds if share]
        whole = sum(share for share, _ in results)
        fields = ("margin", "points", "ours", "theirs")
        return Imagined(*(sum(share * getattr(out, each) for share, out in results) / whole for each in fields))

    @property
    def exhausted(self) -> bool:
        """Whether no more plans may be tried for this decision."""
        return self.looked >= WORK

    # -- one imagined battle

    def _fought(self, at_first: Sequence[Lump], plan: Sequence[LumpOrder]) -> Imagined:
        ours = [lump.about_to(order) for lump, order in zip(self._ours, plan, strict=True)]
        theirs = [lump.about_to((lump.mode, (*lump.way,), 0)) for lump in at_first]
        units = sum(each.units for each in ours), sum(each.units for each in theirs)
        mine, his = _standing(ours), _standing(theirs)
        for turn in range(self._horizon):
            if not mine or not his or self.looked >= 2 * WORK:
                break
            self.looked += 2 * len(mine) * len(his)
            _march(mine, his, turn, self.rates)
            _march(his, mine, turn, self.rates)
            falls = [*_fires(mine, his, self.s, self.rates), *_fires(his, mine, self.s, self.rates)]
            for lump, men in falls:
                _suffers(lump, men, self.rates)
            _close(mine, his, self.rates)
            _close(his, mine, self.rates)
            before, (mine, his) = (len(mine), len(his)), (_standing(ours), _standing(theirs))
            # nobody who was beaten stands again, so with as many as before all is as it was; on the first turn some may
            # have come to the field beaten
            if (turn == 0 or (len(mine), len(his)) != before) and (
                _broken(ours) >= QUITS * units[0] or _broken(theirs) >= QUITS * units[1]
            ):
                break
        return self._judged(ours, theirs)

    def _judged(self, ours: Sequence[Lump], theirs: Sequence[Lump]) -> Imagined:
        s = self.s
        lost, beaten = _broken(ours) / max(1.0, _units(ours)), _broken(theirs) / max(1.0, _units(theirs))
        points = sum(
            (each.points if each.ours else -each.points) * _earned(s, each, ours, theirs) for each in s.accounts
        )
        # ground that earns points in another way than by an account: at least it is wanted
        margin = points + s.margin * SETTLED * ((beaten >= QUITS) - (lost >= QUITS))
        margin += s.margin * PRESERVED * (_left(ours) - _left(theirs))
        return Imagined(margin, points, lost, beaten)


# -- what there is at the beginning


def _way(s: Situation) -> float:
    """Turns that our foot marches to the farthest ground that counts, and at least to the nearest enemy."""
    foot = [body for body in s.fit if body.arm == "foot"] or s.fit
    if not foot:
        return 0.0
    x, y = middle(body.place for body in foot)
    nearest = s.nearest_foe((x, y))
    spots = [goal.place for goal in s.goals if goal.kind in ("hold", "clear")] + ([nearest.place] if nearest else [])
    far = max((hypot(at[0] - x, at[1] - y) for at in spots), default=0.0)
    return far / (ROAD * max(1.0, min(body.pace for body in foot)))


def _lumped(s: Situation) -> list[Foe]:
    """The enemies, those near each other as one where there are too many to be thought of singly."""
    foes = [foe for foe in s.foes if foe.steadiness > BREAKS]
    size = 150.0
    while len(foes) > LUMPS:
        size *= 1.6
        cells: dict[tuple[int, int, str, bool], list[Foe]] = {}
        for foe in foes:
            key = int(foe.place[0] // size), int(foe.place[1] // size), foe.arm, foe.guarded
            cells.setdefault(key, []).append(foe)
        merged = [_as_one(cell) for cell in cells.values()]
        if size > 4 * max(s.size):
            return merged[:LUMPS]
        foes = merged
    return foes


def _as_one(foes: Sequence[Foe]) -> Foe:
    whole = sum(foe.strength for foe in foes) or 1.0
    x, y = (sum(foe.place[i] * foe.strength for foe in foes) / whole for i in (0, 1))
    steady = sum(foe.steadiness * foe.strength for foe in foes) / whole
    first = foes[0]
    return Foe(first.id, first.arm, whole, (x, y), first.facing, steady, min(f.age for f in foes), first.guarded)


def _unseen(s: Situation, strength: float, dice: Random) -> list[Foe]:
    """Enemies who may be about besides those known: behind them, or about the ground that he should want."""
    known = [foe.place for foe in s.foes]
    places = known or [goal.place for goal in s.goals if goal.kind in ("hold", "clear")]
    if not places or strength < HIDDEN:
        return []
    count = min(4, int(strength // HIDDEN))
    found = []
    for number in range(count):
        x, y = dice.choice(places)
        back = dice.uniform(200.0, 900.0)
        at = x - s.home[0] * back + dice.uniform(-300.0, 300.0), y - s.home[1] * back + dice.uniform(-300.0, 300.0)
        on_table = min(max(at[0], 0.0), s.size[0]), min(max(at[1], 0.0), s.size[1])
        # he may be there or not: half of what is missing
        found.append(Foe(f"unseen {number}", "foot", 0.5 * strength / count, on_table, 0.0, 0.9, 1))
    return found


def _our_lumps(s: Situation) -> list[Lump]:
    found = []
    for body in sorted(s.fit, key=lambda each: (-each.strength, each.id))[: 2 * LUMPS]:
        lump = Lump(body.id, body.arm, body.strength, body.steadiness, body.place, body.pace, max(1, len(body.spots)))
        lump.guarded = body.fixed
        found.append(lump)
    return found


def _told(task: Task | None, starts: int) -> LumpOrder:
    """What a task means for a lump."""
    if task is not None and task.kind == "attack":
        return "fight", (*task.via, task.place), starts
    if task is not None and task.kind in ("retire", "leave", "reserve", "support", "hold", "bombard", "screen"):
        return "go", (task.place,), starts
    return "stand", (), starts


def _their_lumps(s: Situation, foes: Sequence[Foe], reply: Reply) -> list[Lump]:
    mean = sum(body.strength for body in s.fit) / max(1, sum(len(body.spots) for body in s.fit)) or 500.0
    wanted = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
    found = []
    for foe in foes:
        pace = {"foot": 110.0, "horse": 220.0, "guns": 110.0}[foe.arm]
        lump = Lump(foe.id, foe.arm, foe.strength * 0.9**foe.age, foe.steadiness, foe.place, pace, foe.strength / mean)
        lump.guarded = foe.guarded
        # who sits in a place that he wants stays there; the others come for the nearest of our goals
        if (
            reply == "comes"
            and foe.arm != "guns"
            and not (foe.guarded and any(goal.holds(foe.place) for goal in wanted))
        ):
            place = _wish(s, foe, wanted)
            lump.way, lump.mode = ([place], "fight") if place is not None else ([], "stand")
        found.append(lump)
    if reply == "stands":
        _step_in(s, found, wanted)
    return found


def _step_in(s: Situation, foes: Sequence[Lump], wanted: Sequence[PointsGoal]) -> None:
    """Who stands beside empty ground that counts has as good as got it: he goes in when it pleases him."""
    for goal in wanted:
        x, y = goal.place
        if any(goal.holds((each.x, each.y)) for each in foes) or any(goal.holds(b.place) for b in s.fit):
            continue
        near = [(hypot(each.x - x, each.y - y), each.id, each) for each in foes if each.arm == "foot" and not each.way]
        ours = min((hypot(b.place[0] - x, b.place[1] - y) for b in s.fit if b.arm == "foot"), default=inf)
        if near and min(near)[0] - goal.radius < min(BESIDE, ours):
            lump = min(near)[2]
            lump.way, lump.mode = [goal.place], "go"


def _wish(s: Situation, foe: Foe, wanted: Sequence[PointsGoal]) -> TableSpot | None:
    """Where an enemy goes who attacks: to the nearest ground that counts, else at the nearest of us."""
    spots = [goal.place for goal in wanted] or [body.place for body in s.fit]
    return min(spots, key=lambda at: (hypot(at[0] - foe.place[0], at[1] - foe.place[1]), at), default=None)


# -- a turn


def _nearest(lump: Lump, others: Sequence[Lump]) -> tuple[float, Lump | None]:
    """The nearest of others who are not all fallen. Whoever was the nearest when all stood as now is so still, unless
    he has fallen or is no longer among them: others have only become fewer."""
    foe = lump.foe
    if foe is not None and foe.strength > 0 and foe.steadiness > BREAKS:
        return lump.away, foe
    best, found = _AFAR, None
    x, y = lump.x, lump.y
    for other in others:
        dx = x - other.x
        # who is farther to the side alone need not be measured
        if not -best < dx < best:
            continue
        dy = y - other.y
        if not -best < dy < best:
            continue
        away = hypot(dx, dy)
        if away < best and other.strength > 0:
            best, found = away, other
    lump.away = lump.room = best
    lump.foe = found
    return best, found


def _march(lumps: Sequence[Lump], others: Sequence[Lump], turn: int, rates: Rates) -> None:
    farthest = 0.0
    for lump in lumps:
        if lump.mode == "stand" or turn < lump.starts or not lump.way:
            continue
        # who is to fight stops before the enemy and fires; guns and horse keep out of musketry
        halt = rates.shot * 0.8 if lump.arm == "foot" else 3 * rates.shot
        step = lump.pace * ROAD
        # with more room than that no enemy makes a difference
        if lump.room <= halt + step + _ROUNDING:
            away, _ = _nearest(lump, others)
            if lump.mode == "fight":
                step = min(step, max(0.0, away - halt))
            elif away < halt:
                continue
        x, y = lump.way[0]
        far = hypot(x - lump.x, y - lump.y)
        if far <= max(step, REACHED):
            lump.way.pop(0)
        if far > 1 and step > 0:
            part = step / far if step < far else 1.0
            lump.x, lump.y = lump.x + (x - lump.x) * part, lump.y + (y - lump.y) * part
            gone = part * far + _ROUNDING
            lump.foe, lump.room = None, lump.room - gone
            if gone > farthest:
                farthest = gone
        # out of the walls he is as anybody
        if lump.guarded and hypot(lump.x - lump.home[0], lump.y - lump.home[1]) > 2 * REACHED:
            lump.guarded = False
    if farthest:
        for other in others:
            other.foe, other.room = None, other.room - farthest


def _fires(lumps: Sequence[Lump], others: Sequence[Lump], s: Situation, rates: Rates) -> Iterable[tuple[Lump, float]]:
    good, far = s.gun_ranges
    for lump in lumps:
        reach = far if lump.arm == "guns" else rates.shot if lump.arm == "foot" else -1.0
        if lump.room > reach + _ROUNDING or reach < 0:
            continue
        away, target = _nearest(lump, others)
        if target is None or away > reach:
            continue
        if lump.arm == "guns":
            rate = rates.guns * (2.0 if away < good / 2 else 1.0 if away <= good else rates.long_range)
        else:
            rate = rates.muskets
        yield target, rate * lump.weight * (rates.cover if target.guarded else 1.0)


def _suffers(lump: Lump, men: float, rates: Rates) -> None:
    fallen = min(men, lump.strength)
    lump.strength -= fallen
    lump.steadiness -= fallen / (lump.at_start * rates.breaks)


def _close(lumps: Sequence[Lump], others: Sequence[Lump], rates: Rates) -> None:
    """Those who are to fight go in with the bayonet, together, where they are the stronger; others rally."""
    at: dict[int, list[Lump]] = {}
    reach = max(rates.shot, 2 * CONTACT)
    quiet = max(reach, QUIET) + _ROUNDING
    for lump in lumps:
        if lump.room > quiet:
            if lump.steadiness != 1.0:
                lump.steadiness = min(1.0, lump.steadiness + RALLIED)
            continue
        away, foe = _nearest(lump, others)
        if foe is not None and lump.arm != "guns" and not lump.guarded and away <= reach:
            at.setdefault(id(foe), []).append(lump)
        elif away > QUIET:
            lump.steadiness = min(1.0, lump.steadiness + RALLIED)
    for foe in others if at else ():
        chargers = at.get(id(foe))
        if not chargers:
            continue
        theirs = max(1.0, foe.weight * (rates.walls if foe.guarded else 1.0) * (0.4 if foe.arm == "guns" else 1.0))
        odds = sum(each.weight for each in chargers) / theirs
        # who only holds his ground strikes back when it is safe
        if odds < (DARES if any(each.mode == "fight" for each in chargers) else STRIKES):
            continue
        foe.steadiness -= rates.shock * min(3.0, odds)
        for each in chargers:
            each.steadiness -= rates.shock / (min(3.0, odds) * len(chargers) ** 0.5)


# -- what came of it


def _units(lumps: Sequence[Lump]) -> float:
    return sum(each.units for each in lumps)


def _standing(lumps: Sequence[Lump]) -> list[Lump]:
    # as `Lump.stands` has it: asked of all in every imagined turn
    return [each for each in lumps if each.steadiness > BREAKS and each.strength > 0]


def _broken(lumps: Sequence[Lump]) -> float:
    return sum([each.units for each in lumps if each.steadiness <= BREAKS or each.strength <= 0])


def _left(lumps: Sequence[Lump]) -> float:
    """The part of its weight that a side has kept."""
    return sum([each.weight for each in _standing(lumps)]) / max(1.0, sum([each.at_start for each in lumps]))


def _earned(s: Situation, account: Account, ours: Sequence[Lump], theirs: Sequence[Lump]) -> float:
    who, other = (ours, theirs) if account.ours else (theirs, ours)
    goal = account.goal
    match account.kind:
        case "hold" if goal is not None:
            return _on(goal, who) and not _on(goal, other)
        case "clear" if goal is not None:
            return not _on(goal, other)
        case "beat":
            return _broken(other)
        case "men":
            return sum(each.at_start - each.strength for each in other)
        case "army":
            return _broken(other) / max(1.0, _units(other))
    return 1.0


def _on(goal: PointsGoal, lumps: Sequence[Lump]) -> bool:
    # about the place will do: a lump is wider than its middle
    near = goal.radius + 100.0
    x, y = goal.place
    west, south, east, north = goal.about
    for each in lumps:
        # whoever has been beaten holds nothing: as `Lump.stands` has it
        if each.arm == "guns" or each.steadiness <= _HOLDS or each.strength <= 0:
            continue
        if hypot(each.x - x, each.y - y) < near:
            return True
        # far off, as most are, is told without a question
        if west <= each.x <= east and south <= each.y <= north and goal.holds((each.x, each.y)):
            return True
    return False
