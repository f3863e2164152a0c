"""The question whether units act on local initiative, and how: an answer for each thing that each of them could do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted, many
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice, Domain

from ..checks.sequence.local_initiative import LocalActionFacts, LocalInitiativeFacts, Wish
from ..desk import forms
from ..table.field import ClassField
from ..terms import Formation

LET_BE = "let_be"
"""The answer of who does not wish to be asked again this turn."""
_FOOT: tuple[Formation, ...] = ("line", "column", "closed_column", "general", "square")
_HORSE: tuple[Formation, ...] = ("line", "column", "general")
_DOES: dict[Wish, str] = {
    "face": "turns to face it",
    "form_square": "forms square",
    "change_formation": "changes formation",
    "withdraw": "withdraws",
    "limber": "limbers up",
    "countercharge": "countercharges",
    "charge": "charges it",
    "sidestep": "moves aside",
    "advance": "advances",
}


@implements("CD-local-initiative-use", "CD-local-initiative-mandatory")
def reaction(
    b: ClassField,
    seat: str,
    may: Mapping[str, Sequence[Wish]],
    mover: str,
    target: str,
    default: Wish | None,
    *,
    compulsory: bool,
) -> Decision:
    """What units could do about a mover, who charges a target or has come near."""
    options = [_option(b, unit, wish) for unit, several in may.items() for wish in several]
    if not compulsory:
        options.append(Option("done", "Nobody reacts", "CD-local-initiative-use"))
        options.append(Option(LET_BE, "Nobody this turn, but who must", "CD-local-initiative-use"))
    first = next(iter(may))
    return Decision(
        seat,
        "react",
        _asks(b, seat, first, mover, target, compulsory),
        options,
        default=(f"{default}:{first}" if default else "done", {}),
        rules=("CD-local-initiative-use",),
        done="" if compulsory else "done",
        about={"unit": first, "foe": mover, "target": target},
    )


def _option(b: ClassField, unit: str, wish: Wish) -> Option:
    key, text = f"{wish}:{unit}", f"{b.name(unit)} {_DOES[wish]}"
    fields: dict[str, Domain] = {}
    if wish == "change_formation":
        may = _FOOT if b.branch(unit) == "infantry" else _HORSE
        fields["formation"] = Choice(tuple(each for each in may if each != b.unit(unit).formation))
    elif wish == "sidestep":
        fields["aside"] = Choice(("leftward", "rightward"))
    return Option(key, text, "CD-local-initiative-table", fields, {}, unit, forms.REACT.id if fields else "")


def _asks(b: ClassField, seat: str, unit: str, mover: str, target: str, compulsory: bool) -> str:
    who, paces = b.name_to(seat, mover), many(b.survey.distance(unit, mover), "pace")
    if target and unit == target:
        said = f"{who} charges {b.name(unit)} from {paces}"
    elif target:
        said = f"{who} charges past {b.name(unit)} at {paces}"
    else:
        said = f"{who} has come within {paces} of {b.name(unit)}"
    if compulsory:
        return f"{said} and endangers its flank: it must roll for local initiative"
    return f"{said}. Local initiative?"


def chance(b: ClassField, unit: str, wish: Wish, facts: LocalInitiativeFacts) -> float:
    """How likely a unit is to do what it wishes, in percent."""
    moved = b.unit(unit).moved
    allowed = b.rules["local-action"]

    def does(found: object) -> bool:
        action = found.action  # type: ignore[attr-defined]
        return allowed.refusal(LocalActionFacts(wish=wish, action=action, moved=moved)) is None

    return 100 * float(b.rules["local-initiative"].odds(facts).chance(does))


def let_be(b: ClassField, seat: str) -> None:
    """A seat does not wish to be asked again this turn."""
    b.emit(
        Noted(),
        rules=("CD-local-initiative-use",),
        sets=[b.instruct(seat, let_be=b.world.turn)],
        to=(),
    )
