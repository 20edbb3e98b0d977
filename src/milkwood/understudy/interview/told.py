"""Answers to what the person was told: by a visitor who gave a name, or lately by anyone.

Invariant: only news that may be passed on is told, newest first, in the remembered words.
"""

import re

from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview import evidence
from milkwood.understudy.interview.query import query_of
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.sentences import capital, content

MAX_TOLD_NEWS = 3
_TOLD = re.compile(
    r"\bwhat\b.*\b(?:tell|told|say|said|mention\w*|share\w*|confide\w*)\b|\b(?:hear|heard|learn\w*) from\b"
    r"|(?:跟|对|和|告诉)你?(?:都|还)?(?:说|讲|聊|提)?(?:了|过|起)?(?:些|点)?(?:什么|啥)"
    r"|(?:说|讲|聊|提)(?:了|过|起)(?:些|点)?(?:什么|啥)|听.{1,8}说(?:了|过)?(?:什么|啥)",
    re.IGNORECASE,
)
_HEARD = re.compile(
    r"\bwhat (?:have|did) you hear|\bany(?:thing)? new(?:s)?\b|\bwhat(?:'s| is) (?:the news|new|going on)\b"
    r"|\bheard (?:any|lately|recently)|\bgossip"
    r"|听(?:说|到)(?:了|过)?(?:些|点)?(?:什么|啥)|(?:什么|啥)(?:新闻|消息|新鲜事|八卦|闲话|传闻|流言|风声)",
    re.IGNORECASE,
)
_GOSSIP = re.compile(
    r"\bgossip|\brumou?rs?\b|\bwhat (?:do|are) (?:people|they|folks) (?:say|saying|talk|whisper)\w*\b(?!.*\byou\b)"
    r"|闲话|流言|谣言|传言|传闻|八卦|风言风语",
    re.IGNORECASE,
)
_OF_HEARING = frozenset(
    "heard hear lately recently news new anything around town these gossip any".split()
) | frozenset("最近听说到闻消息新鲜事啥镇上几天有没八卦闲话传闻流言风声")
"""Words of a question that asks for news of any kind."""


def told(ask: Ask, wording: AnswerWording) -> FoundAnswer | None:
    """What the person was told; None for other questions, or if nothing was told."""
    question = ask["question"]
    known = {
        one["id"]: one for one in (*ask["lived"], *ask["recalled"]) if one["kind"] == "news" and not one["private"]
    }
    newest = sorted(known.values(), key=lambda one: -one["id"])
    if _TOLD.search(question):
        by = [one for one in newest if _is_said(one["source"], question)]
        if by:
            return _said(by, wording)
    if _GOSSIP.search(question) and not any(other["called"] in question for other in ask["others"]):
        every = {one["id"]: one for one in (*ask.get("stored", ()), *ask["recalled"]) if not one["private"]}
        rumours = [one for one in every.values() if one.get("certainty") in ("rumour", "denied")]
        if rumours:
            query = query_of(ask, question)
            said = [evidence.told(one, query, wording) for one in rumours[:MAX_TOLD_NEWS]]
            return wording.joined(said), [one["id"] for one in rumours[:MAX_TOLD_NEWS]], True
    if _HEARD.search(question) and not content(question) - _OF_HEARING and newest:
        return _said(newest, wording)
    return None


def _is_said(source: str, question: str) -> bool:
    """Whether the question is about a visitor known by name only."""
    return bool(source) and source != "me" and source in question


def _said(news: list[Recalled], wording: AnswerWording) -> FoundAnswer:
    first = news[:MAX_TOLD_NEWS]
    return wording.joined([capital(one["text"]) for one in first]), [one["id"] for one in first], True
