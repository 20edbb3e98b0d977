"""Writes tables as TOML text, for packs that people read.

Invariant: reading the text gives the table back.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TypeGuard

from milkwood.plain import Toml, TomlTable


def text_of(table: TomlTable) -> str:
    """A whole file."""
    return "\n".join(_lines(table, ())).strip() + "\n"


def _lines(table: TomlTable, within: tuple[str, ...]) -> list[str]:
    """Plain values first, then tables, then lists of tables, as TOML requires."""
    plain = {key: value for key, value in table.items() if not _is_section(value) and not _is_list(value)}
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        name = ".".join((*within, key))
        if _is_section(value):
            lines += ["", f"[{name}]", *_lines(value, (*within, key))]
        elif _is_list(value):
            for entry in value:
                lines += ["", f"[[{name}]]", *_lines(entry, (*within, key))]
    return lines


def _is_section(value: Toml) -> TypeGuard[TomlTable]:
    """Whether a table gets its own heading: it holds more than texts by language."""
    return isinstance(value, dict) and not all(isinstance(each, str) or _is_words(each) for each in value.values())


def _is_words(value: Toml) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_list(value: Toml) -> TypeGuard[Sequence[TomlTable]]:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _value(value: Toml) -> str:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    # JSON's texts, numbers and booleans are valid TOML, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
