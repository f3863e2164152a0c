"""The plan: which body attacks, holds, supports, waits in reserve or retires. Knows no rule system.

Each turn the staff looks at the situation anew, but a task that still makes sense is kept: orders are dear and slow.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from .allotting import GUARD_FROM, SENT, allot, main_effort
from .appreciation import (
    BEATEN,
    PointsGoal,
    Situation,
    TableSpot,
    TroopBody,
    bearing,
    gap,
    least_gap,
    middle,
    shifted,
)
from .arms import gunnery, guns, horse
from .doctrine import USUAL, Doctrine
from .foresight.explaining import OrderReason, army_reason, task_reason
from .foresight.forming import FormingUp
from .foresight.imagining import Imagination, Imagined
from .foresight.intents import Intent, everybody, strike, worth_trying
from .lanes import aims, posts
from .patience.abreast import abreast
from .patience.leaving import Leaving
from .patience.waiting import EnemyLosses, Patience, prospect, standing
from .prizes import (
    at_hand,
    first_things,
    lead,
    ours,
    pull,
    secure,
    taken,
    unknown,
    within_our_reach,
    worth_it,
)
from .shelter import under_cover
from .tasks import Task, homeward_of, keep

RESTED = 0.75
"""A body that was pulled back comes into the plan again when it is as steady as this."""
SPENT = 0.5
"""A body that has lost so much of its strength is pulled back."""
DESPERATE = 0.3
"""An attack against worse odds than this is not pressed home."""
SALLY, STORMING = 650.0, 250.0
"""Paces that a guard goes out from its post, and from what it guards at which an enemy is about to storm it."""
AT_POST = 150.0
"""Paces from its post within which it does so; who is still on the way to it goes on."""
RIPOSTE, TEMPTED = 0.9, 1.6
"""How strong it must be, beside the enemy, to throw back those who storm, and to go at those who are shaken."""
WORN = 0.5
"""An army that has lost so much of its strength goes over to the defence."""
BREAKING = 0.3
"""So does one of whose units this part is beaten or gone."""
CAUTION = 0.75
"""So bold is the horse of such an army still."""
SHAKEN = 0.5
"""Attackers no steadier than this break off and are pulled back to rally."""
STAND, STAGE = 0.3, 800.0
"""For so much of the battle an army that withdraws stands where it is left alone; then it goes back by such stages."""
IN_FLIGHT = 0.2
"""An enemy no steadier than this is beaten, and earns us what that is worth."""
LATE, PRESSING = 0.35, 1.5
"""With no more than this part of the battle left, an attack is pressed so much harder."""
LOYAL, COMMITTED = 0.12, 0.45
"""By so much must another intent be more hopeful than the one that is under way, and where it has come to blows."""
DASH = 1.5
"""So much bolder is the horse of an army that goes all out."""
COMES, MEETS = 0.5, 0.35
"""An enemy who seems likelier than this to attack is met rather than awaited, if that is no more than so much worse in
the mind: on the ladder, armies that waited for such enemies were beaten one brigade after the other."""
FUTILE = 1.0
"""By so much is it worse, in the mind, to hold where that loses the battle."""
LOOKED_FOR = 700.0
"""Paces from the enemy's edge of the table at which he is looked for while nothing has been seen of him."""
PLANNING = 400_000
"""Pairs of a body and an enemy that are looked at, about, when plans are made for one decision."""
MOVED = 50.0
"""Paces by which an enemy must have come nearer in a turn to be seen to come on."""


class Plan(Struct):
    """The tasks of all bodies, by body, and what they are for."""

    tasks: dict[str, Task]
    stance: str = "hold"
    main: str = ""
    """The body that makes the main effort: its commander's superior belongs there."""


class Planner:
    """Makes a plan each turn and remembers the last one."""

    def __init__(self, seed: int, doctrine: Doctrine = USUAL) -> None:
        self.doctrine, self.seed = doctrine, seed
        # no two staffs are quite alike, and the same seed makes the same one
        self.boldness = (0.9 + 0.2 * Random(seed).random()) * doctrine.boldness
        self.plan = Plan({})
        self._resting: set[str] = set()
        self._made = 0
        self._began_with: frozenset[str] | None = None
        self._broken: set[str] = set()
        """Enemies who were last seen beaten."""
        self.intent: Intent | None = None
        """What the army is about, for a staff that tries plans in its mind."""
        self._forming = FormingUp()
        self._patience, self._off_table = Patience(), Leaving()
        self._rides_off: dict[str, Task] = {}
        self._known: dict[str, tuple[float, TableSpot]] = {}
        """The greatest strength of each enemy seen, and where he was last turn."""
        self.reasons: list[OrderReason] = []
        """Why each order was given, for when everybody may know."""
        self._coming_on = 0.4
        """How likely the enemy seems to attack."""

    def update(self, s: Situation) -> Plan:
        """The plan for this turn."""
        # asked for with every decision of a turn; orders of one turn must be parts of one plan
        if not self._made or s.turn >= self._made + self.doctrine.rethinks:
            self._made = s.turn
            self._rest(s)
            self._note_broken(s)
            self._watch(s)
            before, self.plan = self.plan.tasks, self._made_anew(s)
            # who keeps his task word for word gets no order
            self.reasons += [
                task_reason(s, body, self.plan.tasks[body.id], self.plan.tasks)
                for body in s.bodies
                if body.id in self.plan.tasks and self.plan.tasks[body.id] != before.get(body.id)
            ]
        return self.plan

    def _made_anew(self, s: Situation) -> Plan:
        if self._patient(s):
            seen = sum(strength for strength, _ in self._known.values())
            coming = self._coming_on > COMES
            horse = [body for body in s.fit if body.arm == "horse" and body.id not in self._resting]
            self._rides_off = self._off_table.tasks(s, horse, self.plan.tasks)
            ahead, exhausted = self._prospect(s), self._exhausted(s)
            losses = self._losses(s)
            self.intent = self._patience.intent(s, losses, ahead, seen, coming=coming, exhausted=exhausted)
            return self._planned(s, self.intent)
        return self._best(s) if self._foresees(s) else self._planned(s)

    def _prospect(self, s: Situation) -> float:
        """Points by which a patient army is ahead at the end if nobody attacks."""
        return prospect(s, self._losses(s)) + self._off_table.sure(s)

    def _losses(self, s: Situation) -> EnemyLosses:
        """Of those who have gone out of sight only the beaten are taken to be lost."""
        now = {foe.id: foe.strength for foe in s.foes}
        gone = {id: 0.0 for id in self._broken if id not in now}
        men = sum(most - now.get(id, gone.get(id, most)) for id, (most, _) in self._known.items())
        return EnemyLosses(len(self._broken), men)

    def _patient(self, s: Situation) -> bool:
        # without ground that wins the battle the enemy has to be beaten, and nobody is by waiting
        ground = any(goal.kind in ("hold", "leave") for goal in s.goals)
        ground = ground or any(each.ours and each.kind == "clear" for each in s.accounts)
        return self.doctrine.patient and s.patience and s.stance != "withdraw" and ground

    # -- plans tried in the mind

    def _foresees(self, s: Situation) -> bool:
        return self.doctrine.candidates > 0 and s.rates is not None

    def _watch(self, s: Situation) -> None:
        """Note who comes on, and how strong each enemy was at most."""
        came = stood = 0.0
        ours = sorted(body.place for body in s.bodies if body.here)
        across = [x for x, _ in ours]
        for foe in s.foes:
            strength, was = self._known.get(foe.id, (0.0, foe.place))
            if foe.age == 0 and foe.id in self._known and foe.arm != "guns" and ours:
                nearer = least_gap(was, ours, across) - least_gap(foe.place, ours, across)
                came += foe.weight * (gap(was, foe.place) > MOVED and nearer > 0)
                stood += foe.weight * (gap(was, foe.place) <= MOVED)
            self._known[foe.id] = max(strength, foe.strength), foe.place
        if came + stood:
            # what he did before counts for as much as what he does now
            self._coming_on = 0.5 * self._coming_on + 0.5 * min(0.9, max(0.1, came / (came + stood)))

    def _best(self, s: Situation) -> Plan:
        """The plan of the intent that promises most in the mind; the one under way is left only for a better."""
        usual = tuple(self._to_win(s))
        army = () if self._exhausted(s) or s.stance != "attack" else tuple(self._army(s))
        # who has nothing to win himself is as well off: it is for the other to come
        ahead = lead(s, len(self._broken)) >= s.margin or not any(each.ours for each in s.accounts)
        coming = self._coming_on > COMES
        options = worth_trying(s, usual, army, ahead=ahead) if s.stance != "withdraw" and not self._exhausted(s) else []
        if s.stance != "attack":
            options = [each for each in options if not each.all_out and each.goals in ((), usual)]
        if len(options) < 2 or not s.foes:
            self.intent = Intent("attack", usual) if usual else Intent("hold")
            return self._planned(s, self.intent)
        seen = sum(strength for strength, _ in self._known.values())
        mind = Imagination(s, self.seed, coming=self._coming_on, seen=seen, worlds=self.doctrine.worlds)
        judged: list[tuple[float, int, Intent]] = []
        # counted, not timed: the same army thinks the same on any machine, and a huge one tries fewer plans
        room = max(2, PLANNING // max(1, len(s.bodies) * len(s.foes)))
        for number, each in enumerate(options[: min(self.doctrine.candidates, room)]):
            if mind.exhausted:
                break
            out = self._tried(s, mind, each)
            hope = out.hope(s.margin, must_win=s.stance == "attack")
            if each.idle and out.points < 0 and s.stance == "attack" and not coming:
                # to wait for an enemy who need not come is to lose, however few fall in it
                hope -= FUTILE
            judged.append((hope + self._loyalty(s, each), -number, each))
        chosen = max(judged)[2]
        if self.intent is None or self.intent.key != chosen.key:
            self.reasons.append(army_reason(s, chosen, len(judged)))
        self.intent = chosen
        return self._planned(s, self.intent)

    def _tried(self, s: Situation, mind: Imagination, intent: Intent) -> Imagined:
        tasks = self._foot_tasks(s, intent)[0]
        waits = intent.shells if intent.shells and not self._forming.gone(intent) else 0
        return mind.tried(tasks, {id: waits for id, task in tasks.items() if task.kind == "attack"} if waits else None)

    def _loyalty(self, s: Situation, intent: Intent) -> float:
        """By how much an intent is preferred because it is being carried out: most where it has come to blows."""
        # who meets an enemy on the move with all he has keeps the choice of place; who stands is taken one by one
        eager = MEETS * (intent.all_out and self._coming_on > COMES)
        if self.intent is None or _same(self.intent) != _same(intent):
            return eager
        in_it = any(body.fighting for body in s.fit if self._was(body, "attack"))
        return eager + (COMMITTED if in_it and (intent.goals or intent.all_out) else LOYAL)

    def _rest(self, s: Situation) -> None:
        for body in s.bodies:
            # attackers are pulled out sooner: beaten in an assault they are lost, beaten at a post they may rally there
            limit = SHAKEN if self._was(body, "attack") else BEATEN
            if body.here and (body.steadiness <= limit or body.lost > SPENT):
                self._resting.add(body.id)
            # much steadier than when it was pulled back, or it would be sent to and fro
            elif body.steadiness >= RESTED and body.lost <= SPENT:
                self._resting.discard(body.id)

    def _note_broken(self, s: Situation) -> None:
        for foe in s.foes:
            if foe.age == 0 and foe.steadiness <= IN_FLIGHT:
                self._broken.add(foe.id)
            elif foe.age == 0 and foe.steadiness > BEATEN:
                self._broken.discard(foe.id)

    def _planned(self, s: Situation, intent: Intent | None = None) -> Plan:
        tasks, open_goals, main = self._foot_tasks(s, intent)
        free = [body for body in s.bodies if body.fit and body.id not in tasks]
        # horse and guns that may not leave a place do what they can from there
        tasks |= {body.id: _stays(body) for body in free if body.fixed and body.arm != "foot"}
        free = [body for body in free if not body.fixed]
        patient = self._patient(s)
        if intent is not None and self.doctrine.together and not patient:
            tasks = self._forming.formed_up(s, tasks, intent)
        bold = self.boldness * (CAUTION if self._exhausted(s) else 1)
        if intent is not None and intent.all_out:
            bold *= DASH
        riders = [body for body in free if body.arm == "horse"]
        if patient:
            tasks |= self._rides_off
            riders = [body for body in riders if body.id not in tasks]
        tasks |= horse.tasks(s, riders, tasks, self.plan.tasks, bold, waits=patient and not open_goals)
        batteries = [body for body in free if body.arm == "guns"]
        if patient:
            awaits = self._coming_on > COMES or self._prospect(s) >= s.margin
            tasks |= gunnery.rooted(s, batteries, self.plan.tasks, awaits=awaits)
        elif self.doctrine.guns_see and s.guns_seek:
            tasks |= gunnery.tasks(s, batteries, tasks, self.plan.tasks)
        else:
            tasks |= guns.tasks(s, batteries, tasks)
        # horse that moves under fire is the first to be shot at
        exposed = {id: tasks[id] for body in riders if (id := body.id) in tasks} if patient else {}
        tasks = under_cover(s, tasks) | exposed | self._coming(s, main)
        at = {body.id: body.place for body in s.bodies}
        # last, when all is settled: a task that has hardly changed stays word for word, so that no order goes out
        kept = {body: keep(self.plan.tasks.get(body), task, at[body]) for body, task in tasks.items()}
        return Plan(kept, "attack" if open_goals else "hold", main[0].id if main else "")

    def _foot_tasks(
        self, s: Situation, intent: Intent | None
    ) -> tuple[dict[str, Task], list[PointsGoal], list[TroopBody]]:
        """What those do who rest, leave, or fight on foot; the goals that are attacked; and the main effort."""
        tasks = {body.id: self._retire(s, body) for body in s.bodies if body.here and body.id in self._resting}
        tasks |= {body.id: self._march_off(s, body) for body in self._leaving(s) if body.id not in tasks}
        foot = [body for body in s.bodies if body.fit and body.id not in tasks and body.arm == "foot"]
        if intent is not None and intent.all_out:
            return self._all_out(s, tasks, foot)
        if self._patient(s) and intent is not None and not intent.goals:
            coming, at_once = self._coming_on > COMES, self._patience.went_in
            posts = standing(s, foot, self.plan.tasks, coming=coming, at_once=at_once)
            return tasks | posts, [], []
        open_goals = self._to_win(s) if intent is None else list(intent.goals)
        allotted, rest = allot(s, [body for body in foot if not body.fixed], open_goals, self.plan.tasks)
        for goal, bodies in allotted:
            tasks |= self._orders(s, goal, bodies, attack=goal in open_goals)
        main = main_effort(allotted, open_goals)
        tasks |= {body.id: self._left_over(s, body, main if open_goals else []) for body in rest}
        stay = self.doctrine.garrisons_stay
        tasks |= {body.id: Task(body.id, "hold", body.place, garrison=stay) for body in foot if body.fixed}
        if intent is not None and intent.counter:
            tasks = strike(s, {body.id: body for body in foot}, tasks)
        return tasks, open_goals, main

    def _all_out(
        self, s: Situation, tasks: dict[str, Task], foot: list[TroopBody]
    ) -> tuple[dict[str, Task], list[PointsGoal], list[TroopBody]]:
        """Everybody at the enemy."""
        free = [body for body in foot if not body.fixed]
        found = everybody(s, free, self.plan.tasks)
        if self._patient(s):
            found = abreast(s, free, found)
        found |= {body.id: Task(body.id, "hold", body.place) for body in free if body.id not in found}
        tasks = tasks | {id: self._urged(s, task) for id, task in found.items()}
        stay = self.doctrine.garrisons_stay
        tasks |= {body.id: Task(body.id, "hold", body.place, garrison=stay) for body in foot if body.fixed}
        goals = [goal for goal in s.goals if any(task.goal == goal.id for task in found.values())]
        return tasks, goals, sorted(free, key=lambda body: (-body.strength, body.id))

    def _urged(self, s: Situation, task: Task) -> Task:
        goal = next((each for each in s.goals if each.id == task.goal), None)
        return task if goal is None else self._press(s, goal, task)

    # -- what there is to win

    def _to_win(self, s: Situation) -> list[PointsGoal]:
        """Goals worth an attack now, the best first; none when the army had better hold."""
        if self._exhausted(s) or s.stance == "withdraw":
            return []
        if s.stance == "defend":
            # what was ours and is lost is worth an attack; nothing else is
            had = self._had(s)
            ground = [goal for goal in s.goals if goal.kind in ("hold", "clear") and goal.id in had]
            return first_things(s, [goal for goal in ground if not ours(s, goal, had)])
        if self.doctrine.counts_points:
            return self._needed(s)
        ground = [goal for goal in s.goals if goal.kind in ("hold", "clear") and not ours(s, goal, self._had(s))]
        if ground and (worth_it(s, ground) or self._stronger(s)):
            return first_things(s, ground)
        return [] if ground else self._army(s)

    def _leaving(self, s: Situation) -> list[TroopBody]:
        """Of an army that wants to be gone those who go now: from some hour on all who are not in the fight, so that
        the others cover them; before it those whom a stronger enemy comes up to."""
        if s.stance != "withdraw":
            return []
        free = [body for body in s.bodies if body.fit and not body.fixed and not body.fighting]
        return free if s.turn > STAND * s.last else [body for body in free if self._pressed(s, body)]

    def _needed(self, s: Situation) -> list[PointsGoal]:
        """The goals without which the battle is not won: nothing while we are ahead, since then he has to come; ground
        that nobody has is entered by its guards."""
        ground = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
        ground = [goal for goal in ground if not secure(s, goal) or unknown(s, goal)]
        if lead(s, len(self._broken)) >= s.margin * max(1.0, self.doctrine.boldness):
            return []
        his = [goal for goal in ground if self._gone_for(s, goal)]
        if his and (worth_it(s, his) or self._stronger(s)):
            best = max(first_things(s, his), key=lambda goal: (pull(s, goal), goal.id))
            return [best]
        return [] if ground else self._army(s)

    def _gone_for(self, s: Situation, goal: PointsGoal) -> bool:
        """Whether ground takes an attack to be had: the enemy has it, or is there before us; or nobody has been seen
        near it, but our guards are too far off to march in."""
        return taken(s, goal) or not within_our_reach(s, goal) or not at_hand(s, goal, SENT * GUARD_FROM)

    def _had(self, s: Situation) -> frozenset[str]:
        """Goals at which we stood when the battle began: while no enemy shows himself, only these are ours."""
        if self._began_with is None:
            near = (goal.id for goal in s.goals if any(gap(at, goal.place) < 450 for b in s.fit for at in b.spots))
            self._began_with = frozenset(near)
        return self._began_with

    def _stronger(self, s: Situation) -> bool:
        """Whether we are so much the stronger, by what we see, that a lesser prize is worth an attack."""
        return sum(body.strength * body.steadiness for body in s.fit) * self.boldness > 1.6 * sum(
            foe.weight for foe in s.foes
        )

    def _exhausted(self, s: Situation) -> bool:
        """Whether losses forbid another attack."""
        now = sum(body.strength * body.steadiness for body in s.bodies)
        due = s.started_with
        foes = sum(foe.weight for foe in s.foes)
        worn = now < due * (1 - WORN) or s.down >= BREAKING
        # worn, but still half as strong again as all it sees, it may go on
        return worn and now < foes * 1.5

    def _army(self, s: Situation) -> list[PointsGoal]:
        """The enemy's army itself, when there is no ground to take: if beating it earns something and we can."""
        wanted = [goal for goal in s.goals if goal.kind in ("army", "leave")]
        if not wanted or (not s.foes and not self.doctrine.counts_points):
            return []
        points = sum(goal.points for goal in wanted)
        if not s.foes:
            # nobody beats an enemy whom he does not look for
            return [PointsGoal("army", "army", points, _whence(s))]
        own = sum(body.strength * body.steadiness for body in s.fit)
        foes = sum(foe.weight for foe in s.foes)
        keeps = any(goal.kind == "hold" for goal in s.goals)
        # who has ground to keep risks it only when much the stronger
        if own < foes * (1.6 if keeps else 0.7) / self.boldness:
            return []
        places = sorted(body.place for body in s.bodies)
        across = [x for x, _ in places]
        nearest = min(s.foes, key=lambda foe: (least_gap(foe.place, places, across), foe.id))
        return [PointsGoal("army", "army", points, nearest.place)]

    def _was(self, body: TroopBody, kind: str) -> bool:
        before = self.plan.tasks.get(body.id)
        return before is not None and before.kind == kind

    # -- how

    def _orders(self, s: Situation, goal: PointsGoal, bodies: list[TroopBody], *, attack: bool) -> dict[str, Task]:
        if not attack:
            tasks = posts(s, goal, bodies, self.plan.tasks, enter=self.doctrine.counts_points)
            return {body.id: self._sally(s, goal, body, task) for body, task in zip(bodies, tasks, strict=True)}
        tasks = aims(s, goal, bodies, self.plan.tasks, firm=self.doctrine.firm)
        sober = {task.body: self._sober(s, body, task) for body, task in zip(bodies, tasks, strict=True)}
        return {body: self._press(s, goal, task) for body, task in sober.items()}

    def _sally(self, s: Situation, goal: PointsGoal, body: TroopBody, task: Task) -> Task:
        """A guard goes out against enemies near by if it is the stronger there: at those who are shaken, at guns, and
        at those who have come up to what it guards."""
        foe = s.nearest_foe(body.place, steady=0.15)
        if task.garrison or task.kind == "attack":
            return task
        if foe is None or body.loose or gap(foe.place, body.place) > SALLY or gap(body.place, task.place) > AT_POST:
            return task
        if gap(foe.place, goal.place) < goal.radius + STORMING and not goal.holds(body.place):
            odds, limit = s.support(goal.place, 500, 900) / max(1.0, s.threat(goal.place, 350, 600)), RIPOSTE
        elif foe.steadiness < 0.7 or (foe.arm == "guns" and not foe.guarded):
            odds, limit = s.support(foe.place, 300, 600) / max(1.0, s.threat(foe.place, 200, 450)), TEMPTED
        else:
            return task
        # an attack that is under way is not called off as soon as it would not be begun
        if odds * self.boldness < (limit if not self._was(body, "attack") else 0.7 * limit):
            return task
        return Task(body.id, "attack", foe.place, goal=task.goal, foe=foe.id)

    def _sober(self, s: Situation, body: TroopBody, task: Task) -> Task:
        """An attack against hopeless odds waits for help, unless it is under way or time is running out."""
        foe = s.nearest_foe(task.via[0] if task.via else task.place, steady=BEATEN)
        if foe is None or gap(foe.place, body.place) > 600 or s.left < 0.3 * s.last:
            return task
        odds = s.support(foe.place, 300, 700) / max(1.0, s.threat(foe.place, 250, 500))
        # the same holds here: to go on takes less than to begin
        limit = DESPERATE if self._was(body, "attack") else DESPERATE * 2
        if odds * self.boldness >= limit:
            return task
        return Task(body.id, "hold", body.place, goal=task.goal)

    def _press(self, s: Situation, goal: PointsGoal, task: Task) -> Task:
        """An attack on what the enemy holds and we must have is pressed home; the more, the less time is left."""
        if task.kind != "attack" or goal.kind == "army" or not self.doctrine.storm or not taken(s, goal):
            return task
        return replace(
            task, urge=self.doctrine.storm * self.doctrine.boldness * (PRESSING if s.left < LATE * s.last else 1.0)
        )

    def _left_over(self, s: Situation, body: TroopBody, main: list[TroopBody]) -> Task:
        """A reserve's place behind the main effort, or where it stands if there is none; light troops screen."""
        if self._exhausted(s) and self._pressed(s, body):
            return self._retire(s, body)
        if not main or body.loose:
            return Task(body.id, "screen" if body.loose else "hold", body.place)
        place = homeward_of(s, main[0].place, 400)
        if gap(place, body.place) < 250:
            place = body.place
        return Task(body.id, "reserve", place, ward=main[0].id)

    def _pressed(self, s: Situation, body: TroopBody) -> bool:
        """Whether the enemy about a body is the stronger."""
        return s.threat(body.place, 350, 700) > s.support(body.place, 350, 700)

    def _march_off(self, s: Situation, body: TroopBody) -> Task:
        """A stage of the way back, of an army that withdraws."""
        return Task(body.id, "retire", homeward_of(s, body.place, STAGE))

    def _retire(self, s: Situation, body: TroopBody) -> Task:
        """Away from the enemy, toward home, out of reach."""
        foe = s.nearest_foe(body.place)
        if foe is None or gap(foe.place, body.place) > 700:
            return Task(body.id, "retire", body.place)
        return Task(body.id, "retire", homeward_of(s, body.place, 500))

    def _coming(self, s: Situation, main: list[TroopBody]) -> dict[str, Task]:
        """Troops that are still to come march behind the main effort, or to the best goal."""
        coming = [body for body in s.bodies if not body.here and body.strength > 0]
        if not coming:
            return {}
        front = homeward_of(s, main[0].place if main else _hub(s), 350)
        facing = bearing((0.0, 0.0), (-s.home[0], -s.home[1]))
        spread = min(220.0, 0.6 * max(s.size) / len(coming))
        places = (shifted(front, facing, (i - len(coming) / 2) * spread) for i in range(len(coming)))
        return {
            body.id: Task(body.id, "reserve", homeward_of(s, place, 0))
            for body, place in zip(sorted(coming, key=lambda each: (each.due, each.id)), places, strict=True)
        }


def _stays(body: TroopBody) -> Task:
    return Task(body.id, "bombard" if body.arm == "guns" else "hold", body.place, precise=body.arm == "guns")


def _same(intent: Intent) -> tuple[object, ...]:
    """To shell first, or to go at once, is the same thing to be about."""
    return intent.key[1], intent.counter, intent.all_out


def _whence(s: Situation) -> TableSpot:
    """Where an enemy of whom nothing has been seen should be: at the other end of the table from us."""
    x, y = (
        extent / 2 - toward_home * (extent / 2 - LOOKED_FOR) for extent, toward_home in zip(s.size, s.home, strict=True)
    )
    return x, y


def _hub(s: Situation) -> TableSpot:
    """Where the army is, or is wanted."""
    here = [body.place for body in s.bodies if body.here]
    if here:
        return middle(here)
    return s.goals[0].place if s.goals else (s.size[0] / 2, s.size[1] / 2)


__all__ = ["Plan", "Planner"]
