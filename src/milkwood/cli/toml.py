"""Setting a value in a TOML text written by a person.

Invariant: everything else stays as it was; if that is not possible, nothing changes and the error says what to write.
"""

import json
import re
import tomllib
from typing import Any

from milkwood.errors import SetupError
from milkwood.i18n import t


def put(text: str, section: str, key: str, value: Any) -> str:
    """The text with a key of a section (empty: top level) set to a value."""
    lines = text.splitlines()
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    first, last = _span(lines, section)
    if first is None:
        changed = [*lines, *([""] if lines else []), f"[{section}]", line]
    else:
        own = [number for number in range(first, last) if re.match(rf"\s*{re.escape(key)}\s*=", lines[number])]
        if own:
            changed = [*lines[: own[0]], line, *lines[own[0] + 1 :]]
        else:
            while last > first and not lines[last - 1].strip():
                last -= 1
            gap = [""] if not section and last == first and lines else []
            changed = [*lines[:last], line, *gap, *lines[last:]]
    result = "\n".join(changed) + "\n"
    if not _says(text, result, section, key, value):
        where = f"[{section}] " if section else ""
        raise SetupError(
            t("The settings file cannot be changed safely."), remedy=t("Add {line} yourself.", line=f"{where}{line}")
        )
    return result


def _span(lines: list[str], section: str) -> tuple[int | None, int]:
    """The lines of a section, without its heading; the top level always exists."""
    heads = [number for number, line in enumerate(lines) if line.lstrip().startswith("[")]
    if not section:
        return 0, heads[0] if heads else len(lines)
    for number in heads:
        if re.match(rf"\s*\[\s*{re.escape(section)}\s*\]", lines[number]):
            return number + 1, next((head for head in heads if head > number), len(lines))
    return None, 0


def _says(before: str, after: str, section: str, key: str, value: Any) -> bool:
    """Whether the texts differ in this one value only."""
    wanted = tomllib.loads(before)
    (wanted.setdefault(section, {}) if section else wanted)[key] = value
    try:
        return tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        return False
