"""The rally phase in play: rallies, men who run off, neighbours shaken, and routed units caught by the enemy."""

import pytest

from grognard.battle.kinds import Noted
from grognard.systems.cold_steel.effects.morale import check_morale
from grognard.systems.cold_steel.phases import rally
from grognard.systems.cold_steel.phases.rally.rallying import stands
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Doings, FallBack, Order, Straight

from ..by_themselves import foot
from ..ground import area


class Dice:
    """Dice for a rally phase: d10s as written, then nines; d100s as written, then hundreds."""

    def __init__(self, tens=(), hundreds=()):
        self.left, self.thrown = {10: list(tens), 100: list(hundreds)}, []

    def throw(self, dice, purpose):
        return tuple(self.left[n].pop(0) if self.left[n] else {10: 9, 100: 100}[n] for n in map(_sides, dice.dice))


def _sides(die):
    return len(die.faces)


def horse(name, side=RED, *, at, men=240, **more):
    return unit(name, side, at=at, facing=180 if side == RED else 0, arm="light_cavalry", men=men, **more)


def field(*units, tens=(), hundreds=(), ratings=None, **more):
    names = [each.id for _, each in units]
    worth = {name: {"morale_rating": 9} for name in names}
    b = stage(*units, phase="rally_and_morale", ratings={**worth, **(ratings or {})}, **more)
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), Dice(tens, hundreds)))
    return b


def play(b, option=None):
    """The phase; all wavering units that may try to rally do."""

    def choose(decision):
        if decision.kind == "rally":
            return decision.answer("rally", units=list(decision.chances))
        return decision.answer(option) if option else decision.default

    run(rally.play(b), choose)
    return b


def checks(b):
    """Who rolled for morale and why, in order."""
    rolled = [event for event in events(b, "morale") if event.roll is not None]
    return [(event.units["unit"], event.values["cause"]) for event in rolled]


# -- rallying


@pytest.mark.rule("CS-5.3b", "CS-5.2b")
@pytest.mark.parametrize("paces, tries", [(601, True), (600, False)])
def test_a_routed_unit_in_the_open_rallies_only_beyond_p1(paces, tries):
    b = play(
        field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1000 + paces)), state={"a": {"status": "routed"}})
    )
    assert (("a", "rallying") in checks(b)) is tries
    assert (b.unit("a").status != "routed") is tries


@pytest.mark.rule("CS-5.3a", "CS-5.3b")
@pytest.mark.parametrize("kind, paces, tries", [
    ("medium_works", 121, True), ("medium_works", 120, False), ("heavy_works", 120, False), ("light_works", 121, False),
    ("heavy_woods", 400, True), ("light_woods", 400, False),
])  # fmt: skip
def test_a_broken_unit_rallies_at_p1_only_in_heavy_cover_or_good_works(kind, paces, tries):
    b = field(
        foot("a", at=(1000, 1000)),
        foot("r", RED, at=(1000, 1000 + paces)),
        state={"a": {"status": "broken"}},
        features=[area(kind, 900, 900, 1100, 1005)],
    )
    assert (("a", "rallying") in checks(play(b))) is tries


@pytest.mark.rule("CS-5.3c")
@pytest.mark.parametrize("paces, fired, tries", [(21, False, True), (20, False, False), (21, True, False)])
def test_a_wavering_unit_rallies_outside_p3_if_it_did_not_fire(paces, fired, tries):
    state = {"a": {"status": "wavering", "before": Doings(fired=fired)}}
    b = play(field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1000 + paces)), state=state))
    assert (("a", "rallying") in checks(b)) is tries


@pytest.mark.rule("CS-5.2b")
def test_a_rally_takes_the_result_for_better_or_worse():
    state = {"a": {"status": "wavering"}}
    assert play(field(foot("a", at=(1000, 1000)), tens=(9, 9), state=state)).unit("a").status == "resolute"
    assert play(field(foot("a", at=(1000, 1000)), tens=(3, 3), state=state)).unit("a").status == "broken"


@pytest.mark.rule("CS-2d")
def test_routed_units_rally_before_broken_and_wavering_ones_and_nobody_twice():
    units = [foot(name, at=(300 + 400 * i, 1000)) for i, name in enumerate("abc")]
    state = {"a": {"status": "wavering"}, "b": {"status": "broken"}, "c": {"status": "routed"}}
    b = play(field(*units, state=state, tens=(2, 2)))
    assert checks(b) == [("c", "rallying"), ("b", "rallying"), ("a", "rallying")]
    assert b.unit("c").status == "broken"


# -- disintegration


@pytest.mark.rule("CS-5.5")
def test_a_unit_that_still_runs_loses_a_quarter_of_its_stands_rounded_up():
    b = field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1400)), state={"a": {"status": "routed"}})
    assert stands(b, b.unit("a")) == 6
    play(b)
    assert b.live("a") == 16
    assert b.unit("a").quarter_checked == 1
    assert any("men run off" in line for line in told(b))


@pytest.mark.rule("CS-5.5")
def test_the_last_stand_that_runs_is_gone():
    b = field(
        foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1400)), state={"a": {"status": "routed", "lost": 20}}
    )
    assert play(b).unit("a").where == "lost"


@pytest.mark.rule("CS-5.5")
def test_a_unit_rallied_to_broken_loses_nobody():
    b = play(field(foot("a", at=(1000, 1000)), state={"a": {"status": "routed"}}, tens=(2, 2)))
    assert b.unit("a").status == "broken"
    assert b.unit("a").lost == 0


@pytest.mark.rule("CS-5.5", "CS-5.1")
@pytest.mark.parametrize("variants, due", [((), []), (("runaways-shake",), [("a", "losses")])])
def test_stands_that_run_off_are_losses_but_nobody_checks_for_them_save_by_a_variant(variants, due):
    b = field(
        foot("a", at=(1000, 1000)),
        foot("r", RED, at=(1000, 1400)),
        state={"a": {"status": "routed"}},
        tens=(1, 1),
        variants=variants,
    )
    play(b)
    assert checks(b) == due
    assert b.unit("a").how == ("dispersed" if due else "")
    assert b.unit("a").quarter_checked == 1 or due


@pytest.mark.rule("CS-5.5", "CS-5.1")
def test_who_tried_to_rally_and_ran_on_has_had_his_check():
    b = field(
        foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1700)), state={"a": {"status": "routed"}}, tens=(3, 6)
    )
    play(b)
    assert checks(b) == [("a", "rallying")]
    assert (b.unit("a").status, b.live("a"), b.unit("a").quarter_checked) == ("routed", 16, 1)


# -- neighbours


def two(gap, state, **more):
    """Two battalions side by side; the second retreats, with an enemy not far off so that it cannot rally."""
    return field(
        foot("a", at=(1000, 1000)),
        foot("f", at=(1120 + gap, 1000)),
        foot("r", RED, at=(1000, 1500)),
        state={"f": state, "a": {"status": "determined"}},
        **more,
    )


@pytest.mark.rule("CS-5.1")
@pytest.mark.parametrize("gap, due", [(120, True), (121, False)])
@pytest.mark.parametrize("state", [{"status": "broken"}, {"status": "routed"}, {"order": Order(FallBack())}])
def test_a_friend_within_120_paces_of_a_unit_that_retreats_checks(gap, due, state):
    b = play(two(gap, state))
    assert (("a", "friends retreating") in checks(b)) is due


@pytest.mark.rule("CS-5.1", "CS-5.2.2a")
def test_the_check_counts_those_who_retreat():
    b = play(two(100, {"status": "broken"}, tens=(7, 7)))
    roll = next(event.roll for event in events(b, "morale") if event.units["unit"] == "a")
    assert roll.total == 14 + 9 - 2


@pytest.mark.rule("CS-5.1")
def test_one_check_however_many_retreat():
    units = foot("a", at=(1000, 1000)), foot("f", at=(1200, 1000)), foot("g", at=(800, 1000))
    state = {"f": {"status": "broken"}, "g": {"status": "broken"}}
    b = play(field(*units, foot("r", RED, at=(1000, 1500)), state=state))
    assert checks(b) == [("a", "friends retreating")]


@pytest.mark.rule("CS-5.1")
def test_the_log_says_whose_retreat_it_is_and_only_to_his_own_side():
    units = foot("a", at=(1000, 1000)), foot("f", at=(1200, 1000)), foot("g", at=(800, 1000))
    state = {"f": {"status": "broken"}, "g": {"status": "broken"}}
    b = play(field(*units, foot("r", RED, at=(1000, 1500)), state=state))
    event = next(event for event in events(b, "morale") if event.units["unit"] == "a")
    assert any("(friends retreating: f and g)" in line for line in told(b))
    assert not event.seen_by(RED).secret


@pytest.mark.rule("CS-5.1")
def test_who_has_tried_to_rally_is_not_shaken_by_one_who_broke_in_trying():
    units = foot("a", at=(1000, 1000)), foot("g", at=(800, 1000)), foot("f", at=(600, 1000))
    state = {"a": {"status": "wavering"}, "g": {"status": "wavering"}}
    b = play(field(*units, foot("r", RED, at=(1000, 1500)), state=state, tens=(9, 9, 5, 5)))
    assert checks(b) == [("a", "rallying"), ("g", "rallying"), ("f", "friends retreating")]
    assert b.unit("g").status == "broken"


@pytest.mark.rule("CS-5.1")
def test_who_breaks_by_such_a_check_frightens_his_neighbours_only_next_turn():
    units = foot("f", at=(600, 1000)), foot("a", at=(800, 1000)), foot("g", at=(1000, 1000))
    b = play(field(*units, foot("r", RED, at=(800, 1500)), state={"f": {"status": "broken"}}, tens=(3, 3)))
    assert checks(b) == [("a", "friends retreating")]
    assert b.unit("a").status == "broken"
    assert ("g", "friends retreating") in checks(play(b))


@pytest.mark.rule("CS-5.1")
def test_a_unit_that_rallies_first_frightens_nobody():
    b = play(field(foot("a", at=(1000, 1000)), foot("f", at=(1200, 1000)), state={"f": {"status": "broken"}}))
    assert checks(b) == [("f", "rallying")]


# -- caught in flight


def hunted(gap, *more, hunter=None, **rest):
    """A routed battalion with an enemy so near behind it."""
    enemy = hunter or horse("h", at=(1000, 1000 + gap))
    return field(foot("a", at=(1000, 1000)), enemy, *more, state={"a": {"status": "routed"}}, **rest)


@pytest.mark.rule("CS-5.4a")
@pytest.mark.parametrize("gap, gone", [(20, True), (21, False)])
def test_a_routed_unit_that_begins_the_phase_in_p3_disperses(gap, gone):
    b = play(hunted(gap))
    assert (b.unit("a").how == "dispersed") is gone


@pytest.mark.rule("CS-5.4a")
def test_it_makes_its_rout_move_first_and_shakes_those_it_passes():
    b = play(hunted(20, foot("f", at=(1000, 700)), foot("g", at=(1000, 300))))
    kinds = [event.kind for event in events(b) if event.units.get("unit") == "a"]
    assert kinds.index("moved") < kinds.index("gone")
    assert ("f", "friends retreating") in checks(b)
    assert b.unit("f").where == "table"


@pytest.mark.rule("CS-5.4b")
def test_pursuing_cavalry_stays_in_p3_of_the_router():
    b = hunted(20)
    play(b)
    b.emit(Noted(), sets=[b.change("a", where="table")], to=())
    assert b.survey.distance("a", "h") <= 20
    assert b.unit("h").position[1] < 1000 * 16


@pytest.mark.rule("CS-5.4b")
@pytest.mark.parametrize("option, goes", [(None, False), ("stand", False), ("pursue", True)])
def test_foot_goes_after_a_router_only_if_it_is_told_to(option, goes):
    b = play(hunted(20, hunter=foot("h", RED, at=(1000, 1020))), option)
    assert b.unit("a").how == "dispersed"
    assert (b.unit("h").position[1] < 1000 * 16) is goes
    assert bool(events(b, "chased")) is goes


@pytest.mark.rule("CS-5.4c")
@pytest.mark.parametrize("roll, prisoners", [(50, 2), (51, 1)])
def test_hussars_take_prisoners_by_the_difference_of_morale(roll, prisoners):
    ratings = {"h": {"morale_rating": 11, "light_cavalry": True}, "a": {"morale_rating": 7}}
    b = play(hunted(20, hunter=horse("h", at=(1000, 1020), men=200), ratings=ratings, hundreds=(roll,)))
    assert events(b, "chased")[0].values == {"prisoners": prisoners}
    taken = [event for event in events(b, "losses") if event.values["cause"] == "taken prisoner"]
    assert [event.values["figures"] for event in taken] == [prisoners]


@pytest.mark.rule("CS-5.4c")
def test_foot_no_better_than_the_router_takes_nobody():
    ratings = {"h": {"morale_rating": 9}, "a": {"morale_rating": 6}}
    b = play(hunted(20, hunter=foot("h", RED, at=(1000, 1020), men=400), ratings=ratings), "pursue")
    assert events(b, "chased")[0].values == {"prisoners": 0}


# -- irregulars


def tribesmen(**more):
    wild = foot("a", at=(1000, 1200), arm="irregular")
    return field(wild, foot("r", RED, at=(1000, 1400)), tens=(2, 2), **more)


@pytest.mark.rule("CS-5.6")
@pytest.mark.parametrize("state", [{}, {"disorder": 8}])
def test_irregulars_that_would_rout_or_disperse_are_set_down_601_paces_off(state):
    b = tribesmen(state={"a": {"melee": ("r",), "order": Order(Straight()), **state}, "r": {"melee": ("a",)}})
    result = check_morale(b, "a", cause="losses")
    now = b.unit("a")
    assert result.settled.status == ("dispersed" if state else "routed")
    assert (now.where, now.status, now.held, now.melee, now.order) == ("table", "wavering", 2, (), None)
    assert b.unit("r").melee == ()
    assert 601 <= b.survey.distance("a", "r") <= 625
    assert "a melts away toward its own lines (losses)" in told(b)


@pytest.mark.rule("CS-5.6")
def test_irregulars_at_their_own_edge_stay_on_the_table():
    b = field(foot("a", at=(1000, 120), arm="irregular"), foot("r", RED, at=(1000, 300)), tens=(2, 2))
    check_morale(b, "a", cause="losses")
    assert b.unit("a").where == "table"
    assert b.unit("a").position[1] >= 0


@pytest.mark.rule("CS-5.6", "CS-5.5")
def test_scattered_irregulars_may_rally():
    b = tribesmen()
    check_morale(b, "a", cause="losses")
    play(b)
    assert ("a", "rallying") in checks(b)
    assert b.unit("a").status in ("determined", "resolute")


@pytest.mark.rule("CS-5.2.3a")
def test_skirmishers_vanish_with_the_unit_that_disperses_and_are_asked_no_more():
    enemy = foot("r", RED, at=(1000, 1300))
    b = field(foot("a", at=(1000, 1000)), foot("s", at=(1000, 1060), men=80), enemy, tens=(1, 1))
    b.emit(Noted(), sets=[b.change("a", status="wavering", disorder=9, skirmishers="s")], to=())
    b.emit(Noted(), sets=[b.change("s", status="wavering", parent="a")], to=())
    play(b)
    assert (b.unit("a").where, b.unit("s").where) == ("lost", "lost")
    assert checks(b) == [("a", "rallying")]
