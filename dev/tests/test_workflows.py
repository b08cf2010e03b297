"""The workflows of `.github` and the hooks are sound, and the commands that they name are there."""

from __future__ import annotations

import configparser
import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from agon import home
from dev.jobs import Job
from dev.suite import default_jobs
from workflows import Command, commands, mistakes, mistakes_of_form, read

WORKFLOWS = sorted((home.root() / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((home.root() / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
HOOKS = home.root() / ".pre-commit-config.yaml"


@cache
def tracked() -> tuple[str, ...]:
    listed = subprocess.run(["git", "ls-files"], cwd=home.root(), capture_output=True, text=True, check=True)
    return tuple(listed.stdout.splitlines())


@cache
def parts() -> tuple[Job, ...]:
    return tuple(default_jobs())


def workflow(path: Path) -> dict[str, Any]:
    return read(path.read_text(encoding="utf-8"))


def wrong(text: str, folder: str = "") -> list[str]:
    """What is wrong with a step that runs `text` in a folder."""
    made = {"jobs": {"one": {"steps": [{"run": text, "working-directory": folder}]}}}
    return [mistake for command in commands(made) for mistake in mistakes(command, parts())]


def test_there_is_one_for_each_half_of_the_project() -> None:
    assert [path.stem for path in WORKFLOWS] == ["engine", "lab", "platforms"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_workflow_is_sound(path: Path) -> None:
    assert list(mistakes_of_form(workflow(path))) == []
    assert workflow(path)["name"] == path.stem


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_what_a_workflow_runs_is_there(path: Path) -> None:
    found = list(commands(workflow(path)))
    assert any(command.words[0] == "./agon" for command in found)
    assert [mistake for command in found for mistake in mistakes(command, parts())] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_the_paths_of_a_workflow_are_there(path: Path) -> None:
    patterns = workflow(path)["on"]["pull_request"]["paths"]
    assert f".github/workflows/{path.name}" in patterns or ".github/**" in patterns
    assert [p for p in patterns if not any(fnmatchcase(file, p.replace("**", "*")) for file in tracked())] == []


def test_together_they_run_every_part() -> None:
    chosen = [c.only for path in WORKFLOWS for c in commands(workflow(path)) if c.only is not None]
    left_out = [job.name for job in parts() if not any(text in job.name for text in chosen)]
    assert [name for name in left_out if name not in PARTS_LEFT_OUT] == []


PARTS_LEFT_OUT: tuple[str, ...] = ()
"""Of the default size: what no workflow runs."""


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("./agon tests", "agon tests: no such verb"),
        ("./agon test --onyl lab", "agon test --onyl: no such option"),
        ("./agon test --only labs", "agon test --only labs: no part has that in its name"),
        ("./agon check --brief erlnag", "no platform 'erlnag'. Did you mean 'erlang'?"),
        ("bash ci/gone.sh", "ci/gone.sh: no such file"),
        ("./gone.sh --brief", "./gone.sh: no such file"),
        ("make all", "make: not among"),
    ],
)
def test_a_command_that_is_not_there_is_found(text: str, mistake: str) -> None:
    (found,) = wrong(text)
    assert mistake in found


def test_cargo_needs_a_crate() -> None:
    assert wrong("cargo test", "engine/actor") == []
    (found,) = wrong("cargo test", "docs")
    assert "no Cargo.toml" in found


def test_a_command_that_is_there_is_no_mistake() -> None:
    assert wrong('./agon test --only "lab:"\n./agon check --brief erlang\nsh platforms/jvm/format.sh') == []


def test_a_matrix_is_filled_in() -> None:
    step = {"run": "./agon test --only ${{ matrix.part }}"}
    several = {"jobs": {"one": {"strategy": {"matrix": {"part": ["lab", "dev"]}}, "steps": [step]}}}
    assert [command.only for command in commands(several)] == ["lab", "dev"]
    included = {"jobs": {"one": {"strategy": {"matrix": {"include": [{"part": "go:"}]}}, "steps": [step]}}}
    assert list(commands(included)) == [Command(("./agon", "test", "--only", "go:"), home.root())]


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("timeout-minutes: 5", "", "one: no 'timeout-minutes'"),
        ("actions/checkout@v4", "actions/checkout", "one: actions/checkout is no action with its version"),
        ("permissions:", "permission:", "no 'permissions'"),
        ("- uses: actions/checkout@v4", "- name: nothing", "one: a step has one of 'run' and 'uses'"),
    ],
)
def test_a_workflow_that_is_not_sound_is_found(old: str, new: str, mistake: str) -> None:
    good = """
name: one
on: push
permissions: { contents: read }
jobs:
  one:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
    - uses: actions/checkout@v4
"""
    assert list(mistakes_of_form(read(good))) == []
    assert list(mistakes_of_form(read(good.replace(old, new)))) == [mistake]


@pytest.mark.parametrize("path", FORMS, ids=lambda p: p.stem)
def test_a_form_asks_for_something(path: Path) -> None:
    form = read(path.read_text(encoding="utf-8"))
    if path.stem == "config":
        assert form["blank_issues_enabled"] in ("true", "false")
        return
    assert form["name"] and form["description"]
    asked = [part for part in form["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in asked}) == len(asked) > 0
    assert all(part["attributes"]["label"] for part in asked)
    text = path.read_text(encoding="utf-8")
    assert wrong("\n".join(re.findall(r"\./agon [\w -]+", text))) == []


def hooks() -> Iterator[dict[str, Any]]:
    for repository in read(HOOKS.read_text(encoding="utf-8"))["repos"]:
        assert repository["repo"] == "local"
        yield from repository["hooks"]


def test_the_hooks_are_local_and_what_they_run_is_there() -> None:
    found = list(hooks())
    assert {hook["id"] for hook in found} >= {"ruff-format", "ruff-check", "layout", "commit-message"}
    for hook in found:
        assert hook["language"] == "system"
        if not hook["entry"].startswith(".venv/bin/python "):  # made by ./agon
            assert wrong(hook["entry"]) == []
        files = re.compile(hook.get("files", ""))
        assert any(files.search(file) for file in tracked()), hook["id"]


def test_editors_know_the_columns_and_indents() -> None:
    parser = configparser.ConfigParser()
    parser.read_string("[top]\n" + (home.root() / ".editorconfig").read_text(encoding="utf-8"))
    assert parser["top"]["root"] == "true"
    assert parser["*"]["end_of_line"] == "lf"
    for section in parser.sections()[2:]:
        for pattern in re.sub(r"\{(.*)\}", r"\1", section).split(",") if "/" not in section else [section]:
            suffix = pattern.removeprefix("*").strip("./*")
            assert any(file.endswith(suffix) or suffix in file for file in tracked()), pattern
    assert parser["*.{rs,py}"]["max_line_length"] == "120"
