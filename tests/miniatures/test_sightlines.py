"""A line of sight that is told agrees with the survey's own verdict, and its profile with the contours."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.battle.sighting.fans import fanned
from grognard.battle.sighting.records import Reach, ReachBand
from grognard.ground.field import Field
from grognard.ground.sight import Crest, Sight, SightRules
from grognard.ground.units import to_sub
from grognard.miniatures.sightlines import Limit, SightWords, sightline
from grognard.scenarios.loading import load

WORDS = SightWords("R", {"heavy_woods": "W"}, crest="C")
COVERS = {"light_woods": 120, "heavy_woods": 40, "village": 40, "town": 0, "building": 0}
DEPTHS = {kind: to_sub(paces) for kind, paces in COVERS.items()}
RULES = (SightRules(DEPTHS, Fraction(1, 4), Crest(to_sub(20), 1)), SightRules(DEPTHS, Fraction(1, 3)))


@pytest.mark.parametrize("battle", ["farm-at-the-crossroads", "maida", "hagelberg", "auerstedt"])
@pytest.mark.parametrize("rules", RULES)
def test_it_says_what_the_survey_says(battle: str, rules: SightRules) -> None:
    ground = Field.from_geojson(load(battle).field, battle)
    sight, rnd = Sight(ground, rules), random.Random(3)
    verdicts = []
    for _ in range(120):
        a, b = ((rnd.randrange(ground.size[0]), rnd.randrange(ground.size[1])) for _ in range(2))
        told = sightline(sight, a, b, WORDS)
        assert told.seen == sight.clear(a, b) == (not told.hidden)
        assert all(0 <= each.at <= told.paces for each in told.hidden)
        far = [at for at, _ in told.heights]
        assert far == sorted(far)
        assert (far[0], far[-1]) == (0, told.paces)
        assert all(0 <= each.start <= each.end <= told.paces for each in told.growths)
        verdicts.append(told.seen)
    assert True in verdicts
    assert False in verdicts


def test_what_hides_is_named_with_its_place_and_its_rule() -> None:
    ground = Field.from_geojson(load("quatre-bras").field, "quatre-bras")
    sight = Sight(ground, RULES[0])
    told = sightline(sight, (to_sub(1000), to_sub(2400)), (to_sub(2200), to_sub(2400)), WORDS)
    (wood,) = (each for each in told.hidden if each.by == "cover")
    assert wood.words.startswith("Bossu wood, after ")
    assert wood.rule == "W"


def test_fog_hides_what_the_ground_shows() -> None:
    ground = Field.from_geojson(load("maida").field, "maida")
    sight = Sight(ground, RULES[0])
    ends = (to_sub(1500), to_sub(1500)), (to_sub(2100), to_sub(1500))
    assert sightline(sight, *ends, WORDS, limit=Limit(700, "mist")).seen
    told = sightline(sight, *ends, WORDS, limit=Limit(300, "mist", "F"))
    assert [(each.by, each.at, each.rule) for each in told.hidden] == [("air", 300, "F")]


def test_a_fan_leaves_open_what_is_not_seen_and_what_is_off_the_table() -> None:
    bands = (ReachBand("near", 100), ReachBand("far", 320))
    reach = Reach(unit="g", kind="guns", words="", rule="", bands=bands, x=500, y=800, heading=0, wide=40, half=20)
    free = fanned(reach, (1000, 1000), None)
    assert all(ray.spans == ((0, 200),) for ray in free.rays if abs(ray.heading) < 2)
    assert min(ray.x for ray in free.rays) == 480
    assert max(ray.x for ray in free.rays) == 520
    blind = fanned(reach, (1000, 2000), lambda _, spots: [y < 900 or y > 1000 for _, y in spots])
    middle = next(ray for ray in blind.rays if abs(ray.heading) < 2)
    assert middle.spans == ((0, 100), (200, 320))
