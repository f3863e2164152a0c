"""Units before the initiative phase, and the phase with what players answer."""

from grognard.systems.cold_steel.phases import initiative
from grognard.systems.cold_steel.staging import BLUE, RED, run, stage, unit
from grognard.systems.cold_steel.table.state import Order, Straight

MARCH = Order(Straight(), by="general-blue")


def foot(name, side=BLUE, *, at, facing=None, **more):
    return unit(name, side, at=at, facing=(180 if side == RED else 0) if facing is None else facing, **more)


def horse(name, side=BLUE, *, at, facing=None, men=240, **more):
    return foot(name, side, at=at, facing=facing, arm="light_cavalry", men=men, **more)


def battery(name, side=BLUE, *, at, **more):
    return foot(name, side, at=at, arm="foot_artillery", men=120, **more)


def field(*units, **more):
    return stage(*units, phase="initiative", **more)


def play(b, **answers):
    """The phase, with answers by unit: an option, or an option and its values."""

    def choose(decision):
        said = answers.get(decision.about["unit"])
        if said is None:
            return decision.default
        option, values = said if isinstance(said, tuple) else (said, {})
        return decision.answer(option, **values)

    run(initiative.play(b), choose)
    return b


def threatened_by_horse(**more):
    """A battalion of 24 figures with 12 cavalry figures 300 paces in front of it."""
    ratings = {"a": {"morale_rating": 7, "discipline": "militia"}, "h": {"discipline": "militia"}}
    return field(foot("a", at=(1000, 1000)), horse("h", RED, at=(1000, 1300)), ratings=ratings, **more)
