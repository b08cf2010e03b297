"""What `agon test` runs: each part a command, the toolchain it needs, and the time it should stay within."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from agon import home
from agon.lanes import Part
from agon.platforms.probe import missing_needs, supply_wanted
from agon.platforms.registry import Platform, find, known_ids

CHECK_S, TIMED_S, VARIANT_S = 10.0, 1.2, 1.5
"""Of a platform's conformance: for the whole of it, for each workload, and for each variant of each. On two cores a
runtime on a virtual machine takes about as much; all platforms together stay within 21 minutes."""

LOCKED = "--locked"
"""Cargo takes the versions in a workspace's Cargo.lock, which is part of the sources, and fails where that is old."""


def _target(workspace: str) -> Path:
    """Where Cargo builds a workspace to test it; it locks that folder."""
    return home.state() / "test" / workspace


def _lab() -> list[Part]:
    lab = home.root() / "lab"
    python = sys.executable
    return [
        *_laid_out("lab", lab),
        Part("lab: types", [python, "-m", "pyright"], lab, (), "", 180),
        Part("lab: tests", [python, "-m", "pytest", "-q", "-m", "not full"], lab, (), "", 900, after=PROGRAMS),
    ]


PROGRAMS = "engine: programs"
"""What the lab's tests run of the engine."""


def _programs() -> Part:
    """Built first, and where the engine's tests are built: those use it too."""
    return _engine(PROGRAMS, "build", ["--workspace", "--bin", "agon-asl", "--example", "observed"], 180)


def _rust() -> list[Part]:
    engine, platforms = home.root() / "engine", home.platforms() / "rust"
    traced = ["-p", "agon-actor", "--features", "tracing", "--test", "tracing"]
    return [
        _programs(),
        *_workspace("engine", engine),
        _engine("engine: tracing", "test", traced, 120),
        *_workspace("rust platforms", platforms),
        *_link()[::2],
        _zenoh()[0],
        _agentspeak_fuzzer()[0],
        *_laid_out("engine: Python", engine),
        agentspeak(home.root()),
        *agentspeak_suite(),
        random_programs("agentspeak: random programs", RANDOM_BRIEFLY, 120),
    ]


def _engine(name: str, verb: str, options: Sequence[str], budget_s: float) -> Part:
    """What Cargo does in the engine's workspace, where that is built for its tests."""
    folder, target = home.root() / "engine", str(_target("engine"))
    command = ["cargo", verb, "-q", LOCKED, "--target-dir", target, *options]
    return Part(name, command, folder, ("cargo",), "install Rust (rustup.rs)", budget_s, holds=target)


RANDOM_BRIEFLY, RANDOM = 300, 100_000
"""Programs made by chance that Jason and the AgentSpeak engine run, and have to print the same."""


def random_programs(name: str, programs: int, budget_s: float) -> Part:
    """Needs Jason, and of the fuzzer's workspace the program that plays others."""
    jason, target = find("jason"), _target("fuzz")
    command = [sys.executable, "-B", "differential.py", "--programs", str(programs), "--target-dir", str(target)]
    if programs == RANDOM:
        command += ["--state", str(home.state() / "test" / "random-programs.json")]
    else:  # to optimise takes minutes
        command += ["--dev"]
    absent = _absent(jason)
    hint = _installing(jason) if absent else "install Rust (rustup.rs)"
    tests = home.root() / "engine" / "agentspeak" / "tests"
    return Part(name, command, tests, ("cargo", *absent), hint, budget_s, holds=str(target))


WRITTEN = [
    "platforms",
    "lab/src",
    "engine/bench",
    "engine/agentspeak/src",
    "engine/agentspeak/bench",
    "engine/agentspeak/examples",
]
"""Where programs in AgentSpeak lie that are laid out. Of the engine's tests the layout is part of what is tested."""


def agentspeak(root: Path) -> Part:
    """The programs in AgentSpeak of the project, which is below `root`, by our own formatter."""
    files = sorted(str(path) for folder in WRITTEN for path in (root / folder).rglob("*.asl"))
    return _engine("agentspeak: format", "run", ["--bin", "agon-asl", "--", "fmt", "--check", *files], 30)


def agentspeak_suite() -> list[Part]:
    """The ordinary programs in AgentSpeak: their runner, and whether each has its result, small and on our engine."""
    folder = home.root() / "engine" / "bench" / "agentspeak"
    name = "agentspeak suite"
    tests = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    target = str(_target("engine"))
    check = [sys.executable, "-B", "suite.py", "check", "--target-dir", target]
    return [
        Part(f"{name}: tests", tests, folder, (), "", 30),
        Part(f"{name}: results", check, folder, ("cargo",), "install Rust (rustup.rs)", 30, holds=target),
    ]


def _zenoh() -> list[Part]:
    """A workspace of its own; to lint and test it, all of Zenoh is compiled twice more."""
    return _workspace("zenoh", home.platforms() / "zenoh")


def _link() -> list[Part]:
    """A workspace of its own, for the sake of Zenoh; to lint it, all of that is compiled once more."""
    return _workspace("link", home.root() / "engine" / "link")


def _agentspeak_fuzzer() -> list[Part]:
    """A workspace of its own; some of its inputs are among the engine's tests."""
    return _workspace("agentspeak fuzzer", home.root() / "engine" / "agentspeak" / "fuzz")


FUZZED = {"program": 1_000_000, "project": 1_000_000, "term": 1_000_000, "run": 100_000}
"""How many inputs each target of the AgentSpeak fuzzer gets."""

ASKED = 4000
"""Questions that Jason and the AgentSpeak engine have to answer alike."""


def agentspeak_at_length() -> list[Part]:
    """Inputs that are hardly programs, terms a million levels deep, a million agents, and the same questions to Jason
    and the engine."""
    crate = home.root() / "engine" / "agentspeak"
    fuzz, jason = crate / "fuzz", find("jason")
    hint = "install Rust (rustup.rs)"
    target = str(_target(fuzz.name))
    fuzzer = ["cargo", "run", "-q", "--release", "--target-dir", target, "--bin", "agon-agentspeak-fuzz", "--"]
    all_of_it = _released("robustness", "--include-ignored")
    counting = _released("many", "--ignored", "--nocapture", "--test-threads", "1")
    asking = [sys.executable, "equivalence.py", "--seed", "1", "--questions", str(ASKED), "--target-dir", target]
    tools = ("cargo", *_absent(jason))
    return [
        *_agentspeak_fuzzer()[1:],
        *(
            Part(f"agentspeak: fuzz {name}", [*fuzzer, name, f"inputs={inputs}"], fuzz, ("cargo",), hint, 600)
            for name, inputs in FUZZED.items()
        ),
        Part("agentspeak: robustness, as released", all_of_it, crate, ("cargo",), hint, 900),
        Part("agentspeak: a million agents", counting, crate, ("cargo",), hint, 300),
        Part(
            "agentspeak: answers as Jason's",
            asking,
            crate / "tests",
            tools,
            _installing(jason) if tools[1:] else hint,
            300,
        ),
        random_programs("agentspeak: 100,000 random programs", RANDOM, 1800),
    ]


def _released(test: str, *options: str) -> list[str]:
    """A test of the AgentSpeak engine, as users run the engine."""
    target = str(_target("engine"))
    command = ["cargo", "test", "-q", "--release", LOCKED, "-p", "agon-agentspeak", "--test", test]
    return [*command, "--target-dir", target, "--", *options]


def _workspace(name: str, folder: Path) -> list[Part]:
    hint, target = "install Rust (rustup.rs)", str(_target(folder.name))
    options = ["--workspace", "--target-dir", target]
    if (folder / "Cargo.lock").exists():
        options.append(LOCKED)
    lint = ["cargo", "clippy", "-q", "--all-targets", *options, "--", "-D", "warnings"]
    return [
        Part(f"{name}: format", ["cargo", "fmt", "--all", "--check"], folder, ("cargo",), hint, 30),
        Part(f"{name}: lint", lint, folder, ("cargo",), hint, 240, holds=target),
        Part(
            f"{name}: tests",
            ["cargo", "test", "-q", "--no-fail-fast", *options],
            folder,
            ("cargo",),
            hint,
            400,
            holds=target,
        ),
    ]


def go(modules: Sequence[Path]) -> list[Part]:
    """The Go in `modules`, each a folder with a go.mod."""
    hint = "install Go (go.dev)"
    # gofmt names such files; its status is 0 all the same
    unformatted = 'files=$(gofmt -l .) && [ -z "$files" ] || { echo "$files" >&2; exit 1; }'
    return [
        part
        for module in modules
        for part in (
            Part(f"{module.name}: format", ["sh", "-c", unformatted], module, ("gofmt",), hint, 30),
            Part(f"{module.name}: vet", ["go", "vet", "./..."], module, ("go",), hint, 120),
            Part(f"{module.name}: tests", ["go", "test", "./..."], module, ("go",), hint, 120),
        )
    ]


def erlang(folder: Path) -> Part:
    """The Erlang in `folder`: the harness, which platforms on the BEAM share."""
    script = ["sh", "tests/run.sh", str(home.state() / "test" / folder.name)]
    return Part(f"{folder.name}: tests", script, folder, ("erl", "erlc"), "apt-get install erlang-base", 30)


def elixir(folder: Path) -> Part:
    """The Elixir in `folder`, which holds a .formatter.exs."""
    check = ["mix", "format", "--check-formatted"]
    return Part(f"{folder.name}: format", check, folder, ("mix",), "apt-get install elixir", 30)


def java(root: Path) -> Part:
    """All Java of the project, which is below `root`."""
    tools = ("mvn", "java")
    hint = "apt-get install maven openjdk-17-jdk-headless"
    return Part("java: format", ["sh", "platforms/jvm/format.sh"], root, tools, hint, 30)


def _laid_out(name: str, folder: Path) -> list[Part]:
    """All Python in a folder that holds ruff's settings."""
    ruff, quiet = [sys.executable, "-m", "ruff"], "--no-cache"
    return [
        Part(f"{name}: format", [*ruff, "format", quiet, "--check", "."], folder, (), "", 30),
        Part(f"{name}: lint", [*ruff, "check", quiet, "."], folder, (), "", 30),
    ]


def python(platforms: Path) -> list[Part]:
    """All Python in `platforms`, which holds the settings (ruff.toml), and the tests of what is shared."""
    tests = [sys.executable, "-B", "-m", "pytest", "-q"]
    return [
        *_laid_out("python", platforms),
        Part("python: tests", tests, platforms / "python", (), "", 60),
    ]


def node(folder: Path) -> Part:
    """The JavaScript in `folder`, whose tests are named *.test.js."""
    return Part(f"{folder.name}: tests", ["node", "--test"], folder, ("node",), "apt-get install nodejs", 60)


def cpp(shared: Path, platforms: Sequence[Platform]) -> list[Part]:
    """The C++ in `shared` and in `platforms`."""
    folders = [shared, *(platform.folder for platform in platforms)]
    files = sorted(str(path) for folder in folders for path in folder.rglob("*.[ch]pp"))
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{shared}"]
    formatter = "apt-get install clang-format"
    compiler = "apt-get install g++"
    return [
        Part("cpp: format", ["clang-format", "--dry-run", "-Werror", *files], shared, ("clang-format",), formatter, 30),
        Part(
            "cpp: tests",
            ["sh", "tests/run.sh", str(home.state() / "test" / "cpp"), *flags],
            shared,
            ("g++",),
            compiler,
            60,
        ),
        *(
            Part(
                f"{platform.id}: warnings",
                ["g++", "-fsyntax-only", *flags, *sorted(str(path) for path in platform.folder.rglob("*.cpp"))],
                platform.folder,
                _absent(platform),
                _installing(platform),
                120,
            )
            for platform in platforms
        ),
    ]


def _absent(platform: Platform) -> tuple[str, ...]:
    jar = ("a jar of yours",) if supply_wanted(platform) else ()
    return (*jar, *(need.name for need in missing_needs(platform)))


def _installing(platform: Platform) -> str:
    if wanted := supply_wanted(platform):
        return wanted
    hints = "; ".join(need.hint for need in missing_needs(platform))
    return f"./agon install {platform.to_install} ({hints})"


def conformance_budget_s(platform: Platform) -> float:
    """What `agon check --brief` should take: every third workload is timed, each variant of all tried untimed."""
    offers = [offer for offer in platform.manifest.workloads.values() if offer.not_applicable is None]
    variants = sum(len(offer.variants) for offer in offers)
    return CHECK_S + TIMED_S * len(offers) + VARIANT_S * variants


ON_ANOTHER_RUNTIME = "artemis+java25"
"""Of the platforms that may run on a newer JVM one that is checked in seconds: it stands for how all get theirs."""


def _conformance(platform: Platform) -> Part:
    return Part(
        f"{platform.label}: conformance",
        [sys.executable, "-m", "agon", "check", "--brief", platform.label],
        home.root(),
        _absent(platform),
        _installing(platform),
        conformance_budget_s(platform),
        alone=True,
    )


CHECKERS = {
    "loom": ("install Rust (rustup.rs)", 150.0),
    "miri": ("rustup component add miri rust-src --toolchain nightly", 180.0),
    "tsan": ("rustup component add rust-src --toolchain nightly", 300.0),
}
"""What checks the engine's unsafe and lock-free parts: how to get what it needs, and how long its brief run should take
where nothing has been built before."""


def _checkers() -> list[Part]:
    engine = home.root() / "engine"
    return [
        Part(f"engine: {name}, briefly", ["bash", f"ci/{name}.sh", "--brief"], engine, ("cargo",), hint, budget_s)
        for name, (hint, budget_s) in CHECKERS.items()
    ]


def _full() -> list[Part]:
    """What takes long, each alone: it may measure, or want all the memory there is."""
    return [replace(part, alone=True) for part in _long()]


def _long() -> list[Part]:
    root = home.root()
    python = sys.executable
    scripts = sorted((root / "engine" / "ci").glob("*.sh"))
    return [
        _link()[1],
        *_zenoh()[1:],
        *agentspeak_at_length(),
        Part("lab: long tests", [python, "-m", "pytest", "-q", "-m", "full"], root / "lab", (), "", 3600),
        Part("conformance, every variant", [python, "-m", "agon", "check", "--all"], root, (), "", 3600),
        *(
            Part(f"engine: {s.stem}", ["bash", str(s)], root / "engine", ("cargo",), _hint(s.stem), 1800)
            for s in scripts
        ),
    ]


def _hint(script: str) -> str:
    return CHECKERS[script][0] if script in CHECKERS else "install Rust (rustup.rs)"


def parts(*, full: bool) -> list[Part]:
    """Everything to run, quick checks first."""
    platforms = [platform for name in known_ids() if (platform := find(name)).manifest.runs]
    in_cpp = [platform for platform in platforms if platform.manifest.platform.language == "C++"]
    in_go = sorted(path.parent for path in home.platforms().glob("*/go.mod"))
    in_elixir = elixir(home.platforms() / "elixir")
    found = [
        *_lab(),
        *_rust(),
        *go(in_go),
        erlang(home.platforms() / "erlang"),
        in_elixir,
        java(home.root()),
        *python(home.platforms()),
        node(home.platforms() / "node"),
        *cpp(home.platforms() / "cpp", in_cpp),
        *map(_conformance, [*platforms, find(ON_ANOTHER_RUNTIME)]),
    ]
    return found + (_full() if full else _checkers())


def environment(*, full: bool) -> dict[str, str]:
    """What the parts find in their environment beside the user's."""
    # For Cargo: nobody opens these builds in a debugger, and what one needs is written for each of many tests.
    undebugged = {"CARGO_PROFILE_DEV_DEBUG": "false"}
    return undebugged | ({"AGON_EVERY_JASON": "1"} if full else {})
