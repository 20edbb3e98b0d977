"""The facts of invented towns: feuds, secrets, kin, trades and hours that fit together, in any town."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from milkwood.clock import MINUTES_A_DAY
from milkwood.invention.facts import Inhabitant
from milkwood.invention.inventing import InventedTown, invent
from milkwood.invention.shifts import SHIFTS, is_open, open_while_staffed
from milkwood.invention.stock import Pair, stock
from milkwood.invention.wording import fill

TOWNS = tuple((seed, people) for people in (3, 4, 5, 7, 10, 16, 25, 40) for seed in range(12))


@cache
def invented() -> list[InventedTown]:
    return [invent(seed, people) for seed, people in TOWNS]


def _people(town: InventedTown) -> Iterator[dict[str, Any]]:
    import tomllib

    for name, text in town.files.items():
        if name.startswith("people/"):
            yield tomllib.loads(text)


def test_there_are_enemies_in_every_town_of_five() -> None:
    for town in invented():
        foes = {(bond.person, bond.other) for bond in town.facts.bonds if bond.closeness < 0}
        assert foes == {pair for feud in town.facts.feuds for pair in ((feud.one, feud.other), (feud.other, feud.one))}
        assert foes or len(town.facts.people) < 5


def test_every_secret_is_marked_with_those_it_is_kept_from() -> None:
    for town in invented():
        told = {person["id"]: person["memories"] for person in _people(town)}
        assert town.facts.secrets
        for secret in town.facts.secrets:
            memory = next(each for each in told[secret.holder] if each["text"]["en"] == secret.text.en)
            assert memory["secret_from"] == [secret.keep_from]
            assert memory.get("private", False) is (secret.mark == "private")


def test_the_first_two_days_are_days_of_work_and_school() -> None:
    assert {town.facts.start.weekday() for town in invented()} == {0, 1, 2}


def test_every_tie_has_two_sides() -> None:
    for town in invented():
        pairs = {(bond.person, bond.other) for bond in town.facts.bonds}
        assert pairs == {(other, person) for person, other in pairs}


def test_ages_fit_kin_and_trades() -> None:
    for town in invented():
        people = town.facts.people
        for bond in town.facts.bonds:
            me, them = people[bond.person], people[bond.other]
            if bond.kind == "child":
                assert me.age - them.age >= 20, (me, them)
            if bond.kind in ("love", "debtor", "creditor", "enemy", "spouse"):
                assert min(me.age, them.age) >= 18, (me, them)
        assert all((person.age < 18) == (person.trade == "pupil") for person in people.values())


def test_places_with_hours_are_staffed_while_they_are_open() -> None:
    for town in invented():
        for place in town.places:
            trades = [stock("trades")[person.trade] for person in town.facts.people.values()]
            spans = [SHIFTS[trade["shift"]].span for trade in trades if trade["place"] == place.key]
            staff = [span for span in spans if span]
            if not staff or not place.opens:
                continue
            open_minutes = [minute for minute in range(2 * MINUTES_A_DAY) if is_open(place.opens, minute, minute + 1)]
            there = [minute for minute in open_minutes if any(_at(span, minute) for span in staff)]
            assert len(there) == len(open_minutes), (place.key, place.opens, staff)


def _at(span: tuple[int, int], minute: int) -> bool:
    return any(span[0] <= minute + late < span[1] for late in (-MINUTES_A_DAY, 0, MINUTES_A_DAY))


def test_someone_keeps_the_inn_and_teaches_the_pupils_where_there_are_enough_adults() -> None:
    for town in invented():
        trades = {person.trade for person in town.facts.people.values()}
        if "musician" in trades or "cook" in trades:
            assert "innkeeper" in trades
        if "caretaker" in trades or "music_teacher" in trades:
            assert "teacher" in trades


def test_days_have_three_meals_and_no_gap_in_their_order() -> None:
    table = stock("people")["meals"]
    lunches = {text for key in ("lunch", "inn_lunch", "packed_lunch") for text, _ in table[key]}
    others = {text for key in ("breakfast", "inn_supper", "packed_supper", "supper") for text, _ in table[key]}
    meals = lunches | others
    for town in invented():
        for person in _people(town):
            blocks = person["habits"]["day"]
            assert sum(block["what"]["en"] in meals for block in blocks) >= 3, person["id"]
            assert sum(block["what"]["en"] in lunches - others for block in blocks) <= 1, person["id"]
            assert len(blocks) >= 6, person["id"]


def test_hosts_and_guests_of_events_are_free_and_the_place_is_open() -> None:
    for town in invented():
        for event in town.facts.events:
            place = next(place for place in town.places if place.name.en == event.where.split(":")[0])
            start, end = _minutes(event.start), _minutes(event.end)
            assert is_open(place.opens, start, end)
            for person in (event.host, *event.invited):
                shift = SHIFTS[stock("trades")[town.facts.people[person].trade]["shift"]]
                assert shift.is_free(start, end), (event, person)
            assert not set(event.invited) & set(event.unwelcome)


def _minutes(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


def test_two_people_remember_the_same_occasion_from_their_own_sides() -> None:
    asked = [
        (bond.person, bond.other)
        for town in invented()
        for bond in town.facts.bonds
        if bond.kind == "spouse" and "asked me to marry" in _file(town, bond.person)
    ]
    assert asked
    assert not {(other, person) for person, other in asked} & set(asked)


def _file(town: InventedTown, person: str) -> str:
    return town.files[f"people/{person}.toml"]


@pytest.mark.parametrize(
    ("pronoun", "english", "chinese"),
    [
        ("she", "Ada has a key; she keeps it in her coat and does not lend it to him.", "艾达有把钥匙，她收着。"),
        ("they", "Ada has a key; they keep it in their coat and do not lend it to him.", "艾达有把钥匙，艾达收着。"),
    ],
)
def test_verbs_agree_with_pronouns(pronoun: str, english: str, chinese: str) -> None:
    ada = Inhabitant("ada", Pair("Ada Low", "艾达"), Pair("Ada", "艾达"), 40, pronoun, "clerk", 0, "adult", "warm")
    template = Pair(
        "{me} has a key; {he} keep{s} it in {his} coat and {does} not lend it to him.", "{me}有把钥匙，{ta}收着。"
    )
    assert fill(template, ada) == Pair(english, chinese)
    assert fill(template, replace(ada, pronoun="he")).en.startswith("Ada has a key; he keeps it in his coat")


@pytest.mark.parametrize(
    ("shifts", "hours"),
    [
        (["day"], "08:00-17:00"),
        (["day", "night"], "08:00-17:00"),
        (["night"], "21:00-06:00"),
        (["early"], "06:00-12:30"),
        (["day", "late_day"], "08:00-20:00"),
        (["early", "late"], "06:00-23:00"),
        (["free"], ""),
        ([], ""),
    ],
)
def test_a_place_is_open_while_someone_works_there(shifts: list[str], hours: str) -> None:
    assert open_while_staffed([SHIFTS[shift] for shift in shifts]) == hours


def test_pairs_of_strangers_are_rare_in_a_small_town() -> None:
    for town in invented():
        people = town.facts.people
        if len(people) <= 10:
            known = {(bond.person, bond.other) for bond in town.facts.bonds}
            assert all(pair in known for pair in combinations(people, 2))


def test_people_eat_where_one_can_sit_or_somewhere_in_the_room_and_a_dish_of_the_day_at_the_inn() -> None:
    table = stock("people")["meals"]
    packed, served = ({text for text, _ in table[key]} for key in ("packed_lunch", "inn_lunch"))
    for town in invented():
        inn = next(place.name.en for place in town.places if place.key == "inn")
        for person in _people(town):
            for block in person["habits"]["day"]:
                sector, _, thing = [*block["where"].split(":"), ""][:3]
                assert block["what"]["en"] not in served or (sector == inn and "table" in thing), block
                if block["what"]["en"] in packed:
                    assert not thing or any(word in thing for word in ("table", "desk", "seat", "bench")), block


def test_people_who_would_be_alone_all_day_are_visited_where_they_are() -> None:
    visits = 0
    for town in invented():
        for person in _people(town):
            for block in person["habits"]["day"]:
                if not block["what"]["en"].startswith("looking in on "):
                    continue
                visits += 1
                called = block["what"]["en"].removeprefix("looking in on ")
                host = next(one for one in _people(town) if one["called"]["en"] == called)
                room = ":".join(block["where"].split(":")[:2])
                assert any(other["where"].startswith(room) for other in host["habits"]["day"]), block
    assert visits
