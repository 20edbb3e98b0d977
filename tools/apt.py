"""Optional Debian packages for set-up: uses apt-get where permitted, and never asks for a password.

Knows nothing of the purpose of a package. Invariant: does nothing unless apt-get is there and this user is root or may
use sudo without a password.
"""

import os
import shutil

from tools.step import succeeds


def install(*packages: str) -> bool:
    """Try to install packages; whether it worked."""
    prefix = _prefix()
    if prefix is None:
        return False
    line = [*prefix, "apt-get", "install", "--yes", "--no-install-recommends", *packages]
    return succeeds(line) or (succeeds([*prefix, "apt-get", "update"]) and succeeds(line))


def _prefix() -> list[str] | None:
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return quiet
    if shutil.which("sudo") and succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n", *quiet]
    return None
