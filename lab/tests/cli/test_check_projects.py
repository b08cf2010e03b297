"""`agon check-projects` as a user meets it, with the engine's program where that is built."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.systems import built
from typer.testing import CliRunner, Result

from agon.cli import check_projects
from agon.cli.main import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["check-projects", *words])


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    for words, message in [
        ([str(tmp_path / "none")], "there is no such folder"),
        ([str(tmp_path)], "there is no project"),
        ([str(tmp_path), "--memory", "much"], "write a size"),
        ([str(tmp_path), "--time-limit", "0"], "write a duration"),
    ]:
        assert message in str(run(*words).exception), words


@pytest.fixture
def projects(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """One that ends, one that does not, one with a part missing, one that is garbage, one of JaCaMo."""
    engine = built("agon-asl")
    monkeypatch.setattr(check_projects, "program", lambda: engine)
    files = {
        "ends.mas2j": "MAS ends { agents: a; }",
        "a.asl": "!go. +!go <- .print(on); .stopMAS.",
        "sub/stays.mas2j": "MAS stays { agents: b; }",
        "sub/b.asl": "!go. +!go <- .print(on).",
        "part.mas2j": "MAS part { agents: a; broken; }",
        "broken.asl": "+!go <- .print(.",
        "garbage.mas2j": "\0\1\2",
        "other.jcm": "mas other { agent a workspace w { artifact a: tools.Counter() } }",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_each_project_has_its_line(projects: Path) -> None:
    result = run(str(projects), "--time-limit", "500ms")
    assert result.exit_code == 1, "one is garbage"
    for expected in [
        "3 of 5 projects run, 1 of them in part",
        "runs, and ends, in part",
        "without agent broken",
        "fails: its project file is not understood",
        "not supported: JaCaMo's artifacts or organisations",
    ]:
        assert expected in result.output, expected
    assert run(str(projects / "sub"), "--time-limit", "500ms").exit_code == 0
    assert run(str(projects / "part.mas2j"), "--strict").exit_code == 1


def test_json_has_all_of_it(projects: Path) -> None:
    data = json.loads(run(str(projects), "--time-limit", "500ms", "--json").stdout)
    assert {one["project"]: one["how"] for one in data["projects"]} == {
        "ends.mas2j": "ended",
        "garbage.mas2j": "failed",
        "other.jcm": "unsupported",
        "part.mas2j": "ended",
        "sub/stays.mas2j": "running",
    }
    assert data["not_run"] == []


def test_an_interrupt_shows_what_there_is(monkeypatch: pytest.MonkeyPatch, projects: Path) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(check_projects, "run", interrupted)
    result = run(str(projects))
    assert result.exit_code == 130
    assert "5 projects not run" in result.output
