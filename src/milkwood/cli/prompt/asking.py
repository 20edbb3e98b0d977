"""Asking somebody at a terminal for a line: with history and completion where there is one, plainly where there is not.

Knows terminals, no commands. Invariant: a line is given back as it was typed; the end of input is None, and an
interrupt gives up the line alone.
"""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

Completions = Callable[[str], Iterable[tuple[str, str]]]
"""Whole lines that a beginning may become, each with a hint at what it does."""


class LineReader(Protocol):
    """Whatever gives lines."""

    def line(self, prompt: str, complete: Completions | None = None) -> str | None:
        """A line; None when there will be no more. An interrupt gives an empty one."""
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
    """Lines that somebody types, who may go back in history and have words completed."""

    def __init__(self, history: Path) -> None:
        kept: History = InMemoryHistory()
        try:
            history.parent.mkdir(parents=True, exist_ok=True)
            history.touch()
            kept = FileHistory(str(history))
        except OSError:
            pass  # where nothing may be written, history lasts as long as the session
        self._commands: PromptSession[str] = PromptSession(history=kept)
        self._answers: PromptSession[str] = PromptSession()

    def line(self, prompt: str, complete: Completions | None = None) -> str | None:
        """A line that is typed; those that can be completed are commands and are kept in history."""
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
    """What suits the input there is."""
    return Terminal(history) if sys.stdin.isatty() and sys.stdout.isatty() else Plain()


def _completer(complete: Completions) -> Any:
    class Lines(Completer):
        """Completes whole lines."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Any]:  # noqa: ARG002
            """What the line may become."""
            before = document.text_before_cursor
            for line, hint in complete(before):
                yield Completion(line, start_position=-len(before), display_meta=hint)

    return Lines()
