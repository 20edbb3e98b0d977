"""Bad endpoints: a table of ways in which a model server fails, and a small town that lives with each under a cap.

Every mode is lived by `milkwood run` in a process of its own against the fake (or a socket, where a fake is too
polite), and is judged by what is promised: no traceback, a sound file, the cap kept, the town at its last tick unless
the server only asks to wait, few requests, and a sentence on the screen. An endpoint that is bad from its first request
on ends the command before the town begins.
"""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from milkwood.chronicle import Chronicle
from milkwood.chronicle.verify import verify
from milkwood.models.budget import Cap, Sum
from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.faults import COUNTS, REFUSALS, TEXTS, WAYS

TICKS = 300
LIMIT_SECONDS = 90.0
WAIT_SECONDS = 8.0
"""How long a town is watched that waits for a limit."""
MOST_REQUESTS = {"waits": 40, "spared": 60, "answers": 400, "refused": 20}
"""Requests that a mode may take: in `WAIT_SECONDS`; until the endpoint is spared, with probes; of a whole run; before
the town begins."""
SETUP_EXIT_CODE = 2
PATIENCE_SECONDS = 3
TIMEOUT_SECONDS = 1.0
TLS = Path(__file__).parents[1] / "fixtures" / "tls"
SPARED, ESTIMATED = "Meanwhile understudy answers", "our own estimate is charged"
SETTINGS = """
model = "b"
patience_seconds = {patience}

[minds]
embedding = false

[models.b]
provider = "custom"
model = "fake-1"
address = "{address}"
timeout_seconds = {timeout}
prompt_price = 1.0
answer_price = 2.0
"""

Ends = Literal["answers", "spared", "waits", "refused"]
"""The model answers in the end; it is spared and the understudy goes on; the town waits for its limit; the command ends
before the town begins."""
Server = Callable[[], AbstractContextManager[tuple[str, Fake | None]]]


@dataclass(frozen=True)
class Mode:
    """A bad endpoint, and what must come of it."""

    name: str
    serve: Server
    ends: Ends
    cap: str = "60calls"
    says: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    timeout_seconds: float = TIMEOUT_SECONDS


@dataclass(frozen=True)
class Verdict:
    """What came of a mode."""

    mode: Mode
    settled: int
    seconds: float
    requests: int
    reservations: int
    share: float
    """How much of the cap was used up."""
    true_share: float
    """The same by what the server really did."""
    wrong: tuple[str, ...]
    """Promises that were not kept."""


# --- servers


@contextmanager
def fake(*strikes: Strike, **plan: object) -> Iterator[tuple[str, Fake | None]]:
    with Fake(FaultPlan(strike=strikes, **plan)) as served:  # type: ignore[arg-type]
        yield served.address, served


@contextmanager
def listener(scheme: str, *, accepts: bool) -> Iterator[tuple[str, None]]:
    """A port at which nobody listens, or at which connections are taken and nothing is ever said."""
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        if accepts:
            deaf.listen(256)
        yield f"{scheme}://127.0.0.1:{deaf.getsockname()[1]}/v1", None


@contextmanager
def plain_behind_https() -> Iterator[tuple[str, Fake | None]]:
    with Fake() as served:
        yield served.address.replace("http:", "https:"), served


# --- the table


def _strikes(fault: str, **more: object) -> Server:
    return partial(fake, Strike(fault=fault, **more))  # type: ignore[arg-type]


def _later(fault: str, **more: object) -> Server:
    """From the second request on: the trial is answered."""
    return _strikes(fault, after=1, **more)


RETRY_AFTER: Mapping[str, dict[str, tuple[str, ...]]] = {
    "none": {},
    "0": {"Retry-After": ("0",)},
    "negative": {"Retry-After": ("-5",)},
    "nan": {"Retry-After": ("nan",)},
    "inf": {"Retry-After": ("inf",)},
    "minus inf": {"Retry-After": ("-inf",)},
    "a past date": {"Retry-After": ("Wed, 21 Oct 2015 07:28:00 GMT",)},
    "the year 9999": {"Retry-After": ("Fri, 31 Dec 9999 23:59:59 GMT",)},
    "a date that is none": {"Retry-After": ("Fri, 99 Dec 99999 99:99:99 GMT",)},
    "a huge number": {"Retry-After": ("9" * 400,)},
    "ten days": {"Retry-After": ("864000",)},
    "words": {"Retry-After": ("soon",)},
    "empty": {"Retry-After": ("",)},
    "repeated": {"Retry-After": ("0", "0", "nan")},
    "joined": {"Retry-After": ("0, 0",)},
    "0 ms": {"retry-after-ms": ("0",), "Retry-After": ("0",)},
    "nan ms": {"retry-after-ms": ("nan",)},
    "negative ms": {"retry-after-ms": ("-1",)},
}
LIMITS = [
    *(Mode(f"429, Retry-After: {name}", _strikes("rate", headers=said), "waits") for name, said in RETRY_AFTER.items()),
    Mode("429 inside an answer", _strikes("refused_inside"), "waits"),
    Mode("429 for every third request, Retry-After: 0", _strikes("rate", every=3, headers=RETRY_AFTER["0"]), "answers"),
]
TRUSTED = {"SSL_CERT_FILE": str(TLS / "authority.pem")}
UNREACHABLE = [
    Mode("nobody listens", partial(listener, "http", accepts=False), "refused", says="Nothing answers"),
    Mode("connects and says nothing", partial(listener, "http", accepts=True), "refused", says="No answer within"),
    Mode("TLS: connects and says nothing", partial(listener, "https", accepts=True), "refused"),
    Mode("TLS: speaks plain HTTP", plain_behind_https, "refused"),
    *(
        Mode(
            f"TLS: {name.replace('_', ' ')}",
            partial(fake, certificate=TLS / f"{name}.pem"),
            "refused",
            says="certificate",
            environment=TRUSTED,
        )
        for name in ("self_signed", "expired", "wrong_host")
    ),
    Mode("TLS: as it should be", partial(fake, certificate=TLS / "good.pem"), "answers", environment=TRUSTED),
]
BROKEN = tuple(fault for fault in WAYS if fault not in ("refused_inside", "drip"))
TRANSPORT = [
    *(Mode(fault, _later(fault), "spared", says=SPARED) for fault in BROKEN),
    *(Mode(f"{fault} from the first request on", _strikes(fault), "refused") for fault in BROKEN),
    Mode("drip", _later("drip", seconds=30.0), "spared", says=SPARED),
    Mode("hang for every fourth request", _strikes("hang", every=4), "answers"),
    Mode("slow, but in time", _strikes("hang", seconds=0.3), "answers", timeout_seconds=20.0),
]
FREE_TO_GO_ON = {"too_long", "filter_refused", "too_large", "conflict"}
"""Refusals that say nothing of the next request."""
LETS_BEGIN = {"filter_refused", "conflict", "no_schema", "no_format"}
"""Refusals of a first request that prove that the model is there."""
REFUSED = [fault for fault in REFUSALS if fault != "rate"]
STATUSES = [
    *(
        Mode(fault, _later(fault), "answers" if fault in FREE_TO_GO_ON or fault.startswith("no_") else "spared")
        for fault in REFUSED
    ),
    *(
        Mode(f"{fault} from the first request on", _strikes(fault), "answers" if fault in LETS_BEGIN else "refused")
        for fault in REFUSED
    ),
]
ANSWERS = [Mode(f"text: {fault}", _strikes(fault), "answers") for fault in TEXTS]
LIES = [
    Mode(f"{fault}, {cap}", _strikes(fault), "answers", cap, ESTIMATED if fault != "usage_renamed" else "")
    for fault in COUNTS
    for cap in ("20000tokens", "0.03")
]
GROUPS: Mapping[str, list[Mode]] = {
    "rate limits": LIMITS,
    "endpoints out of reach": UNREACHABLE,
    "faults of transport": TRANSPORT,
    "refusals": STATUSES,
    "faults of the text": ANSWERS,
    "lies about usage": LIES,
}
SHORT = (
    "429, Retry-After: 0",
    "nobody listens",
    "TLS: self signed",
    "hang",
    "wrong_key from the first request on",
    "usage_over, 0.03",
    "usage_under, 20000tokens",
)
"""What the suite lives: one of each kind."""


# --- living with one


def lived(mode: Mode, folder: Path) -> Verdict:
    """Live with a mode, and judge what came of it."""
    path = folder / "bad.milkwood"
    with mode.serve() as (address, served):
        settings = SETTINGS.format(address=address, patience=PATIENCE_SECONDS, timeout=mode.timeout_seconds)
        (folder / "milkwood.toml").write_text(settings, "utf-8")
        began = time.monotonic()
        code, err = _run(mode, folder, path, served)
        seconds = time.monotonic() - began
        requests = 0 if served is None else served.done.total()
        true = (0, 0) if served is None else (served.server.prompt_tokens, served.server.answer_tokens)
    cap = Cap.parse(mode.cap)
    settled, spent, reservations = 0, Sum(), 0
    if path.exists():
        with Chronicle.read(path) as reader:
            settled, spent = reader.settled, reader.spent()
        with closing(sqlite3.connect(path)) as connection:
            reservations = int(connection.execute("SELECT count(*) FROM reservations").fetchone()[0])
    truly = {"dollars": (true[0] + 2 * true[1]) / 1e6, "tokens": sum(true), "calls": 0.0}[cap.unit.value]
    verdict = Verdict(
        mode, settled, seconds, requests, reservations, cap.of(spent) / cap.amount, truly / cap.amount, ()
    )
    return Verdict(**{**vars(verdict), "wrong": tuple(_wrong(verdict, code, err, path))})


def _run(mode: Mode, folder: Path, path: Path, served: Fake | None) -> tuple[int, str]:
    """Run until the end, or for a while after the first request if it waits; the exit code and what it said."""
    kept = {
        name: str(folder) for name in ("HOME", "MILKWOOD_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    }
    line = [sys.executable, "-m", "milkwood", "run", "gull_quay", "--name", str(path), "--ticks", str(TICKS)]
    line += ["--seed", "3", "--json", "--budget", mode.cap]
    with subprocess.Popen(
        line,
        cwd=folder,
        env={**os.environ, **kept, **mode.environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        began = time.monotonic()
        while mode.ends == "waits" and served is not None and not served.done and time.monotonic() - began < 60:
            time.sleep(0.05)
        try:
            _, err = process.communicate(timeout=WAIT_SECONDS if mode.ends == "waits" else LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            try:
                _, err = process.communicate(timeout=30.0)
            except subprocess.TimeoutExpired:
                process.kill()
                _, err = process.communicate()
    return process.returncode, err


def _wrong(verdict: Verdict, code: int, err: str, path: Path) -> Iterator[str]:
    """The promises that were not kept."""
    mode = verdict.mode
    if "Traceback" in err:
        yield "a traceback"
    if path.exists() and not verify(path).sound:
        yield "the file is not sound"
    if verdict.share > 1 + 1e-9:
        yield f"the cap is exceeded: {verdict.share:.0%}"
    if verdict.true_share > 1 + 1e-9:
        yield f"what was really used exceeds the cap: {verdict.true_share:.0%}"
    if verdict.requests > MOST_REQUESTS[mode.ends]:
        yield f"{verdict.requests} requests"
    if mode.ends == "waits":
        if code != 130 or verdict.share:
            yield f"a limit that is waited for used up {verdict.share:.0%} of the budget, exit code {code}"
        if verdict.reservations > 6 + 1:  # people, and the trial
            yield f"{verdict.reservations} reservations"
    elif mode.ends == "refused":
        if code != SETUP_EXIT_CODE or verdict.settled > 0:
            yield f"the town began, or exit code {code}"
    elif code or verdict.settled < TICKS:
        yield f"it came to tick {verdict.settled}, exit code {code}"
    if mode.says and mode.says not in err:
        yield f"it was not said: {mode.says}"
