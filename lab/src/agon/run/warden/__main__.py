"""The warden as a process: `python -I -S __main__.py LAB`, with the lab's process id."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def load() -> Callable[[int], None]:
    """What the process does, from the folder that holds the package `agon`, this file's own."""
    folder = os.path.abspath(__file__)
    for _ in range(4):
        folder = os.path.dirname(folder)
    sys.path.append(folder)  # the last: it replaces nothing of the standard library
    from agon.run.warden.serve import serve

    return serve


if __name__ == "__main__":
    load()(int(sys.argv[1]))
