"""Instruments of tests and benchmarks: virtual time, simulated latency and counted tokens."""
