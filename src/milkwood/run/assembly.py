"""Starts, resumes and restores runs: the one place where a pack, a chronicle and options become a run.

Invariant: a new run, a resumed one and a fork differ only in where they begin; what affects history is in the header
and stays, everything else may be chosen each time.
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
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.run.header import DEFAULT_SEED, header_of
from milkwood.run.live_run import LiveRun
from milkwood.run.mind_config import RULE, MindConfig
from milkwood.run.model_config import ModelConfig
from milkwood.run.model_stack import fitting_of
from milkwood.run.options import RunOptions
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
    options: RunOptions | None = None,
    minds: MindConfig | None = None,
    routines: Mapping[str, Any] | None = None,
    prompts: OwnPrompts = BUILT_IN,
) -> LiveRun:
    """Start a run in a new file: everyone in bed, with the routines of another run or of the town."""
    minds, options = minds or MindConfig(), options or RunOptions()
    if options.model is None and options.models is None and minds.kind != RULE:
        options = replace(options, models=ModelConfig.from_settings())
    spoken = language or pack.languages[0]
    prompts = prompts.spoken(spoken)
    header = header_of(pack, name, seed, spoken, minds).with_prompts(prompts)
    routed = fitting_of(options.models, spoken, prompts).routed() if options.models is not None else {}
    header = replace(header, routines=dict(routines or routines_in(pack, spoken)), routed=routed)
    carried = packed(pack.folder)
    chronicle = Chronicle.create(
        path, header, pack=carried, prompts=prompts, survive_power_cuts=options.survive_power_cuts
    )
    return _assemble(pack, chronicle, options, made=path)


def open_run(pack: Pack, path: Path, *, options: RunOptions | None = None) -> LiveRun:
    """Resume a run where it stopped, in the pack and scenario it was started with."""
    options = options or RunOptions()
    with Chronicle.read(path) as reader:
        refuse_to_go_on(reader)
        refuse_other_pack(reader, pack)
    chronicle = Chronicle.open(path, survive_power_cuts=options.survive_power_cuts)
    return _assemble(pack, chronicle, options)


def glimpse_run(pack: Pack, path: Path, tick: int, models: ModelConfig | None = None) -> LiveRun:
    """A run to replay in memory up to a tick, from recorded answers alone (rule C5)."""
    return _assemble(pack, Glimpse.of(path, tick), RunOptions("lockstep", model=TapeOnly(), models=models))


def _assemble(pack: Pack, chronicle: Chronicle | Glimpse, options: RunOptions, made: Path | None = None) -> LiveRun:
    try:
        run = LiveRun(pack, chronicle, options)
        run.made = made
        return run
    except BaseException:
        chronicle.close()
        if made is not None:
            take_back(made)
        raise
