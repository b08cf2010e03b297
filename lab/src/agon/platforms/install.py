"""Makes platforms ready: installs missing toolchains with the system's package manager, then builds."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from agon.errors import MissingError
from agon.platforms.build import Progress, build
from agon.platforms.probe import missing_needs
from agon.platforms.registry import Platform


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
    """Toolchains, then builds; what is ready already is left alone."""
    install_toolchains(platforms, progress)
    for platform in platforms:
        progress(f"{platform.label}: building")
        build(platform, progress)
        progress(f"{platform.label}: ready")
