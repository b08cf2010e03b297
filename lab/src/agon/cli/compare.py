"""`agon compare`: two result sets, or two platforms of one."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the verb."""
