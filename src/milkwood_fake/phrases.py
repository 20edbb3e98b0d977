"""The fake's phrases, in the languages of our prompts.

Invariant: every phrase exists in every language and contains no names.
"""

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "to_talk": "I have time for a word.",
        "to_go_on": "I would rather go on with what I am doing.",
        "hello": "Hello, {}. ",
        "tell": "Here is something: {}. {}",
        "bye": "I must be off now, {}. {} Goodbye!",
        "knows": "likes a quiet word in passing",
        "feeling": "at ease",
        "summary": "I had a friendly talk with {}.",
        "thought": "I am glad that I met {}.",
        "concern": "what became of this: {}",
        "day": "getting through the day without haste",
        "mood": "calm",
        "unknown": "I am afraid I know nothing of that.",
        "recall": "What I remember is this: {}.",
        "voice": "I keep thinking of this: {}.",
    },
    "zh": {
        "to_talk": "我正好有空说两句。",
        "to_go_on": "我还是先忙手头的事。",
        "hello": "{}，你好。",
        "tell": "跟你说件事：{}。{}",
        "bye": "{}，我得走了。{}再见！",
        "knows": "碰上了爱聊两句",
        "feeling": "自在",
        "summary": "我和{}好好聊了几句。",
        "thought": "我很高兴碰见了{}。",
        "concern": "这件事后来怎样了：{}",
        "day": "不慌不忙地过完今天",
        "mood": "平静",
        "unknown": "这件事我可不知道。",
        "recall": "我记得的是：{}。",
        "voice": "我老在想这件事：{}。",
    },
}

SAYINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "The light is lovely this morning.",
        "How has your day been so far?",
        "They say it may rain before evening.",
        "Have you slept well?",
        "It is good to see a friendly face.",
        "There is always something to do, is there not?",
        "Are you on your way somewhere nice?",
        "My feet are tired, but my heart is light.",
        "The street is busier than usual.",
        "What keeps you busy these days?",
        "One should sit down more often, I find.",
        "The coffee smells wonderful from here.",
        "Did you hear the birds at dawn?",
        "Time flies when there is work to do.",
        "Are the others well?",
        "It is a day for open windows.",
        "Shall we take a walk one of these days?",
        "The bread was still warm this morning.",
    ),
    "zh": (
        "今天早上的光线真好。",
        "你今天过得怎么样？",
        "听说傍晚前要下雨。",
        "昨晚睡得好吗？",
        "碰见熟人真好。",
        "事情总也做不完，是不是？",
        "你这是要去哪儿呀？",
        "腿是累了，心里倒轻松。",
        "街上比平时热闹。",
        "最近都忙些什么？",
        "人还是该多坐下来歇歇。",
        "从这儿就闻得到咖啡香。",
        "天亮时的鸟叫你听见没有？",
        "一干起活来，时间就过得快。",
        "大家都还好吧？",
        "这样的天就该开着窗。",
        "哪天一起走走吧？",
        "早上的面包还是热的呢。",
    ),
}

DEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "{}",
        "{}, a little further on",
        "{}, carefully",
        "{}, without haste",
        "{}, humming softly",
        "{}, after a short pause",
        "{}, looking up now and then",
        "{}, nearly done",
        "{}, the second half",
        "{}, thinking of something else",
        "{}, from the beginning",
        "{}, to the end",
    ),
    "zh": (
        "{}",
        "接着{}",
        "仔细地{}",
        "不慌不忙地{}",
        "哼着歌{}",
        "歇口气再{}",
        "一边看看四周一边{}",
        "差不多快好了，还在{}",
        "换个样子{}",
        "想着心事{}",
        "从头{}",
        "最后再{}",
    ),
}

RESTS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("taking it easy", "looking out of the window", "tidying a drawer", "stretching the legs"),
    "zh": ("歇一会儿", "望着窗外", "收拾抽屉", "活动活动腿脚"),
}
"""What fills the gaps of a day."""

INSIGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "I think these things belong together more than I saw at first.",
        "I notice that I come back to the same few people again and again.",
        "I believe that something is about to change around here.",
        "I seem to care about this more than I let on.",
        "I find that small habits carry me through the week.",
    ),
    "zh": (
        "我觉得这些事原来是连在一起的。",
        "我发现自己总是惦记着那几个人。",
        "我看这里很快要有些变化了。",
        "我对这件事比嘴上说的更上心。",
        "我发现是些小习惯撑着我过日子。",
    ),
}

EMOJI: Final = ("🙂", "☕", "📖", "🧹", "🍞", "🪴", "✏️", "🧺", "🎵", "🪟")

PROSE: Final = (
    "Certainly! Here is what I would suggest for this person. They might begin with a walk, then take some rest, and"
    " later see a friend. Let me know if you would like me to go into more detail."
)
FOREIGN: Final[Mapping[str, str]] = {
    "en": "今天天气很好，我想去走走。",
    "zh": "It is a fine day and I shall go for a walk.",
}
"""A text in the wrong language, by the language of the prompt."""
THINKING: Final = 'The user wants JSON. Let me see, {"x": 1} would be wrong. First the rules, then the person.'
