import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.reflect.schema import Insight
from milkwood.understudy.reflect.answer import answer
from tests.understudy.bounds import bounded
from tests.understudy.chatter import Chatter, day
from tests.understudy.townsfolk import Unlike, recalled

TIES = {"en": "my wife", "zh": "我妻子"}


def lately(chatter: Chatter, person: str, talks: list[Any]) -> list[dict[str, Any]]:
    """News and summaries of the day, numbered after all else."""
    found = [one for one in chatter.memories[person] if one["kind"] == "news"]
    number = 1000
    for talk in talks:
        if person in talk.kept:
            other = next(one for one in talk.kept if one != person)
            number += 1
            found.append(recalled(number, talk.kept[person].summary, kind="talk", about=[other], importance=3))
    return found[-12:]


def thought(
    chatter: Chatter, person: str, recent: list[dict[str, Any]], insights: list[str], seed: int = 1
) -> list[Insight]:
    content: Any = {
        "self": chatter.folk.card(person),
        "now": {},
        "recent": recent,
        "recalled": chatter.folk.memories(person)[:6],
        "insights": insights,
        "people": chatter.folk.named(),
    }
    reply = answer(content, stream(seed, person), Unlike())
    return bounded(reply).insights if reply.insights else []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_insights_cite_what_was_offered_and_do_not_repeat(language: str) -> None:
    chatter, talks = day("the_ville", "valentine", language, 60)
    foreign = re.compile(r"[A-Za-z]{2,}" if language == "zh" else r"[㐀-鿿]")
    had: list[str] = []
    for person in chatter.folk.people:
        recent = lately(chatter, person, talks)
        offered = {one["id"] for one in (*recent, *chatter.folk.memories(person)[:6])}
        thoughts: list[str] = []
        for seed in range(3):
            for insight in thought(chatter, person, recent, thoughts, seed):
                assert set(insight.evidence) <= offered
                assert insight.text not in thoughts
                assert not foreign.search(insight.text), insight.text
                assert "{" not in insight.text
                thoughts.append(insight.text)
        had += thoughts
    assert len(had) > len(chatter.folk.people)


def test_frequently_mentioned_people_are_named_in_insights() -> None:
    chatter, _ = day("the_ville", "valentine", "en", 60)
    recent = [
        recalled(
            51, "Talking with Klaus, I heard that he is tired.", kind="talk", about=["klaus_mueller"], importance=4
        ),
        recalled(
            52, "Klaus worries that nobody will read his paper.", kind="news", about=["klaus_mueller"], importance=6
        ),
        recalled(53, "Klaus is afraid of the exam.", kind="news", about=["klaus_mueller"], importance=6),
    ]
    first = thought(chatter, "ayesha_khan", recent, [])[0]
    assert "Klaus" in first.text
    assert set(first.evidence) >= {52, 53}


def test_names_are_read_from_summaries_when_none_are_given() -> None:
    chatter, _ = day("the_ville", "valentine", "en", 60)
    recent = [
        recalled(51, "Talking with Klaus, I heard that he is tired.", kind="talk", about=["klaus_mueller"]),
        recalled(52, "I had a few words with Klaus at Hobbs Cafe.", kind="talk", about=["klaus_mueller"]),
    ]
    me = chatter.folk.card("maria_lopez")
    content: Any = {"self": me, "now": {}, "recent": recent, "recalled": [], "insights": []}
    reply = answer(content, stream(1, "x"), Unlike())
    assert "Klaus" in reply.insights[0].text


def test_with_very_few_memories_there_is_still_an_insight() -> None:
    chatter, _ = day("the_ville", "valentine", "en", 60)
    (only,) = thought(chatter, "ryan_park", [recalled(51, "I saw a duck.", importance=2)], [], 1)[:1]
    assert only.evidence


@pytest.mark.parametrize("language", ["en", "zh"])
def test_insights_about_family_do_not_treat_them_as_strangers(language: str) -> None:
    chatter, _ = day("the_ville", "valentine", language, 60)
    name = chatter.folk.card("jennifer_moore")["called"]
    told = {"en": f"I had a few words with {name} at home.", "zh": f"我跟{name}说了几句话。"}[language]
    recent = [recalled(n, told, kind="talk", about=["jennifer_moore"], importance=5) for n in (2001, 2002, 2003)]
    distant = re.compile(
        r"want to know|often than|without my noticing|look for each other|多了解|愿意碰见|不知不觉|比原先想"
    )
    for seed in range(8):
        ties = {"jennifer_moore": TIES[language]}
        people = [{**one, "tie": ties.get(one["id"], "")} for one in chatter.folk.named()]
        me = chatter.folk.card("sam_moore")
        content: Any = {"self": me, "now": {}, "recent": recent, "recalled": [], "insights": [], "people": people}
        reply = answer(content, stream(seed, "sam_moore"), Unlike())
        texts = [one.text for one in reply.insights]
        assert not [text for text in texts if name in text and distant.search(text)], texts


def test_an_appointment_is_not_a_concern() -> None:
    chatter, _ = day("the_ville", "valentine", "en", 60)
    card = {**chatter.folk.card("sam_moore"), "concerns": ["going to Isabella's Valentine's Day party, today at 17:00"]}
    news = "Isabella is giving a Valentine's Day party at Hobbs Cafe."
    recent = [recalled(n, news, kind="news", about=["isabella_rodriguez"], importance=7) for n in (2001, 2002)]
    content: Any = {"self": card, "now": {}, "recent": recent, "recalled": [], "insights": [], "people": []}
    reply = answer(content, stream(1, "sam_moore"), Unlike())
    assert not [one for one in reply.insights if "17:00" in one.text]
