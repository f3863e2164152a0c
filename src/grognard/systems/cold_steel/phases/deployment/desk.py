"""A seat sets up its troops in secret: asked again and again, until it is ready.

The decision `deploy` takes these answers; what is in brackets may be left out.

    place:CARD   spot, [heading]                      the whole group with its sketch
    unit:UNIT    spot, [heading, formation]           one unit of it
    leader:WHO   spot                                 a commander, with his aides
    group        units                                an ad hoc group with a card of its own
    dummy        arm, spot, [heading]                 a card with nothing behind it
    undummy      card                                 takes it away again
    done                                              the rest as the scenario has it
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.battle.decisions import Answer, Decision, Option, Values
from grognard.battle.events import Set
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Several, Spot

from ...desk.others import DUMMY, GROUP, PLACE, PLACE_LEADER, PLACE_UNIT, UNDUMMY
from ...events.hidden import DummyLaid, DummyTakenOff, GroupFormed
from ...hidden import dummies, grouping
from ...hidden.seeing import units_of
from ...table.battlefield import Battlefield
from ...table.state import Card, UnitState
from . import leaders, sketch, zones
from .extra import EXTRA

DONE = Option("done", "Ready: the rest as the scenario has it", "CS-1.6a")
RULES = ("CS-1.6a", "CS-1.6b")
HEADING = Number(0, 359)


class DeploymentTable:
    """What a seat may settle, and what it has."""

    def __init__(self, b: Battlefield, seat: str) -> None:
        self.b, self.seat = b, seat
        self.side = b.seating.side_of(seat)
        # before anything is moved: leaders who are not put down follow their troops by the difference
        self.began = leaders.places(b, seat)
        self.led: set[str] = set()
        self.made = 0

    # -- what may be answered

    def decision(self) -> Decision:
        """What it is asked."""
        return Decision(
            self.seat,
            "deploy",
            "Set up your troops",
            self.options,
            default=("done", {}),
            rules=RULES,
            judge=self.judge,
            one=self.option,
            keys=self._keys,
        )

    def options(self) -> list[Option]:
        """All that may be settled now."""
        return [found for key in self._keys() if (found := self.option(key)) is not None]

    def _keys(self) -> list[str]:
        return ["done", *self._of_troops(), "group", "dummy", "undummy", *(each.key for each in EXTRA)]

    def _of_troops(self) -> list[str]:
        if not self.b.world.placing:
            return []
        return [
            *(f"place:{body}" for body in sketch.bodies(self.b, self.seat)),
            *(f"unit:{unit}" for unit in sketch.present(self.b, self.seat)),
            *(f"leader:{leader}" for leader in leaders.present(self.b, self.seat)),
        ]

    def option(self, key: str) -> Option | None:
        """The option of a key, if it is open."""
        kind, _, who = key.partition(":")
        if key == "done":
            return DONE
        extra = next((each for each in EXTRA if each.key == key), None)
        if extra is not None:
            return extra.option(self.b, self.seat)
        if who:
            makers: dict[str, Callable[[str], Option | None]] = {
                "place": self._place,
                "unit": self._unit,
                "leader": self._leader,
            }
            return makers[kind](who) if kind in makers and self.b.world.placing else None
        plain = {"group": self._group, "dummy": self._dummy, "undummy": self._undummy}
        return plain[kind]() if kind in plain and self.b.world.on_cards else None

    def _spot(self) -> Spot:
        return Spot(*self.b.scenario.header.table_paces)

    def _place(self, who: str) -> Option | None:
        body = sketch.bodies(self.b, self.seat).get(who)
        if body is None:
            return None
        text = f"{body.name}, {len(body.units)} units" + (": crowded, no room of its own" if body.crowded else "")
        return Option(
            f"place:{who}",
            text,
            "CS-1.6.1b",
            {"spot": self._spot(), "heading": HEADING},
            {"heading": body.heading},
            who if self.b.world.on_cards else body.name,
            PLACE.id,
        )

    def _unit(self, who: str) -> Option | None:
        if who not in sketch.present(self.b, self.seat):
            return None
        now = self.b.unit(who)
        fields: dict[str, Domain] = {
            "spot": self._spot(),
            "heading": HEADING,
            "formation": Choice(sketch.formations_of(self.b, who)),
        }
        return Option(
            f"unit:{who}",
            self.b.name(who),
            "CS-1.6.1b",
            fields,
            {"heading": now.heading, "formation": now.formation},
            who,
            PLACE_UNIT.id,
        )

    def _leader(self, who: str) -> Option | None:
        if who not in leaders.present(self.b, self.seat):
            return None
        return Option(
            f"leader:{who}", self.b.name(who), "CS-1.6b", {"spot": self._spot()}, about=who, form=PLACE_LEADER.id
        )

    def _group(self) -> Option | None:
        units = tuple(unit for unit in sketch.present(self.b, self.seat) if self._may_leave(unit))
        most = self.b.rules.tables.number("CS-1.6.2e", "most")
        text = f"An ad hoc group of at most {most} units of a division, with a card of its own"
        return Option("group", text, "CS-1.6.2e", {"units": Several(units, most)}, form=GROUP.id) if units else None

    def _may_leave(self, unit: str) -> bool:
        card = self.b.world.cards[self.b.unit(unit).card]
        return not card.adhoc and len(units_of(self.b, card.id)) > 1

    def _dummy(self) -> Option | None:
        left = self._dummies_left()
        if left < 1:
            return None
        fields: dict[str, Domain] = {"arm": Choice(grouping.ARMS), "spot": self._spot(), "heading": HEADING}
        facing = next((card.heading for card in self.b.world.cards.values() if card.side == self.side), 0)
        return Option("dummy", f"A dummy card; {left} left", "CS-1.6.2f", fields, {"heading": facing}, form=DUMMY.id)

    def _dummies_left(self) -> int:
        """Only the overall commander has them."""
        # the cards are the army's, by its commander's rating; his subordinates may not lay them
        if self.seat != self.b.seats_of(self.side)[0]:
            return 0
        return self.b.world.dummies.get(self.side, 0) - len(dummies.of_seat(self.b, self.seat))

    def _undummy(self) -> Option | None:
        own = tuple(card.id for card in dummies.of_seat(self.b, self.seat))
        fields: dict[str, Domain] = {"card": Choice(own)}
        return Option("undummy", "Take a dummy card away", "CS-1.6.2f", fields, form=UNDUMMY.id) if own else None

    # -- what is refused

    def judge(self, key: str, values: Values) -> Refusal | None:
        """Why an answer whose fields are right is refused all the same."""
        b, (kind, _, who) = self.b, key.partition(":")
        extra = next((each for each in EXTRA if each.key == key), None)
        if extra is not None:
            return extra.judge(b, self.seat, values)
        if kind == "group":
            return grouping.judge_adhoc(b, values["units"])
        if kind in ("dummy", "leader"):
            return self._judge_spot(values["spot"])
        return sketch.judge(b, self.side, self.wanted(kind, who, values)) if kind in ("place", "unit") else None

    def _judge_spot(self, spot: tuple[int, int]) -> Refusal | None:
        """A card or a general in the zone, where one can stand."""
        at = point(*spot)
        if not self.b.ground.passable((at, at)):
            return Refusal("CS-1.6b", "nobody can stand there")
        return zones.judge(self.b, self.side, [at])

    def wanted(self, kind: str, who: str, values: Values) -> dict[str, UnitState]:
        """The units as they would stand."""
        if kind == "unit":
            return sketch.sketched(self.b, who, values)
        return sketch.moved(self.b, sketch.bodies(self.b, self.seat)[who], values["spot"], values["heading"])

    # -- what it does

    def take(self, answer: Answer) -> None:
        """Let it happen."""
        b, values, (kind, _, who) = self.b, answer.values, answer.option.partition(":")
        self.made += 1
        extra = next((each for each in EXTRA if each.key == answer.option), None)
        if extra is not None:
            extra.take(b, self.seat, values, f"{self.seat}/deployment-{self.made}")
        elif kind in ("place", "unit"):
            name = sketch.bodies(b, self.seat)[who].name if kind == "place" else b.name(who)
            sketch.put(b, self.seat, name, self.wanted(kind, who, values))
        elif kind == "leader":
            self.led.add(who)
            leaders.put(b, self.seat, who, point(*values["spot"]))
        elif kind == "group":
            self._form_group(values["units"])
        elif kind == "dummy":
            self._lay_dummy(values)
        elif kind == "undummy":
            b.privately(DummyTakenOff(), self.seat, rules=("CS-1.6.2f",), sets=[Set("cards", values["card"], None)])

    @implements("CS-1.6.2e")
    def _form_group(self, units: tuple[str, ...]) -> None:
        """They leave their cards for one of their own; a card left empty is put away."""
        b, chosen = self.b, [unit for unit in sketch.present(self.b, self.seat) if unit in units]
        first = b.entry(chosen[0])
        card = Card(
            f"{self.seat}/group-{self.made}",
            self.side,
            self.seat,
            first.rated.arm,
            b.survey.middle(chosen[0]),
            b.unit(chosen[0]).heading,
            f"group of {first.name}",
            adhoc=grouping.division_of(first),
        )
        left = dict.fromkeys(b.unit(unit).card for unit in chosen)
        empty = [each for each in left if all(unit.id in chosen for unit in units_of(b, each))]
        fields = {name: getattr(card, name) for name in card.__struct_fields__}
        sets = [Set("cards", card.id, fields), *(b.change(unit, card=card.id) for unit in chosen)]
        b.privately(
            GroupFormed(name=card.name, number=len(chosen)),
            self.seat,
            rules=("CS-1.6.2e",),
            sets=[*sets, *(Set("cards", each, None) for each in empty)],
        )
        sketch.settle_cards(b, self.seat)

    @implements("CS-1.6.2f")
    def _lay_dummy(self, values: Values) -> None:
        card = Card(
            f"{self.seat}/dummy-{self.made}",
            self.side,
            self.seat,
            values["arm"],
            point(*values["spot"]),
            values["heading"],
            "dummy",
            dummy=True,
        )
        fields = {name: getattr(card, name) for name in card.__struct_fields__}
        self.b.privately(DummyLaid(arm=card.arm), self.seat, rules=("CS-1.6.2f",), sets=[Set("cards", card.id, fields)])


@implements("CS-1.6a", "CS-1.6b")
def set_up(table: DeploymentTable) -> Steps[None]:
    """A seat's set-up, one answer after the other."""
    # nothing but `done` to answer: nobody is asked
    if len(table.options()) < 2:
        return
    while True:
        answer = yield from ask(table.decision())
        if answer.option == "done":
            break
        table.take(answer)
    # after the last answer, for only then is it known how far each command has been moved
    leaders.follow(table.b, table.seat, table.began, table.led)


__all__ = ["DeploymentTable", "set_up"]
