"""`./agon test` as users call it: what it refuses, what it prints, and its exit status."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from dev import __main__ as command
from dev.jobs import Job


def called(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["agon test", *words])
    try:
        return command.main()
    except SystemExit as end:
        return int(end.code or 0)


@pytest.fixture(autouse=True)
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Three of them stand for all: one passes, one fails, one misses its tool."""
    jobs = [
        Job("good", ["true"], tmp_path, (), "", 1, paths=("good",)),
        Job("bad", ["sh", "-c", "echo why; exit 3"], tmp_path, (), "", 1, paths=("bad",)),
        Job("absent", ["no-such-tool"], tmp_path, ("no-such-tool",), "make no-such-tool", 1, paths=("absent",)),
    ]
    monkeypatch.setattr(command, "default_jobs", lambda: jobs)
    return jobs


def test_one_failure_makes_the_whole_fail_and_the_last_line_counts(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch) == 1
    lines = capfd.readouterr().out.splitlines()
    assert lines[-1] == "1 passed, 1 failed, 1 skipped"
    assert "why" in lines[-2]
    assert any("no-such-tool missing: make no-such-tool" in line for line in lines)


@pytest.mark.parametrize(("only", "status"), [("good", 0), ("bad", 1), ("absent", 1)])
def test_a_part_alone_decides_and_one_that_only_skips_is_no_success(
    only: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert called(monkeypatch, "--only", only) == status


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "nothing"], "agon test: no part's name contains 'nothing' (see: ./agon test --list)"),
        (["--full", "--changed"], "agon test: --changed, --full and --ci are three sizes: name one"),
        (["--since", "no-such-commit"], "agon test: --changed: git diff failed"),
        (["--no-such-option"], "No such option"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, *words) == 2
    assert message in capfd.readouterr().err


def test_the_changed_size_runs_what_the_changes_concern_and_names_what_no_part_tests(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "changed_files", lambda *_: ["good/file", "elsewhere"])
    assert called(monkeypatch, "--changed") == 0
    out = capfd.readouterr().out
    assert "elsewhere: no part tests it" in out
    assert "2 changed files concern 1 of 3 parts" in out
    assert out.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
    monkeypatch.setattr(command, "changed_files", lambda *_: [])
    assert called(monkeypatch, "--changed") == 0
    assert "0 changed files concern 0 of 3 parts" in capfd.readouterr().out


def test_a_part_that_no_change_concerns_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "changed_files", lambda *_: ["good/file"])
    assert called(monkeypatch, "--changed", "--only", "bad") == 0
    assert called(monkeypatch, "--changed", "--only", "nothing") == 2
    assert "no part's name contains 'nothing'" in capfd.readouterr().err


def test_the_list_runs_nothing(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert called(monkeypatch, "--list") == 0
    out = capfd.readouterr().out
    assert "absent" in out
    assert "passed" not in out
