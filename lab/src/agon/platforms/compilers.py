"""Which compilers a platform is built with: their versions, asked of themselves."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

from agon.platforms import surroundings
from agon.platforms.registry import Platform
from agon.printable import printable

_PATIENCE_S = 60
"""A Java tool on a busy machine takes seconds."""

# not system_version, which holds the number of cores as well
_ERLANG = [
    *("erl", "-noshell", "-eval"),
    'io:format("~s ~s", [erlang:system_info(Which) || Which <- [otp_release, version]]), halt().',
]
_QUESTIONS = {
    "cargo": ["rustc", "-vV"],
    "go": ["go", "version"],
    "java": ["java", "-version"],
    "javac": ["javac", "-version"],
    "mvn": ["mvn", "-B", "--version"],  # prints the JDK that it compiles with, too
    "erl": _ERLANG,
    "erlc": _ERLANG,
}
"""By what `[[needs]]` names; any other command is asked for its `--version`."""

_OF_THE_SYSTEM = ("Default locale:", "OS name:")
"""Lines of Maven's that are about the machine, whose kernel may change, not about a compiler."""

_BY_FOLDER = {"cargo", "go"}
"""Files next to the sources name the version of these that is used."""


def compilers(platform: Platform) -> dict[str, str]:
    """Each command of the platform's `[[needs]]` with the version that it prints."""
    found: dict[str, str] = {}
    for command in dict.fromkeys(need.command for need in platform.manifest.needs):
        settings = surroundings.environment(platform)
        place = shutil.which(command, path=settings.get("PATH"))
        folder = str(platform.folder) if command in _BY_FOLDER else None
        if place is not None:
            found[command] = _version(command, place, _state(place), folder, tuple(sorted(settings.items())))
    return found


def _state(place: str) -> tuple[str, int, int]:
    """Which file it is, and when it was written: another one is asked again."""
    path = Path(place).resolve()
    known = path.stat()
    return str(path), known.st_size, known.st_mtime_ns


@cache
def _version(
    command: str, place: str, state: tuple[str, int, int], folder: str | None, environment: tuple[tuple[str, str], ...]
) -> str:
    """In one line; for a command that prints none, which file it is."""
    question = _QUESTIONS.get(command, [command, "--version"])
    argv = [place, *question[1:]] if question[0] == command else question
    try:
        done = subprocess.run(
            argv,
            cwd=folder or "/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
            env=dict(environment),
        )
    except (OSError, subprocess.TimeoutExpired):
        done = None
    if done is None or done.returncode != 0:
        return " ".join(map(str, state))
    lines = (done.stdout + done.stderr).splitlines()
    versions = [line for line in lines if not line.startswith(_OF_THE_SYSTEM)]
    return printable(" ".join(" ".join(versions).split())) or " ".join(map(str, state))
