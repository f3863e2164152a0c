"""Close combat in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ...table.battlefield import Battlefield
from ...table.log_text import Tell, many, named

_GIVES_WAY = {
    "loser falls back wavering": "falls back wavering",
    "loser falls back broken": "falls back broken",
    "loser falls back broken in open order": "falls back broken, in open order",
    "infantry falls back broken": "falls back broken",
    "cavalry falls back broken": "falls back broken",
    "loser routs": "routs",
    "battery overrun": "is overrun",
}


def _combat(b: Battlefield, event: Event) -> str:
    """Who met whom, by how much it was decided, and what the beaten did."""
    names = {role: named(b, event, role) for role in ("unit", "foe")}
    met = f"{names['unit']} and {names['foe']} close: "
    result, winner = str(event.values["result"]), str(event.values["winner"])
    if result not in _GIVES_WAY:
        return met + ("they are locked in melee" if result == "melee" else "they stand and fire at each other")
    loser = names["foe" if winner == "unit" else "unit"]
    return met + f"{names[winner]} wins by {event.values['difference']}, {loser} {_GIVES_WAY[result]}"


_WHY = {"unseen": "unseen when movement began", "smoke": "out of the smoke"}


def _surprised(b: Battlefield, event: Event) -> str:
    why = str(event.values.get("why", ""))
    reason = f" ({_WHY.get(why, f'in the {why}')})" if why else ""
    return f"{named(b, event)} is surprised by {named(b, event, 'foe')}{reason}"


def _pursuit_check(b: Battlefield, event: Event) -> str:
    return f"{named(b, event)} {'can' if event.values['held'] else 'cannot'} be held back"


def _stop_check(b: Battlefield, event: Event) -> str:
    return f"{named(b, event)} {'is stopped' if event.values['stops'] else 'does not hear the recall'}"


def _overrun(b: Battlefield, event: Event) -> str:
    left = many(event.values["pieces"], "gun is", "guns are")
    return f"{named(b, event)} overruns {named(b, event, 'battery')}: {left} abandoned"


TELLS: dict[str, Tell] = {
    "combat": _combat,
    "combat_dice": "",
    "surprised": _surprised,
    "alert": "{unit} is not surprised by {foe}",
    "loosened": "{unit} falls into open order",
    "driven_out": "{unit} is driven out of the buildings, in open order",
    "trophy": "{unit} takes a trophy from {foe}",
    "pursuit_check": _pursuit_check,
    "pursues": "{unit} pursues {foe}",
    "held": "{unit} is held back from pursuit",
    "strikes": "{unit} rides on against {foe}",
    "balked": "{unit} cannot reach {foe}",
    "stop_check": _stop_check,
    "squadron": "squadron {number} of {unit} attacks {foe}",
    "forced_rally": "{unit} is in too great disorder to stay",
    "overrun": _overrun,
    "spiking": "{unit} tries to spike the guns: {outcome}",
}
