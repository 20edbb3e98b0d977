"""A rich console for tables and panels; its text is cleaned, its styles are kept."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from milkwood.cli.terminal import for_terminal, own_stream


class CleanConsole(Console):
    """A rich console whose text is cleaned."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        super().__init__(file=own_stream(err=stderr), highlight=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Segments with cleaned text."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else piece._replace(text=for_terminal(piece.text))
