"""Waiting for what takes time, wherever one is: in a script, or in a notebook whose event loop runs already.

Knows no runs. Invariant: it has happened when the call returns; Ctrl-C asks whatever is under way to stop, and is
passed on when it has.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def wait_for(work: Coroutine[None, None, T], stop: Callable[[], None] = lambda: None) -> T:
    """What comes of the work; in a thread of its own when a loop runs in this one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1, "milkwood") as pool:
        done = pool.submit(asyncio.run, work)
        try:
            return done.result()
        except KeyboardInterrupt:
            stop()
            done.exception()
            raise
