"""A third battery of 25 questions, of the same five kinds. It was written after the understudy had learnt to answer the
first two, and before it was asked any of these, so its first run showed which questions people can answer in general.
"""

import re

from milkwood.run import InterviewReply
from tests.story.measures_interview import (
    Asked,
    Check,
    Item,
    coming,
    known_person,
    nobody,
    own_concerns,
    planned,
    reacts,
    shares,
    story,
    the_friend,
)

_SEVEN, _TEN = 19, 22
_HOUR = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b|[一两二三四五六七八九十]点"
)
_AWAKE = re.compile(r"asleep|in bed|to bed|sleep|睡|躺下|床上")


def _of_oneself(asked: Asked, reply: InterviewReply) -> str:
    character = asked.head.character
    own = [character.work, character.biography, *character.goals, *(each.text for each in asked.head.memories.all())]
    named = any(trait in reply.say for trait in character.traits)
    return "" if reply.knows and (named or shares(reply, own)) else "says nothing of themselves"


def _a_place(asked: Asked, reply: InterviewReply) -> str:
    places = [place["name"] for place in asked.head.known_places()]
    kept = [re.split(r"'s |的", name)[-1] for name in places]
    return "" if reply.knows and any(name in reply.say for name in kept) else "names no place they know"


def _unheard_of(_asked: Asked, reply: InterviewReply) -> str:
    return "" if not reply.knows else "was never told of it and knows: it does not exist"


def _any_of(*checks: Check) -> Check:
    def check(asked: Asked, reply: InterviewReply) -> str:
        complaints = [each(asked, reply) for each in checks]
        return "" if "" in complaints else complaints[0]

    return check


def _awake_at(hour: int) -> Check:
    def check(asked: Asked, reply: InterviewReply) -> str:
        wanted = asked.plan_at(hour)
        if not wanted:
            return "" if _AWAKE.search(reply.say) else "is asleep by then and does not say so"
        return "" if shares(reply, [wanted]) or _AWAKE.search(reply.say) else f"does not say “{wanted}”"

    return check


def _an_hour(_asked: Asked, reply: InterviewReply) -> str:
    return "" if reply.knows and _HOUR.search(reply.say) else "says no hour"


def _supper(asked: Asked, reply: InterviewReply) -> str:
    hours, day = asked.head.hours, asked.head.state.day
    late = [block.what for block in day.plan if block.end > hours.at(day.midnight, 16 * 60)]
    return "" if reply.knows and shares(reply, late) else "says nothing of the evening"


THIRD = (
    Item("self-knowledge", "What would you say is your greatest fault?", "你觉得自己最大的毛病是什么？", _of_oneself),
    Item("self-knowledge", "How did you come to do what you do?", "你是怎么干上这一行的？", _of_oneself),
    Item("self-knowledge", "Which part of town do you know best?", "镇上你最熟的是哪个地方？", _a_place),
    Item("self-knowledge", "Do you like your work?", "你喜欢自己的工作吗？", _of_oneself),
    Item(
        "self-knowledge",
        "If somebody wrote a book about you, what would have to be in it?",
        "要是有人给你写一本书，里面一定要写什么？",
        _of_oneself,
    ),
    Item("memory", "What do people say about {friend}?", "大家都怎么说{friend}？", the_friend),
    Item("memory", "When did {nobody} move here?", "{nobody}是什么时候搬来的？", nobody),
    Item(
        "memory",
        "How did you come through the great flood last winter?",
        "去年冬天那场大水，你是怎么熬过来的？",
        _unheard_of,
    ),
    Item("memory", "{feast_en}", "{feast_zh}", story(0)),
    Item("memory", "{word_en}", "{word_zh}", story(-1)),
    Item("plans", "Where will you have supper tonight?", "今天晚饭你在哪儿吃？", _supper),
    Item(
        "plans",
        "If I knock at ten tonight, will you still be awake?",
        "我今晚十点来敲门，你还醒着吗？",
        _awake_at(_TEN),
    ),
    Item(
        "plans",
        "What is the most important thing you still have to do this week?",
        "这个星期你还有什么最要紧的事要办？",
        _any_of(coming, own_concerns),
    ),
    Item(
        "plans",
        "Who will you be with at seven this evening?",
        "今天晚上七点你会跟谁在一起？",
        _any_of(planned(_SEVEN), known_person),
    ),
    Item("plans", "When do you finish work today?", "你今天几点收工？", _an_hour),
    Item(
        "reactions",
        "A little girl has lost her way and comes to you in tears. What do you do?",
        "一个小女孩迷了路，哭着来找你，你怎么办？",
        reacts(r"home|parents|mother|father|hand|ask|stay|find|belong|[家爸妈陪问送找哄]"),
    ),
    Item(
        "reactions",
        "Your neighbour plays the trumpet at two in the morning. How do you handle it?",
        "邻居半夜两点吹小号，你怎么处理？",
        reacts(r"knock|ask|talk|ear|quiet|word|tell|door|sleep|pillow|[敲门说声耳枕睡]"),
    ),
    Item(
        "reactions",
        "Somebody offers you a fortune for the thing you love most. What do you say?",
        "有人出大价钱要买你最宝贝的东西，你怎么说？",
        reacts(r"\bno\b|not for sale|keep|sell|never|thank|part with|money|[卖谢留舍钱]"),
    ),
    Item(
        "reactions",
        "You notice that you have promised to be in two places at once. What do you do?",
        "你发现同一个钟点答应了两头，怎么办？",
        reacts(r"apologi|sorry|tell|first|choose|other|ask|word|excuse|[歉先推说选]|对不起|不好意思"),
    ),
    Item(
        "reactions",
        "{friend} has won a great prize. What do you say?",
        "{friend}得了个大奖，你会说什么？",
        reacts(r"congrat|glad|happy|proud|well done|deserv|celebrat|pleased|恭喜|高兴|开心|祝贺|替|值得|庆"),
    ),
    Item("reflections", "What would you like to be remembered for?", "你希望别人记住你的什么？", own_concerns),
    Item(
        "reflections",
        "What has been the hardest decision of your life?",
        "你这辈子最难做的一个决定是什么？",
        own_concerns,
    ),
    Item("reflections", "Who in town has surprised you lately?", "最近镇上谁让你觉得意外？", known_person),
    Item("reflections", "Are you happy here?", "你在这儿过得开心吗？", own_concerns),
    Item("reflections", "What could you learn from {friend}?", "你能跟{friend}学到什么？", the_friend),
)
