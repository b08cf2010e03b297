"""The jobs for each language catch what they are there for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from agon import home
from agon.platforms.registry import find
from dev.languages import cpp, elixir, erlang, go, java, language_jobs, node, python
from dev.rust import agentspeak
from support import one, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A platform whose one source is badly laid out and has an unused variable."""
    shutil.copy(home.platforms() / ".clang-format", tmp_path)
    shared = tmp_path / "cpp"
    shared.mkdir()
    platform = tmp_path / "caf"
    (platform / "src").mkdir(parents=True)
    shutil.copy(home.platforms() / "caf" / "platform.toml", platform)
    (platform / "src" / "main.cpp").write_text("int main() {\nint unused = 1;\n}\n", encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(shutil.which("clang-format") is None, reason="needs clang-format")
def test_bad_layout_is_caught(folder: Path) -> None:
    job = one(cpp(folder / "cpp", [find(str(folder / "caf"))]), "cpp: format")
    assert run(job).result == "failed"
    (folder / "caf" / "src" / "main.cpp").write_text("int main() {}\n", encoding="utf-8")
    assert run(job).result == "passed"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_warning_is_caught(folder: Path) -> None:
    job = one(cpp(folder / "cpp", [find(str(folder / "caf"))]), "caf: warnings")
    if lacking := job.lacking():
        pytest.skip(f"needs {', '.join(lacking)}")
    assert run(job).result == "failed"
    (folder / "caf" / "src" / "main.cpp").write_text("int main() {}\n", encoding="utf-8")
    assert run(job).result == "passed"


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="needs Go")
def test_go_that_is_not_formatted_is_caught(tmp_path: Path) -> None:
    source = tmp_path / "main.go"
    source.write_text("package main\nfunc main() {\nprintln() }\n", encoding="utf-8")
    job = one(go([tmp_path]), f"{tmp_path.name}: format")
    assert run(job).result == "failed"
    source.write_text("package main\n\nfunc main() { println() }\n", encoding="utf-8")
    assert run(job).result == "passed"


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="needs Go")
def test_a_log_keeps_what_was_in_it(tmp_path: Path) -> None:
    (tmp_path / "main.go").write_text("package  main\n", encoding="utf-8")
    log = tmp_path / "log"
    log.write_text("what came before\n", encoding="utf-8")
    job = one(go([tmp_path]), f"{tmp_path.name}: format")
    with log.open("a", encoding="utf-8") as out:
        subprocess.run(list(job.argv), cwd=job.cwd, stdout=out, stderr=out, check=False)
    assert log.read_text(encoding="utf-8") == "what came before\nmain.go\n"


@pytest.mark.skipif(shutil.which("erl") is None, reason="needs Erlang")
def test_a_test_of_the_harness_in_erlang_that_fails_is_caught(tmp_path: Path) -> None:
    script = tmp_path / "tests" / "run.sh"
    script.parent.mkdir()
    script.write_text("exec erl -noinput -eval 'halt(1).'\n", encoding="utf-8")
    assert run(erlang(tmp_path)).result == "failed"
    script.write_text("exec erl -noinput -eval 'halt(0).'\n", encoding="utf-8")
    assert run(erlang(tmp_path)).result == "passed"
    assert one(language_jobs(), "erlang: tests").cwd == home.platforms() / "erlang"


@pytest.mark.skipif(shutil.which("mix") is None, reason="needs Elixir")
def test_elixir_that_is_not_formatted_is_caught(tmp_path: Path) -> None:
    shutil.copy(home.platforms() / "elixir" / ".formatter.exs", tmp_path)
    source = tmp_path / "lib" / "one.ex"
    source.parent.mkdir()
    source.write_text("defmodule One,   do: nil\n", encoding="utf-8")
    assert run(elixir(tmp_path)).result == "failed"
    source.write_text("defmodule(One, do: nil)\n", encoding="utf-8")
    assert run(elixir(tmp_path)).result == "passed"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs Rust")
def test_a_program_in_agentspeak_that_is_not_laid_out_is_caught(tmp_path: Path) -> None:
    program = tmp_path / "engine" / "bench" / "one.asl"
    program.parent.mkdir(parents=True)
    program.write_text("+!g<-a.\n", encoding="utf-8")
    outcome = run(agentspeak(tmp_path))
    assert (outcome.result, outcome.excerpt[-1]) == ("failed", str(program))
    program.write_text("+!g <- a.\n", encoding="utf-8")
    assert run(agentspeak(tmp_path)).result == "passed"


@pytest.mark.skipif(shutil.which("mvn") is None, reason="needs Maven")
def test_java_that_is_not_formatted_is_caught_wherever_it_is(tmp_path: Path) -> None:
    script = tmp_path / "platforms" / "jvm" / "format.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(home.platforms() / "jvm" / "format.sh", script)
    source = tmp_path / "engine" / "One.java"
    source.parent.mkdir()
    source.write_text("class One  {}\n", encoding="utf-8")
    outcome = run(java(tmp_path))
    if outcome.result == "skipped":
        pytest.skip("Maven cannot fetch google-java-format")
    assert outcome.result == "failed"
    assert "./engine/One.java" in outcome.excerpt
    subprocess.run(["sh", str(script), "--write"], check=True)
    assert run(java(tmp_path)).result == "passed"
    assert source.read_text(encoding="utf-8") == "class One {}\n"


def test_python_that_is_badly_laid_out_or_imports_what_it_does_not_use_is_caught(tmp_path: Path) -> None:
    shutil.copy(home.root() / "lab" / "pyproject.toml", tmp_path)
    source = tmp_path / "main.py"
    source.write_text("import os\nprint( 1 )\n", encoding="utf-8")
    found = python(tmp_path)
    assert [run(part).result for part in found[:2]] == ["failed", "failed"]
    source.write_text("print(1)\n", encoding="utf-8")
    assert [run(part).result for part in found[:2]] == ["passed", "passed"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_a_test_in_javascript_that_fails_is_caught(tmp_path: Path) -> None:
    case = tmp_path / "one.test.js"
    case.write_text("require('node:test').test('one', () => { throw new Error('no'); });\n", encoding="utf-8")
    assert run(node(tmp_path)).result == "failed"
    case.write_text("require('node:test').test('one', () => {});\n", encoding="utf-8")
    assert run(node(tmp_path)).result == "passed"
    assert one(language_jobs(), "node: tests").cwd == home.platforms() / "node"
