"""What tests and benchmarks measure with: virtual time, simulated latency and counted tokens."""
