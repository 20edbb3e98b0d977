"""What a viewer can do to a server that lets everyone look: every route, method, odd spelling and header, counted.

The harness is that of the tests (`tests/instruments/attacks.py`), which send one request of every so many. With
MILKWOOD_PROOF=1 all of them are sent.
"""

import os
import tempfile
from pathlib import Path

from tests.instruments.attacks import attacked
from tools.proof import Row


def main() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = attacked(Path(folder), full=bool(os.environ.get("MILKWOOD_PROOF")))
    refused = sum(outcome.statuses[status] for status in (400, 403))
    for line in (*outcome.let_through, *outcome.failures, *outcome.changed):
        print(line)
    return [
        Row(name="requests of a viewer", figure=outcome.tried, unit="", bound="", ok=True),
        Row(name="refused with 403, or 400 where it is not HTTP", figure=refused, unit="", bound="", ok=True),
        _none("answered although the table does not list it", outcome.let_through),
        _none("failures of the server", outcome.failures),
        _none("files that changed", outcome.changed),
    ]


def _none(name: str, found: list[str]) -> Row:
    return Row(name=name, figure=len(found), unit="", bound="0", ok=not found)


if __name__ == "__main__":
    print(main())
