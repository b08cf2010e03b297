"""What tests of jobs share."""

from __future__ import annotations

from collections.abc import Sequence

from dev.jobs import Job, Outcome
from dev.jobs import run as run_all


def silent(_: str) -> None:
    return


def run(job: Job) -> Outcome:
    return run_all([job], silent)[0]


def one(jobs: Sequence[Job], name: str) -> Job:
    return next(job for job in jobs if job.name == name)


def names(jobs: Sequence[Job]) -> list[str]:
    return [job.name for job in jobs]
