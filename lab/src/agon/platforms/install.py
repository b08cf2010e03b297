"""Makes platforms ready: installs missing toolchains with the system's package manager, then builds."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

from agon.errors import MissingError, UsageError
from agon.platforms.build import Progress, build
from agon.platforms.probe import jar_folder, missing_needs, supply_wanted
from agon.platforms.registry import Platform


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
    beside = folder.with_suffix(".new")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    for jar in jars:
        shutil.copyfile(jar, beside / f"{jar.stem}.jar")
    shutil.rmtree(folder, ignore_errors=True)
    beside.replace(folder)


def install_toolchains(platforms: Sequence[Platform], progress: Progress) -> None:
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
            _apt(packages, progress)
    if by_hand:
        raise MissingError(f"cannot be installed from here; do it by hand, then again: {'; '.join(by_hand)}")


def _apt(packages: Sequence[str], progress: Progress) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for argv in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages],
    ):
        progress(" ".join(argv))
        done = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
        )
        if done.returncode != 0 and argv[1] == "install":
            tail = "\n".join((done.stdout + done.stderr).splitlines()[-5:])
            raise MissingError(f"'{' '.join(argv)}' failed (status {done.returncode}):\n{tail}")


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
