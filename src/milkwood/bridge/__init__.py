"""Formats of others, in and out. Start reading at `history`, the list of memories people begin with.

Knows files of other programs; knows no runs. Invariant: what is read is read whole or refused with the line and what to
do about it; what is joined, split or turned is the same each time.
"""
