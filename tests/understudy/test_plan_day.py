"""plan_day without a model: every person of both towns, on weekdays and weekends, with promises and without."""

import re
from itertools import pairwise
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.clock import minutes_at
from milkwood.questions.terms import Spot
from milkwood.understudy.plan_day import answer as understudy
from milkwood.understudy.plan_day.among_people import keeps_apart
from milkwood.understudy.plan_day.extras import extras
from milkwood.understudy.plan_day.habit import slot_of
from milkwood.understudy.plan_day.slots import FREE, NEED, PROMISE, WORK, Slot, holes, put, without_detours
from tests.questions import days
from tests.understudy.bounds import bounded

PARTY = {"en": "going to Isabella's Valentine's Day party", "zh": "去伊莎贝拉的情人节派对"}


def plan(ask: Any, seed: int = 1) -> list[Slot]:
    answered = bounded(understudy.answer(ask, stream(seed, ask["self"]["id"]), days.Words()))
    return [
        Slot(minutes_at(block.start), minutes_at(block.start) + block.minutes, block.what, block.place)
        for block in answered.blocks
    ]


def bed(ask: Any, seed: int = 1) -> int:
    return minutes_at(understudy.answer(ask, stream(seed, ask["self"]["id"]), days.Words()).sleep)


def asks(language: str, weekday: int = 0) -> list[dict[str, Any]]:
    return [days.plan_day(person, town, language, weekday) for person, town in days.people()]


def of(name: str, language: str = "en", weekday: int = 0) -> dict[str, Any]:
    return next(ask for ask in asks(language, weekday) if ask["self"]["id"] == name)


def ranked(ask: Any) -> list[Slot]:
    spots = {spot["id"]: spot for spot in ask["places"]}
    return [slot_of(piece, spots, ask["people"], ask["self"]) for piece in ask["usual"]]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("weekday", [0, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_blocks_are_in_order_from_waking_to_bed_with_no_hole_over_half_an_hour(
    language: str, weekday: int, seed: int
) -> None:
    for ask in asks(language, weekday):
        day = plan(ask, seed)
        assert all(one.end <= other.start for one, other in pairwise(day)), (ask["self"]["id"], day)
        assert holes(day, minutes_at(ask["wake"]), bed(ask, seed), 30) == [], ask["self"]["id"]
        assert day[-1].end <= bed(ask, seed)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_plan_names_only_places_it_was_offered_and_never_a_housemates_room(language: str) -> None:
    for ask in asks(language, 6):
        offered = {spot["id"] for spot in ask["places"]} | {piece["place"] for piece in ask["usual"]}
        used = {slot.place for slot in plan(ask)}
        assert used <= offered | {":".join(place.split(":")[:2]) for place in offered}
        given = ask["self"]["id"].split("_")[0].capitalize()
        usual = {":".join(piece["place"].split(":")[:2]) for piece in ask["usual"]}
        strange = {place for place in used if "'s" in place.split(":")[1] and given not in place.split(":")[1]}
        assert {":".join(place.split(":")[:2]) for place in strange} <= usual


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_a_day_with_few_talks_people_go_where_it_is_open_more_than_usual(language: str) -> None:
    def abroad(changes: dict[str, Any]) -> int:
        found = 0
        for ask in asks(language):
            opened = {spot["id"] for spot in ask["places"] if not spot["mine"] and spot["hours"]}
            found += sum(slot.place in opened for seed in (1, 2, 3) for slot in plan({**ask, **changes}, seed))
        return found

    assert abroad({"talks": 1}) > abroad({}) + 20


def test_outings_among_people_are_within_opening_hours() -> None:
    for ask in asks("en"):
        hours = {spot["id"]: spot["hours"].split("-") for spot in ask["places"] if not spot["mine"] and spot["hours"]}
        usual = {piece["what"] for piece in ask["usual"]}
        for slot in plan({**ask, "talks": 0}):
            if slot.place in hours and slot.what not in usual:
                opens, closes = map(minutes_at, hours[slot.place])
                assert opens <= slot.start, (ask["self"]["id"], slot)
                assert slot.end <= closes, (ask["self"]["id"], slot)


def test_a_person_without_free_time_has_a_meal_among_people() -> None:
    ask = of("maria_lopez")
    cafe = next(spot for spot in ask["places"] if "cafe" in spot["kind"].split())
    rooms = [spot["id"] for spot in ask["places"] if spot["mine"]]
    ask = {**ask, "wake": "08:00", "sleep": "23:00", "talks": 0}
    ask["self"] = {**ask["self"], "work": "painter, from 08:00 to 23:00"}
    ask["places"] = [{**cafe, "mine": False}, *(spot for spot in ask["places"] if spot["mine"] and spot is not cafe)]
    ask["usual"] = [
        {"start": start, "end": end, "what": what, "place": rooms[0]}
        for start, end, what in (
            ("08:00", "12:00", "painting a commission"),
            ("12:00", "12:40", "having lunch at home"),
            ("12:40", "18:00", "painting a commission"),
            ("18:00", "23:00", "painting a commission"),
        )
    ]
    assert any(slot.what == "having lunch among people" and slot.place == cafe["id"] for slot in plan(ask))
    del ask["talks"]
    sister, cousin, friend = ({**ask["people"][0], "tie": tie} for tie in ("her sister", "her cousin", "a friend"))
    assert any(slot.what == "having lunch at home" for slot in plan({**ask, "people": [sister]}))
    for other in (cousin, friend):  # cousins live in houses of their own
        assert any(slot.what == "having lunch among people" for slot in plan({**ask, "people": [other]}))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_meals_and_work_are_never_dropped_on_an_ordinary_day(seed: int) -> None:
    for ask in asks("en"):
        planned = {slot.what for slot in plan(ask, seed)}
        for slot in ranked(ask):
            if slot.meal or slot.rank == WORK:
                assert slot.what in planned, (ask["self"]["id"], slot.what)


def test_a_person_who_keeps_a_shop_keeps_its_hours_also_on_sunday() -> None:
    for name in ("isabella_rodriguez", "tom_moreno", "carmen_ortiz", "john_lin", "arthur_burton", "petra_marsh"):
        ask = of(name, weekday=6)
        staffed = {(slot.start, slot.end, slot.what) for slot in ranked(ask) if "behind" in slot.place}
        assert staffed <= {(slot.start, slot.end, slot.what) for slot in plan(ask)}


def test_there_are_no_classes_on_sunday() -> None:
    for name in ("ayesha_khan", "wolfgang_schulz", "mei_lin", "klaus_mueller"):
        assert any("classroom" in slot.place for slot in plan(of(name, weekday=1)))
        assert not any("classroom" in slot.place for slot in plan(of(name, weekday=6))), name


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_promise_stands_at_its_time_and_the_meal_it_covers_is_had_before_or_after(language: str, seed: int) -> None:
    for ask in asks(language):
        if not any("Hobbs Cafe" in spot["id"] for spot in ask["places"]):
            continue
        ask["promises"] = [days.promise(PARTY[language], "17:00", "19:00", "Hobbs Cafe:cafe")]
        day = plan(ask, seed)
        assert Slot(17 * 60, 19 * 60, PARTY[language], "Hobbs Cafe:cafe") in day, ask["self"]["id"]
        before = [slot for slot in day if slot.end <= 17 * 60]
        assert before[-1].end <= 17 * 60 - understudy.WAY_MINUTES
        meals = {slot.what for slot in ranked(ask) if slot.meal and slot.rank != WORK}
        assert meals <= {slot.what for slot in day}, (ask["self"]["id"], meals - {slot.what for slot in day})


def test_a_promised_dinner_takes_the_place_of_the_usual_one() -> None:
    ask = of("klaus_mueller")
    ask["promises"] = [days.promise("having dinner with Maria", "17:00", "18:00", "Hobbs Cafe:cafe")]
    assert [slot.what for slot in plan(ask) if "dinner" in slot.what] == ["having dinner with Maria"]


def test_a_late_promise_delays_bed_time_but_not_all_night() -> None:
    ask = of("jennifer_moore")
    ask["promises"] = [days.promise("singing in the choir", "20:30", "21:30", "Johnson Park:park")]
    assert minutes_at(ask["sleep"]) < bed(ask) <= minutes_at(ask["sleep"]) + understudy.MAX_LATE_MINUTES


def test_a_late_riser_does_not_plan_the_past() -> None:
    ask = {**of("isabella_rodriguez"), "wake": "07:00"}
    assert plan(ask)[0].start == 7 * 60


def test_a_night_owl_continues_after_midnight_and_washes_before_bed() -> None:
    day = plan(of("hailey_johnson"))
    assert day[-1].what == "washing and getting ready for bed"
    assert day[-1].end == 26 * 60


def test_days_differ_in_small_things_and_the_same_seed_gives_the_same_day() -> None:
    ask = of("jane_moreno")
    assert plan(ask) == plan(ask)
    seen = [{slot.what for slot in plan(ask, seed)} for seed in range(12)]
    usual = {piece["what"] for piece in ask["usual"]}
    assert any(what - usual for what in seen)
    assert len({frozenset(what) for what in seen}) > 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_additions_to_a_day_are_in_the_language_of_the_run(language: str) -> None:
    strange = re.compile("[\u4e00-\u9fff]" if language == "en" else "[A-Za-z]")
    for ask in asks(language, 6):
        for seed in range(4):
            for slot in plan(ask, seed):
                assert not strange.search(slot.what), slot
                assert not re.search(r"[{}]", slot.what), slot


def test_nothing_pushes_a_promise_aside() -> None:
    promised = Slot(600, 660, "a", "x", PROMISE)
    assert promised in put([promised], Slot(590, 640, "b", "y"))
    assert put([promised], Slot(590, 640, "b", "y"))[0].end == 600


@pytest.mark.parametrize("changes", [{"usual": []}, {"places": []}, {"wake": "23:30"}, {"usual": [], "places": []}])
def test_with_minimal_information_there_is_still_a_plan(changes: dict[str, Any]) -> None:
    for language in ("en", "zh"):
        assert plan({**of("tom_moreno", language), **changes})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_promise_ends_on_time_however_near_bed_time_is(language: str) -> None:
    for ask in asks(language):
        late = f"{bed(ask) // 60 - 1:02d}:45"
        start = f"{bed(ask) // 60 - 2:02d}:45"
        ask = {**ask, "promises": [days.promise(PARTY[language], start, late, "Hobbs Cafe:cafe")]}
        kept = [slot for slot in plan(ask) if slot.what == PARTY[language]]
        assert kept
        assert max(slot.end for slot in kept) <= minutes_at(late)


def test_nobody_goes_home_for_some_minutes_between_two_stays_at_one_place() -> None:
    day = [
        Slot(420, 1100, "washing", "home:bathroom", NEED),
        Slot(1100, 1200, "a drink", "inn:taproom", FREE),
        Slot(1205, 1225, "resting", "home:bedroom", FREE),
        Slot(1230, 1300, "cards", "inn:taproom", FREE),
    ]
    kept = without_detours(day)
    assert [slot.what for slot in kept] == ["washing", "a drink", "cards"]
    assert kept[1].end == 1225


def test_a_meal_or_a_long_stay_at_home_is_no_detour() -> None:
    stays = [Slot(420, 1100, "washing", "home:bathroom", NEED), Slot(1100, 1200, "a drink", "inn:taproom", FREE)]
    after = Slot(1270, 1330, "cards", "inn:taproom", FREE)
    for middle in (Slot(1205, 1225, "supper", "home:kitchen", NEED), Slot(1205, 1265, "resting", "home:bedroom", FREE)):
        assert without_detours([*stays, middle, after]) == [*stays, middle, after]


def test_a_day_at_home_and_at_work_keeps_apart_and_an_hour_elsewhere_does_not() -> None:
    ask = of("maria_lopez")
    mine = next(spot["id"] for spot in ask["places"] if spot["mine"])
    other = next(spot["id"] for spot in ask["places"] if not spot["mine"])
    day = [Slot(7 * 60, 12 * 60, "resting", f"{mine}:chair"), Slot(12 * 60, 20 * 60, "painting", mine)]
    assert keeps_apart(day, ask["places"])
    assert keeps_apart([*day, Slot(20 * 60, 20 * 60 + 50, "walking", other)], ask["places"])
    assert not keeps_apart([*day, Slot(20 * 60, 21 * 60, "resting", other)], ask["places"])


def test_people_look_in_at_places_of_others_with_opening_hours() -> None:
    [visit] = [extra for extra in extras() if "*" in extra.kinds]
    for mine, hours, fits in (
        (False, "08:00-18:00", True),
        (True, "08:00-18:00", False),
        (False, "", False),
        (False, "14:00-18:00", False),
    ):
        spot = Spot(id="mill:floor", name="the mill", kind="mill mill", hours=hours, mine=mine)
        assert visit.fits(10 * 60, 30, spot) is fits


@pytest.mark.parametrize(("host", "asleep"), [(False, 22 * 60 + 35), (True, 23 * 60 + 25)])
def test_a_guest_goes_home_from_a_late_event_and_a_host_stays(host: bool, asleep: int) -> None:
    ask = of("maria_lopez")
    late = {
        "id": 1,
        "what": "having a drink",
        "date": ask["now"]["date"],
        "start": "21:00",
        "end": "23:00",
        "host": host,
    }
    ask["promises"] = [{**late, "place": ask["usual"][0]["place"], "place_name": "", "company": []}]
    ask = {**ask, "wake": "07:00", "sleep": "22:00"}
    assert bed(ask) == asleep
