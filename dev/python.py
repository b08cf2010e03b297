"""How Python is checked, wherever it lies: by ruff, pyright and pytest of this environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dev.jobs import Job

PYTEST = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
"""`-B`, and no cache: tests leave nothing in the tree."""


def in_parallel() -> list[str]:
    """Options of pytest: one process a core that this one may use. A file's tests stay in one process, so that what
    they share is made once."""
    return ["-n", str(len(os.sched_getaffinity(0))), "--dist", "loadfile"]


def layout(name: str, folder: Path, *paths: str) -> list[Job]:
    """All Python in a folder that holds ruff's settings."""
    ruff, quiet = [sys.executable, "-m", "ruff"], "--no-cache"
    return [
        Job(f"{name}: format", [*ruff, "format", quiet, "--check", "."], folder, (), "", 10, paths=paths),
        Job(f"{name}: lint", [*ruff, "check", quiet, "."], folder, (), "", 10, paths=paths),
    ]
