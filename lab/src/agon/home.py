"""Where Agon lives on this machine: its own tree, and the folder for what it builds."""

from __future__ import annotations

import os
from pathlib import Path


def root() -> Path:
    """Agon's own folder, with `platforms/` in it; the launcher names it in AGON_ROOT."""
    named = os.environ.get("AGON_ROOT")
    return Path(named).resolve() if named else Path(__file__).resolve().parents[3]


def state() -> Path:
    """Where builds and caches go: AGON_STATE, or `.agon` in Agon's own folder."""
    named = os.environ.get("AGON_STATE")
    return Path(named).resolve() if named else root() / ".agon"


def cargo_target() -> Path:
    """Where Cargo builds all that is in Rust, for tests and for use: `{shared}/rust` of the platforms in Rust."""
    return state() / "shared" / "rust"


def platforms() -> Path:
    """The folder of the platforms that come with Agon."""
    return root() / "platforms"
