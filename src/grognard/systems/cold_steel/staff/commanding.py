"""The command phase: missions to bodies that need new ones, in person or by aide."""

from __future__ import annotations

from collections.abc import Iterator, Set

from msgspec.structs import replace

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, TroopBody, gap, middle
from grognard.commanders.clusters import Group
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import Task
from grognard.ground.units import spot

from ..seat.view import Briefing, View
from ..table.state import Mission, UnitState
from .leading import Leaders
from .outlook import Outlook, Told
from .special.chits import SpecialStaff
from .wording import Wish, able_to_hear, on_the_way, told, ward_of, wish


class Commands:
    """The answers of one command phase or council, one after the other."""

    def __init__(
        self,
        briefing: Briefing,
        groups: tuple[Group, ...],
        s: Situation,
        plan: Plan,
        special: SpecialStaff,
        look: Outlook,
    ) -> None:
        self.briefing, self.s, self.plan, self.special, self.look = briefing, s, plan, special, look
        self.groups = {group.id: group for group in groups}
        self.leaders = Leaders(briefing, self.groups, s, plan)
        self._bodies = {body.id: body for body in s.bodies}
        self._worded: dict[str, tuple[object, list[Wish]]] = {}
        """The missions of each body, with all that changes in them while commands are given."""
        self._said: tuple[dict[str, UnitState], dict[str, Mission], dict[str, list[Mission]]] | None = None
        """Units, missions and those on the way when all was said that could be said."""

    def council(self, view: View, decision: Decision) -> Iterator[Answer]:
        """A mission for every body, those still to come included."""
        for wanted in self._wishes(view):
            leader = self.groups[wanted.body].leaders[0]
            yield decision.answer("mission", leader=leader, units=list(wanted.units), **wanted.values)

    def _wishes(self, view: View) -> list[Wish]:
        found = []
        # bodies may have gone since the plan was made
        for id, task in self.plan.tasks.items():
            if id in self._bodies and id in self.groups:
                units = tuple(u for u in self.groups[id].units if u in view.units and able_to_hear(view.units[u]))
                if units:
                    found += self._wished(view, id, task, units)
        return sorted(found, key=lambda each: (each.urgency, each.body))

    def _wished(self, view: View, id: str, task: Task, units: tuple[str, ...]) -> list[Wish]:
        """The missions for one body; its situation and its task are those of the phase."""
        open_to = units, ward_of(view, task)
        kept = self._worded.get(id)
        if kept is None or kept[0] != open_to:
            kept = self._worded[id] = open_to, list(self._split(view, self._bodies[id], task, *open_to))
        return kept[1]

    def _split(self, view: View, body: TroopBody, task: Task, units: tuple[str, ...], ward: str) -> Iterator[Wish]:
        """One mission for all of a body, or one for the unit that is sent and one for those who stay."""
        here = {unit: spot(view.units[unit].position) for unit in units if view.units[unit].where == "table"}
        if not task.single or len(here) < 2:
            yield from self.special.worded(self.look, body, wish(self.s, body, task, units, ward))
            return
        sent = min(here, key=lambda unit: (gap(here[unit], task.place), unit))
        stay = tuple(unit for unit in units if unit != sent)
        for part, what in (
            ((sent,), task),
            (stay, Task(body.id, "hold", middle(here[each] for each in stay if each in here))),
        ):
            spots = tuple(here[unit] for unit in part if unit in here)
            some = replace(body, place=middle(spots), spots=spots)
            yield from self.special.worded(self.look, some, wish(self.s, some, what, part, ward))

    def missions(self, view: View, tried: Set[str] = frozenset()) -> Iterator[Wish]:
        """Missions that are wanted and not yet given or tried, the most urgent first; only who is here can be told."""
        now = view.units, view.missions, on_the_way(view)
        # who is ridden to and who rides does not matter: mostly there is nothing more to say than before
        if self._said is not None and now[0] is self._said[0] and now[1] is self._said[1] and now[2] == self._said[2]:
            return
        for each in self._wishes(view):
            # who is still to come was told at the council
            here = each.units[0] not in tried and any(view.units[u].where == "table" for u in each.units)
            if here and not told(view, each, now[2]):
                yield each
        self._said = now

    def chits(self, view: View) -> list[Told]:
        """What single units are told besides, under the missions that they have by now."""
        return self.special.chits(self.special.look(view, self.s, self.plan.tasks))

    def ways_to_tell(self, view: View, wanted: Wish, decision: Decision) -> Iterator[Answer]:
        """In person by the brigadier, by his aide, then by those above him."""
        # only those here: the rest of a body would be addressed in vain
        units = [unit for unit in wanted.units if view.units[unit].where == "table"]
        able = [view.leaders[id] for id in self.groups[wanted.body].leaders if self._able(view, id)]
        # the nearest rides least
        near = sorted(able, key=lambda leader: gap(spot(leader.position), spot(view.units[units[0]].position)))
        for leader in near:
            # a mission takes two points, but an open one counts: its order may still be in hand
            if leader.points + bool(leader.paces) >= 2 or leader.order_in_hand:
                yield decision.answer("mission", leader=leader.id, units=units, **wanted.values)
        for leader in near:
            if leader.points >= 1:
                yield decision.answer("aide", leader=leader.id, what="mission", units=units, **wanted.values)

    def _able(self, view: View, id: str) -> bool:
        leader = view.leaders.get(id)
        return leader is not None and leader.where == "table" and leader.hurt != "killed" and leader.points > 0
