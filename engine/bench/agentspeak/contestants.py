"""Runs a program once, in a process of its own, and reports what came of it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from programs import Program

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parents[1]
ERLANG = "Erlang"
ERLANG_SOURCES = HERE / "erlang"
LOGGING = ENGINE / "agentspeak" / "tests" / "logging.properties"
JAVA_OPTIONS = ("-Xmx2g", "-Xss64m", "-XX:+UseParallelGC", "-Djava.awt.headless=true")
RESULT = re.compile(r"result: ([^\n\x02]*)")
TIME = re.compile(r"\btime: ([0-9.E+]+)")
LAST_CHARACTERS = 300
PROJECT = "suite.mas2j"


@dataclass(frozen=True)
class Contestant:
    name: str
    command: Callable[[Program, int, int], Sequence[str]]
    """Of a program, its size and its rounds; executed where PROJECT is, among the files that it names."""
    has: Callable[[Program], bool] = lambda _: True
    """Whether it has that program."""


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
    return Contestant("agon", lambda _program, _size, _rounds: [str(binary.resolve()), "run", PROJECT])


def over_nodes(binary: Path, nodes: int) -> Contestant:
    """Programs of several agents, spread over so many processes by agon-nodes."""
    command = [str(binary.resolve()), "run", "--nodes", str(nodes), PROJECT]
    return Contestant(f"agon over {nodes} nodes", lambda _program, _size, _rounds: command, lambda p: bool(p.others))


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
        PROJECT,
        "--no-net",
        "--log-conf",
        str(LOGGING),
    ]
    return Contestant(f"jason {version}", lambda _program, _size, _rounds: command)


def in_erlang(program: Program) -> bool:
    return (ERLANG_SOURCES / f"{program.name}.erl").is_file()


def erlang(cache: Path | None = None) -> Contestant:
    """The programs by hand, compiled into a folder below `cache` unless they are there."""
    for command in ("erl", "erlc"):
        if shutil.which(command) is None:
            raise FileNotFoundError(f"{command} is not on PATH")
    compiled = _compiled_erlang(cache or _states()[0] / "build" / "agentspeak-suite-erlang")
    start = ["erl", "-noinput", "-boot", "no_dot_erlang", "-pa", str(compiled), "-run", "rounds", "main"]
    return Contestant(ERLANG, lambda program, size, rounds: [*start, program.name, str(size), str(rounds)], in_erlang)


def _compiled_erlang(cache: Path) -> Path:
    """A folder for these sources and this compiler; it is there when all of it is."""
    sources = sorted(ERLANG_SOURCES.glob("*.erl"))
    digest = hashlib.sha256(os.path.realpath(shutil.which("erlc") or "").encode())
    for source in sources:
        digest.update(source.name.encode() + source.read_bytes())
    folder = cache / digest.hexdigest()[:16]
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as place:
            made = Path(place) / "ebin"
            made.mkdir()
            # The behaviour first.
            rounds = ERLANG_SOURCES / "rounds.erl"
            compile_erlang([rounds], made)
            compile_erlang([source for source in sources if source != rounds], made)
            try:
                made.rename(folder)
            except OSError:
                # Another process was first.
                if not folder.is_dir():
                    raise
    return folder


def compile_erlang(sources: Sequence[Path], to: Path) -> None:
    subprocess.run(["erlc", "-Werror", "-pa", str(to), "-o", str(to), *map(str, sources)], check=True)


def find_jason(version: str) -> Path:
    """A folder, or the build of that version."""
    if (Path(version) / "lib").is_dir():
        return Path(version)
    for state in _states():
        for build in sorted(state.glob(f"build/jason/{version}*")):
            if (build / "lib").is_dir():
                return build
    raise FileNotFoundError(f"Jason {version} is not installed: ./agon install jason@{version}")


def _states() -> list[Path]:
    """Where builds are: in AGON_STATE, of this checkout, or of the one that this worktree is of."""
    git = ["git", "-C", str(HERE), "rev-parse", "--path-format=absolute", "--git-common-dir"]
    common = subprocess.run(git, check=False, capture_output=True, text=True).stdout.strip()
    named = os.environ.get("AGON_STATE")
    return [*([Path(named)] if named else []), HERE.parents[2] / ".agon", Path(common).parent / ".agon"]


def build(target: Path | None, *, release: bool) -> Path:
    """The engine's binary, compiled now if need be."""
    command = ["cargo", "build", "-q", "--locked", "-p", "agon-agentspeak", "--bin", "agon-asl"]
    command += ["--release"] if release else []
    named = os.environ.get("CARGO_TARGET_DIR")
    target = target or (Path(named) if named else ENGINE.parent / "target")
    subprocess.run([*command, "--target-dir", str(target)], cwd=ENGINE, check=True)
    return target / ("release" if release else "debug") / "agon-asl"


def run(program: Program, size: int, contestant: Contestant, rounds: int, limit_s: float, block: int) -> Sample:
    with tempfile.TemporaryDirectory(prefix="agentspeak-suite-") as place:
        project = Path(place) / "project"
        shutil.copytree(HERE / "programs", project)
        (project / PROJECT).write_text(program.project(size, rounds))
        output, status = _output_of(contestant.command(program, size, rounds), project, limit_s)
    times = [float(found) / 1e6 for found in TIME.findall(output)]
    return Sample(
        program.name, size, contestant.name, block, judge(output, status, program.expected(size), rounds), times
    )


def judge(output: str, status: int | None, expected: str, rounds: int) -> str:
    """A status of None: it has not ended in time."""
    results = [found.strip() for found in RESULT.findall(output)]
    wrong = [result for result in results if result != expected]
    if wrong:
        return f"wrong: {wrong[0]}, not {expected}"
    last = output[-LAST_CHARACTERS:].strip()
    last = f": {last}" if last else ""
    if status is None:
        return f"time limit{last}"
    if status != 0:
        return f"crash, status {status}{last}"
    if len(results) != rounds:
        return f"ended after {len(results)} of {rounds} rounds{last}"
    return "right"


def _output_of(command: Sequence[str], place: Path, limit_s: float) -> tuple[str, int | None]:
    """Into a file: what a process prints before it is killed must not be lost."""
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
