"""What people make of each other: sympathy, answers to invitations, insights.

Invariant: read from lines and memories alone, with the acts that listeners recognise.
"""

from collections import Counter
from collections.abc import Iterator

from milkwood.chronicle.transcript import Transcript
from milkwood.understudy.language.names import mentioned
from milkwood.understudy.language.when import when
from milkwood.understudy.talk.hearing import ACCEPTS, DECLINES, act, whole
from tests.story.measures import Life, Measure, at_least, none_of, share, told
from tests.story.measures_voice import names_of, skeleton

DISTINCT_INSIGHTS = 80
"""Minimum percent of insights whose skeleton no other insight has."""


def measures(life: Life) -> list[Measure]:
    """All measures of feelings."""
    return [*_sympathy(life), *_answers(life), *_insights(life), *_closeness(life)]


def _sympathy(life: Life) -> Iterator[Measure]:
    """Sympathy for an absent person is for someone who was spoken of."""
    language = life.language
    people = tuple(
        (person.id, name)
        for person in life.pack.people.values()
        for name in dict.fromkeys((person.name.in_language(language), person.called.in_language(language)))
    )
    wrong, shown = [], 0
    for talk in life.talks:
        for at, line in enumerate(talk.lines):
            for sentence in whole(line.text, str(language)):
                if act(sentence, str(language)) != "sad_third":
                    continue
                shown += 1
                before = {one for heard in talk.lines[:at] for one in mentioned(heard.text, people)[:1]}
                before |= {
                    one
                    for heard in talk.lines[:at]
                    for part in whole(heard.text, str(language))
                    for one in mentioned(part, people)[:1]
                }
                if not set(mentioned(sentence, people)) <= before:
                    wrong.append(f"{life.at(line.tick)} {line.speaker}: {sentence}")
    yield told("words of sympathy for someone absent", shown)
    yield none_of("sympathy for someone of whom nothing was told", wrong)


def _answers(life: Life) -> Iterator[Measure]:
    """Nobody accepts and declines the same thing in one talk."""
    both = [
        f"{life.at(talk.began)} {person}"
        for talk in life.talks
        for person in talk.members
        if _says_both(talk, str(person), life)
    ]
    yield none_of("people who accept and decline one thing in one talk", both)


def _says_both(talk: Transcript, person: str, life: Life) -> bool:
    language, said = str(life.language), set[str]()
    offers = set[tuple[str, int]]()
    for line in talk.lines:
        moment = life.header.clock.moment(line.tick)
        for sentence in whole(line.text, language):
            event = when(sentence, f"{moment:%Y-%m-%d}", f"{moment:%H:%M}")
            if event is not None and act(sentence, language) not in ("bye_event",):
                offers.add((event.date, event.start))
            if str(line.speaker) == person:
                said |= {act(sentence, language)} & (ACCEPTS | DECLINES)
    return len(offers) == 1 and bool(said & ACCEPTS) and bool(said & DECLINES)


def _insights(life: Life) -> Iterator[Measure]:
    names, language = names_of(life), "zh" if life.language == "zh" else "en"
    texts = [memory.text for _, _, memory in life.memories if memory.kind == "insight"]
    counted = Counter(skeleton(text, names, language) for text in texts)
    alone = sum(1 for text in texts if counted[skeleton(text, names, language)] == 1)
    most = [f"{times} × {one}" for one, times in counted.most_common(6) if times > 1]
    yield told("insights", len(texts))
    yield at_least(
        "insights with a skeleton of their own",
        share(len(counted), len(texts)) if texts else 100,
        DISTINCT_INSIGHTS,
        "%",
        most,
    )
    yield told("insights whose skeleton no other has", share(alone, len(texts)) if texts else 100, "%")
    bare = [
        text
        for _, _, memory in life.memories
        if memory.kind == "insight" and not memory.evidence
        for text in [memory.text]
    ]
    yield none_of("insights without evidence", bare)


def _closeness(life: Life) -> Iterator[Measure]:
    """How far opinions moved, and whether both ways."""
    moved = Counter[str]()
    for each in life.questions:
        if each.question.id.kind != "after_talk":
            continue
        before = {other["id"]: other["closeness"] for other in each.question.content["others"]}
        before |= {
            one["id"]: one["closeness"]
            for one in each.question.content["people"]
            if "closeness" in one and one["id"] not in before
        }
        for one in each.answer.content.get("impressions", ()):
            step = one["closeness"] - before.get(one["person"], one["closeness"])
            moved["up" if step > 0 else "down" if step < 0 else "same"] += 1
            moved["far"] += step <= -2
    yield told("impressions that grew warmer", moved["up"])
    yield told("impressions that grew colder", moved["down"])
    yield told("impressions that fell by several points at once", moved["far"])
