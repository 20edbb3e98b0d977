"""The prompt that users of generative agents know: what can be typed, and what each command does.

Knows how to speak to somebody at a terminal; all that is done is done below. Invariant: what is not understood does
nothing, and nothing is deleted but by typing the name of what is to go.
"""
