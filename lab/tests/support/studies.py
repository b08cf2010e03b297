"""The studies of the lab: scripts in a folder, which import each other by their names."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from agon import home

FOLDER = home.root() / "lab" / "studies"
DATA = FOLDER / "data"
PAGES = home.root() / "docs" / "results"


def module(name: str) -> ModuleType:
    """A module of the studies."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return importlib.import_module(name)
