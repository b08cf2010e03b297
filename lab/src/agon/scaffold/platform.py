"""`agon new platform`: a platform of one's own, begun from a language's smallest program or from a platform."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.platforms.registry import Platform
from agon.scaffold.folder import fill, fresh

_TEMPLATES = Path(__file__).parent / "platforms"

WORKLOADS = ("token-ring",)
"""What the smallest programs do."""


def languages() -> list[str]:
    """The languages in which there is a smallest program."""
    return sorted(path.name for path in _TEMPLATES.iterdir())


def begin_program(name: str, language: str, workload: str, into: Path) -> Path:
    """Make `into/name`, the smallest program of a language that conforms to the protocol; returns the folder."""
    if language not in languages():
        raise UsageError(f"--language {language}: choose one of {', '.join(languages())}")
    if workload not in WORKLOADS:
        raise UsageError(
            f"--workload {workload}: the smallest programs do {', '.join(WORKLOADS)}; "
            "docs/adding-a-platform.md explains how to add the others"
        )
    with fresh(name, into) as folder:
        fill(folder, _TEMPLATES / language, {"@NAME@": name})
        read_manifest(folder)
    return folder


def begin_platform(name: str, like: Platform, into: Path) -> Path:
    """Copy `like` into `into/name` under the new id; returns the folder."""
    if not like.manifest.runs:
        raise UsageError(f"{like.id} has no program to copy, only published figures: choose another --like")
    outside = [extra for extra in like.manifest.build.inputs if extra.startswith("..")]
    if outside:
        shared = ", ".join(outside)
        raise UsageError(f"{like.id} builds from files it shares with others ({shared}): choose another --like")
    ignored = shutil.ignore_patterns("target", "build", "__pycache__", "Cargo.lock", "*.beam", "*.class")
    with fresh(name, into) as folder:
        shutil.copytree(like.folder, folder, ignore=ignored, dirs_exist_ok=True)
        manifest = folder / "platform.toml"
        text = manifest.read_text(encoding="utf-8")
        text = re.sub(r'(?m)^id\s*=\s*"[^"]*"', f'id = "{name}"', text, count=1)
        text = re.sub(r'(?m)^name\s*=\s*"[^"]*"', f'name = "{name}"', text, count=1)
        manifest.write_text(text, encoding="utf-8")
        read_manifest(folder)
    return folder
