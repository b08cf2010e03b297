"""Agon's lab: measures actor, agent and messaging platforms on the workloads of the literature.

import agon
agon.load("results/demo").frame()   # a polars frame
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from agon.results.frames import Results

__version__ = "0.1.0"
__all__ = ["load"]


def load(folder: str | Path) -> Results:
    """The results in a result directory: `.frame()` holds every value, `.cells()` the summary, both polars frames.

    Times are in seconds, memory in bytes. Raises `agon.errors.StoreError` if the folder holds no experiment. An
    experiment that is still being measured can be read too.
    """
    from agon.results.frames import load as read  # polars takes a moment to import: the command line need not wait

    return read(folder)
