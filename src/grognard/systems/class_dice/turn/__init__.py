"""The turn: initiative, the activation of divisions, the end phase.

Phases: `initiative`, then `activation` once for each brigade that is activated, then `end`.

Every decision by its kind, with its options and their fields. Fields in brackets may be left out; `done` is always the
answer of who has nothing more to say.

`counsel`, all seats at once as a turn begins, till `done`:
    `done` [`points`: for the opening roll, only of the seat that commands the army]
    `instruct` [`reactions`: charges, ask, always, never] [`contests`: in_reach, ask, always, never]
        [`odds`: percent below which nobody is asked]
`name_division`, the army seat of the side with the initiative, if there is more than one to name:
    `activate:DIVISION`
`contest`, seats of the other side with a division that may, when one is named or has finished a brigade:
    `done`, `contest:DIVISION`, `leave_it`: not again this turn
`stake`, the army seats of both sides at once, in a contest:
    `done` [`points`]
`leaders`, seats with leaders of the active division and above it, till `done`:
    `done`, `ride:LEADER` `to`, `attach:LEADER` `unit`, `join:LEADER` `brigade`, `detach:LEADER`
`brigade`, the seat of the active division, till all of a brigade have acted:
    `done`: all others of this brigade stand; before the first of a brigade, all of the division
    `march:UNIT` `to` [`facing`: degrees at the end, -1 for none] [`keep_front`] [`formation`] [`form_first`]
        [`fire_after`, of guns], and of all these [`screen`: stands, -1 as it is] [`skirmish`: an enemy]
    `charge:UNIT` `target` [`beside`: others of the brigade who charge with it]
    `fire:UNIT` `target` [`beside`: others who fire with it] [`extra_ap`] of small arms, [`rate`] [`shot`] of guns
    `change:UNIT` [`formation`] [`facing`], one of the two
    `stay:UNIT`, after which it may still fire
    `prolong:UNIT` `points` [`facing`], guns by hand
    `draw_off:UNIT`, cavalry out of 4 inches
    `dismount:UNIT`, `mount:UNIT`, dragoons
`volley` about a unit that may fire after what it did, or must:
    `done` unless it must, `fire` [`target`] [`extra_ap`], [`rate`] [`shot`]
`react`, seats of the other side, when a unit has moved or declares a charge:
    `done` unless it is compulsory
    `face:UNIT`, `form_square:UNIT`, `withdraw:UNIT`, `advance:UNIT`, `limber:UNIT`, `countercharge:UNIT`, `charge:UNIT`
    `change_formation:UNIT` `formation`, `sidestep:UNIT` `aside`
    `let_be` unless it is compulsory: not again this turn
`approach_fire` about a unit that may choose:
    `done`, `fire` [`inches`: 4, 2, 1] [`extra_ap`], [`rate`] [`shot`]
`occupy`, `ride_down`, `draw_off` about a unit after a charge:
    `done`, and `occupy`, `ride_down` or `draw_off`
`follow_up` about a unit that may continue its charge:
    `done`, `continue` [`target`]
"""
