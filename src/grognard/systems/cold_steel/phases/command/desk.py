"""A seat's part of the command phase: asked again and again what it commands, until it is done.

The decision `command` takes these answers; what is in brackets may be left out. Chits are the fields of answers.CHITS,
all of which may be left out; a mission's fields are kind, [objective, route, radius, ward, gait, wait_until].

    order       leader, unit, chits             in person: he rides up, 1 point; `order:UNIT` the same without unit
    mark        unit, chits                     free, for a unit with a mission; `mark:UNIT` the same without unit
    mission     leader, units, mission          in person to the nearest of them, 2 points
    aide        leader, what=order, unit, chits; or what=mission, units, mission: 1 point and an idle aide;
                `aide:UNIT` an order without what and unit
    regiment    leader, regiment, [what=order], chits, [others, other_…: chits for some of them]; or what=mission
    message     leader, to, text                1 point
    ride        leader, to                      [x, y] in paces
    attach      leader, unit                    2 points
    part        leader, unit, flank, [degrees, paces]  a flank company wheels, a section is prolonged: 1 point
    detach      leader                          a point, whose paces are still his
    beyond      see off_board: forces beyond the table, 1 point
    dummy_card  card, to                        free: a dummy card marches there
    rally_rule  [standing, least]               free: when wavering units try to rally, from now on
    mission_marks, done

Orders and marks are listed as `order:UNIT`, `aide:UNIT` and `mark:UNIT`, each with what just that unit can be told; the
short forms with the field `unit` are taken as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from grognard.battle.decisions import Answer, Decision, Values
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements

from ...orders import standing
from ...table.battlefield import Battlefield
from . import by_word, deception, fields, in_person, marks, off_board, parts, reasons

CommandJudge = Callable[[Battlefield, str, Values], Refusal | None]
Act = Callable[[Battlefield, str, Values, str], None]
HANDLERS: dict[str, tuple[CommandJudge, Act]] = {
    "order": (in_person.judge_order, in_person.give_order),
    "mission": (in_person.judge_mission, in_person.give_mission),
    "ride": (in_person.judge_ride, in_person.ride),
    "attach": (in_person.judge_attach, in_person.attach),
    "detach": (in_person.judge_detach, in_person.detach),
    "aide": (by_word.judge_aide, by_word.send_aide),
    "regiment": (by_word.judge_regiment, by_word.tell_regiment),
    "message": (by_word.judge_message, by_word.send_message),
    "mark": (marks.judge_mark, marks.mark),
    "part": (parts.judge, parts.order),
    "beyond": (off_board.judge_desk, off_board.send),
    "dummy_card": (deception.judge, deception.send),
    standing.KEY: (standing.judge, standing.instruct),
}
"""What each answer is held against, and what it does."""


class Desk:
    """What a seat has done so far in this phase."""

    def __init__(self, b: Battlefield, seat: str) -> None:
        self.b, self.seat = b, seat
        self.marked: set[str] = set()
        self.written = 0

    def decision(self) -> Decision:
        """What it is asked."""
        b, seat = self.b, self.seat
        return Decision(
            seat,
            "command",
            "Commands for this turn",
            lambda: fields.every(b, seat),
            default=("done", {}),
            rules=("CS-2b",),
            one=lambda key: fields.one(b, seat, key),
            keys=lambda: fields.keys(b, seat),
            as_listed={kind: partial(make, b, seat) for kind, make in fields.AS_LISTED.items()},
            judge=self.judge,
            why=lambda key, name, value: reasons.why(b, seat, key, name, value),
        )

    def judge(self, key: str, values: Values) -> Refusal | None:
        """Why an answer whose fields are right is refused all the same."""
        kind, values = meant(key, values)
        return HANDLERS[kind][0](self.b, self.seat, values) if kind in HANDLERS else None

    def take(self, answer: Answer) -> None:
        """Let it happen."""
        kind, values = meant(answer.option, answer.values)
        if kind == "mission_marks":
            marks.go_on(self.b, self.seat, self.marked)
            return
        self.written += 1
        # seat and turn in the id: missions and riders of two seats never meet
        HANDLERS[kind][1](self.b, self.seat, values, f"{self.seat}/{self.b.world.turn}-{self.written}")
        if kind in ("order", "mark"):
            # marked by hand, so the mission's own marks leave it alone
            self.marked.add(values["unit"])


def meant(key: str, values: Values) -> tuple[str, Values]:
    """The kind of an answer and its values: `order:2-33e` is an order for that unit."""
    kind, _, unit = key.partition(":")
    if not unit:
        return kind, values
    return kind, {**values, "unit": unit, **({"what": "order"} if kind == "aide" else {})}


@implements("CS-2b")
def at_the_desk(desk: Desk) -> Steps[None]:
    """Commands one after the other, until the seat is done."""
    while True:
        answer = yield from ask(desk.decision())
        if answer.option == "done":
            return
        desk.take(answer)
