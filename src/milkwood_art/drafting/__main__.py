"""The command that drafts a blueprint into a town pack.

Knows only how to read its two arguments. Invariant: a fault in a blueprint ends in one line on stderr.
"""

import argparse
import sys
from pathlib import Path

from milkwood.errors import MilkwoodError
from milkwood_art.drafting.draft import draft


def main() -> int:
    """Draft one blueprint; 0 when it went well."""
    parser = argparse.ArgumentParser(prog="python -m milkwood_art.drafting", description=__doc__)
    parser.add_argument("blueprint", type=Path, help="folder with site.toml and plans/")
    parser.add_argument("out", type=Path, help="town pack to write map.tmj and tiles/ into")
    arguments = parser.parse_args()
    try:
        land = draft(arguments.blueprint, arguments.out)
    except MilkwoodError as error:
        print(error.sentence(), file=sys.stderr)
        return error.exit_code
    counts = f"{len(land.sectors)} sectors, {len(land.doors)} doors, {len(land.decor)} pieces of decor"
    print(f"{arguments.out}: {land.width} x {land.height}, {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
