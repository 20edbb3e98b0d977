import json

from tests.towns.conftest import TinyPack

from .conftest import Run


def test_a_good_pack_is_ready(run: Run, tiny: TinyPack) -> None:
    result = run("town", "check", tiny.folder)
    assert result.exit_code == 0
    assert result.output == f"{tiny.folder} is ready: no errors, no warnings.\n"


def test_warnings_do_not_fail(run: Run, tiny: TinyPack) -> None:
    (tiny.folder / "LICENSE").unlink()
    result = run("town", "check", tiny.folder)
    assert result.exit_code == 0
    assert "is ready: no errors, 1 warning." in result.output


def test_errors_are_shown_counted_and_fail_without_colour(run: Run, tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", "age = 30", "age = 300")
    result = run("town", "check", tiny.folder)
    assert result.exit_code == 1
    assert result.output == (
        "error: people/ada.toml > age\n"
        "  “300” is not valid here. Write an age in whole years, from 1 to 120.\n"
        f"{tiny.folder} cannot be used yet: 1 error, no warnings.\n"
    )


def test_json_says_the_same(run: Run, tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", "age = 30", "age = 300")
    result = run("town", "check", tiny.folder, "--json")
    said = json.loads(result.output)
    assert result.exit_code == 1
    assert (said["errors"], said["warnings"]) == (1, 0)
    assert said["problems"][0]["where"] == "people/ada.toml > age"


def test_markup_in_a_name_is_shown_as_it_is(run: Run, tiny: TinyPack) -> None:
    tiny.swap("people/ada.toml", '["Green"]', '["[bold]Sea[/bold]"]')
    assert "“[bold]Sea[/bold]”" in run("town", "check", tiny.folder).output
