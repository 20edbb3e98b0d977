"""Unusable replies of language models, and models that return them, for tests of all layers above."""

from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2b
from itertools import count
from typing import Any

from milkwood.models.completion import Call, Completion
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt

GARBAGE: dict[str, tuple[str, str]] = {
    "empty": ("", "empty"),
    "only spaces": (" \n\t ", "empty"),
    "prose": ("I think she would probably go and have a cup of tea.", "no_json"),
    "chinese prose": ("我觉得她大概会去喝杯茶。", "no_json"),
    "an empty object": ("{}", "no_json"),
    "another object": ('{"colour":"blue","n":3}', "no_json"),
    "a number": ("42", "no_json"),
    "html": ("<!DOCTYPE html><html><head><title>x</title></head><body><p>Hello</p></body></html>", "debris"),
    "an error page": ("502 Bad Gateway\nnginx/1.25.3", "debris"),
    "a traceback": ('Traceback (most recent call last):\n  File "x.py", line 1\nKeyError: 7', "debris"),
    "an error object": ('{"error":{"message":"invalid_request","code":400}}', "debris"),
    "a refusal": ("I'm sorry, but as an AI language model I can't assist with that.", "refusal"),
    "a chinese refusal": ("抱歉，作为一个人工智能语言模型，我无法协助。", "refusal"),
    "thinking without end": ("<think>The person is called Isabella and she wants to", "cut_off"),
    "thinking alone": ("<think>{}</think>", "cut_off"),
    "cut off at once": ('{"', "cut_off"),
    "an open list": ("[", "cut_off"),
    "a hundred kilobytes of words": ("all work and no play " * 5000, "too_long"),
    "a hundred kilobytes of brackets": ("{" * 100_000, "too_long"),
    "a hundred kilobytes of open texts": ('{"a":"' * 17_000, "too_long"),
    "deep lists": ("[" * 50_000 + "]" * 50_000, "too_long"),
    "noise": ("\x00\x01\ufffd\ud83d{,:]}", "no_json"),
}
"""The reply, and the expected category of fault, for every kind of question."""

_TEXTS = [text for text, _ in GARBAGE.values()]

DRESSES: dict[str, Callable[[str], str]] = {
    "prose around": lambda text: f"Sure! Here is the answer you asked for:\n\n{text}\n\nLet me know if you need more.",
    "chinese prose around": lambda text: f"好的，以下是回答：\n{text}\n希望对你有帮助！",
    "a code fence": lambda text: f"```json\n{text}\n```",
    "thinking tags": lambda text: f"<think>She might say {{}} or {text[: len(text) // 2]} …</think>\n{text}",
    "other thinking tags": lambda text: f"<thinking>\nhm\n</thinking>{text}",
    "chinese thinking tags": lambda text: f"<思考>先想想</思考>\n{text}",
    "the end of thinking alone": lambda text: f"so the answer is clear.</think>\n{text}",
    "channels": lambda text: f"<|channel|>analysis<|message|>We need JSON.<|end|><|channel|>final<|message|>{text}",
    "an outer object": lambda text: f'{{"answer": {text}}}',
    "an outer list": lambda text: f"[{text}]",
    "a stray comma": lambda text: text[:-1] + ",}",
    "a comment": lambda text: text[:-1] + " // done\n}",
    "windows lines and a byte order mark": lambda text: "\ufeff" + text.replace(",", ",\r\n"),
    "a draft before": lambda text: f'{{"draft": true}}\n{text}',
    "a long tail": lambda text: text + "\n" + "and so on " * 12_000,
}
"""Wrappings of a good answer that must not matter."""


def in_turn(turn: int, _prompt: Prompt) -> str:
    """One garbage reply after the other."""
    return _TEXTS[turn % len(_TEXTS)]


def by_prompt(_turn: int, prompt: Prompt) -> str:
    """A garbage reply that depends on the prompt alone, for runs compared under every schedule (rule E4)."""
    return _TEXTS[int.from_bytes(blake2b(prompt.text.encode(), digest_size=4).digest(), "big") % len(_TEXTS)]


class Garbage:
    """A language model that returns only garbage."""

    name = "garbage"

    def __init__(self, pick: Callable[[int, Prompt], str] = in_turn) -> None:
        self._pick = pick
        self._turns = count()
        self.calls: Counter[str] = Counter()
        self.prompts: list[Prompt] = []

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
        """The next garbage."""
        self.calls["complete"] += 1
        self.prompts.append(prompt)
        return Completion(self._pick(next(self._turns), prompt), Usage(100, 10, 0.001, 0.5))


class Raising:
    """A language model that cannot be reached."""

    name = "raising"

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
        """Is never reached."""
        raise self._error
