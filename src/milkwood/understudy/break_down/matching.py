"""The activities of a block's text: by words first, by meaning if no word is known.

Invariant: at least one part; the parts are in the order of the text.
"""

import re
from functools import cache, lru_cache

from milkwood.clock import minutes_at
from milkwood.questions.break_down.schema import Ask
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Card
from milkwood.understudy.break_down.clauses import pieces, sayable
from milkwood.understudy.break_down.customs import with_customs
from milkwood.understudy.break_down.families import (
    ANYTHING,
    OTHER_WORK,
    DeedTemplate,
    Family,
    families,
    family,
    flavours,
    work_of,
)
from milkwood.understudy.break_down.livelihood import doings_of
from milkwood.understudy.break_down.meals import is_eating, meal_at
from milkwood.understudy.break_down.part import Part
from milkwood.understudy.break_down.scene import BlockScene
from milkwood.understudy.break_down.sorts import CLASSES, EVENTS, MEALS, NO_WORK, OF_THE_LAND, OFF_DUTY, PARTIES
from milkwood.understudy.language.doing import begins_with_doing, is_gerund
from milkwood.understudy.language.events import doing_at, hosts, is_event, is_party, is_sober

FIRST_WORD_BONUS = 12
"""The first word of an English text names the activity; later words name its objects."""
FITTING_BONUS = 4
"""For a family that needs this room or thing: it is more specific than one for anywhere."""
LIKED_BONUS = 10
"""For a family that typically uses this thing: people cook at a stove."""
ZH_CHARACTER_WEIGHT = 4
"""A Chinese character counts as much as four letters."""
GAP = "…"
"""Within a family's word: `preparing … lecture`."""
LIKE_SCORE_POINTS = 60
"""For a text that fits an expression."""
MIN_FAMILY_SIMILARITY = 0.6
MAX_DOINGS, DOING_MINUTES = 3, 40
"""Work of which nothing is told is so many things of a person's own, each for about so long."""
MIN_EVENT_MINUTES = 30
"""A shorter block of `going to` something is the way there."""
MAX_ENDING_CHARACTERS = 5
"""A longer trade may be the end of a word: a `schoolteacher` is a teacher, a `contractor` is no actor."""


def parts_of(ask: Ask, scene: BlockScene, likeness: TextSimilarity) -> list[Part]:
    """The activities of a block, in order."""
    text, language = ask["what"], scene.language
    found = pieces(text, language)
    whole, word = best(text, scene)
    event = event_at(ask, whole, scene.on_duty)
    duty = _DUTY.sub(" ", text)
    if duty != text and (trade := trade_of(ask["self"]["work"], language)) is not None:
        whole, word = best(duty, scene)[0] or trade, ""
        found = [text]
    elif duty != text and whole is not None and not best(duty, scene)[0] and doings_of(ask["self"]):
        whole, word = None, ""  # nothing is told but that it is work
    lent: tuple[DeedTemplate, ...] = ()
    agreed = _WITH.search(text) is not None
    if scene.on_duty and not agreed and event is None and whole is not None and (whole.name in OFF_DUTY or whole.plain):
        lent = whole.middle if whole.plain else ()
        whole, word = trade_of(ask["self"]["work"], language) or whole, ""
        found = [text]
    if event is not None:
        whole, found = event, [text]
    joined = whole is not None and _spans(word, language)
    matched = [(whole, text)] if whole is not None and (joined or found == [text]) else _by_piece(found, scene)
    if not matched:
        found_by = whole or (family("small_talk") if agreed else by_trade(text, ask["self"], scene))
        if found_by is None and (told := _own_work(ask, scene)):
            return with_customs(told, ask)
        matched = [(found_by or by_meaning(text, scene, likeness) or family("general"), text)]
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
    parts = [
        Part(one, (*lent, *_lent(one, ask["self"], text, scene), *_of_the_work(one, own or text, scene)), own)
        for one, own in merged
    ]
    return with_customs(parts, ask)


def _own_work(ask: Ask, scene: BlockScene) -> list[Part]:
    """Work of which a block tells nothing, as what the person's own texts say of it; empty for none."""
    text, doings = ask["what"], doings_of(ask["self"])
    if not doings or scene.object_of(text) or not (scene.at_work or _WORK.search(text)):
        return []
    first = (minutes_at(ask["start"]) // DOING_MINUTES + int(ask["now"]["date"][-2:])) % len(doings)
    chosen = [*doings[first:], *doings[:first]][: max(1, min(MAX_DOINGS, ask["minutes"] // DOING_MINUTES))]
    named = "" if ask.get("begun") else "".join(sayable(text, [text], scene.language)[:1])
    parts: list[Part] = []
    for doing in chosen:
        known = best(doing, scene)[0]
        one = known if known is not None and known.name not in OFF_DUTY | EVENTS | MEALS else family("general")
        lent = (*_lent(one, ask["self"], doing, scene), *_of_the_work(one, doing, scene))
        parts.append(Part(one, lent, named or doing, doing))
        named = ""
    return parts


def best(text: str, scene: BlockScene) -> tuple[Family | None, str]:
    """The family whose words fit a text best, and the matching word; a meal is known by its verb."""
    found: tuple[int, Family | None, str] = (0, None, "")
    for one, score, word in _known_by_words(text, scene.language):
        if not fits(one, scene):
            continue
        if one.plain:
            score = 1
        score += FITTING_BONUS * (bool(one.at) + bool(one.tools) + bool(one.whose))
        score += LIKED_BONUS * (scene.main_kind in one.likes)
        if score > found[0]:
            found = (score, one, word)
    if found[0] < LIKE_SCORE_POINTS and is_eating(text, scene.language):
        return _meal(text, scene), ""
    return found[1], found[2]


def _meal(text: str, scene: BlockScene) -> Family:
    """The meal of a text: at an inn or at one's work as such, elsewhere by the hour."""
    places = (family(name) for name in ("eating_out", "eating_at_work"))
    return next((one for one in places if fits(one, scene)), family(meal_at(text, scene.minute)))


def by_trade(text: str, card: Card, scene: BlockScene) -> Family | None:
    """The family of the person's trade, for work that says no more than that it is work."""
    if not scene.at_work and not _WORK.search(text):
        return None
    return trade_of(card["work"], card["language"])


@lru_cache(maxsize=512)
def trade_of(work: str, language: str) -> Family | None:
    """The family of a trade: the last word of the title that names one decides (`hospital porter` is a porter)."""
    title = re.split("[,，(（]", work)[0].lower()
    head = title.split(" of ")[0].split(" at ")[0] if language == "en" else title
    for said in dict.fromkeys((head, title, work.lower())):
        found = [
            (place + len(word), len(word), one)
            for one in families()
            for word in one.trade.get(language, ())
            for place in (_place(word, said, language),)
            if place >= 0
        ]
        if found:
            return max(found, key=lambda each: each[:2])[2]
    return None


def _place(word: str, said: str, language: str) -> int:
    if language == "zh":
        return said.rfind(word)
    compound = r"\w*" if len(word) > MAX_ENDING_CHARACTERS else ""
    found = re.search(rf"\b{compound}({re.escape(word)})(?:s|es)?\b", said)
    return found.start(1) if found else -1


_WITH = re.compile(
    r"^(?:having|going|taking|sitting|meeting)\b.* with [A-Z]|^(?:和|跟)[^，]{1,12}(?:喝|吃|散步|见面|坐)"
)
"""An outing agreed with a person, which is no work, wherever it leads."""
_DUTY = re.compile(
    r"\b(?:(?:on|for|keeping|doing|beginning|starting|ending|finishing|working)\s)?(?:(?:the|a|her|his|their|last|first)\s)?"
    r"(?:(?:night|day|early|late|morning|evening|long|double)\s)?(?:shifts?|duty)\b|[上下夜早晚值当]+班",
    re.IGNORECASE,
)
"""Words that say only that someone works."""
_WORK = re.compile(
    r"\b(?:work\w*|shifts?|duty|rounds|trade|craft|job|practising|overtime|chores|whatever needs)\b"
    r"|[上下夜早晚值当]班|工作|干活|杂活|打杂|活计|活儿|值|手艺|营业",
    re.IGNORECASE,
)


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
    if one.like and _lives(text, language):
        like = one.like[language].search(_PURPOSE.split(text)[0])
        if like is not None:
            return LIKE_SCORE_POINTS, like[0]
    weight, small = ZH_CHARACTER_WEIGHT if language == "zh" else 1, text.lower()
    words = [
        (len(word.replace(f"{GAP} ", "").replace(GAP, "")) * weight + bonus, said)
        for word in one.words[language]
        for said, bonus in (_said(word, small, language),)
        if said
    ]
    return max(words, default=(0, ""))


def _said(word: str, text: str, language: str) -> tuple[str, int]:
    """A family's word as a text has it, empty if it has not; and its bonus for being the first."""
    bonus = FIRST_WORD_BONUS if language == "en" else 0
    if GAP in word:
        found = _gapped(word, language).search(text)
        return (found[0], bonus * (found.start() == 0)) if found else ("", 0)
    if language == "zh":
        return (word if _begins_or_has(text, word) else "", 0)
    if word not in text or f" {word}" not in f" {text}":
        return "", 0
    return word, bonus * text.startswith(word)


@cache
def _gapped(word: str, language: str) -> re.Pattern[str]:
    """A word with gaps as an expression: a gap holds up to three words, in Chinese up to eight characters."""
    if language == "zh":
        return re.compile("[^，；]{0,8}?".join(map(re.escape, word.split(GAP))))
    return re.compile(r"\b" + r" (?:\S+ ){0,3}?".join(map(re.escape, word.split(f" {GAP} "))))


def _begins_or_has(text: str, word: str) -> bool:
    return text.startswith(word[1:]) if word.startswith("^") else word in text


def _lives(text: str, language: str) -> bool:
    """Whether a text is of being at an event, not of getting ready for it or thinking of it."""
    if language == "zh":
        return _ZH_APART.match(text) is None
    first = text.split(" ", 1)[0].lower()
    return not is_gerund(first) or first in _EVENT_VERBS


_EVENT_VERBS = frozenset(
    "going attending joining hosting holding leading enjoying taking watching walking being opening chairing visiting"
    " celebrating marching helping hearing looking browsing strolling giving learning listening reading eating sharing"
    " voting counting".split()
)
_ZH_APART = re.compile(
    "[想写聊给画做练备]|为(?!.*[投计唱]票)|准备|布置|筹备|排练|盘算|琢磨|考虑|.*(?:回想|想起|记下来|情形)"
)
_PURPOSE = re.compile(r" for |(?<=\w \w{4}) to (?=think|go |talk|remember|look|ask|clear|hear)")
"""What follows says what someone does it for: `taking a walk to think back to the procession`."""


def event_at(ask: Ask, known: Family | None, on_duty: bool) -> Family | None:
    """The family of an event, for a text of being at one whose kind is not known by words of its own."""
    text, language = ask["what"], ask["self"]["language"]
    if known is not None and (known.name in EVENTS - PARTIES or known.name in CLASSES | MEALS):
        return None
    goes = text.lower().startswith("going ") and ask["minutes"] < MIN_EVENT_MINUTES
    if (
        goes
        or not is_event(text, language, f"{ask['place']} {ask['room_kind']}")
        or (on_duty and not hosts(text, language))
    ):
        return None
    if is_party(text, language):
        return family("party_hosting" if hosts(text, language) else "party_attending")
    return family("mourning" if is_sober(text, language) else "gathering")


def _spans(word: str, language: str) -> bool:
    """Whether a family's own words contain a conjunction of the text."""
    return len(pieces(word, language)) > 1


def _by_piece(found: list[str], scene: BlockScene) -> list[tuple[Family, str]]:
    matched = [(one, piece) for piece in found for one in (best(piece, scene)[0],) if one is not None]
    doing = [(one, piece) for one, piece in matched if begins_with_doing(piece, scene.language)]
    return doing or matched


def of_the_moment(card: Card, scene: BlockScene) -> tuple[DeedTemplate, ...]:
    """What the person may do there besides any activity: by weather, season, hour, traits and concerns."""
    traits = " ".join(card["traits"]).lower()
    return tuple(
        deed
        for one in flavours(ANYTHING)
        if one.when <= scene.conditions and (not one.traits or any(trait in traits for trait in one.traits))
        for deed in one.middle
    )


_STATES = frozenset("getting having being taking thinking wondering remembering deciding".split())
"""Verbs that are no work."""


def _of_the_work(one: Family, text: str, scene: BlockScene) -> tuple[DeedTemplate, ...]:
    if one.name in EVENTS:
        work = work_of(doing_at(text, scene.language), scene.language)
        return work.middle if work is not None else ()
    if one.name in NO_WORK:
        return ()
    work = work_of(text, scene.language)
    if work is not None:
        return () if one.name in OF_THE_LAND and work.name == "making_work" else work.middle
    is_other = scene.at_work or one.plain or one.name == "general"
    return flavours(OTHER_WORK)[0].middle if is_other and text.split(" ", 1)[0].lower() not in _STATES else ()


def _lent(one: Family, card: Card, text: str, scene: BlockScene) -> tuple[DeedTemplate, ...]:
    told = " ".join([text, card["work"], *card["concerns"]]).lower()
    return tuple(
        deed
        for flavour in flavours(one.name)
        if fits(flavour, scene) and _lends(flavour, text, told, scene.language)
        for deed in flavour.middle
    )


def _lends(flavour: Family, text: str, told: str, language: str) -> bool:
    """Whether a flavour is meant: by its expression for the block's text, or by a word of the person."""
    if flavour.like:
        return flavour.like[language].search(text) is not None
    return any(word in told for word in flavour.words[language])
