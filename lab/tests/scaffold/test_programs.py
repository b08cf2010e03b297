"""`agon new platform --language`: the smallest program of each language conforms to the protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agon.cli.main import app
from agon.errors import UsageError
from agon.platforms.build import build
from agon.platforms.probe import fill, missing_needs, substitutions
from agon.platforms.registry import Platform, find
from agon.run.conformance import check
from agon.scaffold.platform import begin_program, languages

every = pytest.mark.parametrize("language", languages())

WORDS = ("threads=2", "seed=1", "variant=default", "samples=.", "witness=on")
RING = ("workers=7", "tokens=10", "passes=23")
ENDS = [3, 3, 4, 5, 6, 6, 7, 1, 1, 2]
WITNESS = [
    *(223698780, 223698780, 1704223328, 1567856169, 699969974),
    *(699969974, 777313780, 92016559, 92016559, 1534651258),
]


def made(language: str, folder: Path) -> Platform:
    platform = find(str(begin_program("my-own", language, "token-ring", folder)))
    missing = missing_needs(platform)
    if missing:
        pytest.skip(f"{language}: {missing[0].name} is missing: {missing[0].hint}")
    return platform


@every
def test_nothing_of_the_template_is_left(language: str, tmp_path: Path) -> None:
    folder = begin_program("my-own", language, "token-ring", tmp_path)
    platform = find(str(folder))
    assert (platform.id, platform.manifest.platform.name) == ("my-own", "my-own")
    sources = platform.manifest.workloads["token-ring"].sources
    assert all((folder / source).is_file() for source in sources)
    for file in folder.rglob("*"):
        assert file.is_dir() or "@NAME@" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "language",
    # Each takes ten seconds and more of a machine that does nothing else.
    [name if name == "python" else pytest.param(name, marks=pytest.mark.full) for name in languages()],
)
def test_it_conforms(language: str, tmp_path: Path) -> None:
    findings = check(made(language, tmp_path))
    assert [finding.message for finding in findings if not finding.ok] == []
    assert {finding.aspect for finding in findings} == {"work", "arguments", "growth", "folder"}


@every
def test_it_speaks_the_protocol(language: str, tmp_path: Path) -> None:
    platform = made(language, tmp_path)
    build(platform)
    values = substitutions(platform, threads=2, cores=2, variant="default", memory_mb=0)
    argv = fill([word for word in platform.manifest.run.command if word not in ("{heap}", "{growth}")], values)

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*argv, "token-ring", *WORDS, *words],
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )

    done = run(*RING, "iterations=0", stdin="2\n1\n0\n7\n")
    ready, *events = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr, ready["event"]) == (0, "", "ready")
    assert [event["index"] for event in events] == [0, 1, 2]
    assert all(event["report"] == {"ends": ENDS, "witness": WITNESS} for event in events)
    assert all(event["elapsed_ns"] > 0 for event in events)

    for stdin in ("", "0\n"):
        nothing = run(*RING, "iterations=0", stdin=stdin)
        assert (nothing.returncode, len(nothing.stdout.splitlines())) == (0, 1)
    for stdin in ("many\n", "-1\n"):
        garbage = run(*RING, "iterations=0", stdin=stdin)
        assert (garbage.returncode, "not a number" in garbage.stderr) == (1, True)
    missing = run("workers=7", "tokens=10", "iterations=1")
    assert (missing.returncode, "passes" in missing.stderr, missing.stdout) == (2, True, "")


@pytest.mark.parametrize(
    ("language", "formatter", "pattern"),
    [("go", ["gofmt", "-l"], "*.go"), ("rust", ["rustfmt", "--edition", "2024", "--check"], "src/main.rs")],
)
def test_it_is_formatted(language: str, formatter: list[str], pattern: str, tmp_path: Path) -> None:
    if shutil.which(formatter[0]) is None:
        pytest.skip(f"{formatter[0]} is missing")
    folder = begin_program("my-own", language, "token-ring", tmp_path)
    done = subprocess.run([*formatter, *folder.glob(pattern)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--language", "cobol"], "choose one of erlang, go, java, node, python, rust"),
        (["--language", "go", "--like", "erlang"], "not both"),
        (["--workload", "chameneos"], "the smallest programs do token-ring"),
    ],
)
def test_what_there_is_not_is_refused(words: list[str], message: str, tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["new", "platform", "mine", *words, "--into", str(tmp_path)])
    assert isinstance(run.exception, UsageError)
    assert message in str(run.exception)
    assert list(tmp_path.iterdir()) == []


def test_python_is_the_default_and_the_next_command_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(app, ["new", "platform", "mine"])
    assert run.output.rstrip().endswith("./agon check ./mine")
    assert (tmp_path / "mine" / "main.py").exists()
