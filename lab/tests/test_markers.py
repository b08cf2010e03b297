"""The markers of tests do what pyproject.toml promises of them."""

from __future__ import annotations

import subprocess
import sys

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
