"""Tries an installed wheel on any system: one hour of a town, then its page by HTTP and, if named, in a browser.

`python .ci/installed.py [BROWSER]`, where BROWSER is a Playwright channel (msedge, chrome) or the path of a Chromium.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Timer
from urllib.request import urlopen

MILKWOOD = [sys.executable, "-u", "-m", "milkwood"]
SECONDS = 300


def main() -> None:
    """Live, serve, look."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = {**os.environ, "MILKWOOD_HOME": home, "PYTHONUTF8": "1"}
        for words in (["--version"], ["run", "gull_quay", "--until", "08:00", "--name", "hour"], ["verify", "hour"]):
            subprocess.run([*MILKWOOD, *words], env=environment, check=True, timeout=SECONDS, cwd=home)
        line = [*MILKWOOD, "serve", "--no-open", "--port", "0"]
        with subprocess.Popen(line, env=environment, cwd=home, stdout=subprocess.PIPE, encoding="utf-8") as server:
            alarm = Timer(SECONDS, server.kill)
            alarm.start()
            try:
                assert server.stdout is not None
                url = next(word for text in server.stdout for word in text.split() if word.startswith("http://"))
                look(url.rstrip("/"))
            finally:
                alarm.cancel()
                server.terminate()
    print("The installed package works.")


def look(url: str) -> None:
    """Request the page and the run, and open it where a browser is named."""
    with urlopen(f"{url}/run/hour", timeout=60) as reply:
        page = reply.read().decode()
    assert reply.status == 200
    assert "<title>Milkwood" in page, page[:500]
    if sys.argv[1:]:
        browse(f"{url}/run/hour", sys.argv[1])


def browse(url: str, browser: str) -> None:
    """The map is drawn."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = {"executable_path": browser} if Path(browser).exists() else {"channel": browser}
        opened = playwright.chromium.launch(**path, args=["--no-sandbox"])
        page = opened.new_page()
        page.goto(url)
        page.wait_for_selector(".stage[data-ready=true]", timeout=120_000)
        opened.close()


if __name__ == "__main__":
    main()
