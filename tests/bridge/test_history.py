from pathlib import Path

import pytest

from milkwood.bridge.history import HistoryRow, own_words, read
from milkwood.errors import SetupError


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "history.csv"


def rows(table: Path, content: str | bytes) -> list[tuple[int, str, tuple[str, ...]]]:
    table.write_bytes(content.encode() if isinstance(content, str) else content)
    return [(each.line, each.name, each.statements) for each in read(table)]


def test_a_row_is_a_name_and_statements_between_semicolons(table: Path) -> None:
    table.write_text("Name,Whisper\nAda Small,You sing; You bake bread ;; \n\nBen Small,You row\n", encoding="utf-8")
    assert read(table) == [
        HistoryRow(2, "Ada Small", ("You sing", "You bake bread")),
        HistoryRow(4, "Ben Small", ("You row",)),
    ]


@pytest.mark.parametrize(
    ("content", "statements"),
    [
        ("ada,You sing, and bake; You row", ("You sing, and bake", "You row")),
        ("ada,You sing,and bake,", ("You sing,and bake",)),
        ('ada,"You sing, and bake; You ""row"""', ("You sing, and bake", 'You "row"')),
        ('ada,"You sing;\nYou row"', ("You sing", "You row")),
        ("ada,你唱歌；你划船", ("你唱歌", "你划船")),
        ("  ada  ,\tYou   sing ", ("You sing",)),
    ],
)
def test_nothing_is_lost_to_a_comma_a_quote_or_a_space(content: str, statements: tuple[str, ...], table: Path) -> None:
    assert rows(table, content) == [(1, "ada", statements)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("heading", ["", "Name,Whisper", "姓名,记忆", "Persona,History"])
def test_line_ends_and_headings_of_all_kinds_are_understood(heading: str, end: str, table: Path) -> None:
    lines = [line for line in (heading, "ada,You sing", "ben,You row") if line]
    found = rows(table, end.join(lines) + end)
    assert [name for _, name, _ in found] == ["ada", "ben"]
    assert found[-1][0] == len(lines)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_encodings_of_spreadsheets_are_understood(encoding: str, table: Path) -> None:
    content = "Name,Whisper\nRenée Müller,You like the café in Göteborg\n".encode(encoding)
    assert rows(table, content) == [(2, "Renée Müller", ("You like the café in Göteborg",))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_encodings_are_understood(encoding: str, table: Path) -> None:
    content = "姓名,记忆\n林梅,你在橡树山大学教哲学；你喜欢安静的早晨\n".encode(encoding)
    assert rows(table, content) == [(2, "林梅", ("你在橡树山大学教哲学", "你喜欢安静的早晨"))]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "It has no people"),
        (b"Name,Whisper\n\n", "It has no people"),
        (b'ada,You sing\nben,"You row\ncal,You run\n', "row that begins in line 2 cannot be read"),
        (b"\x89PNG\0\0\0", "This is not a text"),
        (b"\xff\xfea", "The text is damaged"),
    ],
)
def test_an_invalid_history_is_refused_with_a_remedy(content: bytes, why: str, table: Path) -> None:
    with pytest.raises(SetupError, match=why):
        rows(table, content)


def test_an_unreadable_file_is_reported(table: Path) -> None:
    for path in (table, table.parent, Path("a\0b")):
        with pytest.raises(SetupError, match=r"cannot be read|is not a path"):
            read(path)


def test_a_huge_file_is_refused(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.bridge.history.MAX_HISTORY_BYTES", 10)
    with pytest.raises(SetupError, match="more than 0 MB"):
        rows(table, "ada,You sing; You row")


@pytest.mark.parametrize(
    ("said", "remembered"),
    [
        ("You love your work at the inn", "I love my work at the inn."),
        ("you are eager to tell everyone, and you were ill", "I am eager to tell everyone, and I was ill."),
        ("You and Tom Reed have known each other for years", "Tom Reed and I have known each other for years."),
        ("You and Tom are friends, and he trusts you", "Tom and I are friends, and he trusts me."),
        ("Tom and you are cousins", "Tom and I are cousins."),
        ("You and your wife run the bar", "My wife and I run the bar."),
        ("Tom likes you and your dog", "Tom likes me and my dog."),
        ("Tom works at the inn that you frequent", "Tom works at the inn that I frequent."),
        ("Tom told you that you were kind", "Tom told me that I was kind."),
        ("You two have known each other for years", "We two have known each other for years."),
        (
            "You and Tom Reed are friends, and you two meet every day",
            "Tom Reed and I are friends, and we two meet every day.",
        ),
        ("Tom Reed is your neighbour; the two of you are close", "Tom Reed is my neighbour; the two of us are close."),
        ("Maria likes the two of you", "Maria likes the two of us."),
        (
            "Tom told you two about it, and it surprised both of you",
            "Tom told the two of us about it, and it surprised both of us.",
        ),
        ("Tom is glad when you two are there", "Tom is glad when we two are there."),
        ("You both like tea, and Ada teaches you both", "We both like tea, and Ada teaches us both."),
        ("You all meet at the inn on Fridays", "We all meet at the inn on Fridays."),
        ("You two love your house", "We two love our house."),
        (
            "You two were at school together and enjoy yourselves there",
            "We two were at school together and enjoy ourselves there.",
        ),
        ("You have two sisters, and you too like tea", "I have two sisters, and I too like tea."),
        (
            "You and Ada plan a trip for you two and your children",
            "Ada and I plan a trip for the two of us and our children.",
        ),
        (
            "Tom Reed is your friend and you two sometimes talk about your favorite music",
            "Tom Reed is my friend and we two sometimes talk about our favorite music.",
        ),
        (
            "You see her as your daughter even though you two are not related",
            "I see her as my daughter even though we two are not related.",
        ),
        ("You two", "We two."),
        ("There is a party at *the inn at 5pm*!", "There is a party at the inn at 5pm!"),
        ("Tom is a frequent guest", "Tom is a frequent guest."),
    ],
)
def test_a_statement_is_remembered_in_the_first_person(said: str, remembered: str) -> None:
    assert own_words(said, "en") == remembered


def test_a_chinese_statement_is_remembered_in_the_first_person() -> None:
    assert own_words("你和玛丽亚是好朋友", "zh") == "我和玛丽亚是好朋友。"
