"""Which size a job belongs to, and what changed files concern."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from agon import home
from agon.platforms.registry import find
from dev.jobs import SKIPPED
from dev.rust import agentspeak_at_length, agentspeak_suite, checkers
from dev.suite import concerned, default_jobs, environment, full_jobs, untested
from support import names, one, run

SHORT, LONG = default_jobs(), full_jobs()


def only_full() -> set[str]:
    return {*names(LONG)} - {*names(SHORT)}


def test_the_full_size_holds_the_default_one_and_no_name_stands_for_two_jobs() -> None:
    assert {*names(SHORT)} < {*names(LONG)}
    assert len({*names(LONG)}) == len(LONG)


def test_the_checkers_run_at_length_with_the_full_size() -> None:
    for job in checkers():
        whole = one(LONG, job.name.removesuffix(", briefly"))
        assert [*job.argv] == [*whole.argv[:1], f"ci/{Path(whole.argv[1]).name}", "--brief"]
        assert (job.cwd / job.argv[1]).is_file()
        assert job.hint == whole.hint
    assert {job.name.removesuffix(", briefly") for job in checkers()} <= only_full()


def test_the_oldest_rust_the_public_interface_and_conformance_are_checked_at_length() -> None:
    assert {"engine: msrv", "engine: api", "engine: publish", "erlang: conformance"} <= only_full()


def test_without_the_oldest_rust_its_script_is_skipped(tmp_path: Path) -> None:
    rustup = tmp_path / "rustup"
    rustup.write_text("#!/bin/sh\necho stable-x86_64-unknown-linux-gnu\n", encoding="utf-8")
    rustup.chmod(0o755)
    job = one(LONG, "engine: msrv")
    path = f"{tmp_path}:/usr/bin:/bin"
    done = subprocess.run(job.argv, cwd=job.cwd, env={"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == SKIPPED
    assert "rustup toolchain install 1." in done.stderr


def test_the_ordinary_agentspeak_programs_are_run_with_the_default_size() -> None:
    assert {*names(agentspeak_suite())} <= {*names(SHORT)}
    results = one(agentspeak_suite(), "agentspeak suite: results")
    assert "suite.py check" in " ".join(results.argv)
    assert (results.cwd / "suite.py").is_file()


def test_few_random_programs_are_run_with_the_default_size_and_many_optimised_with_the_full_one() -> None:
    few, many = one(LONG, "agentspeak: random programs"), one(LONG, "agentspeak: 100,000 random programs")
    assert few.name in names(SHORT)
    assert many.name in only_full()
    assert (few.cwd / "differential.py").is_file()
    assert "--programs" in few.argv
    assert "--engine" in few.argv
    assert "--engine" not in many.argv


def test_without_java_the_engine_is_not_compared_with_jason_and_the_reason_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    java = find("jason").manifest.needs[0].model_copy(update={"command": "no-such-java"})
    monkeypatch.setattr("dev.platforms.missing_needs", lambda _: (java,))
    outcome = run(one(agentspeak_at_length(), "agentspeak: answers as Jason's"))
    assert outcome.result == "skipped"
    assert "./agon install jason" in outcome.detail


def test_without_a_build_of_jason_the_engine_is_not_compared_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGON_STATE", str(tmp_path))
    for name in ("agentspeak: random programs", "agentspeak: answers as Jason's"):
        outcome = run(one(LONG, name))
        assert outcome.result == "skipped", outcome
        assert "a build of jason@3.2.0 missing: ./agon install jason@3.2.0" in outcome.detail


def test_every_module_in_go_is_checked() -> None:
    modules = [path.parent.name for path in home.platforms().glob("*/go.mod")]
    assert {f"{module}: {check}" for module in modules for check in ("format", "vet", "tests")} <= {*names(SHORT)}
    assert {"go", "golang"} <= set(modules)


def test_every_platform_in_cpp_is_compiled_with_warnings_as_errors() -> None:
    job = one(SHORT, "caf: warnings")
    assert "-Werror" in job.argv
    assert str(home.platforms() / "caf" / "src" / "token_ring.cpp") in job.argv


def test_only_long_jobs_and_measurements_are_exclusive_and_those_that_cargo_locks_have_a_lock() -> None:
    assert not any(job.exclusive for job in SHORT)
    assert all(job.exclusive for job in LONG if job.name in only_full())
    for job in SHORT:
        if "--target-dir" in " ".join(job.argv):
            assert job.lock == str(home.cargo_target())


def test_what_takes_minutes_to_compile_is_linted_and_tested_at_length_only() -> None:
    assert {"rust: format", "rust: lint", "rust: tests", "link: tests"} <= {*names(SHORT)}
    assert {"zenoh: lint", "zenoh: tests", "link: lint"} <= only_full()
    assert {"agentspeak: fuzz program", "agentspeak: fuzz run", "agentspeak: a million agents"} <= only_full()


def test_java_and_jason_are_compared_with_every_release_at_length() -> None:
    assert "AGON_EVERY_JASON" in environment(full=True)
    assert "AGON_EVERY_JASON" not in environment(full=False)


def test_a_change_of_the_lab_concerns_the_lab_alone() -> None:
    found = names(concerned(SHORT, ["lab/src/agon/stats/verdict.py"]))
    assert found == ["lab: format", "lab: lint", "lab: types", "lab: tests", "wording"]


def test_of_the_lab_what_imports_the_changed_file_is_tested_and_of_rust_what_is_built_on_it() -> None:
    (job,) = [job for job in concerned(SHORT, ["lab/src/agon/cli/demo.py"]) if job.name == "lab: tests"]
    assert "tests/cli/test_demo.py" in job.argv
    assert "tests" not in job.argv
    (job,) = [job for job in concerned(SHORT, ["platforms/tokio/src/main.rs"]) if job.name == "rust: tests"]
    assert job.argv[job.argv.index("-p") + 1] == "agon-tokio"
    assert job.argv.count("-p") == 1
    whole = one(SHORT, "rust: tests").argv
    assert [job.argv for job in concerned(SHORT, ["Cargo.lock"]) if job.name == "rust: tests"] == [whole]


def test_the_words_are_counted_after_every_change() -> None:
    assert "wording" in names(concerned(SHORT, ["engine/actor/README.md"]))


def test_a_change_of_an_actor_concerns_all_that_is_built_on_it() -> None:
    found = {*names(concerned(SHORT, ["engine/actor/src/lib.rs"]))}
    assert {"link: tests", "agentspeak suite: results", "rust: tests", "engine: rules"} <= found
    assert not {name for name in found if name.startswith(("lab", "go", "python", "dev"))}


def test_a_change_of_a_platform_concerns_its_language_and_the_lab() -> None:
    found = {*names(concerned(SHORT, ["platforms/go/main.go"]))}
    assert {"go: format", "go: vet", "go: tests", "lab: tests"} <= found
    assert not {name for name in found if name.startswith(("protoactor", "node", "cpp", "java"))}


def test_a_path_is_a_folder_or_a_pattern_and_never_half_a_name() -> None:
    jobs = [one(SHORT, "lab: types"), one(SHORT, "java: format")]
    assert names(concerned(jobs, ["lab/srcs/x.py"])) == []
    assert names(concerned(jobs, ["engine/java/java/X.java"])) == ["java: format"]
    assert names(concerned(jobs, ["lab/src/agon/x.py"])) == ["lab: types"]


def test_every_file_of_the_project_but_what_is_no_code_is_some_jobs_business() -> None:
    listing = subprocess.run(["git", "ls-files"], cwd=home.root(), capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("needs git and a checkout")
    left = untested(SHORT, listing.stdout.splitlines())
    assert [file for file in left if file.endswith((".py", ".rs", ".java", ".go", ".erl", ".js", ".hpp", ".cpp"))] == []
