"""Which platforms are ready here, which one command makes ready, and which need more than that."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from enum import StrEnum

from agon.platforms.probe import Readiness


class Within(StrEnum):
    """How near a platform is, nearest first."""

    ready = "ready"
    one_command = "one command"
    more = "more"


def within(readiness: Readiness) -> Within:
    """What stands between a platform and a run."""
    if readiness.word == "ready":
        return Within.ready
    if readiness.supply:
        return Within.more
    by_hand = [need for need in readiness.missing if not need.apt]
    return Within.more if by_hand or (readiness.missing and not may_install()) else Within.one_command


def may_install() -> bool:
    """May `install` call the distribution's package manager here?"""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_commands(found: Iterable[tuple[str, str]], width: int) -> list[str]:
    """`./agon install a b c` of names, each with the tool that builds it: a command is a line, and those that one tool
    builds are together."""
    by_tool: dict[str, list[str]] = {}
    for name, tool in found:
        by_tool.setdefault(tool, []).append(name)
    shared = [names for names in by_tool.values() if len(names) > 1]
    others = [name for names in by_tool.values() if len(names) == 1 for name in names]
    return [line for names in (*shared, others) if names for line in _packed("./agon install", names, width)]


def _packed(command: str, names: Sequence[str], width: int) -> list[str]:
    made = [command]
    for name in names:
        if made[-1] != command and len(made[-1]) + 1 + len(name) > width:
            made.append(command)
        made[-1] += f" {name}"
    return made
