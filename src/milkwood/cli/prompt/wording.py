"""The words of the prompt, in each language we ship, and what went wrong said in the same one.

Knows nothing of what they are said about. Invariant: every language has every sentence, with the same fields in it; a
language we do not speak is answered in English.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from milkwood.clock import TownClock
from milkwood.errors import MilkwoodError
from milkwood.translate import told

YES = frozenset({"y", "yes", "是", "好", "对"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptTexts:
    """All sentences in one language."""

    language: str
    ask_forked: str
    ask_new: str
    need_a_name: str
    taken: str
    ask_go_on: str
    begun: str
    forked: str
    goes_on: str
    hint: str
    ask: str
    unknown: str
    near: str
    saved: str
    left: str
    ask_delete: str
    deleted: str
    kept: str
    stays: str
    interrupted: str
    need: Mapping[str, str] = field(hash=False)
    need_a_tile: str
    lived: str
    stopped: str
    now: str
    at_tile: str
    away: str
    unplanned: str
    no_buffer: str
    buffer: str
    nothing: str
    memory: str
    on_tile: str
    state: str
    idle: str
    off_map: str
    labelled: str
    details: tuple[str, str, str, str, str]
    blocked: str
    free: str
    none: str
    comma: str
    interview: str
    said: str
    end: str
    told: str
    told_known: str
    told_nothing: str
    told_when: str
    tester: str
    tester_saw: str
    tester_way: str
    tester_no_way: str
    tester_left: str
    moment: str
    blanks: Mapping[str, str] = field(hash=False)
    """What stands in the list of commands for what a command takes."""
    help: Mapping[str, str] = field(hash=False)

    def when(self, clock: TownClock, tick: int) -> str:
        """A tick for people."""
        return self.moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M:%S}", tick=tick)

    def wrong(self, error: MilkwoodError) -> str:
        """What went wrong, where, and what to do."""
        return told(self.language, error)


ENGLISH = PromptTexts(
    language="en",
    ask_forked="Name of the forked simulation: ",
    ask_new="Name of the new simulation: ",
    need_a_name="Write a name; Ctrl-D leaves.",
    taken="There is a run “{name}” already, and it does not come from “{forked}”. Choose another name; to go on with "
    "it, give “{name}” as both names.",
    ask_go_on="There is a run “{name}” already, at {when}. Go on with it? [y/N] ",
    begun="{name} begins in {town}, at {when}.",
    forked="{name} goes on from {parent}, at {when}.",
    goes_on="{name} is at {when}.",
    hint="“help” lists what can be typed. Everything is written down as it happens.",
    ask="Enter option: ",
    unknown="“{text}” is no command; nothing was done. “help” lists them all.",
    near="Did you mean: {near}?",
    saved="{name} is saved: everything up to {when} is in {path}.",
    left="{name} is saved, at {when}. “milkwood console {shell} {shell}” goes on with it.",
    ask_delete="Leave {name} as it is, or delete it for good? To delete it, type its name; Enter keeps it: ",
    deleted="{name} is deleted.",
    kept="{name} is kept.",
    stays="Nothing was done.",
    interrupted="Interrupted; nothing is lost.",
    need={
        "number": "How many steps? Write for example “run 360”, at most {most:,}.",
        "name": "Whose? Write the name after it; there are: {names}.",
        "tile": "Which tile? Write for example “print tile details 72, 14”.",
        "file": "Which file? Write its path after it.",
    },
    need_a_tile="Which tile? Write for example “72, 14”; “end” ends it.",
    lived="{steps} steps lived; it is {when}.",
    stopped="Stopped after {steps} steps; it is {when}.",
    now="{date}, {when}, step {step} from midnight of the first day.",
    at_tile="{name}: {x}, {y} ({place})",
    away="{name} is not in town.",
    unplanned="(not planned yet: the usual day)",
    no_buffer="{name} has talked with nobody yet.",
    buffer="{other}: {left} steps left of {most}, last talk {when}",
    nothing="There is nothing of that kind.",
    memory="{number}. {when} ({importance}) {text}",
    on_tile="{name}: {what}",
    state="{thing}: {state}",
    idle="idle",
    off_map="{x}, {y} is not on the map of {width} x {height} tiles.",
    labelled="{label}: {value}",
    details=("world", "sector", "room", "thing", "ground"),
    blocked="blocked",
    free="free to walk on",
    none="none",
    comma=", ",
    interview="You speak with {name}, at {when}; they will not remember it. “end_convo” ends it.",
    said="{name}: {text}",
    end="The talk is over.",
    told="{name}: {count}",
    told_known="{count} were known already.",
    told_nothing="{name}: there is nothing new in it.",
    told_when="{name}: {count} memories for {people} people, known at {when}, when the run goes on.",
    tester="A walk over the map, in your head: type tiles (“72, 14”) to see what can be seen from there; “end” ends "
    "it. Nothing of the simulation changes.",
    tester_saw="{place}: {things} ({ground})",
    tester_way="{steps} steps from the last tile",
    tester_no_way="there is no way from the last tile",
    tester_left="Known by now:",
    moment="day {day} {time} (tick {tick})",
    blanks={"nothing": "", "number": " N", "name": " NAME", "tile": " X, Y", "file": " FILE"},
    help={
        "run": "live so many steps more; Ctrl-C stops",
        "save": "say that it is saved, and where",
        "fin": "leave; everything is kept (also f, finish, save and finish)",
        "exit": "leave; asks whether to delete the simulation",
        "time": "the time, and the step",
        "schedule": "today's plan, deed by deed",
        "schedules": "everybody's plan",
        "hourly": "today's plan in broad strokes",
        "tile": "where somebody is",
        "buffer": "whom somebody has talked with, and how long ago",
        "events": "what somebody saw and did",
        "thoughts": "what somebody thinks, knows and means to do",
        "chats": "whom somebody talked with, and what was said",
        "places": "the places somebody knows",
        "tile_event": "who and what is on a tile",
        "tile_details": "what a tile is",
        "analysis": "interview somebody until “end_convo”",
        "history": "let people remember things from before",
        "tester": "see what can be seen from tiles",
        "help": "this list",
    },
)

CHINESE = PromptTexts(
    language="zh",
    ask_forked="从哪个模拟开始（名字）：",
    ask_new="新模拟叫什么名字：",
    need_a_name="请输入一个名字；按 Ctrl-D 离开。",
    taken="已经有叫“{name}”的记录了，而且它不是从“{forked}”来的。请换一个名字；想接着它走，两个名字都输入“{name}”。",
    ask_go_on="已经有叫“{name}”的记录了，到了{when}。接着它往下走吗？[y/N] ",
    begun="{name}在{town}开始了，现在是{when}。",
    forked="{name}从{parent}接着往下走，现在是{when}。",
    goes_on="{name}现在是{when}。",
    hint="输入“help”看有哪些命令。发生的一切都会随时记下来。",
    ask="请输入命令：",
    unknown="没有“{text}”这个命令，什么也没做。输入“help”看全部命令。",
    near="你是不是想输入：{near}？",
    saved="{name}已经存好：到{when}为止的一切都在{path}。",
    left="{name}已经存好，到了{when}。用“milkwood console {shell} {shell}”可以接着走。",
    ask_delete="保留{name}，还是彻底删掉？要删就输入它的名字；直接回车就保留：",
    deleted="{name}已经删掉。",
    kept="{name}保留着。",
    stays="什么也没做。",
    interrupted="中断了，什么也没有丢。",
    need={
        "number": "走多少步？例如“run 360”，最多{most:,}步。",
        "name": "谁的？把名字写在后面；有：{names}。",
        "tile": "哪一格？例如“print tile details 72, 14”。",
        "file": "哪个文件？把路径写在后面。",
    },
    need_a_tile="哪一格？例如“72, 14”；输入“end”结束。",
    lived="走了{steps}步，现在是{when}。",
    stopped="走了{steps}步停下了，现在是{when}。",
    now="{date}，{when}，从第一天零点算起第{step}步。",
    at_tile="{name}：{x}, {y}（{place}）",
    away="{name}不在镇上。",
    unplanned="（还没有安排：平常的一天）",
    no_buffer="{name}还没有跟谁聊过。",
    buffer="{other}：还剩{left}步（共{most}步），上次聊天{when}",
    nothing="没有这类东西。",
    memory="{number}. {when}（{importance}）{text}",
    on_tile="{name}：{what}",
    state="{thing}：{state}",
    idle="没人在用",
    off_map="{x}, {y}不在地图上，地图有{width} x {height}格。",
    labelled="{label}：{value}",
    details=("世界", "区域", "房间", "物件", "地面"),
    blocked="走不过去",
    free="可以走",
    none="无",
    comma="、",
    interview="你在和{name}说话，现在是{when}；对方不会记得。输入“end_convo”结束。",
    said="{name}：{text}",
    end="谈话结束。",
    told="{name}：{count} 条",
    told_known="有 {count} 条早就知道了。",
    told_nothing="{name}：里面没有新的内容。",
    told_when="{name}：给{people}个人加了{count}条记忆，模拟接着走时，他们从{when}起知道这些。",
    tester="在脑子里走一走地图：输入格子（“72, 14”）看从那里能看见什么；输入“end”结束。模拟本身什么也不变。",
    tester_saw="{place}：{things}（{ground}）",
    tester_way="离上一格{steps}步",
    tester_no_way="从上一格走不过来",
    tester_left="到现在知道的地方：",
    moment="第{day}天{time}（第{tick}步）",
    blanks={"nothing": "", "number": " 步数", "name": " 名字", "tile": " X, Y", "file": " 文件"},
    help={
        "run": "再走这么多步；按 Ctrl-C 停下",
        "save": "说明已经存好、存在哪里",
        "fin": "离开，一切都保留（也可以输入 f、finish、save and finish）",
        "exit": "离开，会问要不要删掉这次模拟",
        "time": "现在的时间和步数",
        "schedule": "某人今天的安排，一件件事",
        "schedules": "所有人的安排",
        "hourly": "某人今天安排的大概",
        "tile": "某人在哪一格",
        "buffer": "某人跟谁聊过、过了多久",
        "events": "某人看见和做过的事",
        "thoughts": "某人的想法、知道的事和打算",
        "chats": "某人跟谁聊过、说了什么",
        "places": "某人知道的地方",
        "tile_event": "某一格上有谁、有什么",
        "tile_details": "某一格是什么地方",
        "analysis": "采访某人，直到输入“end_convo”",
        "history": "让人们记得从前的事",
        "tester": "看看从各个格子能看见什么",
        "help": "这张表",
    },
)

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def wording(language: str) -> PromptTexts:
    """The sentences of a language."""
    return LANGUAGES.get(language, ENGLISH)
