"""The cost of a run and people's acts, in the files of the affordable fork of generative agents.

Invariant: one entry per answer and model that was paid for it, in order, and consistent sums; a person's file has their
acts in order of time, blocks under `root`, each deed under its block.
"""

from collections import defaultdict
from typing import Any

from milkwood.chronicle.acts import Act, logs_of
from milkwood.chronicle.export.place import Place
from milkwood.chronicle.metrics import CallRow, answers_of
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.shares import Charges, Share, shares_of
from milkwood.clock import TownClock
from milkwood.ids import PersonId, file_names
from milkwood.questions.why import failures

FOLDER = "metrics"
"""Its folder inside a simulation, as the fork expects."""


def write(reader: Reader, names: Names, place: Place) -> None:
    """Questions and their cost, and everyone's acts."""
    for name, content in _asked(*answers_of(reader)).items():
        place.json(f"{FOLDER}/{name}.json", content, indent=1)
    words, clock = EventPhrases.of(reader.header.language), reader.header.clock
    logs = logs_of(reader)
    called = file_names((person, names.person(person)) for person in logs)
    for person, acts in logs.items():
        told = [_entry(act, person, names, words, clock) for act in acts]
        place.json(f"{FOLDER}/{called[person]}.json", told, indent=1)


def _asked(rows: list[CallRow], charges: dict[int, Charges]) -> dict[str, Any]:
    """All files but those of people, by name."""
    tokens: dict[str, list[int]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    by_model: dict[str, list[int]] = defaultdict(list)
    fails: dict[str, list[str]] = defaultdict(list)
    detail = []
    for number, _, _, kind, _, by, why, prompt, answer, price, took in rows:
        tokens[kind].append(prompt + answer)
        seconds[kind].append(took)
        shares = shares_of(by, Share(prompt, answer, price, took), charges.get(number, {}))
        for model in (*(each for each in shares if each != by), by):  # the answer comes last
            spent = shares[model].prompt_tokens + shares[model].answer_tokens
            by_model[model].append(spent)
            detail.append({"function_name": kind, "model": model, "token": spent, "time": shares[model].seconds})
        if why:
            fails[kind] += failures(why)
    return {
        "detail_info": detail,
        "function_name_count": _counts(tokens),
        "function_name_token": tokens,
        "function_name_time": seconds,
        "model_count": _counts(by_model),
        "model_token": by_model,
        "function_name_fail_count": _counts(fails),
        "function_name_fail_reason": fails,
    }


def _counts(lists: dict[str, list[Any]]) -> dict[str, int]:
    return {name: len(each) for name, each in lists.items()}


def _entry(act: Act, person: PersonId, names: Names, words: EventPhrases, clock: TownClock) -> dict[str, Any]:
    task, chat = act.what, {}
    if act.talk is not None:
        others = words.listed([names.person(each) for each in act.talk.members if each != person])
        task = words.talked.format(names=others)
        chat = {"person": others, "message": [[names.person(line.speaker), line.text] for line in act.talk.lines]}
    return {
        "task": task,
        "parent": act.parent or None,
        "is_new": not act.reused,
        "duration": round(act.ticks * clock.seconds_per_tick / 60, 1),
        "time": f"{clock.moment(act.tick):%Y-%m-%d %H:%M:%S}",
        "chat": chat,
    }
