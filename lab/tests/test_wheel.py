"""The lab as an installed package: a wheel in an environment of its own, outside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from agon import __version__, home

SOURCES = home.root() / "lab" / "src"
NO_INDEX = "No matching distribution found for setuptools"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab's wheel, built of a copy: what a build leaves behind is no part of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(SOURCES, folder / "lab" / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(home.root() / "lab" / file, folder / "lab")
    words = ["wheel", "--quiet", "--no-deps", "--disable-pip-version-check", "--wheel-dir", str(folder), "./lab"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    if NO_INDEX in done.stderr:
        pytest.skip("needs the package index: setuptools builds the wheel")
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@dataclass
class Installed:
    """An environment with the wheel, whose dependencies are those of the environment that runs the tests."""

    program: Path
    folder: Path

    def start(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """`agon` with these words, in a folder that is no checkout, for a user who has never used it."""
        return self.run([str(self.program), *words], environment)

    def run(self, argv: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """A command in that folder, with no variables but a few."""
        kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        return subprocess.run(
            argv,
            cwd=self.folder,
            env=kept | {"HOME": str(self.folder), "LANG": "C.UTF-8", "COLUMNS": "120"} | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def output(self, *words: str, **environment: str) -> str:
        """What it prints, where it does what was asked."""
        done = self.start(*words, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program `agon` of a new environment with the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True, with_pip=False)
    python = folder / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index", wheel],
        check=True,
    )
    (site,) = (folder / "lib").glob("python*/site-packages")
    # A plain line, which unlike a .pth of that folder's own does not put the checkout's lab there, too.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "agon"


@pytest.fixture
def installed(environment: Path, tmp_path: Path) -> Installed:
    (tmp_path / "elsewhere").mkdir()
    return Installed(environment, tmp_path / "elsewhere")


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        held = set(packed.namelist())
    files = (path for path in SOURCES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    wanted = {str(path.relative_to(SOURCES)) for path in files if "egg-info" not in str(path)}
    assert len(wanted) > 300
    assert wanted - held == set()


def test_the_environment_runs_the_wheel_and_no_checkout(installed: Installed) -> None:
    show = [str(installed.program.with_name("python")), "-P", "-c", "import agon; print(agon.__file__)"]
    where = installed.run(show, {})
    assert Path(where.stdout.strip()).is_relative_to(installed.program.parents[1])


def test_without_a_checkout_the_package_lists_its_own(installed: Installed) -> None:
    assert installed.output("--version") == f"agon {__version__}\n"
    assert "token-ring" in installed.output("list", "workloads")
    assert "agere13" in installed.output("list", "sources")
    for words in (("list", "platforms"), ("doctor",)):
        done = installed.start(*words)
        assert done.returncode == 0, done.stderr
        assert "export AGON_ROOT=FOLDER" in done.stderr
    assert "Start with: agon demo" in installed.output("--help")


def test_a_platform_of_ones_own_needs_no_checkout(installed: Installed) -> None:
    assert "then: agon check ./mine" in installed.output("new", "platform", "mine", "--language", "python")
    plan = installed.output("run", "token-ring", "-p", "./mine", "--preset", "demo", "--dry-run")
    assert "mine" in plan
    words = ("--preset", "demo", "--invocations", "1", "--iterations", "1", "--out", "results")
    done = installed.start("run", "token-ring", "-p", "./mine", *words)
    assert done.returncode == 0, done.stderr
    assert json.loads((installed.folder / "results" / "experiment.json").read_text())["command"][0] == "agon"
    assert "mine" in installed.output("results", "results")
    assert (installed.folder / ".local" / "state" / "agon").is_dir()


def test_a_platform_of_ones_own_is_checked_without_a_checkout(installed: Installed) -> None:
    installed.output("new", "platform", "mine", "--language", "python")
    installed.output("check", "./mine")


@pytest.mark.parametrize(
    "words",
    [
        ("run", "token-ring", "-p", "erlang"),
        ("check", "erlang"),
        ("install", "erlang"),
        ("demo",),
        ("reproduce", "agere13", "--dry-run"),
        ("new", "actions", "heating"),
        ("new", "platform", "mine", "--like", "erlang"),
        ("test",),
    ],
    ids=" ".join,
)
def test_what_needs_a_checkout_explains_how_to_name_one(installed: Installed, words: tuple[str, ...]) -> None:
    done = installed.start(*words)
    assert done.returncode == 3
    assert done.stderr.count("export AGON_ROOT=FOLDER") == 1, done.stderr
    assert "./agon" not in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in installed.folder.iterdir() if not path.name.startswith(".")] == []


def test_agon_root_names_the_platforms_of_a_checkout(installed: Installed) -> None:
    root, state = str(home.root()), str(installed.folder / "state")
    listed = json.loads(installed.output("list", "platforms", "--json", AGON_ROOT=root, AGON_STATE=state))
    folders = {path.parent.name for path in home.platforms().glob("*/platform.toml")}
    assert folders <= {entry["id"] for entry in listed["platforms"]}
    plan = installed.start("run", "token-ring", "-p", "pykka", "--dry-run", AGON_ROOT=root, AGON_STATE=state)
    assert plan.returncode == 0, plan.stderr


def test_a_wrong_agon_root_is_named(installed: Installed) -> None:
    done = installed.start("list", "platforms", AGON_ROOT=str(installed.folder))
    assert done.returncode == 2
    assert f"AGON_ROOT is {installed.folder}, which is no checkout of Agon" in done.stderr.replace("\n", "")
