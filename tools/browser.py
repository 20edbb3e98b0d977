"""A Chromium and Chinese fonts for the browser tests.

Knows nothing of the tests. Invariant: their absence is no failure; the tests then skip and say why.
"""

import shutil

from tools import apt
from tools.step import succeeds

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")


def ensure() -> None:
    """Install missing parts where possible without asking, else report which tests will be skipped."""
    missing = [*([] if _has_chromium() else ["chromium"]), *([] if _has_chinese() else ["fonts-noto-cjk"])]
    if not missing:
        return
    print(f"  Browser tests want {' and '.join(missing)}; asking apt-get …", flush=True)
    apt.install(*missing)
    if not _has_chromium():
        print(
            "  No Chromium here: the browser tests will be skipped. (Debian: apt-get install chromium fonts-noto-cjk)"
        )


def _has_chromium() -> bool:
    return any(shutil.which(name) for name in CHROMIUMS)


def _has_chinese() -> bool:
    return shutil.which("fc-list") is None or succeeds(["sh", "-c", "fc-list :lang=zh | grep -q ."])
