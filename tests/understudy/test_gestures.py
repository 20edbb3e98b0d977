"""People who do not speak: gestures, a few written words, and no talk of their own."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.speak.schema import Reply
from milkwood.understudy.speak.answer import answer
from milkwood.understudy.talk.hearing import ACCEPTS, DECLINES, sentences
from tests.understudy.chatter import Chatter
from tests.understudy.townsfolk import Townsfolk, Unlike

LISTENER, SPEAKER = "maria_lopez", "isabella_rodriguez"
BRACKETS = {"en": ("(", ")"), "zh": ("（", "）")}
SAID = {
    "en": ["Hello, Maria!", "My mother is ill.", "How is your work?", "I have to go, goodbye."],
    "zh": ["你好，玛丽亚！", "我母亲病了。", "你那边怎么样？", "我得走了，再见。"],
}
INVITED = {
    "en": "I'm giving a party at Hobbs Cafe tomorrow at five in the afternoon. Will you come?",
    "zh": "明天下午五点我在霍布斯咖啡馆办个派对，你来吗？",
}


def reply(language: str, lines: list[tuple[str, str]], seed: int, me: str = LISTENER, you: str = SPEAKER) -> Reply:
    chatter = Chatter(Townsfolk("the_ville", "valentine", language), 1)
    asked: Any = chatter.asked(me, you, "12:30", [{"by": by, "text": text} for by, text in lines], 8)
    asked["self"] = {**asked["self"], "manners": ["silent"]}
    return answer(asked, stream(seed, me, len(lines)), Unlike())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("seed", range(6))
def test_a_silent_person_answers_with_a_gesture_and_tells_nothing(language: str, seed: int) -> None:
    opens, closes = BRACKETS[language]
    for line in SAID[language]:
        made = reply(language, [(SPEAKER, line)], seed)
        assert made.say.startswith(opens), made.say
        assert made.say.endswith(closes), made.say
        assert not made.tells


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_invitation_is_answered_in_a_few_written_words(language: str) -> None:
    made = [reply(language, [(SPEAKER, INVITED[language])], seed).say for seed in range(8)]
    assert all(BRACKETS[language][1] in say[:-1] for say in made), made
    for say in made:
        heard = sentences([{"by": LISTENER, "text": say}], language)
        assert any(one.act in ACCEPTS | DECLINES for one in heard), (say, heard)


def test_a_silent_host_invites_in_writing() -> None:
    made = [reply("en", [], seed, SPEAKER, LISTENER) for seed in range(8)]
    invitations = [one for one in made if one.invites]
    assert invitations
    assert all(one.say.startswith("(") and "five" in one.say for one in invitations), invitations
