"""The world: pure, no files, no models. Start reading at `map` (the ground) and `town` (the people on it)."""
