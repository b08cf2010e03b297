"""Begins agents or actions: copies a template in which some words stand for what is known only now."""

from __future__ import annotations

import shutil
from pathlib import Path

from agon import home
from agon.scaffold.folder import fill, fresh

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
    words = {"@NAME@": name, "@PROJECT@": name.replace("-", "_")}
    in_rust = (_TEMPLATES / kind / "Cargo.toml").is_file()
    if in_rust:
        words["@ENGINE@"] = str(home.root() / "engine" / "agentspeak")
    with fresh(name, into) as folder:
        fill(folder, _TEMPLATES / kind, words)
        if in_rust:
            # The versions that this Agon is built with are there without a network.
            shutil.copy(home.root() / LOCK, folder / LOCK)
    return folder
