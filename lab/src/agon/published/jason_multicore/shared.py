"""The source and its machine."""

SOURCE = "jason-multicore"
CORES = 16
"""Of the source's machine."""
