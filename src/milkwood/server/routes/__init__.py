"""HTTP routes and the WebSocket of the live stream."""
