"""Grand-tactical cards as a staff takes them: bodies whose strength it can only guess, and dummies on a flank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, hypot, radians, sin

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Foe, TableSpot
from grognard.commanders.clusters import ARMS
from grognard.ground.units import SUB, spot

from ..seat.view import SeenCard, View
from ..table.state import Card
from ..terms import Arm

USUAL: dict[Arm, int] = {"infantry": 24, "cavalry": 16, "artillery": 6}
"""Figures of a battalion or a regiment of horse, guns of a battery, about."""
UNKNOWN = 3
"""Battalions that a covered card is taken for."""
DOUBT = 0.5
"""It may be a dummy."""
ASIDE = (400, 300, 200, 120, 500)
"""Paces beside the last card of a flank where a dummy might lie."""
LEAP, SAFE = 240, 1400
"""Paces that a dummy is sent forward at a time, and from any enemy that it keeps."""
BEHIND = (0, 250, 500)
"""Paces behind it."""


def cards(view: View, worth: Callable[[Arm, int], float]) -> Iterable[Foe]:
    """Enemy cards as bodies of plausible strength."""
    for card in view.cards_seen.values():
        if card.side != view.side:
            arm: Arm = card.arm or "infantry"
            yield Foe(card.id, ARMS[arm], _strength(card, worth), spot(card.position), card.heading, 1.0)


def _strength(card: SeenCard, worth: Callable[[Arm, int], float]) -> float:
    # half of what it might be: a dummy and a division look the same
    if not card.uncovered:
        return DOUBT * worth("infantry", UNKNOWN * USUAL["infantry"])
    counts: dict[Arm, int] = {"infantry": card.infantry, "cavalry": card.cavalry, "artillery": card.batteries}
    return sum(worth(arm, number * USUAL[arm]) for arm, number in counts.items())


def deploy(view: View, decision: Decision) -> Answer:
    """The troops as the scenario has them; dummies beside the flanks, left and right in turn."""
    laid = [card for card in view.cards.values() if card.dummy]
    if decision.option("dummy") is None or not any(not card.dummy for card in view.cards.values()):
        return decision.answer("done")
    # dummies differ, as real cards do
    arm = "cavalry" if len(laid) % 2 else "infantry"
    places = _beside(list(view.cards.values()), right=len(laid) % 2 == 0)
    laying = (decision.answer("dummy", arm=arm, spot=place) for place in places)
    return decision.first_accepted(laying) or decision.answer("done")


def marches(view: View, decision: Decision) -> Iterable[Answer]:
    """Dummies go forward as an army would, as long as nobody is near enough to find them out."""
    if decision.kind != "command" or decision.option("dummy_card") is None:
        return
    foes = [card.position for card in view.cards_seen.values() if card.side != view.side]
    foes += [seen.position for seen in view.seen.values() if seen.side != view.side]
    for card in view.cards.values():
        # still on its way: it needs no new goal
        if card.dummy and card.to is None:
            turn = radians(card.heading)
            x, y = (at / SUB + LEAP * way for at, way in zip(card.position, (sin(turn), cos(turn)), strict=True))
            # far enough that no enemy makes it out when it gets there
            if all(hypot(fx / SUB - x, fy / SUB - y) > SAFE for fx, fy in foes):
                yield decision.answer("dummy_card", card=card.id, to=(max(0, round(x)), max(0, round(y))))


def _beside(own: list[Card], *, right: bool) -> Iterable[tuple[int, int]]:
    """Places beside the card that lies farthest out on a flank."""
    facing = next(card.heading for card in own if not card.dummy)
    across: TableSpot = (cos(radians(facing)), -sin(radians(facing)))
    sign = 1 if right else -1
    last = max(own, key=lambda card: sign * (card.position[0] * across[0] + card.position[1] * across[1]))
    for back in BEHIND:
        for paces in ASIDE:
            # across is to the right of the front; behind is a quarter turn on
            x = last.position[0] / SUB + sign * paces * across[0] + back * across[1]
            y = last.position[1] / SUB + sign * paces * across[1] - back * across[0]
            yield max(0, round(x)), max(0, round(y))
