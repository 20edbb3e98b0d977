"""Every command in Chinese: its help, output and errors; machine-readable output stays unchanged."""

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from rich.cells import cell_len

from milkwood.chronicle import Chronicle, lock
from milkwood.cli import app
from milkwood.cli.help import wrapped
from milkwood.cli.voice import around, both, filled, label, padded, said, system_language, user_language, wrong
from milkwood.errors import SetupError
from milkwood.i18n import t
from tests.cli.conftest import Run
from tests.cli.played import opened
from tests.cli.recorded import home, monday, story
from tests.towns.conftest import TinyPack

__all__ = ["home", "monday", "opened", "story"]

ENGLISH = re.compile(
    r"(?<![\w/.'-])(?:the|an|is|are|of|to|and|or|it|its|not|be|was|with|for|this|that|there|you|your|day|tick|people"
    r"|run|runs|town|name|answers?|error|warning|usage|options|nobody|nothing|cannot)(?![\w/.'-])",
    re.I,
)
"""Words that almost every English sentence contains, and our most common ones."""
TYPED = re.compile(
    r"milkwood [a-z]+(?: [a-z]+)?|[“`'][^”`']*[”`']|--?[a-z][\w-]*|\S*[/<|@]\S*|\[[A-Z|]+\]|TOWN\S*|\uff1a[a-z]+\uff3d"
)
"""Text that is typed or quoted, and is the same in every language."""


@pytest.fixture
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who speaks Chinese."""
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")


def english(shown: str, *names: str) -> list[str]:
    """The English left in the output."""
    for name in names:
        shown = shown.replace(name, "")
    return [line for line in shown.splitlines() if ENGLISH.search(TYPED.sub("", line))]


# --- help


def commands(command: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, with the arguments to type for it."""
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *words, name)


EVERY = [words for words, _ in commands(typer.main.get_command(app))]


@pytest.mark.parametrize("words", EVERY, ids=lambda words: " ".join(words) or "milkwood")
def test_help_is_in_chinese_and_fits_the_terminal(words: tuple[str, ...], run: Run, chinese: None) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert result.output.startswith("用法：")
    shown = result.output.split("\n", 2)[2]  # the first line is what to type, and so is the first column
    told = "\n".join(re.sub(r"^ {2}\S.*? {2,}", "", line) for line in shown.splitlines())
    assert english(told, "understudy", "Generative Agents") == []
    assert max(cell_len(line) for line in shown.splitlines()) <= 80


def test_a_default_that_can_be_typed_is_not_translated(run: Run, chinese: None) -> None:
    shown = re.sub(r"\n {10,}", " ", run("run", "--help").output)
    for option, choices, default in re.findall(r"(--[a-z-]+) <([\w|]+\|[\w|]+)> .*?默\s*认：\s*([^］]+)］", shown):
        assert default in choices.split("|"), option
    assert len(re.findall("--at-cap|--mind ", shown)) == 2


@pytest.mark.parametrize("words", [(), ("run",), ("town", "check"), ("up",)])
def test_help_in_english_is_typers_own(words: tuple[str, ...], run: Run) -> None:
    assert run(*words, "--help").output.lstrip().startswith("Usage: ")


def test_a_long_text_is_broken_between_characters_but_not_before_a_mark() -> None:
    lines = wrapped("走到哪里：“day 2 18:00”，或步数。［默认：剧本的天数］ milkwood.toml", 16)
    assert all(cell_len(line) <= 16 for line in lines)
    assert not [line for line in lines if line[0] in "，。：”］"]
    assert "milkwood.toml" in lines
    assert wrapped("", 16) == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["rnu"], "没有“rnu”这个命令。你是不是指"),
        (["--nonsense"], "没有 --nonsense 这个选项"),
        (["town", "chek"], "没有“chek”这个命令。"),
        (["runs", "--jsn"], "没有 --jsn 这个选项"),
        (["up", "--prot", "80"], "没有 --prot 这个选项"),
        (["show"], "缺少参数“"),
        (["run", "gull_quay", "--name"], "选项“--name”后面要写一个值。"),
        (["run", "gull_quay", "--ticks", "x"], "'--ticks' 的值不对："),
        (["run", "gull_quay", "--ticks", "0"], "'--ticks' 的值不对："),
        (["run", "gull_quay", "--schedule", "x"], "'--schedule' 的值不对："),
        (["runs", "extra"], "参数（extra）"),
    ],
)
def test_typing_errors_are_reported_in_chinese(words: list[str], wanted: str, run: Run, chinese: None) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert wanted in result.stderr
    assert english(result.stderr.split("\n", 1)[1]) == []


def test_without_a_command_help_is_shown_in_chinese(run: Run, chinese: None) -> None:
    assert "列出、新建、检查和绘制小镇包。" in run("town").output
    assert "运行一座小镇" in run().output


# --- a walk over the commands


@pytest.mark.usefixtures("chinese")
def test_looking_at_a_run_says_nothing_in_english(run: Run, monday: Path, tiny: TinyPack) -> None:
    names = (str(monday), str(tiny.folder), "Ada", "Ben", "monday")
    for words in (
        ["runs"],
        ["verify", "monday"],
        ["bill", "monday"],
        ["calls", "monday"],
        ["fork", "monday@60", "tuesday"],
        ["runs"],
        ["whisper", "tuesday", "ada", "嘿"],
        ["export", "monday", "out"],
        ["town", "check", str(tiny.folder)],
        ["town", "list"],
        ["town", "new", "willow_end"],
        ["config", "show"],
        ["fake", "--faults"],
    ):
        result = run(*words)
        assert result.exit_code == 0, (words, result.output)
        shown = result.output if words[0] != "fake" else ""
        assert english(shown, *names, "town.toml", "the Ville") == [], words


@pytest.mark.usefixtures("chinese")
def test_a_diff_is_told_in_chinese(run: Run, monday: Path) -> None:
    run("fork", "monday@60", "tuesday")
    shown = run("diff", "monday", "tuesday").output
    assert "到第 60 步为止，monday 和 tuesday 的历史相同。" in shown
    assert "\n事件 " in shown


@pytest.mark.usefixtures("chinese")
def test_a_town_is_lived_in_chinese(run: Run, home: Path) -> None:
    result = run("run", "gull_quay", "--name", "a", "--ticks", "60", "--model", "understudy")
    assert result.exit_code == 0, result.output
    assert "a开始了，到第1天 07:10为止。" in result.stderr
    assert "a 走到了第 1 天 07:10（第 60 步）：" in result.stdout
    assert english(result.output, str(home), "gull_quay") == []
    again = run("run", "gull_quay", "--name", "a", "--ticks", "60", "--model", "understudy")
    assert "a 已经到了那个时刻。" in again.stderr


@pytest.mark.usefixtures("chinese")
def test_a_town_that_is_opened_in_the_browser_greets_in_chinese(run: Run, opened: list[str]) -> None:
    result = run("up", "gull_quay", "--port", "0", "--no-open")
    assert result.exit_code == 0, result.output
    assert "“gull_quay-live”开始了。" in result.output
    assert "按 Ctrl-C 停止；发生过的一切都会保留。" in result.output
    assert "鸥湾 在 http://127.0.0.1:" in result.output
    assert english(result.output) == []
    assert "段记录可以观看：http://" in run("serve", "--port", "0", "--no-open").output


REFUSED: list[tuple[list[str], str]] = [
    (["run", "the_vile"], "没有名为“the_vile”的小镇。你是不是指"),
    (["show", "nix"], "没有名为“nix”的记录。"),
    (["show", "monday", "--at", "x"], "“x”不是时间。"),
    (["show", "monday", "--at", "9000"], "还没有到第 9000 步。"),
    (["show", "monday", "--person", "zoe"], "没有叫“zoe”的人。"),
    (["why", "monday", "ada@"], "“ada@”没有时间。"),
    (["ask", "monday"], "没有说明要问谁。"),
    (["ask", "monday", "ada", "?", "--json", "--csv"], "--json 和 --csv 不能同时使用。"),
    (["fork", "monday@1", "a/b"], "不能作为记录的名字："),
    (["whisper", "monday", "zoe", "hi"], "没有叫“zoe”的人。"),
    (["change", "monday", "moon", "full"], "小镇里没有“moon”这样物件。"),
    (["history", "monday", "nix.csv"], "无法读取（没有这个文件或文件夹）。"),
    (["import", "nix"], "这个路径下什么也没有。请检查路径。"),
    (["town", "check", "nix"], "没有名为“nix”的小镇。"),
    (["town", "new", "a b"], "不能作为小镇文件夹的名字。"),
    (["town", "draw", "gull_quay", "x.jpg"], "不是以 .png 结尾。"),
    (["run", "gull_quay", "--ticks", "5", "--days", "1"], "--ticks 和 --days 不能同时使用。"),
    (["run", "gull_quay", "--model", "nix"], "没有叫“nix”的模型。"),
    (["run", "gull_quay", "--budget", "much"], "“much”不是预算。"),
    (["run", "gull_quay", "--language", "fr"], "这座小镇没有“fr”这种语言。"),
    (["up", "--host", "0.0.0.0"], "在“0.0.0.0”上，你网络里的任何人都能改动你的小镇"),
    (["up", "nix"], "没有名为“nix”的小镇。"),
    (["serve", "--lang", "fr"], "网页没有“fr”这种语言。"),
    (["compare", "--seeds", "x"], "“x”不是种子。"),
    (["exam", "understudy", "--lang", "fr"], "没有“fr”的题目。"),
    (["config", "init"], "这里不是终端，无法询问。"),
    (["models", "nix"], "没有叫“nix”的提供方。"),
    (["verify", "foreign.milkwood"], "这不是编年史。"),
]


@pytest.mark.usefixtures("chinese", "opened")
@pytest.mark.parametrize(("words", "wanted"), REFUSED, ids=lambda given: " ".join(given) if given != str(given) else "")
def test_refusals_are_in_chinese(words: list[str], wanted: str, run: Run, monday: Path) -> None:
    Path("foreign.milkwood").write_text("no chronicle at all\n" * 50, "utf-8")
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert result.stderr.startswith("milkwood: ")
    assert wanted in result.stderr
    names = (str(monday.parent), "the_ville", "gull_quay", "UTF-8", "openai", "understudy", "local")
    assert english(result.stderr, *names) == []


@pytest.mark.usefixtures("chinese")
def test_a_run_that_another_process_lives_is_refused_in_chinese(run: Run, monday: Path) -> None:
    with lock.take(monday):
        assert "这段记录正由另一个进程" in run("whisper", "monday", "ada", "hi").stderr


@pytest.mark.usefixtures("chinese")
def test_problems_of_a_pack_are_reported_in_chinese(run: Run, tiny: TinyPack) -> None:
    person = tiny.folder / "people" / "ada.toml"
    person.write_text(person.read_text("utf-8").replace("age = ", "agee = "), "utf-8")
    result = run("town", "check", tiny.folder)
    assert result.exit_code == 1
    assert "缺少“age”。请加上年龄，1 到 120 的整数。" in result.output
    assert "还不能用：" in result.output
    assert english(result.output, str(tiny.folder)) == []


# --- unchanged output


@pytest.mark.parametrize(
    "words",
    [
        ["runs"],
        ["show", "monday"],
        ["show", "monday", "--person", "ada"],
        ["why", "monday", "ada"],
        ["verify", "monday"],
        ["bill", "monday"],
        ["calls", "monday"],
        ["diff", "monday", "monday"],
        ["town", "list"],
        ["config", "show"],
        ["estimate", "gull_quay", "--language", "en"],
    ],
    ids=" ".join,
)
def test_json_is_the_same_in_every_language(
    words: list[str], run: Run, monday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = run(*words, "--json").stdout
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    assert run(*words, "--json").stdout == told
    assert json.loads(told) is not None


def test_a_run_that_is_called_like_a_heading_keeps_its_name(run: Run, monday: Path, chinese: None) -> None:
    run("fork", "monday@60", "file")
    assert "file" in run("runs").output
    assert run("verify", "file").output.startswith("file：")


def test_english_users_do_not_load_chinese(tmp_path: Path) -> None:
    code = "import sys, milkwood.cli as cli; cli.app(['runs'], standalone_mode=False); print(*sys.modules)"
    place = {**os.environ, "MILKWOOD_LANGUAGE": "en", "MILKWOOD_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=place, check=True, capture_output=True, text=True)
    assert "There are no runs" in done.stdout
    assert "milkwood.translate" not in done.stdout.split()


# --- choosing the language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"MILKWOOD_LANGUAGE": "zh", "LC_ALL": "en_GB.UTF-8"}, "zh"),
        ({"MILKWOOD_LANGUAGE": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"MILKWOOD_LANGUAGE": "zh-Hans"}, "zh"),
        ({"MILKWOOD_LANGUAGE": "fr", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"MILKWOOD_LANGUAGE": "", "LANG": "zh_TW"}, "zh"),
    ],
)
def test_a_language_that_is_asked_for_goes_before_that_of_the_machine(
    environment: dict[str, str], language: str
) -> None:
    assert user_language(environment) == language


@pytest.mark.parametrize(
    ("environment", "number", "language"),
    [
        ({}, 0x0804, "zh"),
        ({"LANG": ""}, 0x0404, "zh"),
        ({}, 0x0809, "en"),
        ({}, 0x0411, "en"),
        ({"LANG": "en_GB.UTF-8"}, 0x0804, "en"),
        ({"MILKWOOD_LANGUAGE": "en"}, 0x0804, "en"),
        ({"MILKWOOD_LANGUAGE": "zh"}, 0x0809, "zh"),
    ],
)
def test_where_no_variable_says_it_windows_is_asked(
    environment: dict[str, str], number: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    system_language.cache_clear()
    assert user_language(environment, lambda: system_language(windows=True)) == language
    system_language.cache_clear()


def test_a_system_that_says_nothing_is_taken_to_speak_english() -> None:
    assert system_language(windows=False) == ""
    assert user_language({}, lambda: "") == "en"


def test_in_english_everything_leaves_as_it_came() -> None:
    assert said("There is no run “a” here.") == "There is no run “a” here."
    assert (label("file"), padded("file", 6), filled("文件", 6)) == ("file", "file  ", "文件  ")
    assert both("One.", "Two.") == "One. Two."
    assert wrong(SetupError("Choose another name.", where="a")) == "a: Choose another name."
    assert around("zh") == "zh"


@pytest.mark.usefixtures("chinese")
def test_in_chinese_columns_stand_below_one_another() -> None:
    assert (padded("file", 6), padded("continue", 10)) == ("文件  ", "接着运行  ")
    assert both(t("Choose another name."), "") == "请换一个名字。"
    assert around("en") == "zh"


def test_people_of_a_new_run_speak_the_users_language(
    run: Run, tiny: TinyPack, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked, options, spoken in (
        ("zh", (), "zh"),
        ("zh", ("--language", "en"), "en"),
        ("en", (), "en"),
        ("fr", (), "en"),
    ):
        monkeypatch.setenv("MILKWOOD_LANGUAGE", asked)
        name = f"{asked}{len(options)}"
        assert run("run", "gull_quay", "--ticks", 3, "--name", name, *options).exit_code == 0
        with Chronicle.read(home / f"{name}.milkwood") as reader:
            assert reader.header.language == spoken
    monkeypatch.setenv("MILKWOOD_LANGUAGE", "zh")
    assert json.loads(run("estimate", "gull_quay", "--model", "understudy", "--json").output)["language"] == "zh"
    assert run("run", tiny.folder, "--ticks", 3, "--name", "tiny").exit_code == 0, "a town that speaks English alone"
