"""Invented towns."""
