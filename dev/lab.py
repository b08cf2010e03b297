"""The jobs that test the lab: layout, lint, types, tests. And those that test this folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from agon import home

from dev.imports import tests_for
from dev.jobs import Job
from dev.python import PYTEST, in_parallel, layout
from dev.rust import PROGRAMS

ABOUT_THE_ENGINE = "tests/engine"
"""The tests that read the engine's sources: a job of their own, which a change of the engine concerns."""


def lab_jobs() -> list[Job]:
    """The lab's own checks; its tests read the documents and the platforms too."""
    lab = home.root() / "lab"
    types = [sys.executable, "-m", "pyright"]
    rules = [*PYTEST, "-m", "not full", ABOUT_THE_ENGINE]
    return [
        *layout("lab", lab, "lab/*.py", "lab/pyproject.toml"),
        Job("lab: types", types, lab, (), "", 60, paths=("lab/src", "lab/pyproject.toml")),
        Job(
            "lab: tests",
            _tests(["tests", "--ignore", ABOUT_THE_ENGINE]),
            lab,
            (),
            "",
            450,
            after=(PROGRAMS,),
            paths=("lab", "docs", "platforms", "*.md", "agon"),
            narrowed=_narrowed,
        ),
        Job("engine: rules", rules, lab, (), "", 20, paths=("engine", "docs", f"lab/{ABOUT_THE_ENGINE}")),
    ]


def _tests(which: Sequence[str]) -> list[str]:
    return [*PYTEST, "-m", "not full", *in_parallel(), *which]


def _narrowed(changed: Sequence[str]) -> list[str]:
    chosen = tests_for(home.root(), changed)
    if chosen is None:
        return _tests(["tests", "--ignore", ABOUT_THE_ENGINE])
    return _tests([file for file in chosen if not file.startswith(f"{ABOUT_THE_ENGINE}/")] or ["tests/test_docs.py"])


def dev_jobs() -> list[Job]:
    """The checks of what runs the checks. The words are counted after every change: those may stand in any file."""
    root, wording = home.root(), "dev/tests/test_wording.py"
    pytest = [*PYTEST, "-c", "dev/pytest.ini", "--rootdir", "dev"]
    tests = [*pytest, *in_parallel(), "dev/tests", "--ignore", wording]
    types = [sys.executable, "-m", "pyright", "--project", "dev"]
    return [
        *layout("dev", root / "dev", "dev/*.py", "dev/ruff.toml"),
        Job("dev: types", types, root, (), "", 30, paths=("dev",)),
        Job("wording", [*pytest, wording], root, (), "", 10, paths=("*",)),
        Job(
            "dev: tests",
            tests,
            root,
            (),
            "",
            60,
            after=(PROGRAMS,),
            paths=("dev", ".ci", ".github", ".editorconfig", ".pre-commit-config.yaml"),
        ),
    ]


def long_jobs() -> list[Job]:
    """The statistics at length, and whatever else of the lab takes minutes."""
    tests = [*PYTEST, "-m", "full"]
    return [Job("lab: long tests", tests, home.root() / "lab", (), "", 1800, exclusive=True)]
