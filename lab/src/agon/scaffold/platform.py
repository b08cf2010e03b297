"""`agon new platform`: a platform of one's own, begun from one that exists."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.platforms.registry import Platform
from agon.scaffold.folder import fresh


def begin_platform(name: str, like: Platform, into: Path) -> Path:
    """Copy `like` into `into/name` under the new id; returns the folder."""
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
