"""`agon asl` as a user meets it: the program is built once and its answer passed on; without cargo one message."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agon.cli import agentspeak
from agon.cli.main import app
from agon.errors import AgonError, MissingError


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["asl", *words])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What is started instead of being run; the program itself ends with 1."""
    commands: list[list[str]] = []

    def record(command: Sequence[str | Path], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append([str(word) for word in command])
        return subprocess.CompletedProcess(command, 0 if "build" in commands[-1] else 1)

    monkeypatch.setenv("AGON_STATE", str(tmp_path))
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: "cargo")
    monkeypatch.setattr(agentspeak.subprocess, "run", record)
    return commands


def test_check_builds_the_program_and_passes_its_status_on(started: list[list[str]], tmp_path: Path) -> None:
    assert run("check", "a.asl", "b.asl", "--source-path", "lib", "--root", "jar=x").exit_code == 1
    build, program = started
    assert build[:2] == ["cargo", "build"]
    assert program[0].startswith(str(tmp_path))
    assert program[1:] == ["check", "--source-path", "lib", "--root", "jar=x", "a.asl", "b.asl"]


def test_fmt_can_only_look(started: list[list[str]]) -> None:
    run("fmt", "--check", "a.asl")
    assert started[-1][1:] == ["fmt", "--check", "a.asl"]


def test_without_cargo_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: None)
    result = run("check", "a.asl")
    assert isinstance(result.exception, MissingError)
    assert "install Rust" in str(result.exception)


def test_a_build_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: "cargo")
    monkeypatch.setattr(agentspeak.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 101))
    assert isinstance(run("fmt", "a.asl").exception, AgonError)


@pytest.mark.parametrize("newer", ["", "a source.rs", "engine/core/Cargo.toml", "Cargo.lock"])
def test_what_is_newer_than_all_its_sources_is_not_built_again(
    started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, newer: str
) -> None:
    root = tmp_path / "root"
    release = tmp_path / "target" / "release"
    for file in ("a source.rs", "engine/core/Cargo.toml", "Cargo.lock", "Cargo.toml"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
        os.utime(root / file, (200, 200) if file == newer else (100, 100))
    release.mkdir(parents=True)
    (release / "agon-asl").touch()
    os.utime(release / "agon-asl", (150, 150))
    source = str(root / "a source.rs").replace(" ", "\\ ")
    (release / "agon-asl.d").write_text(f"{release}/agon-asl: {source}\n")
    monkeypatch.setattr(agentspeak.home, "root", lambda: root)
    monkeypatch.setattr(agentspeak.home, "cargo_target", lambda: tmp_path / "target")
    run("fmt", "a.asl")
    assert [command[:2] == ["cargo", "build"] for command in started] == ([True, False] if newer else [False])
