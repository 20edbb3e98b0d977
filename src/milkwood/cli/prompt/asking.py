"""Reading lines: with history and completion on a terminal, plainly elsewhere.

Invariant: a line is returned as typed; the end of input is None; an interrupt discards the line only.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import create_output

from milkwood.cli.terminal import own_stream

Completions = Callable[[str], Iterable[tuple[str, str]]]
"""Completions of a beginning as whole lines, each with a hint."""


class LineReader(Protocol):
    """The interface of line sources."""

    def line(self, prompt: str, complete: Completions | None = None) -> str | None:
        """A line; None at the end of input; empty after an interrupt."""
        ...


class Plain:
    """Lines from a pipe or a file."""

    def line(self, prompt: str, complete: Completions | None = None) -> str | None:  # noqa: ARG002
        """A line of the input."""
        typer.echo(prompt, nl=False)
        text = sys.stdin.readline()
        typer.echo()
        return text.rstrip("\r\n") if text else None


class Terminal:
    """Lines typed on a terminal, with history and completion."""

    def __init__(self, history: Path) -> None:
        kept: History = InMemoryHistory()
        try:
            history.parent.mkdir(parents=True, exist_ok=True)
            history.touch()
            kept = FileHistory(str(history))
        except OSError:
            pass  # without write access, history lasts as long as the session
        output = create_output(stdout=own_stream())
        self._commands: PromptSession[str] = PromptSession(history=kept, output=output)
        self._answers: PromptSession[str] = PromptSession(output=output)

    def line(self, prompt: str, complete: Completions | None = None) -> str | None:
        """A typed line; lines with completions are commands and are kept in history."""
        session = self._answers if complete is None else self._commands
        try:
            text: str = session.prompt(prompt, completer=_completer(complete or _nothing), complete_while_typing=False)
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None
        return text


def _nothing(_before: str) -> Iterable[tuple[str, str]]:
    return ()


def asker(history: Path) -> LineReader:
    """The line source for the current input."""
    return Terminal(history) if sys.stdin.isatty() and sys.stdout.isatty() else Plain()


def _completer(complete: Completions) -> Any:
    class LineCompleter(Completer):
        """Completes whole lines."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Any]:  # noqa: ARG002
            """The completions of the current line."""
            before = document.text_before_cursor
            for line, hint in complete(before):
                yield Completion(line, start_position=-len(before), display_meta=hint)

    return LineCompleter()
