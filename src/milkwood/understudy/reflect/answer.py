"""reflect without a model: insights about another person, about a topic of the town, about the person themselves.

Invariant: every insight cites memories that were offered, at least one, and none repeats an older one.
"""

import re
from collections import defaultdict

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.reflect.schema import Ask, Insight, Reply
from milkwood.questions.terms import Recalled
from milkwood.understudy.language.names import call, is_kin
from milkwood.understudy.language.phrases import sheet
from milkwood.understudy.language.sentences import bare, capital, cut, same, shared, words
from milkwood.understudy.language.shift import of_oneself
from milkwood.understudy.talk.liking import is_cold, mood

MAX_INSIGHTS = 3
_HOUR = re.compile(r"\d{1,2}[:：]\d{2}")
_SUMMARY = (
    re.compile(r"^(?:Talking with|I told|I had a few words with) (?P<name>[A-Z][\w'’-]+)(?=,| that| at)"),
    re.compile(r"^(?:在.{1,12})?我?跟(?P<name>[^、聊说]{1,8})(?:聊天|说起|说了)"),
)
_MATTERS = (
    ("the election", "选镇长的事", r"mayor|election|镇长|竞选|参选"),
    ("the party", "派对", r"\bparty\b|派对"),
    ("Lantern Night", "灯笼之夜", r"Lantern Night|灯笼之夜"),
    ("music", "音乐", r"\bmusic|fiddle|piano|tune|guitar|曲子|音乐|钢琴|吉他|拉琴"),
    ("money", "钱的事", r"\bmoney|price|bill|margin|涨价|赚头|花没|账"),
    ("writing", "写作", r"novel|poem|\bbook\b|chapter|小说|诗|书稿|论文"),
    ("painting", "画画", r"paint|canvas|watercolour|画"),
)


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (what belongs together shares people or words)
    """One to three insights."""
    language = "zh" if ask["self"]["language"] == "zh" else "en"
    found: list[Insight] = []
    for make in (_about_people, _about_matters, _about_oneself):
        found += make(ask, draw, language)
    fresh: list[Insight] = []
    for one in sorted(found, key=lambda each: -each.importance):
        if not any(_again(one.text, old) for old in (*ask["insights"], *(kept.text for kept in fresh))):
            fresh.append(one)
    return Reply(insights=fresh[:MAX_INSIGHTS] or [_plain(ask, draw, language)])


def _again(text: str, old: str) -> bool:
    return text == old or same(text, old)


def _names(ask: Ask) -> dict[str, str]:
    """Names of people, as given or as in summaries of talks."""
    names = {one["id"]: call(one) for one in ask.get("people", [])}
    for one in (*ask["recent"], *ask["recalled"]):
        if one["kind"] == "talk" and len(one["about"]) == 1:
            for pattern in _SUMMARY:
                if match := pattern.match(one["text"]):
                    names.setdefault(one["about"][0], match["name"])
    return names


def _said(draw: Stream, language: str, key: str, **fields: str) -> str:
    ways = sheet("milkwood.understudy.reflect", "insights", language)[key]
    return cut(capital(draw.chosen(ways).format(**fields)), 240)


def _about_people(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    names = _names(ask)
    kin = {one["id"] for one in ask.get("people", []) if is_kin(one)}
    groups: dict[str, list[Recalled]] = defaultdict(list)
    for one in (*ask["recent"], *ask["recalled"]):
        for person in one["about"]:
            if person != ask["self"]["id"] and one["kind"] != "insight":
                groups[person].append(one)
    ranked = sorted(groups, key=lambda person: (-sum(one["importance"] for one in groups[person]), person))
    made = []
    for person in ranked:
        group = groups[person]
        if person not in names or len(group) < 2 or any(names[person] in old for old in ask["insights"]):
            continue
        made.append(_of_person(draw, language, names[person], group, kin=person in kin))
        if len(made) == 2:
            break
    return made


def _of_person(draw: Stream, language: str, name: str, group: list[Recalled], *, kin: bool) -> Insight:
    weighty = max(group, key=lambda one: (one["importance"], one["id"]))
    talks = [one for one in group if one["kind"] == "talk"]
    moods = [mood(one["text"]) for one in group if one["kind"] in ("news", "talk", "seed")]
    matter = _matter(" ".join(one["text"] for one in group), language)
    if sum(1 for one in group if one["kind"] == "seed" and is_cold(one["text"])):
        key = "cold"
    elif moods.count("sad") >= 2:
        key = "carries"
    elif kin:
        key = "family"
    elif matter and len(talks) >= 2:
        key = "keeps"
    elif len(talks) >= 2:
        key = "often"
    elif moods.count("hope") >= 1 and weighty["importance"] >= 4:
        key = "wants"
    else:
        key = "trusts" if any(one["kind"] == "news" for one in group) else "matters"
    evidence = sorted({one["id"] for one in sorted(group, key=lambda one: -one["importance"])[:5]})
    return Insight(
        text=_said(draw, language, key, name=name, matter=matter),
        evidence=evidence,
        importance=min(8, 4 + len(group) // 2 + (1 if talks else 0)),
    )


def _matter(text: str, language: str) -> str:
    for english, chinese, pattern in _MATTERS:
        if len(re.findall(pattern, text, re.IGNORECASE)) >= 2:
            return chinese if language == "zh" else english
    return ""


def _about_matters(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    """A topic that recurs in talks with different people."""
    made = []
    for english, chinese, pattern in _MATTERS:
        group = [
            one for one in ask["recent"] if re.search(pattern, one["text"], re.IGNORECASE) and one["kind"] != "insight"
        ]
        sources = {person for one in group for person in (one["about"] or [one["source"]])}
        matter = chinese if language == "zh" else english
        if len(group) >= 3 and len(sources) >= 2 and not any(matter in old for old in ask["insights"]):
            made.append(
                Insight(
                    text=_said(draw, language, "everywhere", matter=matter),
                    evidence=sorted(one["id"] for one in group)[:6],
                    importance=min(8, 4 + len(group) // 2),
                )
            )
    return made[:2]


def _about_oneself(ask: Ask, draw: Stream, language: str) -> list[Insight]:
    """How recent events touch the person's concerns and plans."""
    made = []
    for concern in ask["self"]["concerns"]:
        if _HOUR.search(concern):
            continue  # an appointment is not a concern
        group = [
            one
            for one in (*ask["recent"], *ask["recalled"])
            if one["kind"] != "insight" and shared(one["text"], concern) >= 1
        ]
        old = any(shared(concern, insight) >= 2 for insight in ask["insights"])
        if len(group) >= 2 and len(words(concern)) >= 2 and not old:
            text = _said(
                draw, language, "concern", concern=of_oneself(concern, ask["self"]["pronoun"], ask["self"]["language"])
            )
            made.append(Insight(text=text, evidence=sorted({one["id"] for one in group})[:5], importance=6))
            break
    promises = [one for one in ask["recent"] if one["kind"] == "promise"]
    if promises:
        evidence = sorted(one["id"] for one in promises)[:4]
        made.append(Insight(text=_said(draw, language, "ahead"), evidence=evidence, importance=5))
    talks = [one for one in ask["recent"] if one["kind"] == "talk"]
    if len(talks) >= 3 and len({person for one in talks for person in one["about"]}) >= 3:
        evidence = sorted(one["id"] for one in talks)[:6]
        made.append(Insight(text=_said(draw, language, "company"), evidence=evidence, importance=5))
    return made


def _plain(ask: Ask, draw: Stream, language: str) -> Insight:
    """The most important memory, if there is no other insight."""
    offered = [*ask["recent"], *ask["recalled"]]
    if not offered:
        return Insight(text=_said(draw, language, "quiet"), evidence=[0], importance=3)
    best = max(offered, key=lambda one: (one["importance"], one["id"]))
    text = _said(draw, language, "stays", fact=bare(best["text"]))
    for attempt in ("quiet", "company", "ahead"):
        if any(_again(text, old) for old in ask["insights"]):
            text = _said(draw, language, attempt)
    return Insight(text=text, evidence=[best["id"]], importance=max(3, min(6, best["importance"])))
