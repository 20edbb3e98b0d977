"""A whole session at the console in Chinese: all output is Chinese, errors included."""

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from milkwood.chronicle import Chronicle
from milkwood.cli import app
from milkwood.cli.prompt.forms import FORMS
from tests.cli.recorded import home

if sys.platform != "win32":
    from tests.cli.terminal import Terminal

__all__ = ["home"]

NELL = "内尔·艾弗里"
ASK = "请输入命令"
OURS = {word.strip("()") for form in FORMS for words in form.spellings for word in words.split()}
"""Words of commands."""
NAMES = {
    *("milkwood", "console", "config", "init", "end", "end_convo", "Ctrl-C", "Ctrl-D", "CSV", "csv"),
    *("gull_quay", "the_ville", "base_the_ville_isabella_maria_klaus", "base_the_ville_n25", "lanterns"),
    *("bram_okoye", "ivo_marsh", "lottie_okoye", "nell_avery", "petra_marsh", "wen_zhao"),
}
"""Names that are the same in every language."""
_WORD = re.compile(r"[A-Za-z][A-Za-z_0-9-]+")


def english(shown: str, *typed: str) -> list[str]:
    """Words on a screen that are neither language-neutral nor typed by the user."""
    known = OURS | NAMES | {word for line in typed for word in _WORD.findall(line)}
    return sorted({word for word in _WORD.findall(shown) if word not in known})


@pytest.fixture
def place(home: Path, tmp_path: Path) -> dict[str, str]:
    """A separate home folder, for another process that speaks Chinese."""
    (tmp_path / "before.csv").write_text(f"Name,Whisper\n{NELL},你捡到过一枚硬币；你不喜欢下雨\n", encoding="utf-8")
    (tmp_path / "wrong.csv").write_text("Name,Whisper\n某人,你会飞\nNell,\n", encoding="utf-8")
    return {"MILKWOOD_HOME": str(home.parent), "XDG_CONFIG_HOME": str(tmp_path / "cfg"), "LC_ALL": "zh_CN.UTF-8"}


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="There are no such terminals on Windows.")
def test_a_whole_session_in_chinese_says_nothing_in_english(place: dict[str, str], home: Path, tmp_path: Path) -> None:
    with Terminal("console", folder=tmp_path, **place) as shell:
        shell.expect("从哪个模拟开始")
        shell.say("gull_quai", "没有叫“gull_quai”的记录或小镇。你是不是指“gull_quay”？")
        shell.say("gull_quay", "新模拟叫什么名字")
        shell.say("a/b", "“a/b”不能作为记录的名字：其中有“/”。请换一个名字")
        shell.say("第一次", "第一次在gull_quay开始了，现在是第1天07:00:00（第0步）。", ASK)
        shell.say("run 700", "第一次开始了，到第1天 08:56为止。", "走了700步，现在是第1天08:56:40（第700步）。")
        shell.say("print current time", "从第一天零点算起第3220步")
        shell.say(f"print persona schedule {NELL}", "00:00-07:00  睡觉", "22:00-24:00  睡觉")
        shell.say(f"print hourly org persona schedule {NELL}", "22:00-24:00  睡觉")
        shell.say("print all persona schedule", "布拉姆·奥科耶", "赵雯", "23:00-24:00  睡觉")
        shell.say(f"print persona current tile {NELL}", f"{NELL}：")
        shell.say("print persona chatting with buffer 赵雯", "还剩")
        shell.say("print persona associative memory (event) 赵雯", "第1天")
        shell.say(f"print persona associative memory (thought) {NELL}", "我今天的打算")
        shell.say("print persona associative memory (chat) 赵雯", "第1天", "\n    赵雯：")
        shell.say(f"print persona spatial memory {NELL}", "鸥湾", "灯塔")
        shell.say("print tile event 47, 31", ASK)
        shell.say("print tile details 47, 31", "世界：鸥湾", "区域：灯塔", "房间：灯塔:主屋", "地面：可以走")
        shell.say("print tile details 99, 99", "99, 99不在地图上，地图有64 x 48格。")
        shell.say("print tile event here", "哪一格？")
        shell.say("print persona schedule", "谁的？把名字写在后面；有：布拉姆·奥科耶、")
        shell.say("print persona schedule 某人", "“第一次”里没有叫“某人”的人。现有：")
        shell.say(f"call -- analysis {NELL}", f"你在和{NELL}说话", ">")
        shell.say("你是谁？", f"{NELL}：", ">")
        shell.say("end_convo", "谈话结束。")
        shell.say("call -- load history", "哪个文件？把路径写在后面。")
        shell.say("call -- load history no.csv", "no.csv：无法读取（没有这个文件或文件夹）。请给出")
        shell.say("call -- load history wrong.csv", "第 2 行：“第一次”里没有叫“某人”的人。", "请改正这些行。")
        shell.say("call -- load history before.csv", f"{NELL}：2 条", "第一次：给1个人加了2条记忆")
        shell.say("call -- load history 'before.csv'", "有 2 条记忆已经有了。", "第一次：里面没有新的内容。")
        shell.say("run 5", "第一次从第1天 08:56接着往下走", "走了5步，现在是第1天08:57:30（第705步）。")
        shell.say("start path tester mode", "模拟不会改变。", "x, y >")
        shell.say("47, 31", "灯塔:主屋：", "（可以走）", "\nx, y >")
        shell.say("48, 31", "离上一格1步", "\nx, y >")  # input before the prompt would run into it
        shell.say("somewhere", "哪一格？", "\nx, y >")
        shell.say("end", "到现在知道的地方：", ASK)
        shell.say("run abc", "走多少步？")
        shell.say("sav", "没有“sav”这个命令，什么也没做。", "你是不是想输入：save")
        shell.type("print p", end="\t")
        shell.expect("某人今天的安排，一件件事")  # completion shows what a command does
        shell.type("\x03", end="")
        shell.expect(ASK)
        shell.say("help", "这张表", ASK)
        shell.say("save", "第一次已经存好：到第1天08:57:30（第705步）为止的一切都在", ASK)
        shell.say("exit", "直接回车就保留：")
        shell.say("", "第一次保留着。")
        assert shell.end() == 0
        shown = shell.text.replace(str(home), "")
    assert english(shown, "gull_quai", "a/b", "no.csv wrong.csv before.csv", "here abc sav somewhere", "Nell") == []
    with Terminal("console", "第一次", "第一次", folder=tmp_path, **place) as shell:
        shell.expect("第一次现在是第1天08:57:30（第705步）。", ASK)
        shell.say("fin", "可以继续")
        assert shell.end() == 0
        assert english(shell.text) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="There are no such terminals on Windows.")
def test_a_run_that_is_stopped_says_so_in_chinese(place: dict[str, str], home: Path, tmp_path: Path) -> None:
    with Terminal("console", "gull_quay", "长", folder=tmp_path, **place) as shell:
        shell.expect(ASK)
        shell.type("run 5000000")
        shell.expect("真实时间的")
        shell.type("\x03", end="")
        shell.expect("步停下了，现在是", ASK)
        shell.say("fin", "长已经存好")
        assert shell.end() == 0
        assert english(shell.text) == []


# --- without a terminal


def said(*words: str, lines: str = "", code: int = 0) -> str:
    result = CliRunner().invoke(app, ["console", "--language", "zh", *words], input=lines)
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_run_lives_in_the_language_of_the_prompt(language: str, home: Path) -> None:
    CliRunner().invoke(app, ["console", "--language", language, "gull_quay", "a"], input="fin\n")
    with Chronicle.read(home / "a.milkwood") as reader:
        assert reader.header.language == language


def test_a_run_that_lives_in_another_language_continues_in_it(home: Path) -> None:
    CliRunner().invoke(app, ["console", "--language", "en", "gull_quay", "a"], input="fin\n")
    assert "a现在是第1天" in said("a", "a", lines="fin\n")
    said("a", "b", lines="fin\n")
    with Chronicle.read(home / "b.milkwood") as reader:
        assert reader.header.language == "en"


def test_the_reason_for_ending_is_given_in_chinese(home: Path) -> None:
    assert said("nowhere", "a", code=2).startswith("milkwood: 没有叫“nowhere”的记录或小镇。现有：gull_quay, the_ville")
    assert "没有叫“gpt”的模型。" in said("gull_quay", "a", "--model", "gpt", code=2)
    assert not list(home.glob("*"))


def test_errors_in_an_interview_are_in_chinese(home: Path) -> None:
    shown = said("gull_quay", "a", lines=f"call -- analysis {NELL}\n{'字' * 2001}\nend_convo\nfin\n")
    assert "问题有 2,001 个字符。一次最多问 2,000 个字符。" in shown
    assert "谈话结束。" in shown


def test_a_run_that_another_process_lives_is_named_in_chinese(home: Path) -> None:
    from milkwood.chronicle import lock

    said("gull_quay", "a", lines="fin\n")
    with lock.take(home / "a.milkwood"):
        shown = said("a", "a", lines="run 5\nexit\na\nfin\n")
    assert "这段记录正由另一个进程" in shown
    assert english(shown.replace(str(home), ""), "a.milkwood", "pid") == []
