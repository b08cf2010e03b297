"""A checker that cannot run is a failure, unless the setting that skips it names it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from agon import home

SCRIPTS = home.root() / "engine" / "ci"


@pytest.fixture
def without_nightly(tmp_path: Path) -> dict[str, str]:
    """An environment whose Cargo and compiler know of no other toolchain."""
    for name in ("cargo", "rustc"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\n[ "$1" = -vV ] && echo "host: none"\n[ "$1" = -vV ]\n')
        program.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "AGON_SKIP_CHECKERS"}
    return {**environment, "PATH": f"{tmp_path}:{os.environ['PATH']}"}


@pytest.mark.parametrize("checker", ["miri", "tsan"])
def test_missing_checker_fails(checker: str, without_nightly: dict[str, str]) -> None:
    ended = _run(checker, without_nightly)
    assert ended.returncode == 1
    assert "nothing was checked" in ended.stderr
    assert f"AGON_SKIP_CHECKERS={checker}" in ended.stderr


@pytest.mark.parametrize(("checker", "other"), [("miri", "tsan"), ("tsan", "miri")])
def test_missing_checker_is_skipped_by_name_only(checker: str, other: str, without_nightly: dict[str, str]) -> None:
    skipped = _run(checker, {**without_nightly, "AGON_SKIP_CHECKERS": f"loom,{checker}"})
    assert skipped.returncode == 77
    assert f"SKIPPED, as AGON_SKIP_CHECKERS=loom,{checker}" in skipped.stderr
    assert _run(checker, {**without_nightly, "AGON_SKIP_CHECKERS": other}).returncode == 1


def _run(checker: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(SCRIPTS / f"{checker}.sh"), "--brief"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
