"""The prompt of generative agents: its commands and what they do.

Invariant: unknown input does nothing, and nothing is deleted unless its name is typed.
"""
