"""What players decide in the small arms phase, all seats together before any dice."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import implements

from ...facts.fire.aiming import MusketView, Wishes, half_masked, order
from ...facts.fire.squares import attackers
from ...table.battlefield import Battlefield
from .. import firing as decisions

_PERIL = "the stands that have them in front fire into them instead of at the enemy"


def ask_all(b: Battlefield, views: Mapping[str, MusketView]) -> Steps[Wishes]:
    """Targets are named first; then squares choose how to fire, and units that may divide it whether they do."""
    attended = {unit: [each.target for each in views[unit].chances] for unit in decisions.attended(b) if unit in views}
    named = yield from decisions.designated(b, attended)
    squares = [_square_fire(b, unit) for unit in views if attackers(b, unit)]
    faced = {decision.about["unit"] for decision in squares}
    splits = [
        _split(b, unit, targets)
        for unit, view in views.items()
        if unit not in faced and (targets := divided(b, view, named.get(unit, "")))
    ]
    asked = [*squares, *splits]
    answers = yield from together([ask(decision) for decision in asked])
    thirds = _who(asked, answers, "thirds")
    masked = _masked(b, views, named)
    regardless = yield from decisions.restrained(b, {unit: so for unit, so in masked.items() if unit not in thirds})
    return Wishes(named, _who(asked, answers, "split"), thirds, regardless)


def _masked(b: Battlefield, views: Mapping[str, MusketView], named: Mapping[str, str]) -> dict[str, decisions.Masked]:
    """Units of which some stands could fire only through friends at the target that all would fire at."""
    found = {}
    for unit, view in views.items():
        if view.chances:
            target = order(b, view, named.get(unit, ""))[0]
            friends = half_masked(b, view, target)
            if friends:
                found[unit] = decisions.Masked(target, friends, note=_PERIL)
    return found


def _who(asked: list[Decision], answers: list[Answer], option: str) -> frozenset[str]:
    both = zip(asked, answers, strict=True)
    return frozenset(decision.about["unit"] for decision, answer in both if answer.option == option)


@implements("CS-8.1e")
def divided(b: Battlefield, view: MusketView, named: str = "") -> list[str]:
    """The targets among which a unit could divide its fire: the first, and those that stands without the first have in
    their arc. Nothing if there is only one."""
    if len(view.chances) < 2:
        return []
    first, *others = order(b, view, named)
    idle = set(range(len(view.stands))) - set(view.reaches[first])
    found = [target for target in others if idle & set(view.reaches[target])]
    return [first, *found] if found else []


def _split(b: Battlefield, unit: str, targets: list[str]) -> Decision:
    names = " and ".join(b.name_to(b.seat_of(unit), target) for target in targets)
    options = [
        Option("first", f"all fire at {b.name_to(b.seat_of(unit), targets[0])}", "CS-8.1e"),
        Option("split", f"each stand fires at the first it has in its arc: {names}", "CS-8.1e"),
    ]
    return Decision(
        b.seat_of(unit),
        "split",
        f"Is {b.name(unit)} to divide its fire?",
        options,
        rules=("CS-8.1e", "CS-7.5b"),
        about={"unit": unit},
    )


@implements("CS-8.1f")
def _square_fire(b: Battlefield, unit: str) -> Decision:
    options = [
        Option("thirds", "three firings of a third each: now, and before later attackers", "CS-8.1f"),
        Option("all", "all faces that bear fire now", "CS-8.1f"),
    ]
    return Decision(
        b.seat_of(unit),
        "square_fire",
        f"How is the square of {b.name(unit)} to fire?",
        options,
        rules=("CS-8.1f",),
        about={"unit": unit},
    )
