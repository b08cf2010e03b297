"""Text in Markdown: as it is, whatever its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
_MENTION = re.compile(r"(?<![\w.])@")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~&])")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split(None)) if "\n" in text else text.replace("\r", " "))


def harmless(markdown: str) -> str:
    """Markdown without control characters that notifies no user: `@name` is an address in a comment, `akka@2.6` is
    not."""
    return _MENTION.sub("&#64;", _CONTROL.sub("\ufffd", markdown))


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], numeric: frozenset[int] = frozenset()) -> str:
    """A table of plain texts; `numeric`: columns that are set to the right."""
    lines = ["| " + " | ".join(escaped(h) for h in headers) + " |"]
    lines.append("|" + "|".join("---:" if n in numeric else "---" for n in range(len(headers))) + "|")
    lines += ["| " + " | ".join(harmless(escaped(cell)) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def folded(summary: str, body: str) -> str:
    """A part that opens on a click; `summary` is plain text."""
    text = summary.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<details>\n<summary>{text}</summary>\n\n{body.rstrip()}\n\n</details>\n"
