"""Which platforms of a user's repository a gate compares: each at the base, and as it is in the checkout."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agon.errors import UsageError
from agon.platforms.build import STAMP
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find, split
from agon.run.repository import Repository, repository


@dataclass(frozen=True)
class Place:
    """A platform's folder, relative to the repository's root, and the variant that was asked for."""

    folder: str
    variant: str = ""

    def at(self, root: Path) -> Platform:
        """The platform in a checkout."""
        return find(str(root / self.folder) + (f":{self.variant}" if self.variant else ""))


@dataclass(frozen=True)
class Chosen:
    """What is to be compared."""

    places: tuple[Place, ...]
    notes: tuple[str, ...]
    """What takes no part, and why."""
    changed: bool
    """Whether any file of the checkout differs from the base."""


def choose(repo: Repository, base: str, named: Sequence[str]) -> Chosen:
    """The platforms named, else those that what has changed may concern. `base`: a commit.

    A platform is concerned by changes in its folder and in its `[build] inputs`; one that declares no inputs, by
    changes outside of all platforms' folders, too: it may be built from them.
    """
    here, there = repo.folders(), repo.folders(base)
    changed = repo.changed(base)
    places = [_named(repo, spec, here) for spec in named] or [Place(folder) for folder in sorted(here)]
    if not places:
        raise UsageError(f"{repo.root} has no folder with a platform.toml: ./agon new platform NAME begins one")
    notes = [f"{p.folder}: new, the base has nothing to compare it with" for p in places if p.folder not in there]
    if not named:
        notes += [f"{folder}: removed, only the base has it" for folder in sorted(there - here)]
    both = [p for p in places if p.folder in there]
    if not named:
        outside = [name for name in changed if not any(_within(name, folder) for folder in here | there)]
        both = [p for p in both if _concerned(p.at(repo.root), p.folder, changed, outside)]
    return Chosen(tuple(both), tuple(notes), bool(changed))


def _named(repo: Repository, spec: str, here: Iterable[str]) -> Place:
    path = spec if "/" in spec or spec.startswith(".") else f"./{spec}"
    found = find(path)
    top = repository(found.folder).root
    if top != repo.root:
        whose = "in a submodule, or in another repository" if found.folder.is_relative_to(repo.root) else "elsewhere"
        raise UsageError(f"{spec} is {whose} ({top}): run the gate there")
    folder = str(found.folder.relative_to(repo.root))
    if folder not in here:
        raise UsageError(f"{spec}: git ignores its platform.toml, so that no commit has it")
    return Place(folder, split(path)[1] or "")


def _concerned(platform: Platform, folder: str, changed: Iterable[str], outside: Sequence[str]) -> bool:
    inputs = [os.path.normpath(f"{folder}/{extra}") for extra in platform.manifest.build.inputs]
    return any(_within(name, place) for name in changed for place in (folder, *inputs)) or bool(outside and not inputs)


def _within(name: str, folder: str) -> bool:
    return folder in (".", name) or name.startswith(f"{folder}/")


def labelled(platforms: Sequence[Platform], places: Sequence[Place], commit: str) -> list[Platform]:
    """The platforms of one side, by labels that name the user's commit as their version: `mine@3f2a1bc`."""
    ids = [p.id for p in platforms]
    names = [p.id if ids.count(p.id) == 1 else place.folder for p, place in zip(platforms, places, strict=True)]
    return [
        replace(p, label=f"{name}{f':{place.variant}' if place.variant else ''}@{commit}")
        for p, name, place in zip(platforms, names, places, strict=True)
    ]


def to_be_rebuilt(platform: Platform) -> None:
    """Let it be built again: a file that it is built from and does not declare may have changed."""
    (build_folder(platform) / STAMP).unlink(missing_ok=True)
