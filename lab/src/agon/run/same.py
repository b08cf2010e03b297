"""An experiment that goes on must be the same: in the environment of its programs, and in its platforms."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from agon import home
from agon.errors import MissingError, StoreError
from agon.platforms.build import reached_by, source_digest
from agon.platforms.built import built_digest
from agon.platforms.compilers import compilers
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find
from agon.results.model import BuildRecord, Environment, Experiment, PlatformRecord
from agon.results.places import Places, here


def same_environment(folder: Path, experiment: Experiment, now: Environment) -> None:
    """Programs get the variables that they got from the beginning; StoreError explains how to give them these."""
    recorded, present = experiment.environment.handed_over, now.handed_over
    if not recorded:  # by a lab that did not record them
        return
    places = Places(here(folder))  # an exported experiment has names for folders, and for the user

    def differs(name: str) -> bool:
        was = places.hide(recorded[name])
        return name not in present or was not in (places.hide(present[name]), f"${name}")

    differing = [name for name in recorded if differs(name)]
    added = [name for name in present if name not in recorded]
    if not differing and not added:
        return
    words = [f"-u {name}" for name in added] + [f"{name}={shlex.quote(recorded[name])}" for name in differing]
    raise StoreError(
        f"programs would get another environment than the experiment began with ({', '.join(differing + added)}). "
        f"Go on with the former one: env {' '.join(words)} ./agon resume {shlex.quote(str(folder))}"
    )


def same_platform(record: PlatformRecord) -> Platform:
    """The platform, as it was when the experiment began. Errors name what has changed."""
    label = record.label
    tail = (f":{record.variant}" if record.variant else "") + f"@{record.version_asked}"
    tail += f"+{record.runtime_asked}" if record.runtime_asked else ""
    folder = Places(here()).expand(record.folder)
    inside = home.is_own(record.id) and Path(folder) == home.platforms() / record.id
    if not inside and not Path(folder).is_dir():
        raise MissingError(f"{label}: its folder {folder} is gone; the experiment cannot go on without it")
    platform = replace(find((record.id if inside else folder) + tail), quick=record.quick)
    if source_digest(platform) != record.source_digest:
        raise StoreError(
            f"{label} has changed since the experiment began: put its sources back, or begin a new experiment (--out)"
        )
    found = compilers(platform)
    if changed := [name for name, version in record.compilers.items() if found.get(name) != version]:
        changes = "; ".join(f"{n} was '{record.compilers[n]}' and is '{found.get(n, 'not here')}'" for n in changed)
        raise StoreError(
            f"{label}: its toolchain has changed since the experiment began: {changes}. "
            "Bring the former one back, or begin a new experiment (--out)"
        )
    return replace(platform, label=label)


def builds_of(platform: Platform, wanted: int = 1) -> list[BuildRecord]:
    """The platform's builds as they are now; none where nothing is built."""
    builds = [one for one in platform.builds(wanted) if build_folder(one).is_dir()]
    return [BuildRecord(digest=built_digest(one), **reached_by(one)) for one in builds]


def is_same_build(platform: Platform, record: PlatformRecord) -> bool:
    """Is what would run what ran from the beginning, as far as that is known?"""
    return not record.builds or built_digest(platform) == record.builds[platform.nth].digest


def same_build(platform: Platform, record: PlatformRecord) -> None:
    """StoreError where the platform was built again since the experiment began, and other files came of it."""
    if is_same_build(platform, record):
        return
    then = record.builds[platform.nth]
    now = BuildRecord(digest=built_digest(platform), **reached_by(platform))
    places = Places(here())
    changes = [
        f"{places.hide(name)} was '{places.hide(was.get(name, ''))}' and is '{places.hide(new.get(name, ''))}'"
        for was, new in ((then.environment, now.environment), (then.configuration, now.configuration))
        for name in sorted({*was, *new})
        if places.hide(was.get(name, "")) != places.hide(new.get(name, ""))
    ]
    raise StoreError(
        f"{platform.label} was built again since the experiment began, and its files are others ({then.digest} then, "
        f"{now.digest} now): measurements of two builds are never pooled. "
        + (f"What has reached the build differs: {'; '.join(changes)}. " if changes else "")
        + f"Bring the former files back (building from nothing may: rm -r {shlex.quote(str(build_folder(platform)))}), "
        "or begin a new experiment (--out), which ./agon compare sets against this one"
    )
