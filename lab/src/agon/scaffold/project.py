"""Copies a template of this package: files in which some words stand for what is known only now."""

from __future__ import annotations

import shutil
from pathlib import Path

from agon import home
from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.scaffold.folder import fill, fresh
from agon.workloads.registry import own_workloads

_TEMPLATES = Path(__file__).parent

LOCK = "Cargo.lock"
ENVIRONMENTS = {"": "agents", "java": "java", "rust": "actions"}
"""The templates of agents by the language of their environment, and that of agents without one."""


def kinds() -> tuple[str, ...]:
    """What there are templates for."""
    return ("agents", "actions")


def begin(kind: str, name: str, into: Path) -> Path:
    """Make `into/name` from the template; returns the folder."""
    # A project's name is a constant of the language, and a crate's library a module.
    words = {
        "@NAME@": name,
        "@PROJECT@": name.replace("-", "_"),
        "@ENGINE@": str(home.root() / "engine" / "agentspeak"),
    }
    with fresh(name, into) as folder:
        fill(folder, _TEMPLATES / kind, words)
        if (folder / "Cargo.toml").exists():
            # The versions that this Agon is built with are there without a network.
            shutil.copy(home.root() / LOCK, folder / LOCK)
    return folder


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
