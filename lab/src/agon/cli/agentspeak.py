"""The engine's programs for AgentSpeak, `agon-asl` and, for several nodes, `agon-nodes`: built when first needed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import typer

from agon import home
from agon.errors import AgonError, MissingError

PROGRAM = "agon-asl"
NODES = "agon-nodes"


def program() -> Path:
    """Builds the program; cargo does nothing if it is up to date."""
    return _built(PROGRAM, "agon-agentspeak")


def nodes_program() -> Path:
    """Builds the program for several nodes, with Zenoh, which only this program needs."""
    return _built(NODES, "agon-link-agents")


def _built(name: str, package: str) -> Path:
    cargo = shutil.which("cargo")
    if cargo is None:
        raise MissingError(f"{name} is built by cargo, which is not there: install Rust")
    target = home.cargo_target()
    built = target / "release" / name
    if not built.exists():
        typer.echo(f"agon: building {name}, once", err=True)
    build = subprocess.run(
        [cargo, "build", "--quiet", "--release", "--locked", "-p", package, "--bin", name],
        cwd=home.root(),
        env=os.environ | {"CARGO_TARGET_DIR": str(target)},
        check=False,
    )
    if build.returncode != 0:
        raise AgonError(f"{name} could not be built; the errors of cargo are above")
    return built
