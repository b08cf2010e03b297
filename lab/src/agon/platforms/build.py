"""Builds platforms into `.agon/build/<platform>/<version>`, once for each state of their sources."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from agon.errors import MissingError, UsageError
from agon.platforms.probe import build_folder, fill, jars, missing_needs, substitutions, supply_wanted
from agon.platforms.registry import Platform

STAMP = ".agon-built"
_IGNORED = {"target", "build", "__pycache__", ".git", "Cargo.lock", "node_modules"}
Progress: TypeAlias = Callable[[str], None]


def path_key(folder: Path) -> str:
    """Short digest that tells folders outside the tree apart."""
    return hashlib.sha256(str(folder).encode()).hexdigest()[:10]


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        yield folder
        return
    for directory, names, files in os.walk(folder):
        names[:] = sorted(name for name in names if name not in _IGNORED)
        yield from (Path(directory) / name for name in sorted(files) if name not in _IGNORED)


def source_digest(platform: Platform) -> str:
    """Digest of the platform's sources and of what its build reads elsewhere (`build.inputs`, jars of the user's)."""
    digest = hashlib.sha256(platform.version.encode())
    elsewhere = [*(platform.folder / extra for extra in platform.manifest.build.inputs), *jars(platform)]
    for place in [platform.folder, *elsewhere]:
        for path in _files(place):
            digest.update(str(path.relative_to(place)).encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def is_current(platform: Platform) -> bool:
    """Is the build there, made from the sources as they are now?"""
    stamp = build_folder(platform) / STAMP
    if not stamp.exists():
        return False
    return stamp.read_text(encoding="utf-8").strip() == source_digest(platform)


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f".{folder.name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # a second lab waits for the first one's build
        yield


def build(platform: Platform, progress: Progress = lambda _: None, *, force: bool = False) -> None:
    """Build it unless the build is current. Raises MissingError (toolchain) or UsageError (the build fails)."""
    if supply := supply_wanted(platform):
        raise MissingError(f"{platform.label} is not here: {supply}")
    missing = missing_needs(platform)
    if missing:
        lines = "; ".join(f"{need.name}: {need.hint}" for need in missing)
        raise MissingError(
            f"{platform.label} needs a toolchain that is not here. {lines}. Or: ./agon install {platform.id}"
        )
    folder = build_folder(platform)
    with _locked(folder):
        if not force and is_current(platform):
            return
        digest = source_digest(platform)
        if force and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / STAMP).unlink(missing_ok=True)
        for command in platform.manifest.build.commands:
            argv = fill(list(command), substitutions(platform))
            progress(f"{platform.label}: {' '.join(argv)[:160]}")
            _run(platform, argv, folder)
        (folder / STAMP).write_text(digest + "\n", encoding="utf-8")


def _run(platform: Platform, argv: list[str], folder: Path) -> None:
    log = folder / "build.log"
    environment = os.environ | {"AGON_BUILD": str(folder), "LC_ALL": "C.UTF-8"}
    with log.open("ab") as output:
        output.write(f"$ {' '.join(argv)}\n".encode())
        output.flush()
        try:
            done = subprocess.run(
                argv,
                cwd=platform.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                env=environment,
            )
        except OSError as error:
            raise UsageError(
                f"{platform.label}: cannot start '{argv[0]}' of [build] commands: {error.strerror}"
            ) from None
    if done.returncode != 0:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
        raise UsageError(f"{platform.label}: its build failed (status {done.returncode}). Whole log: {log}\n{tail}")
