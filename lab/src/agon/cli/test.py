"""`agon test`: every test of the project. They are part of a checkout, in its folder `dev`, not of this package."""

from __future__ import annotations

import os
import sys

import typer

from agon import home
from agon.cli.campaign import note
from agon.errors import MissingError
from agon.platforms.shared import keep_own


def test(context: typer.Context) -> None:
    """Run all tests; those of a missing platform are skipped by name."""
    root = home.root()
    if not (root / "dev" / "__main__.py").is_file():
        raise MissingError(f"the tests are part of a checkout of Agon, and {root} is none: clone it, then ./agon test")
    keep_own(note)
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "dev", *context.args], os.environ | {"PYTHONPATH": path})


def register(app: typer.Typer) -> None:
    """Add the verb; its options are those of `dev`."""
    app.command(
        "test",
        add_help_option=False,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )(test)
