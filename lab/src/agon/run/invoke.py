"""One invocation: start a program through the warden, read what it printed, let the oracle judge, make the record."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from agon.platforms import own
from agon.platforms.probe import fill, substitutions
from agon.platforms.registry import Platform
from agon.results.model import (
    Cell,
    Invocation,
    Iteration,
    Limits,
    MemoryPoint,
    Noise,
    Reason,
    Resources,
)
from agon.results.rows import pooled
from agon.run import far
from agon.run.console import Console
from agon.run.files import read_own, remove_own
from agon.run.hosts import Host
from agon.run.machine import handed_over, pick_cpus
from agon.run.nodes import NODE_FAILED
from agon.run.output import OutputError, Repetition, first_garbage, has_spoken, read_other, read_output
from agon.run.repeat import More
from agon.run.stack import padded
from agon.run.warden.client import Warden, WardenLost
from agon.run.warden.messages import Answer, Job
from agon.survivors import MARK
from agon.workloads import printed
from agon.workloads.base import Evidence, OracleError, Workload

STDOUT_LIMIT = 64 << 20
STDERR_LIMIT = 4 << 20
SAMPLE_INTERVAL_S = 0.2
"""agere13 section 4 samples resident memory every 0.2 s."""
HEAP_SHARE = 0.75
"""Of a memory limit, what a runtime's heap flag gets: the rest is for code, stacks and buffers."""
LEAST_NS = 20.0
"""Of an iteration: a clock is read twice, and at least one message is sent and received between."""
LEAST_MESSAGE_NS = 1.0
"""Of a core for a message: a few cycles. The fastest queues of one writer and one reader take several times as long."""
LEAST_SHARE = 0.01
"""Of the time lived: above it, reported time is plausible however fast the work was."""
STDERR_TAIL = 2000
TEMPORARY = "tmp"
"""In an invocation's folder: where its programs put temporary files. It goes when they have ended."""

NODE_1 = "node1.jsonl"
"""In an invocation's folder: the standard output of node 1."""

OUT_OF_MEMORY = (
    "OutOfMemoryError",  # Java
    "eheap_alloc: Cannot allocate",  # Erlang
    "std::bad_alloc",
    "memory allocation of",  # Rust
    "runtime: out of memory",  # Go
    "heap out of memory",  # Node
    "MemoryError",  # Python
)
"""What runtimes print on standard error when they cannot get more memory."""

SERVER_ENDED = 69
"""The exit status of a program whose server (a broker, a name server) has ended: EX_UNAVAILABLE of sysexits.h."""


@dataclass(frozen=True)
class Order:
    """Everything about one invocation but what comes out of it."""

    platform: Platform
    workload: Workload
    cell: Cell
    limits: Limits
    seed: int
    witness: bool
    folder: Path
    """Where its samples, standard output and standard error go; made by `run`."""
    input: Path | None
    mark: str
    extra: Mapping[str, str] | None = None
    """Further `key=value` arguments (conformance tries wrong ones)."""
    growth: bool = False
    """Run it with the flags of `run.growth` (conformance)."""
    more: More | None = None
    """Of a cell that repeats on request: how many iterations to go on for."""


def command_line(order: Order, console: Console | None = None) -> list[str]:
    """The program's argv, as docs/protocol.md has it."""
    platform, cell = order.platform, order.cell
    limit = order.limits.memory_bytes
    memory_mb = int((limit or 0) * HEAP_SHARE) >> 20
    values = substitutions(platform, threads=cell.threads, cores=cell.cores, variant=cell.variant, memory_mb=memory_mb)
    argv: list[str] = []
    for word in platform.manifest.run.command:
        if word == "{heap}":
            argv += platform.manifest.run.heap if limit is not None else []
        elif word == "{growth}":
            argv += platform.manifest.run.growth if order.growth else []
        elif word == "{options}":
            argv += platform.manifest.run.options_of.get(cell.variant, [])
        else:
            argv.append(word)
    arguments: dict[str, object] = {
        "threads": cell.threads,
        "iterations": cell.iterations,
        "seed": order.seed,
        "variant": cell.variant,
        "samples": order.folder,
        "witness": "on" if order.witness else "off",
        **cell.params,
    }
    if order.input is not None:
        arguments["input"] = order.input
    if order.workload.has_print:
        arguments["print"] = console.name if console is not None else order.folder / printed.NAME
    arguments |= dict(order.extra or {})
    if platform.prefix and (named := shutil.which(argv[0], path=f"{platform.prefix}/bin")):
        argv[0] = named
    program = [*fill(argv, values), cell.workload, *(f"{key}={value}" for key, value in arguments.items())]
    return program if order.workload.nodes == 1 else _of_nodes(order, program)


def _of_nodes(order: Order, program: list[str]) -> list[str]:
    """Of a program that is run twice."""
    first, second = ([*program, f"node={node}"] for node in (0, 1))
    host = Host(order.cell.host, order.cell.host_folder) if order.cell.host else None
    if host is not None:
        first.append(f"listen={host.own_address}")
        second.append(f"listen={host.address}")
        second = [word if not word.startswith("samples=") else f"samples={far.HERE}" for word in second]
        second = host.words(order.platform, second)
    script = str(Path(__file__).with_name("nodes.py"))
    name = host.name if host is not None else ""
    return [sys.executable, "-I", script, str(order.folder / NODE_1), name, str(len(second)), *second, *first]


@dataclass(frozen=True)
class Running:
    """An invocation under way."""

    warden: Warden
    order: Order
    argv: list[str]
    started: str
    kills: int
    """How often the kernel had ended a process of the control group before."""
    fresh: bool
    """The control group, if any, has held nothing but this invocation."""
    console: Console | None = None
    """What its program prints to, of a cell that prints to a terminal."""


def run(warden: Warden, order: Order, *, block: int = 0, position: int = 0) -> Invocation:
    """Run one invocation and judge it: whatever the program does, a record. The lab's own failures raise.

    Where the warden is ended from outside, the invocation is tried once more.
    """
    first = finish(begin(warden, order), block=block, position=position)
    if first.reason is None or first.reason.code != "warden":
        return first
    warden.renew()
    if order.folder.is_symlink():
        order.folder.unlink()
    remove_own(order.folder)
    second = finish(begin(warden, order), block=block, position=position)
    if second.reason is not None and second.reason.code == "warden":
        warden.renew()
    return second.model_copy(update={"earlier": [first.reason]})


def begin(warden: Warden, order: Order) -> Running:
    """Start an invocation; `finish` waits for its end."""
    order.folder.mkdir(parents=True, exist_ok=True)
    started = datetime.now(UTC).isoformat(timespec="milliseconds")
    limit = order.limits.memory_bytes
    group = warden.cgroup
    kills = 0
    fresh = False
    if group is not None:
        fresh = group.renew()
        group.set_limit(limit)
        kills = group.kills()
    (order.folder / TEMPORARY).mkdir(exist_ok=True)
    has_console = order.workload.has_console(order.cell.params)
    console = Console(order.folder / printed.NAME) if has_console else None
    try:
        argv = command_line(order, console)
        warden.begin(
            Job(
                argv=argv,
                cwd=str(order.folder),
                env=padded(argv, _environment(order)),
                stdout=str(order.folder / "stdout.jsonl"),
                stderr=str(order.folder / "stderr.txt"),
                stdout_limit=STDOUT_LIMIT,
                stderr_limit=STDERR_LIMIT,
                cpus=pick_cpus(order.cell.cores),
                time_limit_s=order.limits.time_s,
                memory_limit=limit,
                cgroup=str(group.path) if group is not None else None,
                sample_interval_s=SAMPLE_INTERVAL_S,
                repeated=order.more is not None,
            )
        )
    except BaseException:
        _closed(console)
        raise
    return Running(warden, order, argv, started, kills, fresh, console)


def finish(running: Running, *, block: int = 0, position: int = 0) -> Invocation:
    """Wait for the end of an invocation and judge it."""
    order, group = running.order, running.warden.cgroup
    try:
        answer = running.warden.result(order.more)
    except WardenLost as error:
        return Invocation(
            id=order.folder.name,
            cell=order.cell.id,
            block=block,
            order=position,
            started=running.started,
            status="failed",
            reason=Reason(code="warden", message=str(error)),
            argv=running.argv,
            stderr_tail=_tail(order.folder / "stderr.txt"),
        )
    finally:
        remove_own(order.folder / TEMPORARY)
        unstored = _closed(running.console)
    out_of_memory = group is not None and group.kills() > running.kills
    peak = group.peak() if group is not None and running.fresh else None
    record = Invocation(
        id=order.folder.name,
        cell=order.cell.id,
        block=block,
        order=position,
        started=running.started,
        status="failed",
        exit_status=answer.exit_status,
        signal=answer.signal,
        argv=running.argv,
        resources=_resources(answer, peak, in_part=bool(order.cell.host)),
        noise=Noise(
            steal_fraction=answer.steal,
            other_cpu_fraction=answer.others,
            load_before=answer.load_before,
            frequency_mhz=answer.frequency_mhz,
        ),
        stderr_tail=_tail(order.folder / "stderr.txt"),
    )
    if unstored is not None:
        answer = replace(answer, write_failure=answer.write_failure or unstored)
    reason = _outside_failure(order, answer, out_of_memory)
    if reason is not None:
        return record.model_copy(update={"reason": reason})
    return _judged(order, record, order.cell.iterations or answer.requested)


def _closed(console: Console | None) -> str | None:
    """What hindered the lab from storing all that came to the terminal, if anything did."""
    try:
        if console is not None:
            console.close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def _environment(order: Order) -> dict[str, str]:
    temporary = str(order.folder / TEMPORARY)
    found = handed_over() | {MARK: order.mark, "LC_ALL": "C.UTF-8", "TMPDIR": temporary}
    if order.platform.prefix:
        found |= own.running(order.platform.prefix, found)
    return found


def _tail(path: Path) -> str:
    try:
        return read_own(path, last=STDERR_TAIL).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _resources(answer: Answer, peak: int | None, *, in_part: bool) -> Resources:
    """`peak`: of the control group; None where there is none, or where it has no value."""
    return Resources(
        process_elapsed_ns=answer.elapsed_ns,
        start_up_ns=answer.ready_ns,
        cpu_user_ns=answer.cpu_user_ns,
        cpu_system_ns=answer.cpu_system_ns,
        cpu_ready_ns=answer.cpu_ready_ns,
        memory_peak_bytes=peak or answer.memory_peak,
        memory_peak_method="cgroup" if peak else "sampled",
        memory_over_time=[MemoryPoint(at_ns=at, bytes=size) for at, size in answer.memory_points],
        core_load=answer.core_load,
        own_load=answer.own_load,
        voluntary_switches=answer.voluntary,
        involuntary_switches=answer.involuntary,
        processes=answer.processes,
        orphans_killed=answer.orphans,
        in_part=in_part,
    )


def _outside_failure(order: Order, answer: Answer, out_of_memory: bool) -> Reason | None:
    """What went wrong as seen from outside the program, worst first."""
    limits = order.limits
    if answer.write_failure:
        return Reason(code="disk", message=f"its output could not be stored: {answer.write_failure}")
    if answer.failure:
        return Reason(code="start", message=f"it could not be started: {answer.failure}")
    if answer.ended == "memory limit" or out_of_memory:
        size = f"{(limits.memory_bytes or 0) / (1 << 20):.0f} MiB"
        return Reason(code="memory limit", message=f"it went over the memory limit of {size}")
    if answer.ended in ("garbage", "time limit"):
        return _waited_in_vain(order, answer)
    if answer.ended == "output limit" or answer.stdout_overflow:
        return Reason(code="output limit", message=f"it printed over {STDOUT_LIMIT >> 20} MiB on standard output")
    failed = answer.signal is not None or answer.exit_status != 0
    if failed and any(sign in _tail(order.folder / "stderr.txt") for sign in OUT_OF_MEMORY):
        return Reason(code="out of memory", message=f"its runtime found no more memory{_last_words(order)}")
    if answer.signal is not None:
        return Reason(code="signal", message=f"it was ended by signal {answer.signal}{_last_words(order)}")
    if order.workload.nodes > 1 and answer.exit_status == NODE_FAILED:
        *words, reported = _words(order)
        return Reason(code="node", message=f"{reported}{_quoted(words)}")
    if answer.exit_status == SERVER_ENDED:
        return Reason(code="server", message=f"the server that it needs has ended{_last_words(order)}")
    if answer.exit_status != 0:
        return Reason(code="exit status", message=f"it ended with status {answer.exit_status}{_last_words(order)}")
    if answer.orphans:
        return Reason(code="protocol", message=f"it left {answer.orphans} processes running when it ended")
    return None


def _waited_in_vain(order: Order, answer: Answer) -> Reason:
    """It was ended while it waited or ran on: for what it had printed, or for the time."""
    late = answer.ended == "time limit"
    garbage = first_garbage(order.folder / "stdout.jsonl", cut=late)
    if garbage is not None:
        return Reason(code="garbage", message=garbage)
    if not late:
        return Reason(code="protocol", message="its first line on standard output is no ready event")
    limit = f"{order.limits.time_s:g} s"
    return Reason(code="time limit", message=f"it was still running after {limit}{_waiting(order, answer)}")


def _waiting(order: Order, answer: Answer) -> str:
    """Of two nodes: how far they had come."""
    if order.workload.nodes == 1:
        return ""
    if answer.ready_ns is not None:
        return ": both nodes had been ready"
    return f": node {int(has_spoken(order.folder / NODE_1)) ^ 1} was never ready"


def _words(order: Order) -> list[str]:
    return [line.rstrip("\r") for line in _tail(order.folder / "stderr.txt").strip().split("\n")]


def _last_words(order: Order) -> str:
    return _quoted(_words(order)) or " and no word on standard error"


def _quoted(lines: Sequence[str]) -> str:
    # Of a stack trace, what it is about: what is indented is where.
    spoken = [line for line in lines if line and not line[:1].isspace()] or [line for line in lines if line]
    return f"; its last words: {spoken[-1][:200]}" if spoken else ""


def _judged(order: Order, record: Invocation, asked: int) -> Invocation:
    try:
        repetitions = read_output(order.folder / "stdout.jsonl", asked)
        others = read_other(order.folder / NODE_1, asked) if order.workload.nodes > 1 else [None] * asked
    except OutputError as error:
        return record.model_copy(update={"reason": Reason(code=error.code, message=error.message)})
    assert record.resources is not None
    # the whole life of the process, not only what followed `ready`: on a busy machine that line is read late
    wall = record.resources.process_elapsed_ns
    reported = sum(repetition.elapsed_ns for repetition in repetitions)
    if reported > wall:
        message = f"it reports {reported / 1e9:.3f} s of work, the process lived {wall / 1e9:.3f} s"
        return record.model_copy(update={"reason": Reason(code="clock", message=message)})
    if (why := _too_fast(order, record.resources, repetitions)) is not None:
        return record.model_copy(update={"reason": Reason(code="clock", message=why)})
    cpu = record.resources.cpu_user_ns + record.resources.cpu_system_ns
    iterations: list[Iteration] = []
    for repetition, other in zip(repetitions, others, strict=True):
        where = f"iteration {repetition.index}: " if asked > 1 else ""
        try:
            evidence = replace(_evidence(order, repetition, asked, cpu, wall), other=other)
            metrics = order.workload.judge(order.cell.params, evidence)
            iterations.append(Iteration(index=repetition.index, elapsed_ns=repetition.elapsed_ns, metrics=metrics))
        except OracleError as error:
            return record.model_copy(update={"reason": Reason(code="oracle", message=f"{where}{error}")})
        except Exception as error:  # of a workload from outside the tree: the lab's own are tested to raise no other
            failure = f"{where}the oracle itself failed: {type(error).__name__}: {error}".split("\n", 1)[0]
            return record.model_copy(update={"reason": Reason(code="lab", message=failure)})
    metrics = _cpu_a_message(order, record.resources, len(iterations)) | _memory_an_agent(order, record.resources)
    kept = pooled(iterations, {metric.name: metric.unit for metric in order.workload.metrics})
    return record.model_copy(update={"status": "ok", "iterations": kept, "metrics": metrics})


def _too_fast(order: Order, resources: Resources, repetitions: Sequence[Repetition]) -> str | None:
    """Why the reported time is no plausible share of the time that the process lived after `ready`, if it is none.

    What a clock does not see (creation, reports, a runtime's end) may take nearly all of that time, and does in small
    sizes. So a small share is not enough: the work must also have been faster than any processor is.
    """
    messages = order.workload.messages(order.cell.params) or 0
    least = max(LEAST_NS, messages * LEAST_MESSAGE_NS / max(1, order.cell.cores))
    lived = resources.lived_ns
    reported = sum(repetition.elapsed_ns for repetition in repetitions)
    if reported >= least * len(repetitions) or reported >= lived * LEAST_SHARE:
        return None
    each = reported / len(repetitions)
    return f"it reports {each:.3g} ns an iteration, faster than any processor; it lived {lived / 1e6:.3g} ms for them"


def _cpu_a_message(order: Order, resources: Resources, iterations: int) -> dict[str, float]:
    """CPU time of all processes from `ready` on, by the messages of all iterations; empty where the workload counts no
    messages, or one of the processes is on another machine."""
    messages = order.workload.messages(order.cell.params)
    if messages is None or resources.cpu_ready_ns is None or resources.in_part:
        return {}
    spent = resources.cpu_user_ns + resources.cpu_system_ns - resources.cpu_ready_ns
    return {"cpu_message": max(0, spent) / 1e9 / (messages * iterations)}


def _memory_an_agent(order: Order, resources: Resources) -> dict[str, float]:
    """Peak memory over the agents that live at the same time, in bytes; empty where the workload counts no agents."""
    agents = order.workload.agents(order.cell.params)
    if agents is None or resources.in_part:
        return {}
    return {"memory_agent": resources.memory_peak_bytes / agents}


def _evidence(order: Order, repetition: Repetition, asked: int, cpu_ns: int, process_ns: int) -> Evidence:
    return Evidence(
        report=repetition.report,
        index=repetition.index,
        iterations=asked,
        elapsed_ns=repetition.elapsed_ns,
        samples=order.folder,
        input=order.input,
        cpu_ns=cpu_ns,
        witness=order.witness,
        seed=order.seed,
        process_ns=process_ns,
    )
