"""`python -m tools.failures`: writes docs/reference/failures.md from the codes of failures and their words.

Knows `milkwood.questions.failures`. Invariant: the page has every code that a run can record.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence

from milkwood.questions.failures import (
    BUG_REMEDY,
    CALLS,
    FAULTS,
    OTHERS,
    OUTCOMES,
    PROVENANCE,
    UNUSED_WORDS,
    FailureWords,
)
from tools.tree import ROOT

PAGE = ROOT / "docs" / "reference" / "failures.md"
_HEAD = """# Failures

Why a call to a model failed, or why its answer was not used. A town goes on all the same: the model is asked again,
then the next model of `fallback`, then the understudy.

`milkwood bill`, `milkwood why`, `milkwood ask`, `milkwood doctor` and the machine room of the page show words and
remedies; `milkwood exam` and `milkwood calls` show the words, and `calls` also the raw reply. JSON, tables and the
column `why` of a [chronicle](chronicle.md) have the codes: `failed: rate; form: blocks.2.place` means that the first
model had a rate limit, and the answer of the next one had a wrong form in a field.

This page is written by `python -m tools.failures`.
"""


def page() -> str:
    """The page."""
    parts = [
        _HEAD,
        _section("Failed calls", "The outcome of a call in `bill`, and `failed: CODE` in a why.", CALLS),
        f"Any other name after `failed:` is a bug. {BUG_REMEDY}\n",
        _section("Other outcomes of calls", "These are no failures.", OUTCOMES),
        _section("Unusable answers", "`CODE: FIELD` in a why: the field, or `answer` for the whole.", FAULTS),
        _section("Not asked", "The whole why.", OTHERS),
        _section("Unused words of the model on this machine", "`refused: CODE` in a why.", UNUSED_WORDS),
        _section(
            "What is no failure",
            "What the model on this machine contributed, and what a model was not asked.",
            PROVENANCE,
        ),
    ]
    return "\n".join(parts)


def _section(title: str, about: str, codes: Mapping[str, FailureWords]) -> str:
    rows = [(code, each.words, each.remedy or "–") for code, each in codes.items()]
    return f"## {title}\n\n{about}\n\n" + "\n".join(_table(("code", "meaning", "what to do"), rows)) + "\n"


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for code, *cells in rows:
        yield f"| `{code}` | {' | '.join(cells)} |"


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"Wrote {PAGE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
