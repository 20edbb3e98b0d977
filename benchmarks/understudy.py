"""The cost of the understudy's answers, by kind of question: those that 25 people ask on a day of the Ville.

The day is run once without embedding; then its questions are answered again, kind by kind, by words alone. CPU
milliseconds per answer, and the seconds that all answers of the day take together.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.models.port import Question
from milkwood.models.wording import WordOverlap
from milkwood.run import MindConfig, new_run
from milkwood.towns.shelf import find
from milkwood.understudy.model import Understudy
from tools.proof import Row

TOWN, SCENARIO = "the_ville", "valentine"
ALL_SECONDS = 5.0


def main() -> list[Row]:
    """The figures."""
    asked = _asked()
    rows: list[Row] = []
    whole = 0.0
    for kind, questions in sorted(asked.items()):
        seconds = asyncio.run(_answered(questions))
        whole += seconds
        name = f"{kind}: an answer of the understudy, mean of {len(questions):,}, CPU"
        rows.append(Row(name=name, figure=1000 * seconds / len(questions), unit="ms", bound="", ok=True))
    bound = f"at most {ALL_SECONDS:g} s"
    name = f"all {sum(map(len, asked.values())):,} answers of a day of 25 people, CPU"
    return [*rows, Row(name=name, figure=whole, unit="s", bound=bound, ok=whole <= ALL_SECONDS)]


def _asked() -> dict[str, list[Question]]:
    pack = towns.load(find(TOWN).folder, SCENARIO)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.milkwood"
        with new_run(pack, path, path.stem, minds=MindConfig(embedding=False)) as run:
            asyncio.run(run.live(pack.clock.ticks_per_day))
        found: dict[str, list[Question]] = {}
        with Chronicle.read(path) as reader:
            for each in reader.questions():
                found.setdefault(each.question.id.kind, []).append(each.question)
    return found


async def _answered(questions: list[Question]) -> float:
    understudy = Understudy(1, WordOverlap())
    await understudy.answer(questions[0])  # reads its tables
    began = time.process_time()
    for question in questions:
        await understudy.answer(question)
    return time.process_time() - began


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
