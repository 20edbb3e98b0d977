"""Runs coroutines from synchronous code: in a script, or in a notebook whose event loop runs already.

Invariant: the work is done when the call returns; Ctrl-C asks it to stop and is raised once it has.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def wait_for(work: Coroutine[None, None, T], stop: Callable[[], None] = lambda: None) -> T:
    """The result of the work; runs in a thread of its own if this thread has a running loop."""
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
