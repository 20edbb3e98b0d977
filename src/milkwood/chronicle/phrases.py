"""The words in which a chronicle is told, in each language we ship.

Knows no events. Invariant: every language has every phrase, with the same fields in it; a language we do not speak is
told in English.
"""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """All phrases in one language."""

    entered: str
    departed: str
    set_off: str
    set_off_outside: str
    halted: str
    deed_began: str
    deed_ended: str
    thing_changed: str
    talk_began: str
    joined: str
    said: str
    left: str
    talk_ended: str
    refused: str
    whispered: str
    reminded: str
    told: str
    notice: str
    announced: str
    remembers: str
    nothing: str
    at: str
    and_: str
    talked: str
    diary: str
    talks: str
    no_talks: str
    goes_on: str
    until: str
    day: str
    outdoors: str
    in_talk: str
    on_the_way: str
    on_the_way_outside: str
    deeds: str
    by_habit: str
    memories: str
    spoken: str
    quote: tuple[str, str]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    date: str
    endings: dict[str, str] = field(hash=False)
    """Why a talk ended, as the town says it, in this language."""

    def on(self, number: int, moment: datetime) -> str:
        """A day of the run, with its date."""
        date = self.date.format(
            year=moment.year,
            month=self.months[moment.month - 1],
            day=moment.day,
            weekday=self.weekdays[moment.weekday()],
        )
        return self.day.format(number=number, date=date)

    def quoted(self, text: str) -> str:
        """What somebody said, in quotation marks."""
        return text.join(self.quote)

    def ending(self, why: str) -> str:
        """Why a talk ended."""
        return self.endings.get(why, why)

    def listed(self, names: list[str]) -> str:
        """Several names in a row."""
        return self.and_.join(names)


ENGLISH = Phrases(
    entered="is in town",
    departed="leaves the town",
    set_off="sets off for {place}",
    set_off_outside="sets off",
    halted="stops on the way",
    deed_began="begins: {what}",
    deed_ended="is done: {what}",
    thing_changed="{thing} is now {state}",
    talk_began="begins to talk to {partner}",
    joined="joins the talk",
    said="says {text}",
    left="leaves the talk",
    talk_ended="ends the talk ({why})",
    refused="tries in vain ({tried}: {why})",
    whispered="hears an inner voice: {text}",
    reminded="knows from before: {texts}",
    told="hears from {by}: {text}",
    notice="hears of {text} at {place}",
    announced="It is announced: {text} at {place}",
    remembers="remembers ({kind}): {text}",
    nothing="nothing",
    at=", {place}",
    and_=", ",
    talked="talks with {names}",
    diary="{name}: a diary",
    talks="Talks in {run}",
    no_talks="Nobody has talked yet.",
    goes_on="still going on",
    until="until {time}",
    day="Day {number}, {date}",
    outdoors="outdoors",
    in_talk="talking",
    on_the_way="on the way to {place}",
    on_the_way_outside="on the way",
    deeds="The day so far",
    by_habit="{reused} of {blocks} blocks lived by habit ({share:.0%})",
    memories="Remembered",
    spoken="Talks",
    quote=("“", "”"),
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    date="{weekday} {day} {month} {year}",
    endings={},
)

CHINESE = Phrases(
    entered="在镇上",
    departed="离开了小镇",
    set_off="动身去{place}",
    set_off_outside="动身出门",
    halted="半路停下",
    deed_began="开始：{what}",
    deed_ended="做完：{what}",
    thing_changed="{thing}变成了“{state}”",
    talk_began="找{partner}说话",
    joined="加入谈话",
    said="说{text}",
    left="离开谈话",
    talk_ended="谈话结束（{why}）",
    refused="没能做成（{tried}：{why}）",
    whispered="心里响起一个声音：{text}",
    reminded="从前就知道：{texts}",
    told="听{by}说：{text}",
    notice="听说{place}有{text}",
    announced="通告：{place}有{text}",
    remembers="记住（{kind}）：{text}",
    nothing="什么也没有",
    at="，{place}",
    and_="、",
    talked="和{names}聊天",
    diary="{name}的日记",
    talks="{run}：谈话记录",
    no_talks="还没有人说过话。",
    goes_on="还在进行",
    until="到{time}",
    day="第{number}天，{date}",
    outdoors="户外",
    in_talk="正在聊天",
    on_the_way="正在去{place}的路上",
    on_the_way_outside="正在路上",
    deeds="今天到现在",
    by_habit="{blocks}段安排里有{reused}段照老习惯过（{share:.0%}）",
    memories="记住的事",
    spoken="谈话",
    quote=("“", "”"),
    weekdays=("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
    months=tuple(str(month) for month in range(1, 13)),
    date="{year}年{month}月{day}日 {weekday}",
    endings={
        "said all": "话说完了",
        "long enough": "聊得够久了",
        "left": "有人走了",
        "fell silent": "没话说了",
    },
)

_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def phrases(language: str) -> Phrases:
    """The phrases of a language."""
    return _LANGUAGES.get(language, ENGLISH)
