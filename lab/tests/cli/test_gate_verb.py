"""`agon gate` as a user meets it in a repository of their own: outcomes, what it refuses, and what it leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.repositories import BRIEF, UserRepository


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> UserRepository:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return UserRepository(tmp_path / "mine")


def checkouts(folder: Path) -> list[Path]:
    """What there is of the base's checkouts."""
    return [*(folder / "cache/agon/gate").glob("*")]


def test_a_slower_head_fails_and_the_comment_shows_it(mine: UserRepository, tmp_path: Path) -> None:
    base = mine.git("rev-parse", "--short", "HEAD")
    mine.git("switch", "--quiet", "--create", "change")
    mine.edit("= 1.0", "= 1.3")
    head = mine.commit()
    before = mine.state()
    comment = tmp_path / "comment.md"
    done = mine.agon("gate", "main", "--comment", str(comment), "--out", str(tmp_path / "out"), *BRIEF)
    assert done.returncode == 1, done.stderr
    assert "Gate: failed" in done.stdout
    assert f"Base {base}, head {head}." in done.stderr
    lines = comment.read_text().splitlines()
    assert lines[0] == "<!-- agon-gate -->"
    assert "worse by more than 5%" in lines[1]
    (row,) = [line for line in lines if "token-ring" in line and line.startswith("|")]
    assert "worse" in row
    assert 1.25 < float(row.split("|")[3]) < 1.35
    text = comment.read_text()
    assert f"`agon gate {base} --fail-above 5%`" in text
    assert f"Base {base}, head {head}." in text
    assert "Machine: " in text
    assert len(lines) <= 14
    assert (tmp_path / "out" / "report.html").exists()
    assert mine.state() == before


def test_an_equal_head_passes_and_changes_not_committed_are_measured(
    mine: UserRepository, tmp_path: Path, own_state: Path
) -> None:
    base = mine.git("rev-parse", "--short", "HEAD")
    mine.edit("takes a little more", "takes little more")
    before = mine.state()
    done = mine.agon("gate", "HEAD", *BRIEF)
    assert done.returncode == 0, done.stderr
    assert "Gate: passed, 1 comparison: not worse by more than 5%" in done.stdout
    assert f"head {base}-dirty (with changes that are not committed)" in done.stderr
    assert mine.state() == before
    assert checkouts(tmp_path) == []
    assert len([*own_state.glob("build/mine-*")]) <= 1  # the head's own build stays


BY_TURNS = """
NUMBER = next(word for word in sys.argv if word.startswith("samples="))[-1]  # of the invocation
FACTOR = 0.5 if int(NUMBER) % 2 else 1.5
"""


def test_what_is_undecided_has_an_exit_code_of_its_own(mine: UserRepository, tmp_path: Path) -> None:
    mine.edit("random.gauss(1, SPREAD)", "FACTOR")
    mine.edit("\nclass", "\n" + BY_TURNS + "\n\nclass")
    comment = tmp_path / "comment.md"
    words = ("gate", "main", "--invocations", "5", "--comment", str(comment), *BRIEF)
    done = mine.agon(*words)
    assert done.returncode == 5, done.stdout + done.stderr
    assert "Gate: undecided" in done.stdout
    assert "worse is possible" in comment.read_text()
    accepted = mine.agon(*words, "--on-undecided", "pass")
    assert accepted.returncode == 0
    assert "undecided counts as passed" in accepted.stdout
    assert "Undecided counts as passed here." in comment.read_text()
    assert mine.agon(*words, "--on-undecided", "fail").returncode == 1


def test_too_few_invocations_never_pass(mine: UserRepository) -> None:
    mine.edit("= 1.0", "= 0.9")
    done = mine.agon("gate", "main", "--invocations", "2", "--on-undecided", "pass", *BRIEF)
    assert done.returncode == 5
    assert "undecided: every cell has fewer than 5 invocations" in done.stdout


def test_a_head_that_fails_where_the_base_does_not(mine: UserRepository) -> None:
    mine.edit("% workers + 1 for", "% workers + 2 for")
    done = mine.agon("gate", "main", "--invocations", "5", *BRIEF)
    assert done.returncode == 1
    assert "fails where the base does not" in done.stdout


PLATFORM = "bench/mine/platform.toml"
BUILD = '[build]\ncommands = [["sh", "-c", "test ! -e {source}/broken.c || { echo broken.c:1: no; exit 3; }"]]'


@pytest.mark.parametrize(("side", "code", "words"), [("head", 1, "head does not build"), ("base", 5, "the base does")])
def test_a_side_that_does_not_build_is_named(
    mine: UserRepository, tmp_path: Path, side: str, code: int, words: str
) -> None:
    mine.edit("[build]", BUILD, PLATFORM)
    broken = mine.root / "bench/mine/broken.c"
    if side == "base":
        broken.touch()
    mine.commit()
    broken.touch() if side == "head" else broken.unlink()
    comment = tmp_path / "comment.md"
    done = mine.agon("gate", "main", "--comment", str(comment), *BRIEF)
    assert done.returncode == code, done.stderr
    assert words in done.stdout
    assert "broken.c:1: no" in done.stdout
    assert words in comment.read_text()
    assert mine.git("worktree", "list").count("\n") == 0
    if side == "base":
        accepted = mine.agon("gate", "main", "--on-undecided", "pass", *BRIEF)
        assert accepted.returncode == 5
        assert checkouts(tmp_path) == []


def test_a_platform_file_that_cannot_be_read(mine: UserRepository) -> None:
    mine.edit("schema = 1", "schema = ", "bench/mine/platform.toml")
    head = mine.agon("gate", "main", *BRIEF)
    assert (head.returncode, "head: " in head.stdout) == (1, True), head.stderr
    mine.commit()
    mine.edit("schema = ", "schema = 1", "bench/mine/platform.toml")
    base = mine.agon("gate", "main", *BRIEF)
    assert (base.returncode, "the base cannot be read: " in base.stdout) == (5, True), base.stderr


def test_what_there_is_nothing_to_compare_with(mine: UserRepository, tmp_path: Path) -> None:
    comment = tmp_path / "comment.md"
    same = mine.agon("gate", "main", "--comment", str(comment))
    assert (same.returncode, "there is nothing to compare" in same.stdout) == (0, True)
    assert "there is nothing to compare" in comment.read_text()
    mine.platform("bench/other")
    mine.edit("one_build", 'inputs = ["../../src"]\none_build', "bench/mine/platform.toml")
    mine.commit()
    mine.platform("bench/new")
    new = mine.agon("gate", "main", "-p", "bench/new")
    assert (new.returncode, "the platform is new" in new.stdout) == (0, True), new.stderr
    mine.git("clean", "--quiet", "--force", "-d")
    (mine.root / "src").mkdir()
    mine.edit("[run]", "\n[run]", "bench/other/platform.toml")
    chosen = mine.agon("gate", "main", "--invocations", "1", *BRIEF)
    assert ": bench/other\n" in chosen.stderr
    mine.git("checkout", "--quiet", ".")
    (mine.root / "README").touch()
    chosen = mine.agon("gate", "main", "--invocations", "1", *BRIEF)
    assert ": bench/other\n" in chosen.stderr  # it declares no inputs
    (mine.root / "README").unlink()
    (mine.root / "src" / "ring.c").touch()
    chosen = mine.agon("gate", "main", "--invocations", "1", *BRIEF)
    assert ": bench/mine, bench/other\n" in chosen.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["gate", "mian"], 2, "no such branch, tag or commit"),
        (["gate", "--", "-x"], 2, "no such branch, tag or commit"),
        (["gate", "main", "--invocations", "5", "--time-budget", "1m"], 2, "not both"),
        (["gate", "main", "--on-undecided", "maybe"], 2, "choose pass or fail"),
        (["gate", "main", "--fail-above", "5"], 2, "write a share"),
        (["gate", "main", "--comment", "no/such/comment.md"], 2, "there is no folder"),
        (["gate", "main", "nonsense"], 2, "nonsense"),
        (["gate", "main", "chameneos"], 0, "no workload of chameneos is offered by both sides"),
        (["gate", "main", "-p", "gone"], 2, "no such folder"),
        (["gate", "main", "-p", "/"], 2, "platform.toml"),
    ],
)
def test_bad_input(mine: UserRepository, arguments: list[str], code: int, words: str) -> None:
    mine.edit("= 1.0", "= 1.1")
    done = mine.agon(*arguments)
    assert done.returncode == code, done.stderr
    assert words in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_where_there_is_no_repository_or_no_commit(mine: UserRepository, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    done = mine.agon("gate", "main", cwd=outside, more={"GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert (done.returncode, "is in no git repository" in done.stderr) == (2, True), done.stderr
    subprocess.run(["git", "init", "--quiet", str(outside)], check=True)
    done = mine.agon("gate", "main", cwd=outside)
    assert (done.returncode, "has no commit yet" in done.stderr) == (2, True), done.stderr
    done = mine.agon("gate", "main", more={"PATH": "/nonexistent"})
    assert (done.returncode, "git is not here" in done.stderr) == (3, True), done.stderr


def test_a_shallow_clone(mine: UserRepository, tmp_path: Path) -> None:
    mine.git("switch", "--quiet", "--create", "change")
    mine.edit("= 1.0", "= 1.1")
    mine.commit()
    clone = tmp_path / "clone"
    mine.git("clone", "--quiet", "--depth=1", f"file://{mine.root}", str(clone))
    done = mine.agon("gate", "main", cwd=clone)
    assert done.returncode == 2
    assert "fetch-depth: 0" in done.stderr
    whole = tmp_path / "whole"
    mine.git("clone", "--quiet", f"file://{mine.root}", str(whole))
    done = mine.agon("gate", "main", cwd=whole)
    assert done.returncode == 2
    assert "there is origin/main" in done.stderr


def test_submodules(mine: UserRepository, tmp_path: Path) -> None:
    library = UserRepository(tmp_path / "library")
    mine.git("submodule", "--quiet", "add", f"file://{library.root}", "library")
    mine.edit("= 1.0", '= float(open(__file__.replace("bench/mine/token_ring.py", "library/level")).read())')
    (mine.root / "library" / "level").write_text("1.0")
    inner = UserRepository.__new__(UserRepository)
    inner.root = mine.root / "library"
    inner.commit()
    mine.commit()
    (inner.root / "level").write_text("1.4")
    inner.commit()
    before, before_inner = mine.state(), inner.state()
    done = mine.agon("gate", "main", "-p", "bench/mine", *BRIEF)
    assert done.returncode == 1, done.stderr
    assert "worse by more than 5%" in done.stdout
    assert (mine.state(), inner.state()) == (before, before_inner)
    there = mine.agon("gate", "main", "-p", "library/bench/mine")
    assert (there.returncode, "is in a submodule" in there.stderr) == (2, True), there.stderr
    clone = tmp_path / "clone"
    mine.git("clone", "--quiet", f"file://{mine.root}", str(clone))
    (clone / "bench/mine/token_ring.py").touch()
    (clone / "new").touch()
    without = mine.agon("gate", "main", "--invocations", "1", *BRIEF, cwd=clone)
    assert "submodule library is not checked out here: neither side has it" in without.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_after_an_interruption(mine: UserRepository, tmp_path: Path, number: signal.Signals) -> None:
    before = mine.state()
    mine.edit("= 1.0", "= 1.1")
    command = [sys.executable, "-m", "agon", "gate", "main", "--invocations", "50", *BRIEF]
    with subprocess.Popen(command, cwd=mine.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as lab:
        assert lab.stdout is not None
        text = ""
        while "token-ring" not in text:  # measuring has begun
            line = lab.stdout.readline()
            assert line, text
            text += line
        assert [(p / "base/bench/mine/platform.toml").exists() for p in checkouts(tmp_path)] == [True]
        os.kill(lab.pid, number)
        text += lab.stdout.read()
    mine.edit("= 1.1", "= 1.0")
    if number != signal.SIGKILL:
        assert lab.returncode == 130, text
        assert "nothing is judged" in text
    else:  # the next gate removes it
        assert mine.state() != before
        mine.edit("= 1.0", "= 1.1")
        assert mine.agon("gate", "main", "chameneos").returncode == 0
        mine.edit("= 1.1", "= 1.0")
    assert checkouts(tmp_path) == []
    assert mine.state() == before


def test_an_interrupted_build_judges_nothing(mine: UserRepository, tmp_path: Path) -> None:
    mine.edit("[build]", f'[build]\ncommands = [["sh", "-c", "touch {tmp_path}/began; sleep 600"]]', PLATFORM)
    mine.commit()
    mine.edit("= 1.0", "= 1.1")
    with subprocess.Popen([sys.executable, "-m", "agon", "gate", "main"], cwd=mine.root, stderr=subprocess.PIPE) as lab:
        while not (tmp_path / "began").exists():
            assert lab.poll() is None
            time.sleep(0.05)
        lab.send_signal(signal.SIGINT)
        _, printed = lab.communicate()
    assert (lab.returncode, b"nothing is judged" in printed) == (130, True), printed
    assert checkouts(tmp_path) == []


def test_a_second_gate_of_one_repository_does_not_disturb_the_first(mine: UserRepository) -> None:
    from agon.errors import StoreError
    from agon.run.repository import repository
    from agon.run.worktree import checked_out_apart

    repo = repository(mine.root / "bench")
    commit = repo.commit("main")
    with checked_out_apart(repo, commit, print) as place:
        assert (place / "bench/mine/platform.toml").exists()
        with pytest.raises(StoreError, match="another gate"), checked_out_apart(repo, commit, print):
            pass
        assert (place / "bench/mine/platform.toml").exists()
    assert not place.exists()


def test_no_hook_of_the_users_runs(mine: UserRepository, tmp_path: Path) -> None:
    hook = mine.root / ".git/hooks/post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    mine.edit("= 1.0", "= 1.1")
    assert mine.agon("gate", "main", "chameneos").returncode == 0
    assert not (tmp_path / "ran").exists()


def test_two_platforms_are_judged_together(mine: UserRepository) -> None:
    mine.platform("bench/other")
    mine.commit()
    mine.edit("= 1.0", "= 1.3", "bench/other/token_ring.py")
    mine.edit("= 1.0", "= 1.001")
    done = mine.agon("gate", "main", *BRIEF)
    assert done.returncode == 1, done.stderr
    assert "2 comparisons" in done.stdout
    rows = [line for line in done.stdout.splitlines() if line.strip().startswith(("worse", "not worse"))]
    assert "other token-ring" in rows[0]
    assert "after 5 invocations 0 of 2 comparisons are undecided" in done.stdout + done.stderr
