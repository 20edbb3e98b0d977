"""Time: who may live the next tick, one tick, a run. Start reading at `life`, then `horizon`."""
