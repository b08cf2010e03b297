"""The engine's programs for AgentSpeak, `agon-asl` and, for several nodes, `agon-nodes`: built when first needed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import typer

from agon import home
from agon.errors import AgonError, MissingError

PROGRAM = "agon-asl"
NODES = "agon-nodes"
_SPACE = re.compile(r"(?<!\\) ")


def program() -> Path:
    """Builds the program, unless it is newer than all that it is made of."""
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
    if _is_current(built):
        return built
    first = not built.exists()
    if first:
        typer.echo(f"agon: building {name}, once; it takes a few minutes", err=True)
    build = subprocess.run(
        [cargo, "build", *([] if first else ["--quiet"]), "--release", "--locked", "-p", package, "--bin", name],
        cwd=home.root(),
        env=os.environ | {"CARGO_TARGET_DIR": str(target)},
        check=False,
    )
    if build.returncode != 0:
        raise AgonError(f"{name} could not be built; the errors of cargo are above")
    return built


def _is_current(built: Path) -> bool:
    """Whether a program is newer than its sources, as cargo listed them, and than all manifests.

    Cargo itself takes a second to find that out, and the program some milliseconds.
    """
    root = home.root()
    manifests = [root / "Cargo.lock", root / "Cargo.toml", *root.glob("engine/*/Cargo.toml")]
    manifests += root.glob("engine/*/*/Cargo.toml")
    try:
        made = built.stat().st_mtime_ns
        listed = built.with_name(f"{built.name}.d").read_text(encoding="utf-8").split("\n", 1)[0]
        sources = [word.replace("\\ ", " ") for word in _SPACE.split(listed.partition(": ")[2]) if word]
        return bool(sources) and all(Path(file).stat().st_mtime_ns <= made for file in (*manifests, *sources))
    except OSError:
        return False
