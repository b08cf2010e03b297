"""`agon new agents` and `agon new actions`: what they make is accepted, runs, and compiles."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support.systems import built
from typer.testing import CliRunner

from agon import home
from agon.cli.main import app
from agon.errors import UsageError
from agon.scaffold.project import ENVIRONMENTS, begin, kinds

TEMPLATES = sorted({*kinds(), *ENVIRONMENTS.values()})


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The engine's program as it was built before; building it takes too long for a quick test."""
    monkeypatch.delenv("AGON_STATE")
    return built("agon-asl")


@pytest.mark.parametrize("kind", TEMPLATES)
def test_nothing_of_the_template_is_left(kind: str, tmp_path: Path) -> None:
    folder = begin(kind, "my-own", tmp_path)
    assert (folder / "my-own.mas2j").exists()
    for file in folder.rglob("*"):
        if file.is_file():
            assert "@" not in file.name
            assert not {"@NAME@", "@PROJECT@", "@ENGINE@"} & set(file.read_text(encoding="utf-8").split())
    assert "MAS my_own {" in (folder / "my-own.mas2j").read_text(encoding="utf-8")


def test_actions_depend_on_this_agon(tmp_path: Path) -> None:
    folder = begin("actions", "mine", tmp_path)
    assert f'path = "{home.root() / "engine" / "agentspeak"}"' in (folder / "Cargo.toml").read_text(encoding="utf-8")
    assert (folder / "Cargo.lock").read_bytes() == (home.root() / "Cargo.lock").read_bytes()
    assert "mine::extensions" in (folder / "src" / "main.rs").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["My Agents", "../up", "", "9lives", "a_b"])
def test_bad_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a-z"):
        begin("agents", name, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_nothing_is_left_of_what_could_not_be_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space is left")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(UsageError, match="mine: no space is left"):
        begin("agents", "mine", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="exists"):
        begin("agents", "mine", tmp_path)


def test_the_command_prints_how_to_go_on(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["new", "agents", "market", "--into", str(tmp_path)])
    assert run.exit_code == 0
    assert f"./agon exec {tmp_path / 'market' / 'market.mas2j'}" in run.output.replace("\n", "")
    run = CliRunner().invoke(app, ["new", "actions", "tools", "--into", str(tmp_path)])
    assert "cargo run -- run tools.mas2j" in run.output
    run = CliRunner().invoke(app, ["new", "agents", "room", "--environment", "java", "--into", str(tmp_path)])
    assert "the classes in src/java" in run.output.replace("\n", " ")
    assert (tmp_path / "room" / "src" / "java" / "Room.java").exists()
    run = CliRunner().invoke(app, ["new", "agents", "rusty", "--environment", "rust", "--into", str(tmp_path)])
    assert "cargo run -- run rusty.mas2j" in run.output.replace("\n", " ")
    for words in (["agents", "x", "--environment", "go"], ["actions", "x", "--environment", "java"]):
        run = CliRunner().invoke(app, ["new", *words, "--into", str(tmp_path)])
        assert "--environment java or --environment rust" in str(run.exception)
        assert not (tmp_path / "x").exists()
    run = CliRunner().invoke(app, ["new", "beliefs", "mine", "--into", str(tmp_path)])
    assert isinstance(run.exception, UsageError)
    assert "a platform, a workload, agents, actions or a gate" in str(run.exception)


@pytest.mark.parametrize("kind", TEMPLATES)
def test_the_programs_are_accepted(kind: str, engine: Path, tmp_path: Path) -> None:
    folder = begin(kind, "mine", tmp_path)
    programs = sorted(str(file) for file in folder.glob("*.asl"))
    checked = subprocess.run([engine, "check", *programs], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("kind", TEMPLATES)
def test_the_programs_are_laid_out(kind: str, engine: Path, tmp_path: Path) -> None:
    folder = begin(kind, "mine", tmp_path)
    files = sorted(str(file) for pattern in ("*.asl", "*.mas2j") for file in folder.glob(pattern))
    asked = subprocess.run([engine, "fmt", "--check", *files], capture_output=True, text=True, check=False)
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "", "")


def test_the_agents_run(engine: Path, tmp_path: Path) -> None:
    folder = begin("agents", "mine", tmp_path)
    ran = subprocess.run(
        [engine, "run", folder / "mine.mas2j"], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0
    lines = ran.stdout.splitlines()
    assert "[buyer] the best price is 9, from seller2" in lines
    assert lines[-1] == "[buyer] seller2 has delivered tea"


@pytest.mark.platform("jason")
def test_the_agents_run_in_an_environment_in_java(engine: Path, tmp_path: Path) -> None:
    folder = begin("java", "mine", tmp_path)
    environment = os.environ | {"AGON_STATE": str(home.state())}
    command = [engine, "run", folder / "mine.mas2j"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "[heater] 20 degrees are enough; that is 68 Fahrenheit\n"


@pytest.mark.full
@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs cargo: install Rust (rustup.rs)")
def test_the_actions_compile_and_pass_their_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AGON_STATE")
    folder = begin("actions", "my-own", tmp_path)
    target = home.state() / "test" / "new-actions"
    environment = os.environ | {"CARGO_TARGET_DIR": str(target), "RUSTFLAGS": "-D warnings"}
    tested = subprocess.run(
        ["cargo", "test", "-q", "--offline"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert tested.returncode == 0, tested.stderr
