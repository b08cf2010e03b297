"""A git repository of the user's: what is in it at a commit and now, and what differs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agon.errors import MissingError, UsageError

MANIFEST = "platform.toml"
_GITLINK = "160000"
_QUIET = ("-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "-c", "submodule.recurse=false")
"""No hook of the user's runs for what is done here."""


@dataclass(frozen=True)
class Repository:
    """`root`: the top of the user's checkout, which is only read."""

    root: Path

    def commit(self, name: str) -> str:
        """The commit that a name stands for; UsageError with what may help."""
        found = "" if name.startswith("-") else self._try("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        if found:
            return found
        if self._try("rev-parse", "--is-shallow-repository") == "true":
            raise UsageError(
                f"{name}: no such commit here, and this clone is shallow: git fetch --unshallow; in a workflow give "
                "actions/checkout the option fetch-depth: 0"
            )
        remote = f"origin/{name}"
        known = self._try("rev-parse", "--verify", "--quiet", f"{remote}^{{commit}}")
        raise UsageError(
            f"{name}: no such branch, tag or commit in {self.root}" + (f"; there is {remote}" if known else "")
        )

    def short(self, commit: str) -> str:
        """The commit as users write it."""
        return self._try("rev-parse", "--short", commit) or commit[:12]

    @property
    def dirty(self) -> bool:
        """Whether the checkout has changes that are not committed, or files that were not added."""
        return bool(self._try("status", "--porcelain"))

    def folders(self, commit: str | None = None) -> set[str]:
        """Folders with a platform.toml, relative to the root: at a commit, or now."""
        if commit is not None:
            files = self._names("ls-tree", "-r", "-z", "--name-only", commit)
        else:
            found = self._names("ls-files", "-z", "--cached", "--others", "--exclude-standard")
            files = [name for name in found if (self.root / name).is_file()]
        return {str(Path(name).parent) for name in files if Path(name).name == MANIFEST}

    def changed(self, commit: str) -> list[str]:
        """Files that differ between a commit and the checkout as it is, relative to the root."""
        differing = self._names("diff", "-z", "--name-only", "--no-renames", commit)
        return sorted({*differing, *self._names("ls-files", "-z", "--others", "--exclude-standard")})

    def submodules(self, commit: str | None = None) -> Iterator[tuple[str, str]]:
        """Path and commit of each submodule: at a commit, or as the index has it."""
        what = ("ls-files", "-z", "--stage") if commit is None else ("ls-tree", "-r", "-z", commit)
        for line in self._names(*what):
            about, _, path = line.partition("\t")
            mode, *rest = about.split()
            if mode == _GITLINK:
                yield path, rest[0] if commit is None else rest[1]

    def checked_out(self, path: str) -> Repository | None:
        """The repository of a submodule; None where it is not checked out."""
        return Repository(self.root / path) if (self.root / path / ".git").exists() else None

    def has(self, commit: str) -> bool:
        """Whether the commit is here."""
        return bool(self._try("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"))

    def do(self, *words: str) -> None:
        """A command of git; UsageError with what it prints where it fails."""
        done = _git(self.root, *words)
        if done.returncode:
            why = (done.stderr.strip() or done.stdout.strip()).splitlines()
            raise UsageError(f"git {words[0]} failed in {self.root}: {why[-1] if why else done.returncode}")

    def _try(self, *words: str) -> str:
        done = _git(self.root, *words)
        return done.stdout.strip() if done.returncode == 0 else ""

    def _names(self, *words: str) -> list[str]:
        done = _git(self.root, *words)
        if done.returncode:
            raise UsageError(f"git {words[0]} failed in {self.root}: {done.stderr.strip()}")
        return [name for name in done.stdout.split("\0") if name]


def repository(folder: Path) -> Repository:
    """The one that holds the folder; UsageError where none does, or nothing was ever committed."""
    done = _git(folder, "rev-parse", "--show-toplevel")
    root = done.stdout.removesuffix("\n")
    if done.returncode or not root:
        lines = done.stderr.strip().splitlines()
        why = f" ({lines[0]})" if lines and "not a git repository" not in lines[0] else ""
        raise UsageError(f"{folder} is in no git repository{why}: a gate compares your checkout with a commit of it")
    found = Repository(Path(root))
    if not found.has("HEAD"):
        raise UsageError(f"{root} has no commit yet: there is nothing to compare with")
    return found


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # a hook's or a rebase's repository is not the one that is asked about
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *_QUIET, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
            env=environment | {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
            start_new_session=True,  # Ctrl-C is for the lab, which ends git where it must
        )
    except FileNotFoundError:
        raise MissingError("git is not here: apt-get install git") from None
