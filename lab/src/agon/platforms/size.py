"""Source size as agere13 4.3 measures it: the bare program, comments removed, then `gzip --fast -n`, in bytes.

What the lab asks of a program and the workload does not is taken off first: lines between `agon: begin KIND` and
`agon: end`, each a comment on a line of its own. The rule is one for all platforms and for the modules that several
share; a harness, which is no workload's, is among no program's files.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

_STRING = r'"(?:\\.|[^"\\])*"'
_QUOTED = r"'(?:\\.|[^'\\])*'"
_C_LIKE = re.compile(rf"(?P<keep>{_STRING}|{_QUOTED}|`[^`]*`)|//[^\n]*|/\*.*?\*/", re.DOTALL)
_RUST = re.compile(rf"(?P<keep>{_STRING}|'(?:\\.[^']*|[^'\\])')|//[^\n]*|/\*.*?\*/", re.DOTALL)
_ERLANG = re.compile(rf"(?P<keep>{_STRING}|{_QUOTED}|\$\\?.)|%[^\n]*", re.DOTALL)
_HASH = re.compile(rf"(?P<keep>'''.*?'''|\"\"\".*?\"\"\"|{_STRING}|{_QUOTED})|\#[^\n]*", re.DOTALL)

_BY_SUFFIX: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        (".java", ".go", ".c", ".cc", ".cpp", ".h", ".hpp", ".scala", ".js", ".ts", ".mas2j", ".asl"), _C_LIKE
    ),
    ".rs": _RUST,
    **dict.fromkeys((".erl", ".hrl"), _ERLANG),
    **dict.fromkeys((".py", ".ex", ".exs", ".toml", ".conf"), _HASH),
}

KINDS = ("harness", "report", "tests", "witness")
"""Taken off: being called by the harness with its parameters; clock, samples and report; the proof of the work."""
_MARK = re.compile(r"^\s*(?://|%+|#)\s*agon: (?P<word>.*?)\s*$")


class Unbalanced(ValueError):
    """A source's marks do not come in pairs, or name no kind."""


def bare(text: str) -> str:
    """`text` without the marked lines and the marks."""
    kept: list[str] = []
    kind: str | None = None
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if (mark := _MARK.match(line)) is None:
            kept += [line] if kind is None else []
            continue
        if mark["word"] not in ([f"begin {k}" for k in KINDS] if kind is None else ["end"]):
            raise Unbalanced(f"line {number}: 'agon: {mark['word']}'")
        kind = mark["word"].removeprefix("begin ") if kind is None else None
    if kind is not None:
        raise Unbalanced(f"'agon: begin {kind}' has no end")
    return "".join(kept)


def without_comments(text: str, suffix: str) -> str:
    """`text` without the comments of the language that `suffix` stands for; blank lines that remain go too."""
    pattern = _BY_SUFFIX.get(suffix)
    if pattern is not None:
        text = pattern.sub(lambda found: found.group("keep") or "", text)
    return "".join(line.rstrip() + "\n" for line in text.splitlines() if line.strip())


def source_size(files: list[Path]) -> int:
    """Bytes of the bare files, comments removed, joined and compressed."""
    joined = "".join(without_comments(bare(path.read_text(encoding="utf-8")), path.suffix) for path in files)
    return len(gzip.compress(joined.encode(), compresslevel=1, mtime=0))
