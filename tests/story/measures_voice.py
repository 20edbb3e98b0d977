"""How people speak: sentences of one skeleton, and whether people are told apart by their words.

The skeleton of a sentence is the sentence with names, places, times and numbers replaced. The classifier is naive Bayes
over runs of characters and words; each talk is judged by a classifier trained on all other talks.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from milkwood.understudy.language.sentences import split
from tests.story.measures import Life, Measure, at_least, at_most, share, told

MAX_SHARED_PERCENT = 50
"""Maximum share of sentences whose skeleton occurs more than once."""
VOICES = 5
"""Number of people told apart: those with the most lines."""
TIMES_CHANCE = 2
"""How much better than by chance."""
_FOLDS = 5
_NAMES = re.compile(r"(?<![A-Za-z])\d+(?:[:.,]\d+)*(?:st|nd|rd|th)?(?![A-Za-z])")
_TIMES = {
    "en": re.compile(
        r"\b(?:early |late |this |next |last |on |in the |at )*(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?"
        r"|saturdays?|sundays?|january|february|march|april|june|july|august|september|october|november|december"
        r"|mornings?|afternoons?|evenings?|nights?|tonight|today|tomorrow|yesterday|noon|midday|midnight|o['’]clock"
        r"|a\.m|p\.m)\b"
    ),
    "zh": re.compile(
        r"(?:这个?|下个?|上个?)?(?:星期|礼拜|周)[一二三四五六日天末]|[一二三四五六七八九十\d]+(?:月|号|日|点半?|时|刻|分钟?)"
        r"|今早|今天|明天|昨天|后天|今晚|明晚|昨晚|早上|上午|中午|下午|傍晚|晚上|清早|夜里|半夜|早晨|凌晨"
    ),
}
_NUMBERS = {
    "en": re.compile(
        r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
        r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half past|quarter to"
        r"|quarter past)\b(?:-\w+)?"
    ),
    "zh": re.compile(r"[一二三四五六七八九十百千两半\d]+(?=[个位次年天回份只家口])"),
}
_MARKS = re.compile(r"[^\w#]+")


def skeleton(sentence: str, names: Iterable[str], language: str) -> str:
    """A sentence with names, places, times and numbers replaced; case, spaces and marks do not count."""
    text = sentence.lower()
    for name in names:
        text = text.replace(name, "#n")
    text = _TIMES[language].sub("#t", _NAMES.sub("#d", text))
    text = _NUMBERS[language].sub("#d", text)
    return _MARKS.sub(" ", text).strip()


def names_of(life: Life) -> list[str]:
    """Names of people and places in lower case, the longest first."""
    language = life.language
    found = set()
    for person in life.pack.people.values():
        name = person.name.in_language(language)
        found |= {name, person.called.in_language(language), *re.split(r"[ ·]", name)}
    town = life.pack.town_map
    places = [sector.name for sector in town.sectors.values()] + [room.name for room in town.rooms.values()]
    for name in (place.in_language(language).lower() for place in places):
        found |= {name, name.removeprefix("the ")}
    return sorted((one.lower() for one in found if len(one) > 1), key=lambda one: (-len(one), one))


def skeletons(life: Life) -> Counter[str]:
    """How often each skeleton is said."""
    names, language = names_of(life), "zh" if life.language == "zh" else "en"
    said = (sentence for talk in life.talks for line in talk.lines for sentence in split(line.text))
    return Counter(skeleton(sentence, names, language) for sentence in said)


def shared_percent(counted: Mapping[str, int]) -> float:
    """The share of sentences whose skeleton occurs more than once."""
    return share(sum(times for times in counted.values() if times > 1), sum(counted.values()))


def documents(life: Life) -> dict[str, list[str]]:
    """What each of the most talkative people said, one text a talk; names are left out, since they are no voice."""
    names = names_of(life)
    said: dict[str, list[str]] = defaultdict(list)
    for talk in life.talks:
        of: dict[str, list[str]] = defaultdict(list)
        for line in talk.lines:
            of[str(line.speaker)].append(line.text.lower())
        for person, lines in of.items():
            text = " ".join(lines)
            for name in names:
                text = text.replace(name, "#")
            said[person].append(text)
    most = sorted(said, key=lambda person: (-sum(map(len, said[person])), person))
    return {person: said[person] for person in islice(most, VOICES)}


def told_apart_percent(texts: Mapping[str, Sequence[str]]) -> float:
    """The share of texts that a classifier ascribes to their speaker, each judged by the other folds."""
    pairs = [
        (person, at % _FOLDS, Counter(_features(text))) for person, of in texts.items() for at, text in enumerate(of)
    ]
    right = 0
    for fold in range(_FOLDS):
        counts: dict[str, Counter[str]] = {person: Counter() for person in texts}
        for person, at, features in pairs:
            if at != fold:
                counts[person].update(features)
        words = len(set().union(*counts.values()))
        size = {person: sum(count.values()) + words for person, count in counts.items()}
        for person, at, features in pairs:
            if at == fold:
                scores = {
                    one: sum(n * math.log((count[feature] + 1) / size[one]) for feature, n in features.items())
                    for one, count in counts.items()
                }
                right += max(sorted(scores), key=lambda one: scores[one]) == person
    return share(right, len(pairs))


def _features(text: str) -> Iterator[str]:
    """Words, and runs of three characters; of Chinese, runs of one to three characters."""
    yield from re.findall(r"[a-z']+", text)
    low = re.sub(r"\s+", " ", text)
    for size in (1, 2, 3) if re.search(r"[㐀-鿿]", text) else (3,):
        yield from (low[at : at + size] for at in range(len(low) - size + 1))


def measures(life: Life) -> list[Measure]:
    """All measures of voices."""
    counted = skeletons(life)
    often = [f"{times} × {text}" for text, times in counted.most_common(20) if times > 1]
    texts = documents(life)
    return [
        told("sentences said", sum(counted.values())),
        at_most(
            "sentences that share a skeleton with another", shared_percent(counted), MAX_SHARED_PERCENT, "%", often
        ),
        at_least(
            f"talks of {len(texts)} people ascribed to their speaker",
            told_apart_percent(texts),
            TIMES_CHANCE * 100 / max(1, len(texts)),
            "%",
        ),
    ]
