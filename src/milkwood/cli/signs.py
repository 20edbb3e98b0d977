"""The words on the view of a run that is being lived, in each language we ship.

Knows nothing of terminals, nor of the run. Invariant: every language has every sign, with the same fields in it; a
language we do not speak has English ones.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """All signs in one language."""

    language: str
    moment: str
    begins: str
    goes_on: str
    reached: str
    speed: str
    people: str
    questions: str
    bill: str
    history: str
    times: str
    left: str
    hours: str
    minutes: str
    seconds: str
    awake: str
    thinking: str
    asked: str
    answered: str
    taken: str
    happened: str
    purse: str
    purse_under_way: str
    stopping: str
    stopping_for_one: str
    stopping_for_many: str
    waits: str
    waits_for_one: str
    waits_for_many: str
    busy: str
    does: str
    note: str
    relived: str
    can_stop: str


ENGLISH = Signs(
    language="en",
    moment="day {day} {time}",
    begins="{run} begins, until {until}.",
    goes_on="{run} goes on from {since}, until {until}.",
    reached="{run} has come so far already.",
    speed="speed",
    people="people",
    questions="questions",
    bill="bill",
    history="history",
    times="{times:,.0f} × real time",
    left=", about {amount:.0f} {unit} left",
    hours="h",
    minutes="min",
    seconds="s",
    awake="{awake} of {people} awake",
    thinking="{awake} of {people} awake, {thinking} thinking",
    asked="{asked} asked: {answers} answered, {under_way} under way, {waiting} waiting",
    answered="{answers} of {asked} questions answered",
    taken="{tokens:,} tokens, ${price:.2f}{purse}",
    happened="{events} events, {talks} talks",
    purse="; {spent}{under_way} of a budget of {cap}",
    purse_under_way=" and {reserved} for calls under way",
    stopping="stopping",
    stopping_for_one="stopping: waiting {most:.0f} s at most for an answer that is being paid for; "
    "Ctrl-C leaves at once",
    stopping_for_many="stopping: waiting {most:.0f} s at most for {count} answers that are being paid for; "
    "Ctrl-C leaves at once",
    waits="waiting for {what}",
    waits_for_one="waiting for an answer, for {seconds:.0f} s: {longest}",
    waits_for_many="waiting for {count} answers, the longest for {seconds:.0f} s: {longest}",
    busy="no answer is awaited: the machine itself is busy",
    does="{person} {doing}",
    note="{reason}.",
    relived="Going over what is recorded up to {time} once more.",
    can_stop="Ctrl-C stops it; nothing is lost.",
)

CHINESE = Signs(
    language="zh",
    moment="第{day}天 {time}",
    begins="{run}开始了，到{until}为止。",
    goes_on="{run}从{since}接着往下走，到{until}为止。",
    reached="{run}已经走到这里了。",
    speed="速度",
    people="居民",
    questions="提问",
    bill="花费",
    history="经过",
    times="真实时间的 {times:,.0f} 倍",
    left="，大约还要 {amount:.0f} {unit}",
    hours="小时",
    minutes="分钟",
    seconds="秒",
    awake="{people} 人里有 {awake} 人醒着",
    thinking="{people} 人里有 {awake} 人醒着，{thinking} 人在思考",
    asked="共 {asked} 个：已答 {answers} 个，正在问 {under_way} 个，等着问 {waiting} 个",
    answered="{asked} 个提问里已答 {answers} 个",
    taken="{tokens:,} 个词元，${price:.2f}{purse}",
    happened="{events} 件事，{talks} 次谈话",
    purse="；预算 {cap}，已用 {spent}{under_way}",
    purse_under_way="，正在进行的调用占 {reserved}",
    stopping="正在停下",
    stopping_for_one="正在停下：有一个回答正在付费，最多等 {most:.0f} 秒；再按 Ctrl-C 立刻离开",
    stopping_for_many="正在停下：有 {count} 个回答正在付费，最多等 {most:.0f} 秒；再按 Ctrl-C 立刻离开",
    waits="正在等{what}",
    waits_for_one="正在等一个回答，已有 {seconds:.0f} 秒：{longest}",
    waits_for_many="正在等 {count} 个回答，最久的已有 {seconds:.0f} 秒：{longest}",
    busy="没有在等回答：是机器自己在忙",
    does="{person}{doing}",
    note="{reason}。",
    relived="正在把记录好的部分再走一遍，直到 {time}。",
    can_stop="按 Ctrl-C 停下，什么也不会丢。",
)

_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def signs(language: str) -> Signs:
    """The signs of a language."""
    return _LANGUAGES.get(language, ENGLISH)
