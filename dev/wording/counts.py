"""Counts in the whole tree, and the file of counts that may only fall."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from dev.wording import sources
from dev.wording.terms import COUNTED, is_term

Kind: TypeAlias = Literal["functions", "identifiers", "comments", "messages", "prose"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Counts: TypeAlias = Mapping[str, Mapping[Kind, int]]

FILE = Path(__file__).with_name("counts.toml")
FOLDERS = (  # a file counts under the first that holds it
    *("dev", "docs", "lab/src", "lab/studies", "lab/tests", "platforms"),
    *("engine/actor", "engine/agentspeak", "engine/bench", "engine/java", "engine/link", "engine"),
)
OTHER = "."
"""The files in none of these folders."""

LEFT_OUT = ("CHANGELOG.md", "dev/wording/", "dev/tests/test_wording.py")
"""History, and what has to name the words."""

COMMANDS = ("lab/src/agon/cli/", "dev/__main__.py")
"""Where a docstring is the help of a verb."""

_tests = re.compile(
    r"(?:^|/)(?:tests?|testing|fuzz)(?:/|\.rs$)|(?:^|/)(?:test_\w+|conftest)\.py$|_test\.go$|\.test\.js$"
)
_tests_within = re.compile(r"^#\[cfg\((?:all\()?test\b.*\)\]\n(?:#\[.*\]\n)*(?:pub )?mod \w+ \{", re.MULTILINE)
_dotted = {".ci", ".github"}
_never_walked = {"target", "results", "__pycache__", "node_modules", "build", "_build"}


@dataclass(frozen=True)
class Use:
    """A word that is no term, and where it stands."""

    file: str
    line: int
    kind: Kind
    word: str


def folder_of(file: str) -> str:
    """The folder under which a file is counted."""
    return next((folder for folder in FOLDERS if file.startswith(f"{folder}/")), OTHER)


def files(root: Path) -> list[str]:
    """The project's files as git lists them, with new ones; without git, those that are found."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return sorted(_walked(root))
    is_checkout = not done.returncode and (root / ".git").exists()
    return sorted({name for name in done.stdout.split("\0") if name} if is_checkout else _walked(root))


def _walked(root: Path) -> Iterator[str]:
    for folder, below, names in os.walk(root):
        below[:] = [
            name for name in below if name not in _never_walked and (not name.startswith(".") or name in _dotted)
        ]
        for name in names:
            yield (Path(folder) / name).relative_to(root).as_posix()


def uses(root: Path, names: Iterable[str]) -> Iterator[Use]:
    """Every use in those of the files that are read."""
    for name in names:
        language = sources.language_of(name)
        if language and not name.startswith(LEFT_OUT):
            try:
                text = (root / name).read_text(encoding="utf-8", errors="replace")
            except (FileNotFoundError, IsADirectoryError):
                continue
            yield from uses_in(name, text, language)


def uses_in(file: str, text: str, language: str) -> Iterator[Use]:
    """Every use in one file."""
    found = list(COUNTED.finditer(text))
    if not found:
        return
    kind_at = _prose(text) if language == "prose" else _program(file, text, language)
    for match in found:
        kind, in_string = kind_at(match.start())
        if kind and not is_term(text, match.start(), match.end(), file, in_string):
            yield Use(file, text.count("\n", 0, match.start()) + 1, kind, match.group())


class _prose:
    """The kind of a place in a document: programs and their output are not prose."""

    _code = re.compile(r"^[ ]*(```|~~~).*?^[ ]*\1|(?<=\n\n)(?:[ ]{4}[^\n]*\n)+", re.MULTILINE | re.DOTALL)

    def __init__(self, text: str) -> None:
        self._blocks = [match.span() for match in self._code.finditer(text)]

    def __call__(self, place: int) -> tuple[Kind | None, bool]:
        return (None if any(start <= place < end for start, end in self._blocks) else "prose"), False


class _program:
    """The kind of a place in a program. Texts in tests are what is tested, and are not counted."""

    def __init__(self, file: str, text: str, language: str) -> None:
        self._source = sources.read(text, language)
        tests = _tests_within.search(text) if language == "rust" else None
        self._tests_from = 0 if _tests.search(file) else tests.start() if tests else len(text)
        self._docstrings_are_help = file.startswith(COMMANDS)
        self._comments_are_help = language == "rust" and "use clap::" in text

    def __call__(self, place: int) -> tuple[Kind | None, bool]:
        region, is_test = self._source.region_at(place), place >= self._tests_from
        if region == "string":
            return (None if is_test else "messages"), True
        if region is None:
            is_public = not is_test and self._source.names_public_function(place)
            return ("functions" if is_public else "identifiers"), False
        is_help = self._docstrings_are_help if region == "docstring" else self._comments_are_help
        return ("messages" if is_help and not is_test else "comments"), False


def count(found: Iterable[Use]) -> Counts:
    """By folder and kind, with zeros."""
    tally = Counter((folder_of(use.file), use.kind) for use in found)
    return {folder: {kind: tally[folder, kind] for kind in KINDS} for folder in sorted((*FOLDERS, OTHER))}


def load(file: Path = FILE) -> Counts:
    """The counts that are not to rise. What is not written there may not be at all."""
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        folder: {kind: written.get(folder, {}).get(kind, 0) for kind in KINDS} for folder in sorted((*FOLDERS, OTHER))
    }


def differences(before: Counts, now: Counts) -> tuple[list[str], list[str]]:
    """A line for each count that has risen, and for each that has fallen."""
    risen: list[str] = []
    fallen: list[str] = []
    for folder, counts in now.items():
        for kind, number in counts.items():
            least = before[folder][kind]
            line = f"{folder} {kind}: {least} -> {number}"
            if number != least:
                (risen if number > least else fallen).append(line)
    return risen, fallen


def write(counts: Counts, file: Path = FILE) -> None:
    """The file of counts, sorted."""
    lines = ["# Written by: .venv/bin/python -m dev.wording lower"]
    for folder in sorted(counts):
        lines += ["", f'["{folder}"]', *(f"{kind} = {counts[folder][kind]}" for kind in sorted(counts[folder]))]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
