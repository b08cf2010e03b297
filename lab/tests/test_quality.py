"""`agon test`'s parts: what is skipped and said, and what the parts for C++ catch."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from agon import home
from agon.lanes import SKIPPED, Outcome, Part
from agon.lanes import run as run_all
from agon.platforms.registry import find
from agon.quality import (
    agentspeak,
    agentspeak_at_length,
    agentspeak_suite,
    cpp,
    elixir,
    environment,
    erlang,
    go,
    java,
    node,
    parts,
    python,
)


def silent(_: str) -> None:
    return


def run(part: Part, progress: Callable[[str], None]) -> Outcome:
    return run_all([part], progress)[0]


def one(found: list[Part], name: str) -> Part:
    return next(part for part in found if part.name == name)


def test_the_checkers_run_briefly_or_at_length() -> None:
    short, long = ({part.name: part for part in parts(full=full)} for full in (False, True))
    for name in ("loom", "miri", "tsan"):
        brief, whole = short[f"engine: {name}, briefly"], long[f"engine: {name}"]
        assert list(brief.argv[1:]) == [f"ci/{name}.sh", "--brief"]
        assert (brief.cwd / brief.argv[1]).is_file()
        assert f"engine: {name}, briefly" not in long
        assert f"engine: {name}" not in short
        assert brief.hint == whole.hint
    assert "--toolchain nightly" in short["engine: miri, briefly"].hint


def test_the_oldest_rust_and_the_public_interface_are_checked_at_length() -> None:
    short, long = ({part.name for part in parts(full=full)} for full in (False, True))
    assert {"engine: msrv", "engine: api", "engine: publish"} <= long - short


def test_without_the_oldest_rust_its_script_says_so(tmp_path: Path) -> None:
    rustup = tmp_path / "rustup"
    rustup.write_text("#!/bin/sh\necho stable-x86_64-unknown-linux-gnu\n", encoding="utf-8")
    rustup.chmod(0o755)
    part = one(parts(full=True), "engine: msrv")
    path = f"{tmp_path}:/usr/bin:/bin"
    done = subprocess.run(part.argv, cwd=part.cwd, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == SKIPPED
    assert "rustup toolchain install 1." in done.stderr


def test_the_ordinary_agentspeak_programs_are_run_with_all_tests() -> None:
    assert {part.name for part in agentspeak_suite()} <= {part.name for part in parts(full=False)}
    results = one(agentspeak_suite(), "agentspeak suite: results")
    assert results.argv[2:4] == ["suite.py", "check"]
    assert (results.cwd / "suite.py").is_file()


def test_random_programs_in_agentspeak_are_run_with_all_tests_and_more_of_them_at_length() -> None:
    few, many = "agentspeak: random programs", "agentspeak: 100,000 random programs"
    short, long = ({part.name for part in parts(full=full)} for full in (False, True))
    assert few in short & long
    assert many in long - short
    part = one(parts(full=False), few)
    assert (part.cwd / part.argv[2]).is_file()
    assert "--programs" in part.argv


def test_every_platform_in_cpp_is_compiled_with_warnings_as_errors() -> None:
    part = one(parts(full=False), "caf: warnings")
    assert "-Werror" in part.argv
    assert str(home.platforms() / "caf" / "src" / "token_ring.cpp") in part.argv


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A platform whose one source is badly laid out and has a variable that nobody uses."""
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
    part = one(cpp(folder / "cpp", [find(str(folder / "caf"))]), "cpp: format")
    assert run(part, silent).result == "failed"
    (folder / "caf" / "src" / "main.cpp").write_text("int main() {}\n", encoding="utf-8")
    assert run(part, silent).result == "passed"


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_warning_is_caught(folder: Path) -> None:
    part = one(cpp(folder / "cpp", [find(str(folder / "caf"))]), "caf: warnings")
    if part.needs:
        pytest.skip(f"needs {', '.join(part.needs)}")
    assert run(part, silent).result == "failed"
    (folder / "caf" / "src" / "main.cpp").write_text("int main() {}\n", encoding="utf-8")
    assert run(part, silent).result == "passed"


def test_what_takes_minutes_to_compile_is_linted_and_tested_at_length_only() -> None:
    short, long = ({part.name for part in parts(full=full)} for full in (False, True))
    checks = {f"{name}: {check}" for name in ("engine", "rust platforms") for check in ("format", "lint", "tests")}
    assert checks | {"zenoh: format"} <= short
    assert {"zenoh: lint", "zenoh: tests", "link: lint"} <= long - short
    assert {"link: format", "link: tests"} <= short
    assert "agentspeak fuzzer: format" in short
    assert {"agentspeak: fuzz program", "agentspeak: fuzz run", "agentspeak: a million agents"} <= long - short


def test_without_java_the_engine_is_not_compared_with_jason_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    java = find("jason").manifest.needs[0].model_copy(update={"command": "no-such-java"})
    monkeypatch.setattr("agon.quality.missing_needs", lambda _: (java,))
    outcome = run(one(agentspeak_at_length(), "agentspeak: answers as Jason's"), silent)
    assert outcome.result == "skipped"
    assert "./agon install jason" in outcome.word


def test_the_budget_of_a_conformance_part_grows_with_what_is_tried_and_all_fit_into_the_whole() -> None:
    budgets = {part.name: part.budget_s for part in parts(full=False) if part.name.endswith(": conformance")}
    assert budgets["nats: conformance"] < budgets["erlang: conformance"] < budgets["jason: conformance"]
    assert sum(budgets.values()) <= 21 * 60


def test_every_module_in_go_is_checked() -> None:
    names = {part.name for part in parts(full=False)}
    modules = [path.parent.name for path in home.platforms().glob("*/go.mod")]
    assert {f"{module}: {check}" for module in modules for check in ("format", "vet", "tests")} <= names
    assert {"go", "golang"} <= set(modules)


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="needs Go")
def test_go_that_is_not_formatted_is_caught(tmp_path: Path) -> None:
    source = tmp_path / "main.go"
    source.write_text("package main\nfunc main() {\nprintln() }\n", encoding="utf-8")
    part = one(go([tmp_path]), f"{tmp_path.name}: format")
    assert run(part, silent).result == "failed"
    source.write_text("package main\n\nfunc main() { println() }\n", encoding="utf-8")
    assert run(part, silent).result == "passed"


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="needs Go")
def test_a_log_keeps_what_was_in_it(tmp_path: Path) -> None:
    (tmp_path / "main.go").write_text("package  main\n", encoding="utf-8")
    log = tmp_path / "log"
    log.write_text("what came before\n", encoding="utf-8")
    part = one(go([tmp_path]), f"{tmp_path.name}: format")
    with log.open("a", encoding="utf-8") as out:
        subprocess.run(list(part.argv), cwd=part.cwd, stdout=out, stderr=out, check=False)
    assert log.read_text(encoding="utf-8") == "what came before\nmain.go\n"


@pytest.mark.skipif(shutil.which("erl") is None, reason="needs Erlang")
def test_a_test_of_the_harness_in_erlang_that_fails_is_caught(tmp_path: Path) -> None:
    script = tmp_path / "tests" / "run.sh"
    script.parent.mkdir()
    script.write_text("exec erl -noinput -eval 'halt(1).'\n", encoding="utf-8")
    assert run(erlang(tmp_path), silent).result == "failed"
    script.write_text("exec erl -noinput -eval 'halt(0).'\n", encoding="utf-8")
    assert run(erlang(tmp_path), silent).result == "passed"
    assert one(parts(full=False), "erlang: tests").cwd == home.platforms() / "erlang"


@pytest.mark.skipif(shutil.which("mix") is None, reason="needs Elixir")
def test_elixir_that_is_not_formatted_is_caught(tmp_path: Path) -> None:
    shutil.copy(home.platforms() / "elixir" / ".formatter.exs", tmp_path)
    source = tmp_path / "lib" / "one.ex"
    source.parent.mkdir()
    source.write_text("defmodule One,   do: nil\n", encoding="utf-8")
    assert run(elixir(tmp_path), silent).result == "failed"
    source.write_text("defmodule(One, do: nil)\n", encoding="utf-8")
    assert run(elixir(tmp_path), silent).result == "passed"


@pytest.mark.skipif(shutil.which("cargo") is None, reason="needs Rust")
def test_a_program_in_agentspeak_that_is_not_laid_out_is_caught(tmp_path: Path) -> None:
    program = tmp_path / "engine" / "bench" / "one.asl"
    program.parent.mkdir(parents=True)
    program.write_text("+!g<-a.\n", encoding="utf-8")
    outcome = run(agentspeak(tmp_path), silent)
    assert (outcome.result, outcome.excerpt[-1]) == ("failed", str(program))
    program.write_text("+!g <- a.\n", encoding="utf-8")
    assert run(agentspeak(tmp_path), silent).result == "passed"


@pytest.mark.skipif(shutil.which("mvn") is None, reason="needs Maven")
def test_java_that_is_not_formatted_is_caught_wherever_it_is(tmp_path: Path) -> None:
    script = tmp_path / "platforms" / "jvm" / "format.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(home.platforms() / "jvm" / "format.sh", script)
    source = tmp_path / "engine" / "One.java"
    source.parent.mkdir()
    source.write_text("class One  {}\n", encoding="utf-8")
    outcome = run(java(tmp_path), silent)
    if outcome.result == "skipped":
        pytest.skip("Maven cannot fetch google-java-format")
    assert outcome.result == "failed"
    assert "./engine/One.java" in outcome.excerpt
    subprocess.run(["sh", str(script), "--write"], check=True)
    assert run(java(tmp_path), silent).result == "passed"
    assert source.read_text(encoding="utf-8") == "class One {}\n"


def test_python_that_is_badly_laid_out_or_imports_what_it_does_not_use_is_caught(tmp_path: Path) -> None:
    shutil.copy(home.root() / "lab" / "pyproject.toml", tmp_path)
    source = tmp_path / "main.py"
    source.write_text("import os\nprint( 1 )\n", encoding="utf-8")
    found = python(tmp_path)
    assert [run(part, silent).result for part in found[:2]] == ["failed", "failed"]
    source.write_text("print(1)\n", encoding="utf-8")
    assert [run(part, silent).result for part in found[:2]] == ["passed", "passed"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_a_test_in_javascript_that_fails_is_caught(tmp_path: Path) -> None:
    case = tmp_path / "one.test.js"
    case.write_text("require('node:test').test('one', () => { throw new Error('no'); });\n", encoding="utf-8")
    assert run(node(tmp_path), silent).result == "failed"
    case.write_text("require('node:test').test('one', () => {});\n", encoding="utf-8")
    assert run(node(tmp_path), silent).result == "passed"
    assert one(parts(full=False), "node: tests").cwd == home.platforms() / "node"


def test_one_platform_is_checked_on_another_runtime_than_the_distributions() -> None:
    part = one(parts(full=False), "artemis+java25: conformance")
    assert list(part.argv[-3:]) == ["check", "--brief", "artemis+java25"]


def test_what_measures_is_alone_and_of_what_cargo_locks_each_part_says_so() -> None:
    for full in (False, True):
        found = parts(full=full)
        assert {part.alone for part in found if "conformance" in part.name} == {True}
        assert not any(part.alone for part in found if part.name in ("lab: tests", "engine: tests", "link: tests"))
        for word in ("engine", "link", "fuzz"):
            target = str(home.state() / "test" / word)
            users = [part for part in found if target in part.argv and not part.alone]
            assert users
            assert {part.holds for part in users} == {target}
    brief = {part.name for part in parts(full=False)}
    assert all(part.alone for part in parts(full=True) if part.name not in brief)


def test_few_random_programs_are_no_reason_to_optimise_for_minutes() -> None:
    few, many = "agentspeak: random programs", "agentspeak: 100,000 random programs"
    assert "--dev" in one(parts(full=True), few).argv
    assert "--dev" not in one(parts(full=True), many).argv


def test_java_beside_jason_is_tested_with_every_release_at_length() -> None:
    assert "AGON_EVERY_JASON" in environment(full=True)
    assert "AGON_EVERY_JASON" not in environment(full=False)
