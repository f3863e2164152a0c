"""How battalions, squadrons and batteries behave near the enemy when nobody tells them more than their mission."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..checks.setting_up.measures import reach
from ..facts import eighteenth
from ..table import forms
from ..table.ground.ways import Spot, leg, relative, spot_of
from ..table.state import Attack, FireAt, Marching, Oblique, Order, PlainChit, Straight, WalkingFire
from ..terms import Gait
from . import habits
from .clearance import NARROW, rate
from .fitting import attacks
from .pace import unwieldy
from .places import on_table
from .sightings import Foe, Post
from .steering import face, steer, toward

HALT = Order(by="mission")
DEPLOY = 400
"""Paces from the enemy at which foot leaves its march column."""
VOLLEY = 80
"""Paces at which a line halts to fire."""
AWARE = 700
"""Paces within which an officer thinks of attacking somebody."""
UNTIDY, LOST_ORDER = 2, 4
"""Disorder with which one reforms before an attack, and whenever the enemy lets one."""
QUIET = 200
"""Paces without an enemy that reforming takes."""
BROADSIDE = 40
"""Degrees off the front at which a unit turns to an enemy."""
STAND_OFF = 350
"""Paces that cavalry keeps from foot it does not charge."""
GUN_LIMIT = 280
"""Paces that limbered guns keep from the enemy."""
GUN_RANGE, LONG_SHOT = 600, 900
"""Paces at which a battery unlimbers on its way, and at which one that has arrived opens fire."""
SCREENED = ("line", "double_line", "attack_column", "column_of_divisions")
"""Formations in which a battalion that waits for the enemy has its skirmishers out."""
AT_PLACE = 60
"""Paces from its place that nobody moves for while the enemy is near."""


# -- common to all


def firing_at(foe: Foe) -> Order:
    """Stand, and fire at him."""
    return Order(combat=FireAt(foe.id), by="mission")


def advancing(order: Order) -> Straight | Oblique | None:
    """The move of an order that leads forward or obliquely; None where it leads elsewhere, or nowhere."""
    move = order.move
    return move if isinstance(move, (Straight, Oblique)) and move.way in ("forward", "oblique") else None


def at_most(order: Order, paces: int) -> Order:
    """The order, but no farther than so many paces; a halt where there are none."""
    move = order.move
    if not isinstance(move, Marching):
        return order
    return replace(order, move=replace(move, paces=min(move.paces or paces, paces))) if paces > 0 else HALT


def reform(post: Post, *, before_attack: bool = False) -> Order | None:
    """Take the time to restore order, if there is any."""
    markers = UNTIDY if before_attack else LOST_ORDER
    if post.now.disorder < markers or post.nearest <= QUIET or post.entry.rated.irregular:
        return None
    return Order(special=PlainChit("reform"), by="mission")


def march(post: Post, spot: Spot, gait: Gait) -> Order:
    """Go to a place: in column while no enemy is near."""
    away, _ = relative(post.now, spot)
    if post.now.formation == "garrison":
        return habits.form(post.b, post.id, "line") or HALT
    bombarded = post.arm == "infantry" and _bombarded(post)
    # raw troops stay in column even under fire: in line nobody could lead them on
    thinner = thin_out(post) if bombarded and not unwieldy(post.b, post.now) else None
    if thinner is not None:
        return thinner
    # far from the place and from the enemy: filing off and deploying again must be worth it
    if away > DEPLOY / 2 and post.nearest > DEPLOY + rate(post.b, post.now, gait) and not bombarded:
        column = habits.form(post.b, post.id, habits.marching(post.b, post.id))
        if column is not None:
            return _and_march(post, column, spot, gait)
    order = steer(post.b, post.id, spot, gait)
    if order.formation and post.nearest <= DEPLOY + VOLLEY:
        return toward(post.b, post.id, spot, gait)  # this near to the enemy nobody files off again
    return order


def _and_march(post: Post, change: Order, spot: Spot, gait: Gait) -> Order:
    """A quick change of formation leaves time to set out in the same turn."""
    assert change.formation is not None
    whole = post.b.rules.tables.number("CS-6.7.1a", "quarters")
    if habits.quarters(post.b, post.id, change.formation.to, change.formation.interval) >= whole:
        return change
    order = steer(post.b, post.id, spot, gait)
    return replace(order, formation=change.formation) if advancing(order) is not None else change


def prey(post: Post) -> list[Foe]:
    """Enemies near by whom the mission has the unit attack, nearest first."""
    mission = post.mission
    if mission is None:
        return []
    # the nearest six: the others are out of the question before these are dealt with
    near = [foe for foe in post.foes if foe.paces <= AWARE and foe.now.status != "routed"]
    return [foe for foe in near[:6] if attacks(post.b, mission, post.id, foe.id)]


def close(post: Post, foe: Foe, gait: Gait) -> Order:
    """Go at an enemy."""
    away, _ = relative(post.now, spot_of(foe.now))
    if gait == "double" and eighteenth.fires_first(post.b, post.id):
        gait = "quick"  # nobody fires at the double
    order = toward(post.b, post.id, spot_of(foe.now), gait)
    move = advancing(order)
    if move is not None and away > 0:
        # as far as it goes: who closes does not stop at a number of paces
        order = replace(order, move=replace(move, paces=0))
    # without a move he cannot close, but may fire
    return replace(order, combat=Attack(foe.id) if order.way else FireAt(foe.id))


def loose(post: Post) -> bool:
    """Whether it stands in open or extended order."""
    return post.now.formation in forms.LOOSE


def off_front(post: Post, foe: Foe) -> float:
    """Degrees that an enemy lies off its front, to either side."""
    return abs(relative(post.now, spot_of(foe.now))[1])


def presses_from_aside(post: Post, foes: Sequence[Foe]) -> bool:
    """Whether to turn to the nearest enemy: not from one whom one faces to another who is hardly nearer, and least of
    all back to where one has just turned from."""
    ahead = [foe.paces for foe in foes if off_front(post, foe) <= BROADSIDE]
    if not ahead:
        return True
    # who turned last turn does so again only for an enemy much nearer, or he would swing to and fro
    nearer = VOLLEY * (2 if post.now.before.turned else 1)
    return foes[0].paces + nearer < ahead[0]


# -- foot


def _bombarded(post: Post) -> bool:
    """Whether guns have its range: they hit it last turn, or stand in action where they hardly miss."""
    # in action only: limbered guns are no danger yet
    guns = [foe for foe in post.of("artillery", GUN_RANGE) if foe.now.formation in ("unlimbered", "unlimbered_open")]
    return bool(post.now.before.cannon_hits) or any(post.b.survey.sees(foe.id, post.id) for foe in guns)


def thin_out(post: Post) -> Order | None:
    """Deep columns that cannon shot ploughs through deploy, while there is no horse about."""
    # too near to change formation in their faces
    if not (forms.in_column(post.now) and _bombarded(post)) or post.nearest <= QUIET / 2:
        return None
    return None if post.of("cavalry", AWARE) else habits.form(post.b, post.id, "line")


def foot(post: Post, foes: Sequence[Foe], gait: Gait, *, assault: bool) -> Order | None:
    """What a battalion does about the enemies it is to attack; None while they are too far off to matter."""
    square = in_square(post)
    if square is not None or not foes:
        return square
    near = foes[0].paces
    # of those about as near, the one most nearly ahead: a wheel costs more than a few paces
    foe = min(
        (each for each in foes if each.paces <= near + VOLLEY), key=lambda each: (off_front(post, each), each.paces)
    )
    if near > DEPLOY:
        return None
    if foe.now.formation == "garrison" and _in_streets(post, foe):
        return reform(post, before_attack=True) or _file_off(post, foe) or _fight(post, foe, gait)
    return reform(post, before_attack=True) or _deploy(post, foe, assault) or _fight(post, foe, gait)


def _in_streets(post: Post, foe: Foe) -> bool:
    """Whether the way to an enemy leads through a dense town, where only a narrow front goes (CS-6.2g)."""
    way = leg(post.b.ground, post.spot, spot_of(foe.now))
    return way is not None and way.narrow


def _file_off(post: Post, foe: Foe) -> Order | None:
    """Into a column that passes the streets; under musketry it is too late."""
    if post.now.formation in NARROW or foe.paces <= reach(post.b.rules.tables, "P2"):
        return None
    return habits.form(post.b, post.id, "march_column")


def beware(post: Post) -> Order | None:
    """Leave the column in time for enemies ahead even if one is not to attack them."""
    ahead = [foe for foe in post.standing if foe.paces <= DEPLOY and off_front(post, foe) <= 2 * BROADSIDE]
    return _deploy(post, ahead[0], assault=True) if ahead and ahead[0].arm == "infantry" else None


def in_square(post: Post) -> Order | None:
    """A square stands while horse is about, and opens when it has gone."""
    if post.now.formation not in (*forms.SQUARES, "skirmish_squares"):
        return None
    horse = post.of("cavalry", post.b.rules.tables.number("CS-1.8a", "cavalry"))
    if horse:
        return firing_at(horse[0])
    loose = post.now.formation == "skirmish_squares"
    return habits.form(post.b, post.id, "open_order" if loose else "line")


def _deploy(post: Post, foe: Foe, assault: bool) -> Order | None:
    """Out of column in time; in the face of the enemy it is too late."""
    if not forms.in_column(post.now) or foe.paces <= reach(post.b.rules.tables, "P2") / 2:
        return None
    wanted = habits.fighting(post.b, post.id, assault=assault)
    if post.now.formation == wanted:
        return None
    if wanted == "attack_column":
        # wide enough to charge in: changing from one column to another in front of the enemy gains nothing
        if post.now.formation in ("column_of_divisions", "column_of_companies"):
            return None
        return habits.form(post.b, post.id, wanted, "half")
    return habits.form(post.b, post.id, wanted)


def _fight(post: Post, foe: Foe, gait: Gait) -> Order:
    musketry = reach(post.b.rules.tables, "P2")
    # an attack goes in quicker than the march up to it
    quick: Gait = "quick" if gait == "march" else gait
    if foe.paces <= musketry and charges(post, foe):
        return close(post, foe, quick)
    if off_front(post, foe) > BROADSIDE:
        return face(post.b, post.id, spot_of(foe.now))
    if foe.paces <= VOLLEY:
        return firing_at(foe)
    order = _firing(post, foe) or toward(post.b, post.id, spot_of(foe.now), gait)
    return _no_nearer(order, foe.paces - VOLLEY)


def _firing(post: Post, foe: Foe) -> Order | None:
    """Straight on, firing as they go, by those who were taught to and whom half a march brings within musketry; who
    halted only there would have to fire after a full march, and shoot the worse for it."""
    now, t = post.now, post.b.rules.tables
    if not eighteenth.fires_walking(post.b, post.id) or forms.in_column(now) or loose(post):
        return None
    # he goes at half his rate while he fires (CS-M2-8.2.2)
    half = rate(post.b, now, "march") * t.number("CS-M2-8.2.2", "percent") // 100
    if foe.paces - half > reach(t, "P2"):
        return None
    return Order(Straight(), combat=WalkingFire(), by="mission")


def charges(post: Post, foe: Foe) -> bool:
    """Whether foot goes in with the bayonet: columns do, and whose drill is to fire once and close; other lines at an
    enemy who is shaken, weak, loose or guns."""
    now = post.now
    # loose troops do not charge, nor do shaken ones
    if now.status not in ("resolute", "determined") or now.formation in forms.LOOSE:
        return False
    own = now.figures - now.lost
    if foe.now.formation == "garrison":
        handful = 3 * foe.left <= own  # a few men in a house do not stop a battalion, however untidy it is
        return handful or (foe.left <= own and now.disorder < UNTIDY)
    if now.disorder >= LOST_ORDER:
        return False
    if forms.in_column(now) or eighteenth.fires_first(post.b, post.id):
        return True
    shaken = foe.now.status in ("wavering", "broken") or foe.now.disorder >= LOST_ORDER + now.disorder
    weak = 2 * foe.left <= own
    return shaken or weak or foe.arm == "artillery" or foe.now.formation in forms.LOOSE


def _no_nearer(order: Order, paces: int) -> Order:
    """Go at most so far."""
    return at_most(order, paces) if advancing(order) is not None else order


# -- horse


def horse(post: Post, foes: Sequence[Foe], gait: Gait) -> Order | None:
    """What cavalry does about the enemies it is to attack; None while there is nothing for it."""
    fresh = post.now.status in ("resolute", "determined") and post.now.disorder < LOST_ORDER
    for foe in foes if fresh else ():
        # a little farther than a canter goes: the charge may well be next turn's
        if foe.paces <= rate(post.b, post.now, "double") + VOLLEY and ripe(post, foe):
            return _charge(post, foe)
    tidy = reform(post, before_attack=bool(foes))
    if tidy is not None:
        return tidy
    if foes and foes[0].paces < STAND_OFF and foes[0].arm != "cavalry":
        return _wait(post, foes[0])
    return None


def _charge(post: Post, foe: Foe) -> Order:
    if post.now.formation != "line" and foe.paces > QUIET:
        line = habits.form(post.b, post.id, "line")
        if line is not None:
            return line
    # at a canter only where a trot falls short, and not for a wheel: it costs order
    far = foe.paces > rate(post.b, post.now, "quick")
    return close(post, foe, "double" if far and off_front(post, foe) < BROADSIDE else "quick")


def ripe(post: Post, foe: Foe) -> bool:
    """Whether cavalry should charge: an open flank, guns, skirmishers, the shaken, horse that is no stronger."""
    now, own = foe.now, post.now.figures - post.now.lost
    if now.formation in (*forms.SQUARES, "skirmish_squares", "garrison"):
        return False
    # whoever is changing formation is caught if one is quick (CS-A.1e)
    if now.status in ("wavering", "broken") or now.formation in (*forms.LOOSE, "irregular") or now.forming:
        return True
    if foe.arm == "cavalry":
        # odds of five to four against are still taken
        return foe.left * 4 <= own * 5 or now.disorder > post.now.disorder + 1
    if foe.arm == "artillery":
        # guns in action are charged from the side, or from so near that they get one shot at most
        return now.formation not in ("unlimbered", "unlimbered_open") or _beside(post, foe) or foe.paces <= QUIET
    return _beside(post, foe) or now.disorder >= LOST_ORDER


def _beside(post: Post, foe: Foe) -> bool:
    return foe.paces < AWARE and post.b.survey.zone(foe.id, post.id) != "front"


def _wait(post: Post, foe: Foe) -> Order:
    """Face the enemy from out of his musketry; too near, go back: cavalry turns about to do so."""
    x, y = post.spot
    fx, fy = spot_of(foe.now)
    if foe.paces > QUIET:
        return face(post.b, post.id, (fx, fy)) if presses_from_aside(post, [foe, *post.standing]) else HALT
    scale = STAND_OFF / max(1.0, foe.paces)
    return steer(post.b, post.id, on_table(post.b, (x + (x - fx) * scale, y + (y - fy) * scale)), "quick")


# -- guns


def battery(post: Post, place: Spot, gait: Gait) -> Order:
    """Drive to a place from which to fire, come into action, and stay there while there is something to fire at."""
    targets = [foe for foe in post.foes if foe.paces <= LONG_SHOT and foe.now.status != "routed"]
    away, _ = relative(post.now, place)
    if post.now.formation in ("unlimbered", "unlimbered_open"):
        return _in_action(post, targets, away)
    tidy = reform(post)
    if tidy is not None:
        return tidy
    # on the way it stops only for what is near; at its place it opens on what is far too
    near = [foe for foe in targets if foe.paces <= GUN_RANGE or away <= AT_PLACE]
    clear = [foe for foe in near if post.b.survey.sees(post.id, foe.id)]
    if clear or away <= AT_PLACE:
        return _come_into_action(post, clear, targets)
    return _drive(post, place, gait)


def _in_action(post: Post, targets: Sequence[Foe], away: float) -> Order:
    if targets:
        ahead = [foe for foe in targets if off_front(post, foe) <= BROADSIDE]
        return HALT if ahead else face(post.b, post.id, spot_of(targets[0].now))
    if away > QUIET and post.nearest > GUN_RANGE:
        return habits.form(post.b, post.id, "limbered") or HALT
    return HALT


def _come_into_action(post: Post, clear: Sequence[Foe], targets: Sequence[Foe]) -> Order:
    foe = next(iter([*clear, *targets]), None)
    # turned on the limbers where there is time: turning by hand afterwards costs the first shots
    if foe is not None and off_front(post, foe) > BROADSIDE / 2 and foe.paces > GUN_LIMIT:
        return face(post.b, post.id, spot_of(foe.now))
    return habits.form(post.b, post.id, "unlimbered") or HALT


def _drive(post: Post, place: Spot, gait: Gait) -> Order:
    """Toward the place, but not into musketry."""
    room = post.nearest - GUN_LIMIT
    # as far forward as guns may go: here they come into action
    if room <= 0:
        return habits.form(post.b, post.id, "unlimbered") or HALT
    order = steer(post.b, post.id, place, "quick" if gait == "double" else gait)
    move = advancing(order)
    return at_most(order, room) if move is not None and room < rate(post.b, post.now, move.gait) else order
