"""Numbers of things, in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 core`, `2 cores`: for nouns whose plural takes an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def places(cores: int, threads: int) -> str:
    """`2 cores`, and the threads where they are not as many: `2 cores, 1 thread`."""
    words = counted(cores, "core")
    return words if threads == cores else f"{words}, {counted(threads, 'thread')}"
