"""HTTP routes and the WebSocket of the live stream.

Knows requests and responses. Invariant: a route reads its parameters, asks a view or the live run, and answers.
"""
