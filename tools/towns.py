"""`make towns`: redraws the map of every town in the package from its blueprint.

Knows nothing of drafting itself. Invariant: maps and tiles are written only through the drafting command, so that
what is committed equals what the blueprints give.
"""

import subprocess
import sys

from tools.tree import ROOT

PACKS = ROOT / "src" / "milkwood" / "towns"


def main() -> int:
    """Draft all; the code of the first that fails."""
    for site in sorted((ROOT / "blueprints").glob("*/site.toml")):
        blueprint = site.parent
        pack = PACKS / "starter" if blueprint.name == "starter" else PACKS / "bundled" / blueprint.name
        line = [
            sys.executable,
            "-m",
            "milkwood_art.drafting",
            str(blueprint.relative_to(ROOT)),
            str(pack.relative_to(ROOT)),
        ]
        if code := subprocess.run(line, cwd=ROOT, check=False).returncode:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
