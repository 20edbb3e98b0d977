"""after_talk: what a person keeps of a talk."""

import re
from collections.abc import Sequence
from typing import Final

from milkwood.clock import minutes_at
from milkwood.models.wording import touched
from milkwood.questions.after_talk.schema import MAX_COOLING_CHANGE, MAX_WARMING_CHANGE, SAID_CERTAINTIES, Ask, Reply
from milkwood.questions.faults import Fault
from milkwood.questions.heard import nearest_heard, plans_heard, without_teller
from milkwood.questions.kind import DraftReply, Kind, Trim
from milkwood.questions.pieces import wording
from milkwood.questions.read_aloud import without_name
from milkwood.questions.shape import ListBounds
from milkwood.questions.spoken import bare_of, content_of, has_no_names, sentences_of

_KEPT_SHARE: Final = 0.4
"""Share of the words of what was told that news must have to be about it."""
_MAX_KEPT_NEWS: Final = 2
_PLAN_IMPORTANCE: Final = 6
"""Importance of what was told of a plan: others should hear of it."""
_MIN_WORDS: Final = 3
"""Content words of a sentence that is news."""
_OF_BEFORE: Final = re.compile(r"(?:he|she|they|it|his|her|their|its|this|that)\b|[他她它]", re.IGNORECASE)
_ADDRESSES: Final = re.compile(r"\byou(?:rs?)?\b|[你您]", re.IGNORECASE)
_QUOTES: Final = re.compile(r"[“”]")
_PLACEHOLDER: Final = re.compile(r"<[^<>]*>")
"""A part of the prompt's form of an answer, copied instead of filled in."""
_NIGHT_END_MINUTES = 6 * 60
"""An end before this hour belongs to the next day, if the start does not."""


def _tidy(ask: Ask, reply: DraftReply) -> list[Fault]:
    """Keeps news of other speakers, future dated things, and impressions of people present or known."""
    me = ask["self"]["id"]
    spoke = {line["by"] for line in ask["lines"]} - {me}
    before = {one["id"]: one["closeness"] for one in ask["people"] if "closeness" in one}
    before |= {other["id"]: other["closeness"] for other in ask["others"]}
    reply["news"] = [news for news in reply.get("news", ()) if news["by"] in spoke]
    told = len(reply["news"])
    reply["news"] = _named(ask, reply["news"])
    left_out = [Fault("pronoun", "news")] if len(reply["news"]) < told else []
    reply["news"] += _kept(ask, [news["text"] for news in reply["news"]])
    for news in reply["news"]:
        if touched([plan.text for plan in plans_heard(ask)], [news["text"]], _KEPT_SHARE):
            news["importance"] = max(_PLAN_IMPORTANCE, news.get("importance", 0))
    for news in reply["news"]:
        if not _is_said(ask, news):
            news.pop("certainty", None)
    for one in reply.get("commitments", ()):
        if minutes_at(one["end"]) < _NIGHT_END_MINUTES <= minutes_at(one["start"]):
            one["end"] = f"{int(one['end'][:2]) + 24}{one['end'][2:]}"
    reply["commitments"] = [
        one
        for one in reply.get("commitments", ())
        if one["date"] >= ask["now"]["date"]
        and minutes_at(one["end"]) > minutes_at(one["start"])
        and not _PLACEHOLDER.search(one["what"])
    ]
    reply["impressions"] = [one for one in reply.get("impressions", ()) if one["person"] in before]
    for one in reply["impressions"]:
        old = before[one["person"]]
        one["closeness"] = max(old - MAX_COOLING_CHANGE, min(old + MAX_WARMING_CHANGE, one["closeness"]))
    for one in reply["commitments"]:
        one["company"] = [person for person in one.get("company", ()) if person != me]
    return left_out


def _is_said(ask: Ask, news: DraftReply) -> bool:
    """Whether news can be as sure as a model says: nobody has only heard of what they do, or denies what is unknown."""
    certainty = news.get("certainty")
    if certainty == "rumour":
        return news["by"] not in news.get("about", ())
    if certainty == "denied":
        return bool(touched([*ask["known"], *ask.get("doubtful", ())], [news["text"]]))
    return certainty in SAID_CERTAINTIES


def _named(ask: Ask, told: Sequence[DraftReply]) -> list[DraftReply]:
    """News with names instead of I and you: without who told them to whom and without the sentences that say I; if
    nothing is left, as they were said."""
    names = [name for one in (*ask["others"], *ask["people"]) for name in (one["name"], one.get("called", ""))]
    plain = [{**news, "text": without_teller(without_name(news["text"], names), names)} for news in told]
    named = [
        {**news, "text": _without_oneself(text) if has_no_names(text) else text}
        for news in plain
        if (text := news["text"])
    ]
    if not any(news["text"] for news in named):
        said = [(news, nearest_heard(ask, news["by"], news["text"])) for news in plain]
        named = [
            {**news, "text": _quoted(ask, news["by"], "" if _ADDRESSES.search(text) else text)} for news, text in said
        ]
    return list({bare_of(news["text"]): news for news in reversed(named) if news["text"]}.values())[::-1]


def _without_oneself(text: str) -> str:
    """The sentences of news that name everyone; empty if the first of them speaks of someone named before."""
    kept = [each for each in sentences_of(text) if not has_no_names(each) and content_of(each, ()) >= _MIN_WORDS]
    return ("" if kept and "。" in kept[0] else " ").join(kept) if kept and not _OF_BEFORE.match(kept[0]) else ""


def _quoted(ask: Ask, by: str, words: str) -> str:
    """The words of a speaker as news; empty for none."""
    name = next((one["name"] for one in (*ask["others"], *ask["people"]) if one["id"] == by), "")
    said = wording(ask["self"]["language"])["told_you"]
    return said.format(name=name, words=_QUOTES.sub("", words)) if name and words else ""


def _kept(ask: Ask, kept: Sequence[str]) -> list[DraftReply]:
    """What was told of a plan and is in none of the kept news, word for word: a model that forgets breaks the chain."""
    missing = [each for each in plans_heard(ask) if not touched([each.text], kept, _KEPT_SHARE)][:_MAX_KEPT_NEWS]
    texts = [(each.by, _quoted(ask, each.by, each.text)) for each in missing]
    return [{"text": text, "by": by, "about": [by], "importance": _PLAN_IMPORTANCE} for by, text in texts if text]


def _filled(ask: Ask, reply: Reply) -> str:
    kept = {news["text"] for news in _kept(ask, ())}
    return "news" if any(news.text in kept for news in reply.news) else ""


def _bounds(ask: Ask) -> ListBounds:
    return {"news": (0, 4), "commitments": (0, 2), "impressions": (0, len(ask["others"]) + 1)}


def _check(_ask: Ask, reply: Reply) -> list[Fault]:
    """News must be whole sentences with names, so that they can be repeated."""
    return [Fault("pronoun", f"news.{n}.text") for n, news in enumerate(reply.news) if has_no_names(news.text)]


KIND: Kind[Ask, Reply] = Kind(
    "after_talk",
    Reply,
    most_prompt_tokens=1300,
    most_answer_tokens=800,
    trims=(
        Trim("known", 3, most=8),
        Trim("heard", 1),
        Trim("promises", 2, most=5),
        Trim("lines", 10, oldest=True),
        Trim("places", 6, most=12),
        Trim("others", 3),
    ),
    tidy=_tidy,
    bounds=_bounds,
    wanted=("news", "commitments", "impressions"),
    check=_check,
    filled=_filled,
)
