"""Texts that lack a language of the town."""

from tests.towns.conftest import TinyPack


def test_missing_texts_are_one_warning_with_the_first_places(tiny: TinyPack) -> None:
    tiny.swap("town.toml", ', zh = "小镇"', "")
    for old in (', zh = "艾达" }', ', zh = ["屋顶漏水"]', ', zh = "说话轻柔。"', ', zh = "除草"'):
        tiny.swap("people/ada.toml", old, " }" if old.endswith("}") else "")
    assert tiny.errors() == []
    (warning,) = tiny.warnings()
    assert warning.startswith("town.toml > languages: 5 of ")
    assert (
        " texts are missing in zh: town.toml > name, people/ada.toml > called, people/ada.toml > concerns, …. Add them;"
        " until then a run in zh uses another language of the town there."
    ) in warning


def test_every_language_has_its_own_warning(tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", 'en = "weeding", ', "")
    tiny.swap("people/ben.toml", ', zh = "除草"', "")
    english, chinese = tiny.warnings()
    assert " texts is missing in en: people/ada.toml > habits > day #2 > what. " in english
    assert " texts is missing in zh: people/ben.toml > habits > day #2 > what. " in chinese
