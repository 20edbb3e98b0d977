"""Questions whose words no memory has, free requests, and questions that lean on the answer before."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.interview.schema import Reply
from milkwood.understudy.interview.answer import answer
from tests.understudy.test_interview_matters import TOM, contents

SEA = "I own a boat with a ridiculous name."
LETTERS = "The nameless notes at the mill are mine."


class Near:
    """Texts that are similar to some degree, by a part of each."""

    def __init__(self, *pairs: tuple[str, str, float]) -> None:
        self.pairs = pairs

    def alike(self, one: str, other: str) -> float:
        """The similarity of the first pair that fits."""
        return next((score for a, b, score in self.pairs if a in one and b in other), 0.0)


def asked(question: str, *texts: str, near: Any = None, language: str = "en", **more: Any) -> Reply:
    made = contents(question, *texts, language=language, **more)
    return answer(made, stream(1, "ada", "answer"), near or Near())


def other(person: str, called: str, tie: str, feeling: str, closeness: int, pronoun: str = "she") -> dict[str, Any]:
    told = {"id": person, "name": called, "called": called, "pronoun": pronoun, "tie": tie, "feeling": feeling}
    return {**TOM, **told, "closeness": closeness}


FOLK = [
    other("bea", "Bea", "her wife", "loves her", 9),
    other("kit", "Kit", "her child", "proud of him", 8, "he"),
    other("rolf", "Rolf", "a rival", "despises him", -6, "he"),
]


def test_a_memory_of_the_same_meaning_is_told() -> None:
    near = Near(("vessel", "boat", 0.6))
    said = asked("Is there a vessel you call yours?", SEA, "My stove smokes.", near=near)
    assert SEA in said.say
    assert said.used == [1]


def test_a_memory_that_is_only_near_is_told_as_such() -> None:
    near = Near(("vessel", "boat", 0.3))
    said = asked("Which vessel is yours?", SEA, near=near)
    assert SEA in said.say
    assert not said.knows


def test_nothing_near_is_not_known() -> None:
    said = asked("Is there a vessel you call yours?", SEA, near=Near(("vessel", "boat", 0.1)))
    assert SEA not in said.say
    assert not said.knows


@pytest.mark.parametrize(
    "question",
    ["Who gets on your nerves?", "Who rubs you up the wrong way?", "Which person would you avoid?"],
)
def test_a_dislike_in_any_words_is_for_the_least_liked(question: str) -> None:
    near = Near(("", "I hate this person", 0.4), ("", "I love this person", 0.2))
    assert "Rolf" in asked(question, others=FOLK, near=near).say


def test_a_liking_is_for_the_most_liked() -> None:
    assert "Bea" in asked("Whom do you adore?", others=FOLK).say


@pytest.mark.parametrize(
    ("question", "names"),
    [("How many kids do you have?", "1: Kit"), ("How is your wife doing these days?", "Bea")],
)
def test_kin_are_counted_and_spoken_of(question: str, names: str) -> None:
    assert names in asked(question, others=FOLK).say


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Sing me a song!", "en"),
        ("Will it rain tomorrow?", "en"),
        ("Recite a poem for me, please.", "en"),
        ("唱首歌吧", "zh"),
        ("明天下雨吗？", "zh"),
    ],
)
def test_free_requests_are_declined_in_character(question: str, language: str) -> None:
    said = asked(question, SEA, language=language)
    assert said.used == []
    assert said.say


def secret(text: str, **more: Any) -> list[dict[str, Any]]:
    made = contents("", text)
    return [{**made["stored"][0], **more}]


def test_whether_someone_knows_what_was_told() -> None:
    kept = secret(LETTERS, private=True, secret_from=["bea"])
    more: Any = {"others": FOLK, "stored": kept, "recalled": kept, "before": ("Are the nameless notes yours?",)}
    said = asked("Does your wife know?", **more)
    assert said.knows
    assert "Bea" in said.say
    assert said.say.startswith("No")


def test_who_saw_what_was_told() -> None:
    seen = secret("I slipped on the wet steps.", witnesses=["kit"])
    more: Any = {"others": FOLK, "stored": seen, "recalled": seen, "before": ("Did you slip on the wet steps?",)}
    assert "Kit" in asked("Who saw it?", **more).say


def test_an_event_is_known_by_its_kind_in_chinese() -> None:
    company = [{"id": "kit", "name": "基特", "called": "基特"}]
    met = [{"what": "参加修路的会", "when": "星期一18:00", "place_name": "苍鹭", "company": company, "met": []}]
    assert "基特" in asked("开会去了几个人？", attended=met, language="zh").say


def test_how_long_needs_a_number() -> None:
    said = asked("How long have you been married?", others=FOLK)
    assert not said.knows
    assert asked("How long have you been married?", "I have been married for nine years.", others=FOLK).knows


def test_what_was_done_to_a_person_they_would_know() -> None:
    said = asked("Did Rolf kiss you?", others=FOLK)
    assert said.say.startswith("No")


def test_past_work_is_not_the_work_of_now() -> None:
    texts = ["我卖了十五年地毯，半路上才入的门。"]
    assert texts[0] in asked("你以前是干什么的？", *texts, language="zh").say


def test_gossip_is_what_is_rumoured() -> None:
    rumour = secret("Bea has sold the mill.", certainty="rumour", about=["bea"])
    said = asked("Any gossip around here?", others=FOLK, stored=rumour, recalled=rumour)
    assert "Bea has sold the mill" in said.say


def test_kin_without_a_tie_are_told_of_by_memory_or_not_had() -> None:
    said = asked("Is your sister well?", "My sister writes from the city.", "I like plums.", others=FOLK)
    assert "My sister writes from the city." in said.say
    assert "none" in asked("Where is your husband?", others=FOLK).say


def test_a_wish_is_not_a_deed() -> None:
    said = asked("Have you ever been up in a balloon?", "One day I should like to see the sea from a balloon.")
    assert not said.say.startswith("Yes")


def test_what_was_suffered_was_not_done() -> None:
    said = asked("Did you ever hit a child?", "I still have the ruler I was hit with as a child.")
    assert not said.say.startswith("Yes")


def test_a_statement_with_a_tag_is_a_question() -> None:
    said = asked("You despise Rolf, don't you?", others=FOLK)
    assert "Rolf" in said.say
    assert said.knows


@pytest.mark.parametrize(
    "question", ["What do you have against Rolf?", "Is Rolf a nice man?", "Do you find Rolf rude?"]
)
def test_a_judgement_is_what_is_felt(question: str) -> None:
    assert "despise" in asked(question, others=FOLK).say


def test_how_long_is_told_by_the_memory_with_the_time() -> None:
    texts = ("I live in the mill for the year.", "I came from Bergen eight months ago.")
    assert texts[1] in asked("How long have you lived here?", *texts).say


@pytest.mark.parametrize(
    ("question", "language"),
    [("Lend me your savings.", "en"), ("Will you be my friend?", "en"), ("借我点钱吧", "zh"), ("嫁给我吧", "zh")],
)
def test_requests_are_put_off(question: str, language: str) -> None:
    said = asked(question, SEA, language=language)
    assert said.used == []


def test_whether_someone_knows_what_was_not_known_is_unsure() -> None:
    said = asked("Does Rolf know?", others=FOLK, before=("Are you selling the mill?",))
    assert not said.knows
    assert "Rolf" in said.say


def test_a_memory_that_is_near_goes_before_a_deed_of_the_day() -> None:
    near = Near(("win", "prize", 0.5))
    said = asked("What did you win?", "I took the first prize of the county show.", near=near)
    assert said.used == [1]


def test_the_event_itself_goes_before_a_memory_of_the_matter() -> None:
    company = [{"id": "kit", "name": "Kit", "called": "Kit"}]
    feast = [
        {"what": "giving the feast", "when": "Sunday 17:00", "place_name": "The Heron", "company": company, "met": []}
    ]
    near = Near(("feast", "feast", 0.6))
    assert "Kit" in asked("How did the feast go?", "I like a feast.", attended=feast, near=near).say


def test_a_number_asked_for_is_in_what_was_told() -> None:
    more: Any = {"language": "zh", "before": ("你坐过牢吗？",)}
    said = asked("关了多久？", "二十岁那年，我坐过八个月的牢。", **more)
    assert "八个月" in said.say
    assert said.knows


def test_having_seen_it_oneself_is_asked_of_the_answer_before() -> None:
    said = asked(
        "Did you see it with your own eyes?", "I saw a fox at the mill.", before=("Was there a fox at the mill?",)
    )
    assert said.knows
    assert not said.say.startswith("Yes. ")


def test_a_verb_parted_by_a_particle_is_the_same_verb() -> None:
    assert "求的婚" in asked("你怎么求婚的？", "我是在雨里跟素音求的婚。", language="zh").say


def test_what_someone_was_is_told_not_denied() -> None:
    said = asked("Were you and Rolf ever friends?", others=FOLK)
    assert "rival" in said.say
    assert not said.say.startswith("No")


def test_the_feeling_of_another_is_not_the_persons_own() -> None:
    said = asked("Does Bea love you?", others=FOLK)
    assert not said.say.startswith("Yes")
    assert "Bea" in said.say


def test_children_without_a_tie_are_told_of_by_memory() -> None:
    none = [one for one in FOLK if one["id"] != "kit"]
    assert "none" in asked("How many children do you have?", others=none).say
    assert "none" not in asked("How many children do you have?", "My daughter lives in Lisbon.", others=none).say


def test_a_question_of_how_well_is_not_of_how_long() -> None:
    text = "风向变了以后，我一直睡不踏实。"
    assert text in asked("睡得好不好？", text, language="zh").say


def test_a_grudge_against_anyone_is_for_the_least_liked() -> None:
    assert "Rolf" in asked("Do you hold a grudge against anyone?", others=FOLK).say


def test_whose_thing_it_is_counts() -> None:
    own = {**contents("")["self"], "concerns": ["her back"]}
    said = asked("How's your back?", "I lent Rolf a cow and have not had it back.", others=FOLK, self=own)
    assert "my back" in said.say


def test_a_short_question_about_it_is_of_what_was_told() -> None:
    text = "Bea and I were engaged for one summer, and I gave the ring back."
    said = asked("Who broke it off?", text, "Bea broke a window.", others=FOLK, before=("Were you ever engaged?",))
    assert said.used == [1]


@pytest.mark.parametrize(
    ("question", "before", "language"),
    [
        ("Have you told him?", "Is there something you keep from Rolf?", "en"),
        ("告诉他了没？", "你瞒着Rolf什么？", "zh"),
    ],
)
def test_whether_it_was_told_is_whether_it_is_known(question: str, before: str, language: str) -> None:
    kept = secret(LETTERS, private=True, secret_from=["rolf"], about=["rolf"])
    more: Any = {"others": FOLK, "stored": kept, "recalled": kept, "before": (before,), "language": language}
    assert asked(question, **more).say.startswith(("No", "不", "没"))


def test_work_of_old_is_no_deed_of_today() -> None:
    text = "I was a banker until a Tuesday in spring."
    assert text in asked("What did you use to be?", text).say


@pytest.mark.parametrize(
    ("remark", "language"), [("Happy birthday!", "en"), ("Good luck!", "en"), ("生日快乐！", "zh")]
)
def test_wishes_are_thanked_for(remark: str, language: str) -> None:
    said = asked(remark, SEA, language=language)
    assert said.used == []
    assert said.knows


def test_that_day_is_the_day_of_the_answer_before() -> None:
    text = "弟弟去世那天，我把店里的钟全停了。"
    said = asked("那天你干了什么？", text, language="zh", before=("你弟弟还在吗？",))
    assert text in said.say


def test_why_one_stands_so_is_told_by_what_happened() -> None:
    wall = secret("Rolf built a wall a foot into my ground.", about=["rolf"])
    assert wall[0]["text"] in asked("Why are you at war with Rolf?", others=FOLK, stored=wall, recalled=wall).say


def test_a_question_without_a_subject_is_of_the_person() -> None:
    text = "I have taken a post in another country."
    assert text in asked("Planning to emigrate?", text).say


def test_a_deed_taken_for_granted_is_not_confirmed_by_another() -> None:
    burnt = secret("Bea burnt a chair in our first winter.", about=["bea"])
    said = asked("Why did you set fire to Bea's house?", others=FOLK, stored=burnt, recalled=burnt)
    assert not said.knows


def test_a_memory_without_what_is_asked_for_is_no_yes() -> None:
    text = "It was my candle that started the barn fire."
    said = asked("Was it on purpose?", text, before=("Did you start the fire in the barn?",))
    assert not said.say.startswith("Yes")
