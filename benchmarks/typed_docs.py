"""Every page that tells readers what to type, typed from top to bottom in a fresh home: counts, and what is wrong.

With MILKWOOD_PROOF=1 the page that takes minutes is typed too.
"""

import os

from tools import typed
from tools.proof import Row
from tools.tree import ROOT, name

MINUTES = "docs/how-to/compare.md"


def main() -> list[Row]:
    """The figures."""
    outcomes = []
    for page in typed.pages():
        if name(page, ROOT) != MINUTES or os.environ.get("MILKWOOD_PROOF"):
            outcomes.append(typed.type_page(page))
            print(name(page, ROOT), *outcomes[-1].skipped, *outcomes[-1].faults, sep="\n  ", flush=True)
    wrong = sum(len(outcome.faults) for outcome in outcomes)
    return [
        _count("pages", len(outcomes)),
        _count("commands typed", sum(outcome.commands for outcome in outcomes)),
        _count("lines of output compared", sum(outcome.compared for outcome in outcomes)),
        _count("commands skipped, each with a reason in its page", sum(len(outcome.skipped) for outcome in outcomes)),
        Row(name="commands and outputs that are wrong", figure=wrong, unit="", bound="0", ok=not wrong),
    ]


def _count(what: str, figure: int) -> Row:
    return Row(name=what, figure=figure, unit="", bound="", ok=True)


if __name__ == "__main__":
    print(main())
