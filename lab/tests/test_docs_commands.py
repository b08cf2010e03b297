"""Every `./agon` command of the documents is run, or its words are read where running it would take too long."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
from support.commands import DRY, READ_ONLY, SETS, Shown, shown
from support.measured import Made, measured
from typer.testing import CliRunner

from agon import home
from agon.cli.main import app
from agon.workloads import registry
from agon.workloads.plugins import VARIABLE

ALL = [*(home.root() / name for name in ("README.md", "CONTRIBUTING.md", "lab/README.md", "lab/studies/README.md"))]
PAGES = [page for page in [*ALL, *sorted((home.root() / "docs").rglob("*.md"))] if list(shown(page))]
HOW_TO = ("README.md", "tutorial.md", "guide.md", "adding-a-platform.md", "adding-a-workload.md")
"""Pages that show commands above all."""
CODES = {"compare": {0, 1, 5}}
"""A gate's outcome is that of its data."""


def made(platform: str, workload: str, params: dict[str, Any], level: float = 0.1) -> Made:
    each = [level * (1 + 0.001 * n) for n in range(6)]
    return Made(platform, workload, params, iterations=6, settles=True, invocations=6, each_s=each)


def put(folder: Path, cells: Sequence[Made], day: int) -> None:
    """A result directory on disk."""
    folder.mkdir(parents=True)
    results = measured(folder, cells, id=folder.name, created=f"2024-03-{day:02}T20:15:00Z")
    (folder / "experiment.json").write_text(results.experiment.model_dump_json() + "\n", encoding="utf-8")
    lines = "".join(i.model_dump_json() + "\n" for i in results.invocations)
    (folder / "invocations.jsonl").write_text(lines, encoding="utf-8")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the results that the documents speak of, as the commands before would have left them."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv(VARIABLE, "")
    ring = {"tokens": 50}
    versions = ("akka@2.6.20", "akka@2.6.21", "tokio", "tokio:local")
    put(folder / "DIR", [made(p, "token-ring", ring) for p in ("erlang", "go")], 1)
    levels = {"go": 2.0, "agon-actor": 1.0}
    put(folder / "results" / "first", [made(p, "chameneos", {"creatures": 50}, s) for p, s in levels.items()], 2)
    for day, name in enumerate(("second", "both", "before", "after"), 3):
        put(folder / "results" / name, [made(p, "token-ring", ring) for p in (*versions, "akka")], day)
    yield folder
    registry._all.cache_clear()


def run(command: Shown) -> str | None:
    """What is wrong with the command; None if nothing is."""
    words = command.filled()
    if command.verb == SETS:
        name, _, value = words[1].partition("=")
        os.environ[name] = value.replace("$PWD", str(Path.cwd()))
        registry._all.cache_clear()  # what AGON_WORKLOADS names is looked for once
        return None
    if command.verb in READ_ONLY:
        return _read(words)
    if (dry := DRY.get(command.verb)) and dry not in words:
        words.append(dry)
    result = CliRunner().invoke(app, words)
    if result.exit_code in CODES.get(command.verb, {0}) and _is_an_exit(result.exception):
        return None
    return f"line {command.line}: {' '.join(words)}: {result.exception or result.output}"


def _is_an_exit(error: BaseException | None) -> bool:
    return error is None or isinstance(error, SystemExit)


def _read(words: Sequence[str]) -> str | None:
    command: Any = typer.main.get_command(app)
    context = None
    rest = list(words)
    try:
        while hasattr(command, "commands"):
            command = command.commands[rest.pop(0)]
        context = command.make_context(words[0], rest)
    except typer.Exit:  # `--version` and the like
        return None
    except Exception as error:
        return f"{' '.join(words)}: {error!r} {getattr(error, 'message', '')}"
    finally:
        if context is not None:
            context.close()
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(home.root())))
def test_every_command_works(page: Path, here: Path) -> None:
    wrong = [found for command in shown(page) if (found := run(command))]
    assert wrong == []


def test_a_wrong_command_is_found(here: Path) -> None:
    assert run(Shown(1, ("run", "token-ring", "-p", "go", "--set", "tokens=0")))
    assert run(Shown(1, ("report", "elsewhere")))
    assert run(Shown(1, ("exec", "a.asl", "--until-late")))
    assert run(Shown(1, ("asl", "format", "a.asl")))
    assert not run(Shown(1, ("list", "workloads")))


@pytest.mark.parametrize("name", HOW_TO)
def test_the_how_to_pages_show_commands(name: str) -> None:
    assert name in {page.name for page in PAGES}


def test_commands_are_found_in_every_form(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = """    ./agon list workloads   # all of them
```
./agon demo > log &
```
Both `./agon top` and `AGON_OBSERVE=1 ./agon run ...` look.
    $ ./agon test
    AGON_OBSERVE=1 ./agon exec m.mas2j &
    export AGON_WORKLOADS=$PWD/a
"""
    page.write_text(text, encoding="utf-8")
    found = [c.words for c in shown(page)]
    assert found[:4] == [("list", "workloads"), ("demo",), ("top",), ("test",)]
    assert found[4:] == [("exec", "m.mas2j"), (SETS, "AGON_WORKLOADS=$PWD/a")]


def test_the_guides_python_works(here: Path) -> None:
    text = (home.root() / "docs" / "guide.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(program + "\nratio = wide.select((pl.col('go') / pl.col('agon-actor')).median()).item()", names)
    assert names["ratio"] == pytest.approx(2, rel=0.01)
