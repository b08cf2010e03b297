"""Which commit a folder is at, and whether it has changes that are not committed."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

_PATIENCE_S = 20


@dataclass(frozen=True)
class Commit:
    """`hash` empty: no git repository holds the folder."""

    hash: str = ""
    dirty: bool = False
    """The repository has changes that are not committed, or the folder has files that were not added."""


def commit_of(folder: Path) -> Commit:
    """The commit of the git repository that holds the folder; none where it ignores the folder."""
    found = _git(folder, "rev-parse", "HEAD")
    if not found or _git(folder, "check-ignore", "."):
        return Commit()
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return Commit(found, bool(changed or _git(folder, "status", "--porcelain", ".")))


def _git(folder: Path, *words: str) -> str:
    """What git prints; nothing where it fails, or is not here."""
    # a hook's or a rebase's repository is not the one that is asked about
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")} | {"GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_PATIENCE_S,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
