"""Prompts of the user's own: read from a folder, refused with every fault, asked instead of the built-in ones."""

import asyncio
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.questions.answering import Answering
from milkwood.questions.own_prompts import (
    _NEEDED,
    _faults_of,
    fields,
    names,
    prompt_name,
    read_folder,
    write_folder,
)
from milkwood.questions.prompt import LANGUAGES, built_in_text, template, template_hash
from milkwood.questions.registry import KINDS
from tests.questions.test_answering import StandIn, case_of, question, saying

SPEAK = built_in_text("speak", "en")
CHANGED = SPEAK.replace("one or two short spoken", "one short spoken")


def folder_with(folder: Path, **files: str | bytes) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        path = folder / f"{name.replace('__', '.')}.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def refused(folder: Path) -> str:
    with pytest.raises(SetupError) as error:
        read_folder(folder)
    return str(error.value)


def test_all_built_in_prompts_can_be_written_and_read_and_replace_nothing_unchanged(tmp_path: Path) -> None:
    written = write_folder(tmp_path / "mine")
    assert {path.name for path in written} == {f"{kind}.{language}.txt" for kind in KINDS for language in LANGUAGES}
    assert read_folder(tmp_path / "mine").templates == {}
    with pytest.raises(SetupError, match="is there already"):
        write_folder(tmp_path / "mine")


@pytest.mark.parametrize("name", names())
def test_no_built_in_prompt_has_a_fault(name: str) -> None:
    kind, language = names()[name]
    assert list(_faults_of(KINDS[kind], built_in_text(kind, language))) == []


def test_every_question_names_the_fields_without_which_it_cannot_be_answered() -> None:
    assert _NEEDED.keys() == KINDS.keys()
    assert all(set(needed) <= fields(kind) for kind, needed in _NEEDED.items())


def test_only_changed_prompts_count_and_have_hashes(tmp_path: Path) -> None:
    own = read_folder(
        folder_with(
            tmp_path / "p",
            speak__en=CHANGED,
            react__en=built_in_text("react", "en"),
            speak__zh=built_in_text("speak", "zh"),
        )
    )
    assert own.hashes() == {"speak.en": template_hash(own.templates["speak.en"])}
    assert own.hashes()["speak.en"] != template_hash(template("speak", "en"))
    assert own.template("speak", "fr") == own.template("speak", "en") == own.templates["speak.en"]
    assert own.template("speak", "zh") is None
    assert own.spoken("zh").templates == {}
    assert prompt_name("speak", "fr") == "speak.en"


@pytest.mark.parametrize("text", [CHANGED.encode("utf-8-sig"), CHANGED.replace("\n", "\r\n").encode()])
def test_a_byte_order_mark_and_windows_line_ends_change_nothing(text: bytes, tmp_path: Path) -> None:
    plain = read_folder(folder_with(tmp_path / "p", speak__en=CHANGED))
    assert read_folder(folder_with(tmp_path / "q", speak__en=text)) == plain


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("spaek__en", CHANGED, "spaek.en.txt: there is no such prompt. Did you mean speak.en.txt?"),
        ("speak__fr", CHANGED, "speak.fr.txt: there is no such prompt."),
        ("speak__en", "", "speak.en.txt: it is empty."),
        ("speak__en", " \n", "it is empty"),
        ("speak__en", "你好".encode("gb18030"), "it is not UTF-8 (byte 1)"),
        ("speak__en", "x" * 200_000, "it is too long"),
        ("speak__en", SPEAK.removeprefix("=== rules\n"), "it must begin with the line “=== rules”"),
        ("speak__en", SPEAK.replace("=== around", "=== arround"), "there is no section “arround”"),
        ("speak__en", SPEAK.replace("=== around", "=== now"), "the section “now” is there twice"),
        ("speak__en", SPEAK.partition("=== now")[0], "the section “now” is missing or empty"),
        ("speak__en", SPEAK.replace("{lines}", "{linse}"), "there is no field “{linse}”. Did you mean {lines}?"),
        ("speak__en", SPEAK.replace("{lines}", ""), "the field “{lines}” is missing"),
        ("speak__en", SPEAK.replace("{lines}", "{lines} {Time}"), "“{Time}” is no field"),
        ("speak__en", SPEAK.replace("{lines}", "{lines} {time"), "“{time” is no field"),
        ("speak__en", SPEAK.replace("=== person", "Be {who}.\n=== person"), "“{who}” in the rules is not filled in"),
        ("speak__en", SPEAK.replace("=== person", "Speak. " * 600 + "\n=== person"), "at most 650 leave room"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_what_is_wrong(
    name: str, text: str | bytes, says: str, tmp_path: Path
) -> None:
    assert says in refused(folder_with(tmp_path / "p", **{name: text}))


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    said = refused(folder_with(tmp_path / "p", speak__en="", react__zh="=== rules\nx\n=== now\ny\n", weigh__en=CHANGED))
    assert "speak.en.txt: it is empty" in said
    assert "react.zh.txt: the field “{noticed}” is missing" in said
    assert "react.zh.txt: the field “{options}” is missing" in said
    assert "weigh.en.txt: the field “{numbered}” is missing" in said


def test_a_folder_without_prompts_and_what_is_no_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / ".DS_Store").write_text("x")
    assert "The folder has no prompts." in refused(tmp_path / "empty")
    assert "There is no folder" in refused(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    assert "must be a folder" in refused(tmp_path / "file")
    (tmp_path / "deep" / "speak.en.txt").mkdir(parents=True)
    assert "this is not a file" in refused(tmp_path / "deep")


def test_a_model_is_asked_in_ones_own_words_and_must_not_copy_them(tmp_path: Path) -> None:
    rules = CHANGED.replace('{"say":"..."}', '{"say":"..."}\nExample: {"say":"The herring came in late this morning."}')
    own = read_folder(folder_with(tmp_path / "p", speak__en=rules))
    case = case_of("speak")
    model = saying('{"say":"The herring came in late this morning."}', case.said[0].text)
    gives = case.said[0].gives
    assert gives is not None
    answer = asyncio.run(Answering(model, StandIn(gives), prompts=own).answer(question(case)))
    assert (answer.by, answer.why) == ("garbage", "echo: say")
    assert all("one short spoken" in prompt.system for prompt in model.prompts)
    chinese = saying(case_of("speak", "zh").said[0].text)
    asyncio.run(Answering(chinese, StandIn(gives), prompts=own).answer(question(case_of("speak", "zh"))))
    assert chinese.prompts[0].system == "\n".join(template("speak", "zh")["rules"])
