"""Do the files of a pack agree with one another and with its map?

Knows files that were read well, each on its own. Invariant: every place and person that a file names
exists, or the author is told where it is named and what comes close.
"""
