"""`./agon exec` and `./agon asl` as the launcher starts them: with what was built, or once it is built."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agon import home
from agon.cli import exec_
from agon.cli.main import app

CARGO = """#!/bin/sh
echo "$*" >>{log}
if [ -e {mood}/fail ]; then echo 'error: it does not compile' >&2; exit 101; fi
while [ $# -gt 0 ]; do
    case "$1" in --profile) profile="$2" ;; --bin) name="$2" ;; esac
    shift
done
out="$CARGO_TARGET_DIR/$profile"
mkdir -p "$out"
if [ -e {mood}/slow ]; then
    sleep 600 & echo "$$ $!" >{mood}/pids.new && mv {mood}/pids.new {mood}/pids
    wait
fi
if [ ! -e "$out/$name" ]; then  # as cargo, which leaves a program as it is where nothing differs
    printf '#!/bin/sh\\necho "%s" "$@"\\nexit 7\\n' "$name" >"$out/$name"
    chmod +x "$out/$name"
fi
echo "$out/$name: $PWD/engine/agents/src/lib.rs $PWD/engine/agents/src/a\\\\ part.rs" >"$out/$name.d"
"""
"""Notes how it was called, and makes a program that prints its words and ends with 7."""
LONG_AGO = 1_000_000_000


class Checkout:
    """A checkout with this lab, and a cargo that only seems to build."""

    def __init__(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "agon"
        self.mood = tmp_path / "mood"
        self.tools = tmp_path / "tools"
        self.log = tmp_path / "cargo.log"
        for file in ("engine/agents/src/lib.rs", "engine/agents/src/a part.rs", "engine/agents/Cargo.toml"):
            self.change(file)
        for file in ("Cargo.toml", "Cargo.lock"):
            self.change(file)
        self.mood.mkdir()
        self.tools.mkdir()
        shutil.copy(home.root() / "agon", self.folder / "agon")
        (self.folder / "platforms").mkdir()
        (self.folder / "lab").mkdir()
        (self.folder / "lab" / "pyproject.toml").touch()
        (self.folder / "lab" / "src").symlink_to(home.root() / "lab" / "src")
        cargo = self.tools / "cargo"
        cargo.write_text(CARGO.format(log=self.log, mood=self.mood))
        cargo.chmod(0o755)

    def change(self, file: str, when: float = LONG_AGO) -> None:
        (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / file).touch()
        os.utime(self.folder / file, (when, when))

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AGON_", "PYTHONPATH"))}
        path = f"{self.tools}:{os.environ['PATH']}"
        return kept | {"AGON_PYTHON": sys.executable, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | more

    def start(self, *words: str, folder: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        """Started in a folder of its own, which has the programs that the words name."""
        return subprocess.run(
            [str((folder or self.folder) / "agon"), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.place(*words),
            env=self.environment(**more),
        )

    def place(self, *words: str) -> Path:
        place = self.folder.with_name("elsewhere")
        place.mkdir(exist_ok=True)
        for word in words:
            if word.endswith((".asl", ".mas2j")):
                (place / word).touch()
        return place

    @property
    def builds(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def fresh(tmp_path: Path) -> Checkout:
    """A checkout in which nothing was started yet."""
    return Checkout(tmp_path)


def in_use(fresh: Checkout) -> Checkout:
    first = fresh.start("exec", "a.mas2j")
    assert (first.stdout, first.returncode) == ("agon-asl run a.mas2j\n", 7), first.stderr
    return fresh


@pytest.fixture
def used(fresh: Checkout) -> Checkout:
    """One in which agents have run."""
    return in_use(fresh)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The same, for all tests that only start what is there."""
    return in_use(Checkout(tmp_path_factory.mktemp("unchanged")))


def test_the_first_start_builds_the_program_and_needs_no_package_of_the_lab(fresh: Checkout) -> None:
    first = fresh.start("exec", "a.mas2j")
    assert (first.stdout, first.returncode) == ("agon-asl run a.mas2j\n", 7), first.stderr
    assert fresh.builds == ["build --profile quick --locked -p agon-agentspeak --bin agon-asl"]
    before, after = first.stderr.splitlines()
    assert "building agon-asl once, about" in before and "profile quick" in before
    assert "agon-asl is built" in after and "install agents" in after
    assert not (fresh.folder / ".venv").exists()


def test_what_is_up_to_date_starts_without_cargo_and_python(used: Checkout) -> None:
    for words, expected in (
        (["exec", "b.asl"], "agon-asl run b.asl\n"),
        (["asl", "check", "a.asl", "b.asl"], "agon-asl check a.asl b.asl\n"),
        (["asl", "fmt", "--check", "a.asl"], "agon-asl fmt --check a.asl\n"),
    ):
        done = used.start(*words, PATH=f"{used.mood}:/usr/bin:/bin", AGON_PYTHON="/bin/false")
        assert (done.stdout, done.stderr, done.returncode) == (expected, "", 7)
    assert len(used.builds) == 1


SOURCES = ["engine/agents/src/lib.rs", "engine/agents/src/a part.rs", "engine/agents/Cargo.toml", "Cargo.lock"]


@pytest.mark.parametrize("source", SOURCES)
def test_what_is_older_than_a_source_is_built_again_once(used: Checkout, source: str) -> None:
    used.change(source, time.time())
    again = used.start("exec", "a.asl")
    assert again.stdout == "agon-asl run a.asl\n"
    assert "building agon-asl again" in again.stderr
    assert used.start("exec", "a.asl").stderr == "", "though cargo found nothing to compile"
    assert len(used.builds) == 2


def test_a_source_that_has_gone_is_a_change(used: Checkout) -> None:
    (used.folder / SOURCES[0]).unlink()
    used.start("exec", "a.asl")
    assert len(used.builds) == 2


def test_a_source_that_changes_while_it_is_compiled_is_newer(used: Checkout) -> None:
    (used.folder / ".agon/shared/rust/quick/agon-asl.sources").unlink()
    cargo = used.tools / "cargo"
    cargo.write_text(cargo.read_text() + f'touch -d "1 hour" "{used.folder}/{SOURCES[0]}"\n')
    used.start("exec", "a.asl")
    used.start("exec", "a.asl")
    assert len(used.builds) == 3


def test_without_cargo_there_is_one_clear_message(fresh: Checkout) -> None:
    (fresh.tools / "cargo").unlink()
    python = fresh.tools / "python3"
    python.symlink_to(sys.executable)
    done = fresh.start("exec", "a.asl", PATH=f"{fresh.tools}:/usr/bin:/bin")
    assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 3, 1)
    assert "install Rust" in done.stderr


def test_a_build_that_fails_shows_cargos_errors_and_is_tried_again(fresh: Checkout) -> None:
    (fresh.mood / "fail").touch()
    failed = fresh.start("exec", "a.asl")
    assert (failed.stdout, failed.returncode) == ("", 1)
    assert failed.stderr.splitlines()[1] == "error: it does not compile"
    assert "agon: agon-asl could not be built" in failed.stderr
    (fresh.mood / "fail").unlink()
    assert fresh.start("exec", "a.asl").returncode == 7


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_build_leaves_no_process_and_the_next_start_goes_on(
    fresh: Checkout, number: signal.Signals
) -> None:
    (fresh.mood / "slow").touch()
    command = [str(fresh.folder / "agon"), "exec", "a.asl"]
    # A job in the background ignores the signal, and what it starts would, too; a handler is not inherited.
    inherited = signal.signal(number, signal.default_int_handler)
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=fresh.environment(),
        cwd=fresh.place(*command),
    ) as starting:
        signal.signal(number, inherited)
        pids = fresh.mood / "pids"
        while not pids.exists():
            assert starting.poll() is None
            time.sleep(0.01)
        started = [int(pid) for pid in pids.read_text().split()]
        assert all(alive(pid) for pid in started)
        starting.send_signal(number)
        _, errors = starting.communicate(timeout=60)
    assert starting.returncode == 130
    assert "interrupted; what is compiled is kept" in errors
    assert not any(alive(pid) for pid in started)
    (fresh.mood / "slow").unlink()
    assert fresh.start("exec", "a.asl").returncode == 7


def test_a_copied_checkout_runs_what_it_builds_itself(used: Checkout, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(used.folder, copy, symlinks=True)
    assert "building agon-asl" in used.start("exec", "a.asl", folder=copy).stderr
    assert str(copy / SOURCES[0]) in (copy / ".agon/shared/rust/quick/agon-asl.sources").read_text()
    for folder in (used.folder, copy):
        assert used.start("exec", "a.asl", folder=folder).stderr == ""
    assert len(used.builds) == 2


def test_checkouts_that_share_their_builds_each_run_their_own(fresh: Checkout, tmp_path: Path) -> None:
    copy, shared = tmp_path / "copy", str(tmp_path / "state")
    shutil.copytree(fresh.folder, copy, symlinks=True)
    for folder in (fresh.folder, copy, fresh.folder):
        assert fresh.start("exec", "a.asl", folder=folder, AGON_STATE=shared).returncode == 7
    assert len(fresh.builds) == 3
    assert not (fresh.folder / ".agon").exists()


def test_the_launcher_may_be_a_link(used: Checkout, tmp_path: Path) -> None:
    link = tmp_path / "bin" / "agon"
    link.parent.mkdir()
    link.symlink_to(used.folder / "agon")
    assert used.start("exec", "a.asl", folder=link.parent).stderr == ""


def test_a_release_build_is_preferred(used: Checkout) -> None:
    target = used.folder / ".agon/shared/rust"
    shutil.copytree(target / "quick", target / "release")
    (target / "release/agon-asl").write_text("#!/bin/sh\necho release\n")
    assert used.start("exec", "a.asl").stdout == "release\n"
    used.change(SOURCES[0], time.time())
    used.start("exec", "a.asl")
    assert "--profile release" in used.builds[-1]


FITTING = [
    ["m.mas2j", "--mode", "synchronous", "--seed", "0"],
    ["--trace", "m.mas2j", "--inspect", "8100", "--paused"],
    ["--trace=plans:ann", "m.mas2j", "--until-idle", "--strict", "--fail-on-error"],
    ["m.mas2j", "--pool", "2", "--threads", "3", "--query-limit", "9", "--memory-limit", "8", "--dialect", "3.2"],
    ["m.mas2j", "--root", "jar=a b", "--root", "$lib=x", "--jason", "jason.jar", "--class-path", "a:b"],
]


@pytest.mark.parametrize("words", FITTING)
def test_the_launcher_passes_on_what_the_command_line_would(
    unchanged: Checkout, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    def recorded(path: Path, passed: Sequence[str]) -> None:
        command_line.extend(passed)

    command_line: list[str] = []
    monkeypatch.setattr(exec_, "program", lambda **_: Path("agon-asl"))
    monkeypatch.setattr(exec_, "become", recorded)
    assert CliRunner().invoke(app, ["exec", *words]).exit_code == 0
    done = unchanged.start("exec", *words, AGON_PYTHON="/bin/false")
    passed = done.stdout.removesuffix("\n").replace("a b", "a_b").split(" ")[1:]
    as_there = [word.replace("a b", "a_b").removesuffix("=") for word in command_line]
    assert (sorted(passed), done.stderr) == (sorted(as_there), "")


OTHERS = [
    ["exec", "--help"],
    ["exec", "a.asl", "-h"],
    ["exec", "a.asl", "--mode", "fast"],
    ["exec", "a.asl", "--mode=pool"],
    ["exec", "a.asl", "--pool", "0"],
    ["exec", "a.asl", "--seed", "-1"],
    ["exec", "a.asl", "--inspect", "70000"],
    ["exec", "a.asl", "--root", "jar"],
    ["exec", "a.asl", "--class-path"],
    ["exec", "a.asl", "--nodes", "4"],
    ["exec", "a.asl", "--release"],
    ["exec", "a.asl", "b.asl"],
    ["exec", "a.asl", ""],
    ["exec", "--until-idle"],
    ["exec", "--version"],
    ["exec", ""],
    ["exec"],
    ["asl", "check"],
    ["asl", "check", "--check", "a.asl"],
    ["asl", "check", ""],
    ["asl", "fmt", "--dialect", "3.2", "a.asl"],
    ["asl", "other", "a.asl"],
    ["asl"],
    ["executed", "a.asl"],
]


@pytest.mark.parametrize("words", OTHERS)
def test_all_other_words_are_for_the_command_line(unchanged: Checkout, words: list[str]) -> None:
    python = unchanged.tools / "python-without-venv"
    python.write_text('#!/bin/sh\n[ "$1" = -c ]\n')
    python.chmod(0o755)
    done = unchanged.start(*words, AGON_PYTHON=str(python))
    assert (done.stdout, done.returncode) == ("", 3)
    assert "installing the lab" in done.stderr, "which the command line needs"
