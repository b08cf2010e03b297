"""The jobs that test what the platforms are written in, but for Rust: format, lint, tests of what platforms share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agon import home
from agon.platforms.registry import Platform, find, known_ids

from dev.jobs import Job
from dev.platforms import hint_for, missing
from dev.python import PYTEST, layout


def go(modules: Sequence[Path]) -> list[Job]:
    """The Go in `modules`, each a folder with a go.mod."""
    hint = "install Go (go.dev)"
    # gofmt names such files; its status is 0 all the same
    unformatted = 'files=$(gofmt -l .) && [ -z "$files" ] || { echo "$files" >&2; exit 1; }'
    return [
        job
        for module in modules
        for paths in [(_below_root(module), "platforms/golang")]
        for job in (
            Job(f"{module.name}: format", ["sh", "-c", unformatted], module, ("gofmt",), hint, 10, paths=paths),
            Job(f"{module.name}: vet", ["go", "vet", "./..."], module, ("go",), hint, 60, paths=paths),
            Job(f"{module.name}: tests", ["go", "test", "./..."], module, ("go",), hint, 60, paths=paths),
        )
    ]


def _below_root(folder: Path) -> str:
    root = home.root()
    return str(folder.relative_to(root)) if folder.is_relative_to(root) else str(folder)


def erlang(folder: Path) -> Job:
    """The Erlang in `folder`: the harness, which platforms on the BEAM share."""
    script = ["sh", "tests/run.sh", str(home.state() / "test" / folder.name)]
    tools, hint = ("erl", "erlc"), "apt-get install erlang-base"
    return Job(f"{folder.name}: tests", script, folder, tools, hint, 10, paths=("platforms/erlang",))


def elixir(folder: Path) -> Job:
    """The Elixir in `folder`, which holds a .formatter.exs."""
    check = ["mix", "format", "--check-formatted"]
    paths, hint = ("platforms/elixir",), "apt-get install elixir"
    return Job(f"{folder.name}: format", check, folder, ("mix",), hint, 10, paths=paths)


def java(root: Path) -> Job:
    """All Java of the project, which is below `root`."""
    tools, hint = ("mvn", "java"), "apt-get install maven openjdk-17-jdk-headless"
    script = "platforms/jvm/format.sh"
    return Job("java: format", ["sh", script], root, tools, hint, 30, paths=("*.java", script))


def python(platforms: Path) -> list[Job]:
    """All Python in `platforms`, which holds the settings (ruff.toml), and the tests of what is shared."""
    return [
        *layout("python", platforms, "platforms/*.py", "platforms/ruff.toml"),
        Job("python: tests", PYTEST, platforms / "python", (), "", 30, paths=("platforms/python",)),
    ]


def node(folder: Path) -> Job:
    """The JavaScript in `folder`, whose tests are named *.test.js."""
    paths, hint = ("platforms/node",), "apt-get install nodejs"
    return Job(f"{folder.name}: tests", ["node", "--test"], folder, ("node",), hint, 10, paths=paths)


def cpp(shared: Path, platforms: Sequence[Platform]) -> list[Job]:
    """The C++ in `shared` and in `platforms`."""
    folders = [shared, *(platform.folder for platform in platforms)]
    files = sorted(str(path) for folder in folders for path in folder.rglob("*.[ch]pp"))
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{shared}"]
    layout_check = ["clang-format", "--dry-run", "-Werror", *files]
    formatter, compiler = "apt-get install clang-format", "apt-get install g++"
    tests = ["sh", "tests/run.sh", str(home.state() / "test" / "cpp"), *flags]
    paths = tuple(map(_below_root, folders))
    return [
        Job("cpp: format", layout_check, shared, ("clang-format",), formatter, 10, paths=paths),
        Job("cpp: tests", tests, shared, ("g++",), compiler, 30, paths=paths[:1]),
        *(_warnings(platform, flags, paths[0]) for platform in platforms),
    ]


def _warnings(platform: Platform, flags: Sequence[str], shared: str) -> Job:
    sources = sorted(str(path) for path in platform.folder.rglob("*.cpp"))
    return Job(
        f"{platform.id}: warnings",
        ["g++", "-fsyntax-only", *flags, *sources],
        platform.folder,
        (),
        hint_for(platform),
        60,
        lacking=lambda: missing(platform),
        paths=(_below_root(platform.folder), shared),
    )


def language_jobs() -> list[Job]:
    """Of every language that a platform is written in."""
    folder = home.platforms()
    runnable = [platform for name in known_ids() if (platform := find(name)).manifest.runs]
    in_cpp = [platform for platform in runnable if platform.manifest.platform.language == "C++"]
    return [
        *go(sorted(path.parent for path in folder.glob("*/go.mod"))),
        erlang(folder / "erlang"),
        elixir(folder / "elixir"),
        java(home.root()),
        *python(folder),
        node(folder / "node"),
        *cpp(folder / "cpp", in_cpp),
    ]
