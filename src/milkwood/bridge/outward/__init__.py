"""A run of ours in the files of generative agents: what their viewers and their code can open.

Knows towns and minds, neither storage nor packs: whoever calls has read the run. Invariant: names, types and dates are
as those programs write them; what they have no field for stands under one key of its own, `milkwood`, which they pass
over.
"""
