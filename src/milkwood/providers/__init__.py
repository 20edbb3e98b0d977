"""Models of others: vendors' endpoints, and weights that run on this machine."""
