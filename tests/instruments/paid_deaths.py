"""A run with a language model that is killed (SIGKILL) again and again, and what it paid for.

The fake's answers and faults depend on the prompt alone, so that a run that was killed must end in the history of one
that was not, with the same prompts sent, and every reply paid for once.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from milkwood.chance import Stream, stream
from milkwood_fake import Fake, FaultPlan, Strike

TOWN, TICKS = "gull_quay", 400
PLAN = FaultPlan(
    latency_seconds=0.005,
    strike=(
        Strike(fault="prose", share=0.4, steady=True),
        Strike(fault="cut_off", share=0.1, steady=True),
        Strike(fault="filter", share=0.1, steady=True),
    ),
)
"""More than half of all first answers cannot be used, and some are refused after they were paid for."""
_PAID = (
    "SELECT person || '@' || tick || '/' || kind || '/' || n || '/' || attempt, count(*) FROM reservations"
    " JOIN settlements ON reservation = reservations.id"
    " WHERE settlements.prompt_tokens > 0 AND outcome != 'given_up' AND kind != 'trial' GROUP BY 1"
)


@dataclass
class PaidLife:
    """A run, and what was sent and paid for it."""

    path: Path
    prompts: Counter[str] = field(default_factory=Counter)
    """What was sent, over all processes."""
    deaths: int = 0
    left: int = 0
    """Replies that lay on disk, paid for and not used, when a process died."""

    def paid(self) -> Counter[str]:
        """How often each attempt at each question was paid for, those that were lost in flight left out."""
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as connection:
            return Counter(dict(connection.execute(_PAID).fetchall()))

    def paid_again(self) -> list[str]:
        """Attempts that were paid for more than once."""
        return [attempt for attempt, times in self.paid().items() if times > 1]

    def replies(self) -> int:
        if not self.path.exists():
            return 0
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM replies").fetchone()[0])


@contextmanager
def listening(life: PaidLife) -> Iterator[Fake]:
    """A fake that notes the prompts it is sent."""
    with Fake(PLAN) as fake:
        reply = fake.server._responder.reply

        def noted(wanted: Any, *more: Any) -> Any:
            life.prompts[wanted.prompt] += 1
            return reply(wanted, *more)

        fake.server._responder.reply = noted  # type: ignore[method-assign, assignment]
        yield fake


def live(life: PaidLife, address: str, moment: str = "never") -> dict[str, Any] | None:
    """Go on until the moment of death; what it says at its end, or None if it died."""
    home = life.path.parent
    # What a user keeps is kept here, and nobody else's settings are read.
    kept = {name: str(home) for name in ("HOME", "MILKWOOD_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    environment = {**os.environ, **kept, "MILKWOOD_MODEL": f"{address}#fake-1", "MILKWOOD_EMBEDDING": "false"}
    words = ["run", TOWN, "--name", str(life.path), "--ticks", str(TICKS), "--seed", "3", "--quiet", "--json"]
    at = "never" if moment.startswith("clock") else moment
    line = [sys.executable, "-m", "tests.story.killed", at, str(home / "log"), "1", *words]
    with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            out, err = process.communicate(timeout=float(moment.partition(":")[2]) if at != moment else 120.0)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
    if process.returncode == -signal.SIGKILL:
        life.deaths += 1
        life.left += life.replies()
        return None
    assert process.returncode == 0, err
    told: dict[str, Any] = json.loads(out)
    return told


def moment_of(draw: Stream) -> str:
    """When to die: at a statement of SQL, between payment and reading, or by the clock."""
    kind = draw.chosen(["statement", "statement", "paid", "paid", "clock"])
    if kind == "clock":
        return f"clock:{1.0 + 2.0 * draw.unit():.3f}"
    return f"{kind}:{draw.between(1, 120 if kind == 'statement' else 12)}"


def lived(folder: Path) -> tuple[PaidLife, str]:
    """A run that is never killed, and its hash."""
    life = PaidLife(folder / "undisturbed.milkwood")
    with listening(life) as fake:
        told = live(life, fake.address)
    assert told is not None
    return life, str(told["hash"])


def killed(folder: Path, moments: Iterator[str], number: int = 0) -> tuple[PaidLife, str]:
    """A run that is killed at each of the moments and then let live, and its hash."""
    life = PaidLife(folder / f"killed {number}.milkwood")
    with listening(life) as fake:
        for moment in moments:
            told = live(life, fake.address, moment)
            if told is not None:
                return life, str(told["hash"])
        told = live(life, fake.address)
    assert told is not None
    return life, str(told["hash"])


def random_moments(count: int, seed: int) -> Iterator[str]:
    """So many moments of death."""
    draw = stream(seed, "paid deaths")
    return (moment_of(draw) for _ in range(count))
