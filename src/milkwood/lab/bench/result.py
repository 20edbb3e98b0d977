"""The result of a bench: figures by kind and set of prompts, and the differences between two sets.

Invariants: figures count judged answers alone; a difference rests on the contexts that both sets answered, so that an
easy or a hard context weighs the same for both.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from milkwood.lab.bench.log import BenchMark
from milkwood.lab.bench.proportion import ShareInterval, paired_difference, share_of
from milkwood.lab.comparing.interval import Interval, interval
from milkwood.plain import JsonObject
from milkwood.questions.why import attempts, codes_in

ALL: Final = "all"
"""All kinds together."""
SHARES: Final[Mapping[str, Callable[[BenchMark], bool]]] = {
    "usable": lambda mark: mark.usable,
    "valid": lambda mark: mark.outcome == "valid",
}
MEANS: Final[Mapping[str, Callable[[BenchMark], float]]] = {
    "prompt_tokens": lambda mark: mark.prompt_tokens,
    "answer_tokens": lambda mark: mark.answer_tokens,
    "seconds": lambda mark: mark.seconds,
}


@dataclass(frozen=True, slots=True)
class KindResult:
    """How one kind of question was answered with one set of prompts."""

    kind: str
    prompts: str
    outcomes: Mapping[str, int]
    usable: ShareInterval
    valid: ShareInterval
    broken_by: Mapping[str, int]
    """The last fault of answers that could not be used, the most frequent first."""
    faults: Mapping[str, int]
    """Attempts with each fault, those that were repaired included."""
    prompt_tokens: float
    """Mean per question, all attempts together; so are the next two."""
    answer_tokens: float
    seconds: float

    @property
    def asked(self) -> int:
        """Number of judged answers."""
        return self.usable.n

    def plain(self) -> JsonObject:
        """As JSON."""
        return {
            "kind": self.kind,
            "prompts": self.prompts,
            "asked": self.asked,
            **{name: self.outcomes.get(name, 0) for name in ("valid", "repaired", "filled", "broken", "unanswered")},
            "usable": _plain_share(self.usable),
            "broken_by": dict(self.broken_by),
            "faults": dict(self.faults),
            "prompt_tokens": round(self.prompt_tokens, 1),
            "answer_tokens": round(self.answer_tokens, 1),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class ShareDifference:
    """The second set of prompts less the first, for one kind of question and one measure."""

    kind: str
    measure: str
    """A name in `SHARES` or `MEANS`."""
    pairs: int
    value: float
    low: float | None
    high: float | None

    @property
    def is_sure(self) -> bool:
        """Whether it is more than chance: the 95 % interval excludes 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def plain(self) -> JsonObject:
        """As JSON."""
        ends = [None if each is None else round(each, 4) for each in (self.low, self.high)]
        return {
            "kind": self.kind,
            "measure": self.measure,
            "pairs": self.pairs,
            "difference": round(self.value, 4),
            "low95": ends[0],
            "high95": ends[1],
            "more_than_chance": self.is_sure,
        }


def figures(marks: Sequence[BenchMark], kinds: Sequence[str], names: Sequence[str]) -> list[KindResult]:
    """Figures of each kind, and of all together, with each set of prompts."""
    found = []
    for kind in [*kinds, *([ALL] if len(kinds) > 1 else [])]:
        for name in names:
            mine = [mark for mark in marks if mark.prompts == name and kind in (mark.kind, ALL)]
            found.append(_figures(kind, name, mine))
    return found


def differences(marks: Sequence[BenchMark], kinds: Sequence[str], names: Sequence[str]) -> list[ShareDifference]:
    """The differences between two sets of prompts; none if there is only one."""
    if len(names) < 2:
        return []
    first, second = ({mark.context: mark for mark in marks if mark.prompts == name and mark.judged} for name in names)
    pairs = [(first[context], second[context]) for context in first if context in second]
    found = []
    for kind in [*kinds, *([ALL] if len(kinds) > 1 else [])]:
        mine = [pair for pair in pairs if kind in (pair[0].kind, ALL)]
        if not mine:
            continue
        for measure, holds in SHARES.items():
            share = paired_difference([(holds(one), holds(other)) for one, other in mine])
            found.append(ShareDifference(kind, measure, share.n, share.share, share.low, share.high))
        for measure, of in MEANS.items():
            mean: Interval = interval([of(other) - of(one) for one, other in mine])
            found.append(ShareDifference(kind, measure, mean.n, mean.mean, mean.low, mean.high))
    return found


def _figures(kind: str, prompts: str, marks: Sequence[BenchMark]) -> KindResult:
    judged = [mark for mark in marks if mark.judged]
    shares = {name: share_of(sum(map(holds, judged)), len(judged)) for name, holds in SHARES.items()}
    means = {name: fmean(map(of, judged)) if judged else 0.0 for name, of in MEANS.items()}
    return KindResult(
        kind=kind,
        prompts=prompts,
        outcomes=Counter(mark.outcome for mark in marks),
        usable=shares["usable"],
        valid=shares["valid"],
        broken_by=_counted(attempts(mark.why)[-1] for mark in judged if not mark.usable),
        faults=_counted(each for mark in judged for each in attempts(mark.why)),
        prompt_tokens=means["prompt_tokens"],
        answer_tokens=means["answer_tokens"],
        seconds=means["seconds"],
    )


def _counted(tries: Iterable[str]) -> dict[str, int]:
    """In how many attempts each fault occurs, the most frequent first; in several fields it is one."""
    return dict(Counter(code for each in tries for code in sorted({*codes_in(each)})).most_common())


def _plain_share(share: ShareInterval) -> JsonObject:
    return {"share": round(share.share, 4), "low95": round(share.low, 4), "high95": round(share.high, 4)}
