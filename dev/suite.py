"""What `./agon test` runs, in three sizes.

A test is in the default size if it guards what a commit can break and takes seconds. What repeats a check over more
platforms, seeds or time is in the full size. The changed size is, of the default one, what the changed files concern.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from dev import lab, rust
from dev.jobs import Job
from dev.languages import language_jobs
from dev.platforms import checked, conformance, every_variant


def default_jobs() -> list[Job]:
    """Everything that is worth running before each commit."""
    return [*lab.lab_jobs(), *lab.dev_jobs(), *rust.rust_jobs(), *language_jobs()]


def full_jobs() -> list[Job]:
    """Also what takes long. Each of those is exclusive: it may measure, or want all the memory there is."""
    long = [*map(conformance, checked()), *rust.long_jobs(), *lab.long_jobs(), every_variant()]
    return [*default_jobs(), *(replace(job, exclusive=True) for job in long)]


def concerned(jobs: Iterable[Job], changed: Sequence[str]) -> list[Job]:
    """Those of `jobs` that test one of the `changed` files, which are named from the project's root, and no more of
    each than they concern."""
    return [
        replace(job, argv=job.narrowed(its)) if job.narrowed else job
        for job in jobs
        if (its := [file for file in changed if _is_below(file, job.paths)])
    ]


def untested(jobs: Sequence[Job], changed: Sequence[str]) -> list[str]:
    """The changed files that no job is about."""
    return [file for file in changed if not any(_is_below(file, job.paths) for job in jobs)]


def _is_below(file: str, paths: Iterable[str]) -> bool:
    return any(file == path or file.startswith(f"{path}/") or fnmatchcase(file, path) for path in paths)


def environment(*, full: bool) -> dict[str, str]:
    """What jobs find in their environment in addition to the user's."""
    # For Cargo: these builds are not opened in a debugger, and what one needs is written for each of many tests.
    undebugged = {"CARGO_PROFILE_DEV_DEBUG": "false"}
    return undebugged | ({"AGON_EVERY_JASON": "1"} if full else {})
