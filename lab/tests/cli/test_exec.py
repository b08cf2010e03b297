"""`agon exec` as a user meets it: options are passed on, and where the program is built, agents run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.systems import built
from typer.testing import CliRunner, Result

from agon.cli import agentspeak, exec_
from agon.cli.main import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["exec", *words])


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have taken this process's place."""
    commands: list[list[str]] = []

    def record(path: Path, command: Sequence[str]) -> None:
        commands.append([str(path), *command])

    monkeypatch.setattr(
        exec_, "program", lambda *, release: Path("/release/agon-asl" if release else "/built/agon-asl")
    )
    monkeypatch.setattr(exec_, "nodes_program", lambda **_: Path("/built/agon-nodes"))
    monkeypatch.setattr(agentspeak.os, "execv", record)
    return commands


def test_options_are_passed_on(started: list[list[str]]) -> None:
    words = ["m.mas2j", "--mode", "synchronous", "--threads", "2", "--seed", "0", "--root", "jar=x", "--until-idle"]
    words += ["--query-limit", "9", "--memory-limit", "8"]
    assert run(*words).exit_code == 0
    expected = ["--mode", "synchronous", "--threads", "2", "--seed", "0", "--query-limit", "9", "--memory-limit", "8"]
    expected += ["--root", "jar=x", "--until-idle", "m.mas2j"]
    assert started == [["/built/agon-asl", "agon-asl", "run", *expected]]


def test_a_trace_may_stand_alone(started: list[list[str]]) -> None:
    run("--trace", "m.mas2j", "--inspect", "0", "--paused")
    run("m.mas2j", "--trace=plans:ann")
    run("m.mas2j", "--trace", "plans")
    assert [command[2:] for command in started] == [
        ["run", "--inspect", "0", "--trace=", "--paused", "m.mas2j"],
        ["run", "--trace=plans:ann", "m.mas2j"],
    ], "what follows a trace that stands alone is another word"


def test_without_options_the_project_decides(started: list[list[str]]) -> None:
    run("a.asl")
    assert started == [["/built/agon-asl", "agon-asl", "run", "a.asl"]]


def test_a_release_build_is_made_on_request(started: list[list[str]]) -> None:
    run("a.asl", "--release")
    assert started == [["/release/agon-asl", "agon-asl", "run", "a.asl"]]


def test_the_version_names_the_build(started: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGON_STATE", str(tmp_path))
    asl = tmp_path / "shared/rust/release/agon-asl"
    asl.parent.mkdir(parents=True)
    asl.touch()
    assert run("--version").stdout.splitlines() == [
        f"agon-asl, profile release: {asl}, which is out of date",
        f"agon-nodes, profile quick: {tmp_path}/shared/rust/quick/agon-nodes, which is not built yet",
    ]
    assert started == []


def test_several_nodes_are_another_program(started: list[list[str]]) -> None:
    run("m.mas2j", "--nodes", "4", "--seed", "1")
    join = ["--join", "tcp/127.0.0.1:1", "--join", "tcp/127.0.0.1:2"]
    run("m.mas2j", "--node", "b", *join, "--trust", "a", "--tls", "certificates", "--admit", "c")
    assert [command[1:] for command in started] == [
        ["agon-nodes", "run", "--nodes", "4", "--seed", "1", "m.mas2j"],
        ["agon-nodes", "run", "--node", "b", *join, "--trust", "a", "--tls", "certificates", "--admit", "c", "m.mas2j"],
    ]


def test_the_help_shows_how_lines_look() -> None:
    assert "[agent] text" in run("--help").stdout


def test_bad_options_are_refused(started: list[list[str]]) -> None:
    for words in (["a.asl", "--mode", "fast"], ["a.asl", "--pool", "0"], ["a.asl", "--seed", "-1"], []):
        assert run(*words).exit_code == 2
    assert started == []


IN_ITS_PLACE = """
import sys
from pathlib import Path
from agon.cli import agentspeak, exec_
from agon.cli.main import app
exec_.program = lambda **_: Path(sys.argv[1])
app(["exec", *sys.argv[2:]])
"""


def executed(*words: str) -> subprocess.CompletedProcess[str]:
    """`agon exec` with the program as it was built for the engine's tests."""
    command = [sys.executable, "-c", IN_ITS_PLACE, str(built("agon-asl")), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_agents_run_and_their_status_is_the_commands(tmp_path: Path) -> None:
    (tmp_path / "m.mas2j").write_text("MAS m { agents: ann; bob; }")
    (tmp_path / "ann.asl").write_text("!go. +!go <- .send(bob, achieve, greet).")
    (tmp_path / "bob.asl").write_text('+!greet[source(A)] <- .print("hello ", A); .stopMAS(0, 3).')
    for options in ([], ["--mode", "thread"], ["--mode", "synchronous"], ["--pool", "1"]):
        result = executed(str(tmp_path / "m.mas2j"), *options)
        assert (result.stdout, result.returncode) == ("[bob] hello ann\n", 3), result.stderr


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    result = executed(str(tmp_path / "none.asl"))
    assert result.returncode == 1
    assert "none.asl" in result.stderr
    assert result.stdout == ""


def test_a_missing_file_is_named_before_anything_is_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(agentspeak, "program", lambda: pytest.fail("it was built"))
    with pytest.raises(SystemExit) as end:
        agentspeak.main(["run", "--until-idle", str(tmp_path / "no.mas2j")])
    assert end.value.code == 2
    assert f"{tmp_path}/no.mas2j: there is no such file" in capsys.readouterr().err
