"""Chapter 6: how many men abreast a unit can keep in order."""

import pytest

DISCIPLINES = ["hardened", "disciplined", "trained", "militia", "raw_recruits", "rabble"]
LIMITS = [960, 600, 360, 240, 160, 80, 40, 20]


@pytest.mark.rule("CS-6.3a")
@pytest.mark.parametrize("discipline, limit", list(zip(DISCIPLINES, LIMITS, strict=False)))
def test_greatest_frontage(outcome, discipline, limit):
    assert outcome("frontage", discipline=discipline, men=30).limit == limit


@pytest.mark.rule("CS-6.3b")
@pytest.mark.parametrize(
    "facts, abreast",
    [
        ({"men": 600}, 200),
        ({"men": 800, "ranks": 2}, 400),
        ({"men": 800, "nation": "british"}, 400),
        ({"men": 800, "nation": "portuguese"}, 266),
        ({"men": 600, "formation": "column", "elements": 6}, 33),
        ({"men": 600, "formation": "column", "elements": 6, "elements_abreast": 2}, 66),
        ({"men": 600, "formation": "column", "elements": 1, "elements_abreast": 2}, 200),
        ({"men": 600, "formation": "double_line"}, 100),
        ({"men": 150, "troops": "cavalry"}, 75),
        ({"men": 150, "troops": "cavalry", "nation": "british"}, 75),
        ({"men": 600, "order": "open"}, 200),
        ({"men": 600, "troops": "cavalry"}, 300),
        ({"men": 600, "troops": "cavalry", "squadrons": 4, "formation": "column", "elements_abreast": 2}, 75),
        ({"men": 600, "troops": "cavalry", "squadrons": 4, "formation": "column"}, 37),
        ({"men": 600, "troops": "cavalry", "squadrons": 4, "formation": "road_column"}, 4),
        ({"men": 600, "formation": "road_column"}, 8),
        ({"men": 5, "formation": "road_column"}, 5),
    ],
)
def test_men_abreast(outcome, facts, abreast):
    assert outcome("frontage", **facts).abreast == abreast


@pytest.mark.rule("CS-A.4c")
def test_a_squadron_in_column_is_half_as_wide_as_in_line(outcome):
    assert outcome("frontage", troops="cavalry", men=160).abreast == 80
    assert outcome("frontage", troops="cavalry", men=160, formation="column").abreast == 40


@pytest.mark.rule("CS-6.5c")
def test_a_square_counts_all_its_faces(outcome):
    square = outcome("frontage", men=600, formation="square", discipline="raw_recruits")
    assert square == (200, 160, -40, 2)


@pytest.mark.rule("CS-6.4b")
@pytest.mark.parametrize(
    "abreast, penalty",
    [(240, 0), (241, -40), (359, -40), (360, -80), (479, -80), (480, -120), (700, -120)],
)
def test_penalty_by_excess(outcome, abreast, penalty):
    front = outcome("frontage", discipline="militia", men=abreast, ranks=1)
    assert (front.abreast, front.limit, front.penalty) == (abreast, 240, penalty)
    assert front.disorder == (2 if penalty else 0)


@pytest.mark.rule("CS-6.5a")
@pytest.mark.parametrize("step", range(6))
@pytest.mark.parametrize(
    "facts, shift",
    [
        ({"gait": "march"}, 0),
        ({"gait": "quick"}, -1),
        ({"gait": "double"}, -2),
        ({"order": "open"}, 1),
        ({"order": "extended"}, 2),
        ({"order": "open", "gait": "quick"}, 0),
        ({"order": "extended", "gait": "quick"}, 1),
    ],
)
def test_gait_and_order_shift_the_class(roll, step, facts, shift):
    result = roll("frontage", discipline=DISCIPLINES[step], men=30, **facts)
    assert result.total == shift
    assert result.outcome.limit == LIMITS[max(0, step - shift)]


@pytest.mark.rule("CS-6.5a")
@pytest.mark.parametrize(
    "discipline, facts, limit",
    [
        ("trained", {"gait": "quick"}, 240),
        ("trained", {"gait": "double"}, 160),
        ("rabble", {"gait": "quick"}, 40),
        ("rabble", {"gait": "double"}, 20),
        ("raw_recruits", {"gait": "double"}, 40),
        ("militia", {"gait": "quick", "order": "open"}, 240),
        ("hardened", {"order": "extended"}, 960),
        ("rabble", {"gait": "double", "terrain": {"heavy_woods"}}, 20),
    ],
)
def test_limits_on_the_ladder(outcome, discipline, facts, limit):
    facts["terrain"] = frozenset(facts.get("terrain", ()))
    assert outcome("frontage", discipline=discipline, men=30, **facts).limit == limit


@pytest.mark.rule("CS-6.2b", "CS-6.2c")
@pytest.mark.parametrize(
    "terrain, shift",
    [
        ({"gentle_slope"}, -1),
        ({"ploughed_field"}, -1),
        ({"gentle_slope", "ploughed_field"}, -1),
        ({"moderate_slope"}, -2),
        ({"mud"}, -2),
        ({"marsh"}, -2),
        ({"mud", "marsh"}, -2),
        ({"steep_slope"}, 0),
        ({"light_woods"}, -1),
        ({"heavy_woods"}, -2),
        ({"gentle_slope", "light_woods"}, -2),
        ({"moderate_slope", "heavy_woods"}, -4),
        ({"sparse_buildings"}, 0),
        ({"dense_buildings"}, 0),
    ],
)
def test_ground_shifts_the_class(roll, terrain, shift):
    assert roll("frontage", men=30, terrain=frozenset(terrain)).total == shift


@pytest.mark.rule("CS-6.6")
def test_irregulars_have_no_frontage(roll):
    assert roll("frontage", men=2000, irregular=True).refusal.rule == "CS-6.6"


@pytest.mark.rule("CS-6.3b")
@pytest.mark.parametrize(
    "troops", ["foot_artillery", "horse_artillery", "austrian_horse_battery", "unlimbered_artillery"]
)
def test_guns_have_no_frontage_in_men(roll, troops):
    assert roll("frontage", men=200, troops=troops).refusal.rule == "CS-6.3b"


@pytest.mark.rule("CS-M2-1.4.2")
@pytest.mark.parametrize(
    "discipline, limit",
    [
        ("hardened", 240),
        ("disciplined", 240),
        ("trained", 240),
        ("militia", 240),
        ("raw_recruits", 160),
        ("rabble", 80),
    ],
)
def test_troops_out_of_step_move_as_militia(outcome, discipline, limit):
    facts = {"discipline": discipline, "men": 30}
    assert outcome("frontage", [], "module-2", in_step=False, **facts).limit == limit
    assert outcome("frontage", in_step=False, **facts) == outcome("frontage", **facts)
    assert outcome("frontage", [], "module-2", **facts) == outcome("frontage", **facts)


@pytest.mark.rule("CS-M2-1.4.2")
def test_disciplined_troops_out_of_step_have_a_front_of_240(roll):
    result = roll("frontage", [], "module-2", discipline="disciplined", men=30, in_step=False)
    assert [(m.rule, m.label, m.value) for m in result.modifiers] == [
        ("CS-M2-1.4.2", "did not march in step: militia for movement", -2)
    ]


@pytest.mark.rule("CS-M2-6.3a")
def test_cavalry_in_three_ranks(outcome):
    cavalry = {"troops": "cavalry", "men": 150}
    assert outcome("frontage", [], "module-2", three_ranks=True, **cavalry).abreast == 50
    assert outcome("frontage", [], "module-2", **cavalry).abreast == 75
    assert outcome("frontage", three_ranks=True, **cavalry).abreast == 75


@pytest.mark.rule("CS-M2-6.3b")
@pytest.mark.parametrize(
    "nation, year, abreast", [("austrian", 1756, 225), ("austrian", 1757, 300), ("french", 1756, 300)]
)
def test_austrian_infantry_in_four_ranks(outcome, nation, year, abreast):
    facts = {"nation": nation, "year": year, "men": 900}
    assert outcome("frontage", [], "module-2", **facts).abreast == abreast
    assert outcome("frontage", **facts).abreast == 300
