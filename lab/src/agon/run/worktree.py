"""Another commit of the user's repository next to the checkout, for as long as it is needed."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from agon.errors import StoreError, UsageError
from agon.run.repository import Repository

_ENDING = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def checked_out_apart(repository: Repository, commit: str, note: Callable[[str], None]) -> Generator[Path]:
    """A folder with the commit checked out, submodules included as far as the user has them checked out.

    It is gone afterwards, and git's record of it too, whatever ends the work; what a killed lab has left goes first.
    The user's checkout, index and branches stay as they are.
    """
    folder = _folder(repository)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "base"
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"another gate of {repository.root} is running: wait until it has ended") from None
        _remove(repository, place)
        try:
            _add(repository, commit, place, note)
            yield place
        finally:
            blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
            try:
                _remove(repository, place)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _folder(repository: Repository) -> Path:
    """In the user's cache: tools that look for their configuration in the folders above must not find Agon's own."""
    try:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    except RuntimeError:  # a user without a home folder
        cache = Path(tempfile.gettempdir())
    key = hashlib.sha256(str(repository.root).encode()).hexdigest()[:10]
    return cache / "agon" / "gate" / f"{repository.root.name}-{key}"


def _add(repository: Repository, commit: str, place: Path, note: Callable[[str], None]) -> None:
    repository.do("worktree", "add", "--detach", "--force", str(place), commit)
    for path, wanted in repository.submodules(commit):
        inner = repository.checked_out(path)
        if inner is None:
            note(f"submodule {path} is not checked out here: neither side has it")
        elif not inner.has(wanted):
            raise UsageError(
                f"the base has submodule {path} at {wanted[:12]}, which is not here: git -C {path} fetch origin"
            )
        else:
            _add(inner, wanted, place / path, note)


def _remove(repository: Repository, place: Path) -> None:
    """Remove the folder and git's record of it, those of its submodules first."""
    for path, _ in repository.submodules():
        if (inner := repository.checked_out(path)) is not None:
            _remove(inner, place / path)
    with suppress(UsageError):  # there may be none
        repository.do("worktree", "remove", "--force", "--force", str(place))
    shutil.rmtree(place, ignore_errors=True)
