"""What people see of Cold Steel's decisions: the forms of its options (`battle.forms`). Words only, no rules."""

from __future__ import annotations

from grognard.battle.forms import by_id

from . import missions, orders, others

FORMS = by_id((*orders.FORMS, *missions.FORMS, *others.FORMS))
