"""How an interviewed person puts things, in two languages.

Knows no answers. Invariant: every key is there in every language, with the same words to fill in.
"""

from collections.abc import Mapping

from milkwood.chance import Stream

_SAID: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "stranger": ("I don't know anybody called {name}.", "{name}? I know nobody of that name.", "The name {name} tells me nothing, I'm afraid; I don't know them."),
        "unknown": ("I don't know.", "I don't know; nobody has told me anything about that.", "That I can't tell you; I haven't heard of it.", "I'm afraid I know nothing about that."),
        "puzzled": ("I don't know yet. {fact}", "I wish I knew. {fact}", "Nobody has told me. {fact}"),
        "fact": ("{fact}", "Yes. {fact}", "I can tell you this: {fact}"),
        "told": ("{fact} {name} told me.", "I heard it from {name}: {fact}"),
        "name": ("My name is {name}, and I am {age} years old.", "I am {name}; I am {age}."),
        "work": ("What I do: {work}.", "As for work: {work}."),
        "traits": ("People call me {traits}.", "I'd say I am {traits}."),
        "home": ("I live at {home}.", "My home is {home}."),
        "tie": ("{name}: {tie}.", "You mean {name}: {tie}."),
        "barely": ("I hardly know {name}; we have barely spoken.", "I know who {name} is, not much more."),
        "feel": ("How I feel about it: {feeling}.", "What I feel: {feeling}."),
        "knows": ("{fact}", "I know this much: {fact}"),
        "then": ("At that time I will be {what}.", "Then I'm {what}."),
        "then_promise": ("{when} I have a promise to keep: {what}.", "I've given my word for {when}: {what}."),
        "asleep": ("I shall be asleep then, I hope.", "At that hour I'm in bed."),
        "ahead": ("Later today I'll be {what}.", "Next comes {what}."),
        "free": ("I have nothing fixed for that yet; I don't know.", "I haven't planned that; I couldn't say yet."),
        "usually": ("{when} I am usually {what}.",),
        "fire": ("I'd put out the fire first, get everybody away from it and call for help.", "I would turn everything off at once, open a window and see that nobody is hurt."),
        "occupied": ("I'd wait my turn, and knock if it took very long.", "I would do something else in the meantime and come back later."),
        "empty": ("I would go and buy what I need, or eat out for once.", "I'd ask a neighbour, or go shopping before the shop closes."),
        "hurt": ("I'd go to them at once, ask what they need and fetch help.", "I would stay with them and have somebody call a doctor."),
        "meet": ("I'd say hello to {name} and ask how things are.", "I would stop for a word with {name}."),
        "meet_cold": ("I'd nod to {name} and walk on.", "I would be polite to {name}, and brief."),
        "would": ("I'd first see whether somebody needs help, and then do what has to be done; I am {trait}, after all.", "I would stop and think for a moment. I am {trait}, so I would probably stay calm."),
        "with": ("I'd like to spend time with {name}: {tie}.", "With {name}, if I may choose: {tie}."),
        "present": ("Something for the {topic}, I think; {name} would be pleased.", "For {name} I'd find something that goes with the {topic}."),
        "present_plain": ("For {name} I'd choose something small and made by hand.", "I'd cook something for {name} and write a few lines with it."),
        "praise": ("I'd tell {name} plainly how much I value what we have.", "I would say: {name}, it is good that you are here."),
        "mind": ("What is on my mind is {concern}.", "These days I think a good deal about {concern}."),
        "thought": ("{fact}", "I have been thinking about this: {fact}"),
        "because": ("{fact}",),
    },
    "zh": {
        "stranger": ("我不认识叫{name}的人。", "{name}？我不认识这个人。", "{name}这名字我没听过，不认识。"),
        "unknown": ("我不知道。", "我不知道，没人跟我说过这事。", "这我说不上来，没听说过。", "这件事我恐怕一点也不知道。"),
        "puzzled": ("我还不知道。{fact}", "我也想知道呢。{fact}", "没人告诉过我。{fact}"),
        "fact": ("{fact}", "是的。{fact}", "我能告诉你的是：{fact}"),
        "told": ("{fact}是{name}告诉我的。", "我是听{name}说的：{fact}"),
        "name": ("我叫{name}，今年{age}岁。", "我是{name}，{age}岁。"),
        "work": ("我的工作是：{work}。", "说到工作：{work}。"),
        "traits": ("大家说我{traits}。", "我这个人{traits}。"),
        "home": ("我住在{home}。", "我家在{home}。"),
        "tie": ("{name}啊，{tie}。", "你说{name}：{tie}。"),
        "barely": ("我跟{name}不熟，没怎么说过话。", "我知道{name}这个人，别的就不清楚了。"),
        "feel": ("要说心里怎么想：{feeling}。", "我的感觉是：{feeling}。"),
        "knows": ("{fact}", "我知道的是：{fact}"),
        "then": ("那会儿我应该在{what}。", "那个时候我在{what}。"),
        "then_promise": ("{when}我有约：{what}。", "{when}答应了人家：{what}。"),
        "asleep": ("那会儿我该睡着了。", "那个时候我在床上呢。"),
        "ahead": ("待会儿我要{what}。", "接下来是{what}。"),
        "free": ("那会儿还没安排，我不知道。", "还没打算，现在说不上来。"),
        "usually": ("{when}我一般在{what}。",),
        "fire": ("我会先把火扑灭，让大家离远点，再喊人帮忙。", "我会马上关火开窗，看看有没有人受伤。"),
        "occupied": ("我会等一等，太久了就敲敲门。", "我先去做点别的，过会儿再来。"),
        "empty": ("我会去买点要用的，或者索性出去吃一顿。", "我会跟邻居借点，或者趁店没关门去买。"),
        "hurt": ("我会立刻过去，问问需要什么，再去叫人。", "我会陪着，让人去请大夫。"),
        "meet": ("我会跟{name}打个招呼，问问近来好不好。", "我会停下来跟{name}说两句。"),
        "meet_cold": ("我会跟{name}点个头，接着走。", "我会对{name}客气几句，说完就走。"),
        "would": ("我会先看看有没有人需要帮忙，再做该做的，毕竟我这人{trait}。", "我会先停下来想一想。我这人{trait}，多半不会慌。"),
        "with": ("我想跟{name}待在一起：{tie}。", "要我选，就是{name}：{tie}。"),
        "present": ("我想送个跟{topic}有关的，{name}会高兴的。", "给{name}的话，找件跟{topic}搭的。"),
        "present_plain": ("给{name}，我会选件小东西，亲手做的。", "我会给{name}做点好吃的，再写几句话。"),
        "praise": ("我会直接告诉{name}，我有多看重这份情谊。", "我会说：{name}，有你在真好。"),
        "mind": ("心里惦记的是：{concern}。", "这些天老想着：{concern}。"),
        "thought": ("{fact}", "我一直在想：{fact}"),
        "because": ("{fact}",),
    },
}  # fmt: skip


class Wording:
    """Sentences for one answer."""

    def __init__(self, language: str, draw: Stream) -> None:
        self.language = "zh" if language == "zh" else "en"
        self.draw = draw

    def say(self, key: str, **words: str) -> str:
        """One way of putting it."""
        return self.draw.chosen(_SAID[self.language][key]).format(**words)

    def joined(self, parts: list[str]) -> str:
        """Several sentences as one text."""
        return ("" if self.language == "zh" else " ").join(part for part in parts if part)

    def listed(self, words: list[str]) -> str:
        """A few words in a row."""
        if self.language == "zh":
            return "、".join(words)
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
