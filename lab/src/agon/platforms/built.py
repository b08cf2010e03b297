"""Digest of what was built: two builds with one digest are the same program."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform

FILES = ".agon-files"
"""In the build folder: the names of the files that the build has made. What programs add later is not among them."""
_APART = (".agon-", "build.log")
"""How names begin, in the build folder itself, of what the lab writes there."""
_CHANGING = (".jsa", ".pyc", ".log", ".pid", ".dump")
"""How the names of files end that change by themselves: archives of classes and other caches, logs, dumps."""
_CHUNK = 1 << 20


def note_files(platform: Platform) -> None:
    """Keep the names of the files that are in the build folder now, at the end of a build."""
    folder = str(build_folder(platform))
    Path(folder, FILES).write_text(json.dumps([*_found(folder)]), encoding="utf-8")


def built_digest(platform: Platform) -> str:
    """Of the files that the platform's build has made, their names, and whether they may be executed; 16 hex digits.

    Files are read only where their sizes or times are others than when they were last read.
    """
    folder = str(build_folder(platform))
    try:
        names = json.loads(Path(folder, FILES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        names = [*_found(folder)]
    return _digest(folder, tuple(_states(folder, names)))


def _states(folder: str, names: Sequence[str]) -> Iterator[tuple[str, int, int, int]]:
    """Name, size, time of change and number of each file: where they are the same, so is the digest."""
    for name in names:
        try:
            known = os.lstat(f"{folder}/{name}")
        except OSError:
            yield name, -1, 0, 0
        else:
            yield name, known.st_size, known.st_ctime_ns, known.st_ino


@lru_cache(maxsize=256)
def _digest(folder: str, states: tuple[tuple[str, int, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for name, size, _, _ in states:
        path = Path(folder, name)
        digest.update(os.fsencode(name) + b"\0")
        if size < 0:
            digest.update(b"gone")
        elif path.is_symlink():
            digest.update(b"-> " + os.fsencode(path.readlink()))
        elif path.is_file():
            digest.update(b"x" if path.stat().st_mode & 0o111 else b"-")
            digest.update(_content(path))
    return digest.hexdigest()[:16]


def _found(folder: str) -> Iterator[str]:
    for directory, names, files in os.walk(folder):
        links = [name for name in names if Path(directory, name).is_symlink()]
        names[:] = sorted(name for name in names if name != "__pycache__" and name not in links)
        for name in sorted(files + links):
            if not name.endswith(_CHANGING) and not (directory == folder and name.startswith(_APART)):
                yield os.path.relpath(f"{directory}/{name}", folder)


def _content(path: Path) -> bytes:
    """Digest of what is in the file; of a jar, which has the times of its build in it, of its names and checksums."""
    digest = hashlib.sha256()
    if path.suffix == ".jar" and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as jar:
            entries = sorted((e.filename, e.CRC, e.file_size) for e in jar.infolist())
        digest.update(repr([e for e in entries if not e[0].startswith("META-INF/maven/")]).encode(errors="replace"))
        return digest.digest()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.digest()
