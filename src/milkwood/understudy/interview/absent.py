"""Questions about kin who are nobody of the town: `your sister`, for a person with no tie to one.

Invariant: what is told of them is a memory or a worry that names them; a wife or a child whom none names
does not exist.
"""

from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.interview.evidence import Found, is_own_knowledge, stored, told
from milkwood.understudy.interview.kin import kin_without_tie, kin_words
from milkwood.understudy.interview.nearest import NEAR_SIMILARITY
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording

_NAMED_SIMILARITY = NEAR_SIMILARITY
"""What the word itself adds to the similarity of a memory that has it."""


def absent_kin(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """What the person has to say of kin without a tie; None for other questions."""
    word, own = kin_without_tie(query.text)
    if not word or query.people or query.span is not None or query.ask["unknown_names"]:
        return None
    names = kin_words(word)
    scored = [
        (likeness.alike(query.text, one["text"]) + _NAMED_SIMILARITY * bool(names.search(one["text"])), -one["id"], one)
        for one in stored(query)
        if one["kind"] in ("seed", "card", "concern")
        and is_own_knowledge(one, query)
        and not (one["kind"] == "card" and one["about"])
    ]
    score, _, best = max(scored, key=lambda each: each[:2], default=(0.0, 0, None))
    if best is None or score < NEAR_SIMILARITY:
        return Found(wording.say("no_such_kin")) if own else None
    if not names.search(best["text"]):
        return Found(wording.say("no_such_kin" if own else "unknown_of_me"), (), own)
    return Found(told(best, query, wording), (best["id"],) if best["id"] else ())
