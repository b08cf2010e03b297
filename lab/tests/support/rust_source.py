"""Rust sources as text in which only code is left: enough to count words and to follow imports."""

from __future__ import annotations

import re

_SKIPPED = re.compile(
    r"""
    //[^\n]*
  | /\*
  | \b(?:br|cr|r)(?P<hashes>\#*)"
  | (?:\b[bc])?"(?:\\.|[^"\\])*"
  | (?:\bb)?'(?:\\(?:u\{[^}]*\}|x[0-9a-fA-F]{2}|.)|[^'\\\n])'
    """,
    re.VERBOSE | re.DOTALL,
)
"""Comments and literals. A lifetime is none: no quote follows its first letter."""

_CONDITIONAL = re.compile(r"#\[cfg\((?P<condition>[^\]]*)\)\]\s*(?:#\[[^\]]*\]\s*)*")
"""An attribute that makes an item conditional, with the attributes that follow it."""


def code_of(source: str) -> str:
    """The source with blanks in place of comments and literals: places and lines stay what they are."""
    kept: list[str] = []
    at = 0
    while found := _SKIPPED.search(source, at):
        kept.append(source[at : found.start()])
        end = found.end()
        if found[0] == "/*":
            end = _end_of_comment(source, found.start())
        elif found["hashes"] is not None:
            close = source.find('"' + found["hashes"], end)
            end = len(source) if close < 0 else close + 1 + len(found["hashes"])
        kept.append(_blank(source[found.start() : end]))
        at = end
    return "".join([*kept, source[at:]])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _end_of_comment(source: str, start: int) -> int:
    """Of a block comment, in which there may be others."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(source, start):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(source)


def end_of_block(code: str, opening: int) -> int:
    """The place behind the brace that closes the one at `opening`."""
    depth = 0
    for mark in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return mark.end()
    return len(code)


def without_tests(code: str) -> str:
    """Code with blanks in place of the items that are compiled for tests only."""
    at = 0
    while found := _CONDITIONAL.search(code, at):
        at = found.end()
        condition = re.sub(r"\bnot\s*\([^()]*\)", "", found["condition"])
        if re.search(r"\btest\b", condition):
            at = _end_of_item(code, found.end())
            code = code[: found.start()] + _blank(code[found.start() : at]) + code[at:]
    return code


def _end_of_item(code: str, start: int) -> int:
    """Behind the block of an item that has one, else behind its semicolon."""
    mark = re.compile(r"[{;]").search(code, start)
    if mark is None:
        return len(code)
    if mark[0] == ";":
        return mark.end()
    end = end_of_block(code, mark.start())
    is_use = re.match(r"(?:pub(?:\([^)]*\))?\s+)?use\b", code[start:])
    return code.index(";", end) + 1 if is_use else end
