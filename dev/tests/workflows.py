"""Reads the workflows of `.github`, and finds what they name that is not there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import typer
import yaml
from agon import home
from agon.cli.main import app
from agon.errors import UsageError
from agon.platforms.registry import find
from dev.__main__ import app as test_app
from dev.jobs import Job

TOOLS = {"apt-get", "awk", "git", "rustup"}
"""Programs of the machine that a workflow may call."""
SHELLS = {"bash", "sh"}
ACTION = re.compile(r"[\w-]+/[\w-]+@v\d+\Z")
EXPRESSION = re.compile(r"\$\{\{ *matrix\.(\w+) *\}\}")


@dataclass(frozen=True)
class Command:
    """One line of a step, for one combination of its job's matrix."""

    words: tuple[str, ...]
    folder: Path

    @property
    def only(self) -> str | None:
        """Which parts of `./agon test` it runs; empty: all of them."""
        if self.words[:2] != ("./agon", "test"):
            return None
        return self.words[self.words.index("--only") + 1] if "--only" in self.words else ""


def read(text: str) -> dict[str, Any]:
    """The YAML, each value a string: `on` is a key here, as it is for GitHub."""
    return yaml.load(text, Loader=yaml.BaseLoader)  # it makes nothing but strings, lists and dictionaries


def combinations(matrix: Mapping[str, Any]) -> list[dict[str, str]]:
    """What the expressions of a matrix stand for."""
    if "include" in matrix:
        return list(matrix["include"])
    return [dict(zip(matrix, values, strict=True)) for values in product(*matrix.values())] or [{}]


def commands(workflow: Mapping[str, Any]) -> Iterator[Command]:
    """Everything that the workflow runs."""
    for job in workflow["jobs"].values():
        for chosen in combinations(job.get("strategy", {}).get("matrix", {})):
            for step in job["steps"]:
                for line in step.get("run", "").splitlines():
                    filled = EXPRESSION.sub(lambda found, of=chosen: of[found[1]], line)
                    yield Command(tuple(shlex.split(filled)), home.root() / step.get("working-directory", ""))


def mistakes_of_form(workflow: Mapping[str, Any]) -> Iterator[str]:
    """What GitHub would refuse, and what is missing though every workflow should have it."""
    yield from (f"no '{key}'" for key in ("name", "on", "permissions", "jobs") if key not in workflow)
    for name, job in workflow.get("jobs", {}).items():
        yield from (f"{name}: no '{key}'" for key in ("runs-on", "timeout-minutes", "steps") if key not in job)
        for step in job.get("steps", []):
            if ("run" in step) == ("uses" in step):
                yield f"{name}: a step has one of 'run' and 'uses'"
            if "uses" in step and not ACTION.match(step["uses"]):
                yield f"{name}: {step['uses']} is no action with its version"


def mistakes(command: Command, jobs: Sequence[Job]) -> Iterator[str]:
    """What the command names that is not there."""
    program, *rest = command.words
    if program == "./agon":
        yield from _of_agon(rest, jobs)
    elif program == "cargo":
        if not (command.folder / "Cargo.toml").is_file():
            yield f"cargo in {command.folder}: no Cargo.toml"
    elif program in SHELLS or "/" in program:
        script = rest[0] if program in SHELLS else program
        if not (command.folder / script).is_file():
            yield f"{script}: no such file in {command.folder}"
    elif program not in TOOLS:
        yield f"{program}: not among {', '.join(sorted(TOOLS))}"


def _of_agon(words: Sequence[str], jobs: Sequence[Job]) -> Iterator[str]:
    verb, *rest = words
    root: Any = typer.main.get_command(app)
    verbs = root.commands | {"test": typer.main.get_command(test_app)}
    if verb not in verbs:
        yield f"agon {verb}: no such verb"
        return
    known = {name for parameter in verbs[verb].params for name in parameter.opts}
    yield from (f"agon {verb} {word}: no such option" for word in rest if word.startswith("-") and word not in known)
    if verb in ("install", "check"):
        yield from _of_platforms(word for word in rest if not word.startswith("-"))
    if verb == "test" and "--only" in rest:
        part = rest[rest.index("--only") + 1]
        if not any(part in job.name for job in jobs):
            yield f"agon test --only {part}: no part has that in its name"


def _of_platforms(names: Iterator[str]) -> Iterator[str]:
    for name in names:
        try:
            find(name)
        except UsageError as error:
            yield str(error)
