import subprocess
import sys

PROGRAM = """
import numpy as np
from threadpoolctl import threadpool_info
from milkwood.models.embedding import keep_to_one_thread
keep_to_one_thread()
keep_to_one_thread()
print([each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"])
"""


def test_matrices_are_multiplied_on_one_thread() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, encoding="utf-8", check=True)
    assert set(done.stdout.strip("[]\n").split(", ")) == {"1"}
