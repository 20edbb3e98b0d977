"""Whether a talk was of nothing new: then there is nothing to be asked about it.

Knows the question `after_talk` alone. Invariant: in doubt something was said; a talk is idle only where every sentence
of it is a manner of speaking, or says again what one knew or told, and every hour named in it is promised already.
"""

from collections.abc import Sequence

from milkwood.models.wording import words_of
from milkwood.questions.after_talk.schema import Ask
from milkwood.understudy.language.phrases import act_of
from milkwood.understudy.language.sentences import asks, words
from milkwood.understudy.language.when import when
from milkwood.understudy.talk.hearing import ACCEPTS, DECLINES, SMALL, Said, events, sentences, substance

_AGREES = ACCEPTS | DECLINES | SMALL
_ALIKE = 0.8
"""From which share of words on, both ways, one sentence says what another does."""
_FEW = 4
"""A manner of speaking in somebody's own words has no more words than this that say something."""


def idle(ask: Ask, told: Sequence[str]) -> bool:
    """Whether nothing was said that one did not know, nor anything agreed; `told` is what one passed on oneself."""
    promised = {(each["date"], each["start"]) for each in ask["promises"]}
    dated = events(ask["lines"], ask)
    if any((each.when.date, each.when.start_hour) not in promised for each in dated):
        return False
    known = [words_of(text) for text in (*ask["known"], *told)]
    said = sentences(ask["lines"], ask["self"]["language"])
    return all(_is_manner(one, ask, agreed=bool(dated)) or _is_known(one, known) for one in said)


def _is_manner(one: Said, ask: Ask, *, agreed: bool) -> bool:
    language = ask["self"]["language"]
    if one.act:
        ours = bool(act_of(one.text, language)) or len(words(one.text)) <= _FEW
        return ours and (agreed or one.act not in _AGREES)
    return not substance(one.text, language) and when(one.text, ask["now"]["date"], ask["now"]["time"]) is None


def _is_known(one: Said, known: Sequence[frozenset[str]]) -> bool:
    said = words_of(one.text)
    return not asks(one.text) and any(len(said & each) >= _ALIKE * max(len(said), len(each)) for each in known)
