"""The behaviour number: the version of minds and town rules that a run is lived under.

Invariant: runs with the same number, header and answers have the same history.

`BEHAVIOUR` must rise whenever a change of minds, engine or town rules changes what happens for the same answers, or
what minds ask. A change of the understudy only changes answers, which are recorded: the number need not rise for it.
`tests/engine/test_behaviour.py` fails when short lives of the bundled towns change.

Runs whose minds have parts switched off have a number of their own, so that a change of what a switch takes away leaves
all other runs as they are. Both numbers count on from the higher one.
"""

from collections.abc import Mapping
from typing import Any

BEHAVIOUR = 10
"""The current number."""
PARTS_OFF_BEHAVIOUR = 11
"""The current number of runs with parts of minds switched off."""
FIRST_BEHAVIOUR = 1
"""The number of runs that do not record one."""


def current_behaviour(settings: Mapping[str, Any]) -> int:
    """The current number of runs with these settings of minds, as in a header."""
    return PARTS_OFF_BEHAVIOUR if settings.get("off") else BEHAVIOUR
