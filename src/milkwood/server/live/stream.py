"""Live streams: a run's file is read as it grows, once for all viewers, and each is sent the new part.

Invariant: only settled ticks are sent, in order. A slow viewer delays nobody and uses no more memory than its queue:
messages that do not fit are dropped, and it starts again from a snapshot.
"""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress

from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import blamed
from milkwood.errors import MilkwoodError
from milkwood.server.errors import MISTAKE, HttpError, without_run_folder
from milkwood.server.live.app_state import AppState
from milkwood.server.live.stillness import over_out
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.tick_range import happenings
from milkwood.server.wire import stream as wire
from milkwood.server.wire.frames import PersonNumbers, Positions, pack, stretch
from milkwood.server.wire.language import in_all_languages
from milkwood.server.wire.model import WireModel, page_json, plain
from milkwood.server.wire.playback import StateOut

PROTOCOL_VERSION = 1
FRAME_SECONDS = 0.1
"""Minimum interval between frames."""
STATE_SECONDS = 2.0
"""Maximum interval between status messages."""
APART_SECONDS = 1.0
"""Interval of checks whether another process runs the run."""
MAX_CATCH_UP_TICKS = 8640
"""Maximum catch-up on the stream, in ticks; a viewer fetches older ticks by HTTP."""
MAX_QUEUED_MESSAGES = 64
"""Maximum number of queued messages per viewer."""
MAX_QUEUED_BYTES = 1 << 20
"""Maximum size of a viewer's queue."""
MAX_MESSAGE_TICKS = 2160
"""Maximum number of ticks per message."""

StreamMessage = bytes | str

log = logging.getLogger(__name__)


class Viewer:
    """The message queue of one viewer."""

    def __init__(self) -> None:
        self._waiting: deque[StreamMessage] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self.lost = False
        """A message did not fit; the viewer must start again from a snapshot."""
        self.gone = False

    def offer(self, message: StreamMessage) -> None:
        """Queue a message, unless messages were lost."""
        if self.lost:
            return
        if len(self._waiting) >= MAX_QUEUED_MESSAGES or self._size + len(message) > MAX_QUEUED_BYTES:
            self._waiting.clear()
            self._size, self.lost = 0, True
        else:
            self._waiting.append(message)
            self._size += len(message)
        self._news.set()

    def begin(self, messages: list[StreamMessage]) -> None:
        """Put messages first in the queue, whatever their size."""
        self._waiting.extendleft(reversed(messages))
        self._size += sum(len(message) for message in messages)
        self.lost = False
        self._news.set()

    def leave(self) -> None:
        """Send no more than what is queued."""
        self.gone = True
        self._news.set()

    async def next(self) -> StreamMessage | None:
        """The next message; None if messages were lost, or after the last one."""
        while not self._waiting and not self.lost and not self.gone:
            self._news.clear()
            await self._news.wait()
        if not self._waiting:
            return None
        message = self._waiting.popleft()
        self._size -= len(message)
        return message


class RunStream:
    """The stream of one run to all its viewers."""

    def __init__(self, app_state: AppState, recording: OpenRun) -> None:
        self._app_state = app_state
        self.name = recording.name
        self._recording = recording
        self._map = recording.pack.town_map
        self._reader = Chronicle.read(recording.path)
        self._numbers = PersonNumbers(self._reader.header.cast)
        self._numbers.enrol(self._reader.happenings(kinds=("entered",)))
        self._here = Positions.of(self._numbers, self._reader.scene(self._reader.end, self._map))
        self._viewers: set[Viewer] = set()
        self._turn = asyncio.Lock()
        """Held while a thread reads the file."""
        self._status: wire.StatusOut | None = None
        self._said = 0.0
        self._seen: tuple[float, StateOut] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """The number of viewers."""
        return len(self._viewers)

    @property
    def tick(self) -> int:
        """The last tick sent."""
        return self._here.tick

    # --- viewers

    async def join(self, viewer: Viewer, since: int | None) -> None:
        """Add a viewer, from a tick or from now on."""
        async with self._turn:
            first = await asyncio.to_thread(self._beginning, since)
            if len(self._numbers) > len(self._reader.header.cast):
                first.insert(0, await asyncio.to_thread(self._people))
            if viewer.gone:
                return
            status = self._status = self.status()
            viewer.begin([*first, self._say(status)])
            self._viewers.add(viewer)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._tail())

    async def again(self, viewer: Viewer) -> None:
        """Send a snapshot to a viewer that lost messages."""
        async with self._turn:
            snapshot = self._snapshot()
            people = await asyncio.to_thread(self._people)
            gap = self._say(wire.GapOut.model_validate({"from": self._here.tick}))
            viewer.begin([gap, people, snapshot, self._say(self.status())])

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._viewers.discard(viewer)

    async def close(self) -> None:
        """Close the file."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for viewer in self._viewers:
            viewer.leave()
        async with self._turn:
            self._reader.close()

    def _snapshot(self) -> bytes:
        here = self._here
        return pack(len(self._numbers), here.tick, here.tick + 1, here.snapshot(), snapshot=True)

    def _people(self) -> str:
        return self._say(wire.ComersOut(people=[each.out() for each in self._recording.people(self._reader)]))

    def _beginning(self, since: int | None) -> list[StreamMessage]:
        tick = self._here.tick
        if since is None or since >= tick:
            return [self._snapshot()]
        if tick - since > MAX_CATCH_UP_TICKS:
            return [self._say(wire.GapOut.model_validate({"from": tick})), self._snapshot()]
        scene = self._reader.scene(since, self._map)
        frame = stretch(self._numbers, scene, self._reader.happenings(since, tick), tick + 1)
        return [frame, self._reel(since, tick)]

    # --- new ticks

    async def _tail(self) -> None:
        while True:
            began = time.monotonic()
            if self._viewers:
                try:
                    await self._look()
                except HttpError as refused:
                    self._end(refused.body.what, refused.body.remedy)
                    return
                except Exception as error:  # tell the viewers instead of leaving them waiting
                    shown = await asyncio.to_thread(blamed, error, self.name) or error
                    if isinstance(shown, MilkwoodError):
                        self._end(without_run_folder(shown.what), without_run_folder(shown.remedy))
                    else:
                        log.exception("a run cannot be watched", exc_info=error)
                        self._end(*MISTAKE)
                    return
            await asyncio.sleep(max(0.0, FRAME_SECONDS - (time.monotonic() - began)))

    async def _look(self) -> None:
        """Read the new ticks, and send them to all viewers."""
        messages: list[StreamMessage] = []
        async with self._turn:
            if self._reader.end > self._here.tick:
                messages = await asyncio.to_thread(self._read)
            status, before = self.status(), self._status
            # Send the last ticks before the message that the run is over.
            untold = status.state == "resting" and self._reader.end > self._here.tick
            late = time.monotonic() - self._said > STATE_SECONDS
            if not untold and (late or before is None or _differs(status, before)):
                messages += self._status_messages(status)
            for viewer in self._viewers:
                for message in messages:
                    viewer.offer(message)

    def _read(self) -> list[StreamMessage]:
        since = self._here.tick
        until = min(self._reader.end, since + MAX_MESSAGE_TICKS)
        happenings = self._reader.happenings(since, until)
        messages: list[StreamMessage] = []
        if self._numbers.enrol(happenings):
            messages.append(self._people())
        records = self._here.go(happenings, until)
        messages.append(pack(len(self._numbers), since + 1, until + 1, records))
        return [*messages, self._reel(since, until)]

    def _reel(self, since: int, until: int) -> str:
        told = happenings(self._reader, since, until)
        return page_json({"type": "reel", "from": since, "until": until, "happenings": told})

    def status(self) -> wire.StatusOut:
        """The state of the run."""
        thread = self._app_state.threads.find(self.name)
        if thread is None:
            return wire.StatusOut(
                end=self._here.tick, state=self._run_state(), pace=None, still=over_out(self._why_over()), notes=[]
            )
        latest = thread.status
        return wire.StatusOut(
            end=self._here.tick,
            state="living",
            pace=latest.pace(),
            still=latest.still,
            notes=[in_all_languages(note) for note in latest.notes],
        )

    def _why_over(self) -> str:
        """Why the run stopped, if it stopped here by itself."""
        last = self._app_state.threads.last(self.name)
        return last.ended.result() if last is not None and last.ended.done() else ""

    def _run_state(self) -> StateOut:
        """The run's state, checked at intervals, since the check reads files."""
        now = time.monotonic()
        if self._seen is None or now - self._seen[0] > APART_SECONDS:
            self._seen = (now, self._app_state.run_state(self.name))
        return self._seen[1]

    def _status_messages(self, status: wire.StatusOut) -> list[StreamMessage]:
        """The status message, and an end message when the run has stopped."""
        before, self._status, self._said = self._status, status, time.monotonic()
        messages: list[StreamMessage] = [self._say(status)]
        if before is not None and before.state != "resting" and status.state == "resting":
            messages.append(self._say(wire.EndOut(end=self._here.tick, why=in_all_languages(self._why_over()))))
        return messages

    def _end(self, what: str, remedy: str) -> None:
        """Tell all viewers that the file cannot be read any more."""
        refused = self._say(wire.RefusedOut(what=in_all_languages(what), remedy=in_all_languages(remedy)))
        for viewer in self._viewers:
            viewer.offer(refused)
            viewer.leave()

    @staticmethod
    def _say(message: WireModel) -> str:
        return page_json(plain(message))


class RunStreams:
    """The streams of all watched runs; a stream is closed when its last viewer leaves."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._open: dict[str, RunStream] = {}
        self._turn = asyncio.Lock()

    async def watch(self, name: str, viewer: Viewer, since: int | None) -> RunStream:
        """Add a viewer to a run."""
        async with self._turn:
            stream = self._open.get(name)
            if stream is None:
                stream = self._open[name] = await asyncio.to_thread(self._opened, name)
            await stream.join(viewer, since)
            return stream

    async def leave(self, stream: RunStream, viewer: Viewer) -> None:
        """Remove a viewer."""
        stream.leave(viewer)
        viewer.leave()
        async with self._turn:
            if not stream.viewers and self._open.get(stream.name) is stream:
                del self._open[stream.name]
                await stream.close()

    def _opened(self, name: str) -> RunStream:
        return RunStream(self._app_state, self._app_state.recordings.find(name))

    @property
    def viewers(self) -> int:
        """The number of viewers of all runs."""
        return sum(stream.viewers for stream in self._open.values())


def _differs(one: wire.StatusOut, other: wire.StatusOut) -> bool:
    """Whether anything but the time differs."""

    def shown(status: wire.StatusOut) -> object:
        pace = status.pace
        return status.state, pace and (pace.held, pace.speed), status.still, status.notes

    return shown(one) != shown(other)
