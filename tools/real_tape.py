"""`python -m tools.real_tape RUN [MOMENT]`: keep the answers of a run as a tape, which the tests live again.

A tape has the header of the run, its inputs, its answers up to a moment, the vectors of its texts, and the hash of its
history at each hour. It names the town and the hash of its files, and has no path of a machine, no prompt and no
question: of each question only a digest, so that a mind that asks something else is noticed.
"""

import argparse
import json
import lzma
import sys
from base64 import b85decode, b85encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from milkwood import towns
from milkwood.chronicle import Chronicle, Header, Reader, vectors
from milkwood.engine.keeper import Input
from milkwood.ids import PersonId
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.towns import Pack
from milkwood.towns.archive import pack_hash
from milkwood.towns.shelf import bundled, find
from tools.tree import ROOT

TAPE: Final = ROOT / "tests" / "fixtures" / "real_morning.json.xz"
MAX_BYTES: Final = 500_000
"""Maximum size of a tape in the project."""
_VERSION: Final = 2
_MINUTES: Final = 60


@dataclass(frozen=True, slots=True)
class TapedAnswer:
    """An answer, with the seconds its calls took, and a digest of its question."""

    answer: Answer
    digest: str


class TapedVector(NamedTuple):
    """The vector of a text, by the model and the key of the text."""

    model: str
    key: bytes
    vector: bytes


@dataclass(frozen=True, slots=True)
class RealTape:
    """The answers of a run up to a tick, and the hashes of its history."""

    header: Header
    until: int
    hashes: Mapping[int, str]
    """Of everything before a tick: at each hour, and at the end."""
    inputs: tuple[Input, ...]
    answers: Mapping[QuestionId, TapedAnswer]
    vectors: tuple[TapedVector, ...]
    """Those of the run: another processor may round them differently (rule E5)."""


def tape_of(reader: Reader, until: int | None = None) -> RealTape:
    """The tape of a run up to a tick, or up to its end."""
    end = reader.end if until is None else until
    hour = reader.header.clock.ticks_in_minutes(_MINUTES)
    ticks = [*range(hour, end, hour), end]
    answers = {
        each.question.id: TapedAnswer(each.answer, digest(each.question)) for each in reader.questions(until=end)
    }
    hashes = {tick: reader.history_hash(tick) for tick in ticks}
    found = tuple(map(TapedVector._make, reader._rows("SELECT model, text_hash, vector FROM vectors ORDER BY 1, 2")))
    return RealTape(_bare(reader.header), end, hashes, tuple(reader.inputs(until=end)), answers, found)


def needed(tape: RealTape) -> RealTape:
    """The tape with only those vectors that its life asks for; others belong to what came later."""
    from tests.instruments.reliving import relive  # it imports this module

    asked, find = set(), Reader.find_vector

    def noted(reader: Reader, model: str, text: str) -> bytes | None:
        asked.add((model, vectors.key_of(text)))
        return find(reader, model, text)

    with TemporaryDirectory() as folder, patch.object(Reader, "find_vector", noted):
        relive(tape, pack_of_tape(tape), Path(folder) / "again.milkwood", "outoforder")
    return replace(tape, vectors=tuple(each for each in tape.vectors if (each.model, bytes(each.key)) in asked))


def digest(question: Question) -> str:
    """A short hash of what is asked."""
    return blake2b(question.text().encode(), digest_size=4).hexdigest()


def outdated(header: Header) -> str:
    """Why a run cannot be lived again by this version; empty if it can."""
    today = header.current_behaviour
    numbers = [*(number for _, number in header.earlier_behaviours), header.behaviour]
    other = next((number for number in numbers if number != today), today)
    return "" if other == today else f"it was recorded with behaviour {other}, and this version has {today}"


def unusable(path: Path = TAPE) -> str:
    """Why the kept tape cannot be lived again, with what to do; empty if it can."""
    again = "record it with “python -m tools.real_tape RUN”"
    if not path.is_file():
        return f"there is no tape {path.name}: {again}"
    header = load(path).header
    why = outdated(header) or _elsewhere(header)
    return f"the tape {path.name} cannot be lived again, since {why}: {again}" if why else ""


def _elsewhere(header: Header) -> str:
    """Why the town of a run is not as it was; empty if it is."""
    folder = next((each.folder for each in bundled() if each.id == header.town), None)
    if folder is None:
        return f"its town {header.town} does not come with Milkwood"
    return "" if pack_hash(folder) == header.pack_hash else f"the files of {header.town} have changed since then"


def pack_of_tape(tape: RealTape) -> Pack:
    """The bundled town of a tape."""
    return towns.load(find(tape.header.town).folder, tape.header.scenario or None)


# --- in a file


def save(tape: RealTape, path: Path) -> None:
    """Write a tape."""
    plain = {
        "version": _VERSION,
        "header": tape.header.as_plain(),
        "until": tape.until,
        "hashes": tape.hashes,
        "inputs": [[each.tick, each.kind, each.person, each.content] for each in tape.inputs],
        "answers": [_row(asked, taped) for asked, taped in tape.answers.items()],
        "vectors": [[each.model, *(b85encode(part).decode() for part in each[1:])] for each in tape.vectors],
    }
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9))


def load(path: Path = TAPE) -> RealTape:
    """Read a tape."""
    plain = json.loads(lzma.decompress(path.read_bytes()))
    if plain["version"] != _VERSION:
        raise ValueError(f"{path} has version {plain['version']}, and this is {_VERSION}")
    return RealTape(
        Header.from_rows((key, json.dumps(value)) for key, value in plain["header"].items()),
        plain["until"],
        {int(tick): said for tick, said in plain["hashes"].items()},
        tuple(
            Input(tick, kind, None if person is None else PersonId(person), content)
            for tick, kind, person, content in plain["inputs"]
        ),
        dict(_taped(*row) for row in plain["answers"]),
        tuple(TapedVector(model, b85decode(key), b85decode(vector)) for model, key, vector in plain["vectors"]),
    )


def _row(asked: QuestionId, taped: TapedAnswer) -> list[Any]:
    answer = taped.answer
    seconds = round(answer.usage.seconds, 2)
    return [
        *(asked.person, asked.tick, asked.kind, asked.n, taped.digest),
        *(answer.by, answer.why, seconds, dict(answer.content)),
    ]


def _taped(
    person: str, tick: int, kind: str, n: int, digest: str, by: str, why: str, seconds: float, content: dict[str, Any]
) -> tuple[QuestionId, TapedAnswer]:
    answer = Answer(content, by, why, Usage(seconds=seconds))
    return QuestionId(PersonId(person), tick, kind, n), TapedAnswer(answer, digest)


def _bare(header: Header) -> Header:
    """A header without what belongs to a machine, or does not change history."""
    return replace(header, town_path="", prompt_hashes={}, own_prompts={}, parent=None, unsealed_until=0)


# --- by hand


def main() -> int:
    """Write the tape of a run; 1 if it cannot be lived again, or is too large."""
    parser = argparse.ArgumentParser(prog="python -m tools.real_tape", description="Keep the answers of a run.")
    parser.add_argument("run", type=Path, help="the file of a run in a bundled town")
    parser.add_argument("until", nargs="?", help="a moment such as “12:00”; the last full hour by default")
    parser.add_argument("--to", type=Path, default=TAPE, help=f"the tape; {TAPE.relative_to(ROOT)} by default")
    given = parser.parse_args()
    with Chronicle.read(given.run) as reader:
        hour = reader.header.clock.ticks_in_minutes(_MINUTES)
        until = reader.header.clock.parse(given.until) if given.until else reader.end // hour * hour
        if not 0 < until <= reader.end:
            print(f"The run ends at {reader.header.when(reader.end)}.", file=sys.stderr)
            return 1
        tape = needed(tape_of(reader, until))
        save(tape, given.to)
    size, when = given.to.stat().st_size, tape.header.when(until)
    print(f"{given.to}: {len(tape.answers):,} answers until {when}, {size:,} bytes.")
    problems = [unusable(given.to)]
    if size > MAX_BYTES:
        problems.append(f"It is larger than {MAX_BYTES:,} bytes: end it earlier.")
    for problem in filter(None, problems):
        print(problem, file=sys.stderr)
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
