"""The files of an invocation, which its program may have removed or replaced."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path


def read_own(path: Path, *, last: int | None = None) -> bytes:
    """The bytes of a plain file in a plain folder, or the `last` ones of them.

    OSError where it cannot be read. A link is not followed, since it may lead anywhere, and a pipe or a device is not
    read, since it may never end.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(path.name, flags, dir_fd=folder)
    finally:
        os.close(folder)
    try:
        known = os.fstat(descriptor)
        if not stat.S_ISREG(known.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        with open(descriptor, "rb", closefd=False) as handle:
            if last is not None:
                handle.seek(max(0, known.st_size - last))
            return handle.read()
    finally:
        os.close(descriptor)


def remove_own(folder: Path) -> None:
    """Take a folder of an invocation away, as far as it is there; never through a link to another one."""
    if not folder.parent.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
