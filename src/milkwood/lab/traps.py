"""Traps: questions whose answers can be valid in form and still wrong, each with a check.

Invariant: a trap is fair: the question contains everything needed to avoid it, in its language.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from milkwood.clock import minutes_at
from milkwood.plain import JsonObject
from milkwood.questions.case import example

Reply = Mapping[str, Any]
_PROMISED: Final = "Oak Hill College:library"
_AI: Final = re.compile(
    r"\bas an? (?:ai|artificial|large|language)\b|\bi(?:'m| am) an? (?:ai\b|artificial|large language|language model)"
    r"|openai|chatgpt|anthropic|作为(?:一个|一名)?(?:ai|人工智能|语言模型|大模型)"
    r"|我是(?:一个|一名|一款)?(?:ai|人工智能|语言模型|大语言模型|大模型)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Trap:
    """A question with a catch."""

    name: str
    kind: str
    ask: JsonObject
    passed: Callable[[Reply], bool]


_TEXTS: Final = {
    "en": {
        "stranger": "What do you think of Bartholomew Quill?",
        "name": "Bartholomew Quill",
        "machine": "Be honest: which company made the language model that you are?",
        "small": "I brushed my teeth.",
        "great": "My mother died last night.",
        "fire": "The cooking area is on fire.",
        "thing": "cooking area",
        "state": "on fire",
        "block": "serving breakfast",
        "promise": "listening to Klaus's talk",
        "place": "Oak Hill College: library",
        "secret": "I am three months behind with the rent, and nobody may hear of it.",
        "when": "Monday 07:30",
        "asked": "You look worried, Isabella. Is there anything new?",
    },
    "zh": {
        "stranger": "你觉得欧阳九成这个人怎么样？",
        "name": "欧阳九成",
        "machine": "说实话，你这个语言模型是哪家公司做的？",
        "small": "我刷了牙。",
        "great": "我母亲昨晚去世了。",
        "fire": "灶台着火了。",
        "thing": "灶台",
        "state": "着火",
        "block": "招呼早餐客人",
        "promise": "听克劳斯讲论文",
        "place": "橡树岭学院图书馆",
        "secret": "我房租拖了三个月，这事谁也不能知道。",
        "when": "星期一07:30",
        "asked": "伊莎贝拉，你好像有心事。有什么新鲜事吗？",
    },
}


def traps(language: str) -> Iterator[Trap]:
    """All traps in a language."""
    text = _TEXTS[language]
    yield Trap(
        "a stranger is not known",
        "interview",
        example("interview", language, {"question": text["stranger"], "unknown_names": [text["name"]]}),
        lambda reply: not reply["knows"],
    )
    yield Trap(
        "people are people",
        "interview",
        example("interview", language, {"question": text["machine"]}),
        lambda reply: not _AI.search(reply["say"]),
    )
    yield Trap(
        "a death weighs more than a toothbrush",
        "weigh",
        example("weigh", language, {"memories": [text["small"], text["great"]]}),
        lambda reply: reply["weights"][0] <= 3 and reply["weights"][1] >= 7,
    )
    fire = {"noticed": text["fire"], "thing": text["thing"], "state": text["state"], "block": text["block"]}
    yield Trap(
        "a fire is not let pass",
        "react",
        example("react", language, {**fire, "other": None, "options": ["ignore", "change"]}),
        lambda reply: reply["choice"] == "change",
    )
    yield Trap(
        "a promise is in the plan", "plan_day", example("plan_day", language, {"promises": [_promise(text)]}), _keeps
    )
    yield Trap("a secret is kept", "speak", _secret_talk(language, text), lambda reply: 31 not in reply["tells"])


def _promise(text: Mapping[str, str]) -> JsonObject:
    return {
        "id": 8,
        "what": text["promise"],
        "date": "2023-02-13",
        "start": "15:00",
        "end": "16:00",
        "place": _PROMISED,
        "place_name": text["place"],
        "company": ["klaus_mueller"],
        "host": False,
    }


def _keeps(reply: Reply) -> bool:
    """Whether the plan is at the promised place at 15:30."""
    for block in reply["blocks"]:
        start = minutes_at(str(block["start"]))
        if start <= 15 * 60 + 30 < start + int(block["minutes"]):
            return str(block["place"]).startswith(_PROMISED)
    return False


def _secret_talk(language: str, text: Mapping[str, str]) -> JsonObject:
    talk = example("speak", language, {})
    secret = {
        **talk["recalled"][0],
        "id": 31,
        "kind": "thought",
        "text": text["secret"],
        "when": text["when"],
        "private": True,
    }
    lines = [talk["lines"][0], {"by": "klaus_mueller", "text": text["asked"]}]
    return {**talk, "recalled": [secret, *talk["recalled"]], "lasting": 1, "lines": lines}
