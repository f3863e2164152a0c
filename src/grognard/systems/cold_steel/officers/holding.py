"""Standing at a place: fit to fight, faced to the enemy, under cover where there is any."""

from __future__ import annotations

from collections.abc import Sequence

from ..checks.setting_up.measures import reach
from ..facts.skirmishers import may_send
from ..orders.drill import BUILDINGS
from ..table import forms
from ..table.ground.cover import cover_at
from ..table.ground.ways import Spot, relative, spot_of
from ..table.state import Order, PlainChit
from ..terms import Gait
from . import habits
from .conduct import (
    AT_PLACE,
    AWARE,
    BROADSIDE,
    DEPLOY,
    GUN_RANGE,
    HALT,
    LONG_SHOT,
    LOST_ORDER,
    QUIET,
    SCREENED,
    battery,
    firing_at,
    in_square,
    march,
    off_front,
    presses_from_aside,
    reform,
    thin_out,
)
from .sightings import Foe, Post
from .steering import face


def hold(post: Post, place: Spot, gait: Gait = "march") -> Order:
    """Stand at a place, fit to fight and facing the nearest threat."""
    away, _ = relative(post.now, place)
    if post.arm == "artillery":
        return battery(post, place, gait)
    # on the way there: no enemy near enough to stop for
    if away > AT_PLACE and post.nearest > DEPLOY:
        return reform(post) or march(post, place, gait)
    foes = [foe for foe in post.standing if foe.paces <= LONG_SHOT]
    if post.arm == "infantry":
        # safety first: the square stands before houses are looked for, and these before anybody is sent out
        settled = in_square(post) or _occupy(post) or thin_out(post) or _screen(post)
        if settled is not None:
            return settled
    return reform(post) or _ready(post, foes)


def _screen(post: Post) -> Order | None:
    """Skirmishers go out before foot that comes on, while there is no horse about to ride them down."""
    if post.now.formation not in SCREENED or post.now.skirmishers or post.now.disorder >= LOST_ORDER:
        return None
    ahead = [foe for foe in post.of("infantry", GUN_RANGE) if off_front(post, foe) <= BROADSIDE]
    # no horse near, or they would be ridden down before they are back
    if not ahead or post.nearest <= QUIET or post.of("cavalry", AWARE):
        return None
    return Order(special=PlainChit("send_skirmishers"), by="mission") if may_send(post.b, post.id) is None else None


def _occupy(post: Post) -> Order | None:
    """Foot that holds a place with buildings or works goes into them."""
    if post.now.formation == "garrison" or post.nearest <= QUIET / 2 or post.entry.rated.irregular:
        return None
    indoors = cover_at(post.b, post.b.survey.middle(post.id)) & BUILDINGS
    return habits.form(post.b, post.id, "garrison") if indoors else None


def _ready(post: Post, foes: Sequence[Foe]) -> Order:
    """Deployed, turned to the enemy."""
    if not foes:
        return HALT
    if forms.in_column(post.now) and QUIET / 2 < foes[0].paces <= GUN_RANGE:
        line = habits.form(post.b, post.id, "line")
        if line is not None:
            return line
    near = foes[0]
    if near.paces <= GUN_RANGE and presses_from_aside(post, foes) and not post.b.survey.all_front(post.id):
        return face(post.b, post.id, spot_of(near.now))
    return firing_at(near) if near.paces <= reach(post.b.rules.tables, "P2") else HALT
