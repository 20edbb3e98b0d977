"""Emoji with such a clear meaning that the deed under them, or its room, must be about it.

Emoji that may stand for many things (a smile, a pencil, a sparkle) are not judged.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Speaks:
    """The meaning of some emoji."""

    marks: str
    words: re.Pattern[str]
    rooms: tuple[str, ...] = ()
    """Kinds of sectors or rooms in which they are not surprising."""


def _speaks(marks: str, words: str, *rooms: str) -> Speaks:
    return Speaks(marks, re.compile(words, re.IGNORECASE), rooms)


SPEAKING = (
    _speaks("🚿🛁🚽🪥", r"shower|wash|bath|tooth|teeth|soap|rins|suds|hair|scrub|water|[洗刷牙淋浴澡水]", "bathroom"),
    _speaks(
        "💤😴🛏🛌",
        r"sleep|bed|pillow|doz|dream|lie|lying|ceiling|cover|eyes|breath|rest|nap|[睡床被枕眠梦躺歇]",
        "bedroom",
    ),
    _speaks(
        "🍺🍻🍸🥃🍹",
        r"beer|pint|glass|drink|drawing|mix|pub|bitter|cider|empties|straw|cocktail|grenadine|[酒杯喝]|吸管|糖浆",
        "pub",
        "taproom",
    ),
    _speaks("☕🍵🫖", r"coffee|tea|cup|mug|kettle|drink|hot|sip|pot|[茶咖喝杯壶]", "cafe", "kitchen", "common_room"),
    _speaks(
        "🍳🥘🍲🍜🥣",
        r"cook|fry|pan|pot|egg|soup|stew|noodle|porridge|dish|flame|eat|bowl|supper|dinner|meal|breakfast|stir|"
        r"chowder|ladl|flour|warming|"
        r"[煮煎炒汤粥面饭锅蛋菜吃碗火]",
        "kitchen",
        "main_room",
        "cafe",
    ),
    _speaks(
        "🎹🎸🎻🎺🎷🥁🎼",
        r"play|tun|chord|piano|fiddle|guitar|string|bow|song|music|bar|scale|note|rhythm|beat|compos|verse"
        r"|syllable|[弹拉琴曲弦弓谱音乐歌拍节律敲听]",
    ),
    _speaks("🎮👾🕹", r"game|level|stream|play|boss|chat|swamp|ice cave|[游戏关播打]|冰洞|头目"),
    _speaks(
        "🎨🖌",
        r"paint|colour|color|brush|mix|shade|wash|version|blue|grey|brown|green|canvas|squeez|icon|[画色颜料笔刷涂调灰棕蓝绿红]",
    ),
    _speaks("📷📸", r"photo|camera|picture|shot|shoot|lens|frame|light|lying flat|[拍照相机镜]"),
    _speaks(
        "🎣⚓🚣🦞🐠🐟🛶",
        r"fish|net|boat|row|cast|line|quay|catch|torn|haul|pot|sea|[鱼网船桨码头捞]",
        "quay",
        "workshop",
    ),
    _speaks(
        "🏋🏃🤸🏊🚴",
        r"run|jog|sprint|squat|lift|press|set|bar|lap|stretch|shak|fall|pace|[跑练举蹲伸拉翻甩活动]",
        "park",
        "green",
    ),
    _speaks(
        "🌱🪴🌷🪻🥀",
        r"plant|soil|bed|seed|flower|pot|green|garden|bulb|rose|[花草种土苗盆浇]",
        "garden",
        "park",
        "green",
    ),
    _speaks("🛒", r"shop|buy|basket|shelf|list|cart|[买篮货架]", "shop"),
    _speaks("💊🥼", r"medicine|tablet|capsule|prescription|coat|pharmac|pill|[药片白大褂]", "shop"),
    _speaks(
        "💻⌨🖥🐞",
        r"computer|laptop|screen|typ|code|page|tab|tablet|file|loop|program|online|app\b|callback|class on"
        r"|fixing what broke"
        r"|[电脑键盘屏码网页程序敲板]|应用|循环|回调|写坏|课",
    ),
    _speaks("📺🍿", r"watch|film|screen|show|dark|[看电视片]"),
    _speaks("🎂🍰🧁", r"cake|bak|icing|birthday|tart|[蛋糕]", "cafe", "bakery"),
    _speaks(
        "🥖🍞🥐",
        r"bread|loaf|loaves|roll|bak|dough|toast|crust|shelf|paper|warm|[面包吐司饼盘]",
        "bakery",
        "kitchen",
        "cafe",
    ),
    _speaks("🔥", r"fire|flame|heat|light|match|oven|ember|coal|kiln|oil|wick|[火炉灶点烧锅炭窑]"),
    _speaks("🎓", r"podium|class|lectur|student|teach|notes|[课讲学]", "classroom"),
    _speaks("🗳", r"mayor|vote|elect|run|campaign|politic|[镇长选票]|政治|时政"),
)


def misfits(emoji: str, what: str, room_kind: str = "") -> bool:
    """Whether an emoji means something that neither the deed nor its room is about."""
    for each in SPEAKING:
        if any(mark in emoji for mark in each.marks):
            return not each.words.search(what) and not any(kind in room_kind for kind in each.rooms)
    return False
