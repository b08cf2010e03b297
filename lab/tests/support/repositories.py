"""Git repositories of a user's, with a platform in them whose time is what its source states."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from agon.scaffold.platform import begin_program

BRIEF = ("--pilot", "100ms", "--min-time", "100ms", "--max-time", "100ms")

PROGRAM = '''"""token-ring: reports the time that MILLISECONDS states, and takes a little more."""

import random
import sys
import time

from harness import Program

MILLISECONDS = 1.0
SPREAD = 0.002


class TokenRing(Program):
    parameters = ("workers", "tokens", "passes")

    def iteration(self):
        workers, tokens, passes = (self.sizes[key] for key in self.parameters)
        starts = (max(1, (2 * t * workers + tokens) // (2 * tokens)) for t in range(1, tokens + 1))
        ends = [(start - 1 + passes) % workers + 1 for start in starts]
        elapsed_s = MILLISECONDS / 1000 * random.gauss(1, SPREAD)
        time.sleep(elapsed_s * 1.1)
        return int(elapsed_s * 1e9), {"ends": ends}
'''


class UserRepository:
    """One with a commit on its branch main: the platform `mine` in bench/mine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.platform("bench/mine")
        self.commit()

    def git(self, *words: str) -> str:
        """What plain git prints."""
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
        done = subprocess.run(
            ["git", "-C", str(self.root), *identity, *words], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def platform(self, folder: str) -> None:
        """A platform in that folder, not committed."""
        place = self.root / folder
        begin_program(place.name, "python", "token-ring", place.parent)
        (place / "token_ring.py").write_text(PROGRAM)

    def edit(self, old: str, new: str, file: str = "bench/mine/token_ring.py") -> None:
        """Replace a part of a file, not committed."""
        path = self.root / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def commit(self) -> str:
        """Commit all that is there; its short hash."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")
        return self.git("rev-parse", "--short", "HEAD")

    def agon(
        self, *words: str, cwd: Path | None = None, more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """The command line, started in the repository. No line of its output is folded."""
        done = subprocess.run(
            [sys.executable, "-m", "agon", *words],
            cwd=cwd or self.root,
            env=os.environ | {"COLUMNS": "200"} | (more or {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        done.stdout, done.stderr = (re.sub(r"\n {4}(?=\S)", " ", text) for text in (done.stdout, done.stderr))
        return done

    def state(self) -> tuple[str, ...]:
        """All that a gate must leave as it is."""
        what = (
            ("status", "--porcelain", "--ignored"),
            ("branch", "--all", "--verbose"),
            ("worktree", "list"),
            ("stash", "list"),
            ("rev-parse", "HEAD"),
            ("diff", "--cached"),
            ("diff",),
        )
        return tuple(self.git(*words) for words in what)
