"""The jobs that test the lab: layout, lint, types, tests. And those that test this folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from agon import home

from dev.imports import tests_for
from dev.jobs import Job
from dev.python import PYTEST, in_parallel, layout
from dev.rust import PROGRAMS


def lab_jobs() -> list[Job]:
    """The lab's own checks; its tests read the documents, the platforms and the engine's sources too."""
    lab = home.root() / "lab"
    types = [sys.executable, "-m", "pyright"]
    tests = [*PYTEST, "-m", "not full", *in_parallel()]

    def narrowed(changed: Sequence[str]) -> Sequence[str]:
        return [*tests, *(tests_for(home.root(), changed) or ())]

    return [
        *layout("lab", lab, "lab/*.py", "lab/pyproject.toml"),
        Job("lab: types", types, lab, (), "", 60, paths=("lab/src", "lab/pyproject.toml")),
        Job(
            "lab: tests",
            tests,
            lab,
            (),
            "",
            240,
            after=(PROGRAMS,),
            paths=("lab", "docs", "platforms", "README.md"),
            narrowed=narrowed,
        ),
    ]


def dev_jobs() -> list[Job]:
    """The checks of what runs the checks."""
    root = home.root()
    types = [sys.executable, "-m", "pyright", "--project", "dev"]
    tests = [*PYTEST, "-c", "dev/pytest.ini", "--rootdir", "dev"]
    wording = "dev/tests/test_wording.py"
    most = [*tests, *in_parallel(), "dev/tests", "--ignore", wording]
    return [
        *layout("dev", root / "dev", "dev/*.py", "dev/ruff.toml"),
        Job("dev: types", types, root, (), "", 30, paths=("dev",)),
        Job("dev: tests", most, root, (), "", 60, after=(PROGRAMS,), paths=("dev", ".ci", ".github")),
        # About no file in particular: it counts words in all of them.
        Job("wording", [*tests, wording], root, (), "", 10),
    ]


def long_jobs() -> list[Job]:
    """The statistics at length, and whatever else of the lab takes minutes."""
    tests = [*PYTEST, "-m", "full"]
    return [Job("lab: long tests", tests, home.root() / "lab", (), "", 1800, exclusive=True)]
