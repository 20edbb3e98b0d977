"""`milkwood`, killed by itself at a chosen moment: `python -m tests.story.killed MOMENT LOG SEED run gull_quay …`.

A moment is `statement:N` (before the N-th statement that reaches the chronicle), `answered:N` (the N-th answer was
given and is not yet on disk), `kept:N` (it is on disk and not yet used), `paid:N` (the N-th call to a language model
was paid for, and its reply is not yet read) or `never`; after `pause-` the process stops there (SIGSTOP) instead of
dying. The log gets a line for each question to the model, and for each answer on disk.
"""

import asyncio
import os
import signal
import sys
from collections import Counter
from typing import Any

from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.cli import main
from milkwood.models.port import Answer, Question
from milkwood.understudy.model import Understudy


class Killer:
    """Counts moments, and ends the process at the chosen one."""

    def __init__(self, moment: str) -> None:
        self._signal = signal.SIGSTOP if moment.startswith("pause-") else signal.SIGKILL
        self._kind, _, number = moment.removeprefix("pause-").partition(":")
        self._number = int(number or 0)
        self._seen: Counter[str] = Counter()

    def passes(self, kind: str) -> None:
        self._seen[kind] += 1
        if kind == self._kind and self._seen[kind] == self._number:
            os.kill(os.getpid(), self._signal)


class SideLog:
    """Lines that are in the file when `write` returns, whatever happens next."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, *words: str) -> None:
        os.write(self._file, (" ".join(words) + "\n").encode())


def haunt(killer: Killer, log: SideLog, seed: int) -> None:
    """Insert the killer and the log between the mind, its model and the chronicle."""
    answer, keep, begin, settle = Understudy.answer, Chronicle.keep_answer, Chronicle.__init__, Chronicle.settle

    async def answered(self: Understudy, question: Question) -> Answer:
        log.write("asked", question.id.say())
        for _ in range(stream(seed, question.id.say(), "turns").below(9)):
            await asyncio.sleep(0)
        found = await answer(self, question)
        killer.passes("answered")
        return found

    def kept(self: Chronicle, question: Question, found: Answer) -> None:
        keep(self, question, found)
        log.write("kept", question.id.say())
        killer.passes("kept")

    def begun(self: Chronicle, *arguments: Any) -> None:
        begin(self, *arguments)
        self._connection.set_trace_callback(lambda _statement: killer.passes("statement"))

    def settled(self: Chronicle, *arguments: Any) -> None:
        settle(self, *arguments)
        killer.passes("paid")

    Understudy.answer = answered  # type: ignore[method-assign]
    Chronicle.keep_answer = kept  # type: ignore[method-assign, assignment]
    Chronicle.__init__ = begun  # type: ignore[method-assign, assignment]
    Chronicle.settle = settled  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    _, moment, path, number, *words = sys.argv
    haunt(Killer(moment), SideLog(path), int(number))
    sys.argv = ["milkwood", *words]
    main()
