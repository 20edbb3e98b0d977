"""The port to any model, and what is wrapped around it. Start reading at `port`."""
