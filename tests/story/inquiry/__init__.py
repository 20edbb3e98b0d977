"""Interview questions generated from a run, with answers computed from its chronicle.

Nothing here knows how people answer: truth comes from events, talks, memories and the pack alone.
"""
