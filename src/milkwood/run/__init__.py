"""A run: assembled from pack, minds, models, chronicle and engine; restored at a tick; interviewed.

Start reading at `assembly`, then `live_run`. Invariant: importing this package costs nothing; a name is looked up when
it is first used, so that commands which only read a run start fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from milkwood.run.assembly import new_run, open_run
    from milkwood.run.header import DEFAULT_SEED
    from milkwood.run.interview import InterviewReply, InterviewSession
    from milkwood.run.live_run import LiveRun
    from milkwood.run.mind_config import MindConfig
    from milkwood.run.model_config import ModelConfig
    from milkwood.run.options import RunOptions
    from milkwood.run.restored import RestoredRun

__all__ = [
    "DEFAULT_SEED",
    "InterviewReply",
    "InterviewSession",
    "LiveRun",
    "MindConfig",
    "ModelConfig",
    "RestoredRun",
    "RunOptions",
    "new_run",
    "open_run",
]

_MODULES = {
    "DEFAULT_SEED": "header",
    "InterviewReply": "interview",
    "InterviewSession": "interview",
    "LiveRun": "live_run",
    "MindConfig": "mind_config",
    "ModelConfig": "model_config",
    "RestoredRun": "restored",
    "RunOptions": "options",
    "new_run": "assembly",
    "open_run": "assembly",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
