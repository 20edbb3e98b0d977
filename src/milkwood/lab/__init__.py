"""Measurements: exams of models, and estimates of days."""
