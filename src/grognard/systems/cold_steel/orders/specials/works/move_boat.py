"""A boat is rowed on a course (CS-3.3.2.3t)."""

from __future__ import annotations

from ....table.state import MoveBoat
from ....works import boats, prospects
from ..declaration import ChitAct, SpecialOrder

SPECIAL = SpecialOrder(
    chit=MoveBoat(),
    word="move_boats",
    judge=boats.judge_move,
    done=lambda b, now, order: True,  # a boat is told its course turn by turn
    act=ChitAct("boats_put_off", boats.unless_engaged(boats.move)),
    icon="*M1 7c3 5 9 5 12 0z|M14 3h3M15 .8L17.2 3 15 5.2M3 13h11",
    also=("degrees", "paces"),
    course="degrees",
    notes=prospects.rowing,
    way=prospects.course_of_boat,
)
