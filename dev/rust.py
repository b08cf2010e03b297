"""The jobs that test what is written in Rust, and programs in AgentSpeak on the engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from agon import home
from agon.platforms.registry import find

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
"""Where programs in AgentSpeak have to be formatted. In the engine's tests the layout is part of what is tested."""

CHECKERS = {
    "loom": (HINT, 150.0),
    "miri": ("rustup component add miri rust-src --toolchain nightly", 180.0),
    "tsan": ("rustup component add rust-src --toolchain nightly", 300.0),
}
"""The checkers of the engine's unsafe and lock-free code: how to get what each needs, and the budget of its brief run
where nothing has been built before."""


def target(workspace: str) -> Path:
    """Where Cargo builds a workspace to test it; it locks that folder."""
    return home.state() / "test" / workspace


def rust_jobs() -> list[Job]:
    """The programs that other jobs use are built first, and where the engine's tests are built."""
    engine, platforms = home.root() / "engine", home.platforms() / "rust"
    programs = ["--workspace", "--bin", "agon-asl", "--example", "observed"]
    traced = ["-p", "agon-actor", "--features", "tracing", "--test", "tracing"]
    return [
        _engine(PROGRAMS, "build", programs, 120),
        *_workspace("engine", engine, "engine"),
        _engine("engine: tracing", "test", traced, 60),
        *_workspace("rust platforms", platforms, "platforms", "engine"),
        *_link()[::2],
        _zenoh()[0],
        _agentspeak_fuzzer()[0],
        *layout("engine: Python", engine, "engine/*.py", "engine/ruff.toml"),
        agentspeak(home.root()),
        *agentspeak_suite(),
        random_programs("agentspeak: random programs", RANDOM_BRIEFLY, 120),
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
        _link()[1],
        *_zenoh()[1:],
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
    return _engine("agentspeak: format", "run", ["--bin", "agon-asl", "--", "fmt", "--check", *files], 10)


def agentspeak_suite() -> list[Job]:
    """The ordinary programs in AgentSpeak: tests of their runner, and each program's result, small, on our engine."""
    folder = home.root() / "engine" / "bench" / "agentspeak"
    name, where = "agentspeak suite", str(target("engine"))
    check = [sys.executable, "-B", "suite.py", "check", "--target-dir", where]
    paths = ("engine",)
    return [
        Job(f"{name}: tests", PYTEST, folder, (), "", 20, paths=paths),
        Job(f"{name}: results", check, folder, ("cargo",), HINT, 30, lock=where, paths=paths),
    ]


def random_programs(name: str, programs: int, budget_s: float) -> Job:
    """Needs Jason, and of the fuzzer's workspace the program that runs such programs."""
    jason, where = find("jason"), target("fuzz")
    command = [sys.executable, "-B", "differential.py", "--programs", str(programs), "--target-dir", str(where)]
    if programs == RANDOM:
        command += ["--state", str(home.state() / "test" / "random-programs.json")]
    else:  # to optimise takes minutes
        command += ["--dev"]
    tests = home.root() / "engine" / "agentspeak" / "tests"
    paths = ("engine/agentspeak", "engine/actor")
    return Job(
        name,
        command,
        tests,
        ("cargo",),
        hint_for(jason),
        budget_s,
        lock=str(where),
        lacking=lambda: missing(jason),
        paths=paths,
    )


def agentspeak_at_length() -> list[Job]:
    """Inputs that are hardly programs, terms a million levels deep, a million agents, and the same questions to Jason
    and the engine."""
    crate = home.root() / "engine" / "agentspeak"
    fuzz, jason = crate / "fuzz", find("jason")
    where = str(target(fuzz.name))
    fuzzer = ["cargo", "run", "-q", "--release", "--target-dir", where, "--bin", "agon-agentspeak-fuzz", "--"]
    robustness = _released("robustness", "--include-ignored")
    many = _released("many", "--ignored", "--nocapture", "--test-threads", "1")
    asking = [sys.executable, "equivalence.py", "--seed", "1", "--questions", str(QUESTIONS), "--target-dir", where]
    return [
        *_agentspeak_fuzzer()[1:],
        *(
            Job(f"agentspeak: fuzz {name}", [*fuzzer, name, f"inputs={inputs}"], fuzz, ("cargo",), HINT, 600)
            for name, inputs in FUZZED.items()
        ),
        Job("agentspeak: robustness, as released", robustness, crate, ("cargo",), HINT, 900),
        Job("agentspeak: a million agents", many, crate, ("cargo",), HINT, 300),
        Job(
            "agentspeak: answers as Jason's",
            asking,
            crate / "tests",
            ("cargo",),
            hint_for(jason),
            300,
            lacking=lambda: missing(jason),
        ),
        random_programs("agentspeak: 100,000 random programs", RANDOM, 1800),
    ]


def _released(test: str, *options: str) -> list[str]:
    """A test of the AgentSpeak engine, as users run the engine."""
    command = ["cargo", "test", "-q", "--release", LOCKED, "-p", "agon-agentspeak", "--test", test]
    return [*command, "--target-dir", str(target("engine")), "--", *options]


def _zenoh() -> list[Job]:
    """A workspace of its own; to lint and test it, all of Zenoh is compiled twice more."""
    return _workspace("zenoh", home.platforms() / "zenoh", "platforms", "engine/link")


def _link() -> list[Job]:
    """A workspace of its own, for the sake of Zenoh; to lint it, all of that is compiled once more."""
    return _workspace("link", home.root() / "engine" / "link", "engine")


def _agentspeak_fuzzer() -> list[Job]:
    """A workspace of its own; some of its inputs are among the engine's tests."""
    return _workspace("agentspeak fuzzer", home.root() / "engine" / "agentspeak" / "fuzz", "engine/agentspeak")


def _engine(name: str, verb: str, options: Sequence[str], budget_s: float) -> Job:
    """What Cargo does in the engine's workspace, where that is built for its tests."""
    folder, where = home.root() / "engine", str(target("engine"))
    command = ["cargo", verb, "-q", LOCKED, "--target-dir", where, *options]
    return Job(name, command, folder, ("cargo",), HINT, budget_s, lock=where, paths=("engine",))


def _workspace(name: str, folder: Path, *paths: str) -> list[Job]:
    where = str(target(folder.name))
    options = ["--workspace", "--target-dir", where]
    if (folder / "Cargo.lock").exists():
        options.append(LOCKED)
    format_check = ["cargo", "fmt", "--all", "--check"]
    lint = ["cargo", "clippy", "-q", "--all-targets", *options, "--", "-D", "warnings"]
    tests = ["cargo", "test", "-q", "--no-fail-fast", *options]
    return [
        Job(f"{name}: format", format_check, folder, ("cargo",), HINT, 10, paths=paths),
        Job(f"{name}: lint", lint, folder, ("cargo",), HINT, 120, lock=where, paths=paths),
        Job(f"{name}: tests", tests, folder, ("cargo",), HINT, 400, lock=where, paths=paths),
    ]
