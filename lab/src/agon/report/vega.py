"""The drawing library that a page carries with it: Vega, Vega-Lite and Vega-Embed as one script without imports."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

import vl_convert
from markupsafe import Markup

from agon import home

_ENTRY = "window.vegaEmbed = vegaEmbed;"
"""All that the page calls; the rest is left out of the script."""


@cache
def script() -> Markup:
    """The script, fit to stand inside a script element. Put together once a version: that takes seconds."""
    kept = home.state() / "cache" / f"vega-{version('vl-convert-python')}.js"
    try:
        text = kept.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = vl_convert.javascript_bundle(_ENTRY)
        _keep(kept, text)
    # Inside the script these can only stand in strings and patterns, where the escape means the same.
    return Markup(re.sub(r"<(?=/script|!--)", r"\\x3c", text, flags=re.IGNORECASE))


def _keep(path: Path, text: str) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError:
        # A folder that cannot be written to costs the next report a few seconds, no more.
        temporary.unlink(missing_ok=True)
