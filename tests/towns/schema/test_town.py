import pytest

from milkwood.town.sky import Climate, Spell, kinds
from milkwood.towns import load
from milkwood.words import Words
from tests.towns.conftest import TinyPack


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("format = 1", "format = 2", "town.toml > format: This pack is of format “2”. This Milkwood reads format 1."),
        ("format = 1\n", "", "town.toml: “format” is missing. Add format = 1."),
        ('"zh"]', '"english"]', "“english” is not the code of a language"),
        ('["en", "zh"]', '["en", "zh", "en"]', "town.toml > languages: A language is listed twice."),
        ('["en", "zh"]', "[]", "town.toml > languages: “a list” is not valid here. Write a list of language codes"),
        ("2023-03-10T07:00:00", '"2023-03-10"', "town.toml > start: “2023-03-10” is not valid here."),
        ("2023-03-10T07:00:00", "2023-03-10T07:00:00Z", "town.toml > start: Town time has no time zone."),
        ("seconds_per_tick = 10", "seconds_per_tick = 0", "Write a whole number of seconds from 1 to 3600."),
        ("seconds_per_tick = 10", "seconds_per_tick = 1" + "0" * 50, "“a huge number” is not valid here"),
        ("view_radius = 6", 'view_radius = "far"', "town.toml > defaults > view_radius: “far” is not valid here."),
        ("attention = 5", "atention = 5", "There is no field “atention” here. Did you mean “attention”?"),
        (
            '"plain"',
            '"plain"\nclimate = "montain"',
            "town.toml > climate: “montain” is not one of the words allowed here.",
        ),
        (
            '"plain"',
            '"plain"\n[climate]\nkind = "mountain"',
            "town.toml > climate:",
        ),
        ('"plain"', '"plain"\nlatitude = 100', "town.toml > latitude: “100” is not valid here. Write degrees"),
        (
            '"plain"',
            '"plain"\n[[weather]]\nwhat = "snw"',
            "weather #1 > what: “snw” is not one of the words allowed here.",
        ),
        (
            '"plain"',
            '"plain"\n[[weather]]\nday = 1',
            "town.toml > weather #1: “what” is missing. Add a kind of weather",
        ),
        ('"plain"', '"plane"', "default_scenario: There is no scenario “plane”. Did you mean “plain”?"),
        ('"plain"', '"No Slug"', "town.toml > default_scenario: “No Slug” cannot be an id."),
        ('map = "map.tmj"', 'map = "town.tmj"', "town.toml > map: There is no map “town.tmj”."),
        ('map = "map.tmj"', "map = 7", "town.toml > map: “7” is not valid here. Write the name of the map's file"),
        ('map = "map.tmj"', 'map = "town.toml"', "town.toml: The map is not a .tmj file."),
    ],
)
def test_a_fault_in_town_toml_is_named_with_its_remedy(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap("town.toml", old, new)
    assert any(error in found for found in tiny.errors()), tiny.errors()


def test_a_town_with_one_language_needs_texts_in_that_one_only(tiny: TinyPack) -> None:
    tiny.swap("town.toml", '["en", "zh"]', '["en"]')
    tiny.swap("town.toml", ', zh = "小镇"', "")
    errors = tiny.errors()
    assert not any("town.toml > name" in error for error in errors)
    assert any("town.toml > about: The town is not available in “zh”" in error for error in errors)


def test_with_unknown_languages_other_files_are_not_blamed(tiny: TinyPack) -> None:
    tiny.swap("town.toml", '["en", "zh"]', '"en"')
    assert [error.split(":")[0] for error in tiny.errors()] == ["town.toml > languages"]


def test_a_scenarios_weather_holds_over_the_towns(tiny: TinyPack) -> None:
    more = '"plain"\nlatitude = -33\nclimate = "desert"\n[[weather]]\nfrom = "21:00"\nto = "06:00"\nwhat = "fog"\n'
    tiny.swap("town.toml", '"plain"', more)
    own = '[[weather]]\nday = 2\nwhat = { en = "a dust storm", zh = "沙尘暴" }\n'
    tiny.write("scenarios/picnic.toml", tiny.read("scenarios/picnic.toml") + own)
    fog, dust = Spell(kinds()["fog"], 21 * 60, 6 * 60), Spell(Words({"en": "a dust storm", "zh": "沙尘暴"}), day=2)
    assert load(tiny.folder, "picnic").climate == Climate(-33, "desert", (fog, dust))
    assert load(tiny.folder, "plain").climate == Climate(-33, "desert", (fog,))
