"""Chapter 1: ratings of units and commanders."""

from itertools import pairwise

import pytest

from grognard.kernel.errors import BadInput

STATUSES_LOW_TO_HIGH = ["dispersed", "routed", "broken", "wavering", "determined", "resolute"]
DISCIPLINES = ["hardened", "disciplined", "trained", "militia", "raw_recruits", "rabble"]


@pytest.mark.rule("CS-1.4.1a")
@pytest.mark.parametrize(
    "rating, morale_class",
    [
        (1, "mob"), (3, "mob"), (4, "poor"), (6, "poor"), (7, "average"), (10, "average"),
        (11, "superior"), (13, "superior"), (14, "elite"), (16, "elite"),
    ],
)  # fmt: skip
def test_class_of_a_morale_rating(outcome, rating, morale_class):
    assert outcome("morale-class", morale_rating=rating).morale_class == morale_class


@pytest.mark.rule("CS-1.4.1a")
def test_each_class_has_its_meaning(outcome):
    meanings = {outcome("morale-class", morale_rating=rating).meaning for rating in range(1, 17)}
    assert len(meanings) == 5
    assert outcome("morale-class", morale_rating=2).meaning == "no esprit de corps"


@pytest.mark.rule("CS-1.4.1a")
@pytest.mark.parametrize("rating", [0, 17])
def test_no_rating_beyond_one_to_sixteen(roll, rating):
    with pytest.raises(BadInput, match="1 to 16"):
        roll("morale-class", morale_rating=rating)


@pytest.mark.rule("CS-1.4.1a")
def test_table_has_no_row_beyond_one_to_sixteen(cs):
    rows = cs.tables.bands("CS-1.4.1a", "rows", lambda **row: row)
    assert (rows.low, rows.high) == (1, 16)


@pytest.mark.rule("CS-1.4.1b")
@pytest.mark.parametrize("lower, higher", list(pairwise(STATUSES_LOW_TO_HIGH)))
def test_morale_levels_stand_in_order(outcome, lower, higher):
    assert outcome("morale-level", status=lower).one_higher == higher
    assert outcome("morale-level", status=higher).one_lower == lower


@pytest.mark.rule("CS-1.4.1b")
def test_there_is_nothing_beyond_the_ends(outcome):
    assert outcome("morale-level", status="dispersed").one_lower == "dispersed"
    assert outcome("morale-level", status="resolute").one_higher == "resolute"


@pytest.mark.rule("CS-1.4.1b")
def test_wavering_troops_will_not_advance(outcome):
    assert "will not advance" in outcome("morale-level", status="wavering").meaning


@pytest.mark.rule("CS-1.4.2")
@pytest.mark.parametrize("better, worse", list(pairwise(DISCIPLINES)))
def test_discipline_classes_stand_in_order(outcome, better, worse):
    assert outcome("discipline-class", discipline=better, classes_up=-1).discipline == worse
    assert outcome("discipline-class", discipline=worse, classes_up=1).discipline == better


@pytest.mark.rule("CS-1.4.2")
@pytest.mark.parametrize(
    "discipline, up, becomes", [("trained", 5, "hardened"), ("trained", -5, "rabble"), ("trained", 0, "trained")]
)
def test_no_discipline_beyond_best_and_worst(outcome, discipline, up, becomes):
    assert outcome("discipline-class", discipline=discipline, classes_up=up).discipline == becomes


@pytest.mark.rule("CS-1.4.2")
def test_discipline_class_says_what_it_means(outcome):
    assert outcome("discipline-class", discipline="disciplined").meaning == "well-drilled veterans"


@pytest.mark.rule("CS-1.4.1c")
def test_units_begin_resolute(outcome):
    assert outcome("unit-ratings", morale_rating=9).status == "resolute"


@pytest.mark.rule("CS-1.4.1c")
def test_scenario_may_give_another_level(outcome):
    assert outcome("unit-ratings", morale_rating=9, scenario_status="wavering").status == "wavering"


@pytest.mark.rule("CS-1.4")
def test_regular_unit_needs_both_ratings(roll):
    assert roll("unit-ratings", morale_rating=9, discipline="none").refusal.rule == "CS-1.4"
    assert roll("unit-ratings", morale_rating=12, discipline="trained").outcome.morale_class == "superior"


@pytest.mark.rule("CS-1.4", "CS-1.4.3")
def test_irregulars_have_no_discipline_rating(roll):
    assert roll("unit-ratings", morale_rating=9, irregular=True, discipline="trained").refusal.rule == "CS-1.4.3"


@pytest.mark.rule("CS-1.4.3")
def test_irregulars_use_no_formations(outcome):
    war_party = outcome("unit-ratings", morale_rating=9, irregular=True, discipline="none")
    assert (war_party.irregular, war_party.uses_formations) == (True, False)
    assert outcome("unit-ratings", morale_rating=9).uses_formations


@pytest.mark.rule("CS-M2-1.4.3")
@pytest.mark.parametrize("people", ["north_american_indian", "austrian_grenzer", "austrian_pandour", "tribal"])
def test_module_2_makes_irregulars_of_some(roll, people):
    irregular = {"morale_rating": 9, "discipline": "none", "people": people}
    assert roll("unit-ratings", [], "module-2", **irregular).outcome.irregular
    assert roll("unit-ratings", **irregular).refusal.rule == "CS-1.4"
    assert not roll("unit-ratings", morale_rating=9, discipline="trained", people=people).outcome.irregular


@pytest.mark.rule("CS-M2-1.4.3")
def test_module_2_leaves_others_alone(roll):
    assert not roll("unit-ratings", [], "module-2", morale_rating=9).outcome.irregular


@pytest.mark.rule("CS-1.4.4")
@pytest.mark.parametrize("level", ["regiment", "brigade", "division", "corps", "army"])
def test_higher_commanders_must_be_rated(roll, level):
    assert roll("commander-rating", level=level).refusal.rule == "CS-1.4.4"
    assert roll("commander-rating", level=level, rating="average").outcome.needed


@pytest.mark.rule("CS-1.4.4")
@pytest.mark.parametrize("level", ["battalion", "battery", "troop"])
def test_junior_commanders_need_no_rating(outcome, level):
    assert outcome("commander-rating", level=level) == (False, "none", "")


@pytest.mark.rule("CS-1.4.4")
@pytest.mark.parametrize(
    "rating, such_as",
    [
        ("superior", "Napoleon, Davout, Wellington"),
        ("average", "Oudinot, Wittgenstein, Archduke Karl"),
        ("poor", "Tsar Alexander, Brunswick, Henestrosa"),
    ],
)
def test_who_is_rated_so(outcome, rating, such_as):
    assert outcome("commander-rating", level="army", rating=rating).such_as == such_as
