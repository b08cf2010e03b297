"""Which packages of the workspace a changed file concerns: its own, and those that are built on it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Package:
    """A member of the workspace: its name, its folder from the project's root, and the folders it depends on."""

    name: str
    folder: str
    needs: frozenset[str]
    default: bool
    """Whether Cargo takes it where no package is named."""


def packages(root: Path) -> list[Package]:
    """The members of the workspace whose Cargo.toml is in `root`."""
    workspace = _read(root / "Cargo.toml")["workspace"]
    common = workspace.get("dependencies", {})
    default = set(workspace.get("default-members", workspace["members"]))
    return [_package(root, member, common, member in default) for member in workspace["members"]]


def concerned(root: Path, changed: Sequence[str]) -> list[str] | None:
    """The names of the default members that the changed files concern; None for all of them, where a file belongs to
    no member."""
    members = packages(root)
    touched: set[str] = set()
    for file in changed:
        homes = [member.folder for member in members if file.startswith(f"{member.folder}/")]
        if not homes:
            return None
        touched.add(max(homes, key=len))
    while more := {member.folder for member in members if touched & member.needs} - touched:
        touched |= more
    return [member.name for member in members if member.default and member.folder in touched]


def _package(root: Path, member: str, common: Mapping[str, Any], default: bool) -> Package:
    manifest = _read(root / member / "Cargo.toml")
    folder = root / member
    needs = {str(path.relative_to(root.resolve())) for path in _paths(manifest, folder, root, common)}
    return Package(manifest["package"]["name"], member, frozenset(needs), default)


def _paths(manifest: Mapping[str, Any], folder: Path, root: Path, common: Mapping[str, Any]) -> Iterator[Path]:
    for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
        for name, wanted in manifest.get(kind, {}).items():
            match wanted, common.get(name):
                case {"path": str(path)}, _:
                    yield (folder / path).resolve()
                case {"workspace": True}, {"path": str(path)}:
                    yield (root / path).resolve()
                case _:
                    pass


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
