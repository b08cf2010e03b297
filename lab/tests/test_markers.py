"""The markers of tests do what pyproject.toml promises of them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from agon import home


def test_a_test_whose_platform_is_not_ready_is_skipped_by_name() -> None:
    one = ["tests/scaffold/test_project.py", "-k", "environment_in_java"]
    options = ["-q", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(  # its state folder is this test's own: nothing is built there
        [sys.executable, "-B", "-m", "pytest", *options, *one],
        cwd=home.root() / "lab",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "needs jason@" in done.stdout or "needs jason:" in done.stdout
    assert "./agon install jason" in done.stdout


def test_no_two_test_files_have_one_name() -> None:
    """Of two, pytest collects one and gives an error for the other, unless a process collects only one folder."""
    names = Counter(file.name for file in Path(__file__).parent.rglob("test_*.py"))
    assert not [name for name, count in names.items() if count > 1]
