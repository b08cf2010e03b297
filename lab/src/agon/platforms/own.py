"""A user's own installation of a platform, named by its prefix: `erlang@/opt/otp-28`.

Its programs, headers and libraries come before those of the system, in the build and in runs.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from agon.errors import UsageError

_SPEC = re.compile(r"([a-z0-9][a-z0-9-]*)(?::([a-z0-9-]+))?@([/~.].*)\Z")
_LIBRARIES = ("lib", "lib64", "lib/*-linux-gnu")


def split(spec: str) -> tuple[str, str | None, str] | None:
    """Name, variant and prefix; None where `spec` names no prefix."""
    found = _SPEC.match(spec)
    return (found[1], found[2], found[3]) if found else None


def is_prefix(version: str) -> bool:
    """Is it a path, not a version?"""
    return version.startswith(("/", "~", "."))


def checked(name: str, given: str, needed: Sequence[str]) -> str:
    """The prefix as an absolute path. UsageError where the platform takes none, or what it needs is not there."""
    if not needed:
        raise UsageError(f"{name} cannot be measured from a folder: its [versions] have no prefix. Name a version")
    prefix = os.path.abspath(Path(given).expanduser())  # noqa: PTH100 - links stay: they may be how it is switched
    if absent := [pattern for pattern in needed if not any(Path(prefix).glob(pattern))]:
        raise UsageError(f"{name}@{given}: there is no {absent[0]} in it; name the prefix of an installation of {name}")
    return prefix


def label(prefix: str) -> str:
    """What stands for the prefix in names: its last part."""
    return "from-" + re.sub(r"[^A-Za-z0-9._-]", "-", Path(prefix).name)


def edition(prefix: str) -> str:
    """What distinguishes its build from those of others."""
    return f"{label(prefix)}-{hashlib.sha256(prefix.encode()).hexdigest()[:10]}"


def files(prefix: str, needed: Sequence[str]) -> list[Path]:
    """What was found below it."""
    return sorted({path for pattern in needed for path in Path(prefix).glob(pattern) if path.is_file()})


def running(prefix: str, present: Mapping[str, str]) -> dict[str, str]:
    """Variables by which what runs finds its programs, and libraries with those that they need themselves."""
    return {
        "PATH": _first(present, "PATH", [f"{prefix}/bin"]),
        "LD_LIBRARY_PATH": _first(present, "LD_LIBRARY_PATH", _libraries(prefix)),
    }


def building(prefix: str, present: Mapping[str, str]) -> dict[str, str]:
    """The same, and those by which a compiler finds headers and libraries."""
    return running(prefix, present) | {
        "CPATH": _first(present, "CPATH", [f"{prefix}/include"]),
        "LIBRARY_PATH": _first(present, "LIBRARY_PATH", _libraries(prefix)),
    }


def _libraries(prefix: str) -> list[str]:
    return [str(p) for pattern in _LIBRARIES for p in sorted(Path(prefix).glob(pattern)) if p.is_dir()]


def _first(present: Mapping[str, str], name: str, folders: Sequence[str]) -> str:
    return os.pathsep.join([*folders, *filter(None, [present.get(name, "")])])
