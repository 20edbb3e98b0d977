"""What a model's answers were worth, by kind of question; and what its calls cost a person and day."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from benchmarks._real_run import RealRun
from milkwood.chronicle import Chronicle
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.models.metering import ANSWERED, ESTIMATED
from milkwood.questions.aptitude import ROUTED
from milkwood.questions.why import attempts, codes_in, failures, filled_in
from milkwood.understudy.model import NAME as UNDERSTUDY
from tests.story.measures import Measure, at_least, at_most, share, told
from tests.story.measures_cost import MAX_CALLS, MAX_TOKENS

LEAST_USABLE = 90


@dataclass
class KindAnswers:
    """How the questions of one kind were answered."""

    asked: int = 0
    """Of the model."""
    at_first: int = 0
    """Usable at first."""
    repaired: int = 0
    """Usable when asked again."""
    filled: int = 0
    """Of the usable ones: a part was left to habit."""
    instead: int = 0
    """Answered by the understudy, since the model could not."""
    routed: int = 0
    """Never sent to the model."""
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def usable(self) -> int:
        """Usable at first or when asked again."""
        return self.at_first + self.repaired

    def add(self, each: AnsweredQuestion) -> None:
        """Count a question."""
        why, by_model = each.answer.why, each.answer.by != UNDERSTUDY
        failed = failures(why)
        if not by_model and not failed:
            self.routed += 1
            return
        self.asked += 1
        self.seconds += each.answer.usage.seconds
        self.at_first += by_model and not failed
        self.repaired += by_model and bool(failed)
        self.filled += by_model and bool(filled_in(why))
        self.instead += not by_model
        self.faults.update(codes_in(why))


def by_kind(questions: Iterable[AnsweredQuestion]) -> dict[str, KindAnswers]:
    """The questions of a run by kind, the most frequent first."""
    found: dict[str, KindAnswers] = {}
    for each in questions:
        found.setdefault(each.question.id.kind, KindAnswers()).add(each)
    return dict(sorted(found.items(), key=lambda item: (-item[1].asked, item[0])))


def left_by_profile(questions: Iterable[AnsweredQuestion]) -> int:
    """Questions that a profile kept from the model; a run with --trust-all has none."""
    return sum(ROUTED in attempts(each.answer.why) for each in questions)


def measures(run: RealRun) -> Iterator[Measure]:
    """The bounds on use and on usable answers."""
    yield from _use(run)
    found = by_kind(run.life.questions)
    for kind, counted in found.items():
        if counted.asked:
            faults = [f"{times} × {fault}" for fault, times in counted.faults.most_common()]
            usable = share(counted.usable, counted.asked)
            measure = at_least(f"{kind}: usable at first or when asked again", usable, LEAST_USABLE, "%", faults)
            yield replace(measure, unit=f"% of {counted.asked:,}")
    asked = sum(each.asked for each in found.values())
    for name, count in (
        ("filled by habit", sum(each.filled for each in found.values())),
        ("answered by the understudy", sum(each.instead for each in found.values())),
        ("kept from the model by its profile", left_by_profile(run.life.questions)),
    ):
        yield told(f"questions {name}", f"{count:,} of {asked:,} asked")


def _use(run: RealRun) -> Iterator[Measure]:
    """Calls and tokens, retries included, of each day as far as it was lived."""
    life, people = run.life, len(run.life.header.cast)
    clock = life.header.clock
    with Chronicle.read(life.path) as reader:
        for day in range(1, clock.day(max(0, life.settled - 1)) + 1):
            since, until = max(0, life.tick_of(day, 0)), min(life.settled, life.tick_of(day + 1, 0))
            rows = reader.used(since, until)
            calls = sum(row[1] for row in rows) / people
            prompt, answer = sum(row[2] for row in rows) / people, sum(row[3] for row in rows) / people
            when = f"until {clock.moment(until):%H:%M}"
            yield replace(at_most(f"calls a person, day {day}", calls, MAX_CALLS), unit=when)
            measure = at_most(f"tokens a person, day {day}", prompt + answer, MAX_TOKENS)
            yield replace(measure, unit=f"{when} ({prompt:,.0f} + {answer:,.0f})")


def cached(run: RealRun) -> Measure:
    """The share of prompt tokens that the server had in its cache."""
    name = "prompt tokens from the server's cache"
    answered = [each for each in run.outcomes if each.outcome in (ANSWERED, ESTIMATED)]
    prompt = sum(each.prompt_tokens for each in answered)
    if not prompt:
        return told(name, "no tokens are recorded")
    found = sum(each.cached_tokens for each in answered)
    return told(name, 100.0 * found / prompt if found else "the server reported none", "%" if found else "")


def table(run: RealRun) -> str:
    """All kinds as a Markdown table."""
    lines = [
        "| question | asked | usable at first | after one retry | of them filled | understudy | routed | s | faults |",
        "|---" * 9 + "|",
    ]
    for kind, each in by_kind(run.life.questions).items():
        faults = ", ".join(f"{fault} {times}" for fault, times in each.faults.most_common())
        asked = each.asked or 1
        lines.append(
            f"| {kind} | {each.asked:,} | {100 * each.at_first / asked:.0f} % | {100 * each.usable / asked:.0f} %"
            f" | {each.filled:,} | {each.instead:,} | {each.routed:,} | {each.seconds / asked:.1f} | {faults} |"
        )
    return "\n".join(lines) + "\n"
