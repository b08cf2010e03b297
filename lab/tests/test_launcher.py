"""The launcher: which code it runs, in a checkout that was copied or moved, and with which environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from agon import home

LAUNCHER = home.root() / "agon"
MAIN = """
import os, sys
print(__file__)
print(os.environ["AGON_ROOT"])
print(*sys.argv[1:])
print(os.environ["AGON_BEGAN"])
"""
PIP = """
import os, sys, time
time.sleep({slow})
with open({log!r}, "a", encoding="utf-8") as log:
    print(open(sys.argv[-1], encoding="utf-8").read().split(), file=log)
"""
PYTHON = """#!/bin/sh
if [ "$1 $2" != "-m venv" ]; then exec {real} "$@"; fi
{real} -m venv --without-pip "$3"
for site in "$3"/lib/python*/site-packages; do cp -r {pip} "$site/pip"; done
"""
"""Makes environments whose pip writes down what it was asked for and installs nothing."""


class Checkout:
    """A checkout whose lab prints which file it is, with a Python that makes environments in no time."""

    def __init__(self, tmp_path: Path, *, slow: float = 0) -> None:
        self.folder = tmp_path / "agon"
        self.log = tmp_path / "pip.log"
        package = self.folder / "lab" / "src" / "agon"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(MAIN)
        self.needs("one>=1")
        shutil.copy(LAUNCHER, self.folder / "agon")
        pip = tmp_path / "stub-pip"
        pip.mkdir()
        (pip / "__main__.py").write_text(PIP.format(slow=slow, log=str(self.log)))
        self.python = tmp_path / "stub-python"
        self.python.write_text(PYTHON.format(real=Path(sys.executable).resolve(), pip=pip))
        self.python.chmod(0o755)

    def needs(self, package: str) -> None:
        (self.folder / "lab" / "pyproject.toml").write_text(
            f'[project]\ndependencies = ["{package}"]\n[project.optional-dependencies]\ntest = ["tests-need-it"]\n'
        )

    def start(
        self, *words: str, folder: Path | None = None, cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "AGON_ROOT")}
        return subprocess.run(
            [str((folder or self.folder) / "agon"), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd or "/",
            env=kept | {"AGON_PYTHON": str(self.python)} | environment,
        )

    @property
    def installs(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


def assert_runs(done: subprocess.CompletedProcess[str], folder: Path) -> None:
    """It is the lab of that folder that ran, and it looks for its platforms there."""
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == [str(folder / "lab/src/agon/__main__.py"), str(folder)]


@pytest.fixture
def used(tmp_path: Path) -> Checkout:
    """A checkout that was used once."""
    checkout = Checkout(tmp_path)
    first = checkout.start("list", "platforms")
    assert_runs(first, checkout.folder)
    assert first.stdout.splitlines()[2] == "list platforms"
    assert first.stderr.count("\n") == 1 and "first use: installing the lab" in first.stderr
    assert checkout.installs == ["['one>=1']"]
    return checkout


def test_it_installs_once(used: Checkout) -> None:
    again = used.start()
    assert_runs(again, used.folder)
    assert again.stderr == ""
    assert len(used.installs) == 1


def test_a_copy_installs_for_itself_and_runs_its_own_code(used: Checkout, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(used.folder, copy, symlinks=True)
    done = used.start(folder=copy)
    assert_runs(done, copy)
    assert done.stderr.count("\n") == 1 and f"was copied or moved from {used.folder}: installing" in done.stderr
    assert len(used.installs) == 2
    assert used.start(folder=copy).stderr == ""
    assert used.start().stderr == ""


def test_a_moved_checkout_installs_again(used: Checkout, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    used.folder.rename(moved)
    done = used.start(folder=moved)
    assert_runs(done, moved)
    assert f"was copied or moved from {used.folder}" in done.stderr
    assert used.start(folder=moved).stderr == ""


def test_an_environment_that_was_copied_by_hand_runs_this_folders_code(used: Checkout, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(used.folder, copy, symlinks=True)
    shown = subprocess.run(
        [copy / ".venv/bin/python", "-c", "import agon; print(agon.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert shown.stdout.strip() == str(copy / "lab/src/agon/__init__.py")


def test_neither_the_current_folder_nor_pythonpath_brings_another_lab(used: Checkout, tmp_path: Path) -> None:
    other = tmp_path / "other" / "agon"
    other.mkdir(parents=True)
    (other / "__init__.py").touch()
    (other / "__main__.py").write_text("print('the other')")
    assert_runs(used.start(cwd=other.parent), used.folder)
    assert_runs(used.start(PYTHONPATH=str(other.parent)), used.folder)


def test_it_passes_on_when_it_began(used: Checkout) -> None:
    before = time.time()
    again = used.start(AGON_BEGAN="1.5", LC_ALL="de_DE.UTF-8")
    began = again.stdout.splitlines()[3]
    assert before <= float(began) <= time.time()


@pytest.mark.parametrize("how", ["removed", "another"])
def test_an_environment_whose_python_has_gone_is_made_again(used: Checkout, tmp_path: Path, how: str) -> None:
    link = used.folder / ".venv" / "bin" / "python"
    link.unlink()
    if how == "removed":
        link.symlink_to(tmp_path / "no-such-python")
    else:  # it starts, and finds none of the packages that its predecessor had
        upgraded = tmp_path / "python3.99"
        upgraded.write_text(f'#!/bin/sh\nexec {Path(sys.executable).resolve()} -I "$@"\n')
        upgraded.chmod(0o755)
        link.symlink_to(upgraded)
    done = used.start()
    assert_runs(done, used.folder)
    assert "belongs to another Python: installing" in done.stderr
    assert used.start().stderr == ""


def test_what_is_activated_is_not_what_makes_the_next_environment(used: Checkout, tmp_path: Path) -> None:
    (used.folder / ".venv" / ".agon-lab").write_text(f"folder {tmp_path / 'old'}\n")
    bin_folder = used.folder / ".venv" / "bin"
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(used.python)
    done = used.start(AGON_PYTHON="", PATH=f"{bin_folder}:{tools}:{os.environ['PATH']}")
    assert_runs(done, used.folder)


def test_other_packages_are_added_to_the_environment_that_is_there(used: Checkout) -> None:
    kept = used.folder / ".venv" / "kept"
    kept.touch()
    done = used.start("test")
    assert_runs(done, used.folder)
    assert "other packages are needed" in done.stderr
    used.needs("one>=2")
    assert "other packages are needed" in used.start().stderr
    assert used.installs == ["['one>=1']", "['one>=1', 'tests-need-it']", "['one>=2']"]
    assert kept.exists()


def test_what_the_tests_need_is_enough_for_everything(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    checkout.start("test")
    assert_runs(checkout.start(), checkout.folder)
    assert len(checkout.installs) == 1


def test_a_failed_install_is_tried_again(used: Checkout) -> None:
    used.needs("one>=2")
    pip = next((used.folder / ".venv").glob("lib/*/site-packages/pip/__main__.py"))
    working = pip.read_text()
    pip.write_text("raise SystemExit('no route to the index')")
    failed = used.start()
    assert failed.returncode == 3
    assert "no route to the index" in failed.stderr and "install.log" in failed.stderr
    assert failed.stdout == ""
    pip.write_text(working)
    assert_runs(used.start(), used.folder)
    assert used.installs[-1] == "['one>=2']"


def test_of_several_that_start_at_a_time_one_installs(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path, slow=0.5)
    done: list[subprocess.CompletedProcess[str]] = []
    threads = [threading.Thread(target=lambda: done.append(checkout.start())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(checkout.installs) == 1
    assert sum("installing" in one.stderr for one in done) == 1
    for one in done:
        assert_runs(one, checkout.folder)


@pytest.mark.full
def test_a_true_copy_works_and_is_not_the_original(tmp_path: Path) -> None:
    """With the packages themselves, from the index."""
    original, copy = tmp_path / "original", tmp_path / "copy"
    shutil.copytree(
        home.root(),
        original,
        symlinks=True,
        ignore=shutil.ignore_patterns(".git", ".agon", ".venv", "target", "engine"),
    )
    shutil.rmtree(original / "results", ignore_errors=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "AGON_ROOT")}

    def listed(folder: Path) -> subprocess.CompletedProcess[str]:
        command = [str(folder / "agon"), "list", "workloads"]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd="/")

    first = listed(original)
    assert first.returncode == 0, first.stderr
    assert "token-ring" in first.stdout
    shutil.copytree(original, copy, symlinks=True)
    package = copy / "lab" / "src" / "agon" / "__main__.py"
    package.write_text("print('the copy')\n")
    second = listed(copy)
    assert (second.returncode, second.stdout) == (0, "the copy\n"), second.stderr
    assert f"was copied or moved from {original}" in second.stderr
    assert listed(original).stdout == first.stdout
