"""Answers about oneself and about others, what one would do, and what one makes of things.

Knows the question alone. Invariant: what is said of somebody comes from the tie, the feeling or a memory; feelings
that are not whole sentences are said after a colon, as they are.
"""

import re
from typing import Any

from milkwood.questions.interview import plans
from milkwood.questions.interview.schema import Ask
from milkwood.questions.interview.wording import Wording
from milkwood.questions.language.sentences import bare, shared, words
from milkwood.questions.language.shift import is_own
from milkwood.questions.talk.liking import mood, of_feeling
from milkwood.questions.terms import Other, Recalled

Found = tuple[str, list[int], bool]
_TOPIC = re.compile(
    r"\b(paper|book|novel|thesis|poems?|boat|app|show|paintings?|tune|composition|series|animation|podcast|guitar|harp|garden|roses|fiddle|piano|cafe|shop|light|stew|bread)\b"
    r"|(论文|小说|诗|曲子|画|应用|动画|船|漫画|播客|网络剧|吉他|竖琴|玫瑰|琴|咖啡|灯塔|面包)"
)
_HOUSEHOLD = re.compile(
    r"\bmy (?:wife|husband|daughter|son|father|mother)\b|\bour son\b|housemate|roommate|same dorm|dorm neighbour"
    r"|妻子|丈夫|女儿|儿子|父亲|母亲|爸|妈|室友|合住|同住|同一栋宿舍"
)
_INVITED = re.compile(r"(?:asks?|invites?) you (?:to|for|over|out)|请你去|约你|请你(?:一起|吃|来)", re.IGNORECASE)
_COMPANY = re.compile(
    r"spend (?:time|an? \w+)|closest|best friend|whom? would you choose|谁待|最好的朋友|最亲近|想跟谁", re.IGNORECASE
)
_HOPE = re.compile(r"\bhope|\bwish|\bdream|盼|愿望|希望", re.IGNORECASE)
_OF = re.compile(r"who is|do you know|tell me about|what do you (?:think|make) of|是谁|认识|觉得|怎么样", re.IGNORECASE)
_TIES = (
    ("smoke", r"(?:neighbour|neighbor|next door|邻居|隔壁).*(?:fire|smoke|着火|冒烟)|smoke.*(?:neighbour|neighbor)"),
    ("fire", r"fire|burn|smoke|着火|烧|冒烟"),
    ("occupied", r"occupied|bathroom|queue|占着|有人在用|浴室|厕所"),
    ("empty", r"empty|refrigerator|fridge|ran out|run out|没吃的|空了|冰箱"),
    ("hurt", r"hurt|injur|faint|dead|body|ill\b|sick|fallen|受伤|晕|病|摔|死"),
)


def introduction(ask: Ask, wording: Wording, sort: str) -> Found:
    """Who one is: name, work, home, a thing or two one would tell."""
    own = ask["self"]
    parts = [wording.say("name", name=own["name"], age=str(own["age"]))] if sort in ("self", "age") else []
    if sort in ("self", "work") and own["work"]:
        parts.append(wording.say("work", work=_work(bare(own["work"]), wording.language)))
    if sort in ("self", "home") and own["home"]:
        parts.append(wording.say("home", home=_home(ask)))
    if sort == "self" and own["traits"]:
        parts.append(wording.say("traits", traits=wording.listed(own["traits"][:3])))
    if sort == "home":
        parts += _household(ask, wording)
    seeds = [one for one in _of_oneself(ask) if sort != "work" or shared(one["text"], own["work"])]
    wanted = words(ask["question"])
    seeds.sort(
        key=lambda one: (
            -len(wanted & words(one["text"])),
            mood(one["text"]) in ("sad", "hope", "glad"),
            -shared(one["text"], own["work"]),
            -one["importance"],
            one["id"],
        )
    )
    used = seeds[: 1 if sort in ("age", "home") and parts else 2]
    parts += [one["text"] for one in used]
    if not parts:
        return wording.say("unknown"), [], False
    return wording.joined(parts), [one["id"] for one in used], True


def _work(work: str, language: str) -> str:
    """What one does, without naming the place twice: `owner of Hobbs Cafe, Hobbs Cafe, from …`."""
    joint = "，" if language == "zh" else ", "
    title, *rest = work.split(joint)
    return joint.join([title, *(part for part in rest if part.removeprefix("The ") not in title)])


def _home(ask: Ask) -> str:
    """One's home as one calls it: `my apartment`, not `Isabella Rodriguez's apartment`."""
    own = ask["self"]
    if own["language"] == "zh":
        return own["home"].replace(f"{own['name']}的", "自己的")
    return own["home"].replace(f"{own['name']}'s", "my")


def _of_oneself(ask: Ask) -> list[Recalled]:
    return [
        one
        for one in ask["recalled"]
        if one["kind"] == "seed"
        and not one["private"]
        and not one["about"]
        and is_own(one["text"], ask["self"]["language"])
    ]


def _household(ask: Ask, wording: Wording) -> list[str]:
    """Those whose tie says that one lives with them."""
    names = [other["name"] for other in ask["others"] if _HOUSEHOLD.search(other["tie"])]
    return [wording.say("household", names=wording.listed(names))] if names else []


def about_oneself(ask: Ask) -> bool:
    """Whether somebody asks for the person by name, as if they were somebody else."""
    named = ask["self"]["name"] in ask["question"] or _has(ask["question"], ask["self"]["called"])
    return named and asked_about(ask) is None and bool(_OF.search(ask["question"]))


def asked_about(ask: Ask) -> Other | None:
    """The known person a question names."""
    question = ask["question"]
    named = [other for other in ask["others"] if other["name"] in question or _has(question, other["called"])]
    return named[0] if named else None


def _has(text: str, name: str) -> bool:
    if re.search(r"[㐀-鿿]", name):
        return name in text
    return bool(re.search(rf"\b{re.escape(name)}\b", text))


def of_another(ask: Ask, other: Other, wording: Wording) -> Found:
    """What one knows of somebody and how one feels about them."""
    about = [one for one in ask["recalled"] if other["id"] in one["about"] or _has(one["text"], other["called"])]
    about.sort(key=lambda one: (-shared(one["text"], ask["question"]), -one["importance"], one["id"]))
    parts: list[str] = []
    if other["tie"]:
        parts.append(wording.say("tie", name=other["name"], tie=bare(other["tie"])))
    else:
        parts.append(wording.say("barely", name=other["called"]))
    if other["feeling"]:
        parts.append(wording.say("feel", feeling=bare(other["feeling"])))
    used = about[:2]
    parts += [one["text"] for one in used]
    if not used and other["knows"]:
        parts.append(wording.say("knows", fact=other["knows"]))
    return wording.joined(parts), [one["id"] for one in used], True


def reaction(ask: Ask, wording: Wording) -> Found:
    """What one would do."""
    question = ask["question"]
    for key, pattern in _TIES:
        if re.search(pattern, question, re.IGNORECASE):
            return wording.say(key), [], True
    if _INVITED.search(question):
        return plans.invited(ask, wording)
    other = asked_about(ask)
    if other is not None:
        key = "meet_cold" if of_feeling(other["feeling"], other["closeness"]) < 0 else "meet"
        about = [one for one in ask["recalled"] if other["id"] in one["about"]][:1]
        parts = [wording.say(key, name=other["called"]), *(one["text"] for one in about)]
        return wording.joined(parts), [one["id"] for one in about], True
    trait = (
        ask["self"]["traits"][0] if ask["self"]["traits"] else ("沉得住气" if wording.language == "zh" else "patient")
    )
    return wording.say("would", trait=trait), [], True


def reflection(ask: Ask, wording: Wording) -> Found:
    """What one makes of one's life and of others."""
    question = ask["question"]
    other = asked_about(ask)
    if re.search(r"birthday|present|gift|生日|礼物", question, re.IGNORECASE) and other is not None:
        return _present(ask, other, wording)
    if re.search(r"compliment|praise|夸", question, re.IGNORECASE) and other is not None:
        about = _about(ask, other["id"])[:1]
        return (
            wording.joined([wording.say("praise", name=other["called"]), *(one["text"] for one in about)]),
            [one["id"] for one in about],
            True,
        )
    if _COMPANY.search(question):
        return company(ask, wording)
    return _mind(ask, wording)


def _about(ask: Ask, person: str) -> list[Recalled]:
    return sorted(
        (one for one in ask["recalled"] if person in one["about"]), key=lambda one: (-one["importance"], one["id"])
    )


def _present(ask: Ask, other: Other, wording: Wording) -> Found:
    about = _about(ask, other["id"])
    for one in about:
        if found := _TOPIC.search(one["text"]):
            return wording.say("present", name=other["called"], topic=found[1] or found[2]), [one["id"]], True
    return wording.say("present_plain", name=other["called"]), [], True


def company(ask: Ask, wording: Wording) -> Found:
    """With whom one would rather be than with anybody else."""
    if not ask["others"]:
        return wording.say("unknown"), [], False
    dearest = max(ask["others"], key=lambda other: (other["closeness"], other["id"]))
    about = _about(ask, dearest["id"])[:1]
    key = "closest" if re.search(r"closest|亲近|最亲", ask["question"], re.IGNORECASE) else "with"
    tie: Any = dearest["tie"] or dearest["knows"] or dearest["feeling"]
    parts = [
        wording.say(key, name=dearest["name"], tie=bare(tie)) if tie else wording.say("meet", name=dearest["called"])
    ]
    if dearest["feeling"] and dearest["feeling"] != tie:
        parts.append(wording.say("feel", feeling=bare(dearest["feeling"])))
    return wording.joined([*parts, *(one["text"] for one in about)]), [one["id"] for one in about], True


def _mind(ask: Ask, wording: Wording) -> Found:
    """An insight or a memory that the question touches, then what is on one's mind."""
    wanted = words(ask["question"])
    hopes = bool(_HOPE.search(ask["question"]))
    insights = sorted(
        (
            one
            for one in ask["recalled"]
            if one["kind"] in ("insight", "thought", "seed") and is_own(one["text"], ask["self"]["language"])
        ),
        key=lambda one: (
            one["private"],
            hopes and not (one["kind"] == "seed" and mood(one["text"]) == "hope"),
            -len(wanted & words(one["text"])),
            one["kind"] != "insight",
            mood(one["text"]) not in ("interest", "hope"),
            -one["importance"],
            one["id"],
        ),
    )
    parts, used = [], []
    if insights:
        parts.append(wording.say("thought", fact=insights[0]["text"]))
        used.append(insights[0]["id"])
    if ask["self"]["concerns"]:
        parts.append(wording.say("mind", concern=_own_concern(ask["self"]["concerns"][0], ask)))
    if not parts:
        return wording.say("unknown"), [], False
    return wording.joined(parts), used, True


def _own_concern(text: str, ask: Ask) -> str:
    if ask["self"]["language"] == "zh":
        return re.sub(r"[他她](?!们)", "我", bare(text))
    possessive, subject = {"she": ("her", "she"), "he": ("his", "he")}.get(ask["self"]["pronoun"], ("their", "they"))
    text = re.sub(rf"\b{possessive}\b", "my", bare(text))
    text = re.sub(rf"\b{subject} means\b", "I mean", text)
    text = re.sub(rf"\b{subject} likes\b", "I like", text)
    text = re.sub(r"\b(?:himself|herself|themself)\b", "myself", text)
    return re.sub(rf"\b{subject}\b", "I", text)
