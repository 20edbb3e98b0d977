"""What an interviewer asks is told apart, in both languages, and what is asked for is answered from where it stands."""

import pytest

from milkwood.questions.interview.sorting import sort_of


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
    ],
)
def test_english_questions_are_told_apart(question: str, sort: str) -> None:
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
    ],
)
def test_chinese_questions_are_told_apart(question: str, sort: str) -> None:
    assert sort_of(question, "zh") == sort
