from tests.towns.conftest import _tiny_master, tiny

__all__ = ["_tiny_master", "tiny"]
