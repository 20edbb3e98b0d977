from tests.towns.conftest import TinyPack


def test_a_bed_with_more_sleepers_than_it_holds_is_named(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", "House:bedroom:cot", "House:bedroom:big bed")
    assert tiny.errors() == [
        "people/: 3 people sleep in “House:bedroom:big bed”, which holds 2: ada, ben, cleo. "
        "Give one of them another bed."
    ]


def test_a_bed_made_of_two_holds_twice_as_many(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", "House:bedroom:cot", "House:bedroom:big bed")
    tiny.thing("things", "cot", name="big bed", properties=[{"name": "name_zh", "value": "大床"}])
    assert tiny.errors() == []


def test_a_scenario_that_fills_a_bed_too_full_is_named(tiny: TinyPack) -> None:
    tiny.swap("scenarios/plain.toml", "days = 2", 'days = 2\n[people.cleo]\nbed = "House:bedroom:big bed"')
    [error] = tiny.errors()
    assert error.startswith("scenarios/plain.toml: 3 people sleep in “House:bedroom:big bed”")


def test_an_id_that_is_not_the_files_name_is_named(tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", 'id = "ada"', 'id = "adda"')
    assert tiny.errors() == [
        "people/ada.toml > id: The id “adda” is not the file's name, “ada”. "
        "Write id = “ada”, or rename the file to adda.toml."
    ]


def test_two_people_of_one_id_are_named(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", 'id = "cleo"', 'id = "ben"')
    assert "people/cleo.toml > id: people/ben.toml has the same id “ben”. Rename one person." in tiny.errors()


def test_two_people_of_one_name_are_named(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", '"Cleo Small"', '"ada small"')
    assert tiny.errors() == [
        "people/cleo.toml > name > en: “ada small” is also the name in people/ada.toml. "
        "Give each person a different name."
    ]


def test_two_people_called_the_same_are_only_a_warning(tiny: TinyPack) -> None:
    tiny.swap("people/cleo.toml", 'called = { en = "Cleo"', 'called = { en = "Ada"')
    assert tiny.errors() == []
    assert tiny.warnings() == [
        "people/cleo.toml > called > en: “Ada” is also what the person in people/ada.toml is called. "
        "Call one of them something else."
    ]


def test_two_scenarios_of_one_id_are_named(tiny: TinyPack) -> None:
    tiny.swap("scenarios/picnic.toml", 'id = "picnic"\nalias', 'id = "plain"\nalias')
    assert "scenarios/plain.toml > id: scenarios/picnic.toml has the same id “plain”. Rename one scenario." in (
        tiny.errors()
    )


def test_two_scenarios_of_one_alias_are_named(tiny: TinyPack) -> None:
    tiny.swap("scenarios/picnic.toml", "tiny_n2", "tiny_n3")
    assert tiny.errors() == [
        "scenarios/plain.toml > aliases #1: scenarios/picnic.toml answers to “tiny_n3” already. "
        "Remove or rename one of the two."
    ]


def test_an_alias_that_is_another_scenarios_id_is_named(tiny: TinyPack) -> None:
    tiny.swap("scenarios/picnic.toml", "tiny_n2", "plain")
    assert tiny.errors() == [
        "scenarios/picnic.toml > aliases #1: scenarios/plain.toml answers to “plain” already. "
        "Remove or rename one of the two."
    ]


def test_an_alias_given_twice_is_named(tiny: TinyPack) -> None:
    tiny.swap("scenarios/picnic.toml", '["tiny_n2"]', '["tiny_n2", "tiny_n2"]')
    assert tiny.errors() == [
        "scenarios/picnic.toml > aliases #2: This scenario answers to “tiny_n2” already. "
        "Remove or rename one of the two."
    ]


def test_a_one_sided_tie_is_a_warning_unless_it_is_said_to_be_one(tiny: TinyPack) -> None:
    assert tiny.warnings() == []
    tiny.swap("people/ada.toml", "one_sided = true\n", "")
    assert tiny.warnings() == [
        "people/ada.toml > knows #1: “cleo” does not know “ada”. "
        "Add [[knows]] to people/cleo.toml, or write one_sided = true here."
    ]
    tiny.swap("people/cleo.toml", 'person = "ben"', 'person = "ada"')
    assert tiny.problems() == []
