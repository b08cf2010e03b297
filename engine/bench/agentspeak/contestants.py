"""Runs a program once, in a process of its own, and says what came of it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from programs import Program

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parents[1]
LOGGING = ENGINE / "agentspeak" / "tests" / "logging.properties"
JAVA_OPTIONS = ("-Xmx2g", "-Xss64m", "-XX:+UseParallelGC", "-Djava.awt.headless=true")
RESULT = re.compile(r"result: ([^\n\x02]*)")
TIME = re.compile(r"\btime: ([0-9.E+]+)")
LAST_CHARACTERS = 300


@dataclass(frozen=True)
class Contestant:
    name: str
    command: Sequence[str]
    """The project's file comes after `command` and before `options`."""
    options: Sequence[str] = ()


@dataclass(frozen=True)
class Sample:
    """`state` is `right`, or what went wrong; the times are those of the rounds that ended, whatever came after."""

    program: str
    size: int
    contestant: str
    block: int
    state: str
    times_ms: Sequence[float]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def ours(binary: Path) -> Contestant:
    return Contestant("agon", [str(binary.resolve()), "run"])


def jason(build: Path) -> Contestant:
    """What `agon install jason` has made in the folder `build`: java and lib."""
    build = build.resolve()
    jars = sorted((build / "lib").glob("jason-interpreter-*.jar"))
    if not jars:
        raise FileNotFoundError(f"no Jason in {build}: run `./agon install jason`, or name the folder that it made")
    version = jars[0].stem.removeprefix("jason-interpreter-")
    command = [
        str(build / "java" / "bin" / "java"),
        *JAVA_OPTIONS,
        "-cp",
        f"{build}/lib/*",
        "jason.infra.local.RunLocalMAS",
    ]
    return Contestant(f"jason {version}", command, ["--no-net", "--log-conf", str(LOGGING)])


def find_jason(version: str) -> Path:
    """A folder, or the build of that version: of this checkout, or of the one that this worktree is of."""
    if (Path(version) / "lib").is_dir():
        return Path(version)
    git = ["git", "-C", str(HERE), "rev-parse", "--path-format=absolute", "--git-common-dir"]
    common = subprocess.run(git, check=False, capture_output=True, text=True).stdout.strip()
    states = [os.environ.get("AGON_STATE"), HERE.parents[2] / ".agon", Path(common).parent / ".agon"]
    for state in filter(None, states):
        for build in sorted(Path(state).glob(f"build/jason/{version}*")):
            if (build / "lib").is_dir():
                return build
    raise FileNotFoundError(f"Jason {version} is not installed: ./agon install jason@{version}")


def build(target: Path | None, *, release: bool) -> Path:
    """The engine's binary, compiled now if need be."""
    command = ["cargo", "build", "-q", "--locked", "-p", "agon-agentspeak", "--bin", "agon-asl"]
    command += ["--release"] if release else []
    named = os.environ.get("CARGO_TARGET_DIR")
    target = target or (Path(named) if named else ENGINE / "target")
    subprocess.run([*command, "--target-dir", str(target)], cwd=ENGINE, check=True)
    return target / ("release" if release else "debug") / "agon-asl"


def run(program: Program, size: int, contestant: Contestant, rounds: int, limit_s: float, block: int) -> Sample:
    with tempfile.TemporaryDirectory(prefix="agentspeak-suite-") as place:
        project = Path(place) / "project"
        shutil.copytree(HERE / "programs", project)
        (project / "suite.mas2j").write_text(program.project(size, rounds))
        command = [*contestant.command, "suite.mas2j", *contestant.options]
        said, status = _said(command, project, limit_s)
    times = [float(found) / 1e6 for found in TIME.findall(said)]
    return Sample(
        program.name, size, contestant.name, block, judge(said, status, program.expected(size), rounds), times
    )


def judge(said: str, status: int | None, expected: str, rounds: int) -> str:
    """A status of None: it has not ended in time."""
    results = [found.strip() for found in RESULT.findall(said)]
    wrong = [result for result in results if result != expected]
    if wrong:
        return f"wrong: {wrong[0]}, not {expected}"
    if status is None:
        return "time limit"
    if status != 0:
        return f"crash, status {status}: {said[-LAST_CHARACTERS:].strip()}"
    if len(results) != rounds:
        return f"ended after {len(results)} of {rounds} rounds: {said[-LAST_CHARACTERS:].strip()}"
    return "right"


def _said(command: Sequence[str], place: Path, limit_s: float) -> tuple[str, int | None]:
    """Into a file: what a process says before it is killed must not be lost."""
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        process = subprocess.Popen(
            command, cwd=place, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
        status: int | None
        try:
            status = process.wait(limit_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        out.seek(0)
        return out.read(), status


def complain(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
