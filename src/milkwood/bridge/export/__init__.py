"""Export of a run in the file formats of generative agents, which their viewers and code can open.

Invariant: names, types and dates are as those programs write them; values without a field there are under one
additional key, `milkwood`, which they ignore.
"""
