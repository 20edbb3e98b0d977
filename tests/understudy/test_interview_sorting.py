"""Questions of an interviewer are classified in both languages, and answered from the right source."""

import pytest

from milkwood.understudy.interview.situations import situation
from milkwood.understudy.interview.sorting import sort_of, sorts_of_oneself


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("You want to take a shower, but the bathroom is taken. What do you do?", "reaction"),
        ("You see smoke coming from a neighbour's window. What do you do?", "reaction"),
        ("A friend of yours asks you to lunch tomorrow. What do you say?", "reaction"),
        ("What do you do for a living?", "work"),
        ("What do you do?", "work"),
        ("Who are the people closest to you?", "reflection"),
        ("If you could spend an afternoon with somebody you know, whom would you choose, and why?", "reflection"),
        ("What would you give Maria Lopez as a present?", "reflection"),
        ("What have you come to understand lately?", "reflection"),
        ("What do you hope for?", "reflection"),
        ("What does an ordinary day look like for you?", "schedule"),
        ("When do you usually go to bed?", "hours"),
        ("What time do you get up?", "hours"),
        ("Have you promised anybody anything?", "plan"),
        ("When did you last talk with Klaus Mueller?", "person"),
        ("Who is running for mayor?", "person"),
        ("Is there a party on Valentine's Day?", "fact"),
        ("The lamp goes out while you read. How would you take it?", "reaction"),
        ("Tell me, what do you do for a living?", "work"),
        ("Whom do you rely on?", "company"),
        ("What was the hardest thing in your life?", "reflection"),
        ("What kind of person are you?", "nature"),
        ("Are you free at five?", "plan"),
        ("How late do you go to bed?", "hours"),
        ("Do you live alone?", "home"),
        ("What is your greatest weakness?", "fault"),
        ("What is your favourite spot in town?", "haunt"),
        ("How did you become what you are, and do you enjoy your work?", "calling"),
        ("How are you?", "content"),
        ("What should people know about you?", "legacy"),
        ("Who has impressed you lately?", "struck"),
        ("What must you still finish today?", "duty"),
        ("What time do you close?", "shift"),
        ("Where do you eat lunch? And who cooks?", "meal"),
        ("Do you have any children?", "family"),
    ],
)
def test_english_questions_are_classified(question: str, sort: str) -> None:
    assert sort_of(question, "en") == sort


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("你想洗澡，可浴室里有人，你怎么办？", "reaction"),
        ("有个朋友约你明天一起吃午饭，你怎么说？", "reaction"),
        ("你是做什么工作的？", "work"),
        ("你跟谁最亲近？", "company"),
        ("要是能跟一个认识的人待一下午，你会选谁？为什么？", "company"),
        ("你会送玛丽亚什么礼物？", "reflection"),
        ("最近你想明白了什么？", "reflection"),
        ("你平常的一天是怎么过的？", "schedule"),
        ("你平常几点睡觉？", "hours"),
        ("你一般几点起床？", "hours"),
        ("你答应过别人什么事吗？", "plan"),
        ("你还记得跟克劳斯有关的什么事？", "person"),
        ("你最信任谁？", "company"),
        ("你擅长什么？", "nature"),
        ("明天你有空吗？", "plan"),
        ("你是一个人住吗？", "home"),
    ],
)
def test_chinese_questions_are_classified(question: str, sort: str) -> None:
    assert sort_of(question, "zh") == sort


def test_all_parts_of_a_question_about_the_person_are_found() -> None:
    assert sorts_of_oneself("How old are you, and where do you live?", "en") == ["age", "home"]
    assert sorts_of_oneself("你多大了，做什么工作？", "zh") == ["age", "work"]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("The curtains catch fire and somebody is hurt.", "fire"),
        ("Somebody has fallen on the stairs.", "hurt"),
        ("Your neighbour forgot that you were to meet.", "wronged"),
        ("A storm breaks while you are on the road.", "weather"),
        ("You are late for work.", "late"),
        ("A newcomer asks you the way.", "stranger_near"),
        ("有个孩子在路边哭。", "sad"),
        ("水管坏了。", "broken"),
        ("A goose recites a poem.", ""),
    ],
)
def test_situations_are_classified_danger_first(told: str, kind: str) -> None:
    assert situation(told) == kind
