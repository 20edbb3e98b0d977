"""Answers about the person that no single memory gives: a fault, a favourite place, work, well-being, legacy, and the
most striking person lately.

Invariant: everything said comes from the card, the plan, known people or a memory.
"""

from collections import defaultdict

from milkwood.clock import minutes_at
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.interview import person
from milkwood.understudy.interview.first_person import tie_said
from milkwood.understudy.interview.kin import kin_asked
from milkwood.understudy.interview.wording import AnswerWording, FoundAnswer
from milkwood.understudy.language.concerns import in_a_sentence
from milkwood.understudy.language.sentences import bare, capital

_NEW = ("news", "insight", "thought", "seed")
"""Kinds of memories that may have come as a surprise."""


def fault(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """A trait that goes too far, and a habit."""
    traits = ask["self"]["traits"]
    parts = [wording.say("fault", trait=traits[-1])] if traits else []
    return _or_unknown([*parts, *_concern(ask, wording, 0, "cannot_leave")], [], wording)


def family(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """Whether the person has such kin: by the ties to the closest people."""
    near = kin_asked(ask["question"], ask)
    if near:
        said = [_kin(other, ask, wording) for other in near]
        return wording.joined([wording.say("yes"), *said]), [], True
    return wording.say("no_kin"), [], True


def single(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """Whether the person has no wife or husband, by the ties."""
    near = kin_asked("丈夫妻子" if wording.language == "zh" else "wife husband", ask)
    if near:
        return wording.joined([wording.say("not_so"), *(_kin(other, ask, wording) for other in near)]), [], True
    return wording.say("so"), [], True


def _kin(other: Other, ask: Ask, wording: AnswerWording) -> str:
    clause = tie_said({**other, "called": other["name"]}, other["tie"], ask)
    if clause:
        return clause + ("。" if wording.language == "zh" else ".")
    return wording.say("kin", name=other["name"], tie=bare(other["tie"]))


def haunt(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The place of most of the day; not home, if the person goes out at all."""
    spent: dict[str, int] = defaultdict(int)
    for piece in ask["today"]:
        name = place_of(ask, piece["place"])
        spent[name] += minutes_at(piece["end"]) - minutes_at(piece["start"]) if name else 0
    out = [name for name in spent if name and name != ask["self"]["home"]]
    best = max(out or [name for name in spent if name], key=lambda name: (spent[name], name), default="")
    return (wording.say("haunt", place=best), [], True) if best else (wording.say("unknown"), [], False)


def place_of(ask: Ask, place: str) -> str:
    """The name of a block's place, if the person knows it."""
    sector = place.partition(":")[0]
    return next((one["name"] for one in ask["places"] if one["id"].partition(":")[0] == sector), "")


def calling(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The person's work, whether they like it, and a memory of it."""
    said, used, knows = person.introduction(ask, wording, ["work"])
    return (wording.joined([wording.say("calling"), said]), used, True) if knows else (said, used, False)


def content(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """How the person is: well, thanks to another person, though with a concern."""
    parts = [wording.say("content")]
    dear = [other for other in ask["others"] if person.dear(other)]
    if dear:
        parts.append(wording.say("content_for", name=dear[0]["called"]))
    return wording.joined([*parts, *_concern(ask, wording, 0, "mind")]), [], True


def legacy(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """How the person wants to be remembered: by work, plans or character."""
    own = ask["self"]
    parts = []
    if own["work"]:
        parts.append(wording.say("legacy", work=person.work_of(bare(own["work"]), wording.language, bare_title=True)))
    parts += _concern(ask, wording, 0, "legacy_of")
    if not parts and own["traits"]:
        parts.append(wording.say("traits", traits=wording.listed(own["traits"][:3])))
    return _or_unknown(parts, [], wording)


def struck(ask: Ask, wording: AnswerWording) -> FoundAnswer:
    """The person most thought about lately, and why."""
    by_id = {other["id"]: other for other in ask["others"]}
    about = [(one, other) for one in person.worth_telling(ask) if one["kind"] in _NEW for other in _whom(one, by_id)]
    if about:
        one, other = max(about, key=lambda each: (each[0]["kind"] == "news", each[0]["importance"], each[0]["id"]))
        said = [wording.say("struck", name=by_id[other]["called"]), capital(one["text"])]
        return wording.joined(said), [one["id"]], True
    told = next((other for other in ask["others"] if other["knows"]), None)
    if told is None:
        return wording.say("unknown"), [], False
    return wording.joined([wording.say("struck", name=told["called"]), capital(told["knows"])]), [], True


def _whom(one: Recalled, known: dict[str, Other]) -> list[str]:
    return [who for who in one["about"] if who in known]


def _concern(ask: Ask, wording: AnswerWording, number: int, key: str) -> list[str]:
    own = ask["self"]
    concerns = own["concerns"][number : number + 1]
    return [wording.say(key, concern=in_a_sentence(one, own["pronoun"], own["language"])) for one in concerns]


def _or_unknown(parts: list[str], used: list[int], wording: AnswerWording) -> FoundAnswer:
    return (wording.joined(parts), used, True) if parts else (wording.say("unknown"), [], False)
