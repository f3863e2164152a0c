"""Troops that may not leave a place: the ground to which special rules of a battle bind a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.ground.field import Field
from grognard.ground.units import Point
from grognard.kernel.checks import Refusal
from grognard.scenarios.extents import Extent
from grognard.scenarios.model import Effect, SpecialRule, where_in_words


def held_by(title: object) -> str:
    """Why troops went no farther, at the end of a line of the log; nothing where no special rule held them."""
    return f", held by the special rule {title}" if title and isinstance(title, str) else ""


def stays(rules: Iterable[SpecialRule]) -> list[Effect]:
    """The effects by which special rules of a battle bind units to a place, as those who plan for it are told."""
    return [effect for rule in rules for effect in rule.effect if effect.kind == "stay"]


class Bounds:
    """Ground that a unit may not leave: what one special rule names, or several at once."""

    def __init__(self, rule: str, titled: Sequence[tuple[str, Effect]], field: Field) -> None:
        self.effects = tuple(effect for _, effect in titled)
        self._extents = [Extent(effect, field) for _, effect in titled]
        self.title = ", ".join(dict.fromkeys(title for title, _ in titled))
        """The titles of the special rules."""
        where = " and ".join(dict.fromkeys(where_in_words(effect) for _, effect in titled))
        self.refusal = Refusal(rule, f"{self.title}: it may not leave {where}")
        """Why it goes no farther."""

    def holds(self, spot: Point) -> bool:
        """Whether a spot lies inside."""
        return all(extent.holds(spot) for extent in self._extents)


class Stays:
    """Which units the special rules of a battle bind to a place, and when."""

    def __init__(self, rule: str, effects: Sequence[tuple[str, Effect]]) -> None:
        self._rule = rule
        self._effects = [(title, effect) for title, effect in effects if effect.kind == "stay"] if rule else []
        self._known: dict[tuple[int, ...], Bounds] = {}
        """By the effects that bind a unit at once, so that the same ground is always the same object."""

    def __bool__(self) -> bool:
        """Whether there are any: most battles have none, and are asked at every step."""
        return bool(self._effects)

    def of(
        self,
        holds: Callable[[Effect], bool],
        inside: Callable[[Bounds], bool],
        near: Callable[[int], bool],
        field: Field,
    ) -> Bounds | None:
        """The ground to which a unit is bound; None where it is free. It is bound while it stands `inside`: who was
        driven out is free until he is back. `holds` tells whether an effect is about it now, `near` whether an enemy
        that it knows of is within so many paces."""
        found = []
        for at, (_, effect) in enumerate(self._effects):
            if not holds(effect) or (effect.unless_within and near(effect.unless_within)):
                continue
            if inside(self._bounds((at,), field)):
                found.append(at)
        return self._bounds(tuple(found), field) if found else None

    def _bounds(self, which: tuple[int, ...], field: Field) -> Bounds:
        if which not in self._known:
            self._known[which] = Bounds(self._rule, [self._effects[at] for at in which], field)
        return self._known[which]
