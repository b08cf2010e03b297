"""The engine's program for AgentSpeak, `agon-asl`: built when it is first needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import typer

from agon import home
from agon.errors import AgonError, MissingError

PROGRAM = "agon-asl"


def program() -> Path:
    """Builds the program; cargo does nothing if it is up to date."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise MissingError(f"{PROGRAM} is built by cargo, which is not there: install Rust")
    target = home.state() / "build" / "engine"
    built = target / "release" / PROGRAM
    if not built.exists():
        typer.echo(f"agon: building {PROGRAM}, once", err=True)
    build = subprocess.run(
        [cargo, "build", "--quiet", "--release", "--locked", "-p", "agon-agentspeak", "--bin", PROGRAM],
        cwd=home.root() / "engine",
        env=os.environ | {"CARGO_TARGET_DIR": str(target)},
        check=False,
    )
    if build.returncode != 0:
        raise AgonError(f"{PROGRAM} could not be built; what cargo says is above")
    return built
