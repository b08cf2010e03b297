"""The commit of a platform's folder is its own repository's, wherever the lab is."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon.platforms.registry import find_all
from agon.results.model import Limits, Plan
from agon.run.commits import Commit, commit_of
from agon.run.machine import environment
from agon.run.plan import Request, Wish, plan_experiment
from agon.workloads.registry import get


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false")
    return subprocess.run(
        ["git", "-C", str(folder), *who, *words], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture(name="platform")
def _platform(tmp_path: Path) -> Path:
    """A platform in a repository of its own."""
    folder = tmp_path / "repository" / "mine"
    shutil.copytree(REFERENCE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    git(folder.parent, "init", "-q")
    git(folder.parent, "add", ".")
    git(folder.parent, "commit", "-qm", "One")
    return folder


def test_a_folder_is_at_the_commit_of_the_repository_that_holds_it(platform: Path) -> None:
    head = git(platform, "rev-parse", "HEAD")
    assert commit_of(platform) == Commit(head, False)
    (platform / "new.py").write_text("1\n")
    assert commit_of(platform) == Commit(head, True)
    (platform / "new.py").unlink()
    (platform.parent / "away.txt").write_text("not added, and not the platform's")
    assert commit_of(platform) == Commit(head, False)
    (platform / "main.py").write_text("2\n")
    assert commit_of(platform) == Commit(head, True)


def test_a_folder_outside_any_repository_has_none(platform: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    assert commit_of(outside) == Commit()
    (platform.parent / ".gitignore").write_text("build/\n")
    ignored = platform.parent / "build"
    ignored.mkdir()
    assert commit_of(ignored) == Commit()


def test_a_repository_without_a_commit_has_none(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert commit_of(tmp_path) == Commit()


def test_the_repository_of_a_hook_is_not_the_platforms(platform: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere/index")
    assert commit_of(platform).hash


def test_the_experiment_records_it(platform: Path) -> None:
    wish = Wish(get("token-ring"), [{"workers": 5, "passes": 12}], find_all([str(platform), str(REFERENCE)]), [1])
    plan = Plan(protocol="agon", seed=1, invocations=3)
    experiment = plan_experiment(Request("test", [wish], plan, Limits(time_s=10)), environment(cgroup=False))
    mine, _ = experiment.platforms
    assert mine.source_commit == git(platform, "rev-parse", "HEAD")
    assert mine.commit == mine.source_commit[:12] + ("+" if mine.source_dirty else "")
