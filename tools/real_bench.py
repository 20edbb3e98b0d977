"""`python -m tools.real_bench --folder FOLDER --url ADDRESS#MODEL`: recorded questions of many towns put to models.

The questions are those of days that the understudy lives in bundled and invented towns, in both languages; they are
lived first, side by side, unless FOLDER has them. Each model gets `milkwood exam --contexts` for each language, all
side by side and with a limit of time; `bench-LABEL-MODEL-LANGUAGE.txt` in FOLDER has the table, the `.jsonl` beside it
the answers, with which the same command goes on. Needs nothing but Python, this project and the servers.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import milkwood
from tools.tree import ROOT

LANGUAGES: Final = ("en", "zh")
_WHISPERED, _END = "day 1 10:00", "day 2 09:00"
_WHISPERS: Final = {
    "en": (
        "You would like to see the sea again.",
        "Ask somebody to have tea with you today at four.",
        "Somebody may be angry with you, and you do not know why.",
    ),
    "zh": ("真想再去看一次海。", "今天下午四点请个人来喝茶吧。", "好像有人在生你的气，你却不知道为什么。"),
}
_GRACE_SECONDS: Final = 60
"""How long a bench may take to begin and to end, besides its limit."""


@dataclass(frozen=True, slots=True)
class ContextDay:
    """A day of the understudy whose questions are asked again."""

    name: str
    town: str = ""
    """A bundled town; empty for an invented one."""
    seed: int = 0
    """Of an invented town."""


DAYS: Final = (
    ContextDay("ville", "the_ville"),
    ContextDay("quay", "gull_quay"),
    ContextDay("invented-7", seed=7),
    ContextDay("invented-11", seed=11),
)


def main() -> int:
    """Live what is missing, put it to the models, print the tables; 1 if a bench failed."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    languages = given.language or list(LANGUAGES)
    live(given.folder, languages)
    benches = [(url, language) for url in given.url for language in languages]
    running = [(_begun(url, language, given), url, language) for url, language in benches]
    codes = []
    for process, url, language in running:
        codes.append(_ended(process, given.seconds + _GRACE_SECONDS))
        print(f"\n{url}, {language}\n{_file(given, url, language, '.txt').read_text('utf-8')}")
    return 1 if any(codes) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.real_bench", description="Recorded questions put to models.")
    parser.add_argument("--folder", type=Path, required=True, help="where days, tables and answers are kept")
    parser.add_argument("--url", action="append", default=[], help="such as http://127.0.0.1:8080/v1#MODEL")
    parser.add_argument("--label", default="", help="a word for the names of the files, such as “new”")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="both by default")
    parser.add_argument("--prompts", action="append", default=[], help="a folder, or “built-in”; two are compared")
    parser.add_argument("--seconds", type=float, default=300, help="limit of all benches, which run side by side")
    parser.add_argument("--kind", action="append", default=[], help="only this kind of question")
    parser.add_argument("--count", action="append", default=[], help="as of `milkwood exam`: 20, or speak=100")
    return parser.parse_args()


# --- the days


def live(folder: Path, languages: Sequence[str]) -> list[Path]:
    """The runs of the days; those that are missing are lived, side by side."""
    wanted = [(day, language) for day in DAYS for language in languages]
    paths = [_run(folder, day, language) for day, language in wanted]
    missing = [each for each, path in zip(wanted, paths, strict=True) if not _is_whole(path)]
    for day in dict.fromkeys(day for day, _ in missing if not day.town and not (folder / _town(day)).is_dir()):
        words = ["town", "random", _town(day), "--seed", str(day.seed), "--into", str(folder)]
        subprocess.run([sys.executable, "-m", "milkwood", *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with ProcessPoolExecutor(max_workers=min(8, os.cpu_count() or 1)) as pool:
        for name in pool.map(_lived, [folder] * len(missing), *zip(*missing, strict=True)) if missing else ():
            print(f"Lived {name}.", flush=True)
    return paths


def _lived(folder: Path, day: ContextDay, language: str) -> str:
    """Live a day with the understudy; in the morning an inner voice speaks to everyone."""
    os.environ["MILKWOOD_MODEL"] = "understudy"
    path = _run(folder, day, language)
    for each in folder.glob(f"{path.name}*"):
        each.unlink()
    run = milkwood.start(day.town or str(folder / _town(day)), str(path), language=language)
    run.until(_WHISPERED)
    for number, person in enumerate(run.people):
        run.whisper(person.id, _WHISPERS[language][number % len(_WHISPERS[language])])
    run.until(_END)
    return path.stem


def _is_whole(path: Path) -> bool:
    return path.is_file() and (run := milkwood.open(str(path))).tick >= run.header.clock.parse(_END)


def _run(folder: Path, day: ContextDay, language: str) -> Path:
    return folder.resolve() / f"{day.name}-{language}.milkwood"


def _town(day: ContextDay) -> str:
    return day.name.replace("-", "_")


# --- the benches


def _begun(url: str, language: str, given: argparse.Namespace) -> subprocess.Popen[bytes]:
    contexts = [word for day in DAYS for word in ("--contexts", str(_run(given.folder, day, language)))]
    named = [each if each == "built-in" else str(Path(each).resolve()) for each in given.prompts]
    options = {"--prompts": named, "--kind": given.kind, "--count": given.count, "--seconds": [str(given.seconds)]}
    words = [word for option, values in options.items() for value in values for word in (option, value)]
    keep = ["--keep", str(_file(given, url, language, ".jsonl").resolve())]
    command = [sys.executable, "-m", "milkwood", "exam", url, *contexts, *words, *keep]
    environment = {**os.environ, "MILKWOOD_HOME": str((given.folder / "home").resolve()), "COLUMNS": "140"}
    with _file(given, url, language, ".txt").open("wb") as said:
        return subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, cwd=ROOT, env=environment)


def _ended(process: subprocess.Popen[bytes], seconds: float) -> int:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait() or 1


def _file(given: argparse.Namespace, url: str, language: str, suffix: str) -> Path:
    words = ("bench", given.label, url.rpartition("#")[2], language)
    name = "-".join(re.sub(r"[^\w.]+", "-", word) for word in words if word)
    return Path(given.folder) / f"{name}{suffix}"


if __name__ == "__main__":
    sys.exit(main())
