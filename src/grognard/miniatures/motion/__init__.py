"""Bodies of troops that move over open ground: how far they get, what stops them, whom they meet, ways back.

A system asks `moving.advance` and `retreats.retreat` for one body while all others stand, or `meetings` and `crowds`
where many move at once. Nothing here knows a rule, a battle or whose turn it is: what a system has to say, it hands
in.
"""
