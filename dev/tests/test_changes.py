"""Which files have changed, as git sees it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from agon.errors import UsageError
from dev.changes import changed_files, commits


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """With one commit of three files, one of them ignored when it changes place."""
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("one", "two words"):
        (tmp_path / name).write_text("1", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("built\n", encoding="utf-8")
    commit(tmp_path)
    return tmp_path


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "change")


def test_files_that_differ_from_the_last_commit_and_new_ones_have_changed(repository: Path) -> None:
    assert changed_files(repository) == []
    (repository / "two words").write_text("2", encoding="utf-8")
    (repository / "new").touch()
    (repository / "built").touch()
    (repository / "one").unlink()
    assert changed_files(repository) == ["new", "one", "two words"]


def test_a_renamed_file_has_changed_under_both_names(repository: Path) -> None:
    git(repository, "mv", "one", "other")
    assert changed_files(repository) == ["one", "other"]


def test_commits_that_origin_lacks_have_changed_their_files_too(repository: Path, tmp_path: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    (repository / "new").touch()
    commit(repository)
    assert changed_files(repository) == ["new"]
    assert changed_files(repository, "HEAD") == []
    assert commits(repository) == 2


def test_outside_of_a_checkout_and_with_an_unknown_commit_the_reason_is_shown(repository: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"unknown revision|bad revision"):
        changed_files(repository, "no-such-commit")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(UsageError, match=r"not a git repository|--changed: git"):
        changed_files(Path("/"))
