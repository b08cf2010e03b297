"""Begins a workload."""

from __future__ import annotations

import shutil
from pathlib import Path

from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.scaffold.folder import fill, fresh
from agon.workloads.registry import own_workloads

_TEMPLATES = Path(__file__).parent


def begin_workload(name: str, into: Path) -> Path:
    """Make `into/name`: a workload with its oracle, a program in Python, and mutants; returns the folder."""
    if name in own_workloads():
        raise UsageError(f"there is a workload '{name}' already; choose another name")
    words = {"@NAME@": name, "@TITLE@": name.replace("-", " ").capitalize()}
    with fresh(name, into) as folder:
        fill(folder, _TEMPLATES / "workload", words)
        shutil.copy(_TEMPLATES / "platforms" / "python" / "harness.py", folder / "program" / "harness.py")
        for part in ("program", "mutants"):
            read_manifest(folder / part)
    return folder
