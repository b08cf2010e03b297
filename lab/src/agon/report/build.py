"""A result set in, a report out."""

from __future__ import annotations

import os
from pathlib import Path

from agon.analysis.judged import Judged
from agon.errors import AgonError, UsageError
from agon.printable import printable

FORMATS = ("html", "md", "latex", "csv")


def render(judged: Judged, fmt: str) -> str:
    """The report in one of FORMATS, without a character that cannot be seen."""
    # Inside a page's scripts, too: these can only stand in strings and patterns, where the escape means the same.
    return printable(_rendered(judged, fmt), lines=True)


def _rendered(judged: Judged, fmt: str) -> str:
    # Each format brings its own libraries, and some take a while to load.
    if fmt == "csv":
        from agon.report import csv

        return csv.render(judged.results)
    if fmt not in FORMATS:
        raise UsageError(f"--format {fmt}: choose one of {', '.join(FORMATS)}")
    from agon.analysis.conclusions import analyse

    analysis = analyse(judged)
    if fmt == "md":
        from agon.report import markdown

        return markdown.render(judged, analysis)
    if fmt == "latex":
        from agon.report import latex

        return latex.render(judged, analysis)
    from agon.report import html

    return html.render(judged, analysis)


def write(judged: Judged, fmt: str, path: Path) -> None:
    """Write the report; a reader of `path` sees the old one or the new one, never half of it."""
    text = render(judged, fmt)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise AgonError(f"cannot write {path}: {error.strerror}; choose another place with --out") from None
