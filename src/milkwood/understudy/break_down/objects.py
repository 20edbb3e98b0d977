"""What a block's text is about: the object of its activity (`mending the rope bridge`: the rope bridge), its event.

Invariant: the result can follow a verb in the language of the text; empty where the grammar is uncertain.
"""

import re
from collections.abc import Sequence

from milkwood.understudy.break_down.clauses import VERBS
from milkwood.understudy.language.doing import is_gerund
from milkwood.understudy.language.events import doing_at

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
_NO_OBJECT = frozenset(
    "and or but of with by behind between beside near from what who how where why whether not to into onto against"
    " among under across past toward towards called remember something anything little".split()
)
"""What no object begins with."""
_AFTER = re.compile(r"\s(?:back|aloud|again|away|apart|once|twice|quietly|early|late|ready|in order)$")
_PLACED = frozenset(
    "going coming sitting standing lying walking staying being resting hanging leaning kneeling strolling living"
    " sleeping waiting".split()
)
"""Verbs whose particle tells a place, not what is acted on: `sitting on the steps`."""
_ON_THEM = frozenset("through over".split())
"""Particles after which they act on something all the same: `going over the lines`."""
_SEEKING = frozenset("waiting looking searching hunting caring asking sending providing fishing digging".split())
"""Verbs that act on what follows `for`; others do it for the sake of someone: `playing for the guests`."""
_HEARING = frozenset("listening attending seeing tending talking speaking".split())
"""Verbs that act on what follows `to`."""
_GIVEN = re.compile(
    r"^(?:[A-Z][\w'’]*|(?:the|her|his|their|two|three|some) \w+) (?P<it>(?:the|her|his|their|some|its) .+)$"
)
"""Someone, and what they are taught, shown or given: `Ruth the alphabet`."""
_RESULTS = frozenset("smooth flat clean dry straight open shut tight sharp bright thin warm loose".split())
"""What becomes of an object: `grinding an edge smooth`."""
_CAUSING = frozenset("helping letting making getting watching seeing hearing having".split())
"""Verbs whose object may do something itself: `helping a child find a book`."""
MAX_CAUSED_WORDS = 3
_OUTSIDE = re.compile(r"^(?:it|them|him|her|himself|herself|themselves|something|nothing|anything|everything)$|\w+ly$")
_EVENT = re.compile(
    r"(?:going to|joining(?: in)?|attending|hosting|holding|leading|taking part in|being at|enjoying|at|to)\s+"
    r"(?P<event>(?:the|an?|his|her|their|\w+['’]s?)\s[^,.;:()]{3,50}?)(?=\s(?:at|in|on|with|by|from|until)\b|[,.;:]|$)",
    re.IGNORECASE,
)
_ZH_EVENT = re.compile(
    r"(?:去参加|参加|去[看听逛瞧]|去(?!不)|主持|举办|出席|赶去|加入|办)(?P<event>(?!不)[^，。；、]{2,14})$"
)
_ZH_VERB = re.compile(r"[吃喝做打洗听说讲来去上下开关修补喂教带写抄念晒缝编织砍采挖搬运送]")
_ZH_MEASURES = (
    "座张把个只条件双头匹本封块排批扇台副辆艘份处根幅篇首支株棵笔桩顿盘"
    "碗杯壶袋筐桶篮捆包盒箱瓶罐套间所栋家节场道面颗粒枚列"
)
_ZH_MEASURE = re.compile(rf"^(?:了|着|些|点|完|好|几?[一两二三四五六七八九十几半](?:[{_ZH_MEASURES}]))")
_ZH_RESULT = re.compile(rf"^[弯平直齐净光亮断碎满紧松牢熟透成出起好完](?=[一两二三四五六七八九十几半][{_ZH_MEASURES}])")
"""What a verb brings about, before its object: 蒸弯一根肋骨."""
_ZH_OCCASION = re.compile(
    r"(?:课|礼拜|弥撒|法事|祷告|操|功课|作业|生意|买卖|工作|实验|检查|测验|调查|运动|手术|决定|梦|客)$"
)
"""What is 做, and is no thing that is made."""
_ZH_CLAUSE = re.compile(r"^(?:别?人|客人|大家)(?![家物群像参工力口数行])..")
"""Someone who does something: 听人诉苦."""
_ZH_GIVEN = re.compile(
    r"^给(?P<it>[^，。；]{1,6}?)(?:上[油釉漆色光]|换|喂|讲|做|看|洗|刷|打|送|备|剪|理|编目|归档|除草|贴|盖章|整形|配|调|涂|记)"
)
_ZH_TAKEN = re.compile(
    r"^把(?P<it>[^，。；]{1,7}?)(?:[归磨摆挂放搁码对填擦洗刷收装搬送卸切剪折叠铺排钉捆晾晒煮熬抄念译改补修再]|一|从|按|用)"
)
_ZH_AT = re.compile(r"^(?:在[^，。；]{1,6}?[上里边旁前后下中内外间]|手)(?=.)")
"""Where or by hand: what comes first in a text and does not matter for what is done."""
_ZH_NO_OBJECT = re.compile(r"[着了过完好下上来去出起一点会发觉的]")


def object_of(text: str, language: str) -> str:
    """What an activity is done to, with its article: `the rope bridge`; empty if there is none for certain."""
    text = doing_at(text, language) or text
    return _chinese(text) if language == "zh" else _english(text)


def _english(text: str) -> str:
    verb, _, rest = text.strip().partition(" ")
    if not is_gerund(verb.lower()) or not rest:
        return ""
    particle, _, further = rest.partition(" ")
    if particle in _PARTICLES:
        if (particle in ("to", "for") or verb.lower() in _PLACED) and not _acts_on(verb.lower(), particle):
            return ""
        rest = further
    found = _AFTER.sub("", _END.split(f" {rest}", maxsplit=1)[0].strip())
    given = _GIVEN.match(found)
    words = _without_result((given["it"] if given is not None else found).split())
    found = " ".join(words)
    if not words or len(words) > MAX_OBJECT_WORDS or words[0] in _PARTICLES | _NO_OBJECT:
        return ""
    if _OUTSIDE.search(words[-1].lower()) or (verb.lower() in _CAUSING and _is_caused(words)):
        return ""
    if is_gerund(words[-1].lower()) and len(words) == 1:
        return ""
    if words[0] in ("a", "an"):
        return " ".join(["the", *words[1:]]) if len(words) > 1 else ""
    if words[0] == "one":
        return ""
    return found if _DETERMINED.match(found) or words[0][:1].isupper() else f"the {found}"


def _is_caused(words: Sequence[str]) -> bool:
    """Whether an object does something itself: `two neighbours sit`."""
    return len(words) > MAX_CAUSED_WORDS or words[-1] in VERBS


def _acts_on(verb: str, particle: str) -> bool:
    if particle in ("to", "for"):
        return verb in (_HEARING if particle == "to" else _SEEKING)
    return particle in _ON_THEM


def _without_result(words: list[str]) -> list[str]:
    """An object without what it becomes."""
    nouns = len(words) - bool(words and (_DETERMINED.fullmatch(words[0]) or words[0] in ("a", "an")))
    return words[:-1] if nouns > 1 and words[-1].lower() in _RESULTS else words


def _chinese(text: str) -> str:
    """The words after a verb of one or two characters, where they hold no further verb."""
    piece = _ZH_AT.sub("", re.split("[，。；、：]", text.strip())[0])
    given = _ZH_GIVEN.match(piece) or _ZH_TAKEN.match(piece)
    if given is not None:
        return given["it"]
    for length in (2, 1):
        rest = _ZH_MEASURE.sub("", _ZH_RESULT.sub("", piece[length:].removeprefix(piece[:length])))
        if piece[:length] not in _ZH_VERBS or not 1 <= len(rest) <= MAX_OBJECT_CHARACTERS:
            continue
        if _ZH_CLAUSE.match(rest) or (piece[:length] == "做" and _ZH_OCCASION.search(rest)):
            return ""
        if not (_ZH_VERB if len(rest) > 1 else _ZH_NO_OBJECT).search(rest):
            return rest
    return ""


_ZH_VERBS = frozenset(
    "修 修理 修补 补 喂 照看 照料 照顾 打扫 清扫 擦 擦洗 整理 抄写 抄 编 编织 织 缝 缝补 做"
    " 制作 雕 刻 雕刻 磨 搬 搬运 清点 收拾 检查 检修 巡视 看守 看护 守 送 运送 装 卸 洗"
    " 清洗 晾 晒 采 采摘 摘 收 收割 挖 锄 浇 浇灌 练 练习 排练 准备 布置 画 写 译 翻译"
    " 校对 研究 观察 测量 记录 登记 分拣 卖 熬 酿 腌 切 砍 劈 打磨 保养 调试 开 驾驶 审理"
    " 调解 教 训练 牧 放 赶 刷 养 扫 理 裁 批 批改 核对 查 查看 看 审 描 背 唱 弹 揉 捻"
    " 钉 烧 端 等 算 轧 张贴 贴 推 点 抛 抛光 吹 吹制 拉 上 编目 归档 清 冲洗 熨 熏 烤"
    " 蒸 煮 调 调制 配 配制 研磨 观看 瞭望 巡 巡查 守护 伺候 侍弄 打理 布 铺 挂 归置 盘点"
    " 誊 誊抄 起草 拟 拟定 填 填写 签发 复核 校准 校正 标 标注 测 量 称 验 检验 化验 化 刨"
    " 锯 凿 铸 锻 缠 绕 绑 捆 拧 装订 装裱 裱 糊 印 印刷 排版 剪 剪辑 录 播 讲 讲解 教授"
    " 带 带领 指挥 排 演 表演 拍 拍摄 编排 设计 计划 规划 计算 推算 绘 绘制 接待 招待 迎接"
    " 听 倾听 劝 安慰 走访 探望 招呼 售 收取 交 递 驯 遛 饮 牵 套 骑 撒 种 栽 移栽 嫁接"
    " 数 校 钻 焊 记 安排 骑 驯养 饲养 发 腌 剁 放 放回 修剪 施 除 割 拾 捡 挤 剥 榨 压 酿造 蒸馏".split()
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
