"""Standing instructions: when a seat's wavering units try to rally, said once instead of every turn (CS-5.3c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from grognard.battle.decisions import Option
from grognard.battle.events import Set
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Choice, Domain, Number

from ..events.initiative_and_rally import StandingInstruction
from ..table.battlefield import Battlefield
from ..table.state import Rallies, Standing

KEY = "rally_rule"
"""Of the option, and of its form."""
RULES = ("CS-5.3c",)
FIELDS: dict[str, Domain] = {"standing": Choice(get_args(Rallies)), "least": Number(0, 100)}


def of_seat(b: Battlefield, seat: str) -> Standing:
    """What holds for a seat; whoever has said nothing is asked."""
    return b.world.standing.get(seat) or Standing(seat)


def unsaid(b: Battlefield, seat: str) -> dict[str, Any]:
    """The fields as they stand."""
    now = of_seat(b, seat)
    return {"standing": now.rally, "least": now.least}


def option(b: Battlefield, seat: str) -> Option:
    """At the desk of the command phase, free of points: it takes nobody's time in the battle."""
    return Option(KEY, "When wavering units try to rally", "CS-5.3c", FIELDS, unsaid(b, seat), form=KEY)


def judge(_b: Battlefield, _seat: str, _values: Mapping[str, Any]) -> Refusal | None:
    """Any of them will do."""
    return None


def instruct(b: Battlefield, seat: str, values: Mapping[str, Any], _id: str = "") -> None:
    """It holds from now on; nothing happens where it held already."""
    said = Standing(seat, values["standing"], values["least"])
    # said again with every answer: only a change is worth a line in the log
    if said == of_seat(b, seat):
        return
    fields = {"seat": seat, "rally": said.rally, "least": said.least}
    told = StandingInstruction(rally=said.rally, least=said.least)
    b.privately(told, seat, rules=RULES, sets=[Set("standing", seat, fields)])
