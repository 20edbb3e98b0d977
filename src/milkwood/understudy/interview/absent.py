"""Questions about kin who are nobody of the town: `your sister`, for a person with no tie to one.

Invariant: what is told of them is a memory or a worry that names them; a wife or a child whom none names
does not exist.
"""

from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.interview.evidence import Found, told
from milkwood.understudy.interview.kin import kin_without_tie, kin_words
from milkwood.understudy.interview.nearest import ranked, without_names
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import chinese


def absent_kin(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """What the person has to say of kin without a tie; None for other questions."""
    word, own = kin_without_tie(query.text)
    if not word or query.people or query.span is not None or query.ask["unknown_names"]:
        return None
    names = kin_words(word)
    best = next((one for _, one in ranked(query, likeness) if names.search(without_names(one["text"], query))), None)
    if best is None and query.language != ("zh" if chinese(query.text) else "en"):
        return None
    if best is None:
        return Found(wording.say("no_such_kin" if own else "unknown_of_me"), (), own)
    return Found(told(best, query, wording), (best["id"],) if best["id"] else ())
