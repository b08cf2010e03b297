"""Tables on the terminal: nothing cut off in a narrow window, and no text taken for markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from agon.printable import printable

NAME_WIDTH = 16
"""Columns that the first column, of names, gives up last."""
PIPE_WIDTH = 400
"""Columns where the output is no terminal: wide enough for every table."""


class SafeConsole(Console):
    """A console that no text steers, wherever the text comes from: only Rich's own control sequences go out."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What `renderable` becomes, made printable."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, lines=True), segment.style)


def tabulate(
    headers: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    title: str | None = None,
    caption: str | None = None,
) -> Table:
    """A table; text that does not fit is folded, never shortened."""
    table = Table(box=box.SIMPLE_HEAD, title=title, caption=caption, title_justify="left", caption_justify="left")
    all_rows = list(rows)
    named = min(NAME_WIDTH, max((len(str(row[0])) for row in all_rows), default=0))
    for place, header in enumerate(headers):
        table.add_column(header, overflow="fold", min_width=named if place == 0 else None)
    for row in all_rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(printable(cell, lines=True)) for cell in row))
    return table


def console() -> Console:
    """Standard output."""
    plain = SafeConsole(highlight=False, emoji=False)
    return plain if plain.is_terminal else SafeConsole(highlight=False, emoji=False, width=PIPE_WIDTH)
