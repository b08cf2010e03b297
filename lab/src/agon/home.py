"""Where Agon lives on this machine: a checkout with its platforms, and the folder for what is built."""

from __future__ import annotations

import os
from pathlib import Path

from agon.errors import MissingError, UsageError


def checkout() -> Path | None:
    """The folder of a checkout, with `platforms/` in it: AGON_ROOT, else the one that this package lies in. None for
    an installed package without AGON_ROOT, which knows platforms by their paths only."""
    if named := os.environ.get("AGON_ROOT"):
        folder = Path(named).resolve()
        if not (folder / "platforms").is_dir():
            raise UsageError(f"AGON_ROOT is {named}, which is no checkout of Agon: it has no folder platforms")
        return folder
    return source()


def source() -> Path | None:
    """The checkout that this package itself lies in; None for an installed one."""
    around = Path(__file__).resolve().parents[3]
    return around if (around / "platforms").is_dir() else None


def root() -> Path:
    """The folder of the checkout. MissingError where there is none."""
    found = checkout()
    if found is None:
        raise MissingError(f"this needs a checkout of Agon: {ADVICE}")
    return found


ADVICE = "clone Agon, then name its folder: export AGON_ROOT=FOLDER"
"""How an installed package gets what is part of a checkout."""


def state() -> Path:
    """Where builds and caches go: AGON_STATE, else `.agon` in the checkout, else the user's folder for such things."""
    if named := os.environ.get("AGON_STATE"):
        return Path(named).resolve()
    if (found := checkout()) is not None:
        return found / ".agon"
    user = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(user) if user.startswith("/") else Path("~/.local/state").expanduser()) / "agon"
    except RuntimeError:
        raise MissingError("no folder for builds: you have no home folder; export AGON_STATE=FOLDER") from None


def cargo_target() -> Path:
    """Where Cargo builds all that is in Rust, for tests and for use: `{shared}/rust` of the platforms in Rust."""
    return state() / "shared" / "rust"


def platforms() -> Path:
    """The folder of the platforms that come with Agon. MissingError where there is no checkout."""
    return root() / "platforms"


def is_own(platform: str) -> bool:
    """Does a platform of that id come with Agon?"""
    found = checkout()
    return found is not None and (found / "platforms" / platform).is_dir()
