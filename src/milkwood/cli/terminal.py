"""Output to the terminal: clean text with our own styles.

Invariant: while a command runs, only `echo`, `CleanConsole` (`milkwood.cli.clean_console`) and the console's prompt can
write escape sequences. All other output, such as tracebacks and logs, is cleaned.
"""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import typer

from milkwood.clean import clean, clean_all

_BREAK_IN_LINE = re.compile("[\x0b\x0c\x85\u2028\u2029]")
"""Line breaks that JSON leaves inside a string; as a newline they would make it invalid."""


class CleanStream:
    """A text stream that cleans what is written to it."""

    def __init__(self, own: TextIO) -> None:
        self.own = own

    def write(self, text: str) -> int:
        """Write the text, cleaned."""
        self.own.write(for_terminal(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # no way around this stream
            raise AttributeError(name)
        return getattr(self.own, name)


@contextmanager
def clean_streams() -> Iterator[None]:
    """Clean everything that is written to the standard streams."""
    before = sys.stdout, sys.stderr
    put = CleanStream(before[0]), CleanStream(before[1])
    sys.stdout, sys.stderr = put
    try:
        yield
    finally:
        sys.stdout = before[0] if sys.stdout is put[0] else sys.stdout  # a broken stream was replaced
        sys.stderr = before[1] if sys.stderr is put[1] else sys.stderr


def own_stream(*, err: bool = False) -> TextIO:
    """The standard stream without cleaning, for styled text."""
    stream = sys.stderr if err else sys.stdout
    return stream.own if isinstance(stream, CleanStream) else stream


def for_terminal(text: str) -> str:
    """The text, cleaned; the number of lines stays."""
    return text if text.isprintable() else clean(_BREAK_IN_LINE.sub(" ", text), lines=True)


def echo(text: str = "", *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print a text, optionally styled."""
    shown = for_terminal(text)
    typer.echo(typer.style(shown, **style) if style else shown, file=own_stream(err=err), nl=nl)


def echo_json(plain: Any) -> None:
    """Print data as JSON, cleaned."""
    echo(json_text(plain))


def json_text(plain: Any) -> str:
    """Data as JSON, cleaned."""
    return json.dumps(clean_all(plain), ensure_ascii=False, indent=2)
