"""Whether words name an activity: `washing`, `洗衣服`; not `evening`.

Invariant: follows from the words alone.
"""

NOT_GERUNDS = frozenset(
    "morning evening something nothing anything everything king ring string thing spring during bring sing wing "
    "ceiling wedding building pudding".split()
)
ZH_VERBS = frozenset(
    "洗冲开招做上吃喝写看读听讲画拍煮揉烤卖补挑买逛收掸叠记列挂修拔去练备散拼换准绕弹录复送跟和关编刮用把"
    "擦泡给点理拣晾熄查坐望装啃炖熬煎刷改整核翻披围扎系摆走放背研学算数推码争摸轻躺打在一顺偷来要接穿歇高"
    "拿留调逮趿聊谈见盼掐隔先排靠沿按磨筹试迎戴揣淘捣守早就自谁再"
)
"""First characters of a piece that names an activity (not a time, or other people)."""


def is_gerund(word: str) -> bool:
    """Whether an English word names an activity: `washing`, not `evening`."""
    return word.endswith("ing") and len(word) > 4 and word not in NOT_GERUNDS


def begins_with_doing(piece: str, language: str) -> bool:
    """Whether a piece names an activity by itself."""
    if language == "zh":
        return piece[:1] in ZH_VERBS
    return is_gerund(piece.split(" ", 1)[0].lower())
