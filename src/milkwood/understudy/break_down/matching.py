"""The activities of a block's text: by words first, by meaning if no word is known.

Invariant: at least one part; the parts are in the order of the text.
"""

from dataclasses import dataclass
from functools import lru_cache

from milkwood.questions.break_down.schema import Ask
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Card
from milkwood.understudy.break_down.clauses import begins_with_doing, pieces, sayable
from milkwood.understudy.break_down.families import DeedTemplate, Family, families, family, flavours
from milkwood.understudy.break_down.scene import BlockScene

FIRST_WORD_BONUS = 12
"""The first word of an English text names the activity; later words name its objects."""
FITTING_BONUS = 4
"""For a family that needs this room or thing: it is more specific than one for anywhere."""
LIKED_BONUS = 10
"""For a family that typically uses this thing: people cook at a stove."""
ZH_CHARACTER_WEIGHT = 4
"""A Chinese character counts as much as four letters."""
MIN_FAMILY_SIMILARITY = 0.6


@dataclass(frozen=True, slots=True)
class Part:
    """One activity of a block."""

    family: Family
    lent: tuple[DeedTemplate, ...]
    """Deeds of the person's own field."""
    own: str
    """The block's own words for it; empty for none."""


def parts_of(ask: Ask, scene: BlockScene, likeness: TextSimilarity) -> list[Part]:
    """The activities of a block, in order."""
    text, language = ask["what"], scene.language
    found = pieces(text, language)
    whole, word = best(text, scene)
    joined = whole is not None and _spans(word, language)
    matched = [(whole, text)] if whole is not None and joined else _by_piece(found, scene)
    if not matched:
        matched = [(whole or by_meaning(text, scene, likeness) or family("general"), text)]
    texts = sayable(text, [piece for _, piece in matched], language) if len(matched) == len(found) else []
    if len(texts) != len(matched):
        whole_text = "".join(sayable(text, [text], language)[:1])
        if not whole_text and matched[0][0].name == "general":
            whole_text = f"busy with {text}"
        texts = [whole_text, *("" for _ in matched[1:])]
    merged: list[tuple[Family, str]] = []
    for (one, _), own in zip(matched, texts, strict=True):
        if merged and merged[-1][0] is one and not (merged[-1][1] and own):
            merged[-1] = (one, merged[-1][1] or own)
        else:
            merged.append((one, own))
    return [Part(one, _lent(one, ask["self"], text, scene), own) for one, own in merged]


def best(text: str, scene: BlockScene) -> tuple[Family | None, str]:
    """The family whose words fit a text best, and the matching word."""
    found: tuple[int, Family | None, str] = (0, None, "")
    for one, score, word in _known_by_words(text, scene.language):
        if not fits(one, scene):
            continue
        score += FITTING_BONUS * (bool(one.at) + bool(one.tools) + bool(one.whose))
        score += LIKED_BONUS * (scene.main_kind in one.likes)
        if score > found[0]:
            found = (score, one, word)
    return found[1], found[2]


@lru_cache(maxsize=4096)
def _known_by_words(text: str, language: str) -> tuple[tuple[Family, int, str], ...]:
    """The families that have a word in a text, each with its best word and that word's weight."""
    scored = ((one, *_score(one, text, language)) for one in families() if not one.lends_to)
    return tuple(each for each in scored if each[1])


def fits(one: Family, scene: BlockScene) -> bool:
    """Whether a family fits this place."""
    if one.at and not one.at & scene.kinds:
        return False
    if one.tools and scene.main_kind not in one.tools:
        return False
    return not one.whose or (one.whose == "mine") == scene.mine


def by_meaning(text: str, scene: BlockScene, likeness: TextSimilarity) -> Family | None:
    """The family nearest to a text in meaning, if near enough."""
    scored = [
        (likeness.alike(text, one.about[scene.language]), one.name)
        for one in families()
        if one.about and not one.lends_to and fits(one, scene)
    ]
    score, name = max(scored, default=(0.0, ""))
    return family(name) if score >= MIN_FAMILY_SIMILARITY else None


def _score(one: Family, text: str, language: str) -> tuple[int, str]:
    if language == "zh":
        words = [(len(word) * ZH_CHARACTER_WEIGHT, word) for word in one.words["zh"] if word in text]
        return max(words, default=(0, ""))
    padded = f" {text.lower()}"
    words = [
        (len(word) + (FIRST_WORD_BONUS if padded.startswith(f" {word}") else 0), word)
        for word in one.words["en"]
        if word in padded and f" {word}" in padded
    ]
    return max(words, default=(0, ""))


def _spans(word: str, language: str) -> bool:
    """Whether a family's own words contain a conjunction of the text."""
    return len(pieces(word, language)) > 1


def _by_piece(found: list[str], scene: BlockScene) -> list[tuple[Family, str]]:
    matched = [(one, piece) for piece in found for one in (best(piece, scene)[0],) if one is not None]
    doing = [(one, piece) for one, piece in matched if begins_with_doing(piece, scene.language)]
    return doing or matched


def _lent(one: Family, card: Card, text: str, scene: BlockScene) -> tuple[DeedTemplate, ...]:
    told = " ".join([text, card["work"], *card["concerns"]]).lower()
    return tuple(
        deed
        for flavour in flavours(one.name)
        if fits(flavour, scene) and any(word in told for word in flavour.words[scene.language])
        for deed in flavour.middle
    )
