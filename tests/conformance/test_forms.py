"""What every rule system promises about the description of its decisions, so that a page needs to know none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Decision, Option
from grognard.battle.forms import PLAIN, FieldCondition, Form, When, missing, shown
from grognard.battle.pictures import BodyPicture as BodyPicture
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.kernel.domains import Several
from grognard.scenarios.loading import load

DRAWINGS = Path(__file__).parents[2] / "web" / "src" / "parts" / "drawings.ts"
ANSWERS = 90


def asked(system: str, answers: int = ANSWERS) -> Iterator[tuple[Battle, Decision]]:
    """Decisions of some random play, each with the battle as it is then."""
    options = {"turns": 3} | ({"placing": "players"} if "placing" in systems.game(system).choices() else {})
    battle = Battle.begin(systems.game(system), load("farm-at-the-crossroads"), seed=3, options=options)
    player = Reckless(5, done=0.4)
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    for _ in range(answers):
        if not battle.open:
            return
        decision = battle.open[0]
        yield battle, decision
        battle.answer(player.decide(chairs[decision.seat], decision))


def conditions(form: Form) -> Iterator[tuple[str, FieldCondition]]:
    for name, field in form.fields.items():
        wanted = (field.shown, field.seldom, field.course, *(need.when for need in field.needed))
        for each in wanted:
            if each is not None:
                yield from ((name, leaf) for leaf in leaves(each))


def leaves(condition: FieldCondition) -> Iterator[When]:
    if isinstance(condition, When):
        yield condition
    else:
        for each in condition.of:
            yield from leaves(each)


def test_every_field_that_is_asked_for_is_described(system):
    forms, seen = systems.game(system).forms, set()
    for _, decision in asked(system):
        for option in decision.options:
            if option.fields:
                assert option.form in forms, f"{decision.kind} {option.key}: no form {option.form!r}"
                unknown = set(option.fields) - set(forms[option.form].fields)
                assert not unknown, f"{decision.kind} {option.key}: {unknown} are not in the form {option.form!r}"
                seen.add(option.form)
    assert seen


def test_an_option_says_whom_it_is_about(system):
    """A page finds the unit by `about`, never by taking a key apart. A word to several is about nobody alone: a field
    names them."""
    for battle, decision in asked(system):
        somebody = {*battle.fight.world.units, *battle.fight.world.leaders}
        for option in decision.options:
            if not option.about and any(isinstance(domain, Several) for domain in option.fields.values()):
                continue
            named = somebody & set(option.key.split(":"))
            assert not named or option.about in named, f"{decision.kind} {option.key}: about {option.about!r}"


def test_what_is_carried_by_hand_is_in_the_picture(system):
    """A page finds a body by its name and a card by its key."""
    forms = systems.game(system).forms
    for battle, decision in asked(system):
        hands = [(option, hand) for option in decision.options if (hand := forms.get(option.form, PLAIN).hand)]
        carried = [option for option, hand in hands if hand.does == "carry" and not hand.piece]
        if carried:
            game = battle.game
            picture = game.picture(battle.view(decision.seat), game.briefing(battle.fight, decision.seat))
            there = {each.id for each in (*picture.units, *picture.leaders)} | {card.key for card in picture.cards}
            there |= {body.name for body in bodies(picture.formations)}
            assert {option.about for option in carried} <= there


def bodies(tree: Iterable[BodyPicture]) -> Iterator[BodyPicture]:
    for body in tree:
        yield body
        yield from bodies(body.formations)


def test_what_a_form_speaks_of_is_there(system):
    for form in systems.game(system).forms.values():
        for name, condition in conditions(form):
            assert condition.field in form.fields, f"{form.id}, {name}: no field {condition.field}"
        for name, field in form.fields.items():
            brought = {other for more in field.brings.values() for other in more}
            assert {*brought, *filter(None, [field.apart_from])} <= {*form.fields, "units"}, f"{form.id}, {name}"
        for gesture in form.ways:
            assert {*gesture.values, *filter(None, (gesture.turn, gesture.far))} <= set(form.fields)
        if form.hand is not None:
            named = {getattr(form.hand, name) for name in form.hand.__struct_fields__ if name != "does"}
            assert named - {""} <= set(form.fields), f"{form.id}: {form.hand}"


def test_drawings_are_paths_or_names_that_the_page_has(system):
    drawn = set(re.findall(r"^  (\w+): \"", DRAWINGS.read_text("utf-8"), re.MULTILINE))
    for form in systems.game(system).forms.values():
        icons = [field.icon for field in form.fields.values()]
        icons += [term.icon for field in form.fields.values() for term in field.terms.values()]
        for icon in filter(None, icons):
            assert icon in drawn or re.fullmatch(r"([*~]?M[-\d. a-zA-Z]+\|?)+", icon), f"{form.id}: {icon}"


def test_what_a_form_calls_needed_the_judge_misses_too(system):
    """Whatever the form asks for beyond what the fields demand is refused when it is left out."""
    forms = systems.game(system).forms
    player = Reckless(7, done=0.0)
    for _, decision in asked(system, 40):
        for option in decision.options[:12]:
            if not option.fields:
                continue
            values = _some(player, option)
            wanted = missing(forms[option.form], option, values)
            beyond = [name for name in wanted if name in option.optional]
            if beyond:
                assert decision.refusal(decision.answer(option.key, **values)), f"{option.key} {values}: {beyond}"


def _some(player: Reckless, option: Option) -> dict[str, object]:
    return player._values(option)


def test_the_default_answer_is_whole(system):
    forms = systems.game(system).forms
    for _, decision in asked(system):
        option = decision.option(decision.default.option)
        assert option is not None
        if option.fields:
            form = forms[option.form]
            left = set(missing(form, option, decision.default.values)) & set(shown(form, option, {}))
            assert decision.refusal(decision.default) is None
            assert not {name for name in left if name not in decision.default.values and name not in option.optional}
