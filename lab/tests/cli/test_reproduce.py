"""`agon reproduce`: who takes part, who does not and why, and how long it will take."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon import home


@pytest.fixture
def small_world(tmp_path: Path) -> Path:
    """A root with one platform that has programs, and those without."""
    platforms = tmp_path / "root" / "platforms"
    shutil.copytree(REFERENCE, platforms / "reference")
    shutil.copy(home.platforms() / "published-only.toml", platforms)
    return tmp_path / "root"


def reproduce(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "agon", "reproduce", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"AGON_ROOT": str(root), "COLUMNS": "200"},
        cwd=root,
    )


def test_all_who_have_a_program_take_part_and_rows_give_the_reason_if_not(small_world: Path) -> None:
    done = reproduce(small_world, "microagents", "--dry-run", "--verbose")
    assert done.returncode == 0, done.stderr
    assert "service-rounds reference" in done.stdout
    assert "grid-swap reference" in done.stdout
    assert "left out  korus: not obtainable: grid-swap: no registry holds it" in done.stdout
    assert "left out  reference: over the quick budget: grid-swap: side=500" in done.stdout
    assert "cells x 3 invocations: about" in done.stdout


def test_what_is_left_out_is_one_line_unless_all_of_it_is_wanted(small_world: Path) -> None:
    done = reproduce(small_world, "microagents", "--dry-run")
    (line,) = [line for line in done.stdout.splitlines() if line.lower().startswith("left out")]
    assert line.startswith("Left out: ") and "--verbose" in line
    assert all(len(line.rstrip()) <= 120 for line in done.stdout.splitlines())


def test_one_table_has_its_own_sizes(small_world: Path) -> None:
    done = reproduce(small_world, "blog09", "--table", "intro", "--dry-run")
    assert "tasks=100000 log=console work=regex make=inside" in " ".join(done.stdout.split())
    assert "log=off" not in done.stdout


def test_paper_sizes_take_the_sources_own_number_and_no_ceilings(small_world: Path) -> None:
    done = reproduce(small_world, "microagents", "--table", "scale", "--preset", "paper", "--dry-run")
    assert "side=500" in done.stdout
    assert "over the quick budget" not in done.stdout
    assert "cells x 10 invocations" in done.stdout


def test_a_memory_limit_that_is_none_is_refused(small_world: Path) -> None:
    done = reproduce(small_world, "microagents", "--memory", "much", "--dry-run")
    assert done.returncode == 2
    assert "--memory" in done.stderr


def test_who_runs_into_a_limit_where_it_is_asked_how_far_has_answered(small_world: Path) -> None:
    words = ("--table", "scale", "--preset", "paper", "--invocations", "1", "--time-limit", "1s")
    done = reproduce(small_world, "microagents", *words, "--out", "found")
    assert done.returncode == 0, done.stderr
    output = " ".join(done.stdout.split())
    assert "no further grid-swap on reference, side=500 " in output
    assert "1 of 1 failed: time limit: it was still running after 1 s" in output
