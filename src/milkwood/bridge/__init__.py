"""Formats of others, in and out. Start reading at `recognise` (what a path leads to), then `simulation` and `telling`
(a run of theirs told as our history), `maze` and `ground` (their maps), `folk` and `minds` (their people); `outward` is
the way back.

Knows files of other programs; knows no runs. Invariant: what is read is read whole or refused with the file, the field
and what to do about it; what is joined, split or turned is the same each time.
"""
