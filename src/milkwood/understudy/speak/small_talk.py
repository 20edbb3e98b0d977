"""Whether a line has nothing to remember: greetings, thanks, pleasantries, goodbyes.

Invariant: in doubt it has; a line is small talk only if every sentence is a pleasantry, agrees to nothing, tells
nothing about the speaker or a third person and names no hour.
"""

from milkwood.questions.speak.schema import Ask
from milkwood.questions.terms import SpokenLine
from milkwood.understudy.language.names import listed, mentioned
from milkwood.understudy.language.phrases import act_of
from milkwood.understudy.language.sentences import words
from milkwood.understudy.language.when import when
from milkwood.understudy.talk.hearing import ACCEPTS, DECLINES, SMALL, HeardSentence, sentences, substance

_SAYS_SOMETHING = (
    ACCEPTS
    | DECLINES
    | SMALL
    | {"answer_concern", "like_person", "dislike_person"}
    | {"ask_rumour", "ask_rumour_words", "rumour_true", "rumour_false", "rumour_kept", "rumour_unknown"}
    | {"ask_told", "recall_told", "recall_warm", "grievance", "answer_grievance", "cool", "bye_cool"}
)
"""Phrases that are more than pleasantries: agreements, activities, judgements of people, what two people share."""
_FEW_WORDS = 4
"""Maximum number of content words of a pleasantry in the speaker's own words."""


def is_small_talk(text: str, ask: Ask) -> bool:
    """Whether a line has nothing to remember."""
    line = SpokenLine(by=ask["self"]["id"], text=text)
    return all(_is_manner(one, ask) for one in sentences([line], ask["self"]["language"]))


def _is_manner(one: HeardSentence, ask: Ask) -> bool:
    language = ask["self"]["language"]
    if one.act:
        ours = bool(act_of(one.text, language)) or len(words(one.text)) <= _FEW_WORDS
        return ours and one.act not in _SAYS_SOMETHING
    here = {ask["self"]["id"], *(other["id"] for other in ask["others"])}
    if any(person not in here for person in mentioned(one.text, listed(ask["people"]))):
        return False
    return not substance(one.text, ask) and when(one.text, ask["now"]["date"], ask["now"]["time"]) is None
