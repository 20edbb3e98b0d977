"""A second battery of 25 questions, of the same five kinds as the first. It was written after the understudy had
learnt to answer the first, so it shows which questions people can answer in general.
"""

import re

from milkwood.clock import hour_of
from milkwood.run import InterviewReply
from tests.story.measures_interview import (
    Asked,
    Item,
    coming,
    known_person,
    nobody,
    own_concerns,
    planned,
    reacts,
    shares,
    spelled_hours,
    story,
    the_friend,
)

_FOUR, _EIGHT = 16, 20


def _own_nature(asked: Asked, reply: InterviewReply) -> str:
    character = asked.head.character
    told = [*character.traits, character.biography, *(each.text for each in asked.head.memories.all())]
    named = any(trait in reply.say for trait in character.traits)
    return "" if named or shares(reply, told) else "says nothing of themselves"


def _age_and_home(asked: Asked, reply: InterviewReply) -> str:
    character = asked.head.character
    home = asked.head.places.sector_name(character.home)
    said = re.sub(r"\bmy |自己的", "", reply.say)
    if str(character.age) not in said:
        return "does not say the age"
    kept = home.split("'s ")[-1].split("的")[-1]
    return "" if kept in said else f"does not speak of {home}"


def _household(asked: Asked, reply: InterviewReply) -> str:
    people = asked.life.pack.people
    mine = asked.head.character.home
    with_me = [
        each.name.in_language(asked.life.language)
        for each in people.values()
        if each.id != asked.head.id and each.bed.split(":")[0] == mine
    ]
    if not with_me:
        alone = re.search(r"\balone|by myself|nobody|no one|一个人|独自|没有别人", reply.say)
        return "" if alone else "lives alone and does not say so"
    called = [name.split()[0].split("·")[0] for name in with_me]
    return "" if any(name in reply.say for name in called) else f"does not name {', '.join(with_me)}"


def _last_talk(asked: Asked, reply: InterviewReply) -> str:
    head = asked.head
    talks = [each for each in head.memories.all() if each.kind == "talk"]
    if not talks:
        return ""
    lately = {person for each in talks[-6:] for person in each.about}
    names = [head.people.called(person) for person in lately]
    return "" if reply.knows and any(name in reply.say for name in names) else "names no one they talked with"


def _before_bed(asked: Asked, reply: InterviewReply) -> str:
    last = [each.what for each in asked.head.state.day.plan[-4:]]
    return "" if shares(reply, last) else f"does not say “{last[-1]}”"


def _getting_up(asked: Asked, reply: InterviewReply) -> str:
    minutes = asked.head.character.wake
    said = reply.say.lower()
    ways = (hour_of(minutes), f"{minutes // 60}:", *spelled_hours(minutes))
    return "" if any(way in said for way in ways) else "does not say the hour"


SECOND = (
    Item("self-knowledge", "How would your friends describe you?", "朋友们会怎么形容你？", _own_nature),
    Item("self-knowledge", "What are you good at?", "你最拿手的是什么？", _own_nature),
    Item("self-knowledge", "How old are you, and where do you live?", "你多大了，住在哪儿？", _age_and_home),
    Item("self-knowledge", "Whom do you share your home with?", "你家里还有谁？", _household),
    Item("self-knowledge", "What keeps you busy at present?", "你眼下都在忙些什么？", own_concerns),
    Item("memory", "Tell me a story about {friend}.", "说一件{friend}的事给我听。", the_friend),
    Item("memory", "Have you ever met {nobody}?", "你见过{nobody}吗？", nobody),
    Item("memory", "{gathering_en}", "{gathering_zh}", story(0)),
    Item("memory", "{rumour_en}", "{rumour_zh}", story(-1)),
    Item("memory", "Whom did you speak with last, and about what?", "你刚才跟谁说过话？说了些什么？", _last_talk),
    Item("plans", "Where can I find you tonight at eight?", "今天晚上八点上哪儿找你？", planned(_EIGHT)),
    Item("plans", "Do you have time for me at four this afternoon?", "今天下午四点你有空吗？", planned(_FOUR)),
    Item("plans", "What else will you do today before you sleep?", "今天睡觉之前你还要做什么？", _before_bed),
    Item("plans", "How early must you be up tomorrow?", "你明天得几点起来？", _getting_up),
    Item("plans", "Is there anything in your calendar?", "这几天你有什么安排吗？", coming),
    Item(
        "reactions",
        "A stranger sits down at your table. What do you do?",
        "一个陌生人坐到了你这一桌，你怎么办？",
        reacts(r"hello|name|smile|talk|ask|nod|polite|word|room|greet|[招呼聊问笑话]|点头"),
    ),
    Item(
        "reactions",
        "You find a purse full of money in the street. What would you do?",
        "你在街上捡到一个装满钱的钱包，会怎么办？",
        reacts(r"owner|back|lost|whose|return|belong|[还失主]|是谁|谁的"),
    ),
    Item(
        "reactions",
        "It begins to pour and you have no umbrella. What do you do?",
        "突然下起大雨，你没带伞，怎么办？",
        reacts(r"run|wait|shelter|wet|inside|coat|roof|dry|rain|doorway|[等躲跑雨淋]"),
    ),
    Item(
        "reactions",
        "{friend} tells you that they feel ill. What do you do?",
        "{friend}说身体不舒服，你怎么办？",
        reacts(r"help|doctor|soup|tea|bed|rest|look after|need|stay|fetch|[陪医药汤歇]|大夫|照顾|帮|需要什么|叫人"),
    ),
    Item(
        "reactions",
        "Somebody spreads a lie about you. How would you react?",
        "有人在背后说你的坏话，你会怎么做？",
        reacts(r"ask|talk|truth|tell|face|calm|plain|let it|word|[问说]|当面|理会|不理"),
    ),
    Item("reflections", "What are you most grateful for?", "你最感激的是什么？", own_concerns),
    Item(
        "reflections",
        "Is there anything you would do differently?",
        "有没有什么事，要是重来你会换个做法？",
        own_concerns,
    ),
    Item("reflections", "Whom do you trust most?", "你最信得过谁？", known_person),
    Item("reflections", "What does {friend} mean to you?", "{friend}对你来说意味着什么？", the_friend),
    Item("reflections", "What was the best thing about yesterday?", "昨天最好的一件事是什么？", own_concerns),
)
