"""A run as one HTML file that replays without a server: the page, with all answers it would ask for.

Invariant: needs no network; texts of people are data and cannot become markup; contains nothing of this machine, no
prompt and no cost; secrets of people only if they are asked for.
"""

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel

from milkwood.chronicle import Reader
from milkwood.chronicle.export.place import Place
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.server.errors import HttpError
from milkwood.server.files import STATIC, TILE_KINDS, UNBUILT_REMEDY, find_file
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles, name_of
from milkwood.server.views import talks, tick_range
from milkwood.server.views.open_runs import OpenRun, OpenRuns
from milkwood.server.views.pictures import PICTURES, picture
from milkwood.server.views.replay_minds import minds_out
from milkwood.server.views.run import run_out
from milkwood.server.views.run_people import RunPerson
from milkwood.server.wire.frames import PersonNumbers
from milkwood.server.wire.model import page_json
from milkwood.server.wire.replay import CarriedMindsIn

REPLAY_FORMAT = 1
DEFAULT_MINDS: Final = "open"
PLACE = '<script type="application/json" id="milkwood-replay">null</script>'
"""The marker in the page that the recording replaces."""
_JSON = "application/json"
_UNRESERVED = "-_.!~*'()"
"""Characters that `encodeURIComponent` keeps."""
_MAX_TALKS = 10**9

Answers = dict[str, dict[str, str]]
"""The server's answers, by path under `/api/`."""


def replay(
    recording: OpenRun, reader: Reader, static: Path | None = None, minds: CarriedMindsIn = DEFAULT_MINDS
) -> str:
    """The whole file."""
    page = (static or STATIC) / "replay.html"
    if not page.is_file():
        raise SetupError(t("The page that replays runs has not been built."), remedy=UNBUILT_REMEDY)
    text = page.read_text(encoding="utf-8")
    if PLACE not in text:
        raise SetupError(t("The page that replays runs has no place for a recording."), remedy=UNBUILT_REMEDY)
    with reader.held():
        answers = answers_of(recording, reader, minds)
    packed = gzip.compress(page_json(answers).encode(), 9, mtime=0)
    carried = {"format": REPLAY_FORMAT, "run": recording.name, "packed": base64.b64encode(packed).decode()}
    # A run's name cannot end the element that holds it.
    inside = PLACE.replace("null", page_json(carried).replace("<", "\\u003c"))
    return text.replace(PLACE, inside, 1)


def replay_of(path: Path, minds: CarriedMindsIn = DEFAULT_MINDS) -> str:
    """The whole file, for a run by its path."""
    recording = OpenRuns(RunFiles([path]), Packs()).find(name_of(path))
    try:
        with recording.reader() as reader:
            return replay(recording, reader, minds=minds)
    except HttpError as refused:
        raise SetupError(refused.body.what, remedy=refused.body.remedy) from refused
    finally:
        recording.close()


def write_replay(path: Path, out: Path | None, minds: CarriedMindsIn = DEFAULT_MINDS, *, overwrite: bool) -> Path:
    """Write the whole file for a run by its path, by default as `RUN.html` here or in the folder; returns its path."""
    name = f"{name_of(path)}.html"
    file = out / name if out is not None and out.is_dir() else out or Path(name)
    if file.exists() and not overwrite:
        raise SetupError(t("“{file}” exists already.", file=file), remedy=t("Choose another file, or add --overwrite."))
    page = replay_of(path, minds)
    with Place(file.parent, overwrite=True).text(file.name) as written:
        written.write(page)
    return file


def answers_of(recording: OpenRun, reader: Reader, minds: CarriedMindsIn) -> Answers:
    """All answers that the page needs for a finished run."""
    run = f"runs/{part(recording.name)}"
    all_talks = talks.TalkQuery(reader.end, limit=_MAX_TALKS)
    answers: Answers = {
        run: _model(run_out(recording, reader, state="resting", acts=False)),
        f"{run}/marks": _model(recording.marks.all(reader, recording.talks)),
        f"{run}/talks": _model(talks.talks_page(recording.talks, reader, recording.pack.town_map, all_talks)),
    }
    if minds != "none":
        answers[f"{run}/minds"] = _model(minds_out(recording, reader, secrets=minds == "all"))
    answers |= dict(_hours(recording, reader, run))
    answers |= dict(_tiles(recording, run))
    for each in recording.people(reader):
        answers |= dict(_pictures(each, run))
    return answers


def _hours(recording: OpenRun, reader: Reader, run: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The run by the hour, as the page asks for it."""
    town_map, end = recording.pack.town_map, reader.end
    hour = recording.header.clock.ticks_in_minutes(60)
    numbers = PersonNumbers(recording.header.cast)
    for each in recording.people(reader):
        numbers.number(each.id)
    for since in range(0, max(end, 1), hour):
        until = min(since + hour, end)
        query = f"?from={since}&until={until}"
        yield f"{run}/reel{query}", _text(page_json(tick_range.reel(reader, town_map, since, until)))
        yield (
            f"{run}/moves{query}",
            _bytes(tick_range.moves(reader, numbers, town_map, since, until), "application/octet-stream"),
        )


def _tiles(recording: OpenRun, run: str) -> Iterator[tuple[str, dict[str, str]]]:
    pack = recording.pack
    yield f"{run}/map.tmj", _text(pack.map_path.read_text(encoding="utf-8"))
    folder = pack.folder / "tiles"
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        kind = TILE_KINDS.get(path.suffix.lower())
        if kind is None or find_file(folder, name, TILE_KINDS) is None:
            continue
        address = f"{run}/tiles/{'/'.join(part(piece) for piece in name.split('/'))}"
        yield address, _text(path.read_text(encoding="utf-8")) if kind == _JSON else _bytes(path.read_bytes(), kind)


def _pictures(person: RunPerson, where: str) -> Iterator[tuple[str, dict[str, str]]]:
    for name in PICTURES:
        yield (
            f"{where}/people/{part(person.id)}/{name}.png",
            _bytes(picture(name, person.looks, person.age), "image/png"),
        )


def part(text: str) -> str:
    """A path segment, encoded as a browser does."""
    return quote(text, safe=_UNRESERVED)


def _model(model: BaseModel) -> dict[str, str]:
    return _text(model.model_dump_json(by_alias=True))


def _text(text: str) -> dict[str, str]:
    return {"type": _JSON, "text": text}


def _bytes(content: bytes, kind: str) -> dict[str, str]:
    return {"type": kind, "base64": base64.b64encode(content).decode()}
