"""Questions that lead to dice carry their odds, exactly those of the dice that are then thrown."""

from collections import Counter

import pytest

from grognard.battle.decisions import Decision, Option
from grognard.kernel.sources import SeededDice
from grognard.systems.cold_steel import staging
from grognard.systems.cold_steel.events.words import OFFICERS_REASON, OFFICERS_WISH
from grognard.systems.cold_steel.facts.fire import aiming
from grognard.systems.cold_steel.facts.initiative.checks import initiative_facts
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.maneuver.plans import plan
from grognard.systems.cold_steel.phases import artillery, initiative
from grognard.systems.cold_steel.phases.initiative.marking import mark_of
from grognard.systems.cold_steel.phases.initiative.settling import moment
from grognard.systems.cold_steel.phases.small_arms.choices import _split, divided
from grognard.systems.cold_steel.seat import foreseen
from grognard.systems.cold_steel.staging import BLUE, RED, stage, unit
from grognard.systems.cold_steel.table.state import Order, Straight


def threatened():
    """A battalion with an order to march on, and cavalry before it: its officers mean to form square."""
    ratings = {"a": {"morale_rating": 7, "discipline": "militia"}, "h": {"discipline": "militia"}}
    return stage(
        unit("a", at=(1000, 1000)),
        unit("h", RED, at=(1000, 1300), facing=180, arm="light_cavalry", men=240),
        phase="initiative",
        ratings=ratings,
        state={"a": {"order": Order(Straight(), by="general-blue")}},
    )


def asked(b):
    return next(each for each in next(initiative.play(b)) if each.about["unit"] == "a")


def odds(b, decision, option, **values):
    answer = decision.answer(option, **values)
    found = GAME.weigh(b, decision, answer)
    return [each for shown in found.units for each in shown.odds]


@pytest.mark.rule("CS-4.2b", "CS-4.3.1")
def test_to_keep_ones_order_carries_the_odds_of_the_initiative_check():
    b = threatened()
    decision = asked(b)
    (found,) = odds(b, decision, "cancel")
    facts = initiative_facts(b, "a", **moment(b, mark_of(b, "a"), "original_order"))
    succeeds = float(b.rules["initiative"].odds(facts).chance(lambda out: out.result == "succeeded"))
    told = {chance.text: chance.percent for chance in found.chances}
    assert sum(told.values()) == pytest.approx(100, abs=0.05)
    assert sum(share for text, share in told.items() if text.startswith("it keeps your order")) == pytest.approx(
        100 * succeeds, abs=0.05
    )
    assert any("all the same" in text for text in told)
    assert odds(b, decision, "accept") == []


@pytest.mark.rule("CS-4.2b", "CS-4.2d")
def test_what_is_promised_is_what_the_dice_then_do():
    b = threatened()
    (found,) = odds(b, asked(b), "cancel")
    promised = sum(chance.percent for chance in found.chances if chance.text.startswith("it keeps your order")) / 100
    kept: Counter[bool] = Counter()
    for seed in range(200):
        b = threatened()
        b.use_dice(dict.fromkeys(("", BLUE, RED), SeededDice(seed)))
        staging.run(initiative.play(b), _cancels)
        kept[b.unit("a").ordered is None] += 1
    assert kept[True] / 200 == pytest.approx(promised, abs=0.1)


def _cancels(decision):
    return decision.answer("cancel") if decision.about["unit"] == "a" else decision.default


@pytest.mark.rule("CS-8.1e")
def test_dividing_its_fire_is_weighed_volley_by_volley():
    b = stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(440, 560), facing=180, men=240),
        unit("s", RED, at=(560, 560), facing=180, men=240),
        phase="small_arms_fire",
    )
    view = aiming.look(b, "a")
    targets = divided(b, view)
    assert len(targets) == 2
    decision = _split(b, "a", targets)
    assert decision.about == {"unit": "a", "foe": targets[0]}
    (first,), both = odds(b, decision, "first"), odds(b, decision, "split")
    assert first.title.startswith(f"Volley at {b.name(targets[0])}, ")
    assert {each.title.split(",")[0] for each in both} == {f"Volley at {b.name(target)}" for target in targets}
    assert first.mean > 0


@pytest.mark.rule("CS-5.4c")
def test_going_after_those_who_run_promises_prisoners():
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(500, 560), facing=0), phase="rally_and_morale")
    options = [Option("stand", "Let them run", "CS-5.4b"), Option("pursue", "Go after r", "CS-5.4b")]
    decision = Decision(BLUE, "pursue", "r runs", options, about={"unit": "a", "quarry": "r"})
    (found,) = odds(b, decision, "pursue")
    assert sum(chance.percent for chance in found.chances) == pytest.approx(100, abs=0.1)
    assert found.mean == pytest.approx(sum(chance.percent * chance.value for chance in found.chances) / 100, abs=0.01)
    assert odds(b, decision, "stand") == []


@pytest.mark.rule("CS-7.5b")
def test_a_named_target_is_weighed():
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(500, 560), facing=180), phase="small_arms_fire")
    decision = Decision(
        BLUE, "designate", "Whom?", [Option("r", "r", "CS-7.5b", about="r")], default=("r", {}), about={"unit": "a"}
    )
    assert odds(b, decision, "r") == GAME.odds(b, BLUE, "a", "r")


MASKED = (
    unit("guns", at=(500, 500), arm="foot_artillery", men=120, guns=6),
    unit("friend", at=(500, 620), men=120),
    unit("r", RED, at=(500, 900), facing=180),
)


def _held(b, phase):
    """The question that is asked before guns fire past friends."""
    asked = []
    staging.run(phase.play(b), lambda d: asked.append(d) or d.default)
    return next(each for each in asked if each.kind == "hold_fire")


@pytest.mark.rule("CS-7.7a")
def test_whom_fire_past_friends_strikes_adds_up_and_counts_alike_for_the_whole_and_its_parts():
    far = (
        unit("guns", at=(500, 500), arm="foot_artillery", men=120, guns=2, howitzers=2),
        unit("friend", at=(500, 620), men=120),
        unit("r", RED, at=(500, 1400), facing=180),
    )
    decision = _held(stage(*far, phase="artillery_fire"), artillery)
    whole, *parts = odds(stage(*far, phase="artillery_fire"), decision, "fire", units=("guns",))
    assert len(parts) == 2
    nobody = 1.0
    for each in (whole, *parts):
        told = {share.text: share.percent for share in each.shares}
        assert sum(told.values()) == 100
        assert {"hits them", "hits ours", "hits nobody"} <= told.keys()
        # no row of hits hides the chance of hitting one's own
        assert not any("astray" in chance.text for chance in each.chances)
        hitting = sum(chance.percent for chance in each.chances if chance.value)
        assert told["hits them"] + told.get("hits them and ours", 0) == pytest.approx(hitting, abs=1)
        nobody *= told["hits nobody"] / 100 if each is not whole else 1
    assert whole.shares[-1].percent == pytest.approx(100 * nobody, abs=1)


@pytest.mark.rule("CS-7.1d", "CS-7.7a")
def test_guns_that_swing_round_first_say_so_and_whereto():
    """Friend and foe lie abreast of the guns, far out of their arc."""
    aside = (
        unit("guns", at=(500, 500), arm="foot_artillery", men=120, guns=6),
        unit("friend", at=(620, 500), facing=90, men=120),
        unit("r", RED, at=(900, 500), facing=270),
    )
    decision = _held(stage(*aside, phase="artillery_fire"), artillery)
    b = stage(*aside, phase="artillery_fire")
    (line,) = decision.lines
    assert line.heading == 90
    assert "swings round first, which halves its chance (CS-7.1d)" in line.turning
    assert "would swing round and fire at" in decision.text
    assert all(
        each.title.endswith("swung round first (chance halved)") for each in odds(b, decision, "fire", units=("guns",))
    )
    (refused,) = GAME.odds(b, BLUE, "guns", "r")[:1]
    assert (refused.refusal_rule, refused.refusal) == (
        "CS-7.1d",
        "out of its arc: it must swing round first, which halves its chance",
    )
    straight = _held(stage(*MASKED, phase="artillery_fire"), artillery)
    assert (straight.lines[0].heading, straight.lines[0].turning) == (None, "")


@pytest.mark.rule("CS-7.7a")
def test_to_fire_past_friends_is_weighed_and_to_hold_tells_what_still_fires():
    decision = _held(stage(*MASKED, phase="artillery_fire"), artillery)
    b = stage(*MASKED, phase="artillery_fire")
    bold = odds(b, decision, "fire", units=("guns",))
    assert {each.check for each in bold} == {"artillery"}
    assert any("over friend" in each.title for each in bold)
    assert all(sum(chance.percent for chance in each.chances) == pytest.approx(100, abs=0.1) for each in bold)
    spared = odds(b, decision, "hold")
    assert not any("over" in each.title for each in spared)
    assert odds(b, decision, "fire", units=()) == spared


@pytest.mark.rule("CS-4.1a", "CS-4.2a")
def test_what_officers_are_about_to_do_shows_why_the_way_and_who_is_in_it():
    """Cavalry that sees an enemy before it, with friends in between."""
    b = stage(
        unit("h", at=(1000, 1000), arm="light_cavalry", men=240),
        unit("friend", at=(1000, 1100), men=300),
        unit("r", RED, at=(1000, 1330), facing=180),
        phase="initiative",
        ratings={"h": {"discipline": "trained"}},
    )
    decision = next(each for each in next(initiative.play(b)) if each.about["unit"] == "h")
    found = GAME.weigh(b, decision, decision.answer("accept"))
    assert found.notes == ("horse that threatens an enemy rides at him unless it is held (CS-4.1a)",)
    (shown,) = found.units
    assert shown.places[-1].y > 1000
    assert shown.track
    assert "close-combat" in {each.check for each in shown.odds}
    # this time it pulls up before them; on the way that it would go with nobody there they are told
    order = Order(Straight(gait="double"))
    assert foreseen.friends_ridden_through(b, "h", order, plan(b, "h", order)) == ["friend"]
    assert set(OFFICERS_REASON) == set(OFFICERS_WISH)
