#!/usr/bin/env python3
"""Writes what Jason really prints for the golden cases: `regenerate.py [NAME...]`.

A NAME is a case or a prefix of cases; without one, all are run. With --check nothing is written,
and a case whose recorded output is not what Jason says now is a failure.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases"
OLDER, NEWER = "3.2", "3.3"
MODES = ("exact", "per-agent", "multiset")
SHOWN = 30
MOST_LINES = 20_000
KEYS = {"shows", "mode", "status", "levels", "limit_s"}
RECORD = re.compile("\x01([^\x01]*)\x01([^\x01]*)\x01(.*?)\x02\r?\n", re.DOTALL)
INTERNAL = re.compile(r"(?<!\w)_\d+(?!\w)")  # as many as Jason has made by then
AGENT = "jason.asSemantics.TransitionSystem."
OPTIONS = [
    "-XX:TieredStopAtLevel=1",
    "-Xshare:auto",
    "-Xmx512m",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-Duser.language=en",
    "-Duser.country=US",
]


class Refused(Exception):
    """A case that cannot stand as it is."""


@dataclass(frozen=True)
class Case:
    path: Path
    project: Path
    shows: str
    mode: str
    status: int | None
    every_level: bool
    limit_s: float


@dataclass(frozen=True)
class Outcome:
    status: int
    lines: list[str]
    complaints: list[str]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*", help="cases, or prefixes of their names")
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars, whatever the case")
    arguments.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments.add_argument("--missing", action="store_true", help="only cases never run before")
    arguments.add_argument("--show", action="store_true", help="all that Jason logs in one run, also its complaints")
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    chosen = [path for path in sorted(CASES.iterdir()) if path.is_dir() and is_named(path, given.names)]
    if given.missing:
        chosen = [path for path in chosen if not (path / "expected").exists()]
    if not chosen:
        sys.exit("no case has that name")
    if given.show:
        for path in chosen:
            outcome = run(read_case(path), given.lib)
            print(f"{path.name}: status {outcome.status}\n{listing(outcome)}")
        return 0
    refused = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for path, trouble in zip(chosen, pool.map(lambda p: attempt(p, given.lib, given.check), chosen), strict=True):
            if trouble:
                refused += 1
                print(f"{path.name}: {trouble}", flush=True)
    print(f"{len(chosen) - refused} of {len(chosen)} cases {'agree' if given.check else 'written'}")
    return 1 if refused else 0


def is_named(path: Path, names: list[str]) -> bool:
    return not names or any(path.name.startswith(name) for name in names)


def version_of(case: Case) -> str:
    """The Jason that writes it."""
    return NEWER if case.path.name.startswith("newer-") else OLDER


def find_lib(version: str = OLDER) -> Path:
    """Where the lab built its platform jason of that version: here, or in the checkout that this worktree is of."""
    common = subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "--path-format=absolute", "--git-common-dir"],
        check=False,
        capture_output=True,
        text=True,
    ).stdout.strip()
    states = [os.environ.get("AGON_STATE"), HERE.parents[2] / ".agon", Path(common).parent / ".agon"]
    for state in filter(None, states):
        for jar in sorted(Path(state).glob(f"build/jason/*/lib/jason-interpreter-{version}*.jar")):
            return jar.parent
    sys.exit(f"no Jason here: run `./agon install jason@{version}.0`, or give the folder of its jars with --lib")


def java_of(lib: Path, tool: str = "java") -> str:
    """That which the lab has beside it, else the one on the path."""
    found = lib.parent / "java" / "bin" / tool
    return str(found) if found.exists() else tool


def attempt(path: Path, lib: Path | None, check: bool) -> str | None:
    try:
        case = read_case(path)
        outcome = run(case, lib)
        again = run(case, lib)
        if outcome.status != again.status or not agree(case.mode, outcome.lines, again.lines):
            raise Refused(f"two runs differ:\n{listing(outcome)}\n  and\n{listing(again)}")
        if case.status is not None and outcome.status != case.status:
            raise Refused(f"ends with status {outcome.status}, not {case.status}:\n{listing(outcome)}")
        compare(case, outcome) if check else write(case, outcome)
    except (Refused, OSError, tomllib.TOMLDecodeError) as trouble:
        return str(trouble)
    return None


def read_case(path: Path) -> Case:
    said = tomllib.loads((path / "case.toml").read_text())
    if strange := said.keys() - KEYS:
        raise Refused(f"case.toml: unknown {', '.join(sorted(strange))}")
    if said.get("mode") not in MODES:
        raise Refused(f"case.toml: mode is one of {', '.join(MODES)}")
    if not said.get("shows"):
        raise Refused("case.toml: shows is missing")
    if said.get("levels", "info") not in ("info", "all"):
        raise Refused("case.toml: levels is info or all")
    projects = list(path.glob("*.mas2j"))
    if len(projects) != 1:
        raise Refused("not one .mas2j")
    return Case(
        path=path,
        project=projects[0],
        shows=said["shows"],
        mode=said["mode"],
        status=said.get("status"),
        every_level=said.get("levels") == "all",
        limit_s=said.get("limit_s", 20),
    )


def run(case: Case, given: Path | None) -> Outcome:
    lib = given or find_lib(version_of(case))
    # In a copy, for Jason writes files of its own where it runs and into the home folder.
    with tempfile.TemporaryDirectory(prefix="agentspeak-case-") as place:
        project = Path(place) / "project"
        shutil.copytree(case.path, project)
        classes = f"{lib}/*"
        if "Scenery" in case.project.read_text():
            # The environment of cases that need one.
            subprocess.run(["javac", "-cp", classes, "-d", place, str(HERE / "scenery" / "Scenery.java")], check=True)
            classes += f":{place}"
        outcome = execute(project / case.project.name, classes, case.limit_s, case.every_level, java_of(lib))
        if not outcome.lines:
            raise Refused(f"prints nothing:\n{listing(outcome)}")
        if any(place in line for line in outcome.lines):
            raise Refused(f"prints where it runs:\n{listing(outcome)}")
        if any(INTERNAL.search(line) for line in outcome.lines):
            raise Refused(f"prints a variable's internal name:\n{listing(outcome)}")
        return outcome


def execute(project: Path, classes: str, limit_s: float, every_level: bool, java: str = "java") -> Outcome:
    """What Jason makes of a project, whose folder is in one that may be its home."""
    command = [java, *OPTIONS, f"-Duser.home={project.parent.parent}", "-cp", classes]
    command += ["jason.infra.local.RunLocalMAS", project.name]
    command += ["--log-conf", str(HERE / "logging.properties"), "--no-net"]
    text, status = listen(command, project.parent, limit_s)
    if status is None:
        said = parse(text, 0, every_level)
        raise Refused(f"does not end, having said:\n{listing(said)}")
    return parse(text, status, every_level)


def listen(command: list[str], place: Path, limit_s: float) -> tuple[str, int | None]:
    """What the command says, and its status if it ended by itself."""
    said: list[str] = []
    with subprocess.Popen(
        command,
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        limit = threading.Timer(limit_s, process.kill)
        limit.start()
        assert process.stdout
        for line in process.stdout:
            said.append(line)
            if len(said) > MOST_LINES:
                process.kill()
        limit.cancel()
    return "".join(said), None if process.returncode < 0 else process.returncode


def parse(text: str, status: int, every_level: bool) -> Outcome:
    """Lines that agents print, and apart from them what Jason itself complains of."""
    lines: list[str] = []
    complaints: list[str] = []
    for level, logger, message in RECORD.findall(text):
        name = logger.rpartition(".")[2]
        printed = logger.startswith(AGENT) and (every_level or level == "INFO")
        # The first line only carries the name: a message of several lines is several of Jason's.
        (lines if printed else complaints).extend(f"[{name}] {message}".split("\n"))
    return Outcome(status, lines, complaints)


def agree(mode: str, some: list[str], others: list[str]) -> bool:
    if mode == "exact":
        return some == others
    if mode == "multiset":
        return Counter(some) == Counter(others)
    return by_agent(some) == by_agent(others)


def by_agent(lines: list[str]) -> dict[str, list[str]]:
    """Each agent's lines; one without a name goes on from the line before it."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        if match := re.match(r"\[([^\]]*)\] ", line):
            name = match[1]
        found.setdefault(name, []).append(line)
    return found


def write(case: Case, outcome: Outcome) -> None:
    expected = case.path / "expected"
    # What stands and is equal under the mode stays: no new order at each regeneration.
    if not (expected.exists() and agree(case.mode, read_lines(expected), outcome.lines)):
        expected.write_text("".join(f"{line}\n" for line in outcome.lines))
    if case.status is None:
        with (case.path / "case.toml").open("a") as settings:
            settings.write(f"status = {outcome.status}\n")


def compare(case: Case, outcome: Outcome) -> None:
    expected = read_lines(case.path / "expected")
    if not agree(case.mode, expected, outcome.lines):
        raise Refused(f"Jason now says:\n{listing(outcome)}")


def read_lines(path: Path) -> list[str]:
    return path.read_text().removesuffix("\n").split("\n") if path.stat().st_size else []


def listing(outcome: Outcome) -> str:
    said = [f"    {line}" for line in outcome.lines]
    return "\n".join([*shortened(said), *shortened([f"  ! {line}" for line in outcome.complaints])])


def shortened(lines: list[str]) -> list[str]:
    left_out = len(lines) - 2 * SHOWN
    return lines if left_out <= 0 else [*lines[:SHOWN], f"    .. {left_out} more ..", *lines[-SHOWN:]]


if __name__ == "__main__":
    sys.exit(main())
