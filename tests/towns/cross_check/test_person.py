import pytest

from tests.towns.conftest import MEMORY, TinyPack

FILE = "people/ada.toml"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "House:bedroom:big bed",
            "House:bedroom:bigbed",
            "> bed: There is no place “House:bedroom:bigbed” on the map. Did you mean “big bed”?",
        ),
        ("House:bedroom:big bed", "House:attic:bed", "> bed: There is no place “House:attic:bed” on the map."),
        (
            "House:bedroom:big bed",
            "House:kitchen:cooking area",
            "> bed: “House:kitchen:cooking area” is not a bed, but of the kind “cooking_area”.",
        ),
        (
            'at = "Green:green:flower bed"',
            'at = "Gren"',
            "> work > at: There is no place “Gren” on the map. Did you mean “Green”?",
        ),
        (
            'where = "House:kitchen:cooking area"',
            'where = "House:kitchn"',
            "> habits > day #1 > where: There is no place “House:kitchn” on the map. Did you mean “kitchen”?",
        ),
        ('["Green"]', '["Green", "Sea"]', "> places #2: There is no place “Sea” on the map. There are: House, Green."),
        ('["Green"]', '["Green:green"]', "> places #1: “Green:green” is more than a sector. Write “Green”."),
        ('person = "cleo"', 'person = "clea"', "> knows #1 > person: There is no person “clea”. Did you mean “cleo”?"),
        ('person = "cleo"', 'person = "ada"', "> knows #1 > person: Nobody needs to say that they know themselves."),
        (
            'about = ["cleo"]',
            'about = ["zoe"]',
            "> memories #1 > about #1: There is no person “zoe”. There are: ada, ben, cleo.",
        ),
        (
            'to = "07:30"',
            'to = "07:00"',
            "> habits > day #1: It starts and ends at 07:00. Give it a duration; one that ends before it starts runs",
        ),
        ('to = "07:30"', 'to = "09:30"', "> habits > day #2: It overlaps the one above it, which lasts until 09:30."),
        (
            'from = "08:00"\nto = "12:00"',
            'from = "08:00"\nto = "12:00"\nwhat = { en = "a", zh = "一" }\nwhere = "Green"\n\n[[habits.day]]\n'
            'from = "07:45"\nto = "07:50"',
            "> habits > day #3: It starts at 07:45, before the one above it. List the day in order",
        ),
        ('sleep = "22:00"', 'sleep = "07:00"', "> habits > sleep: Waking and going to bed are at the same time."),
    ],
)
def test_mismatches_with_the_town_are_named(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap(FILE, old, new)
    assert any(found.startswith(f"{FILE} {error}") for found in tiny.errors()), tiny.errors()


def test_a_person_known_twice_is_named(tiny: TinyPack) -> None:
    text = tiny.read(FILE)
    tie = text[text.index("[[knows]]") : text.index("[looks]")]
    tiny.write(FILE, text + tie)
    assert tiny.errors() == [f"{FILE} > knows #2 > person: “cleo” is listed twice. Join the two into one."]


def test_few_or_many_memories_are_only_a_warning(tiny: TinyPack) -> None:
    tiny.write(FILE, tiny.read(FILE) + MEMORY.format(n=9, friend="ben") * 8)
    tiny.write("people/ben.toml", tiny.read("people/ben.toml").partition("[[memories]]")[0])
    assert tiny.errors() == []
    assert tiny.warnings() == [
        "people/ada.toml > memories: This person has 16 memories. Give a person 8 to 15 memories.",
        "people/ben.toml > memories: This person has 0 memories. Give a person 8 to 15 memories.",
    ]


def test_being_busy_while_asleep_is_only_a_warning(tiny: TinyPack) -> None:
    tiny.swap(FILE, 'wake = "07:00"', 'wake = "07:15"')
    assert tiny.errors() == []
    assert tiny.warnings() == [
        f"{FILE} > habits > day #1: At 07:00-07:30 this person still sleeps, or sleeps already. "
        "Change it, or the times of wake and sleep."
    ]


def test_a_bed_time_after_midnight_makes_the_evening_long(tiny: TinyPack) -> None:
    tiny.swap(FILE, 'sleep = "22:00"', 'sleep = "01:00"')
    tiny.swap(FILE, 'to = "12:00"', 'to = "24:00"')
    assert tiny.problems() == []


def test_a_visit_to_a_closed_place_is_only_a_warning(tiny: TinyPack) -> None:
    tiny.swap(FILE, 'from = "07:00"\nto = "07:30"', 'from = "05:00"\nto = "05:30"')
    tiny.swap(FILE, 'wake = "07:00"', 'wake = "05:00"')
    tiny.swap(FILE, '"House:kitchen:cooking area"', '"Green"')
    assert tiny.warnings() == []
    tiny.write(FILE, tiny.read(FILE).replace('at = "Green:green:flower bed"', 'at = "House:kitchen"'))
    assert tiny.warnings() == [
        f"{FILE} > habits > day #1: “Green” is open 06:00-22:00 only. Change the time, or the place."
    ]


def test_a_block_may_run_past_midnight(tiny: TinyPack) -> None:
    tiny.swap(FILE, 'wake = "07:00"\nsleep = "22:00"', 'wake = "15:00"\nsleep = "07:40"')
    night = 'from = "21:00"\nto = "06:00"\nwhat = { en = "keeping watch", zh = "守夜" }\nwhere = "House:kitchen"\n'
    day = tiny.read(FILE)
    start, end = day.index("[[habits.day]]"), day.index("[[knows]]")
    tiny.write(FILE, day[:start] + "[[habits.day]]\n" + night + "\n" + day[end:])
    assert tiny.problems() == []
    later = '[[habits.day]]\nfrom = "{}"\nto = "07:30"\nwhat = {{ en = "tea", zh = "茶" }}\nwhere = "House:kitchen"\n\n'
    for hour, errors in (("06:30", 0), ("05:30", 1)):
        for blocks in ([night, later.format(hour)], [later.format(hour), night]):
            whole = "".join(each if each.startswith("[[") else "[[habits.day]]\n" + each + "\n" for each in blocks)
            tiny.write(FILE, day[:start].replace("07:40", "07:40") + whole + day[end:])
            assert len(tiny.errors()) == errors, (hour, tiny.errors())


def test_a_night_that_runs_into_sleep_is_a_warning(tiny: TinyPack) -> None:
    tiny.swap(FILE, 'from = "08:00"\nto = "12:00"', 'from = "21:00"\nto = "02:00"')
    tiny.swap(FILE, 'where = "Green:green:flower bed"', 'where = "House:kitchen"')
    assert tiny.errors() == []
    assert any("At 21:00-02:00 this person still sleeps, or sleeps already." in each for each in tiny.warnings())
