"""What tests and benchmarks measure with: virtual time and simulated latency."""
