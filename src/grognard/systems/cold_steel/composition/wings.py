"""Parts of units that are given orders of their own (CS-3.2l): a flank company or troop wheels, a section of guns also
is prolonged. They fall in again as soon as the unit moves or changes formation."""

from __future__ import annotations

from grognard.battle.kinds import Noted
from grognard.kernel.checks import Refusal, implements

from ..events.composition import WingWheeled
from ..table.battlefield import Battlefield
from ..table.state import Wing

RULE = "CS-3.2l"
FORMATIONS = ("line", "unlimbered", "unlimbered_open")
"""In which a unit has flanks that can be refused or advanced."""
RUNNING = ("broken", "routed")


def judge(b: Battlefield, unit: str, wing: Wing) -> Refusal | None:
    """Whether that part of the unit can be told that."""
    now, arm = b.unit(unit), b.entry(unit).rated.arm
    part = {"infantry": "company", "cavalry": "troop", "artillery": "section"}[arm]
    t = b.rules.tables
    told = [name for name, said in (("wheel", wing.degrees), ("prolong", wing.paces)) if said]
    back = any(each.flank == wing.flank for each in now.wings)  # it may be told to fall in again
    if not (told or back) or any(name not in t.value(RULE, part) for name in told):
        return Refusal(RULE, t.row(RULE, "barred").label)
    if now.formation not in FORMATIONS or len(b.survey.body(unit).parts) < 2:
        return Refusal(RULE, f"{b.name(unit)} stands in no line of which a flank could be wheeled")
    if now.forming is not None or now.melee or now.status in RUNNING:
        return Refusal(RULE, f"{b.name(unit)} has its hands full")
    return None


@implements("CS-3.2l")
def carry_out(b: Battlefield) -> None:
    """In the movement phase: flanks wheel as they were told; those of units that set out fall in again."""
    for unit in b.on_table():
        order = unit.order
        # whoever sets out or forms takes his flanks along
        away = unit.status in RUNNING or (order is not None and bool(order.way or order.formation))
        told = tuple(wing for wing in unit.told_wings or unit.wings if wing.degrees or wing.paces)
        wings = () if away or unit.formation not in FORMATIONS or unit.forming else told
        # also where nothing came of it: what was told is done with
        if wings != unit.wings or unit.told_wings:
            sets = [b.change(unit.id, wings=wings, told_wings=())]
            if wings and wings != unit.wings:
                b.report(WingWheeled(unit=unit.id), rules=(RULE,), sets=sets)
            else:
                b.emit(Noted(unit=unit.id), rules=(RULE,), sets=sets, to=())
