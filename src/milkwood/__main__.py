"""`python -m milkwood` is `milkwood`.

Invariants: both ways of starting run the same command line; Ctrl-C ends it quietly from the first moment on, also while
it is still being put together.
"""

import sys

INTERRUPTED_EXIT_CODE = 130


def main() -> None:
    """Run the command line."""
    try:
        from milkwood.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED_EXIT_CODE)


if __name__ == "__main__":
    main()
