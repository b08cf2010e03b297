"""Result sets made to measure: every value of every cell is stated by the test, nothing is drawn.

    results = measured(tmp_path, [Made("erlang", "token-ring", {"tokens": 1}, process_s=0.4), ...])

For an evening's realistic results see `result_sets`.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from agon.results.model import (
    DROPPED,
    Cell,
    Environment,
    Experiment,
    Invocation,
    Iteration,
    Limits,
    Noise,
    ParamValue,
    Plan,
    PlatformRecord,
    Reason,
    Resources,
    Skipped,
    Stop,
)
from agon.results.protocols import Name
from agon.results.summary import ResultSet

NS = 1_000_000_000
FAMILIES = {
    "jason": "agent",
    "jade": "agent",
    "madkit": "agent",
    "2apl": "agent",
    "goal": "agent",
    "zeromq": "messaging",
    "activemq": "messaging",
    "nats": "messaging",
    "semaine": "messaging",
}
DEFAULTS: dict[str, dict[str, ParamValue]] = {
    "token-ring": {"workers": 500, "passes": 1003},
    "chameneos": {"meetings": 50_000},
    "fibonacci": {"clients": 100, "requests": 50},
    "pipeline": {"log": "off", "work": "regex", "make": "inside"},
    "service-rounds": {},
    "grid-swap": {"active": 100, "rounds": 1000},
    "compute": {"operations": 10**8},
    "echo-all": {"messages": 100, "clock": "on", "rate": 0, "arrivals": "constant"},
    "mass-reception": {"messages": 100, "clock": "on", "rate": 0, "arrivals": "constant"},
    "throughput": {
        "messages": 100,
        "serializer": "native",
        "acks": "off",
        "transport": "tcp",
        "protocol": "sprint",
        "clock": "on",
        "faults": 0,
    },
}


@dataclass(frozen=True)
class Made:
    """One cell. `spread`: invocations lie evenly within value * (1 +- spread)."""

    platform: str
    workload: str
    params: Mapping[str, ParamValue]
    process_s: float = 1.0
    work_s: float | None = None
    """An iteration's in-program time; by default all but the start-up."""
    cold_s: float | None = None
    """The first iteration's in-program time, where it differs from that of the later ones."""
    start_up_s: float = 0.0
    memory: int = 100_000_000
    load: float = 1.0
    """Of the cores it was given, 0..1."""
    others: float = 0.0
    metrics: Mapping[str, float] = field(default_factory=dict)
    """The workload's own."""
    points: Sequence[tuple[int, int]] = ()
    """Fibonacci's response times: (n, ns)."""
    failed: str | None = None
    code: Literal["time limit", "memory limit", "out of memory", "oracle"] = "time limit"
    """Of the failure."""
    how_far: bool = False
    invocations: int = 5
    iterations: int = 1
    settles: bool = False
    """It was to repeat as its pilot shows, and did `iterations`."""
    cores: int = 2
    threads: int | None = None
    """None: as many as cores."""
    times: Sequence[int] = ()
    """Round-trip times, in nanoseconds."""
    role: str = "main"
    spread: float = 0.01
    gzip: int = 500
    each_s: Sequence[float] = ()
    """The in-program time of each invocation, in place of `work_s` and `spread`."""
    fails: Sequence[int] = ()
    """The invocations that fail; `failed` and `code` are how."""
    variant: str = ""
    """The workload's first variant, where the label names none."""
    apart: bool = False
    """What disturbs its invocations is not what disturbs the others' of the same block."""
    given_up: bool = False
    """To keep the time budget, after `invocations`."""

    @property
    def id(self) -> str:
        parts = [self.workload, self.platform.replace(":", "-"), *map(str, self.all_params.values())]
        return "-".join([*parts, f"{self.cores}c", f"{self.threads or self.cores}t", self.role])

    @property
    def all_params(self) -> dict[str, ParamValue]:
        return {**DEFAULTS[self.workload], **self.params}


def measured(
    root: Path,
    cells: Sequence[Made],
    *,
    skipped: Sequence[Skipped] = (),
    source: str | None = None,
    protocol: Name = "agon",
    logical_cores: int = 2,
    memory_limit: int | None = None,
    id: str = "made",
    created: str = "2024-03-01T20:15:00Z",
    commit: str = "0" * 40,
    platforms_commit: str = "",
    seed: int = 1,
) -> ResultSet:
    """The result set of these cells; sample files are written below `root`."""
    experiment = Experiment(
        id=id,
        title="Made to measure",
        created=created,
        command=["agon", "run"],
        lab_version="0.1.0",
        source_commit=commit,
        source_dirty=False,
        source=source,
        plan=Plan(protocol=protocol, seed=seed, invocations=max((c.invocations for c in cells), default=5)),
        limits=Limits(time_s=60, memory_bytes=memory_limit),
        environment=_environment(logical_cores),
        platforms=[p.model_copy(update={"source_commit": platforms_commit}) for p in _platforms(cells)],
        cells=[_cell(c) for c in cells],
        skipped=list(skipped),
    )
    invocations = [_invocation(root, cell, k) for cell in cells for k in range(cell.invocations)]
    stops = tuple(Stop(cell=c.id, why=f"{DROPPED}it takes too long") for c in cells if c.given_up)
    return ResultSet(root, experiment, tuple(invocations), stops)


def _environment(logical_cores: int) -> Environment:
    return Environment(
        machine_id="made",
        os="Linux",
        kernel="6",
        cpu_model="Imaginary CPU",
        cores_logical=logical_cores,
        cores_physical=logical_cores,
        memory_bytes=2**33,
        virtualised="",
        python="3.11",
        governor="performance",
        root=False,
        memory_limit_method="measured",
    )


def _platforms(cells: Sequence[Made]) -> list[PlatformRecord]:
    records: dict[str, PlatformRecord] = {}
    for label in dict.fromkeys(c.platform for c in cells):
        name, _, variant = label.partition(":")
        records[label] = PlatformRecord(
            label=label,
            id=name,
            name=name.capitalize(),
            variant=variant or "default",
            version_asked="1",
            version_found="1.0",
            family=FAMILIES.get(name, "actor"),  # type: ignore[arg-type]
            language="Any",
            homepage="",
            licence="",
            folder=f"platforms/{name}",
            source_digest="0",
            source_gzip={c.workload: c.gzip for c in cells if c.platform == label},
        )
    return list(records.values())


def _cell(made: Made) -> Cell:
    name, _, variant = made.platform.partition(":")
    return Cell(
        id=made.id,
        platform=made.platform,
        platform_id=name,
        variant=variant or made.variant or "default",
        version="1",
        workload=made.workload,
        params=made.all_params,
        cores=made.cores,
        threads=made.threads or made.cores,
        iterations=0 if made.settles else made.iterations,
        role=made.role,
        how_far=made.how_far,
    )


def _invocation(root: Path, made: Made, number: int) -> Invocation:
    middle = (made.invocations - 1) / 2
    turned = (number + zlib.crc32(made.id.encode())) % made.invocations if made.apart else number
    factor = 1 + made.spread * (turned - middle) / middle if middle else 1.0
    name = f"{made.id}-{number}"
    work_s = made.work_s if made.work_s is not None else made.process_s - made.start_up_s
    work_s = made.each_s[number] / factor if made.each_s else work_s
    failed = made.failed if not made.fails or number in made.fails else None
    if made.points:
        folder = root / "samples" / name
        folder.mkdir(parents=True)
        rows = "".join(f"0,1,{n},0,{round(ns * factor)}\n" for n, ns in made.points)
        (folder / "points.csv").write_text("iteration,client,n,value,ns\n" + rows)
    if made.times:
        folder = root / "samples" / name
        folder.mkdir(parents=True)
        (folder / "rtt.csv").write_text("iteration,agent,ns\n" + "".join(f"0,0,{ns}\n" for ns in made.times))
    return Invocation(
        id=name,
        cell=made.id,
        block=number,
        order=number,
        started="2024-03-01T20:15:00Z",
        argv=["made"],
        status="failed" if failed else "ok",
        reason=Reason(code=made.code, message=failed) if failed else None,
        exit_status=0,
        noise=Noise(steal_fraction=0, other_cpu_fraction=made.others, load_before=0),
        resources=Resources(
            process_elapsed_ns=round(made.process_s * factor * NS),
            start_up_ns=round(made.start_up_s * factor * NS),
            cpu_user_ns=NS,
            cpu_system_ns=0,
            memory_peak_bytes=round(made.memory * factor),
            core_load=[made.load * factor],
            own_load=made.load * factor,
            voluntary_switches=0,
            involuntary_switches=0,
            processes=1,
        ),
        iterations=[
            Iteration(
                index=i,
                elapsed_ns=round((made.cold_s if i == 0 and made.cold_s is not None else work_s) * factor * NS),
                metrics={k: v * factor for k, v in made.metrics.items()},
            )
            for i in range(made.iterations)
        ],
    )
