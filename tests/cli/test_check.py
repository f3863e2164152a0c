"""grognard check, as a game host types it."""

import io
import json

import pytest

from grognard.cli import main


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main(list(words))
        out, err = capsys.readouterr()
        return code, out, err

    return call


MORALE = ("check", "cold-steel", "morale")


def test_a_roll_with_dice_from_the_table_as_json(run):
    code, out, _ = run(*MORALE, "--set", "morale_rating=9", "--set", "disorder=2", "--dice", "7,9", "--json")
    assert code == 0
    assert json.loads(out) == {
        "system": "cold-steel",
        "check": "morale",
        "rule": "CS-5.2a",
        "dice": [7, 9],
        "uncounted": [],
        "natural": 16,
        "modifiers": [
            {"rule": "CS-5.2.2a", "label": "morale rating", "value": 9},
            {"rule": "CS-5.2.2a", "label": "disorder marker ×2", "value": -2},
        ],
        "total": 23,
        "outcome": {"result": "determined", "status": "determined"},
    }


def test_a_roll_in_words_names_every_rule(run):
    _, out, _ = run(*MORALE, "--set", "morale_rating=9", "--dice", "7,9")
    assert "7, 9 = 16" in out
    assert "+9  morale rating  [CS-5.2.2a]" in out
    assert "=> result determined" in out


def test_a_seed_rolls_the_same_dice_again(run):
    words = (*MORALE, "--set", "morale_rating=9", "--seed", "7", "--json")
    first, second = json.loads(run(*words)[1]), json.loads(run(*words)[1])
    assert first == second
    assert (first["dice"], first["seed"]) == ([4, 6], 7)


def test_without_a_seed_it_tells_which_one_it_took(run):
    _, out, _ = run(*MORALE, "--set", "morale_rating=9", "--json")
    seed = json.loads(out)["seed"]
    again = json.loads(run(*MORALE, "--set", "morale_rating=9", "--seed", str(seed), "--json")[1])
    assert again == json.loads(out)


def test_dice_by_hand_are_asked_for_until_they_make_sense(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("12 3\n7 9\n"))
    code, out, err = run(*MORALE, "--set", "morale_rating=9", "--by-hand", "--json")
    assert code == 0
    assert json.loads(out)["dice"] == [7, 9]
    assert "12 is not on a d10" in err


def test_dice_by_hand_that_never_come(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    code, out, err = run(*MORALE, "--set", "morale_rating=9", "--by-hand")
    assert (code, out) == (2, "")
    assert "nothing was settled" in err


def test_exact_odds(run):
    _, out, _ = run(*MORALE, "--set", "morale_rating=9", "--odds", "--json")
    outcomes = json.loads(out)["outcomes"]
    assert outcomes[2] == {"outcome": {"result": "broken", "status": "broken"}, "probability": "13/50", "percent": 26.0}
    assert sum(outcome["percent"] for outcome in outcomes) == pytest.approx(100)
    assert "13/50" in run(*MORALE, "--set", "morale_rating=9", "--odds")[1]


def test_what_is_left_open_is_listed_by_case(run):
    _, out, _ = run(*MORALE, "--odds", "--json")
    cases = json.loads(out)["cases"]
    assert [case["facts"]["morale_rating"] for case in cases][:2] == [{"low": 1, "high": 1}, {"low": 2, "high": 2}]
    _, out, _ = run("check", "cold-steel", "rally", "--set", "morale_rating=9", "--set", "nearest_enemy=?", "--odds")
    assert "nearest_enemy = 0 to 120" in out
    assert "nearest_enemy = 601 to 20000" in out


def test_pooled_fire_shows_its_pool(run):
    facts = ("--set", "guns=4", "--set", "range=900", "--set", "discipline=disciplined")
    words = ("check", "cold-steel", "artillery", *facts)
    data = json.loads(run(*words, "--dice", "38", "--json")[1])
    wanted = {"percent_each": 15, "shooters": 4, "pool_percent": 60, "automatic": 0, "remainder": 60, "hits": 1}
    assert wanted.items() <= data.items()
    assert "pool 60%" in run(*words, "--dice", "38")[1]


def test_a_prohibited_shot_says_which_rule_forbids_it(run):
    words = ("check", "cold-steel", "artillery", "--set", "guns=4", "--set", "range=1201")
    code, out, _ = run(*words)
    assert code == 0
    assert "not allowed: beyond P0: out of range (CS-7.2.1b)" in out
    assert json.loads(run(*words, "--json")[1])["refusal"]["rule"] == "CS-7.2.1b"
    assert json.loads(run(*words, "--odds", "--json")[1]) == {
        "system": "cold-steel",
        "check": "artillery",
        "refusal": {"rule": "CS-7.2.1b", "reason": "beyond P0: out of range"},
        "outcomes": [],
    }
    assert "CS-7.2.1b" in run(*words, "--odds")[1]


def test_an_opposed_roll_shows_both_sides(run):
    words = ("check", "cold-steel", "close-combat", "--set", "morale_rating=8", "--dice", "6,6,5,4")
    data = json.loads(run(*words, "--json")[1])
    assert (data["total"], data["ours"]["total"], data["theirs"]["natural"]) == (3, 20, 9)
    assert data["modifiers"][0] == {"rule": "CS-9.2.1a", "label": "morale rating", "value": 8, "side": "ours"}
    assert "difference: ours 20, theirs 17" in run(*words)[1]


def test_a_variant_changes_the_outcome(run, tmp_path):
    words = ("check", "cold-steel", "artillery", "--set", "guns=1", "--set", "range=400", "--set", "weather=fog")
    plain = json.loads(run(*words, "--dice", "5", "--json")[1])
    variant = json.loads(run(*words, "--dice", "5", "--variant", "quick-reference", "--json")[1])
    assert (plain["percent_each"], variant["percent_each"]) == (10, 12)
    house = tmp_path / "house.toml"
    house.write_text('["CS-7.2.2a"]\nweather = { value = -1 }\n')
    ours = json.loads(run(*words, "--dice", "5", "--variant", str(house), "--json")[1])
    assert ours["percent_each"] == 19


def test_facts_are_listed_with_type_default_and_meaning(run):
    facts = json.loads(run(*MORALE, "--facts", "--json")[1])["facts"]
    assert facts[0]["fact"] == "morale_rating"
    assert (facts[0]["required"], facts[0]["allowed"]) == (True, "1 to 16")
    near = next(fact for fact in facts if fact["fact"] == "player_near")
    assert (near["default"], near["meaning"]) == (False, "player figure within 60 paces")
    assert "player figure within 60 paces" in run(*MORALE, "--facts")[1]


def test_a_check_prints_itself_as_a_chart(run):
    out = run(*MORALE, "--sheet")[1]
    assert "15 to 18" in out
    assert "in heavy woods" in out
    assert json.loads(run(*MORALE, "--sheet", "--json")[1])["dice"] == "2d10"


def test_sheets_are_the_charts_of_the_rules(run):
    def sheet(*words):
        return run("check", *words, "--sheet")[1]

    assert "  0 or less   rout    rout        rout" in sheet("class-dice", "morale")
    assert "+2     mass 1.5 to 1 " in sheet("class-dice", "charge")
    assert "taken for granted: captor_near=no; --set says otherwise" in sheet("class-dice", "morale")
    assert "12pdr canister, to 6" in sheet("class-dice", "artillery")
    company = sheet("black-powder", "company-charged").splitlines()
    assert [line.split()[0] for line in company[4:8]] == ["1", "2", "3", "6"]
    breaks = sheet("black-powder", "break-test")
    assert "10 or more  skirmishers  hold " in breaks
    assert "break if shaken, otherwise retreat together with all supports, all disordered" in breaks
    assert "-1 each  excess casualties" in breaks
    assert "a natural 12" in sheet("black-powder", "command")
    assert "6 then 1 to 2" in sheet("black-powder", "blunder")
    ranges = [line.split() for line in sheet("black-powder", "gun-range").splitlines()]
    assert ["prussia", "12-pounder", "heavy", "6", "18", "20", "62"] in ranges


def test_sheets_leave_out_drafts_that_are_off_and_rows_of_other_blows(run):
    musketry, fight = (
        ("check", "black-powder", "musketry", "--sheet"),
        ("check", "black-powder", "hand-to-hand", "--sheet"),
    )
    for draft in ("BP-CAVF", "BP-CAVM", "BP-BMOR", "BP-SPEC-3", "BP-ART-1"):
        assert draft not in run(*musketry)[1]
    assert "BP-CAVF-4" not in run(*fight)[1]
    assert "BP-CAVF-4" in run(*fight, "--variant", "cavalry-formations")[1]
    assert "to the combat result" in run(*fight)[1]


def test_every_sheet_says_something(run):
    """A chart has modifiers or a table, whatever the check."""
    from grognard import systems
    from grognard.kernel.uses.sheet import whole_sheet

    bare = [
        name
        for name in systems.rules("black-powder")
        if not ((chart := whole_sheet(systems.rules("black-powder")[name])).modifiers or chart.charts)
    ]
    assert bare == []


def test_why_something_is_refused_comes_before_dice_too_many(run):
    far = ("check", "black-powder", "command", "--set", "giving=follow_me", "--set", "apart=13", "--dice", "3,4")
    assert "not allowed: he must be within 12 inches (BP-CMD-10)" in run(*far)[1]
    range_ = ("check", "class-dice", "small-arms", "--set", "stands=4", "--set", "distance=361", "--dice", "5")
    assert "not allowed: out of range" in run(*range_)[1]
    steady = ("check", "black-powder", "break-test", "--set", "cause=lost", "--set", "special=steady", "--dice", "3,4")
    assert "no dice is all it takes: hold, locked in melee" in run(*steady)[2]


def test_totals_are_told_without_inner_signs(run):
    def rolled(*words):
        return run("check", "black-powder", *words)[1]

    assert "14" not in rolled(
        "company-charged", "--set", "charged_by=infantry", "--set", "reliable=yes", "--dice", "1,4"
    )
    assert "by so much the dice are below it" in rolled("command", "--dice", "3,4")
    assert "dice  5 = 3" in rolled("combat-result", "--set", "heavy=1", "--dice", "5")
    assert "2 or more on the die saves" in rolled(
        "saves", "--set", "hits=1", "--set", "formation=square", "--set", "by=cavalry", "--dice", "3"
    )


def test_facts_in_paces_say_what_an_inch_is(run):
    assert "60 of them are an inch of the charts" in run("check", "class-dice", "small-arms", "--facts")[1]
    for printed_otherwise in (("black-powder", "musketry"), ("cold-steel", "morale")):
        assert "an inch of the charts" not in run("check", *printed_otherwise, "--facts")[1]


def test_odds_say_first_who_wins(run):
    out = run("check", "black-powder", "hand-to-hand", "--odds")[1].splitlines()
    assert {line.split("  ")[-1].strip() for line in out[1:4]} == {"draw", "ours wins", "theirs wins"}
    assert out[4] == ""


def test_asking_stops_as_soon_as_nothing_can_matter(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("17\n9\nbroken\n0\n400\n" + "\n" * 40))
    code, out, err = run("check", "cold-steel", "rally", "--ask", "--set", "nearest_enemy=100", "--json")
    assert code == 0
    assert json.loads(out)["refusal"]["rule"] == "CS-5.3a"
    assert "allowed: 1 to 16" in err
    assert "disorder" not in err


def test_asking_goes_through_what_matters(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("100\n" + "\n" * 20))
    code, out, _ = run("check", "cold-steel", "leader-hit", "--ask", "--dice", "7,7", "--json")
    assert code == 0
    assert json.loads(out)["dice"] == [7, 7]


def test_lists(run):
    out = run("check")[1]
    assert "cold-steel: Cold Steel" in out
    assert "black-powder" in out
    systems = json.loads(run("check", "cold-steel", "--json")[1])["systems"]
    morale = {"check": "morale", "rule": "CS-5.2a", "title": "Morale check: 2D10 plus rating and modifiers"}
    assert morale in systems[0]["checks"]
    assert "quick-reference" in {variant["variant"] for variant in systems[0]["variants"]}
    assert all(variant["about"] for variant in systems[0]["variants"])


@pytest.mark.parametrize(
    "words, message",
    [
        ((*MORALE, "--set", "morale_rating=9", "--set", "disorder=-3"), "disorder = '-3'; allowed: 0 to 40"),
        ((*MORALE, "--set", "morale_rating=9", "--dice", "11,0"), "11 is not on a d10: its faces are 1 to 10"),
        ((*MORALE, "--set", "morale_rating=9", "--dice", "1,2,3"), "3 left over; 2d10 for morale is all it takes"),
        ((*MORALE, "--set", "morale_rating=9", "--dice", "1"), "too few dice"),
        ((*MORALE, "--set", "morale_rating=9", "--dice", "a,b"), "whole numbers with commas"),
        ((*MORALE, "--set", "morale_rating=9", "--seed", "-4"), "a seed is 0 or more"),
        ((*MORALE, "--set", "morale=9"), "no fact is called morale; do you mean morale_rating"),
        ((*MORALE, "--set", "disorder"), "write FACT=VALUE"),
        (MORALE, "still to be said: morale_rating (1 to 16)"),
        ((*MORALE, "--set", "morale_rating=?"), "left open: add --odds"),
        ((*MORALE, "--set", "fish=?", "--odds"), "no fact is called fish"),
        ((*MORALE, "--variant", "nonsense", "--set", "morale_rating=9"), "no variant 'nonsense' of cold-steel"),
        ((*MORALE, "--variant", "missing.toml", "--set", "morale_rating=9"), "missing.toml: cannot be read"),
        (("check", "cold-steel", "moral"), "do you mean morale"),
        (("check", "chess", "morale"), "no rule system 'chess'; there are"),
        (("check", "cold-steel", "morale", "--dice", "1,2", "--seed", "3"), "not allowed with"),
        (("charge",), "no verb 'charge'"),
    ],
)
def test_nonsense_is_refused_in_one_line_that_says_what_is_allowed(run, words, message):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "overlay, message",
    [
        ('["CS-99"]\nx = 1', "house.toml, CS-99: tables.toml has no such rule"),
        ('["CS-5.2.2a"]\ndisorder = { value = "many" }', "house.toml, CS-5.2.2a: disorder.value = 'many'"),
        ('["CS-5.2.1a"]\nrows = [{ to = 3, result = "routed" }]\n[', "house.toml: not valid TOML"),
        ('["CS-5.2.1a"]\nrows.2 = { from = 30 }', "CS-5.2.1a: rows: rows must follow on each other"),
    ],
)
def test_a_corrupt_overlay_names_file_rule_and_field(run, tmp_path, overlay, message):
    path = tmp_path / "house.toml"
    path.write_text(overlay)
    code, _, err = run(*MORALE, "--set", "morale_rating=9", "--dice", "7,9", "--variant", str(path))
    assert code == 2
    assert message in err
