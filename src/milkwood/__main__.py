"""`python -m milkwood` is `milkwood`.

Knows nothing else. Invariant: both ways of starting run the same command line.
"""

from milkwood.cli import main

if __name__ == "__main__":
    main()
