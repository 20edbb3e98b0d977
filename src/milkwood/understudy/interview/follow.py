"""Questions that refer to the interview so far: `why?`, `and then?`, `who else?`, `and Vesna?`.

Invariant: what they refer to is the answer to the question before, found again from the same contents.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from milkwood.questions.interview.schema import Ask
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Attended, Other, Recalled
from milkwood.understudy.interview import days, feelings, talked
from milkwood.understudy.interview.evidence import FACTS, Found, is_own_knowledge, stored, teller_of, told
from milkwood.understudy.interview.kin import kin_asked
from milkwood.understudy.interview.matters import matters, tells_how_much
from milkwood.understudy.interview.nearest import NEAR_SIMILARITY, ranked
from milkwood.understudy.interview.query import Query, named_in, patterns, query_of
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.names import call
from milkwood.understudy.language.sentences import capital, chinese, words

_ABOUT = re.compile(
    r"^(?i:and|but|what|how)?(?i: about| of| with| for)?(?i: about| of)? ?(?P<en>[A-Z][\w' -]{0,30}|him|her|them)\W*$"
    r"|^(?:那|那么)?(?P<zh>.{1,8}?)呢\W*$"
)
_IT = re.compile(r"\b(?:it|that|this)\b|这(?:件)?事|那(?:件)?事|它", re.IGNORECASE)
FollowUpAnswering = Callable[[Ask, str], Found]


def follow(ask: Ask, wording: AnswerWording, answering: FollowUpAnswering) -> Found | None:
    """The answer to a question that refers to an earlier one; None for a question of its own."""
    before = _earlier(ask)
    if before is None:
        return None
    question = ask["question"].strip()
    name = _back(ask, question, wording.language)
    earlier_ask, earlier = before
    if of_talk := _of_talk(question, before, wording, answering):
        return of_talk
    if name:
        found = follow(earlier_ask, wording, answering) or answering(earlier_ask, earlier)
        if name != "knowers" or (found.used and found.knows):
            return _refer(name, earlier_ask, earlier, found, wording)
    if there := _presence(question, ask, before, wording, answering):
        return there
    if (number := _number_told(question, ask, before, wording, answering)) is not None:
        return number
    if knowing := _knowing(question, ask, before, wording, answering):
        return knowing
    if that_day := _of_that_day(question, before, wording, answering):
        return that_day
    if referring := _of_the_same(question, ask, before, wording, answering):
        return referring
    if replaced := _replaced(question, earlier, ask):
        return answering({**earlier_ask, "question": replaced}, replaced)
    return None


_ABOUT_WHAT = re.compile(
    r"^(?:and )?(?:about what|what about|what did you (?:talk|speak|chat) about)\W*$"
    r"|^(?:都)?(?:聊|说|谈)(?:了|的)?(?:些)?(?:什么|啥)\W*$",
    re.IGNORECASE,
)


def _of_talk(
    question: str, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """What a talk was about that the answer before told of."""
    if not _ABOUT_WHAT.match(question):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    people = tuple(one for one in before[0]["others"] if one["id"] in found.people)
    if not people or found.used:
        return None
    query = query_of(before[0], before[1], meant(before[0]))
    return talked.talked_about(replace(query, people=people[-1:], topic=frozenset()), wording)


_GENERIC = words(
    "do doing did make choose exactly reason go happen mean meant say said think like feel want place hour come"
    " came follow followed others people"
)


def _back(ask: Ask, question: str, language: str) -> str:
    """How a question refers to the one before; empty for a question that has a topic, a name or a time of its own."""
    named = next((name for name, pattern in patterns(language, "back") if pattern.search(question)), "")
    if named:
        return named
    query = query_of(ask, question)
    if query.people or query.span or query.quoted or ask["unknown_names"]:
        return ""
    for name, pattern in () if "最" in query.text else patterns(language, "back_bare"):
        if (found := pattern.search(query.text)) is not None:
            rest = query.text[: found.start()] + "，" + query.text[found.end() :]
            return "" if query_of(ask, rest).topic - _GENERIC else name
    return ""


def _earlier(ask: Ask) -> tuple[Ask, str] | None:
    """The contents as of the question before, and that question."""
    lines = ask["before"]
    at = next((n for n in range(len(lines) - 1, -1, -1) if lines[n]["by"] == "you"), -1)
    if at < 0:
        return None
    question = lines[at]["text"]
    return {**ask, "question": question, "before": lines[:at], "unknown_names": []}, question


_REFERS = re.compile(
    r"\b(?:it|its|that|this|these|those|there|then|he|she|they|him|her|his|them|their|one)\b|[他她它这那]|当时|那会儿",
    re.IGNORECASE,
)


def refer_back(
    ask: Ask, wording: AnswerWording, answering: FollowUpAnswering, likeness: TextSimilarity
) -> Found | None:
    """What is known of the matter before that a further question asks about; else what was told, again."""
    before, question = _earlier(ask), ask["question"]
    in_chinese = chinese(question)
    length = len(question) if in_chinese else len(question.split())
    language = "zh" if in_chinese else "en"
    leaning = _REFERS.search(question) or (
        length <= MAX_SHORT[language] and not re.search(r"\byour?\b|[你您]", question)
    )
    if before is None or not (leaning or length <= MAX_LEANING[language]):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    query = query_of(before[0], before[1], meant(before[0]))
    if (further := _further(query_of(ask, question, meant(ask)), query, found, likeness)) is not None:
        return Found(told(further, query, wording), (further["id"],), True, found.people)
    used = [one for one in stored(query) if one["id"] and one["id"] in found.used]
    if not used or not leaning:
        return None
    said = wording.joined([wording.say("all_i_know"), told(used[0], query, wording)])
    return Found(said, (used[0]["id"],), False, found.people)


def _further(query: Query, earlier: Query, found: Found, likeness: TextSimilarity) -> Recalled | None:
    """The memory of the matter before that is nearest to what is asked now."""
    of_matter = {one["id"]: score for score, one in ranked(earlier, likeness) if one["id"]}
    of_now = [
        (score + of_matter[one["id"]] / 2, one)
        for score, one in ranked(query, likeness)
        if one["id"]
        and score >= LEANING_SIMILARITY
        and (one["id"] in found.used or of_matter.get(one["id"], 0) >= NEAR_SIMILARITY)
        and one["id"] in of_matter
    ]
    return max(of_now, key=lambda each: (each[0], -each[1]["id"]))[1] if of_now else None


LEANING_SIMILARITY = 0.1
"""Minimum nearness to a further question of a memory that is near to the question before."""
MAX_NUMBER_CHARACTERS = 32
"""Characters of a question that only asks for a number."""
MAX_SHORT = {"en": 4, "zh": 6}
"""Words, or characters, of a question too short to stand alone."""
MAX_LEANING = {"en": 7, "zh": 10}
"""The same for a question that may lean on the one before."""


def _replaced(question: str, earlier: str, ask: Ask) -> str:
    """`And Vesna?`: the earlier question about someone else."""
    about = _ABOUT.match(question)
    if about is None:
        return ""
    now = named_in(question, ask["others"])
    was = named_in(earlier, ask["others"])
    if not now or now[0]["called"] in earlier:
        return ""
    if not was:
        return ""
    old, new = was[-1], now[0]
    return earlier.replace(old["name"], new["called"]).replace(old["called"], new["called"])


def meant(ask: Ask, depth: int = 3) -> list[Other]:
    """People named lately in the interview, the latest first."""
    found: list[Other] = []
    for line in reversed(ask["before"][-2 * depth :]):
        if line["by"] == "you":
            found += [one for one in named_in(line["text"], ask["others"]) if one not in found]
    for line in reversed(ask["before"][-2:]):
        found += [one for one in named_in(line["text"], ask["others"]) if one not in found]
    return found


def topic_before(ask: Ask, query: Query) -> Query:
    """A query whose `it` means what the question before was about."""
    before = _earlier(ask)
    if (
        before is None
        or query.topic
        or not (_IT.search(query.text) or len(query.text) < (8 if query.language == "zh" else 25))
    ):
        return query
    earlier = query_of(before[0], before[1])
    return replace(query, topic=earlier.topic, quoted=earlier.quoted) if earlier.topic else query


def _refer(name: str, ask: Ask, earlier: str, found: Found, wording: AnswerWording) -> Found:
    query = query_of(ask, earlier, meant(ask))
    used = [one for one in stored(query) if one["id"] in found.used]
    if name == "why":
        return _why(query, found, wording)
    if name == "then":
        return (
            days.next_after(found.piece, query, wording) if found.piece else Found(wording.say("no_more"), knows=False)
        )
    if name == "with" or (name == "else" and found.piece is not None and not found.more):
        return _with(query, found, wording)
    if name == "else":
        return _else(found, wording)
    if name == "feel":
        return _felt(query, found, used, wording)
    if name == "regret":
        return Found(wording.say("no_feeling_kept"), found.used, False, found.people, piece=found.piece)
    if name == "more":
        return _more(query, found, used, wording)
    if name == "again" and used:
        return _again(query, used[0], found, wording)
    if name == "again" and len(found.people) == 1 and found.knows:
        return feelings.reasons(query, found.people[0], wording)
    if name == "again":
        return Found(wording.say("no_more"), knows=False)
    if name == "knowers" and used:
        return _knowers(query, used[0], wording)
    if name in ("when", "where"):
        return _when_where(name, query, found, used, wording)
    if name == "source" and query.quoted and (traced := talked.traced(query, wording, [])):
        return traced
    if not used:
        own = found.piece is not None or bool(found.people)
        return Found(
            wording.say("lived_it" if own and found.knows else "no_reason"), (), own and found.knows, found.people
        )
    one = used[0]
    if name == "sure":
        certainty = one.get("certainty") or ("known" if is_own_knowledge(one, query) else "told")
        return Found(
            wording.say(f"sure_{certainty}", name=teller_of(one, query)),
            (one["id"],),
            certainty != "denied",
            found.people,
        )
    if is_own_knowledge(one, query):
        said = wording.say("going_round" if one.get("certainty") in ("rumour", "denied") else "know_myself")
        return Found(said, (one["id"],), True, found.people)
    key = "teller_then" if one["when"] else "teller"
    return Found(wording.say(key, name=teller_of(one, query), when=one["when"]), (one["id"],), True, (one["source"],))


def _event(query: Query, found: Found) -> Attended | None:
    """The attended event that an answer was about."""
    day = found.piece["date"] if found.piece is not None else ""
    kept = {each["promise"] for each in query.ask.get("pieces", ()) if each["date"] == day and each["promise"]}
    if found.piece is not None and not found.people:
        kept &= {found.piece["promise"]}
    told_of = [words(one["text"]) for one in stored(query) if one["id"] and one["id"] in found.used]
    return next(
        (
            each
            for each in query.ask["attended"]
            if each["what"] in kept or any(len(words(each["what"]) & one) > 1 for one in told_of)
        ),
        None,
    )


def _with(query: Query, found: Found, wording: AnswerWording) -> Found:
    """Who was there: at the event that an answer was about, or in talks of that time."""
    piece, event = found.piece, _event(query, found)
    if event is not None and event["company"]:
        names = wording.listed([call(person) for person in event["company"]])
        used = tuple(one["id"] for one in event["met"])
        ids = tuple(one["id"] for one in event["company"])
        return Found(wording.say("met_there", names=names), used, True, ids, piece=piece)
    told_of = [one for one in stored(query) if one["id"] and one["id"] in found.used] if piece is None else []
    if seen := [each for one in told_of[:1] for each in one.get("witnesses", ()) if each != query.ask["self"]["id"]]:
        said = wording.say("met_there", names=wording.listed([query.named(each) for each in seen]))
        return Found(said, (told_of[0]["id"],), True, tuple(seen))
    if told_of and not found.people:
        return Found(wording.say("knowers_unknown"), (told_of[0]["id"],), False)
    talks = [
        talk
        for talk in query.ask.get("talks", ())
        if piece is not None and talk["date"] == piece["date"] and piece["start"] <= talk["start"] <= piece["end"]
    ]
    ids = tuple(dict.fromkeys(each for talk in talks for each in talk["company"])) or found.people
    if not ids and piece is None and not found.knows:
        return Found(wording.say("unknown"), knows=False)
    names = wording.listed([query.named(each) for each in ids])
    said = wording.say("talked_with", names=names) if names else wording.say("alone_then")
    return Found(said, people=ids, piece=piece)


_THERE = re.compile(
    r"^(?i:and )?(?i:was|were|did|is) [A-Z][\w' -]* (?:there|come|go|with you|among them|one of them)"
    r"(?: too| as well| along)?\W*$"
    r"|^(?:那)?.{1,10}(?:也)?(?:在|去|来|到)(?:场|了|那儿|那里)*(?:吗|么|没有?)\W*$"
    r"|^(?:那)?.{1,10}也(?:在|去|来|到)(?:场|了|那儿|那里)*[？?]$"
)
_KNOWS = re.compile(
    r"^(?i:and |but |so )*(?i:does|do|did) (?P<en>[A-Z][\w' -]*|she|he|they) (?:also |already |even )?"
    r"(?:know|suspect|notice|find out)"
    r"(?: (?:about |of )?(?:it|that|this|anything|something))?\W*$"
    r"|^(?i:and |but |so )*(?i:is|was) (?P<aware>[A-Z][\w' -]*|she|he|they) aware(?: of (?:it|that|this))?\W*$"
    r"|^(?i:and |but |so )*(?i:have you|did you)(?: ever)? (?i:tell|told) (?P<told>[A-Z][\w' -]*|her|him|them)"
    r"(?: (?:about |of )?(?:it|that|this))?\W*$"
    r"|^(?:那)?你?告诉(?:过|了)?(?!谁|别人|过?谁).{1,8}?(?:了|过)?(?:没有?|吗|么)\W*$"
    r"|^(?:那|可)?(?P<zh>.{1,8}?)(?:也|都|自己)?(?:知道|晓得|知情|发现|察觉)(?:了)?(?:这(?:件|个)?事儿?|是你(?:干|做)?的?)?(?:吗|么|不|没有?)\W*$"
)
"""Whether someone knows what the answer before told."""


def _presence(
    question: str, ask: Ask, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """Whether someone was where the answer before was about: `Was Tom there?`"""
    people = named_in(question, ask["others"])
    if len(people) != 1 or not _THERE.match(question):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    query = query_of(before[0], before[1], meant(before[0]))
    of_company = _back(before[0], before[1], wording.language) in ("with", "else")
    if not of_company and found.piece is None and _event(query, found) is None:
        return None
    there = people[0]["id"] in (found if of_company else _with(query, found, wording)).people
    said = wording.say("was_there_too" if there else "not_seen_there", name=people[0]["called"])
    return Found(said, (), there, (people[0]["id"],), piece=found.piece)


_OF_IT = re.compile(
    r"^(?:and |so |but )?(?:who|what|when|where|how|why|which)\b.*"
    r"\b(?:it|that|this|there)\b\W*(?:off|out|up|happen)?\W*$",
    re.IGNORECASE,
)


_THAT_DAY = re.compile(
    r"\bthat (?:day|night|time|evening|morning)\b|\bback then\b|那[天次回晚]|那会儿|当时", re.IGNORECASE
)


def _of_that_day(
    question: str, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """What the answer before told of a day of which nothing else is known: `What did you do that day?`"""
    if not _THAT_DAY.search(question):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    earlier = query_of(before[0], before[1], meant(before[0]))
    told_of = [one for one in stored(earlier) if one["id"] and one["id"] in found.used]
    if not told_of or found.piece is not None or _event(earlier, found) is not None:
        return None
    return replace(_again(earlier, told_of[0], found, wording), knows=False)


def _of_the_same(
    question: str, ask: Ask, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """What the answer before told, for a short question about `it`: `Who broke it off?`"""
    if not _OF_IT.match(question) or len(question.split()) > MAX_SHORT["en"] + 1 or re.search(r"\byou", question):
        return None
    query = query_of(ask, question)
    if query.people or query.span or query.quoted or {"clock", "calendar", "source", "knowers"} & set(query.kinds):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    earlier = query_of(before[0], before[1], meant(before[0]))
    told_of = [one for one in stored(earlier) if one["id"] and one["id"] in found.used]
    if not told_of or found.piece is not None:
        return None
    return replace(_again(earlier, told_of[0], found, wording), knows=False)


def _number_told(
    question: str, ask: Ask, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """The number asked for, where the answer before told it: `How long?`"""
    if re.search(r"\byour?\b|[你您]", question, re.IGNORECASE) or len(question) > MAX_NUMBER_CHARACTERS:
        return None
    if named_in(question, ask["others"]) or query_of(ask, question).span is not None:
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    query = query_of(before[0], before[1], meant(before[0]))
    told_of = [one for one in stored(query) if one["id"] and one["id"] in found.used]
    if not told_of or not tells_how_much(question, told_of[0]["text"]):
        return None
    return Found(told(told_of[0], query, wording), (told_of[0]["id"],), True, found.people)


def _knowing(
    question: str, ask: Ask, before: tuple[Ask, str], wording: AnswerWording, answering: FollowUpAnswering
) -> Found | None:
    """Whether someone knows what the answer before told: `Does your wife know?`"""
    asked = _KNOWS.match(question)
    if asked is None or re.match("[你您谁]|别人", asked["zh"] or ""):
        return None
    found = follow(before[0], wording, answering) or answering(before[0], before[1])
    of_found = [one for one in ask["others"] if one["id"] in found.people]
    people = named_in(question, ask["others"]) or kin_asked(question, ask) or [*of_found, *meant(ask)]
    query = query_of(before[0], before[1], meant(before[0]))
    told_of = [one for one in stored(query) if one["id"] and one["id"] in found.used]
    if people and not told_of and not found.knows:
        return Found(wording.say("unsure_knows", name=people[0]["called"]), (), False, (people[0]["id"],))
    return talked.whether_knows(people[0], told_of, query, wording) if people and told_of else None


def _felt(query: Query, found: Found, used: list[Recalled], wording: AnswerWording) -> Found:
    """How it was: what the person feels for whom it was about, or that no feeling is kept."""
    if found.piece is None and len(found.people) == 1:
        return feelings.reasons(query, found.people[0], wording)
    if used and found.piece is None:
        return _again(query, used[0], found, wording)
    return Found(wording.say("no_feeling_kept"), knows=False, people=found.people, piece=found.piece)


def _again(query: Query, one: Recalled, found: Found, wording: AnswerWording) -> Found:
    said = wording.joined([wording.say("all_i_know"), told(one, query, wording)])
    return Found(said, (one["id"],), True, found.people, piece=found.piece)


def _knowers(query: Query, one: Recalled, wording: AnswerWording) -> Found:
    """Who else knows what was told; what a memory itself says of it comes first."""
    if re.search(r"\bkn(?:ows?|ew)\b|知道|晓得", one["text"]):
        return _again(query, one, Found("", (one["id"],)), wording)
    ids = talked.known_to([one], query)
    names = wording.listed([query.named(each) for each in ids])
    said = wording.say("knowers", names=names) if names else wording.say("nobody_knows")
    return Found(said, (one["id"],), True, tuple(ids))


def _more(query: Query, found: Found, used: list[Recalled], wording: AnswerWording) -> Found:
    """Another memory of the same people or matter; else what was said, again."""
    known = matters(" ".join(one["text"] for one in used), "told")
    further = [
        one
        for one in stored(query)
        if used
        and one["id"]
        and one["id"] not in found.used
        and one["kind"] in FACTS
        and (set(one["about"]) & set(used[0]["about"]) or matters(one["text"], "told") & known)
    ]
    if further:
        best = max(further, key=lambda one: (len(matters(one["text"], "told") & known), one["importance"], -one["id"]))
        return Found(told(best, query, wording), (best["id"],), True, found.people)
    return _again(query, used[0], found, wording) if used else Found(wording.say("no_more"), knows=False)


def _why(query: Query, found: Found, wording: AnswerWording) -> Found:
    if found.piece is not None:
        return Found(days.reason(found.piece, query, wording), people=found.people, piece=found.piece)
    if found.people and found.knows:
        return feelings.reasons(query, found.people[0], wording)
    one = next((one for one in stored(query) if one["id"] in found.used), None)
    if one is not None:
        return Found(
            wording.joined([wording.say("because_of"), told(one, query, wording)]), (one["id"],), True, found.people
        )
    return Found(wording.say("no_reason"), knows=False)


def _else(found: Found, wording: AnswerWording) -> Found:
    if found.more:
        return Found(capital(wording.say("else_is", name=found.more[0])), (), True, (), found.more[1:])
    return Found(wording.say("nobody_else"), people=found.people)


def _when_where(name: str, query: Query, found: Found, used: list[Recalled], wording: AnswerWording) -> Found:
    if found.piece is not None:
        piece = found.piece
        if name == "where" and piece["place_name"]:
            return Found(wording.say("it_was_at", place=piece["place_name"]), piece=piece)
        return Found(
            capital(wording.say("it_was_then", when=days.when(piece["date"], piece["start"], query, wording))),
            piece=piece,
        )
    if name == "when" and (event := _event(query, found)) is not None:
        return Found(capital(wording.say("it_was_then", when=event["when"])), found.used, True, found.people)
    if name == "when" and found.knows and found.people and not used:
        return found
    if used and name == "when" and used[0]["when"]:
        said = capital(wording.say("it_was_then", when=used[0]["when"]))
        return Found(said, (used[0]["id"],), True, found.people)
    if used:
        one = used[0]
        return Found(
            wording.joined([wording.say("all_i_know"), told(one, query, wording)]), (one["id"],), True, found.people
        )
    return Found(wording.say("no_reason"), knows=False)
