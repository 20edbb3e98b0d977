"""A cheap vendor: answers every chat with the same words, each after its own delay.

Runs in a separate process, so that its work is not counted with the client's; prints its port.
"""

import asyncio
import json
import sys
from itertools import count

from aiohttp import web

ANSWER = json.dumps({"say": "Good morning, Klaus. How is the paper going? " * 4, "over": False, "tells": []})
REPLY = json.dumps(
    {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": ANSWER}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 900, "completion_tokens": 60, "prompt_tokens_details": {"cached_tokens": 500}},
    }
).encode()
_numbers = count()


def pause(number: int, seconds: float) -> float:
    """The latency of a call: from half to one and a half times the usual, evenly spread."""
    return seconds * (0.5 + number * 0.618034 % 1.0)


async def main(seconds: float) -> None:
    async def chat(request: web.Request) -> web.Response:
        await request.read()
        await asyncio.sleep(pause(next(_numbers), seconds))
        return web.Response(body=REPLY, content_type="application/json")

    application = web.Application()
    application.router.add_post("/v1/chat/completions", chat)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=2_048).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until the parent closes the pipe


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
