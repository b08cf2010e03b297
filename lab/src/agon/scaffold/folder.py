"""The folder that something new is made in."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from agon.errors import UsageError

_NAME = re.compile(r"[a-z][a-z0-9-]*\Z")


@contextmanager
def fresh(name: str, into: Path) -> Generator[Path]:
    """Make `into/name`, to be filled. What is there stays as it is; what could not be filled goes."""
    if not _NAME.match(name):
        raise UsageError(f"'{name}': a name is made of a-z, 0-9 and '-', and begins with a letter")
    folder = into / name
    if folder.exists():
        raise UsageError(f"{folder} exists; choose another name")
    try:
        folder.mkdir(parents=True)
        yield folder
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise UsageError(f"{folder}: {error.strerror or error}") from None
        raise
