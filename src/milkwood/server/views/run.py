"""A run as a wire model: opened, and in the list of runs."""

from milkwood.chronicle import Reader
from milkwood.chronicle.behaviour import fork_at
from milkwood.chronicle.seek import talk_events
from milkwood.exchange.report import report_of_run
from milkwood.i18n import languages
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFile
from milkwood.server.views.open_runs import OpenRun
from milkwood.server.views.sky import sky_out
from milkwood.server.wire.playback import ImportEntryOut, ImportReportOut, ParentOut, RunOut, StateOut
from milkwood.server.wire.runs import RunEntryOut
from milkwood.town.events import TalkBegan

MAX_IMPORT_ENTRIES = 400
MORNING_HOUR = 7
"""The hour at which a finished run opens, if nobody talks soon after."""
FIRST_TALK_MINUTES = 180


def run_out(recording: OpenRun, reader: Reader, *, state: StateOut, acts: bool) -> RunOut:
    """A run, opened."""
    header, end = recording.header, reader.end
    parent = None if header.parent is None else ParentOut(run=header.parent.run, tick=header.parent.tick)
    return RunOut(
        name=recording.name,
        town=recording.town,
        people=[each.out() for each in recording.people(reader)],
        language=header.language,
        start=header.clock.start,
        seconds_per_tick=header.seconds_per_tick,
        begin=0,
        end=end,
        opens_at=end if state != "resting" else min(end, _first_talk(recording, reader)),
        view_radius=header.view_radius,
        state=state,
        seed=header.seed,
        scenario=header.scenario,
        mind=str(header.settings.get("mind", "rule")),
        off=[str(part) for part in header.settings.get("off") or ()],
        created=header.created,
        parent=parent,
        fork_at=fork_at(reader),
        imported=_imported(recording, reader),
        may_act=acts,
        sky=sky_out(header.clock, recording.pack.climate, header.seed, end),
    )


def _imported(recording: OpenRun, reader: Reader) -> ImportReportOut | None:
    found = report_of_run(reader, recording.pack.folder)
    if found is None:
        return None
    entries = found.entries()
    return ImportReportOut(
        source=found.source,
        **found.counts(),
        entries=[
            ImportEntryOut.model_validate(
                {
                    "sort": each.sort,
                    "name": found.names.get(each.person, each.person),
                    "topic": {language: each.said(language) for language in languages()},
                    "count": each.count,
                    "details": each.details,
                }
            )
            for each in entries[:MAX_IMPORT_ENTRIES]
        ],
        more=max(0, len(entries) - MAX_IMPORT_ENTRIES) + found.left_out,
    )


def _morning(recording: OpenRun) -> int:
    """The first tick at or after seven, or the first of a fork."""
    header = recording.header
    start = header.clock.start
    minutes = (MORNING_HOUR - start.hour) * 60 - start.minute
    morning = header.clock.ticks_in_minutes(minutes) if minutes > 0 else 0
    return max(morning, header.parent.tick if header.parent else 0)


def _first_talk(recording: OpenRun, reader: Reader) -> int:
    """The first tick of the first talk of a morning, so that something happens where a run opens."""
    morning = _morning(recording)
    late = morning + recording.header.clock.ticks_in_minutes(FIRST_TALK_MINUTES)
    begins = (each.tick for each in talk_events(reader, morning, late) if isinstance(each.event, TalkBegan))
    return next(begins, morning)


def run_entry_out(entry: RunFile, packs: Packs, state: StateOut) -> RunEntryOut:
    """A run in the list of runs."""
    header = entry.header
    parent = header.parent
    return RunEntryOut(
        name=entry.name,
        town=header.town,
        town_name=packs.name(header),
        scenario=header.scenario,
        language=header.language,
        seed=header.seed,
        start=header.clock.start,
        seconds_per_tick=header.seconds_per_tick,
        end=entry.end,
        people=len(header.cast),
        state=state,
        created=header.created,
        parent=None if parent is None else ParentOut(run=parent.run, tick=parent.tick),
        bytes=entry.size,
        mind=str(header.settings.get("mind", "rule")),
        fork_at=entry.fork_at,
    )
