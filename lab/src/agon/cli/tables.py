"""Tables on the terminal: nothing cut off in a narrow window, and no text taken for markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 240
"""Columns where the output is no terminal: wide enough for every table."""


def tabulate(
    headers: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    title: str | None = None,
    caption: str | None = None,
) -> Table:
    """A table; text that does not fit is folded, never shortened."""
    table = Table(box=box.SIMPLE_HEAD, title=title, caption=caption, title_justify="left", caption_justify="left")
    for header in headers:
        table.add_column(header, overflow="fold")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    return table


def console() -> Console:
    """Standard output."""
    plain = Console(highlight=False, emoji=False)
    return plain if plain.is_terminal else Console(highlight=False, emoji=False, width=PIPE_WIDTH)
