"""Guns that nobody serves, with the enemy among them."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ...checks.close_combat.combat_rules import AbandonedGunsFacts as Contact
from ...events.close_combat import GunsSpiked
from ...table.battlefield import Battlefield
from ...table.state import Abandoned
from ...terms import zones


@implements("CS-9.1e")
def spike(b: Battlefield) -> None:
    """Abandoned guns that an enemy has touched from one end of turn to the next are spiked, without a roll."""
    for guns in list(b.world.abandoned.values()):
        if guns.spiked:
            continue
        by = _touching(b, guns)
        side = b.unit(by).side if by else ""
        # the same side both times: it need not be the same unit that holds them
        held = int(bool(side) and guns.touched_by == side)
        if held and b.settle("abandoned-guns", Contact(turns_in_contact=held)).spiked:
            b.report(
                GunsSpiked(unit=by, pieces=guns.pieces, side=guns.side),
                rules=("CS-9.1e",),
                sets=[Set("abandoned", guns.id, {"spiked": True})],
            )
        elif side != guns.touched_by:
            b.emit(Noted(), rules=("CS-9.1e",), sets=[Set("abandoned", guns.id, {"touched_by": side})], to=())


def _touching(b: Battlefield, guns: Abandoned) -> str:
    """The nearest enemy in contact with them; who runs away spikes nothing."""
    zone_at = zones(b.rules.tables)
    near = (
        (b.survey.distance_to(foe.id, guns.position), foe.id)
        for foe in b.enemies(guns.side)
        # who runs past guns does not stop to spike them
        if foe.status not in ("broken", "routed")
    )
    return min(((paces, foe) for paces, foe in near if zone_at[paces] == "P3"), default=(0, ""))[1]
