"""What calls to language models sent: the hash of each prompt, and the templates that prompts were rendered from.

Prompts are not stored: they are rendered again from the recorded question. Invariant: a template is in the file before
a call refers to it, so that the prompts of a run can be rendered when a release has other templates.
"""

import json
import sqlite3
import zlib
from typing import Final

from milkwood.chronicle.rows import insert
from milkwood.models.budget import SentPrompt
from milkwood.plain import in_order
from milkwood.questions.own_prompts import OwnPrompts, names
from milkwood.questions.prompt import Template, template, template_hash

_COMPRESSION_LEVEL: Final = 6
_MAX_TEMPLATE_BYTES: Final = 1 << 20


class SentPrompts:
    """The prompts of a run that is being written."""

    def __init__(self, connection: sqlite3.Connection, language: str, own: OwnPrompts) -> None:
        self._connection = connection
        self._language = language
        self._own = own

    def note(self, reservation: int, kind: str, sent: SentPrompt, *, reply_kept: bool) -> None:
        """Record what a call sends, and whether its reply will be kept."""
        row = (reservation, sent.prompt_hash, self._template(kind), sent.server, int(reply_kept))
        insert(self._connection, "prompts", [row])

    def _template(self, kind: str) -> str:
        """The hash of the run's own template or of today's, which is in the file then."""
        sections = self._own.template(kind, self._language) or template(kind, self._language)
        name = template_hash(sections)
        if not self._connection.execute("SELECT 1 FROM templates WHERE hash = ?", (name,)).fetchone():
            insert(self._connection, "templates", [(name, kind, self._language, packed_template(sections))])
        return name


def rows_of(prompts: OwnPrompts) -> list[tuple[str, str, str, bytes]]:
    """Templates of a user's own, as a file holds them."""
    return [
        (template_hash(sections), *names()[name], packed_template(sections))
        for name, sections in prompts.templates.items()
    ]


def packed_template(sections: Template) -> bytes:
    """A template, packed."""
    return zlib.compress(in_order(dict(sections)).encode(), _COMPRESSION_LEVEL)


def unpacked_template(name: str, content: bytes) -> Template:
    """The template of a hash; ValueError if it is another."""
    try:
        plain = json.loads(zlib.decompressobj().decompress(content, _MAX_TEMPLATE_BYTES))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    sections = {section: tuple(lines) for section, lines in plain.items()}
    if template_hash(sections) != name:
        raise ValueError(name)
    return sections
