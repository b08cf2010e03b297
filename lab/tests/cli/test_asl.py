"""`agon asl` as a user meets it, and when its program is built; without cargo one message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agon.cli import agentspeak
from agon.cli.main import app
from agon.errors import AgonError, MissingError


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["asl", *words])


class Builds(list[list[str]]):
    """The calls of cargo, and what would have taken this process's place."""

    status = 0

    def __init__(self) -> None:
        super().__init__()
        self.started: list[list[str]] = []

    def build(self, command: Sequence[str], root: Path, environment: Mapping[str, str], _: object) -> int:
        self.append(list(command))
        built = Path(environment["CARGO_TARGET_DIR"]) / command[3] / command[-1]
        built.touch(mode=0o755)
        source = str(root / "a source.rs").replace(" ", "\\ ")
        built.with_name(f"{built.name}.d").write_text(f"{built}: {source}\n")
        return self.status

    def execute(self, path: Path, command: Sequence[str]) -> None:
        self.started.append([str(path), *command])


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Builds:
    """Of a checkout with one source."""
    made = Builds()
    root = tmp_path / "root"
    (root / "platforms").mkdir(parents=True)
    for file in ("a source.rs", "Cargo.lock", "Cargo.toml"):
        (root / file).touch()
    monkeypatch.setenv("AGON_ROOT", str(root))
    monkeypatch.setenv("AGON_STATE", str(tmp_path))
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: "cargo")
    monkeypatch.setattr(agentspeak, "run", made.build)
    monkeypatch.setattr(agentspeak.os, "execv", made.execute)
    return made


def test_check_builds_the_program_and_becomes_it(builds: Builds, tmp_path: Path) -> None:
    run("check", "a.asl", "b.asl", "--source-path", "lib", "--root", "jar=x")
    assert builds == [
        ["cargo", "build", "--profile", "quick", "--locked", "-p", "agon-agentspeak", "--bin", "agon-asl"]
    ]
    (path, *words), *others = builds.started
    assert others == []
    assert path == str(tmp_path / "shared/rust/quick/agon-asl")
    assert words == ["agon-asl", "check", "--source-path", "lib", "--root", "jar=x", "a.asl", "b.asl"]
    run("check", "a.asl")
    assert len(builds) == 1, "what is newer than its sources is not built again"


def test_fmt_can_only_look(builds: Builds) -> None:
    run("fmt", "--check", "a.asl")
    assert builds.started[-1][2:] == ["fmt", "--check", "a.asl"]


def test_without_cargo_the_message_names_it(builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: None)
    result = run("check", "a.asl")
    assert isinstance(result.exception, MissingError)
    assert "install Rust" in str(result.exception)


def test_what_was_built_needs_no_cargo(builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check", "a.asl")
    monkeypatch.setattr(agentspeak.shutil, "which", lambda _: None)
    run("check", "b.asl")
    assert len(builds.started) == 2


def test_a_build_that_fails_is_an_error_each_time(builds: Builds, tmp_path: Path) -> None:
    builds.status = 101
    for _ in range(2):
        assert isinstance(run("fmt", "a.asl").exception, AgonError)
    assert len(builds) == 2
    left = {file.name for file in (tmp_path / "shared/rust/quick").iterdir()}
    assert left == {"agon-asl", "agon-asl.d"}


def test_release_is_built_once_and_then_preferred(builds: Builds, tmp_path: Path) -> None:
    quick, release = tmp_path / "shared/rust/quick/agon-asl", tmp_path / "shared/rust/release/agon-asl"
    assert agentspeak.program() == quick
    assert agentspeak.program(release=True) == release
    assert agentspeak.program(release=True) == release
    assert agentspeak.program() == release
    assert [command[3] for command in builds] == ["quick", "release"]


def test_install_agents_builds_beforehand(builds: Builds) -> None:
    assert CliRunner().invoke(app, ["install", "agents", "agents:nodes"]).exit_code == 0
    assert [(command[3], command[-1]) for command in builds] == [("release", "agon-asl"), ("release", "agon-nodes")]
    assert CliRunner().invoke(app, ["install", "--quick", "agents"]).exit_code == 0
    assert len(builds) == 2, "a release build is there"


def test_install_quick_agents_builds_the_quick_one(builds: Builds) -> None:
    assert CliRunner().invoke(app, ["install", "--quick", "agents"]).exit_code == 0
    assert [command[3] for command in builds] == ["quick"]
