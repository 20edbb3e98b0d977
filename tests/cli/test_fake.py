"""`milkwood fake`: says where it is, answers, and sums up when it is stopped."""

import http.client
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_it_serves_by_plan_until_it_is_stopped(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('[[strike]]\nfault = "rate"\nat = [2]\n')
    line = [sys.executable, "-m", "milkwood", "fake", "--plan", str(plan), "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:(\d+)/v1", process.stdout.readline())
        assert address
        statuses = []
        for _ in range(2):
            connection = http.client.HTTPConnection("127.0.0.1", int(address[1]))
            asked = {"model": "fake-1", "messages": [{"role": "user", "content": "?"}]}
            connection.request("POST", "/v1/chat/completions", json.dumps(asked))
            statuses.append(connection.getresponse().status)
            connection.close()
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
    assert statuses == [200, 429]
    assert "2 requests for answers: answered 1, rate 1." in rest
    assert process.returncode == 0


def test_it_lists_all_faults(run: Run) -> None:
    result = run("fake", "--faults")
    assert result.exit_code == 0
    assert "Rate limit reached" in result.stdout


def test_an_unusable_plan_is_reported(run: Run, tmp_path: Path) -> None:
    result = run("fake", "--plan", tmp_path / "none.toml")
    assert result.exit_code == 2
    assert "none.toml" in result.stderr
