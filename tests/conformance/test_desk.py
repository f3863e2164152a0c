"""The odds of the page are those of the command line: every check of every system, as fractions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from grognard import systems
from grognard.cli import main
from grognard.handbook import along, desk, helping, wording
from grognard.handbook.answers import CheckForm
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.sources import SeededDice
from grognard.kernel.uses.chain import chain_odds, play

SAMPLES = 3
"""Situations of each check beside the one that its form begins with."""
CHECKS = [(system, name) for system in systems.find() for name in systems.rules(system)]


def begun(form: CheckForm) -> dict[str, str]:
    return {fact.name: fact.start for fact in form.facts}


def situations(system: str, name: str) -> Iterator[dict[str, str]]:
    """What a form begins with, and some with facts drawn at random, the same on every run."""
    form, check = desk.form(system, name), desk.bound(system, name)
    yield begun(form)
    drawn = random.Random(f"{system}/{name}")
    for _ in range(SAMPLES):
        facts = begun(form)
        for fact in form.facts:
            values = check.domains()[fact.name].every()
            if fact.required or drawn.random() < 0.4:
                facts[fact.name] = text_of(drawn.choice(values[:400]))
        yield facts


def told_by_the_command(system: str, name: str, facts: dict[str, str], capsys: pytest.CaptureFixture[str]) -> Any:
    given = [word for fact, value in facts.items() for word in ("--set", f"{fact}={value}")]
    assert main(["check", system, name, *given, "--odds", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("system, name", CHECKS)
def test_the_odds_of_the_desk_are_those_of_the_command(
    system: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check = desk.bound(system, name)
    for facts in situations(system, name):
        (told,) = desk.odds(check, [facts])
        expected = told_by_the_command(system, name, facts, capsys)
        if told.refusal:
            assert expected["refusal"] == {"rule": told.rule, "reason": told.refusal}
            continue
        ours = [(json.dumps(each.outcome), Fraction(each.probability)) for each in told.outcomes]
        theirs = [(json.dumps(each["outcome"]), Fraction(each["probability"])) for each in expected["outcomes"]]
        assert ours == theirs
        assert sum(chance for _, chance in ours) == 1
        assert len({each.label for each in told.outcomes}) == len({each.words for each in told.outcomes})
        if told.throws:
            ways = sum(number.ways for number in told.throws)
            for place, (_, chance) in enumerate(ours):
                shown = sum(number.ways for number in told.throws if number.outcome == place)
                assert Fraction(shown, ways) == chance


@pytest.mark.parametrize("system, name", CHECKS)
def test_along_a_fact_the_present_value_has_the_odds_of_the_situation(system: str, name: str) -> None:
    form, check = desk.form(system, name), desk.bound(system, name)
    facts = begun(form)
    (told,) = desk.odds(check, [facts])
    drawn = random.Random(f"{system}/{name}/along")
    for fact in drawn.sample(form.facts, min(2, len(form.facts))):
        series = along.series(check, facts, fact.name)
        assert 0 < len(series.points) <= along.MOST_POINTS
        for point in series.points:
            assert bool(point.refusal) != bool(point.percents)
            assert not point.fractions or sum(map(Fraction, point.fractions)) == 1
        present = [point for point in series.points if _holds(point, fact.start, number=series.number)]
        if present and not told.refusal and len(series.bands) <= len(told.outcomes) and "" not in series.bands:
            chances = sorted(Fraction(share) for share in present[0].fractions if share != "0")
            shares = told.headlines or told.outcomes
            assert chances == sorted(Fraction(each.probability) for each in shares)


@pytest.mark.parametrize("system, name", random.Random(3).sample(CHECKS, 40))
def test_a_step_of_a_fact_has_the_odds_of_that_situation(system: str, name: str) -> None:
    form, check = desk.form(system, name), desk.bound(system, name)
    facts = begun(form)
    found = helping.steps(check, facts)
    changes = [max(abs(one - now) for one, now in zip(each.percents, found.now, strict=True)) for each in found.steps]
    assert changes == pytest.approx(sorted(changes, reverse=True), abs=0.001)
    for each in found.steps[:2]:
        (told,) = desk.odds(check, [facts | {each.fact: each.value}])
        shares = told.headlines or told.outcomes
        assert sorted(share for share in each.percents if share) == pytest.approx(
            sorted(share.percent for share in shares), abs=0.001
        )


SEQUENCES = [(system, name) for system in systems.find() for name in systems.sequences(system)]
THROWN = 500


def test_every_system_has_a_sequence() -> None:
    assert {system for system, _ in SEQUENCES} >= {
        system for system in systems.find() if len(systems.rules(system)) > 20
    }
    for system in systems.find():
        assert not set(systems.sequences(system)) & set(systems.rules(system)), "a check and a sequence of one name"


@pytest.mark.parametrize("system, name", SEQUENCES)
def test_a_sequence_is_asked_as_a_check_is(system: str, name: str) -> None:
    """One check after the other: the odds are those of the chain worked out by itself."""
    form, chain = desk.form(system, name), desk.bound(system, name)
    facts = begun(form)
    (told,) = desk.odds(chain, [facts])
    expected = chain_odds(systems.sequences(system)[name].program(systems.rules(system), *chain.read(facts)))
    assert [Fraction(each.probability) for each in told.outcomes] == [chance for _, chance in expected]
    assert sum(Fraction(each.probability) for each in told.outcomes) == 1
    assert form.rule in systems.rulebook(system).rules
    thrown = desk.throw(chain, facts, "")
    assert thrown.words in {each.words for each in told.outcomes}
    assert desk.throw(chain, facts, ",".join(map(str, thrown.dice))).words == thrown.words
    with pytest.raises(BadInput, match="say of which part"):
        desk.odds(chain, [{"range": "40"}])


@pytest.mark.parametrize("system, name", SEQUENCES)
def test_a_sequence_thrown_often_comes_close_to_its_odds(system: str, name: str) -> None:
    chain = desk.bound(system, name)
    situation = chain.read(begun(desk.form(system, name)))
    program, dice = systems.sequences(system)[name].program(systems.rules(system), *situation), SeededDice(1809)
    came = Counter(play(program, dice)[0] for _ in range(THROWN))
    odds = chain.odds(situation)
    assert set(came) <= set(odds.weights)
    for end, chance in odds:
        # four standard errors, and one more throw for ends that hardly ever come
        error = (THROWN * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(came[end] - THROWN * float(chance)) <= 4 * error + 1, end


def test_a_sequence_does_not_ask_what_it_settles_itself() -> None:
    for system, name in SEQUENCES:
        asked = {fact.name for fact in desk.form(system, name).facts}
        for part, facts in systems.sequences(system)[name].settled.items():
            assert set(facts) <= set(systems.sequences(system)[name].parts[part].names)
            assert not asked & {f"{part}.{fact}" for fact in facts}
            with pytest.raises(BadInput, match="the sequence itself says"):
                desk.odds(desk.bound(system, name), [{f"{part}.{fact}": "1"} for fact in list(facts)[:1]])


def test_along_a_fact_a_slow_sequence_is_told_in_fewer_points(monkeypatch: pytest.MonkeyPatch) -> None:
    chain, facts = (
        desk.bound("cold-steel", "charge-into-a-volley"),
        begun(desk.form("cold-steel", "charge-into-a-volley")),
    )
    quick = along.series(chain, facts, "volley.figures")
    assert along.FEWEST < len(quick.points) <= along.MOST_OF_A_CHAIN
    monkeypatch.setattr(along, "PATIENCE", 0.0)
    assert len(along.series(chain, facts, "volley.figures").points) <= along.FEWEST


def _holds(point: Any, value: str, *, number: bool) -> bool:
    return point.low <= int(value) <= point.high if number else bool(point.value == value)


@pytest.mark.parametrize("system, name", CHECKS)
def test_every_form_begins_with_facts_that_the_check_accepts(system: str, name: str) -> None:
    form = desk.form(system, name)
    desk.bound(system, name).read(begun(form))
    assert form.title
    assert form.rule in systems.rulebook(system).rules
    for fact in form.facts:
        assert fact.kind in ("yes_no", "number", "choice", "several")
        with pytest.raises(BadInput, match="allowed"):
            desk.odds(desk.bound(system, name), [begun(form) | {fact.name: "no such value"}])


class _Bout(NamedTuple):
    winner: str
    result: str
    lost: int


def test_outcomes_of_several_parts_are_summed_by_what_is_told_in_words() -> None:
    every = [_Bout("ours", "rout", 3), _Bout("ours", "rout", 4), _Bout("none", "engaged", 1)]
    heads = wording.headlines(every)
    assert heads is not None
    assert [heads[each] for each in every] == ["ours wins, rout", "ours wins, rout", "nobody wins, engaged"]
    assert wording.headlines([3, 4]) is None


@pytest.mark.parametrize("system", systems.find())
def test_checks_that_are_asked_first_are_there(system: str) -> None:
    known = {*systems.rules(system), *systems.sequences(system)}
    assert {each.check for each in systems.rulebook(system).first} <= known


@pytest.mark.rule("CS-9.2")
def test_close_combat_is_told_by_who_wins_whatever_the_figures_are() -> None:
    form, check = desk.form("cold-steel", "close-combat"), desk.bound("cold-steel", "close-combat")
    found = helping.steps(check, begun(form))
    assert "ours wins, theirs routs" in found.bands
    assert not [band for band in found.bands if any(letter.isdigit() for letter in band)]
    # one figure more or less moves the odds a little, it does not take an outcome away
    nearly = [step for step in found.steps if step.fact.endswith(".figures")]
    assert all(abs(one - now) < 15 for step in nearly for one, now in zip(step.percents, found.now, strict=True))


def test_steps_of_a_chain_are_looked_at_while_others_are_still_tried() -> None:
    form, check = desk.form("steel-canister", "charge"), desk.bound("steel-canister", "charge")
    trial = helping.Trial(check, begun(form))
    seen = []
    while not seen or seen[-1].tried < seen[-1].of:
        trial.go_on(0.0)
        seen.append(trial.told())
    assert [each.tried for each in seen] == list(range(1, seen[-1].of + 1))
    assert (seen[-1].steps, seen[-1].now) == (helping.steps(check, begun(form)).steps, seen[-1].now)
    assert not any(each.left_out for each in seen)
    cut = trial.told(ends=True)
    assert (cut.tried, cut.left_out) == (cut.of, 0)
