"""Checks the files of a pack against each other and against its map.

Invariant: every place and person that a file names exists, or a problem says where it is named and what comes close.
"""
