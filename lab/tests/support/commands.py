"""The `./agon` commands that documents show, and what a test makes of each."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SHOWN = re.compile(r"^(?: {4,}|(?=\$ |\./agon|AGON_))(?:\$ )?(?:[A-Z_]+=\S+ )*\./agon (?P<words>.+)$")
_INLINE = re.compile(r"`(?:[A-Z_]+=\S+ )*\./agon (?P<words>[^`]+)`")
_OPEN = ("...", "VERB")
"""What stands for words that the reader chooses."""
_EXPORT = re.compile(r"^ {4,}export (?P<words>[A-Z_]+=.+)$")

SETS = "$"
"""In place of a verb: the next word sets a variable for the commands after it."""

DRY = {"run": "--dry-run", "demo": "--dry-run", "reproduce": "--dry-run"}
"""Verbs that measure, and the option by which they do all but that."""

READ_ONLY = {
    "install": "it downloads and builds: lab/tests/platforms",
    "check": "minutes, on a quiet machine: lab/tests/scaffold checks what `new` makes",
    "resume": "it needs an interrupted experiment of this machine: lab/tests/cli/test_commands.py",
    "exec": "cargo builds what it runs: lab/tests/cli/test_exec.py",
    "asl": "cargo builds what it runs: lab/tests/cli/test_asl.py",
    "check-projects": "cargo builds what it runs: lab/tests/cli/test_check_projects.py",
    "top": "it needs a running system: lab/tests/cli/test_top.py",
    "test": "it runs this test",
}
"""Verbs whose words are only read, as far as the command line reads them, and why."""


@dataclass(frozen=True)
class Shown:
    """One command of a page."""

    line: int
    words: tuple[str, ...]

    @property
    def verb(self) -> str:
        return self.words[0]

    def filled(self) -> list[str]:
        """The words as a shell passes them on: patterns that match stand for what they match."""
        found: list[str] = []
        for word in self.words:
            matching = sorted(map(str, Path().glob(word))) if "*" in word else []
            found += matching or [word]
        return found


def shown(page: Path) -> Iterator[Shown]:
    """The commands of a page, in their order, without comments, redirections and `&`; also those in sentences."""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if found := _EXPORT.match(line):
            yield Shown(number, (SETS, found["words"]))
        elif found := _SHOWN.match(line):
            words = shlex.split(found["words"], comments=True)
            for end in (">", "&", "|"):
                words = words[: words.index(end)] if end in words else words
            yield Shown(number, tuple(words))
        else:
            inline = [found["words"] for found in _INLINE.finditer(line)]
            yield from (Shown(number, tuple(shlex.split(i))) for i in inline if not any(o in i for o in _OPEN))
