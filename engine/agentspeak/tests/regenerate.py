#!/usr/bin/env python3
"""Writes what Jason really prints for the golden cases: `regenerate.py [NAME...]`.

A NAME is a case or a prefix of cases; without one, all are run. With --check nothing is written,
and a case whose recorded output is not what Jason prints now is a failure.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from case_file import CaseFile, Malformed, paths

HERE = Path(__file__).resolve().parent
OLDER, NEWER = "3.2", "3.3"
SHOWN = 30
MOST_LINES = 20_000
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
    chosen = paths(given.names)
    if given.missing:
        chosen = [path for path in chosen if CaseFile.read(path).expected is None]
    if not chosen:
        sys.exit("no case has that name")
    if given.show:
        for path in chosen:
            outcome = run(CaseFile.read(path), given.lib)
            print(f"{path.stem}: status {outcome.status}\n{listing(outcome)}")
        return 0
    refused = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        troubles = pool.map(partial(attempt, lib=given.lib, check=given.check), chosen)
        for path, trouble in zip(chosen, troubles, strict=True):
            if trouble:
                refused += 1
                print(f"{path.stem}: {trouble}", flush=True)
    print(f"{len(chosen) - refused} of {len(chosen)} cases {'agree' if given.check else 'written'}")
    return 1 if refused else 0


def version_of(case: CaseFile) -> str:
    """The Jason that writes it."""
    return NEWER if case.name.startswith("newer-") else OLDER


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
    """That which the lab has next to it, else the one on the path."""
    found = lib.parent / "java" / "bin" / tool
    return str(found) if found.exists() else tool


def attempt(path: Path, lib: Path | None, check: bool) -> str | None:
    """Runs a case twice, and compares or writes; what is in the way of that, if anything is."""
    try:
        case = CaseFile.read(path)
        mode, status = case.settings.mode, case.settings.status
        outcome = run(case, lib)
        again = run(case, lib)
        if outcome.status != again.status or not agree(mode, outcome.lines, again.lines):
            raise Refused(f"two runs differ:\n{listing(outcome)}\n  and\n{listing(again)}")
        # Before a case has been written, any status is taken that it does not set.
        if (case.expected is not None or status is not None) and outcome.status != (status or 0):
            raise Refused(f"ends with status {outcome.status}, not {status or 0}:\n{listing(outcome)}")
        compare(case, outcome) if check else write(case, outcome, path)
    except (Refused, Malformed, OSError) as trouble:
        return str(trouble)
    return None


def run(case: CaseFile, given: Path | None) -> Outcome:
    lib = given or find_lib(version_of(case))
    # Jason writes files of its own where it runs and into the home folder.
    with tempfile.TemporaryDirectory(prefix="agentspeak-case-") as place:
        project = case.unpack(Path(place) / "project")
        classes = f"{lib}/*"
        if "Scenery" in case.files[case.project]:
            # The environment of cases that need one.
            subprocess.run(["javac", "-cp", classes, "-d", place, str(HERE / "scenery" / "Scenery.java")], check=True)
            classes += f":{place}"
        settings = case.settings
        outcome = execute(project, classes, settings.limit_s, settings.levels == "all", java_of(lib))
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
        printed = parse(text, 0, every_level)
        raise Refused(f"does not end, having printed:\n{listing(printed)}")
    return parse(text, status, every_level)


def listen(command: list[str], place: Path, limit_s: float) -> tuple[str, int | None]:
    """The output of the command, and its status if it ended by itself."""
    printed: list[str] = []
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
            printed.append(line)
            if len(printed) > MOST_LINES:
                process.kill()
        limit.cancel()
    return "".join(printed), None if process.returncode < 0 else process.returncode


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


def write(case: CaseFile, outcome: Outcome, path: Path) -> None:
    # What stands and is equal under the mode stays: no new order at each regeneration.
    if case.expected is None or not agree(case.settings.mode, lines_of(case.expected), outcome.lines):
        case.with_expected("".join(f"{line}\n" for line in outcome.lines), outcome.status).write(path)


def compare(case: CaseFile, outcome: Outcome) -> None:
    if case.expected is None:
        raise Refused("nothing is recorded to compare with")
    if not agree(case.settings.mode, lines_of(case.expected), outcome.lines):
        raise Refused(f"Jason now prints:\n{listing(outcome)}")


def lines_of(expected: str) -> list[str]:
    return expected.split("\n")[:-1]


def listing(outcome: Outcome) -> str:
    printed = [f"    {line}" for line in outcome.lines]
    return "\n".join([*shortened(printed), *shortened([f"  ! {line}" for line in outcome.complaints])])


def shortened(lines: list[str]) -> list[str]:
    left_out = len(lines) - 2 * SHOWN
    return lines if left_out <= 0 else [*lines[:SHOWN], f"    .. {left_out} more ..", *lines[-SHOWN:]]


if __name__ == "__main__":
    sys.exit(main())
