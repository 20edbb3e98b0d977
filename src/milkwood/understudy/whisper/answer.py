"""whisper, without a model: an inner voice becomes the person's own thought.

Invariant: the thought is in the first person, or quotes the voice; a dated thing in it becomes a promise; an order for
now is carried out now.
"""

import re

from milkwood.chance import Stream
from milkwood.questions.after_talk.schema import Commitment
from milkwood.questions.kind import TextSimilarity
from milkwood.questions.whisper.schema import Ask, Reply
from milkwood.understudy.language.names import call, listed, mentioned, place_named
from milkwood.understudy.language.sentences import bare, capital, cut, split
from milkwood.understudy.language.shift import is_own, mine
from milkwood.understudy.language.verbs import BASE, gerund
from milkwood.understudy.language.when import When, when
from milkwood.understudy.talk.liking import weight

_MEANT = re.compile(
    r"\bI (?:am (?:running|going|giving|hosting|holding|leaving|moving|throwing)|will|want|must|should|have"
    r" decided|shall|ought|need)\b"
    r"|我(?:要|会|得|该|想|必须|决定|应该|打算)",
    re.IGNORECASE,
)
_LEADS = {
    "en": {
        "meant": ("I have made up my mind: ", "It is settled for me now: ", "I know what I will do: "),
        "felt": ("It comes to me all at once: ", "I cannot put it aside any longer: ", "Suddenly it is clear to me: "),
        "heard": ("It keeps going through my head: ", "A thought will not leave me: ", "I cannot stop thinking this: "),
        "order": ("Something tells me it is time. ", "I feel I must do it. ", "All at once I know what to do. "),
    },
    "zh": {
        "meant": ("我拿定主意了：", "这事就这么定了：", "我知道该怎么办了："),
        "felt": ("我忽然明白了：", "这件事我没法再不去想：", "一下子看清楚了："),
        "heard": ("有句话老在脑子里转：", "有个念头赶不走：", "我忍不住老想着："),
        "order": ("心里有个声音说，是时候了。", "我觉得非做不可。", "忽然就知道该做什么了。"),
    },
}
_NOW = re.compile(
    r"\b(?:now|right away|at once|immediately|this minute)\b|立刻|马上|现在|赶快|赶紧|快去", re.IGNORECASE
)
_GOING = frozenset(
    "go leave come walk run stop wake return visit find meet talk tell ask bring take hurry get stay look help"
    " start begin wait".split()
)
_GOING_CHINESE = re.compile(
    r"^我?(?:现在|马上|立刻|赶快|赶紧|快)?(?:得|要|该|应该|必须)?(?:去|到|回|离开|停|找|走|来|跑|告诉|问|帮|等|见)"
)
_ORDER_CHINESE = re.compile(
    r"^(?:请|快|现在|马上|立刻|赶快|赶紧)*(?:去|到|回|离开|停|找|走|来|跑|告诉|问|帮|等|别|不要|记得|见|给|把|买|写|做|办|吃|喝|睡)"
)


def answer(ask: Ask, draw: Stream, likeness: TextSimilarity) -> Reply:  # noqa: ARG001 (a voice is read, not compared)
    """The thought."""
    language = "zh" if ask["self"]["language"] == "zh" else "en"
    voice = ask["voice"].strip().strip("“”\"'").strip()
    own, manner = _own(voice, ask, language)
    time = when(own, ask["now"]["date"], ask["now"]["time"])
    lead = draw.chosen(_LEADS[language][manner])
    people = listed(ask["people"])
    about = [person for person in mentioned(voice, people) if person != ask["self"]["id"]]
    return Reply(
        thought=cut(lead + own, 240),
        importance=max(7, min(9, weight(own) + 1)),
        about=about[:6],
        commitment=_commitment(ask, own, time, about, language) if time is not None else None,
        change=time is None and _at_once(own, manner, language),
    )


def _own(voice: str, ask: Ask, language: str) -> tuple[str, str]:
    """The voice in the person's own words, and its type: an order, an intention, a feeling, news."""
    name = ask["self"]["called"]
    voice = re.sub(rf"^{re.escape(name)}\s*[,，:：]\s*", "", voice) or voice
    order = _order(voice, language)
    if order:
        refused = order.startswith(("I will not", "我不能"))
        return _ended(order, language), "meant" if refused else "order"
    sentences = (
        " ".join(capital(mine(one, language)) for one in split(voice)) if language == "en" else mine(voice, language)
    )
    if not is_own(sentences, language):
        return _ended(voice, language), "heard"
    return _ended(sentences, language), "meant" if _MEANT.search(sentences) else "felt"


def _order(voice: str, language: str) -> str:
    """An order as an intention; empty if it is none."""
    if language == "zh":
        begun = _TIMES_CHINESE.match(voice)
        deed = re.sub(r"^(?:请|快|赶快|赶紧)+", "", voice[begun.end() if begun else 0 :])
        if not _ORDER_CHINESE.match(deed) or re.match(r"[你您我]", voice):
            return ""
        time = begun[0] if begun else ""
        return f"我{time}{re.sub('^(?:别|不要)', '不能', mine(deed, language))}"
    plain = re.sub(r"^(?:please|now|quick|just|hey|listen)[,:]?\s+", "", voice, flags=re.IGNORECASE)
    negative = re.match(r"(?:don't|do not|don’t|never) (?P<rest>.+)", plain, re.IGNORECASE | re.DOTALL)
    if negative:
        rest = mine(negative["rest"], language)
        return f"I will not {rest[:1].lower()}{rest[1:]}"
    first = re.split(r"[\s,.!?]", plain, maxsplit=1)[0].lower()
    if first not in BASE and first != "be":
        return ""
    rest = mine(plain, language)
    return f"I will {rest[:1].lower()}{rest[1:]}"


def _ended(text: str, language: str) -> str:
    text = text.strip()
    if text.endswith((".", "!", "?", "。", "！", "？", "…", "”")):
        return text
    return text + ("。" if language == "zh" else ".")


def _at_once(own: str, manner: str, language: str) -> bool:
    if _NOW.search(own):
        return manner != "heard"
    if language == "zh":
        return manner in ("order", "meant") and bool(_GOING_CHINESE.match(own)) and not own.startswith("我不")
    going = re.match(r"I (?:will|must|should|need to|ought to|have to|want to) (?P<verb>\w+)", own)
    return going is not None and going["verb"].lower() in _GOING


_TIMES = re.compile(
    r"\s*\b(?:the day after tomorrow|tomorrow(?: (?:morning|afternoon|evening|night))?|today|tonight|(?:this"
    r"|next|on) (?:\w+day|evening|afternoon|morning)"
    r"|on (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+|on \w+ \d{1,2}(?:st|nd|rd|th)?|(?:at|from|around"
    r"|between) (?:half past |a? ?quarter (?:past|to) )?(?:\d{1,2}(?::\d{2})?|[a-z]+)(?: ?[ap]\.?m\.?)?"
    r"(?: (?:to|until|and) (?:\d{1,2}(?::\d{2})?|[a-z]+)(?: ?[ap]\.?m\.?)?)?(?: (?:in the (?:morning|afternoon"
    r"|evening)|at night|o'clock))?)(?=[\s,.!?]|$)",
    re.IGNORECASE,
)
_TIMES_CHINESE = re.compile(
    r"(?:大?后天|明天|今天|今晚|明晚|这?个?(?:星期|礼拜|周)[一二三四五六日天]|[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]?)?"
    r"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:[\d一二两三四五六七八九十]{1,3}(?:点|[:：]\d{2})(?:半|一刻|三刻)?(?:[到至-][^，。]{0,2}?[\d一二两三四五六七八九十]{1,3}(?:点|[:：]\d{2})(?:半|一刻)?)?)?"
)


def _commitment(ask: Ask, own: str, time: When, about: list[str], language: str) -> Commitment:
    return Commitment.model_construct(
        what=cut(_what(own, ask, language), 120),
        date=time.date,
        start=time.start_hour,
        end=time.end_hour,
        place=place_named(own, ask["places"]),
        company=about[:8],
        accepted=True,
        reason="",
    )


def _what(own: str, ask: Ask, language: str) -> str:
    if language == "zh":
        deed = re.sub(r"^[，、]|[，、]$", "", _TIMES_CHINESE.sub("", bare(own)))
        deed = re.sub(r"^我(?:要|会|得|该|应该|必须|打算|想)?", "", deed).split("，")[0]
        return deed if len(deed) >= 2 else "赴约"
    kept = _TIMES.sub(lambda found: "" if _is_time(found[0]) else found[0], bare(own))
    kept = re.sub(r"\s+", " ", re.split(r"[,;.]", kept)[0]).strip()
    found = re.match(
        r"I (?:will|must|should|shall|am going to|want to|need to|have to|ought to|have decided to)"
        r" (?P<verb>[a-z]+)(?P<rest>.*)",
        kept,
    )
    if found:
        return f"{gerund(found['verb'])}{found['rest']}"
    doing = re.match(r"I am (?P<doing>[a-z]+ing\b.*)", kept)
    if doing:
        return doing["doing"]
    who = next((call(one) for one in ask["people"] if one["name"].split(" ")[0] in own), "")
    return f"meeting {who}" if who else "keeping an appointment"


def _is_time(text: str) -> bool:
    """Whether a piece that looks like a time is one: `at five`, not `at Hobbs`."""
    word = re.search(r"\b(?:at|from|around|between) (?:half past |a? ?quarter (?:past|to) )?(\w+)", text, re.IGNORECASE)
    if word is None:
        return True
    numbers = "one two three four five six seven eight nine ten eleven twelve noon midday midnight".split()
    return word[1][0].isdigit() or word[1].lower() in numbers
