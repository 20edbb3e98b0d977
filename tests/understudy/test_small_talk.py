"""Which lines carry nothing to remember: only phrases of politeness."""

import pytest

from milkwood.chance import stream
from milkwood.understudy.speak.answer import answer
from milkwood.understudy.speak.small_talk import is_small_talk
from tests.understudy.chatter import Chatter
from tests.understudy.townsfolk import Townsfolk, Unlike


def small(line: str, language: str = "en") -> bool:
    """Whether a line of Maria's to Klaus is small talk."""
    chatter = Chatter(Townsfolk("the_ville", "valentine", language), 1)
    return is_small_talk(line, chatter.asked("maria_lopez", "klaus_mueller", "07:10", [], 12))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Good morning, Klaus!"),
        ("en", "Hello, Klaus. How are you?"),
        ("en", "See you later."),
        ("zh", "早上好！"),
        ("zh", "你好吗？"),
        ("zh", "回头见。"),
    ],
)
def test_greetings_and_goodbyes_are_small_talk(language: str, line: str) -> None:
    assert small(line, language)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Sam has decided to run for mayor in the election next month."),
        ("en", "I would love to help you with your paper."),
        ("en", "Jennifer has sold every one of her paintings to a man from the city, see you later!"),
        ("en", "Come by at five."),
        ("en", "Will you lend me the book about gentrification?"),
        ("en", "I'd love to come."),
        ("en", "I keep thinking about the rent that is due on Friday."),
        ("en", "Tom and I don't get on."),
        ("zh", "心里老搁着一件事：周五要交房租。"),
        ("zh", "山姆决定参加下个月的镇长选举。"),
        ("zh", "好，我来。"),
    ],
)
def test_in_doubt_a_line_is_not_small_talk(language: str, line: str) -> None:
    assert not small(line, language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_line_that_tells_or_invites_is_never_small_talk(language: str) -> None:
    chatter = Chatter(Townsfolk("the_ville", "valentine", language), 1)
    for guest in ("maria_lopez", "klaus_mueller", "tom_moreno"):
        ask = chatter.asked("isabella_rodriguez", guest, "12:30", [], 12)
        reply = answer(ask, stream(1, guest), Unlike())  # type: ignore[arg-type]
        assert reply.tells
        assert reply.invites == [str(promise["id"]) for promise in ask["promises"] if promise["host"]]
        assert not reply.small_talk
