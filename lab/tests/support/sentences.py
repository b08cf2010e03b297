"""One sentence a line in the sources of documents, so that a change of one is a change of one line.

Rewrites the pages named: PYTHONPATH=lab/tests .venv/bin/python -m support.sentences PAGE...
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

_END = re.compile(r"(?<![.\s])[.!?][*)\"']* (?=[A-Z`*\[(\"<~])")
"""The end of a sentence with another one behind it."""
_LABEL = re.compile(r"^(?:[-*] |\d+\. )?\*\*[^*]+\*\* $")
"""What a paragraph is about, at its beginning."""
_SHORT = re.compile(r"(?:\b[eE]\.g|\bi\.e|\betc|\bal|\bvs|\bno|\b[A-Z])\.[*)\"']* $")
"""What ends with a full stop and ends no sentence."""
_ITEM = re.compile(r"(?: {2,3})?(?:[-*]|\d+\.) ")
_PROSE = re.compile(r"(?! {4})\s*[^\s|#<`]|\s{0,3}`(?!``)")
_CLOSED = re.compile(r"[.:!?][*)]*$")


def ends(line: str) -> Iterator[int]:
    """Where sentences of a line end before others, those within code and links left out."""
    for found in _END.finditer(line):
        before = line[: found.end()]
        is_part = before.count("`") % 2 or _SHORT.search(before) or _LABEL.match(before) or _inside_brackets(before)
        if not is_part:
            yield found.end()


def _inside_brackets(before: str) -> bool:
    return before.count("[") > before.count("]") or before.count("(") > before.count(")")


def blocks(page: str) -> Iterator[tuple[bool, list[str]]]:
    """The lines of a page, those of one paragraph or list item together, and whether they are prose."""
    fenced = generated = False
    block: list[str] = []
    for line in page.splitlines():
        fenced ^= line.lstrip().startswith("```")
        generated = (generated or line.startswith("<!-- generated: ")) and line != "<!-- generated: end -->"
        is_prose = not fenced and not generated and bool(_PROSE.match(line)) and not line.lstrip().startswith("```")
        if block and (not is_prose or _ITEM.match(line) or not _continues(block, line)):
            yield True, block
            block = []
        if is_prose:
            block.append(line)
        else:
            yield False, [line]
    if block:
        yield True, block


def _continues(block: list[str], line: str) -> bool:
    """An item goes on with indented lines, a paragraph with others."""
    return line.startswith("  ") if _ITEM.match(block[0]) else not line.startswith("  ")


def split(block: list[str]) -> list[str]:
    """The same text, one sentence a line."""
    text = " ".join(line.strip() for line in block)
    if _ITEM.match(text) and text.lstrip("-* ").startswith("[") and re.match(r"- \[\w+\d\d\] ", text):
        return [block[0]]  # an entry of a bibliography
    indent = " " * len(found[0]) if (found := _ITEM.match(text)) else ""
    parts = [0, *ends(text), len(text)]
    lines = [text[a:b].rstrip() for a, b in pairwise(parts)]
    if found and re.fullmatch(r"\d+\.", lines[0]):
        lines[:2] = [f"{lines[0]} {lines[1]}"]
    return [lines[0], *(indent + line for line in lines[1:])]


def in_lines(page: str) -> str:
    """The page with one sentence a line."""
    lines = [line for prose, block in blocks(page) for line in (split(block) if prose else block)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(in_lines(path.read_text(encoding="utf-8")), encoding="utf-8")
