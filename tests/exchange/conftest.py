from tests.cli.conftest import _tiny_master, run, tiny

__all__ = ["_tiny_master", "run", "tiny"]
