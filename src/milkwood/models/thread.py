"""One thread for small matrices: a second one costs ten times what it gives when other work keeps it waiting.

Knows nothing of what is computed. Invariant: from the first embedding or recall on, whatever multiplies matrices for
numpy does so on the calling thread. It is so for the whole process, since going back and forth costs more than the
sums; everything Milkwood multiplies is small.
"""

from functools import cache

import numpy as np
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


@cache
def keep_to_one_thread() -> None:
    """Multiply matrices on one thread from now on."""
    np.zeros(1) @ np.zeros(1)  # its library has to be there before it can be told
    ThreadpoolController().limit(limits=1, user_api="blas")
