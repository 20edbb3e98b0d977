"""reflect without a model: insights about another person, about what people speak of, about the person themselves.

Invariant: every insight rests on memories that were offered and says why in their words; none repeats an older one;
nobody warms to an enemy without cause. If nothing is worth an insight, there is none.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.reflect.schema import Ask, Insight, Reply
from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.names import call, is_kin
from milkwood.understudy.language.orders import is_order
from milkwood.understudy.language.phrases import sheet
from milkwood.understudy.language.secrecy import secrecy
from milkwood.understudy.language.sentences import bare, capital, cut, same, shared, small, split, words
from milkwood.understudy.language.tone import tone
from milkwood.understudy.language.when import when
from milkwood.understudy.reflect.matters import matters
from milkwood.understudy.talk.liking import is_of, makes_peace, stance_of

MAX_INSIGHTS = 3
MAX_INSIGHT_PEOPLE = 2
MIN_IMPORTANCE = 4
"""Minimum importance of a memory that is an insight by itself."""
MAX_FACT_CHARACTERS = 170
MAX_CHARACTERS = 240
_HOUR = re.compile(r"\d{1,2}[:：]\d{2}")
_SUMMARY = (
    re.compile(r"^(?:Talking with|I told|I had a few words with) (?P<name>[A-Z][\w'’-]+)(?=,| that| at)"),
    re.compile(r"^(?:在.{1,12})?我?跟(?P<name>[^、聊说]{1,8})(?:聊天|说起|说了)"),
)
_HEARD = re.compile(
    r"^(?:Talking with .{1,60}?, I heard (?:that (?!it is not true that)|this: )|跟.{1,20}?聊天时听说：)"
    r"(?P<fact>.+?)(?:, and I am [^,]+\.|，我也说好了[^，]+。)?$"
)
_UNSURE = re.compile(
    r"^Talking with .{1,60}?, I heard (?:a rumour that|that it is not true that)"
    r"|^跟.{1,20}?聊天时听(?:到传言|说这不是真的)："
)
"""Summaries of talks that are no facts."""
_EMPTY_TALK = re.compile(r"^I had a few words with |^I told |^(?:在.{1,12})?我?跟.{1,20}?(?:说了|说起)")
_FACTS = frozenset({"seed", "news", "saw", "did", "voice"})


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (what belongs together shares people or words)
    """Up to three insights."""
    language = "zh" if ask["self"]["language"] == "zh" else "en"
    found: list[Insight] = []
    for make in (_about_people, _about_matters, _about_oneself, _plain):
        found += make(ask, draw, language)
    fresh: list[Insight] = []
    for one in sorted(found, key=lambda each: -each.importance):
        earlier = (*ask["insights"], *(kept.text for kept in fresh))
        if not any(one.text == old or same(one.text, old) for old in earlier):
            fresh.append(one)
    return Reply.model_construct(insights=fresh[:MAX_INSIGHTS])


def _said(draw: Stream, language: str, key: str, fact: str, **fields: str) -> str:
    ways = sheet("milkwood.understudy.reflect", "insights", language)[key]
    return cut(capital(draw.chosen(ways).format(fact=fact, **fields)), MAX_CHARACTERS)


def _fact(memory: Recalled) -> str:
    """What a memory says, as the end of a sentence; empty if it is an order, or says only that there was a talk."""
    text = memory["text"]
    if memory["kind"] == "talk":
        heard = _HEARD.match(text)
        if (heard is None and _EMPTY_TALK.match(text)) or _UNSURE.match(text):
            return ""
        text = heard["fact"] if heard else text
    elif memory["kind"] not in _FACTS:
        return ""
    said = bare(split(text)[0]) if text.strip() else ""
    if "“" in said or is_order(said):
        return ""
    return small(said) if 3 < len(said) <= MAX_FACT_CHARACTERS else ""


def _is_new(memory: Recalled, ask: Ask) -> bool:
    """Whether no earlier insight rests on the same words."""
    fact = _fact(memory)
    return bool(fact) and not any(fact[1:] in old for old in ask["insights"])


# --- about people


def _names(ask: Ask) -> dict[str, str]:
    """Names of people, as given or as in summaries of talks."""
    names = {one["id"]: call(one) for one in ask.get("people", [])}
    for one in (*ask["recent"], *ask["recalled"]):
        if one["kind"] == "talk" and len(one["about"]) == 1:
            for pattern in _SUMMARY:
                if match := pattern.match(one["text"]):
                    names.setdefault(one["about"][0], match["name"])
    return names


def _about_people(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    names = _names(ask)
    kin = {one["id"] for one in ask.get("people", []) if is_kin(one)}
    others = {one["id"]: one for one in ask.get("others", [])}
    lately = {one["id"] for one in ask["recent"]}
    groups: dict[str, list[Recalled]] = defaultdict(list)
    for one in (*ask["recent"], *ask["recalled"]):
        for person in one["about"]:
            if person != ask["self"]["id"] and one["kind"] != "insight" and person in names:
                groups[person].append(one)
    ranked = sorted(groups, key=lambda person: (-sum(one["importance"] for one in groups[person]), person))
    made: list[Insight] = []
    for person in ranked:
        group = groups[person]
        if not lately & {one["id"] for one in group} or len(made) == MAX_INSIGHT_PEOPLE:
            continue
        found = _why(ask, person, names[person], others.get(person), group, kin=person in kin)
        if found is None:
            continue
        key, memory = found
        text = _said(draw, language, key, _fact(memory), name=names[person])
        made.append(_insight(text, [memory, *group], 4 + len(group) // 2 + (key in _STRONG)))
    return made


_OF_SUBJECT = frozenset({"grave", "sad", "glad", "wish", "funny", "work"})
"""Feelings of the one whom a memory is about, not of one who is only named in what the person did."""
_STRONG = frozenset({"enemy", "thaw", "let_down", "worry", "doubt"})


def _why(
    ask: Ask, person: str, name: str, other: Other | None, group: Sequence[Recalled], *, kin: bool
) -> tuple[str, Recalled] | None:
    """What the memories show about a person, and the memory that says why; None if there is nothing new."""
    fresh = sorted((one for one in group if _is_new(one, ask)), key=lambda one: (-one["importance"], one["id"]))
    enemy = other is not None and stance_of(other, group) in ("enemy", "cold")
    enemy = enemy or (other is None and any(is_of(one, person) and "hostile" in tone(one["text"]) for one in group))
    by_feeling: dict[str, Recalled] = {}
    for one in fresh:
        for feeling in _feelings(one, person, name):
            by_feeling.setdefault(feeling, one)
    order = _OF_ENEMIES if enemy else _OF_KIN if kin else _OF_OTHERS
    return next(((key, by_feeling[feeling]) for feeling, key in order if feeling in by_feeling), None)


_OF_ENEMIES = (
    ("peace", "thaw"),
    ("ours", "enemy"),
    ("cold", "enemy"),
    ("own", "enemy"),
    ("doing", "enemy_news"),
    ("any", "enemy_news"),
)
_OF_OTHERS = (
    ("peace", "thaw"),
    ("ours", "let_down"),
    ("doubtful", "doubt"),
    ("doing", "let_down"),
    ("grave", "worry"),
    ("sad", "worry"),
    ("cold", "cold"),
    ("glad", "glad"),
    ("wish", "wants"),
    ("warm", "trusts"),
    ("funny", "amused"),
    ("work", "works"),
    ("any", "learnt"),
)
_OF_KIN = (
    ("doubtful", "doubt"),
    ("grave", "worry"),
    ("sad", "worry"),
    ("glad", "glad"),
    ("wish", "wants"),
    ("any", "family"),
)
"""What a memory shows, and the insight it makes; the first that fits."""


def _feelings(memory: Recalled, person: str, name: str) -> set[str]:
    """What a memory says of a person: `peace`, `ours` (enmity of both), `doing` (a wrong they did), feelings, `any`."""
    if memory["kind"] == "saw":
        return {"any"} if memory["importance"] >= MIN_IMPORTANCE else set()
    text, found = memory["text"], set(tone(memory["text"]))
    mine = is_of(memory, person)
    fact, summed_up = _fact(memory), memory["kind"] == "talk" and memory["about"] == [person]
    heard = memory["source"] not in ("me", "") or summed_up
    shown = {
        *({"any"} if heard and (summed_up or fact.startswith(name)) else ()),
        *({"own"} if mine else ()),
        *(found - {"hostile"}),
    }
    if "public" in found or memory.get("certainty", "known") == "denied" or not (mine or summed_up or name in fact):
        return set()
    if memory.get("certainty", "known") == "rumour":
        return {"doubtful"} if name in text and memory["source"] != person else set()
    if not (fact.startswith(name) or (name in fact and not mine)):
        shown -= _OF_SUBJECT
    if mine and makes_peace(text):
        shown.add("peace")
    if mine and "hostile" in found:
        shown.add("ours")
    elif "hostile" in found:
        shown.add("doing" if text.find(name) in range(3) else "sad")
    return shown


def _insight(text: str, memories: Sequence[Recalled], importance: int) -> Insight:
    best = sorted(memories[1:], key=lambda one: -one["importance"])[:4]
    return Insight(
        text=text, evidence=sorted({memories[0]["id"], *(one["id"] for one in best)}), importance=min(8, importance)
    )


# --- about what people speak of, and about oneself


def _about_matters(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    """A topic that recurs in talks with different people."""
    names = [part for one in ask.get("people", []) for part in {one["name"], call(one), *one["name"].split(" ")}]
    heard = [one for one in ask["recent"] if one["kind"] in ("news", "talk")]
    for matter in matters(heard, names, language):
        fresh = [one for one in matter.memories if _is_new(one, ask)]
        if fresh and not any(matter.phrase.strip("“”") in old for old in ask["insights"]):
            best = max(fresh, key=lambda one: (one["importance"], one["id"]))
            text = _said(draw, language, "everywhere", _fact(best), matter=matter.phrase)
            return [_insight(text, [best, *matter.memories], 4 + len(matter.memories) // 2)]
    return []


def _about_oneself(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    """How recent events touch the person's concerns and plans."""
    made = []
    for concern in ask["self"]["concerns"]:
        if _HOUR.search(concern) or is_order(concern) or len(words(concern)) < 2:
            continue  # an appointment or an order is not a concern
        touched = [one for one in (*ask["recent"], *ask["recalled"]) if shared(one["text"], concern) >= 2]
        fresh = [one for one in touched if _is_new(one, ask) and bare(one["text"]) not in concern]
        if fresh and not any(shared(concern, insight) >= 2 for insight in ask["insights"]):
            mine = in_a_sentence(concern, ask["self"]["pronoun"], ask["self"]["language"])
            made.append(_insight(_said(draw, language, "concern", _fact(fresh[0]), concern=mine), fresh, 6))
            break
    return made


def _plain(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    """The most important recent memory that no insight rests on yet."""
    fresh = [one for one in ask["recent"] if one["importance"] >= MIN_IMPORTANCE and _is_new(one, ask)]
    if not fresh:
        return []
    best = max(fresh, key=lambda one: (one["importance"], one["id"]))
    key = _key_of(best, ask)
    return [_insight(_said(draw, language, key, _fact(best)), [best], max(3, min(6, best["importance"])))]


def _key_of(memory: Recalled, ask: Ask) -> str:
    """How a memory that is an insight by itself is put."""
    found, now = tone(memory["text"]), ask["now"]
    if "public" in found and now and when(memory["text"], now["date"], now["time"]) is not None:
        return "ahead"
    if found & {"grave", "sad", "hostile"}:
        return "hard"
    return "bright" if found & {"glad", "funny"} and not secrecy(memory["text"]) else "stays"
