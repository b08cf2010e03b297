"""The folder that something new is made in."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agon.errors import UsageError

_NAME = re.compile(r"[a-z][a-z0-9-]*\Z")


def checked_name(name: str) -> str:
    """The name; UsageError where it is none."""
    if not _NAME.match(name):
        raise UsageError(f"'{name}': a name is made of a-z, 0-9 and '-', and begins with a letter")
    return name


@contextmanager
def fresh(name: str, into: Path) -> Generator[Path]:
    """Make `into/name`, to be filled. What is there stays as it is; what could not be filled goes."""
    folder = into / checked_name(name)
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


def fill(folder: Path, template: Path, words: Mapping[str, str]) -> None:
    """Copy the files of a template into a folder. Some words in them, and in their names, stand for others."""
    for source in sorted(template.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            _copy(source, folder / source.relative_to(template), words)


def _copy(source: Path, target: Path, words: Mapping[str, str]) -> None:
    text = source.read_text(encoding="utf-8")
    for word, meaning in words.items():
        text = text.replace(word, meaning)
        target = target.with_name(target.name.replace(word, meaning))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
