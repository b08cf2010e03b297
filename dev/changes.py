"""Which files have changed, as git sees it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from agon.errors import UsageError


def changed_files(root: Path, since: str = "") -> list[str]:
    """Named from the root: what differs from `since`, with files that git does not track yet and does not ignore.
    Without `since`: from where this branch left origin/main, where there is one, else from the last commit."""
    base = since or _branching_point(root)
    found = _git(root, "diff", "--name-only", "--no-renames", "-z", base, "--")
    found += _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({file for file in found.split("\0") if file})


def _branching_point(root: Path) -> str:
    try:
        return _git(root, "merge-base", "HEAD", "origin/main").strip()
    except UsageError:
        return "HEAD"


def commits(root: Path) -> int:
    """How many commits lead to the present one: the turn of continuous integration."""
    return int(_git(root, "rev-list", "--count", "HEAD"))


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise UsageError("--changed asks git what has changed, and git is missing: apt-get install git") from None
    if done.returncode:
        raise UsageError(f"--changed: git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout
