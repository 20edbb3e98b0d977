"""Shared rules of talking: understanding lines, the calendar, liking, what may be told."""
