"""The interview battery: 25 questions of five kinds for five people at a tick, in English and in Chinese, and checks
that need no judge: names, jobs, plans and memories that must be in an answer, and facts the person cannot know.

Questions are our own; the kinds are those by which believability was first judged: self-knowledge, memory, plans,
reactions, reflections.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from milkwood.clock import hour_of
from milkwood.ids import PersonId
from milkwood.mind.calendar import OPEN
from milkwood.mind.head import Head
from milkwood.models.wording import words_of
from milkwood.run import InterviewReply, RestoredRun
from tests.story.measures import Life, Measure, at_least, none_of
from tests.story.measures_news import WANTED, hearers_of_story, rumour_of_story

WHOM = {
    "the_ville": ("isabella_rodriguez", "klaus_mueller", "maria_lopez", "john_lin", "sam_moore"),
    "gull_quay": ("bram_okoye", "ivo_marsh", "nell_avery", "petra_marsh", "wen_zhao"),
}
NOBODY = {"en": "Oliver Hartwell", "zh": "欧阳明远"}
LEAST_LETTERS = {"en": 12, "zh": 5}
_AFTERNOON, _EVENING = 15, 19


@dataclass(frozen=True)
class Asked:
    """A person about to be asked, and the known facts about them."""

    head: Head
    life: Life
    told: frozenset[str]
    """The stories they know of by then."""
    heard: frozenset[str]
    """Those of which they heard in a talk; until its outcome is noted, they may say so or not."""
    friend: PersonId
    tick: int

    @property
    def language(self) -> str:
        return self.head.character.language

    def plan_at(self, hour: int) -> str:
        """Their plan for an hour of the day."""
        hours, midnight = self.head.hours, self.head.state.day.midnight
        tick = hours.at(midnight, hour * 60)
        blocks = self.head.state.day.plan
        return next((block.what for block in blocks if block.start <= tick < block.end), "")


Check = Callable[[Asked, InterviewReply], str]
"""What is wrong with an answer; empty when nothing is."""


@dataclass(frozen=True)
class Item:
    """One question of the battery."""

    kind: str
    en: str
    zh: str
    check: Check


def shares(reply: InterviewReply, texts: Sequence[str]) -> bool:
    """Whether an answer contains something of one of the texts."""
    said = words_of(reply.say)
    return any(len(words_of(text) & said) >= min(2, len(words_of(text))) for text in texts if words_of(text))


def reacts(words: str) -> Check:
    """Whether an answer mentions what a sensible person would do or say then."""
    pattern = re.compile(words, re.IGNORECASE)

    def check(asked: Asked, reply: InterviewReply) -> str:
        return "" if reply.knows and pattern.search(reply.say) else "is no answer to that"

    return check


def _own_name(asked: Asked, reply: InterviewReply) -> str:
    folk = asked.head.character.folk
    return "" if folk.called in reply.say or folk.name in reply.say else "does not say the name"


def _own_work(asked: Asked, reply: InterviewReply) -> str:
    return "" if shares(reply, [asked.head.character.work]) else "does not speak of the work"


def own_concerns(asked: Asked, reply: InterviewReply) -> str:
    head = asked.head
    own = [*head.state.morning.concerns, *head.character.goals, *(record.text for record in head.memories.all())]
    return "" if shares(reply, own) else "does not speak of anything on their mind"


def _own_day(asked: Asked, reply: InterviewReply) -> str:
    usual = [each.what for each in asked.head.character.usual]
    return "" if shares(reply, usual) else "does not speak of the usual day"


def known_person(asked: Asked, reply: InterviewReply) -> str:
    known = [asked.head.people.called(person) for person in asked.head.people.acquainted()]
    return "" if any(name in reply.say for name in known) else "names no one they know"


def the_friend(asked: Asked, reply: InterviewReply) -> str:
    if not reply.knows:
        return "does not know the friend"
    head = asked.head
    name = head.people.called(asked.friend)
    other = head.people.other(asked.friend)
    about = [other["tie"], other["feeling"], other["knows"], *(each.text for each in head.memories.about(asked.friend))]
    return "" if name in reply.say or shares(reply, about) else "says nothing of the friend"


def nobody(asked: Asked, reply: InterviewReply) -> str:
    return "" if not reply.knows else "knows a person who does not exist"


def story(number: int) -> Check:
    def check(asked: Asked, reply: InterviewReply) -> str:
        wanted = WANTED[asked.life.pack.scenario.id][number].story
        if wanted in asked.told:
            if not reply.knows:
                return f"was told of the {wanted} and does not know"
            stories = [each for each in asked.life.pack.scenario.stories if each.id == wanted]
            texts = [memory.text.in_language(asked.life.language) for each in stories for memory in each.memories]
            return "" if shares(reply, texts) else f"speaks of something else than the {wanted}"
        return "" if not reply.knows or wanted in asked.heard else f"was never told of the {wanted} and knows"

    return check


def planned(hour: int) -> Check:
    def check(asked: Asked, reply: InterviewReply) -> str:
        wanted = asked.plan_at(hour)
        return "" if not wanted or shares(reply, [wanted]) else f"does not say “{wanted}”"

    return check


def coming(asked: Asked, reply: InterviewReply) -> str:
    plan = [each.what for each in asked.head.state.day.plan]
    promised = [each.what for each in asked.head.calendar.ahead(asked.tick)]
    return "" if shares(reply, [*plan, *promised]) else "says nothing that is planned or promised"


def _promised(asked: Asked, reply: InterviewReply) -> str:
    ahead = [each.what for each in asked.head.calendar.ahead(asked.tick) if each.status == OPEN]
    if not ahead:
        return ""
    return "" if shares(reply, ahead) else f"does not say “{ahead[0]}”"


def _bed(asked: Asked, reply: InterviewReply) -> str:
    minutes = asked.head.character.sleep % (24 * 60)
    said = reply.say.lower()
    ways = (hour_of(minutes), f"{minutes // 60}:", *spelled_hours(minutes), "midnight", "半夜", "零点", "午夜")
    return "" if any(way in said for way in ways) else "does not say the hour"


def spelled_hours(minutes: int) -> tuple[str, ...]:
    """The hour of a minute of the day, as a figure and in words."""
    twelve = (minutes // 60 - 1) % 12 + 1
    spelled = "one two three four five six seven eight nine ten eleven twelve".split()[twelve - 1]
    chinese = "一 两 三 四 五 六 七 八 九 十 十一 十二".split()[twelve - 1]
    return (f"{twelve}", spelled, chinese, *(("二",) if twelve in (2, 12) else ()))


BATTERY = (
    Item("self-knowledge", "Would you introduce yourself?", "请介绍一下你自己。", _own_name),
    Item("self-knowledge", "What do you do for a living?", "你是做什么工作的？", _own_work),
    Item("self-knowledge", "What is on your mind these days?", "你这阵子心里惦记着什么？", own_concerns),
    Item("self-knowledge", "Who are the people closest to you?", "你跟谁最亲近？", known_person),
    Item("self-knowledge", "What does an ordinary day look like for you?", "你平常的一天是怎么过的？", _own_day),
    Item("memory", "Who is {friend}?", "{friend}是谁？", the_friend),
    Item("memory", "Who is {nobody}?", "{nobody}是谁？", nobody),
    Item("memory", "{event_en}", "{event_zh}", story(0)),
    Item("memory", "{news_en}", "{news_zh}", story(-1)),
    Item(
        "memory",
        "When did you last talk with {friend}, or what do you remember of {friend}?",
        "你还记得跟{friend}有关的什么事？",
        the_friend,
    ),
    Item(
        "plans",
        "What will you be doing today at three in the afternoon?",
        "今天下午三点你会做什么？",
        planned(_AFTERNOON),
    ),
    Item(
        "plans", "What will you be doing today at seven in the evening?", "今天晚上七点你会做什么？", planned(_EVENING)
    ),
    Item("plans", "What are you going to do next?", "你接下来打算做什么？", coming),
    Item("plans", "Have you promised anybody anything?", "你答应过别人什么事吗？", _promised),
    Item("plans", "When do you usually go to bed?", "你平常几点睡觉？", _bed),
    Item(
        "reactions",
        "Your breakfast is burning on the stove. What do you do?",
        "你的早饭在炉子上烧糊了，你怎么办？",
        reacts(r"turn|off|fire|pan|window|smoke|stove|heat|[火关锅窗炉烟]"),
    ),
    Item(
        "reactions",
        "You want to take a shower, but the bathroom is taken. What do you do?",
        "你想洗澡，可浴室里有人，你怎么办？",
        reacts(
            r"wait|later|knock|until|after|another|come back|meanwhile|first|how long|[等先敲待]|过会|一会|晚点|问一声"
        ),
    ),
    Item(
        "reactions",
        "You want to cook dinner and the refrigerator is empty. What do you do?",
        "你想做晚饭，可冰箱是空的，你怎么办？",
        reacts(r"shop|market|store|buy|cafe|pub|inn|eat out|borrow|neighbour|bread|cooking|[买店吃借]|市场|咖啡馆"),
    ),
    Item(
        "reactions",
        "A friend of yours asks you to lunch tomorrow. What do you say?",
        "有个朋友约你明天一起吃午饭，你怎么说？",
        reacts(
            r"yes|love|glad|gladly|would|like|promise|can't|cannot|sorry|free|lunch|happy|[好行去成来]|不行|答应|可惜"
        ),
    ),
    Item(
        "reactions",
        "You see smoke coming from a neighbour's window. What do you do?",
        "你看见邻居家窗户冒烟，你怎么办？",
        reacts(r"fire|help|call|knock|door|run|shout|neighbour|everybody|hurt|see whether|[火救喊敲跑]"),
    ),
    Item("reflections", "What inspires you most, and why?", "什么最能打动你？为什么？", own_concerns),
    Item(
        "reflections",
        "If you could spend an afternoon with somebody you know, whom would you choose, and why?",
        "要是能跟一个认识的人待一下午，你会选谁？为什么？",
        known_person,
    ),
    Item("reflections", "What would you give {friend} as a present?", "你会送{friend}什么礼物？", the_friend),
    Item("reflections", "What have you come to understand lately?", "最近你想明白了什么？", own_concerns),
    Item("reflections", "What do you hope for?", "你盼着什么？", own_concerns),
)
_OF_STORIES = frozenset({"{event_en}", "{news_en}", "{gathering_en}", "{rumour_en}", "{feast_en}", "{word_en}"})
STORY_QUESTIONS = {
    "valentine": {
        "event_en": "Is there going to be a party on Valentine's Day?",
        "event_zh": "情人节那天有派对吗？",
        "news_en": "Who is running for mayor?",
        "news_zh": "谁要竞选镇长？",
        "gathering_en": "Has anybody told you of a celebration at Hobbs Cafe?",
        "gathering_zh": "有人跟你说过霍布斯咖啡馆要办派对吗？",
        "rumour_en": "Do you know of anybody who wants to become mayor?",
        "rumour_zh": "你知道有谁想当镇长吗？",
        "feast_en": "I heard something about a party. When and where will it be?",
        "feast_zh": "听说有人要办派对，什么时候，在哪儿？",
        "word_en": "The town will have an election, they say. Who stands for mayor?",
        "word_zh": "听说镇上要选举，有谁参选镇长？",
    },
    "lanterns": {
        "event_en": "What is Lantern Night?",
        "event_zh": "灯笼之夜是怎么回事？",
        "news_en": "When is Lantern Night?",
        "news_zh": "灯笼之夜是什么时候？",
        "gathering_en": "Has anybody told you what will happen on the quay on Saturday?",
        "gathering_zh": "有人跟你说过码头上要办灯笼之夜吗？",
        "rumour_en": "Do you know who is holding Lantern Night?",
        "rumour_zh": "你知道是谁要办灯笼之夜吗？",
        "feast_en": "I heard something about lanterns. What is it about?",
        "feast_zh": "听说要挂灯笼，是怎么回事？",
        "word_en": "Whose idea was Lantern Night, and where will it be held?",
        "word_zh": "灯笼之夜是谁办的，在哪儿办？",
    },
}


@dataclass(frozen=True)
class Answered:
    """A question of the battery with its answer and what is wrong with it."""

    person: PersonId
    kind: str
    question: str
    reply: InterviewReply
    complaint: str


async def held(
    life: Life, path: Path, when: str, whom: Sequence[str], items: Sequence[Item] = BATTERY
) -> list[Answered]:
    """Put questions to people at a moment, each in a separate interview."""
    tick = life.header.clock.parse(when)
    known = {wanted.story: rumour_of_story(life, wanted) for wanted in WANTED[life.pack.scenario.id]}
    found: list[Answered] = []
    with await RestoredRun.at(path, life.pack, tick) as look:
        for name in whom:
            person = PersonId(name)
            head = look.head(person)
            told = frozenset(story for story, rumour in known.items() if person in rumour.knowers(tick))
            heard = frozenset(story for story in known if person in hearers_of_story(life, story, tick))
            asked = Asked(head, life, told, heard, head.people.acquainted()[0], tick)
            interview = look.interview(person)
            for item in items:
                text = _filled(item, asked)
                reply = await interview.ask(text)
                found.append(Answered(person, item.kind, text, reply, item.check(asked, reply) or _form(asked, reply)))
    return found


def _filled(item: Item, asked: Asked) -> str:
    stories = STORY_QUESTIONS[asked.life.pack.scenario.id]
    text = item.zh if asked.language == "zh" else item.en
    return text.format(friend=asked.life.name(asked.friend), nobody=NOBODY[asked.language], **stories)


def _form(asked: Asked, reply: InterviewReply) -> str:
    if len(reply.say) < LEAST_LETTERS[asked.language] and reply.knows:
        return "says too little"
    wrong = r"[A-Za-z]{2,}" if asked.language == "zh" else r"[一-鿿]"
    if re.search(wrong, reply.say):
        return "in the wrong language"
    return "a visible token" if re.search(r"[{}|<>]", reply.say) else ""


def battery(life: Life, path: Path, when: str = "day 2 12:00", items: Sequence[Item] = BATTERY) -> list[Answered]:
    """The whole battery, for five people."""
    return asyncio.run(held(life, path, when, WHOM[life.pack.id], items))


def measures(answers: Sequence[Answered]) -> Iterator[Measure]:
    """The number of sensible answers."""
    wrong = [
        f"{each.person}: {each.question} – {each.reply.say} ({each.complaint})" for each in answers if each.complaint
    ]
    invented = [line for line in wrong if "does not exist" in line or "never told" in line]
    yield at_least("answers of the battery that hold", 100 * (1 - len(wrong) / len(answers)), 96, "%", wrong)
    yield none_of("answers that know what one cannot know", invented)
    for kind in dict.fromkeys(item.kind for item in BATTERY):
        said = {each.reply.say for each in answers if each.kind == kind}
        asked = [each for each in answers if each.kind == kind]
        yield at_least(f"distinct answers about {kind}", 100 * len(said) / len(asked), 50, "%")


def ignorance(life: Life, path: Path, when: str, items: Sequence[Item] = BATTERY) -> Measure:
    """All people are asked about the stories: those who were told know, and the others say that they do not."""
    of_stories = [item for item in items if item.en in _OF_STORIES]
    answers = asyncio.run(held(life, path, when, list(life.tracks), of_stories))
    wrong = [
        f"{each.person}: {each.question} – {each.reply.say} ({each.complaint})" for each in answers if each.complaint
    ]
    return none_of(
        f"wrong answers of all people about what they were told or not, {when} ({len(answers)} asked)", wrong
    )
