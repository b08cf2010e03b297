"""The programs of the guide for people who come from elsewhere compile, and do what it describes.

`cargo test` runs those in Rust, with the crates whose examples they are.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from agon import home
from agon.platforms.probe import build_folder
from agon.platforms.registry import find

FOLDER = home.root() / "docs" / "coming-from"
LAST_WORDS = "stopped, entries: 1\n"


def run(*argv: str | Path, cwd: Path) -> str:
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_links_every_program() -> None:
    page = (home.root() / "docs" / "coming-from.md").read_text(encoding="utf-8")
    assert {path for path in FOLDER.iterdir() if f"(coming-from/{path.name})" not in page} == set()
    assert LAST_WORDS.strip() in page


@pytest.mark.skipif(shutil.which("erlc") is None, reason="needs Erlang: apt-get install erlang-base")
def test_erlangs_store(tmp_path: Path) -> None:
    run("erlc", "-Werror", "-o", tmp_path, *sorted(FOLDER.glob("*.erl")), cwd=tmp_path)
    quiet: Sequence[str] = ("-kernel", "logger_level", "critical")
    output = run("erl", "-noshell", *quiet, "-eval", "store_sup:main(), halt().", cwd=tmp_path)
    assert output == LAST_WORDS


@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a Java compiler: apt-get install openjdk-17-jdk")
def test_akkas_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AGON_STATE")
    build = build_folder(find("akka"))
    jars = [jar for jar in sorted((build / "lib").glob("*.jar")) if not jar.name.startswith("agon-")]
    if not jars:
        pytest.skip("needs Akka: ./agon install akka")
    # The runtime that runs Akka may have no compiler.
    known, java = ":".join(map(str, jars)), build / "java" / "bin"
    run("javac", "-Xlint:all", "-Werror", "-cp", known, "-d", tmp_path, FOLDER / "Store.java", cwd=tmp_path)
    settings = tmp_path / "quiet.conf"
    settings.write_text("akka { loglevel = OFF, stdout-loglevel = OFF }\n", encoding="utf-8")
    output = run(java / "java", f"-Dconfig.file={settings}", "-cp", f"{known}:{tmp_path}", "Store", cwd=tmp_path)
    assert output == LAST_WORDS
