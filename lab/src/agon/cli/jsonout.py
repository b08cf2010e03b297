"""JSON on standard output: one way for all verbs."""

from __future__ import annotations

import json
from typing import Any

import typer

from agon.printable import printable


def print_json(data: Any) -> None:
    """Print `data` as indented JSON, untouched by colours or wrapping."""
    typer.echo(printable(json.dumps(data, indent=1, ensure_ascii=False), lines=True))
