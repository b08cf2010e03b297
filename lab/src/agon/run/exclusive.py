"""One experiment at a time on a machine: two would measure each other."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from agon import home
from agon.errors import AgonError

NAME = "measuring.lock"
_PRIVATE = 0o700
_OTHERS = 0o077
"""What group and others may do."""


def folders() -> Iterator[Path]:
    """Where the lock may lie, best first: folders in which no other user can plant a file, as in /tmp."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    # the second is mostly the first, for a shell without that variable
    for runtime in (*([Path(named)] if named else []), Path(f"/run/user/{os.getuid()}")):
        if _is_private(runtime):
            yield runtime / "agon"
    with contextlib.suppress(RuntimeError):  # a user without a home folder
        yield Path("~/.cache/agon").expanduser()
    yield home.state() / "lock"


def _is_private(folder: Path) -> bool:
    try:
        known = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(known.st_mode) and known.st_uid == os.getuid() and not known.st_mode & _OTHERS


def _open_folder(folder: Path) -> int | None:
    """The folder, made where it is missing and closed to others; None if it cannot be had or is not the user's own."""
    try:
        folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    known = os.fstat(descriptor)
    if known.st_uid != os.getuid():
        os.close(descriptor)
        return None
    if known.st_mode & _OTHERS:
        os.fchmod(descriptor, stat.S_IMODE(known.st_mode) & ~_OTHERS)
    return descriptor


def _open_lock(lock: Path | None) -> int:
    """The lock file in the first folder that will do, or `lock` itself. What stands there is opened, never followed."""
    for place in [lock.parent] if lock else folders():
        folder = _open_folder(place)
        if folder is None:
            continue
        path = lock or place / NAME
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            descriptor = os.open(path.name, flags, 0o600, dir_fd=folder)
        except OSError as error:
            raise AgonError(f"cannot open the lock {path}: {error.strerror}; remove it, then try again") from None
        finally:
            os.close(folder)
        known = os.fstat(descriptor)
        if stat.S_ISREG(known.st_mode) and known.st_uid == os.getuid() and known.st_nlink == 1:
            return descriptor
        os.close(descriptor)
        raise AgonError(f"the lock {path} is no plain file of yours; remove it, then try again")
    raise AgonError("no folder of your own for the lock: set XDG_RUNTIME_DIR to one, or make ~/.cache yours")


@contextmanager
def alone(waiting: Callable[[str], None], lock: Path | None = None) -> Generator[None]:
    """Hold the machine for measuring. If another lab of this user holds it, call `waiting`, then wait."""
    descriptor = _open_lock(lock)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
            holder = holder if holder.isascii() and holder.isdigit() else "unknown"
            waiting(f"another experiment is running (process {holder}): waiting, so that neither disturbs the other")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)
