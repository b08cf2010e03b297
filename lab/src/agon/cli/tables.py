"""Tables on the terminal: nothing cut off in a narrow window, and no text taken for markup."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from agon.called import as_called
from agon.printable import printable

IN_ONE_PIECE = 24
"""Characters up to which a text is not folded."""
GLUE = "\N{NO-BREAK SPACE}"
"""Stands for a blank at which a line is not folded, until it is."""
PIPE_WIDTH = 400
"""Columns where the output is no terminal: wide enough for every table."""
LAST_COLUMN = 16
"""Columns that the last one of a list needs to stand next to the others."""
_PIECES = re.compile(r"\[[^\]]{,60}\]|[\d.]+ \w+ -> [\d.]+ \w+|\d (?:[num\u00b5]?s|[KMG]i?B|h|min|invocations)\b")


class SafeConsole(Console):
    """A console that no text steers, wherever the text comes from: only Rich's own control sequences go out."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What `renderable` becomes, made printable."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, lines=True), segment.style)


class Fitting:
    """Rows as a table where it fits into the columns there are without a broken word, else as a list: a paragraph a
    row. Text is folded between words; only a word that is longer than a whole line is broken."""

    def __init__(
        self,
        headers: Sequence[str],
        rows: Sequence[Sequence[Text]],
        *,
        title: str | None,
        caption: str | None,
        sentences: Sequence[str] | None,
    ) -> None:
        self._headers = headers
        self._rows = rows
        self._title = title
        self._caption = caption
        self._sentences = sentences

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        if widths is not None:
            yield self._table(widths)
        else:
            yield from self._list(options.max_width)

    def _widths(self, space: int) -> list[int] | None:
        """Of each column, in characters; None where some would have to be narrower than what stays in one piece."""
        columns = [[Text(h), *(row[n] for row in self._rows)] for n, h in enumerate(self._headers)]
        whole = [max(cell_len(line) for text in column for line in _lines(text)) for column in columns]
        words = [max(cell_len(w) for text in column for w in text.plain.split() or [""]) for column in columns]
        least = [max(word, min(width, IN_ONE_PIECE)) for word, width in zip(words, whole, strict=True)]
        left = space - 3 * len(columns) - 1 - sum(least)  # a column has a blank on both sides, and a line before it
        if left < 0:
            return None
        for n in sorted(range(len(columns)), key=lambda n: whole[n] - least[n]):
            wanting = sum(whole[m] > least[m] for m in range(len(columns)))
            more = min(whole[n] - least[n], left // max(1, wanting))
            least[n], left, whole[n] = least[n] + more, left - more, least[n] + more
        return least

    def _table(self, widths: Sequence[int]) -> Table:
        table = Table(
            box=box.SIMPLE_HEAD,
            title=self._title,
            caption=self._caption,
            title_justify="left",
            caption_justify="left",
        )
        for header, width in zip(self._headers, widths, strict=True):
            table.add_column(header, overflow="fold", width=width)
        for row in self._rows:
            table.add_row(*row)
        return table

    def _list(self, space: int) -> Iterator[Text]:
        if self._title:
            yield Text("\n".join(_folded(self._title, space, indent="")), style="italic")
        for n, row in enumerate(self._rows):
            first = row[0].plain
            sentence = self._sentences[n] if self._sentences else f"{first}: {self._named(row)}"
            text = Text("\n".join(_folded(sentence, space)))
            text.stylize(row[0].style, 0, len(first) if sentence.startswith(first) else 0)
            yield text
        if self._caption:
            yield Text("\n".join(_folded(self._caption, space, indent="")), style="italic dim")

    def _named(self, row: Sequence[Text]) -> str:
        """`version 27, runtime OTP`: what a row holds, each with its header."""
        parts = [(h, t.plain) for h, t in zip(self._headers[1:], row[1:], strict=True) if t.plain not in ("", "-")]
        named = [text if header in text.split() else f"{header} {text.rstrip('.')}" for header, text in parts]
        return ", ".join(map(_in_one_piece, named))


def _lines(text: Text) -> Sequence[str]:
    return text.plain.splitlines() or [""]


def _in_one_piece(text: str) -> str:
    """Short texts are not folded, and of longer ones neither intervals nor a number and its unit."""
    return text.replace(" ", GLUE) if len(text) <= IN_ONE_PIECE else _PIECES.sub(_glued, text)


def _glued(found: re.Match[str]) -> str:
    return found.group().replace(" ", GLUE)


def _folded(text: str, space: int, indent: str = "    ") -> list[str]:
    found = textwrap.wrap(_PIECES.sub(_glued, text), max(space, 20), subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in found]


def tabulate(
    headers: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    title: str | None = None,
    caption: str | None = None,
    sentences: Sequence[str] | None = None,
) -> Fitting:
    """A table, or a list where it would not fit. Text is never shortened.

    `sentences`: what the list has for each row; by default what its first column holds, then all others by name.
    """
    texts = [[c if isinstance(c, Text) else Text(as_called(printable(c, lines=True))) for c in row] for row in rows]
    shown = None if sentences is None else [as_called(printable(sentence)) for sentence in sentences]
    return Fitting(headers, texts, title=title, caption=caption, sentences=shown)


def columns(headers: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: int = 2) -> list[str]:
    """Rows as lines of at most `width` columns: all but the last column aligned, what the last has too much folded."""
    table = [[printable(text) for text in row] for row in (*([headers] if headers else []), *rows)]
    widths = [max(cell_len(row[n]) for row in table) for n in range(len(table[0]) - 1)] if table else []
    begin = indent + sum(w + 2 for w in widths)
    if width - begin < LAST_COLUMN:
        begin = indent + 4
    found: list[str] = []
    for *first, last in table:
        head = " " * indent + "".join(t + " " * (w - cell_len(t) + 2) for t, w in zip(first, widths, strict=True))
        folded = _wrapped(last, max(LAST_COLUMN, width - begin))
        if len(head) > begin:  # too narrow for the last column: it has lines of its own
            found.append(head.rstrip())
            head = " " * begin
        found.append((head + folded[0]).rstrip())
        found += [" " * begin + line for line in folded[1:]]
    return found


def paragraph(text: str, width: int) -> list[str]:
    """An empty line, and a sentence in lines of at most `width` columns."""
    return ["", *columns((), [(text,)], width, 0)]


def _wrapped(text: str, space: int) -> list[str]:
    """Between words; a word that is too long is broken at its hyphens first."""
    too_long = any(len(word) > space for word in text.split())
    return textwrap.wrap(text, space, break_on_hyphens=too_long) or [""]


def console() -> Console:
    """Standard output."""
    plain = SafeConsole(highlight=False, emoji=False)
    return plain if plain.is_terminal else SafeConsole(highlight=False, emoji=False, width=PIPE_WIDTH)
