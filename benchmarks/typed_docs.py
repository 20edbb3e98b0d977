"""Every page that tells readers what to type, typed from top to bottom in a fresh home: counts, and what is wrong.

With MILKWOOD_PROOF=1 the page that takes minutes is typed too, and the others also where commands are in Chinese.
"""

import os

from tools import typed
from tools.proof import Row
from tools.tree import ROOT, name


def main() -> list[Row]:
    """The figures."""
    full = bool(os.environ.get("MILKWOOD_PROOF"))
    english = _outcomes("en", minutes=full)
    chinese = _outcomes("zh", minutes=False) if full else []
    wrong = sum(len(outcome.faults) for outcome in (*english, *chinese))
    return [
        _count("pages typed from top to bottom", len(english)),
        _count("commands typed", sum(outcome.commands for outcome in english)),
        _count("lines of output compared", sum(outcome.compared for outcome in english)),
        _count("lines skipped, each with a reason in its page", sum(len(outcome.skipped) for outcome in english)),
        _count("commands typed again in Chinese", sum(outcome.commands for outcome in chinese)),
        Row(name="commands and outputs that are wrong", figure=wrong, unit="", bound="0", ok=not wrong),
    ]


def _outcomes(language: str, *, minutes: bool) -> list[typed.Outcome]:
    found = []
    for page in typed.pages():
        where = name(page, ROOT)
        if where in typed.MINUTES and not minutes:
            continue
        try:
            found.append(typed.type_page(page, language))
        except typed.NoData as missing:
            print(missing, flush=True)
            continue
        print(where, language, *found[-1].skipped, *found[-1].faults, sep="\n  ", flush=True)
    return found


def _count(what: str, figure: int) -> Row:
    return Row(name=what, figure=figure, unit="", bound="", ok=True)


if __name__ == "__main__":
    print(main())
