"""The lock rule: every package is pinned by version and hash, and no lock names a host.

Knows nothing of what the packages do. Invariant: reads the locks only; `make lock` and npm write them.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def problems(root: Path) -> list[str]:
    """All errors in the locks of both languages."""
    found: list[str] = []
    for lock in sorted((root / "requirements").glob("*.txt")):
        found += [f"requirements/{lock.name}: {what}" for what in _in_requirements(lock.read_text(encoding="utf-8"))]
    found += _not_locked(root)
    npm = root / "web" / "package-lock.json"
    if npm.is_file():
        found += [f"web/package-lock.json: {what}" for what in _in_npm(json.loads(npm.read_text(encoding="utf-8")))]
    return found


def _in_requirements(lock: str) -> Iterator[str]:
    if "://" in lock:
        yield "names a host; make it with `make lock`."
    for entry in re.split(r"\n(?=\S)", lock.replace("\\\n", " ")):
        name = entry.split(";")[0].split()[0] if entry.strip() and not entry.lstrip().startswith("#") else ""
        if name and ("==" not in name or "--hash=sha256:" not in entry):
            yield f"{name} has no exact version or no hash."


def _not_locked(root: Path) -> Iterator[str]:
    """Requirements of pyproject.toml that its lock does not contain; dev.txt contains all extras too."""
    settings = root / "pyproject.toml"
    project = tomllib.loads(settings.read_text(encoding="utf-8"))["project"] if settings.is_file() else {}
    extras = [line for lines in project.get("optional-dependencies", {}).values() for line in lines]
    wanted = {"run.txt": project.get("dependencies", []), "dev.txt": project.get("dependencies", []) + extras}
    for lock, lines in wanted.items():
        path = root / "requirements" / lock
        held = path.read_text(encoding="utf-8") if path.is_file() else ""
        for name in (re.split(r"[<>=!~\[; ]", line)[0] for line in lines):
            if not re.search(rf"^{re.escape(name)}==", held, re.MULTILINE):
                yield f"requirements/{lock}: {name} is not in it; run `make lock`."


def _in_npm(lock: dict[str, Any]) -> Iterator[str]:
    for name, entry in lock.get("packages", {}).items():
        if "resolved" in entry:
            yield f"{name} names a host; web/.npmrc must have omit-lockfile-registry-resolved=true."
        if name and "integrity" not in entry and not entry.get("link") and not entry.get("inBundle"):
            yield f"{name} has no integrity hash."
