"""new_self without a model: concerns stay, and those of yesterday are added.

Invariant: the news of a day does not replace the person's own concerns; concerns that are over are dropped.
"""

import re
from datetime import date, timedelta

from milkwood.chance import Stream
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.new_self.schema import Ask, Reply
from milkwood.questions.terms import PromiseTerm, Recalled

MAX_CONCERNS = 5
MAX_NEW_CONCERNS = 2
LEADING_OWN_CONCERNS = 2
"""Own concerns before the day's news; otherwise the whole town would think of the same party."""
CONCERN_IMPORTANCE = 6
MAX_CONCERN_CHARACTERS = 150
MAX_NEWS_CHARACTERS = {"en": 90, "zh": 34}
BEDTIME = "12:00"
"""Asked later than this, the new day is tomorrow; asked earlier, it has begun."""
NEWS = {"en": "the news that {text}", "zh": "{text}这件事"}
DUE = {"en": "{what}, today at {hour}", "zh": "今天{hour}要{what}"}
SOON = {"en": "{what} on {day}", "zh": "{day}要{what}"}
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}
PASSING = {
    "en": re.compile(r"^the news that |, today at \d| on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$"),
    "zh": re.compile(r"这件事$|^今天\d|^星期[一二三四五六日]要"),
}
"""Marks of a concern that belongs to one day."""
FIRST_PERSON = {
    "en": re.compile(r"\b(?:I|me|my|mine|we|us|our|you|your)\b|[“”\"]", re.IGNORECASE),
    "zh": re.compile("我|咱|你|[“”]"),
}
DATED = re.compile(r"\d|o'clock|\bfrom \w+ to\b|day\b|tomorrow|tonight|点|号|星期|明天|今晚")
"""Dated concerns are promises, or not the person's concern."""
WORRIED = re.compile(r"worr|afraid|quarrel|ill\b|alone|担心|怕|吵|病|孤单", re.IGNORECASE)
MOODS: dict[str, dict[str, tuple[str, ...]]] = {
    "eager": {"en": ("looking forward to the day", "eager to begin"), "zh": ("盼着今天", "浑身是劲")},
    "heavy": {"en": ("a little troubled", "thoughtful"), "zh": ("有点心事", "心里沉甸甸的")},
    "calm": {"en": ("in good spirits", "rested and calm", "content"), "zh": ("精神不错", "睡得踏实", "心里安稳")},
}


def answer(ask: Ask, draw: Stream, _likeness: TextSimilarity) -> Reply:
    """Concerns and mood for the new day."""
    language = ask["self"]["language"]
    lasting = [concern for concern in ask["self"]["concerns"] if not PASSING[language].search(concern)]
    today = _today(ask)
    promised = [told for promise in ask["promises"] if (told := _promised(promise, today, language))]
    news = [told for memory in _weightiest(ask["recalled"]) if (told := _news(memory, language))]
    new = [told for told in dict.fromkeys([*promised[:MAX_NEW_CONCERNS], *news]) if told not in lasting][
        :MAX_NEW_CONCERNS
    ]
    lasting = lasting[: MAX_CONCERNS - len(new)]
    concerns = [*lasting[:LEADING_OWN_CONCERNS], *new, *lasting[LEADING_OWN_CONCERNS:]] or [_nothing(language)]
    kind = _mood(ask, bool(promised), draw)
    mood = draw.chosen(MOODS[kind][language])
    reply = Reply.model_construct(concerns=concerns, mood=mood)
    if kind == "heavy":
        reply.low = True
    return reply


def _today(ask: Ask) -> str:
    now = date.fromisoformat(ask["now"]["date"])
    return (now + timedelta(days=ask["now"]["time"] >= BEDTIME)).isoformat()


def _promised(promise: PromiseTerm, today: str, language: str) -> str:
    """A promise as a concern; empty if it is too far off or past."""
    what = promise["what"].rstrip(".。")
    days = (date.fromisoformat(promise["date"]) - date.fromisoformat(today)).days
    if not 0 <= days < 7 or len(what) > MAX_CONCERN_CHARACTERS - 30:
        return ""
    if days == 0:
        return DUE[language].format(what=what, hour=promise["start"])
    weekday = date.fromisoformat(promise["date"]).weekday()
    return SOON[language].format(what=what, day=WEEKDAYS[language][weekday])


def _weightiest(recalled: list[Recalled]) -> list[Recalled]:
    news = [memory for memory in recalled if memory["kind"] == "news" and memory["importance"] >= CONCERN_IMPORTANCE]
    return sorted(news, key=lambda memory: (-memory["importance"], memory["id"]))


def _news(memory: Recalled, language: str) -> str:
    """News as a noun phrase; empty if the grammar is uncertain."""
    text = memory["text"].strip().rstrip(".。!！")
    whole = not re.search(r"[.!?。！？:：;；]", text)
    if (
        not whole
        or FIRST_PERSON[language].search(text)
        or DATED.search(text)
        or len(text) > MAX_NEWS_CHARACTERS[language]
    ):
        return ""
    return NEWS[language].format(text=text)


def _nothing(language: str) -> str:
    return "taking the day as it comes" if language == "en" else "把今天好好过了"


def _mood(ask: Ask, eager: bool, draw: Stream) -> str:
    troubled = any(
        WORRIED.search(text) for text in [*ask["yesterday"], *(memory["text"] for memory in ask["recalled"][:4])]
    )
    return "eager" if eager and draw.happens(0.7) else "heavy" if troubled and draw.happens(0.5) else "calm"
