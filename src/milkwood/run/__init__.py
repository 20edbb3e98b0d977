"""A run: assembled, executed, restored and interviewed."""
