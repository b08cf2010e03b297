"""Builds platforms into `.agon/build/<platform>/<version>[+runtime]`, once for each state of sources and compilers."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias, TypedDict, cast

from agon import home
from agon.errors import AgonError, MissingError, UsageError
from agon.platforms import group, own, surroundings
from agon.platforms.built import note_files
from agon.platforms.compilers import compilers
from agon.platforms.probe import build_folder, fill, jars, missing_needs, substitutions, supply_wanted
from agon.platforms.registry import Platform
from agon.platforms.shared import keep_own

STAMP = ".agon-built"
_LOOK_S = 0.2
_IGNORED = {"target", "build", "__pycache__", ".git", "Cargo.lock", "node_modules"}
Progress: TypeAlias = Callable[[str], None]


def path_key(folder: Path) -> str:
    """Short digest that distinguishes folders outside the tree."""
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
    digest = hashlib.sha256(platform.edition.encode())
    elsewhere = [*(platform.folder / extra for extra in platform.manifest.build.inputs), *jars(platform)]
    for place in [platform.folder, *elsewhere]:
        for path in _files(place):
            digest.update(str(path.relative_to(place)).encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    for path in own.files(platform.prefix, platform.manifest.versions.prefix) if platform.prefix else ():
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _stamp(platform: Platform, sources: str) -> dict[str, Any]:
    """What a build is made of: its sources, its compilers and what the user's environment adds; and the folder, which
    archives and scripts in it name."""
    return {
        "folder": str(build_folder(platform)),
        "sources": sources,
        "compilers": compilers(platform),
        "configuration": surroundings.configuration(platform),
        "deciding": surroundings.deciding(platform),
    }


def _kept(platform: Platform) -> dict[str, list[int]]:
    """Size and time, in seconds, of the files that are to stay as they are (`build.kept`)."""
    folder = build_folder(platform)
    states: dict[str, list[int]] = {}
    for pattern in platform.manifest.build.kept:
        for path in sorted(folder.glob(pattern)):
            known = path.stat()
            states[str(path.relative_to(folder))] = [known.st_size, int(known.st_mtime)]
    return states


def _found(platform: Platform) -> dict[str, Any]:
    """The stamp that is there; empty where there is none that can be read."""
    try:
        found: object = json.loads((build_folder(platform) / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def built_elsewhere(platform: Platform) -> str:
    """The folder that the build was made in, where it is another: this one is a copy, or was moved. Else empty."""
    folder = str(_found(platform).get("folder", ""))
    return "" if folder == str(build_folder(platform)) else folder


def is_current(platform: Platform) -> bool:
    """Is the build there, made in this folder from the sources and by the compilers as they are now?"""
    found = _found(platform)
    folder = str(build_folder(platform))
    if found.get("folder") != folder or found.get("kept") != _kept(platform):
        return False
    sources = source_digest(platform)
    # compilers are slow to answer: they are asked only about a build that would else do
    return sources == found.get("sources") and all(found.get(k) == v for k, v in _stamp(platform, sources).items())


def is_built(platform: Platform) -> bool:
    """Is a build of the sources there? Nothing is run to find out, so the compilers may have changed since."""
    found = _found(platform)
    return found.get("folder") == str(build_folder(platform)) and found.get("sources") == source_digest(platform)


class Reached(TypedDict):
    """What a build was given from outside its sources."""

    environment: dict[str, str]
    configuration: dict[str, str]
    """Files that configure its tools, with their digests."""


def reached_by(platform: Platform) -> Reached:
    """What the build that is there was given."""
    found = _found(platform)
    return {"environment": found.get("environment", {}), "configuration": found.get("configuration", {})}


@contextmanager
def _locked(folder: Path, stop: Event) -> Generator[None]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f".{folder.name}.lock").open("w") as handle:
        while True:  # a second lab waits for the first one's build
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if stop.wait(_LOOK_S):
                    raise AgonError(f"{folder}: stopped while another lab was building there") from None
        yield


def build(
    platform: Platform, progress: Progress = lambda _: None, *, force: bool = False, stop: Event | None = None
) -> None:
    """Build it unless the build is current. Raises MissingError (toolchain) or UsageError (the build fails).

    `stop`, when set by another thread, ends the build with all its processes, as Ctrl-C does in the main thread.
    """
    stop = stop or Event()
    if supply := supply_wanted(platform):
        raise MissingError(f"{platform.label} is not here: {supply}")
    missing = missing_needs(platform)
    if missing:
        lines = "; ".join(f"{need.name}: {need.hint}" for need in missing)
        raise MissingError(
            f"{platform.label} needs a toolchain that is not here. {lines}. Or: ./agon install {platform.to_install}"
        )
    folder = build_folder(platform)
    with ExitStack() as locks:
        locks.enter_context(_locked(folder, stop))
        if not force and is_current(platform):
            return
        stamp = _stamp(platform, source_digest(platform))
        elsewhere = built_elsewhere(platform)
        if elsewhere:
            progress(f"{platform.label}: its build was made in {elsewhere}, and copied or moved: building it again")
        if (force or elsewhere) and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        keep_own(progress)
        if any("{shared}" in word for command in commands(platform) for word in command):
            # what a compiler leaves there is copied by a later command: no other build may come between
            locks.enter_context(_locked(home.state() / "shared-builds", stop))
        _write(folder, {"folder": stamp["folder"]})  # not complete, but of this folder
        until = time.monotonic() + platform.manifest.build.time_limit_s
        for command in commands(platform):
            argv = fill(command, substitutions(platform))
            progress(f"{platform.label}: {' '.join(argv)[:160]}")
            _run(platform, argv, folder, until, stop)
        note_files(platform)
        environment = surroundings.recorded(surroundings.environment(platform))
        _write(folder, stamp | {"kept": _kept(platform), "environment": environment})


def commands(platform: Platform) -> list[list[str]]:
    """The commands of its build, with the flags of its layout; placeholders are not filled in yet."""
    rules = platform.manifest.build
    layout = rules.layout if platform.nth else []
    return [[w for word in argv for w in (layout if word == "{layout}" else [word])] for argv in rules.commands]


def _write(folder: Path, stamp: dict[str, Any]) -> None:
    (folder / STAMP).write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def _run(platform: Platform, argv: list[str], folder: Path, until: float, stop: Event) -> None:
    log = folder / "build.log"
    environment = surroundings.environment(platform)
    environment |= {"AGON_BUILD": str(folder), "AGON_RUNTIMES": str(home.state() / "runtimes")}
    with log.open("ab") as output:
        output.write(f"$ {' '.join(argv)}\n".encode())
        output.flush()
        try:
            status = group.run(
                argv, cwd=platform.folder, environment=environment, output=output, until=until, stop=stop
            )
            how = f"its build failed (status {status})" if status else ""
        except OSError as error:
            raise UsageError(
                f"{platform.label}: cannot start '{argv[0]}' of [build] commands: {error.strerror}"
            ) from None
        except group.EndedEarlyError:
            if stop.is_set():
                raise AgonError(f"{platform.label}: its build was stopped") from None
            limit = platform.manifest.build.time_limit_s
            how = f"its build was ended after {limit:g} s ([build] time_limit_s of its platform.toml)"
    if how:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
        raise UsageError(f"{platform.label}: {how}. Whole log: {log}\n{tail}")
