"""The state that all requests share: files of runs, town packs, threads of living runs, open recordings.

Invariant: one per server; thread-safe.
"""

from milkwood.run import ModelConfig
from milkwood.server.live.run_thread import RunThreads
from milkwood.server.packs import Packs
from milkwood.server.run_files import RunFiles
from milkwood.server.views.open_runs import OpenRuns
from milkwood.server.wire.playback import StateOut


class AppState:
    """Files, packs, threads and recordings of runs."""

    def __init__(self, run_files: RunFiles | None = None, packs: Packs | None = None) -> None:
        self.run_files = run_files or RunFiles()
        self.packs = packs or Packs()
        self.threads = RunThreads()
        self.recordings = OpenRuns(self.run_files, self.packs, self._last_models)

    def run_state(self, name: str) -> StateOut:
        """Whether this server, another process, or nothing runs it."""
        if self.threads.find(name) is not None:
            return "living"
        return "elsewhere" if self.run_files.is_lived_elsewhere(name) else "resting"

    def close(self) -> None:
        """Stop all runs."""
        self.threads.close()

    def _last_models(self, name: str) -> ModelConfig | None:
        last = self.threads.last(name)
        return last.wanted if last is not None else None
