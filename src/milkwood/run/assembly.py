"""Starts, resumes and restores runs: the one place where a pack, a chronicle and options become a run.

Knows every room below it, no screen. Invariant: a new run, a resumed one and a fork differ only in where they begin;
what bears on history is in the header and stays, everything else may be chosen anew each time.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from milkwood.chronicle import Chronicle
from milkwood.chronicle.behaviour import refuse_to_go_on
from milkwood.chronicle.file import take_back
from milkwood.chronicle.glimpse import Glimpse
from milkwood.models.tape import TapeOnly
from milkwood.run.header import DEFAULT_SEED, header_of
from milkwood.run.live_run import Run
from milkwood.run.mind_config import Minds
from milkwood.run.model_config import Wanted
from milkwood.run.options import Manner
from milkwood.run.pack import refuse_other_pack
from milkwood.towns import Pack
from milkwood.towns.archive import packed
from milkwood.towns.routines import routines_in
from milkwood.words import Language


def new_run(
    pack: Pack,
    path: Path,
    name: str,
    *,
    seed: int = DEFAULT_SEED,
    language: Language | None = None,
    manner: Manner | None = None,
    minds: Minds | None = None,
    routines: Mapping[str, Any] | None = None,
) -> Run:
    """Begin a run in a file that must not exist yet: all are in bed, with routines of another run or of their town."""
    manner = manner or Manner()
    spoken = language or pack.languages[0]
    header = header_of(pack, name, seed, spoken, minds or Minds())
    header = replace(header, routines=dict(routines or routines_in(pack, spoken)))
    carried = packed(pack.folder)
    chronicle = Chronicle.create(path, header, pack=carried, survive_power_cuts=manner.survive_power_cuts)
    return _put_together(pack, chronicle, manner, made=path)


def open_run(pack: Pack, path: Path, *, manner: Manner | None = None) -> Run:
    """Go on with a run where it was left, in the pack and scenario it was begun with."""
    manner = manner or Manner()
    with Chronicle.read(path) as reader:
        refuse_to_go_on(reader)
        refuse_other_pack(reader, pack)
    chronicle = Chronicle.open(path, survive_power_cuts=manner.survive_power_cuts)
    return _put_together(pack, chronicle, manner)


def glimpse_run(pack: Pack, path: Path, tick: int, wanted: Wanted | None = None) -> Run:
    """A run as it was at a tick, to be lived up to there in memory, from recorded answers alone (rule C5)."""
    return _put_together(pack, Glimpse.of(path, tick), Manner("lockstep", model=TapeOnly(), wanted=wanted))


def _put_together(pack: Pack, chronicle: Chronicle | Glimpse, manner: Manner, made: Path | None = None) -> Run:
    try:
        return Run(pack, chronicle, manner)
    except BaseException:
        chronicle.close()
        if made is not None:
            take_back(made)
        raise
