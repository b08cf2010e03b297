"""`--dry-run` of every verb that has one: it shows cells and an estimate, and leaves no trace."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon import home

TRACE = "was-run"


def run(root: Path, *words: str, ok: bool = True) -> str:
    """What the verb prints."""
    done = subprocess.run(
        [sys.executable, "-m", "agon", *words],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"AGON_ROOT": str(root), "COLUMNS": "120"},
        cwd=root,
    )
    assert (done.returncode == 0) is ok, done.stderr
    return done.stdout if ok else done.stderr


@pytest.fixture
def traced(tmp_path: Path) -> Path:
    """A root whose platform writes a file whenever any of its commands is run."""
    root = tmp_path / "root"
    folder = root / "platforms" / "traced"
    shutil.copytree(REFERENCE, folder)
    shutil.copy(home.platforms() / "published-only.toml", root / "platforms")
    manifest = folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8").replace('id = "reference"', 'id = "traced"')
    touch = f'["sh", "-c", "touch {root}/{TRACE}; echo 1"]'
    text = text.replace("commands = []", f"commands = [{touch}]")
    lines = [f"installed = {touch}" if line.startswith("installed =") else line for line in text.splitlines()]
    manifest.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return root


def files(root: Path) -> set[Path]:
    return {path for path in root.rglob("*") if "__pycache__" not in path.parts}


@pytest.mark.parametrize(
    "words",
    [
        ("run", "token-ring", "-p", "traced", "--dry-run"),
        ("run", "token-ring", "-p", "traced", "--preset", "demo", "--time-budget", "1s", "--dry-run"),
        ("reproduce", "microagents", "--dry-run"),
        ("reproduce", "all", "-p", "traced", "--dry-run"),
    ],
)
def test_it_leaves_no_trace(traced: Path, words: tuple[str, ...], own_state: Path) -> None:
    before = files(traced)
    printed = " ".join(run(traced, *words).split())
    assert "traced" in printed
    assert "invocations: about " in printed
    assert "To be built first, which may download: traced." in printed
    assert files(traced) == before
    assert not list(own_state.rglob("*"))


def test_what_is_missing_is_named(traced: Path) -> None:
    manifest = traced / "platforms" / "traced" / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('command = "python3"\napt', 'command = "no-such-tool"\napt'), encoding="utf-8")
    printed = " ".join(run(traced, "run", "token-ring", "-p", "traced", "--dry-run").split())
    assert "To be installed first: traced (missing " in printed
    assert "./agon install traced" in printed
    printed = " ".join(run(traced, "reproduce", "microagents", "-p", "traced", "--dry-run").split())
    assert "grid-swap traced" in printed and "To be installed first: traced" in printed


def test_a_source_with_some_of_its_platforms(traced: Path) -> None:
    shutil.copytree(traced / "platforms" / "traced", traced / "platforms" / "other")
    manifest = traced / "platforms" / "other" / "platform.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('id = "traced"', 'id = "other"'), encoding="utf-8")
    every = run(traced, "reproduce", "microagents", "--dry-run")
    assert "grid-swap traced" in every and "grid-swap other" in every
    one = run(traced, "reproduce", "microagents", "-p", "other", "--dry-run")
    assert "grid-swap other" in one and "grid-swap traced" not in one
    assert "nothing" in run(traced, "reproduce", "microagents", "-p", "nothing", "--dry-run", ok=False)


def test_the_rest_of_an_experiment(traced: Path) -> None:
    folder = str(traced / "r")
    small = ("--set", "workers=10", "--set", "passes=103", "--set", "tokens=1", "--iterations", "1")
    run(traced, "run", "token-ring", "-p", "traced", *small, "--invocations", "2", "--out", folder)
    (traced / TRACE).unlink()
    before = files(traced)
    assert "nothing is missing" in run(traced, "resume", folder, "--dry-run")
    lines = (traced / "r" / "invocations.jsonl").read_text().splitlines(keepends=True)
    (traced / "r" / "invocations.jsonl").write_text("".join(lines[:-1]))
    assert "1 invocation missing: about " in run(traced, "resume", folder, "--dry-run")
    assert files(traced) == before


def test_the_demo_as_it_would_be(traced: Path) -> None:
    shutil.move(traced / "platforms" / "traced", traced / "platforms" / "erlang")
    manifest = traced / "platforms" / "erlang" / "platform.toml"
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace('id = "traced"', 'id = "erlang"'), encoding="utf-8"
    )
    before = files(traced)
    printed = " ".join(run(traced, "demo", "--dry-run").split())
    assert "chameneos erlang" in printed
    assert "To be built first, which may download: erlang." in printed
    assert files(traced) == before
