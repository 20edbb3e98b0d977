"""`milkwood exam MODEL --contexts RUN`: tables, JSON, a kept file, and what cannot be asked."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from milkwood.lab.paper import ORDER
from milkwood.questions.prompt import built_in_text
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.cli.test_chinese import english
from tests.lived import _morning, friday

__all__ = ["_morning", "friday"]


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(FaultPlan(strike=(Strike(fault="prose", question="speak", share=0.7, steady=True),))) as one:
        yield one


@pytest.fixture
def words(fake: Fake, friday: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return ("exam", f"{fake.address}#fake-1", "--contexts", "friday", "--count", "10")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = built_in_text("speak", "en").replace("one or two short", "one short")
    (folder / "speak.en.txt").write_text(text, encoding="utf-8")
    return folder


def told(run: Run, *words: object) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_each_kind_has_a_row_and_what_is_asked_is_said_first(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert re.search(r"^\d+ contexts of friday, drawn with seed 1: react 10,.* speak 10, interview 10,", result.stderr)
    assert re.search(r"The runs have no questions of: whisper, .*\.", result.stderr)
    assert re.search(r"Fewer than wanted: .*plan_day \d/10", result.stderr)
    assert re.search(r"(\d+) of \1 answers to come, about [\d,]+ tokens to read", result.stderr)
    assert re.search(r"^speak +10 +\d+ \(\d+–\d+\) ", result.stdout, re.MULTILINE)
    assert re.search(r"^all +\d+ ", result.stdout, re.MULTILINE)
    assert re.search(r"^broken: \w+ no JSON in the answer ×\d", result.stdout, re.MULTILINE)
    assert "B less A" not in result.stdout


def test_two_folders_stand_side_by_side_with_their_differences(run: Run, words: tuple[str, ...], mine: Path) -> None:
    result = run(*words, "--prompts", "built-in", "--prompts", mine, "--kind", "speak", "--kind", "react")
    assert result.exit_code == 0, result.output
    assert "Prompts: A = built-in" in result.stderr
    assert re.search(rf"Prompts: B = {mine} \(speak.en [0-9a-f]{{16}}\)", result.stderr)
    assert re.search(r"^speak +A +10 .*\n^speak +B +10 ", result.stdout, re.MULTILINE)
    assert re.search(r"^speak +[+-]\d+ \([+-]\d+ to [+-]\d+\)", result.stdout, re.MULTILINE)
    assert "more than chance" in result.stdout
    found = told(run, *words, "--prompts", "built-in", "--prompts", mine, "--kind", "speak", "--kind", "react")
    assert [each["name"] for each in found["prompts"]] == ["built-in", str(mine)]
    assert [*found["prompts"][1]["own"]] == ["speak.en"]
    assert {(row["kind"], row["prompts"]) for row in found["rows"]} == {
        (kind, name) for kind in ("speak", "react", "all") for name in ("built-in", str(mine))
    }
    sure = {each["kind"]: each for each in found["differences"] if each["measure"] == "usable"}
    assert sure["react"] == {
        "kind": "react",
        "measure": "usable",
        "pairs": 10,
        "difference": 0.0,
        "low95": -sure["react"]["high95"],
        "high95": sure["react"]["high95"],
        "more_than_chance": False,
    }
    assert {each["measure"] for each in found["differences"]} == {
        *("usable", "valid", "prompt_tokens", "answer_tokens", "seconds")
    }


def test_prompts_of_the_settings_are_measured_without_an_option(
    run: Run, words: tuple[str, ...], mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_PROMPTS", str(mine))
    (prompts,) = told(run, *words, "--kind", "speak")["prompts"]
    assert (prompts["name"], [*prompts["own"]]) == (str(mine), ["speak.en"])


def test_json_has_outcomes_faults_and_the_runs(run: Run, words: tuple[str, ...]) -> None:
    found = told(run, *words, "--count", "speak=20", "--seed", 3)
    rows = {row["kind"]: row for row in found["rows"]}
    assert rows["speak"]["asked"] == 20
    assert rows["react"]["asked"] == 10
    assert rows["speak"]["broken"] + rows["speak"]["valid"] + rows["speak"]["repaired"] == 20
    broken = rows["speak"]["broken"]
    assert rows["speak"]["broken_by"] == ({"no_json": broken} if broken else {})
    assert found["contexts"]["speak"] == 20
    assert (found["seed"], found["finished"], found["left"], found["stopped"]) == (3, True, 0, "")
    assert found["runs"][0]["run"] == "friday"
    assert found["runs"][0]["hash"].startswith("blake2b-160:")
    assert "differences" in found
    assert found["left_out"] == []


def test_what_is_kept_is_not_asked_again(run: Run, fake: Fake, words: tuple[str, ...], tmp_path: Path) -> None:
    kept = (*words, "--keep", "kept.jsonl")
    short = run(*kept, "--budget", "15calls")
    assert short.exit_code == 0, short.output
    assert re.search(r"Not finished: the budget is used up; \d+ answers are missing\.", short.stdout)
    assert "Kept in kept.jsonl; the same command continues it." in short.stdout
    lines = len((tmp_path / "kept.jsonl").read_text("utf-8").splitlines())
    full = run(*kept)
    assert re.search(r"(\d+) of (\d+) answers to come", full.stderr)
    left, total = map(int, re.findall(r"(\d+) of (\d+) answers to come", full.stderr)[0])
    assert total - left == lines - 1 > 5
    assert "0 of" in run(*kept).stderr
    refused = run(*kept, "--seed", 2)
    assert refused.exit_code == 2
    assert "The file was begun with other “seed”: 1, not 2." in refused.stderr


def test_ctrl_c_shows_what_was_measured(run: Run, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    from milkwood.cli import bench as command

    count = 0

    def note(self: command._Progress, mark: object) -> None:
        nonlocal count
        count += 1
        if count == 12:
            raise KeyboardInterrupt

    monkeypatch.setattr(command._Progress, "note", note)
    result = run(*words)
    assert result.exit_code == 130
    assert re.search(r"^all +1[0-9] ", result.stdout, re.MULTILINE)
    assert "Not finished: interrupted; " in result.stdout


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--contexts", "nowhere"), "There is no run “nowhere”."),
        (("--kind", "whisper"), "There is no question “whisper” that can be asked in “friday”."),
        (("--kind", "speek"), "There is no question called “speek”. There are: react,"),
        (("--count", "many"), "“many” is no number of contexts. Write --count 100, or --count speak=100."),
        (("--count", "sing=3"), "There is no question called “sing”."),
        (("--count", "0"), "“0” is no number of contexts."),
        (("--prompts", "nowhere"), "There is no folder “nowhere” with prompts."),
        (("--prompts", "built-in", "--prompts", "built-in"), "The same prompts are named twice."),
        (("--prompts", "a", "--prompts", "b", "--prompts", "c"), "At most two sets of prompts can be compared."),
        (("--lang", "en"), "Recorded questions are in the language of their run."),
        (("--budget", "lots"), "budget"),
    ],
)
def test_what_cannot_be_asked_is_one_clear_sentence(
    run: Run, words: tuple[str, ...], more: tuple[str, ...], says: str
) -> None:
    result = run(*words, *more)
    assert result.exit_code == 2, result.output
    assert says in result.stderr
    assert result.stdout == ""


def test_a_model_that_is_not_there_or_reads_no_prompts_is_refused(
    run: Run, fake: Fake, words: tuple[str, ...], mine: Path
) -> None:
    for model, says in (
        (f"{fake.address}#fake-9", "has no model “fake-9”"),
        ("http://127.0.0.1:9/v1#x", "Nothing answers at this address"),
        ("nobody", "There is no model called “nobody”."),
    ):
        result = run("exam", model, *words[2:])
        assert result.exit_code == 2
        assert says in result.stderr
    assert run("exam", "understudy", *words[2:]).exit_code == 0
    assert "The understudy reads no prompts." in run("exam", "understudy", *words[2:], "--prompts", mine).stderr


@pytest.mark.parametrize("option", [("--count", "3"), ("--kind", "speak"), ("--seed", "1"), ("--keep", "x")])
def test_options_of_a_bench_need_a_run(run: Run, words: tuple[str, ...], option: tuple[str, str]) -> None:
    result = run(*words[:2], *option)
    assert result.exit_code == 2
    assert f"{option[0]} is for recorded questions. Name a run with --contexts." in result.stderr


def test_in_chinese_all_is_chinese(
    run: Run, words: tuple[str, ...], mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    result = run(*words, "--prompts", "built-in", "--prompts", mine)
    assert english(result.output.replace(str(mine), ""), "friday", "built-in", "speak.en", "JSON", *ORDER) == []
