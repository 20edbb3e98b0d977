"""What a block's text is about: the object of its activity (`mending the rope bridge`: the rope bridge), its event.

Invariant: the result can follow a verb in the language of the text; empty where the grammar is uncertain.
"""

import re

from milkwood.understudy.break_down.clauses import is_gerund

MAX_OBJECT_WORDS, MAX_OBJECT_CHARACTERS = 5, 8
_PARTICLES = frozenset(
    "after for over up out through to on at around round about together in along off down back away".split()
)
_END = re.compile(
    r"\s(?:for|with|at|in|on|from|to|over|by|until|before|after|about|into|through|while|as|than|under|beside|near|onto"
    r"|so|when|where|and \w+ing|that|if|because|against|around|along|behind|outside|inside|together|again|up"
    r"|down|out|off)\b"
    r"|[,.;:(]"
)
_DETERMINED = re.compile(
    r"(?:the|his|her|their|its|this|that|these|those|some|all|every|each|two|three|four|\S+['’]s?)\b"
)
_OUTSIDE = re.compile(r"(?:it|them|him|her|himself|herself|themselves|something|nothing|anything|everything)$|\w+ly$")
_EVENT = re.compile(
    r"(?:going to|joining(?: in)?|attending|hosting|holding|leading|taking part in|being at|enjoying|at|to)\s+"
    r"(?P<event>(?:the|an?|his|her|their|\w+['’]s?)\s[^,.;:()]{3,50}?)(?=\s(?:at|in|on|with|by|from|until)\b|[,.;:]|$)",
    re.IGNORECASE,
)
_ZH_EVENT = re.compile(r"(?:去参加|参加|去(?!不)|主持|举办|出席|赶去|加入|办)(?P<event>(?!不)[^，。；、]{2,14})$")
_ZH_VERB = re.compile(r"[吃喝做打洗听说讲来去上下开关修补喂教带写抄念晒缝编织砍采挖搬运送]")
_ZH_MEASURE = re.compile(
    r"^(?:了|着|些|点|完|好|几?[一两二三四五几]?(?:座|张|把|个|只|条|件|双|头|匹|本|封|块|排|批|扇|台|副|辆|艘))"
)
_ZH_GIVEN = re.compile(r"^给(?P<it>[^，。；]{1,6}?)(?:上|换|喂|讲|做|看|洗|刷|打|送|备|剪|理)")


def object_of(text: str, language: str) -> str:
    """What an activity is done to, with its article: `the rope bridge`; empty if there is none for certain."""
    return _chinese(text) if language == "zh" else _english(text)


def _english(text: str) -> str:
    verb, _, rest = text.strip().partition(" ")
    if not is_gerund(verb.lower()) or not rest:
        return ""
    particle, _, further = rest.partition(" ")
    if particle in _PARTICLES:
        rest = further
    found = _END.split(rest, maxsplit=1)[0].strip()
    words = found.split()
    if not words or len(words) > MAX_OBJECT_WORDS or words[0] in _PARTICLES or _OUTSIDE.search(words[-1].lower()):
        return ""
    if is_gerund(words[-1].lower()) and len(words) == 1:
        return ""
    if words[0] in ("a", "an"):
        return " ".join(["the", *words[1:]]) if len(words) > 1 else ""
    if words[0] == "one":
        return ""
    return found if _DETERMINED.match(found) or words[0][:1].isupper() else f"the {found}"


def _chinese(text: str) -> str:
    """The words after a verb of one or two characters, where they hold no further verb."""
    piece = re.split("[，。；、：]", text.strip())[0]
    given = _ZH_GIVEN.match(piece)
    if given is not None:
        return given["it"]
    for length in (2, 1):
        rest = _ZH_MEASURE.sub("", piece[length:])
        if 2 <= len(rest) <= MAX_OBJECT_CHARACTERS and not _ZH_VERB.search(rest) and piece[:length] in _ZH_VERBS:
            return rest
    return ""


_ZH_VERBS = frozenset(
    "修 修理 修补 补 喂 照看 照料 照顾 打扫 清扫 擦 擦洗 整理 抄写 抄 编 编织 织 缝 缝补 做 制作 雕 刻 雕刻 磨 搬 搬运"
    " 清点 收拾 检查 检修 巡视 看守 看护"
    " 守 送 运送 装 卸 洗 清洗 晾 晒 采 采摘 摘 收 收割 挖 锄 浇 浇灌 练 练习 排练 准备 布置 画 写 译 翻译"
    " 校对 研究 观察 测量 记录 登记 分拣 卖 熬 酿 腌 切 砍 劈 打磨 保养 调试 开 驾驶 审理 调解"
    " 教 训练 牧 放 赶 刷 养".split()
)


def event_of(text: str, language: str) -> str:
    """The event that a text names, with its article; empty for none."""
    if language == "zh":
        found = _ZH_EVENT.search(text)
        return found["event"] if found is not None else ""
    found = _EVENT.search(text)
    if found is None:
        return ""
    event = found["event"]
    return re.sub(r"^an? ", "the ", event) if event[:2].lower() in ("a ", "an") else event
