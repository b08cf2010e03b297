"""Makes platforms ready: installs missing toolchains with the system's package manager, then builds."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from threading import Event

from agon.errors import MissingError, UsageError
from agon.platforms import group
from agon.platforms.build import Progress, build
from agon.platforms.probe import jar_folder, missing_needs, supply_wanted
from agon.platforms.registry import Platform

_WAIT = ("-o", "DPkg::Lock::Timeout=60")
"""For another apt-get to be done."""


def supply(platform: Platform, jars: Sequence[Path]) -> None:
    """Take these jars of the user's, in place of any earlier ones, for the platform to be built against."""
    wanted = platform.manifest.supply
    if wanted is None or not wanted.jar:
        why = wanted.how(platform.id) if wanted is not None else "its build gets what it needs from a registry"
        raise UsageError(f"--jar: {platform.id} is not built from a jar of yours: {why}")
    for jar in jars:
        if not zipfile.is_zipfile(jar):
            raise UsageError(f"--jar {jar}: {'not a jar' if jar.is_file() else 'no such file'}; wanted is {wanted.jar}")
    folder = jar_folder(platform)
    temporary = folder.with_suffix(".new")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    for jar in jars:
        shutil.copyfile(jar, temporary / f"{jar.stem}.jar")
    shutil.rmtree(folder, ignore_errors=True)
    temporary.replace(folder)


def install_toolchains(platforms: Sequence[Platform], progress: Progress, *, stop: Event | None = None) -> None:
    """Install what is missing and can be had as Debian packages; MissingError names the rest and how to get it."""
    needs = {need.name: need for platform in platforms for need in missing_needs(platform)}
    packages = sorted({package for need in needs.values() for package in need.apt})
    by_hand = [f"{need.name}: {need.hint}" for need in needs.values() if not need.apt]
    if packages:
        if shutil.which("apt-get") is None:
            by_hand += [f"{need.name}: {need.hint}" for need in needs.values() if need.apt]
        elif os.geteuid() != 0:
            raise MissingError(
                f"installing needs root. Run: sudo apt-get install --no-install-recommends {' '.join(packages)}"
            )
        else:
            _apt(packages, progress, stop or Event())
    if by_hand:
        raise MissingError(f"cannot be installed from here; do it by hand, then again: {'; '.join(by_hand)}")


def _apt(packages: Sequence[str], progress: Progress, stop: Event) -> None:
    """Fetch, then unpack. Only fetching may be stopped: a half unpacked package would be the user's trouble."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    get = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *_WAIT]
    for argv, halt in (
        (["apt-get", "update", "-q", *_WAIT], stop),
        ([*get, "--download-only", *packages], stop),
        ([*get, *packages], Event()),
    ):
        progress(" ".join(word for word in argv if word not in _WAIT))
        with tempfile.TemporaryFile() as output:
            try:
                status = group.run(
                    argv, cwd=Path("/"), environment=environment, output=output, until=math.inf, stop=halt
                )
            except group.EndedEarlyError:
                raise MissingError(f"stopped while {', '.join(packages)} were fetched") from None
            output.seek(0)
            printed = output.read().decode(errors="replace")
        if status != 0 and argv[1] == "install":
            tail = "\n".join(printed.splitlines()[-5:])
            raise MissingError(f"'{' '.join(argv)}' failed (status {status}):\n{tail}")


def install(platforms: Sequence[Platform], progress: Progress) -> None:
    """Toolchains, then builds; what is ready already is left alone. MissingError for what no registry holds."""
    for platform in platforms:
        if wanted := supply_wanted(platform):
            raise MissingError(wanted)
    install_toolchains(platforms, progress)
    for platform in platforms:
        progress(f"{platform.label}: building")
        build(platform, progress)
        progress(f"{platform.label}: ready")
