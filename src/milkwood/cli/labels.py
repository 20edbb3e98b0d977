"""The words around answers and reasons, in each language we ship.

Knows nothing of what they stand beside. Invariant: every language has every label; a language we do not speak is
labelled in English.
"""

from dataclasses import dataclass, field

from milkwood.clock import TownClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """All labels in one language."""

    rests_on: str
    rests_on_nothing: str
    answered_by: str
    fell_back: str
    understudy: str
    heard_from: str
    from_before: str
    moment: str
    does: str
    since: str
    plan: str
    promise: str
    routine: str
    routine_said: str
    routine_of: str
    wandering: str
    percept: str
    because: str
    choice: str
    question: str
    asked_at: str
    came_to_mind: str
    scores: tuple[str, ...]
    nothing_decided: str
    has_left: str
    meanwhile: str
    at_tick: str
    colon: str
    comma: str
    choices: dict[str, str] = field(hash=False)
    kinds: dict[str, str] = field(hash=False)
    """Questions, as people would call them."""
    memories: dict[str, str] = field(hash=False)
    """Kinds of memories, as people would call them."""

    def line(self, label: str, text: str) -> str:
        """A label and what it stands before."""
        return f"{label}{self.colon}{text}"

    def at(self, whose: str, when: str, tick: int) -> str:
        """Whose moment it is."""
        return f"{whose}{self.comma}{self.at_tick.format(when=when, tick=tick)}"

    def when(self, clock: TownClock, tick: int) -> str:
        """A tick as a day and an hour; what lies before the first is from before."""
        if tick < 0:
            return self.from_before
        return self.moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M}")

    def who(self, by: str) -> str:
        """Whoever answered."""
        return self.understudy if by == "understudy" else by


ENGLISH = Labels(
    rests_on="rests on",
    rests_on_nothing="rests on no memory",
    answered_by="answered by",
    fell_back="instead of the model ({why})",
    understudy="the understudy",
    heard_from="{kind}, from {name}",
    from_before="from before",
    moment="day {day} {time}",
    does="does",
    since="decided",
    plan="plan",
    promise="promised",
    routine="by habit",
    routine_said="as on {when}, when it was “{what}” ({score:.0%} the same)",
    routine_of="as in the run “{of}”, when it was “{what}” ({score:.0%} the same)",
    wandering="crossed their mind",
    percept="noticed",
    because="reason",
    choice="chose",
    question="question",
    asked_at="asked {when}",
    came_to_mind="came to mind",
    scores=("score", "recency", "importance", "relevance", "words"),
    nothing_decided="Nothing has been decided yet: a run begins with everybody in bed.",
    has_left="Has left the town: {when} (tick {tick}).",
    meanwhile="since then",
    at_tick="{when} (tick {tick})",
    colon=": ",
    comma=", ",
    choices={"ignore": "to let it pass", "talk": "to talk", "wait": "to wait", "change": "to do something else"},
    kinds={
        "plan_day": "the plan of the day",
        "break_down": "the next hour, deed by deed",
        "weigh": "how much memories matter",
        "react": "what to make of what was noticed",
        "speak": "what to say",
        "after_talk": "what came of a talk",
        "reflect": "what it all means",
        "new_self": "what matters on the new day",
        "interview": "an interview",
        "whisper": "what to make of an inner voice",
    },
    memories={
        "saw": "seen",
        "did": "done",
        "seed": "known before",
        "news": "news",
        "talk": "talk",
        "thought": "thought",
        "insight": "insight",
        "promise": "promise",
        "plan": "plan",
        "voice": "inner voice",
    },
)

CHINESE = Labels(
    rests_on="根据的记忆",
    rests_on_nothing="没有根据哪条记忆",
    answered_by="回答者",
    fell_back="代替模型（{why}）",
    understudy="替身",
    heard_from="{kind}，听{name}说的",
    from_before="从前",
    moment="第{day}天 {time}",
    does="做的事",
    since="决定于",
    plan="计划",
    promise="答应过",
    routine="照老习惯",
    routine_said="像{when}那样，当时是“{what}”（相似{score:.0%}）",
    routine_of="像“{of}”那次一样，当时是“{what}”（相似{score:.0%}）",
    wandering="夜里想起",
    percept="注意到",
    because="理由",
    choice="选择",
    question="问题",
    asked_at="{when}问的",
    came_to_mind="想起的事",
    scores=("总分", "新近", "重要", "相关", "字词"),
    nothing_decided="还没有做过任何决定：一开始大家都在床上。",
    has_left="已经离开小镇：{when}（第{tick}步）。",
    meanwhile="在那以后",
    at_tick="{when}（第{tick}步）",
    colon="：",
    comma="，",
    choices={"ignore": "不去理会", "talk": "去搭话", "wait": "等一等", "change": "改做别的事"},
    kinds={
        "plan_day": "一天怎么安排",
        "break_down": "接下来的事一件件怎么做",
        "weigh": "记忆有多重要",
        "react": "对注意到的事怎么反应",
        "speak": "说什么",
        "after_talk": "谈话留下了什么",
        "reflect": "这些事意味着什么",
        "new_self": "新的一天在意什么",
        "interview": "采访",
        "whisper": "怎么看心里的声音",
    },
    memories={
        "saw": "看见",
        "did": "做过",
        "seed": "早就知道",
        "news": "消息",
        "talk": "谈话",
        "thought": "想法",
        "insight": "感悟",
        "promise": "约定",
        "plan": "打算",
        "voice": "心里的声音",
    },
)

_LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def labels(language: str) -> Labels:
    """The labels of a language."""
    return _LANGUAGES.get(language, ENGLISH)
