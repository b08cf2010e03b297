"""The workflow that `agon new gate` writes, and the action that it uses: each step is run here with plain git."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.repositories import BRIEF, UserRepository

from agon import home

ACTION = home.root() / ".github/actions/gate/action.yml"
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
GH = '''#!/usr/bin/env python3
"""Stands for GitHub's command: keeps the comments of one pull request in a file."""
import json, os, sys
from pathlib import Path

comments = Path(os.environ["COMMENTS"])
if os.environ.get("REFUSES") == "all" or (os.environ.get("REFUSES") == "writing" and "--method" in sys.argv):
    sys.exit("gh: Resource not accessible by integration")
known = json.loads(comments.read_text())
if "--jq" in sys.argv:
    assert 'startswith("<!-- agon-gate -->")' in sys.argv[-1] and "--paginate" in sys.argv
    print(*(i for i, body in known.items() if body.startswith("<!-- agon-gate -->")), sep="\\n")
    sys.exit()
method, where = sys.argv[sys.argv.index("--method") + 1 :][:2]
body = Path(sys.argv[-1].removeprefix("body=@")).read_text()
if method == "PATCH":
    assert where.rpartition("/")[0] == "repos/me/mine/issues/comments"
    known[where.rpartition("/")[2]] = body
else:
    assert (method, where) == ("POST", "repos/me/mine/issues/7/comments")
    known[str(len(known) + 1)] = body
comments.write_text(json.dumps(known))
'''


class Runner:
    """Does the steps of the action one after the other, as GitHub's runner does."""

    def __init__(self, repo: UserRepository, folder: Path) -> None:
        self.repo = repo
        self.folder = folder
        (folder / "bin").mkdir(parents=True)
        gh = folder / "bin" / "gh"
        gh.write_text(GH)
        gh.chmod(0o755)
        self.comments.write_text("{}")
        # Agon as it is for the action, but for its launcher, which might make an environment first
        self.path = folder / "agon-main" / ACTION.parent.relative_to(home.root())
        self.path.mkdir(parents=True)
        launcher = folder / "agon-main" / "agon"
        launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m agon "$@"\n')
        launcher.chmod(0o755)
        self.action: dict[str, Any] = yaml.safe_load(ACTION.read_text())

    @property
    def comments(self) -> Path:
        return self.folder / "comments.json"

    def run(self, inputs: Mapping[str, str], more: Mapping[str, str] | None = None) -> tuple[int, str]:
        """The exit code of the first step that fails, or 0; and what all have printed."""
        given = {name: about["default"] for name, about in self.action["inputs"].items()} | dict(inputs)
        assert given.keys() == self.action["inputs"].keys()
        known = {f"inputs.{name}": value for name, value in given.items()}
        known |= {"github.action_path": str(self.path), "github.event.number": "7", "github.token": "secret"}
        known["github.event.pull_request.base.sha"] = self.repo.git("rev-parse", "main")
        printed = ""
        for step in self.action["runs"]["steps"]:
            if "comment" in step.get("if", "") and given["comment"] != "true":
                continue
            code, text, outputs = self._step(step, known, more or {})
            printed += text
            if code:
                return code, printed
            known |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in outputs.items()}
        return 0, printed

    def _step(
        self, step: Mapping[str, Any], known: Mapping[str, str], more: Mapping[str, str]
    ) -> tuple[int, str, dict[str, str]]:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]  # what a pull request holds is never part of a script

        def value(text: str) -> str:
            while found := EXPRESSION.search(text):
                text = text.replace(found[0], known[found[1]])
            return text

        output = self.folder / "output"
        output.write_text("")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.repo.root,
            env={
                **os.environ,
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "COMMENTS": str(self.comments),
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
                "GITHUB_REPOSITORY": "me/mine",
                "RUNNER_TEMP": str(self.folder),
                **{name: value(text) for name, text in step.get("env", {}).items()},
                **more,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        pairs = dict(line.split("=", 1) for line in output.read_text().splitlines())
        return done.returncode, done.stdout + done.stderr, pairs


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    mine = UserRepository(tmp_path / "mine")
    mine.git("switch", "--quiet", "--create", "change")
    return Runner(mine, tmp_path / "runner")


QUICK = {"options": " ".join(BRIEF), "platforms": "bench/mine"}


def test_the_actions_steps_and_its_one_comment(runner: Runner) -> None:
    runner.repo.edit("= 1.0", "= 1.3")
    runner.repo.commit()
    runner.comments.write_text('{"1": "Well done"}')
    code, printed = runner.run(QUICK)
    assert code == 1, printed
    comments = json.loads(runner.comments.read_text())
    assert list(comments) == ["1", "2"]
    assert "worse by more than 5%" in comments["2"]
    assert (runner.folder / "summary.md").read_text() == comments["2"]
    assert [*runner.folder.glob("agon-gate.*/measured/report.html")]
    runner.repo.edit("= 1.3", "= 1.001")
    runner.repo.commit()
    code, printed = runner.run(QUICK)
    assert code == 0, printed
    comments = json.loads(runner.comments.read_text())
    assert list(comments) == ["1", "2"]
    assert "not worse by more than 5%" in comments["2"]


def test_what_a_fork_may_not_do_is_a_warning(runner: Runner) -> None:
    (runner.repo.root / "bench/mine/NOTES").touch()
    runner.repo.commit()
    for refused in ("writing", "all"):
        code, printed = runner.run({"workloads": "chameneos"}, {"REFUSES": refused})
        assert (code, "::warning::" in printed) == (0, True), printed
    assert json.loads(runner.comments.read_text()) == {}
    assert "nothing to compare" in (runner.folder / "summary.md").read_text()


def test_undecided_and_bad_input(runner: Runner) -> None:
    runner.repo.edit("[build]", '[build]\ncommands = [["test", "-e", "{source}/new"]]', "bench/mine/platform.toml")
    runner.repo.commit()
    runner.repo.git("branch", "--force", "main", "change")
    (runner.repo.root / "bench/mine/new").touch()
    runner.repo.commit()  # the base does not build
    for wanted, expected in (("fail", 1), ("pass", 0)):
        code, printed = runner.run({"on-undecided": wanted, "comment": "false"})
        assert (code, "undecided" in printed) == (expected, True), printed
    assert json.loads(runner.comments.read_text()) == {}
    code, printed = runner.run({"base": "gone", "comment": "false"})
    assert (code, "no such branch" in printed) == (2, True), printed


def test_the_workflow_that_is_written(runner: Runner, tmp_path: Path) -> None:
    done = runner.repo.agon("new", "gate", "agon-gate")
    assert done.returncode == 0, done.stderr
    path = runner.repo.root / ".github/workflows/agon-gate.yml"
    workflow: dict[str, Any] = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    (job,) = workflow["jobs"].values()
    first = job["steps"][0]
    assert (first["uses"].partition("@")[0], first["with"]) == ("actions/checkout", {"fetch-depth": 0})
    for step in job["steps"]:
        if "run" in step:
            subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=runner.repo.root, check=True)
    (gate,) = [step for step in job["steps"] if step.get("uses", "").startswith("OWNER/agon/")]
    action = gate["uses"].partition("@")[0].removeprefix("OWNER/agon/")
    assert home.root() / action / "action.yml" == ACTION
    runner.repo.edit("= 1.0", "= 1.05")  # within the example's 10%
    runner.repo.commit()
    # with the history that the checkout step gets, as a clone has it
    clone = tmp_path / "clone"
    runner.repo.git("clone", "--quiet", "--branch", "change", f"file://{runner.repo.root}", str(clone))
    runner.repo.root = clone
    runner.repo.git("branch", "main", "origin/main")
    code, printed = runner.run(gate["with"] | {"options": QUICK["options"]})
    assert code == 0, printed
    assert "not worse by more than 10%" in (runner.folder / "summary.md").read_text()
    again = runner.repo.agon("new", "gate", "agon-gate", cwd=path.parents[2])
    assert (again.returncode, "exists; choose another name" in again.stderr) == (2, True)
    assert runner.repo.agon("new", "gate", "Agon Gate").returncode == 2


def test_each_input_is_used_and_documented() -> None:
    action = yaml.safe_load(ACTION.read_text())
    page = (home.root() / "docs/gate.md").read_text()
    for name in action["inputs"]:
        assert f"inputs.{name}" in ACTION.read_text()
        assert f"`{name}`" in page or name in ("token", "options")
