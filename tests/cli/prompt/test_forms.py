import pytest

from milkwood.cli.prompt.forms import FORMS, Typed, Unknown, read, tile_of


@pytest.mark.parametrize(
    ("text", "form", "given"),
    [
        ("run 100", "run", "100"),
        ("RUN 100", "run", "100"),
        ("f", "fin", ""),
        ("save and finish", "fin", ""),
        ("save", "save", ""),
        ("print persona schedule Isabella Rodriguez", "schedule", "Isabella Rodriguez"),
        ("Print Persona Schedule  Tamara  de la Cruz Ortiz", "schedule", "Tamara de la Cruz Ortiz"),
        ("print persona schedule 伊莎贝拉", "schedule", "伊莎贝拉"),
        ("print hourly org persona schedule X Y", "hourly", "X Y"),
        ("print persona associative memory (event) X Y", "events", "X Y"),
        ("print persona associative memory event X Y", "events", "X Y"),
        ("print persona associative memory （thought） X", "thoughts", "X"),
        ("print persona associative memory (chat) X", "chats", "X"),
        ("print tile event 3, 4", "tile_event", "3, 4"),
        ("call -- analysis Klaus Mueller", "analysis", "Klaus Mueller"),
        ("call --analysis Klaus Mueller", "analysis", "Klaus Mueller"),
        ("call -- load history the_ville/a file.csv", "history", "the_ville/a file.csv"),
        ("start path tester mode", "tester", ""),
        ("?", "help", ""),
        ("print persona schedule", "schedule", ""),
    ],
)
def test_a_line_is_read_whatever_its_case_and_blanks(text: str, form: str, given: str) -> None:
    found = read(text)
    assert isinstance(found, Typed)
    assert (found.form.id, found.given) == (form, given)


@pytest.mark.parametrize(
    "text", ["exi", "exit now", "fin please", "saved", "delete", "run100", "", "save and finnish", "f f"]
)
def test_text_that_only_looks_like_a_command_is_not_one(text: str) -> None:
    assert isinstance(read(text), Unknown)


def test_similar_commands_are_offered() -> None:
    found = read("print persona shedule")
    assert isinstance(found, Unknown)
    assert "print persona schedule" in found.near


def test_every_command_reads_as_itself() -> None:
    for form in FORMS:
        for words in form.spellings:
            found = read(words)
            assert isinstance(found, Typed)
            assert found.form is form


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("3, 4", (3, 4)),
        ("3 4", (3, 4)),
        ("(3,4)", (3, 4)),
        ("3，4", (3, 4)),
        ("3", None),
        ("-1, 4", None),
        ("a, b", None),
    ],
)
def test_a_tile_is_two_numbers(text: str, tile: tuple[int, int] | None) -> None:
    assert tile_of(text) == tile
