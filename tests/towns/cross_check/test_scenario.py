import pytest

from tests.towns.conftest import TinyPack

FILE = "scenarios/picnic.toml"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('["ben", "ada"]', '["ben", "adda"]', "> cast #2: There is no person “adda”. Did you mean “ada”?"),
        ('with = ["ben"]', 'with = ["bob"]', "> stories #1 > commitments #1 > with #1: There is no person “bob”."),
        (
            'with = ["ben"]',
            'with = ["cleo"]',
            "> stories #1 > commitments #1 > with #1: “cleo” is not in the cast of this scenario.",
        ),
        ('with = ["ben"]', 'with = ["ada"]', "> stories #1 > commitments #1 > with: “ada” is with themselves."),
        (
            '"Green:green"',
            '"Green:gren"',
            "> stories #1 > commitments #1 > where: There is no place “Green:gren” on the map. Did you mean “green”?",
        ),
        (
            "2023-03-11T14:00:00",
            "2023-03-11T11:00:00",
            "> stories #1 > commitments #1: It ends (2023-03-11 11:00:00) before it starts (2023-03-11 12:00:00).",
        ),
        (
            "importance = 8",
            'importance = 8\nabout = ["nobody"]',
            "> stories #1 > memories #1 > about #1: There is no person “nobody”.",
        ),
        (
            "importance = 8",
            'importance = 8\nwitnesses = ["nobody"]',
            "> stories #1 > memories #1 > witnesses #1: There is no person “nobody”.",
        ),
        (
            "importance = 8",
            'importance = 8\nsecret_from = ["bem"]',
            "> stories #1 > memories #1 > secret_from #1: There is no person “bem”. Did you mean “ben”?",
        ),
        (
            "importance = 8",
            'importance = 8\nsecret_from = ["ada"]',
            "> stories #1 > memories #1 > secret_from #1: Nobody can keep a secret from themselves. Leave “ada” out.",
        ),
        (
            "importance = 8",
            'importance = 8\nsecret_from = ["ben"]\nwitnesses = ["ben"]',
            "> stories #1 > memories #1 > secret_from #1: “ben” was there, and must not hear it.",
        ),
        (
            "importance = 8",
            'importance = 8\ncertainty = "sure"',
            "> stories #1 > memories #1 > certainty: “sure” is not valid here.",
        ),
        (
            '[[stories.goals]]\nperson = "ada"',
            '[[stories.goals]]\nperson = "cleo"',
            "> stories #1 > goals #1 > person: “cleo” is not in the cast",
        ),
        ("[people.ben]", "[people.bem]", "> people > bem: There is no person “bem”. Did you mean “ben”?"),
        ("age = 50", "age = 500", "> people > ben > age: “500” is not valid here."),
        ("age = 50", "height = 50", "> people > ben: There is no field “height” here."),
        ("age = 50", 'id = "bob"', "> people > ben > id: A scenario cannot change an id."),
        (
            "age = 50",
            'bed = "House:bedroom:mat"',
            "> people > ben > bed: There is no place “House:bedroom:mat” on the map.",
        ),
        ("age = 50", 'called = { zh = "" }', "> people > ben > called: The text in zh is blank."),
    ],
)
def test_mismatches_with_the_town_are_named(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap(FILE, old, new)
    assert any(found.startswith(f"{FILE} {error}") for found in tiny.errors()), tiny.errors()


def test_two_stories_of_one_id_are_named(tiny: TinyPack) -> None:
    story = '[[stories]]\nid = "picnic"\ntitle = { en = "Again", zh = "再来" }\n[people.ben]'
    tiny.swap(FILE, "[people.ben]", story)
    assert tiny.errors() == [f"{FILE} > stories #2 > id: Two stories are called “picnic”. Rename one of them."]


def test_a_promise_outside_the_scenarios_days_is_only_a_warning(tiny: TinyPack) -> None:
    tiny.swap(FILE, "2023-03-11T", "2024-03-11T")
    assert tiny.errors() == []
    assert tiny.warnings() == [
        f"{FILE} > stories #1 > commitments #1: It starts on 2024-03-11 12:00:00, outside the 2 days from "
        "2023-03-10 07:00:00. Change its date, or the scenario's start or days."
    ]


def test_the_last_day_there_is_does_not_overflow(tiny: TinyPack) -> None:
    tiny.swap(FILE, "days = 2", "days = 2\nstart = 9999-12-31T00:00:00")
    assert tiny.errors() == []


def test_changes_to_a_person_outside_the_cast_are_a_warning(tiny: TinyPack) -> None:
    tiny.swap(FILE, "[people.ben]", "[people.cleo]")
    assert tiny.warnings() == [
        f"{FILE} > people > cleo: This person is not in the cast. Add them to the cast, or remove this table."
    ]


def test_a_scenario_is_not_blamed_for_errors_of_the_person(tiny: TinyPack) -> None:
    tiny.swap("people/ben.toml", '["Green"]', '["Sea"]')
    assert [error.split(" ")[0] for error in tiny.errors()] == ["people/ben.toml"]
