"""The engine's programs for AgentSpeak, `agon-asl` and, for several nodes, `agon-nodes`: built when first needed.

The launcher itself starts a program that is up to date, and else this module, with the standard library alone: agents
run before the lab's packages are there.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from agon import home
from agon.cli.cargo import Interrupted, Work, note, run
from agon.errors import AgonError, Exit, MissingError, UsageError

QUICK, RELEASE = "quick", "release"
"""Profiles of Cargo.toml. Release takes longer to build, for what runs long enough to matter."""


@dataclass(frozen=True)
class Program:
    """A program, and the package that has it."""

    name: str
    package: str
    seconds: dict[str, float]
    """The processor time that its first build takes, by profile."""
    last: float
    """What share of that the package itself takes."""


ASL = Program("agon-asl", "agon-agentspeak", {QUICK: 95, RELEASE: 130}, last=0.45)
NODES = Program("agon-nodes", "agon-link-agents", {QUICK: 400, RELEASE: 600}, last=0.05)
"""With Zenoh, which only this program needs."""


def program(*, release: bool = False) -> Path:
    """The program for AgentSpeak, once it is up to date."""
    return ready(ASL, release=release)


def nodes_program(*, release: bool = False) -> Path:
    """The program for several nodes, once it is up to date."""
    return ready(NODES, release=release)


def ready(wanted: Program, *, release: bool = False) -> Path:
    """Builds a program, unless it is newer than all that it is made of."""
    profile = RELEASE if release else profile_of(wanted)
    built = _place(wanted, profile)
    if not is_current(built):
        _build(wanted, profile, built)
    return built


def profile_of(wanted: Program) -> str:
    """Release once that was asked for, else quick."""
    return RELEASE if _place(wanted, RELEASE).exists() else QUICK


def described(wanted: Program) -> str:
    """Which program would run, in one line."""
    profile = profile_of(wanted)
    built = _place(wanted, profile)
    state = "" if is_current(built) else ", which is out of date" if built.exists() else ", which is not built yet"
    return f"{wanted.name}, profile {profile}: {built}{state}"


def _place(wanted: Program, profile: str) -> Path:
    return home.cargo_target() / profile / wanted.name


def _build(wanted: Program, profile: str, built: Path) -> None:
    cargo = shutil.which("cargo")
    if cargo is None:
        raise MissingError(f"{wanted.name} is built by cargo, which is not there: install Rust (https://rustup.rs)")
    began, again = time.monotonic(), built.exists()
    kept = built.with_name(f"{built.name}.sources.{os.getpid()}")
    built.parent.mkdir(parents=True, exist_ok=True)
    kept.touch()
    before = kept.stat().st_mtime_ns  # by the clock of the file system, which may lag behind
    command = [cargo, "build", "--profile", profile, "--locked", "-p", wanted.package, "--bin", wanted.name]
    work = Work(wanted.name, wanted.seconds[profile], wanted.last)
    note(f"building {wanted.name} {'again' if again else f'once, {work.estimate}'} (profile {profile})")
    environment = os.environ | {"CARGO_TARGET_DIR": str(home.cargo_target())}
    try:
        if run(command, home.root(), environment, work) != 0:
            raise AgonError(f"{wanted.name} could not be built; the errors of cargo are above")
        kept.write_text("".join(f"{line}\n" for line in [home.root(), *_sources(built)]), encoding="utf-8")
        os.utime(kept, ns=(before, before))
        kept.replace(_list_of_sources(built))
    except Interrupted:
        note("interrupted; what is compiled is kept, and the next start goes on from there")
        raise SystemExit(int(Exit.INTERRUPTED)) from None
    finally:
        kept.unlink(missing_ok=True)
    if not again:
        further = "; 'agon install agents' builds one that runs faster" if profile == QUICK else ""
        note(f"{wanted.name} is built, in {time.monotonic() - began:.0f} s{further}")


def _list_of_sources(built: Path) -> Path:
    """Which files a program was built from, as old as the beginning of its build: what has changed since is newer.

    The program's own time would not do. Cargo leaves a program as it is where a file is newer without being different.
    """
    return built.with_name(f"{built.name}.sources")


def _sources(built: Path) -> list[Path]:
    """As cargo has listed them, in one line: `program: source source`; a space in a name has a backslash before it."""
    listed = built.with_name(f"{built.name}.d").read_text(encoding="utf-8").split("\n", 1)[0].replace("\\ ", "\0")
    sources = [Path(word.replace("\0", " ")) for word in listed.partition(": ")[2].split()]
    root = home.root()
    manifests = [root / "Cargo.lock", root / "Cargo.toml", *root.glob("engine/*/Cargo.toml")]
    return [*manifests, *root.glob("engine/*/*/Cargo.toml"), *sources]


def is_current(built: Path) -> bool:
    """Whether a program is of this very checkout and newer than its sources; the launcher asks the same.

    Cargo itself takes a second to find that out, and the program some milliseconds.
    """
    kept = _list_of_sources(built)
    try:
        made = kept.stat().st_mtime_ns
        root, *sources = kept.read_text(encoding="utf-8").splitlines()
        unchanged = all(Path(file).stat().st_mtime_ns <= made for file in sources)
        return root == str(home.root()) and unchanged and os.access(built, os.X_OK)
    except (OSError, ValueError):
        return False


def become(path: Path, words: Sequence[str]) -> NoReturn:
    """Runs a program in this process's place: signals reach the agents, and their status is this command's."""
    os.environ.setdefault("AGON_STATE", str(home.state()))
    sys.stdout.flush()
    os.execv(path, [path.name, *words])


def refuse_missing(words: Sequence[str]) -> None:
    """Programs and projects that are not there, before minutes are spent on building what would run them."""
    for word in words:
        if word.endswith((".asl", ".mas2j", ".jcm")) and not Path(word).exists():
            raise UsageError(f"{word}: there is no such file")


def main(words: Sequence[str]) -> NoReturn:
    """Of the launcher: `agon-asl` with these words, once it is up to date."""
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        refuse_missing(words)
        become(program(), words)
    except AgonError as error:
        note(str(error))
        sys.exit(int(error.exit_code))
