"""`agon new platform`: a platform of one's own, begun from one that exists."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.platforms.registry import Platform

_NAME = re.compile(r"[a-z][a-z0-9-]*\Z")


def scaffold(name: str, like: Platform, into: Path) -> Path:
    """Copy `like` into `into/name` under the new id; returns the folder. Nothing is left behind on failure."""
    if not _NAME.match(name):
        raise UsageError(f"'{name}': a platform's name is made of a-z, 0-9 and '-'")
    folder = into / name
    if folder.exists():
        raise UsageError(f"{folder} exists; choose another name")
    outside = [extra for extra in like.manifest.build.inputs if extra.startswith("..")]
    if outside:
        shared = ", ".join(outside)
        raise UsageError(f"{like.id} builds from files it shares with others ({shared}): choose another --like")
    ignored = shutil.ignore_patterns("target", "build", "__pycache__", "Cargo.lock", "*.beam", "*.class")
    try:
        shutil.copytree(like.folder, folder, ignore=ignored)
        manifest = folder / "platform.toml"
        text = manifest.read_text(encoding="utf-8")
        text = re.sub(r'(?m)^id\s*=\s*"[^"]*"', f'id = "{name}"', text, count=1)
        text = re.sub(r'(?m)^name\s*=\s*"[^"]*"', f'name = "{name}"', text, count=1)
        manifest.write_text(text, encoding="utf-8")
        read_manifest(folder)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise UsageError(f"{folder}: {error.strerror}") from None
    return folder
