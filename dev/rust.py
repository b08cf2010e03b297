"""The jobs that test what is written in Rust, and programs in AgentSpeak on the engine."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from agon import home
from agon.platforms.probe import probe
from agon.platforms.registry import Platform, find

from dev.crates import concerned
from dev.jobs import Job
from dev.platforms import hint_for, missing
from dev.python import PYTEST, layout

HINT = "install Rust (rustup.rs)"

LOCKED = "--locked"
"""Cargo takes the versions in a workspace's Cargo.lock, which is part of the sources, and fails where that is old."""

PROGRAMS = "engine: programs"
"""The job that makes what the lab's tests run of the engine."""

RANDOM_BRIEFLY, RANDOM = 300, 100_000
"""Random programs that Jason and the AgentSpeak engine run, and have to print the same."""

FUZZED = {"program": 1_000_000, "project": 1_000_000, "term": 1_000_000, "run": 100_000}
"""How many inputs each target of the AgentSpeak fuzzer gets."""

JASON = "jason@3.2.0"
"""What the engine is compared with, where a script does not name another."""

QUESTIONS = 4000
"""Questions that Jason and the AgentSpeak engine have to answer alike."""

FORMATTED = [
    "platforms",
    "lab/src",
    "engine/bench",
    "engine/agentspeak/src",
    "engine/agentspeak/bench",
    "engine/agentspeak/examples",
]
"""Where programs in AgentSpeak have to be formatted. The engine's tests are left out: some depend on how their
programs are laid out."""

CHECKERS = {
    "loom": (HINT, 90.0),
    "miri": ("rustup component add miri rust-src --toolchain nightly", 150.0),
    "tsan": ("rustup component add rust-src --toolchain nightly", 120.0),
}
"""The checkers of the engine's unsafe and lock-free code: how to get what each needs, and the budget of its brief run
where nothing has been built before."""


PROGRAMS_BUILT = ("--bin", "agon-asl", "--bin", "play", "--example", "observed")
"""Those programs. With an example, Cargo chooses the features that it chooses for tests: nothing is compiled twice."""

COMMON = ("Cargo.toml", "Cargo.lock", "rustfmt.toml")
"""The files of the workspace itself."""

LINK = ("agon-link", "agon-link-agents")
ZENOH = ("agon-zenoh", "agon-link-platform")
"""Packages that need Zenoh, for which Cargo compiles some 270 others."""
LINK_PATHS = ("engine/link", "engine/actor", "engine/agentspeak", "engine/java", *COMMON)
"""What the first of them are made of."""


def target() -> str:
    """Where Cargo builds all that is in Rust; it locks that folder."""
    return str(home.cargo_target())


def rust_jobs() -> list[Job]:
    """The programs that other jobs use are built first, and as the tests are built."""
    engine, paths = home.root() / "engine", _paths()
    formatted = ["cargo", "fmt", "--all", "--check"]
    features = ["--features", "agon-actor/tokio,agon-actor/tracing"]
    features += [word for test in ("tracing", "tokio", "tokio_drivers", "tcp_server") for word in ("--test", test)]
    return [
        _cargo(PROGRAMS, "build", PROGRAMS_BUILT, 120, paths),
        Job("rust: format", formatted, home.root(), ("cargo",), HINT, 10, paths=paths),
        *map(_narrowed, _packages("rust", (), paths)),
        _cargo("engine: features", "test", features, 60, ("engine/actor", *COMMON)),
        *_link()[1:],
        *layout("engine: Python", engine, "engine/*.py", "engine/ruff.toml"),
        agentspeak(home.root()),
        *agentspeak_suite(),
        random_programs("agentspeak: random programs", RANDOM_BRIEFLY, 60),
    ]


def checkers() -> list[Job]:
    """The brief runs of the checkers."""
    engine = home.root() / "engine"
    return [
        Job(f"engine: {name}, briefly", ["bash", f"ci/{name}.sh", "--brief"], engine, ("cargo",), hint, budget_s)
        for name, (hint, budget_s) in CHECKERS.items()
    ]


def long_jobs() -> list[Job]:
    """What takes minutes to compile or to run, and the engine's own scripts, each of which may measure."""
    engine = home.root() / "engine"
    scripts = sorted((engine / "ci").glob("*.sh"))
    return [
        _link()[0],
        *_packages("zenoh", ZENOH, ("platforms/zenoh", "platforms/agon-link", "platforms/rust", *LINK_PATHS)),
        *agentspeak_at_length(),
        *(
            Job(f"engine: {script.stem}", ["bash", str(script)], engine, ("cargo",), _hint(script.stem), 1800)
            for script in scripts
        ),
    ]


def _hint(script: str) -> str:
    return CHECKERS[script][0] if script in CHECKERS else HINT


def agentspeak(root: Path) -> Job:
    """The programs in AgentSpeak of the project, which is below `root`, by our own formatter."""
    files = sorted(str(path) for folder in FORMATTED for path in (root / folder).rglob("*.asl"))
    check = [_program("agon-asl"), "fmt", "--check", *files]
    return _with_programs("agentspeak: format", check, root, 10, ("engine", "platforms", "*.asl"))


def agentspeak_suite() -> list[Job]:
    """The ordinary programs in AgentSpeak: tests of their runner, and each program's result, small, on our engine."""
    folder = home.root() / "engine" / "bench" / "agentspeak"
    name, paths = "agentspeak suite", ("engine", *COMMON)
    check = [sys.executable, "-B", "suite.py", "check", "--engine", _program("agon-asl")]
    return [
        Job(f"{name}: tests", PYTEST, folder, (), "", 20, paths=paths),
        _with_programs(f"{name}: results", check, folder, 30, paths),
    ]


def random_programs(name: str, programs: int, budget_s: float) -> Job:
    """Needs Jason, and the fuzzer's program that runs such programs: built as tests are, or, for many, optimised."""
    jason = find(JASON)
    command = [sys.executable, "-B", "differential.py", "--programs", str(programs)]
    if programs == RANDOM:
        command += ["--target-dir", target(), "--state", str(home.state() / "test" / "random-programs.json")]
    else:
        command += ["--engine", _program("play")]
    tests = home.root() / "engine" / "agentspeak" / "tests"
    paths = ("engine/agentspeak", "engine/actor", *COMMON)
    job = _with_programs(name, command, tests, budget_s, paths)
    return replace(job, hint=hint_for(jason), lacking=lambda: _without(jason))


def _without(jason: Platform) -> Sequence[str]:
    """What is missing to compare with it: its toolchain, or its build, which these scripts do not make."""
    return missing(jason) or (() if probe(jason).built else (f"a build of {jason.label}",))


def agentspeak_at_length() -> list[Job]:
    """Inputs that are hardly programs, terms a million levels deep, a million agents, and the same questions to Jason
    and the engine."""
    crate = home.root() / "engine" / "agentspeak"
    fuzz, jason = crate / "fuzz", find(JASON)
    where = ["--target-dir", target()]
    fuzzer = ["cargo", "run", "-q", LOCKED, "--profile", "fuzz", *where, "--bin", "agon-agentspeak-fuzz", "--"]
    robustness = _released("robustness", "--include-ignored")
    many = _released("many", "--ignored", "--nocapture", "--test-threads", "1")
    words = ["-p", "agon-agentspeak", "--features", "words", "--lib", "--test", "words"]
    asking = [sys.executable, "equivalence.py", "--seed", "1", "--questions", str(QUESTIONS), *where]
    return [
        *(
            Job(f"agentspeak: fuzz {name}", [*fuzzer, name, f"inputs={inputs}"], fuzz, ("cargo",), HINT, 600)
            for name, inputs in FUZZED.items()
        ),
        Job("agentspeak: robustness, as released", robustness, crate, ("cargo",), HINT, 900),
        Job("agentspeak: a million agents", many, crate, ("cargo",), HINT, 300),
        _cargo("agentspeak: core of words", "test", words, 300, ("engine/agentspeak", *COMMON)),
        Job(
            "agentspeak: answers as Jason's",
            asking,
            crate / "tests",
            ("cargo",),
            hint_for(jason),
            300,
            lacking=lambda: _without(jason),
        ),
        random_programs("agentspeak: 100,000 random programs", RANDOM, 1800),
    ]


def _released(test: str, *options: str) -> list[str]:
    """A test of the AgentSpeak engine, as users run the engine."""
    command = ["cargo", "test", "-q", "--release", LOCKED, "-p", "agon-agentspeak", "--test", test]
    return [*command, "--target-dir", target(), "--", *options]


def _link() -> list[Job]:
    """To lint it, all of Zenoh is compiled once more."""
    return _packages("link", LINK, LINK_PATHS)


def _paths() -> tuple[str, ...]:
    """All that is in Rust, with the programs in AgentSpeak that its tests run."""
    members = tomllib.loads((home.root() / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["members"]
    platforms = [member for member in members if member.startswith("platforms/")]
    return ("engine", "platforms/agentspeak", *platforms, *COMMON)


def _packages(name: str, packages: Sequence[str], paths: Sequence[str]) -> list[Job]:
    """Lint and tests of these packages, or of the workspace's default members where none is named."""
    chosen = [word for package in packages for word in ("-p", package)]
    lint = _cargo(f"{name}: lint", "clippy", [*chosen, "--all-targets"], 120, paths)
    lint = replace(lint, argv=[*lint.argv, "--", "-D", "warnings"])
    if not _nextest():
        return [lint, _cargo(f"{name}: tests", "test", [*chosen, "--no-fail-fast"], 400, paths)]
    shown = ["--cargo-quiet", "--status-level", "fail", "--failure-output", "final", "--no-fail-fast"]
    return [
        lint,
        _cargo(f"{name}: tests", "nextest", ["run", *chosen, *shown, "--no-tests", "pass"], 400, paths),
        _cargo(f"{name}: doc tests", "test", [*chosen, "--doc"], 60, paths),
    ]


def _narrowed(job: Job) -> Job:
    """For changed files, with the packages that they concern instead of all default members."""

    def narrowed(changed: Sequence[str]) -> Sequence[str]:
        named = [word for name in concerned(home.root(), changed) or () for word in ("-p", name)]
        place = job.argv.index(target()) + 1
        return [*job.argv[:place], *named, *job.argv[place:]]

    return replace(job, narrowed=narrowed)


@cache
def _nextest() -> bool:
    """Whether there is the faster runner of tests, which leaves those in documentation to Cargo."""
    if (found := shutil.which("cargo-nextest")) is None:
        return False
    return subprocess.run([found, "nextest", "--version"], capture_output=True, check=False).returncode == 0


def _cargo(name: str, verb: str, options: Sequence[str], budget_s: float, paths: Sequence[str]) -> Job:
    """What Cargo does in the workspace."""
    first, rest = ([options[0]], options[1:]) if verb == "nextest" else (["-q"], options)
    command = ["cargo", verb, *first, LOCKED, "--target-dir", target(), *rest]
    return Job(name, command, home.root(), ("cargo",), HINT, budget_s, lock=target(), paths=paths)


def _program(name: str) -> str:
    """One of the programs that the tests use."""
    folder = home.cargo_target() / "debug"
    return str(folder / name)


def _with_programs(name: str, command: Sequence[str], cwd: Path, budget_s: float, paths: Sequence[str]) -> Job:
    """A command that runs such a program; if they are up to date, Cargo takes no time."""
    build = ["cargo", "build", "-q", LOCKED, "--target-dir", target(), *PROGRAMS_BUILT]
    script = f'(cd {shlex.quote(str(home.root()))} && {shlex.join(build)}) && exec "$@"'
    return Job(name, ["sh", "-c", script, "sh", *command], cwd, ("cargo",), HINT, budget_s, lock=target(), paths=paths)
