"""Other people's projects in Jason's language: found in a folder, each run for a while, and what came of it."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from agon.run.invoke import SAMPLE_INTERVAL_S
from agon.run.warden.client import Warden
from agon.run.warden.messages import Answer, Job
from agon.survivors import MARK, end_survivors

OUTPUT_LIMIT = 8 << 20
"""Of a project's output so much is kept; one that prints more has shown that it runs."""
LAST_WORDS = 2000

How = Literal["ended", "running", "failed", "unsupported"]
"""It ended by itself; it was still running when its time was over, as most do; it did not run; it is not tried."""


@dataclass(frozen=True)
class Outcome:
    """What came of one project."""

    project: str
    """Its file, as it is seen from the folder."""
    how: How
    reason: str = ""
    """Why it did not run: the same words for all projects of the kind."""
    detail: str = ""
    """The same in the engine's words."""
    without: tuple[str, ...] = ()
    """What it ran without, as in Jason: agents, files, internal actions."""
    status: int | None = None
    seconds: float = 0.0
    memory_peak_bytes: int = 0
    output: str = ""
    """Its last words on standard error, if it failed."""


_JACAMO = re.compile(r"parts of JaCaMo that do not run here: .*")

_PLATFORM = re.compile(r"package ((?:cartago|jacamo|moise|ora4mas|npl|jade|ros)\b[\w.]*) does not exist")
_OLDER = re.compile(r"package (jason\.[\w.]+) does not exist|error: .*(?:centralised|UserAgArch|saci)")
_COMPILER = re.compile(r"^\S.*?: error: (.*)$", re.MULTILINE)
_REASONS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("no JDK, or no Jason, on this machine", re.compile(r"there is no (?:Jason|JDK)\b.*|JAVA_HOME is .*")),
    ("a window, and there is no display", re.compile(r"there is no display.*")),
    ("its Java environment is not there", re.compile(r"error: the environment \S+ is not known")),
    ("its environment cannot be made", re.compile(r"error: the environment \S+ cannot be made.*")),
    ("its execution control is not offered", re.compile(r"error: the execution control .*")),
    ("no agent of it can run", re.compile(r"the agents? .* left out, and no agent is left:\n.*")),
    ("its project file is not understood", re.compile(r"error: .*(?=\n\s*┌─ \S*\.mas2j:)")),
)
_LEFT_OUT = re.compile(r"^the agents? (.*) (?:is|are) left out, the others run:\n(.*)$", re.MULTILINE)
_PARTS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("an included file or directive ({})", re.compile(r"^error: (there is no file `.*`)$", re.MULTILINE)),
    (
        "an included file or directive ({})",
        re.compile(
            r"^error: (.*)\n(?:(?!error:|warning:|the ).*\n)*the program is executed without that", re.MULTILINE
        ),
    ),
    ("internal action {}", re.compile(r"^warning: the internal action (\S+) is not (?:known|there)", re.MULTILINE)),
    ("function {}", re.compile(r"^warning: the function (\S+) is not known", re.MULTILINE)),
    ("{}", re.compile(r"^error: (the agent architecture \S+) is not", re.MULTILINE)),
    ("{}", re.compile(r"^error: (the infrastructure \S+) is not known", re.MULTILINE)),
    ("{}", re.compile(r"^error: (the directive's class \S+) is not known", re.MULTILINE)),
    ("{} (Java asks for it)", re.compile(r"(?<![\w.])([\w.]+) is not offered by agon")),
)


def find(folder: Path, unreadable: Callable[[str], None]) -> list[Path]:
    """Every `.mas2j` and `.jcm` below a folder, but in hidden ones. `unreadable` is called with what cannot be read."""
    if folder.is_file():
        return [folder]
    found: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=lambda error: unreadable(str(error))):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [Path(place) / name for name in sorted(files) if name.endswith((".mas2j", ".jcm"))]
    return [path for path in found if path.is_file()]


def run(
    projects: Sequence[Path],
    folder: Path,
    command: Sequence[str],
    *,
    time_limit_s: float,
    memory_limit: int,
    environment: Mapping[str, str],
) -> Iterator[Outcome]:
    """Run one after the other, each where it lies; nothing that they have started stays behind, however this ends."""
    mark = f"projects-{secrets.token_hex(8)}"
    with TemporaryDirectory(prefix="agon-projects-") as kept, Warden(mark, limits=False) as warden:
        try:
            for project in projects:
                name = str(project.relative_to(folder)) if project.is_relative_to(folder) else str(project)
                out, err = Path(kept) / "out", Path(kept) / "err"
                job = Job(
                    argv=[*command, project.name],
                    cwd=str(project.parent.resolve()),
                    env={**environment, MARK: mark},
                    stdout=str(out),
                    stderr=str(err),
                    stdout_limit=OUTPUT_LIMIT,
                    stderr_limit=OUTPUT_LIMIT,
                    cpus=[],
                    time_limit_s=time_limit_s,
                    memory_limit=memory_limit,
                    cgroup=None,
                    sample_interval_s=SAMPLE_INTERVAL_S,
                    repeated=False,
                )
                yield judged(name, warden.run(job), _text(out), _text(err), memory_limit)
        finally:
            end_survivors(mark)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return ""


def judged(project: str, answer: Answer, out: str, err: str, memory_limit: int) -> Outcome:
    """What came of a project, by the warden's answer and its output."""
    outcome = Outcome(
        project,
        "ended",
        without=_without(err + out),
        status=answer.exit_status,
        seconds=round(answer.elapsed_ns / 1e9, 2),
        memory_peak_bytes=answer.memory_peak,
    )
    if jacamo := _JACAMO.search(err):
        return replace(outcome, how="unsupported", reason="JaCaMo's artifacts or organisations", detail=jacamo[0])
    failed = _failure(answer, out, err, memory_limit)
    if failed is not None:
        return replace(outcome, how="failed", reason=failed[0], detail=failed[1], output=err[-LAST_WORDS:].strip())
    if answer.ended is not None or answer.stdout_overflow:
        return replace(outcome, how="running")
    return outcome


def _failure(answer: Answer, out: str, err: str, memory_limit: int) -> tuple[str, str] | None:
    """The kind of failure and its words, if it was one."""
    status = answer.exit_status
    if answer.failure:
        return "it could not be started", answer.failure
    if answer.ended == "memory limit":
        return "too much memory", f"it went over {memory_limit >> 20} MiB"
    if answer.ended is None and answer.signal is not None:
        return "it crashed", f"signal {answer.signal}; {_last_line(err)}"
    if status == 101 or "panicked at" in err:
        return "it crashed", next((line for line in err.split("\n") if "panicked at" in line), _last_line(err))
    if status in {1, 2} and not out.strip() and err.strip():
        return _why(err)
    return None


def _why(err: str) -> tuple[str, str]:
    """Why a project did not begin."""
    if "Java classes do not compile" in err:
        if platform := _PLATFORM.search(err):
            return "Java for a platform of its own (CArtAgO, Moise, JADE ..)", platform[0]
        if older := _OLDER.search(err):
            return "Java for an older Jason", older[0]
        wrong = _COMPILER.search(err)
        return "its Java classes do not compile", wrong[1] if wrong else "see the errors of the compiler"
    for reason, pattern in _REASONS:
        if found := pattern.search(err):
            return reason, found[0].removeprefix("error: ").replace("\n", " ")
    return "something else", _last_line(err)


def _without(text: str) -> tuple[str, ...]:
    """What a project ran without, each once."""
    found = [f"agent {names} ({why.removeprefix('error: ')})" for names, why in _LEFT_OUT.findall(text)]
    found += [form.format(name) for form, pattern in _PARTS for name in pattern.findall(text)]
    return tuple(dict.fromkeys(found))


def _last_line(text: str) -> str:
    lines = [line for line in text.strip().split("\n") if line.strip()]
    return lines[-1].strip()[:300] if lines else "no word on standard error"


def grouped(outcomes: Sequence[Outcome]) -> list[tuple[str, list[Outcome]]]:
    """Those that do not run by their reason, the most frequent first."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.reason:
            groups.setdefault(outcome.reason, []).append(outcome)
    return sorted(groups.items(), key=lambda group: -len(group[1]))
