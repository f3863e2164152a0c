"""What officers see to by themselves when the enemy leaves them the time: fires, work in hand, guns that were taken."""

from __future__ import annotations

from ..effects import guns
from ..orders import specials
from ..table.ground import structures
from ..table.state import Order, PlainChit, PlainName
from . import habits
from .conduct import QUIET
from .sightings import Post


def chore(post: Post) -> Order | None:
    """The chit for what is to be done before anything else; nothing with the enemy close."""
    if post.now.aboard or post.now.prone or post.nearest <= QUIET:
        return None
    # a ruin before its fire: what has burned down need not be put out
    return _out_of_ruins(post) or _fight_fire(post) or _at_work(post) or _spike(post)


def _fight_fire(post: Post) -> Order | None:
    """A garrison puts out the fire in what it holds."""
    held = structures.holds(post.b, post.b.survey.middle(post.id)) if post.now.formation == "garrison" else ()
    return _told(post, "fight_fire") if any(structures.burning(post.b, name) for name in held) else None


def _out_of_ruins(post: Post) -> Order | None:
    """Nobody stays in a house that has burned down."""
    held = structures.holds(post.b, post.b.survey.middle(post.id)) if post.now.formation == "garrison" else ()
    ruined = held and not any(structures.level_of(post.b, name) for name in held)
    return habits.form(post.b, post.id, "line") if ruined else None


def _at_work(post: Post) -> Order | None:
    """Engineers go on with what they have begun."""
    return _told(post, post.now.labour.at) if post.now.labour is not None else None


def _spike(post: Post) -> Order | None:
    """Guns taken from the enemy are not left behind for him."""
    taken = post.arm != "artillery" and any(each.side != post.now.side for each in guns.around(post.b, post.id))
    return Order(special=PlainChit("spike_guns"), by="mission") if taken else None


def _told(post: Post, chit: PlainName) -> Order | None:
    order = Order(special=PlainChit(chit), by="mission")
    return order if specials.judge(post.b, post.now, order) is None else None
