"""The words of a comparison's page and tables, in English and Chinese.

Knows names of measures, no numbers. Invariant: every measure has a name in both languages; a story's own title is used
where it is known.
"""

from collections.abc import Mapping
from typing import Final

from milkwood.lab import measures
from milkwood.lab.comparing.summary import CALLS_DAY, DAY
from milkwood.words import CHINESE, ENGLISH, Language, Words

LANGUAGES: Final = (ENGLISH, CHINESE)


def _words(en: str, zh: str) -> Words:
    return Words({ENGLISH: en, CHINESE: zh})


MEASURES: Final[Mapping[str, Words]] = {
    measures.TOKENS: _words("Tokens a person and day", "每人每天的词元数"),
    DAY: _words("Tokens a person on day {}", "第 {} 天每人的词元数"),
    measures.CALLS: _words("Calls a person and day", "每人每天的提问次数"),
    CALLS_DAY: _words("Calls a person on day {}", "第 {} 天每人的提问次数"),
    measures.PRICE: _words("Dollars a person and day", "每人每天的费用（美元）"),
    measures.INSTEAD: _words("Answered by the understudy instead, %", "改由替补作答的比例（%）"),
    measures.REUSE: _words("Blocks lived by a routine, %", "按习惯度过的安排（%）"),
    measures.ACTIVITIES: _words("Distinct activities a person", "每人做过的不同活动数"),
    measures.PLANNED: _words("Distinct blocks in a person's plans", "每人计划中的不同安排数"),
    measures.TALKS: _words("Talks a person and day", "每人每天的谈话次数"),
    measures.PAIRS: _words("Pairs who know each other, %", "互相认识的人（%）"),
    measures.KNOWS: _words("People who know: {}", "知道此事的人数：{}"),
    measures.CAME: _words("Guests who came: {}", "到场的客人数：{}"),
}
TEXTS: Final[Mapping[str, Words]] = {
    "title": _words("What each part costs and brings", "各部分的代价与作用"),
    "conditions": _words("Conditions", "条件"),
    "nothing_off": _words("everything on", "全部开启"),
    "off": _words("off: {}", "关闭：{}"),
    "carried": _words("begins with the routines of {}", "沿用 {} 的习惯"),
    "town": _words("{}, {}: {} people, {} days, seeds {}", "{}，{}：{} 人，{} 天，种子 {}"),
    "measure": _words("measure", "指标"),
    "method": _words(
        "Mean of the seeds, with its 95 % interval by Student's t. Below it, the difference from the first condition,"
        " seed by seed, with its interval; bold where the interval does not contain 0. Tokens are those that the"
        " model's maker counted; where the understudy answered, those of the prompt a language model would have been"
        " shown (four bytes of ASCII, or one other character, are a token). A day goes from midnight to midnight, the"
        " first from the run's beginning. Somebody knows of a story who knew it from the start or was told by an"
        " unbroken chain; a guest is somebody who knew of it and was there for ten minutes while it went on.",
        "各种子的均值，附学生 t 分布的 95% 区间。下方是逐个种子与第一个条件相减的差及其区间；区间不含 0 时加粗。"
        "词元数以模型方的计数为准；替补作答时，按语言模型本应读到的提示词计算"
        "（ASCII 每四个字节算一个词元，其他字符每个算一个）。"
        "一天从午夜到午夜，第一天从开始时算起。一开始就知道、或经由不间断的转述得知的人，才算知道；"
        "知道此事并在进行期间到场十分钟的人，才算到场的客人。",
    ),
    "tokens_over_days": _words("Tokens a person, day by day", "每人词元数，逐日"),
    "knowers_over_hours": _words("Who knows, hour by hour: {}", "知情人数，逐时：{}"),
    "tokens_by_kind": _words("Tokens a person and day, by question", "每人每天的词元数，按问题分"),
    "question": _words("question", "问题"),
    "all": _words("all", "合计"),
    "day": _words("day {}", "第{}天"),
    "failed": _words("Not lived to the end", "没有跑完的"),
    "stopped": _words("stopped before its end", "中途停止"),
    "repeat": _words("Live it again", "复现"),
    "repeat_how": _words(
        "The manifest beside this page has the versions, the hashes of towns, prompts and histories, and the seeds.",
        "本页旁边的清单里有版本、小镇文件、提示词与历史的校验值，以及种子。",
    ),
    "numbers": _words("All numbers", "全部数据"),
    "language": _words("中文", "English"),
}
PART_NAMES: Final[Mapping[str, Words]] = {
    "observation": _words("observation", "观察"),
    "reflection": _words("reflection", "反思"),
    "planning": _words("planning", "计划"),
    "impressions": _words("impressions", "印象"),
    "routines": _words("routines", "习惯"),
    "wandering": _words("wandering", "走神"),
}


def named(measure: str, language: Language, titles: Mapping[str, Words]) -> str:
    """A measure by its name; `titles` are those of stories."""
    kind, _, of = measure.partition(":")
    known = MEASURES.get(kind)
    whose = titles[of].in_language(language) if of in titles else of
    return known.in_language(language).format(whose) if known else measure


def text(key: str, language: Language, *values: object) -> str:
    """A text of the page with values in it."""
    return TEXTS[key].in_language(language).format(*values)


def part(name: str, language: Language) -> str:
    """A part of the mind by its name."""
    return PART_NAMES[name].in_language(language) if name in PART_NAMES else name
