"""Synthetic but realistic result sets: what an evening's experiment on three workloads leaves on disk.

    results = write_result_set(tmp_path)              # the whole field, deterministic
    results = write_result_set(tmp_path, options=Options(workloads=("fibonacci",), invocations=3))

Everything is drawn from `Options.seed`; the same options give the same bytes. The field has on purpose what real
results have: failed cells (time limit, oracle), skipped cells of every kind, idle role cells, a platform that cannot
repeat inside a process, one that never gets steady, and one noisy block.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from agon.results.model import (
    Cell,
    Environment,
    Experiment,
    Invocation,
    Iteration,
    Limits,
    MemoryPoint,
    Noise,
    ParamValue,
    Plan,
    PlatformRecord,
    Reason,
    Resources,
    Skipped,
    Stop,
)
from agon.results.summary import ResultSet
from agon.workloads.pipeline import SOURCE_WORK

NS = 1_000_000_000
MIB = 1024 * 1024
CREATED = "2024-03-01T20:15:00Z"


@dataclass(frozen=True)
class Contestant:
    """How a platform behaves in the synthetic field."""

    label: str
    name: str
    family: str
    language: str
    version: str
    licence: str
    homepage: str
    passes_per_s: float
    """Token passes a second, all tokens together, once several are under way."""
    meetings_per_s: float
    fib_ns: float
    """One call of fib."""
    reactive: bool
    """Whether small requests overtake large ones."""
    fairness: float
    """Standard deviation of meetings a creature over their mean."""
    base_bytes: int
    start_up_s: float
    warm_up: float
    """How much slower than at the end the first iteration is; 0: no warm-up."""
    source_gzip: Mapping[str, int]
    tunings: Mapping[str, str] = field(default_factory=dict)
    max_iterations: int | None = None
    drifts: bool = False
    """Never gets steady: each iteration is slower than the one before."""

    @property
    def id(self) -> str:
        return self.label.partition(":")[0]

    @property
    def variant(self) -> str:
        return self.label.partition(":")[2] or "default"


def _sizes(ring: int, chameneos: int, fibonacci: int) -> dict[str, int]:
    return {"token-ring": ring, "chameneos": chameneos, "fibonacci": fibonacci}


CONTESTANTS = (
    Contestant(
        "erlang", "Erlang/OTP", "actor", "Erlang", "25.2.3", "Apache-2.0", "https://www.erlang.org",
        2.6e6, 4.1e5, 9.0, True, 0.05, 38 * MIB, 0.21, 0.0, _sizes(540, 726, 610),
        {"+S {threads}:{threads}": "one scheduler a thread asked for"},
    ),
    Contestant(
        "jason:pool", "Jason", "agent", "AgentSpeak", "3.2.0", "LGPL-3.0", "https://jason-lang.github.io",
        1.2e5, 2.2e4, 260.0, True, 0.002, 190 * MIB, 0.95, 1.4, _sizes(410, 1074, 501),
        {"pool,2": "one thread a core: more threads were slower"}, max_iterations=1,
    ),
    Contestant(
        "akka", "Akka", "actor", "Java", "2.6.21", "Apache-2.0", "https://akka.io",
        9.5e5, 2.4e5, 2.2, False, 0.42, 160 * MIB, 1.10, 0.9, _sizes(1010, 1221, 856),
        {"throughput = 50": "fewer hand-overs between dispatcher threads on a ring",
         "-XX:+UseParallelGC": "the workloads want throughput, not short pauses"},
    ),
    Contestant(
        "pekko", "Apache Pekko", "actor", "Java", "1.1.3", "Apache-2.0", "https://pekko.apache.org",
        8.4e5, 2.2e5, 2.2, False, 0.40, 165 * MIB, 1.15, 0.9, _sizes(1016, 1227, 861), drifts=True,
    ),
    Contestant(
        "go", "Go channels", "actor", "Go", "1.22.1", "BSD-3-Clause", "https://go.dev",
        4.8e6, 1.1e6, 1.9, True, 0.11, 9 * MIB, 0.012, 0.0, _sizes(620, 910, 690),
    ),
    Contestant(
        "agon-actor", "Agon actor engine", "actor", "Rust", "0.1.0", "Apache-2.0", "https://example.org/agon",
        3.4e7, 6.2e6, 1.1, True, 0.01, 4 * MIB, 0.006, 0.0, _sizes(655, 980, 720),
    ),
)  # fmt: skip

LADDERS: dict[str, tuple[dict[str, ParamValue], ...]] = {
    "token-ring": tuple({"workers": 500, "tokens": t, "passes": 5003} for t in (1, 250, 500, 750, 1000)),
    "chameneos": tuple({"creatures": c, "meetings": 50_000} for c in (5, 50, 500)),
    "fibonacci": tuple({"clients": 100, "requests": 50, "max_n": m} for m in (12, 24)),
    "pipeline": tuple({"tasks": k, "log": "off", **SOURCE_WORK} for k in (100, 1_000, 10_000, 100_000)),
    "service-rounds": tuple({"rounds": r} for r in (1_000, 10_000, 100_000)),
    "grid-swap": tuple({"side": d, "active": 100, "rounds": 50} for d in (5, 10, 15, 50, 100)),
}


@dataclass(frozen=True)
class Options:
    """What to build. The defaults give the full field with its flaws."""

    seed: int = 7
    workloads: tuple[str, ...] = ("token-ring", "chameneos", "fibonacci")
    contestants: tuple[Contestant, ...] = CONTESTANTS
    platforms: tuple[str, ...] = ()
    """Labels of the contestants that take part; none: all."""
    cores: tuple[int, ...] = (2,)
    invocations: int = 5
    iterations: int = 8
    flaws: bool = True
    """Whether some cells fail and some are skipped."""
    stderr: str = "=ERROR REPORT==== 1-Mar-2024::20:31:07 ===\nProcess <0.121.0> exited: {badmatch,false}\n"
    """Standard error of the failed invocations."""
    title: str = "Actors and agents on a small machine"
    slower: Mapping[str, float] = field(default_factory=dict)
    """label -> factor on its times: for tests that compare two result sets."""
    stop_after: int | None = None
    """Only so many invocations were made: an interrupted experiment."""

    @property
    def taking_part(self) -> list[Contestant]:
        return [c for c in self.contestants if not self.platforms or c.label in self.platforms]


@dataclass(frozen=True)
class _Shape:
    """What the cell's physics gives before noise."""

    elapsed_s: float
    threads_busy: float
    live_bytes: int
    handed_over: int


def write_result_set(root: Path, options: Options | None = None) -> ResultSet:
    """Write `experiment.json`, `invocations.jsonl`, `stops.jsonl` and `samples/` under `root`; returns the set."""
    options = options or Options()
    root.mkdir(parents=True, exist_ok=True)
    experiment = build_experiment(options)
    invocations = tuple(_measure(root, experiment, options))
    stops = _stops(experiment, options)
    (root / "experiment.json").write_text(experiment.model_dump_json(indent=2) + "\n")
    (root / "invocations.jsonl").write_text("".join(i.model_dump_json() + "\n" for i in invocations))
    (root / "stops.jsonl").write_text("".join(s.model_dump_json() + "\n" for s in stops))
    return ResultSet(root, experiment, invocations, stops)


def build_experiment(options: Options) -> Experiment:
    """The experiment that `options` describe, without results."""
    field_ = options.taking_part
    return Experiment(
        id="20240301-201500-field",
        title=options.title,
        created=CREATED,
        command=[
            "agon",
            "run",
            *options.workloads,
            "-p",
            ",".join(c.label for c in field_),
            "--seed",
            str(options.seed),
        ],
        lab_version="0.1.0",
        source_commit="4f0c2d9b7a1e5c3d8f6b2a9e0d7c4b1a3f5e8d2c",
        source_dirty=False,
        preset="quick",
        plan=Plan(protocol="agon", seed=options.seed, invocations=options.invocations),
        limits=Limits(time_s=60.0, memory_bytes=1024 * MIB),
        environment=Environment(
            machine_id="9b1f0d3c",
            os="Debian GNU/Linux 12 (bookworm)",
            kernel="6.1.0-18-amd64",
            cpu_model="AMD EPYC 7543 32-Core Processor",
            cores_logical=4,
            cores_physical=2,
            memory_bytes=8 * 1024 * MIB,
            virtualised="kvm",
            python="3.11.2",
            governor="not reported",
            root=False,
            memory_limit_method="measured",
            toolchains={"erl": "25.2.3", "java": "17.0.10", "go": "1.22.1", "rustc": "1.88.0"},
            notes=["The CPU's frequency governor cannot be read inside a virtual machine."],
        ),
        platforms=[_record(c, options) for c in field_],
        cells=[cell for w in options.workloads for cell in _cells(w, field_, options)],
        skipped=_skipped(options) if options.flaws else [],
    )


def _record(contestant: Contestant, options: Options) -> PlatformRecord:
    return PlatformRecord(
        label=contestant.label,
        id=contestant.id,
        name=contestant.name,
        variant=contestant.variant,
        version_asked=contestant.version.rpartition(".")[0],
        version_found=contestant.version,
        family=contestant.family,  # type: ignore[arg-type]
        language=contestant.language,
        homepage=contestant.homepage,
        licence=contestant.licence,
        folder=f"platforms/{contestant.id}",
        source_digest=f"{sum(contestant.label.encode()):08x}",
        max_iterations=contestant.max_iterations,
        tunings=dict(contestant.tunings),
        source_gzip={w: contestant.source_gzip.get(w, 700) for w in options.workloads},
        sources={w: [f"src/{w.replace('-', '_')}"] for w in options.workloads},
    )


def _cells(workload: str, contestants: list[Contestant], options: Options) -> Iterator[Cell]:
    for contestant in contestants:
        for cores in options.cores:
            for params in LADDERS[workload]:
                yield _cell(workload, contestant, cores, params, "main", options)
                if workload == "fibonacci":
                    yield _cell(workload, contestant, cores, {**params, "clients": 1}, "idle", options)


def _cell(
    workload: str,
    contestant: Contestant,
    cores: int,
    params: Mapping[str, ParamValue],
    role: str,
    options: Options,
) -> Cell:
    # One iteration of fibonacci: its sample files hold every answer, and tests have no use for eight times as many.
    offered = 1 if workload == "fibonacci" else contestant.max_iterations or options.iterations
    sizes = "-".join(str(v) for v in params.values())
    return Cell(
        id=f"{workload}-{contestant.label.replace(':', '-')}-{sizes}-{cores}c-{role}",
        platform=contestant.label,
        platform_id=contestant.id,
        variant=contestant.variant,
        version="",
        workload=workload,
        params=dict(params),
        cores=cores,
        threads=cores,
        iterations=min(options.iterations, offered),
        role=role,
    )


def _skipped(options: Options) -> list[Skipped]:
    every = [
        Skipped(
            platform="jason:pool", workload="token-ring", params={"workers": 500, "tokens": 1000, "passes": 500_003},
            kind="over the quick budget", reason="platform.toml states a ceiling of passes=50000 for jason:pool",
        ),
        Skipped(
            platform="go", workload="fibonacci", params={"clients": 100, "requests": 50, "max_n": 40},
            kind="not applicable", reason="one channel a request would not be the platform's idiom",
        ),
        Skipped(
            platform="scala-actors:react", workload="token-ring", params=dict(LADDERS["token-ring"][0]),
            kind="not ready", reason="the toolchain is missing: agon install scala-actors",
        ),
        Skipped(
            platform="actorfoundry", workload="chameneos", params=dict(LADDERS["chameneos"][0]),
            kind="not obtainable", reason="no registry offers it: agon install actorfoundry --jar FILE",
        ),
    ]  # fmt: skip
    return [s for s in every if s.workload in options.workloads]


def _stops(experiment: Experiment, options: Options) -> tuple[Stop, ...]:
    if not options.flaws:
        return ()
    stopped = [c for c in experiment.cells if c.platform == "go" and c.workload == "chameneos"]
    return tuple(Stop(cell=c.id, why=f"interval within 2% after {options.invocations} invocations") for c in stopped)


def _measure(root: Path, experiment: Experiment, options: Options) -> Iterator[Invocation]:
    rng = np.random.default_rng(options.seed)
    contestants = {c.label: c for c in options.contestants}
    order = 0
    for block in range(options.invocations):
        for position in rng.permutation(len(experiment.cells)):
            if options.stop_after is not None and order >= options.stop_after:
                return
            cell = experiment.cells[int(position)]
            yield _invocation(root, contestants[cell.platform], cell, block, order, options)
            order += 1


def _shape(contestant: Contestant, cell: Cell) -> _Shape:
    p = {k: float(v) for k, v in cell.params.items() if not isinstance(v, str)}
    if cell.workload == "token-ring":
        steps = p["tokens"] * p["passes"]
        busy = min(cell.cores, max(1.0, p["tokens"] / 100))
        rate = contestant.passes_per_s * (busy if p["tokens"] > 1 else 0.8) / 2
        return _Shape(steps / rate, busy, int(steps**0.5) * 900, int(p["tokens"]))
    if cell.workload == "chameneos":
        rate = contestant.meetings_per_s * (0.9 if p["creatures"] > 50 else 1.0)
        return _Shape(p["meetings"] / rate, min(cell.cores, 1.6), int(p["creatures"]) * 4000, int(p["meetings"]))
    if cell.workload in ("pipeline", "service-rounds", "grid-swap"):
        messages = int(_messages(cell))
        return _Shape(messages / contestant.passes_per_s, 1.0, int(messages**0.5) * 400, messages)
    calls = p["clients"] * p["requests"] * (3.24 * 1.618 ** p["max_n"]) / (p["max_n"] + 1)
    busy = float(cell.cores) if contestant.reactive and p["clients"] > 1 else 1.0
    requests = p["clients"] * p["requests"]
    return _Shape(calls * contestant.fib_ns / 1e9 / busy + requests / 2e5, busy, 3 * MIB, int(requests))


def _messages(cell: Cell) -> float:
    """How many messages one iteration of pipeline, service-rounds or grid-swap takes."""
    p = {k: float(v) for k, v in cell.params.items() if not isinstance(v, str)}
    if cell.workload == "pipeline":
        return 3 * p["tasks"]
    return 6 * p["rounds"] if cell.workload == "service-rounds" else 2 * p["side"] ** 2 * p["rounds"]


def _failure(cell: Cell, block: int, options: Options) -> Reason | None:
    if not options.flaws or cell.role != "main":
        return None
    if cell.platform == "jason:pool" and cell.params.get("tokens") == 1000:
        return Reason(code="time limit", message="still running after 60 s")
    if cell.platform == "pekko" and cell.params.get("creatures") == 500 and block % 3 == 1:
        return Reason(code="oracle", message="meetings sum to 99998, not 100000")
    return None


def _invocation(root: Path, contestant: Contestant, cell: Cell, block: int, order: int, options: Options) -> Invocation:
    rng = np.random.default_rng([options.seed, order, block])
    name = f"{cell.id}-{block + 1}"
    noisy = options.flaws and block == options.invocations - 2
    shape = _shape(contestant, cell)
    factor = options.slower.get(cell.platform, 1.0) * float(rng.lognormal(0.0, 0.012)) * (1.06 if noisy else 1.0)
    iterations = tuple(_elapsed(contestant, shape.elapsed_s * factor, i, rng) for i in range(cell.iterations))
    reason = _failure(cell, block, options)
    started = f"2024-03-01T20:{15 + order // 60 % 45:02d}:{order % 60:02d}Z"
    common = {
        "id": name, "cell": cell.id, "block": block, "order": order, "started": started,
        "argv": [f"./{cell.platform_id}", cell.workload, *(f"{k}={v}" for k, v in cell.params.items())],
        "noise": Noise(
            steal_fraction=0.034 if noisy else float(rng.uniform(0, 0.002)),
            other_cpu_fraction=0.11 if noisy else float(rng.uniform(0, 0.01)),
            load_before=2.4 if noisy else float(rng.uniform(0.1, 0.4)),
        ),
        "resources": _resources(contestant, cell, shape, sum(iterations), rng),
    }  # fmt: skip
    if reason is not None:
        status = {"exit_status": None, "signal": 9} if reason.code == "time limit" else {"exit_status": 0}
        return Invocation.model_validate(
            common | status | {"status": "failed", "reason": reason, "stderr_tail": options.stderr}
        )
    inside = _metrics(root / "samples" / name, contestant, cell, rng)
    return Invocation.model_validate(
        common
        | {
            "status": "ok",
            "exit_status": 0,
            "iterations": [
                Iteration(index=i, elapsed_ns=int(e * NS), metrics=inside | _rates(cell, e))
                for i, e in enumerate(iterations)
            ],
        }
    )


def _elapsed(contestant: Contestant, base_s: float, index: int, rng: np.random.Generator) -> float:
    warming = 1 + contestant.warm_up * math.exp(-index / 0.7)
    drifting = 1 + 0.12 * index if contestant.drifts else 1.0
    return base_s * warming * drifting * float(rng.lognormal(0.0, 0.006))


def _resources(contestant: Contestant, cell: Cell, shape: _Shape, busy_s: float, rng: np.random.Generator) -> Resources:
    process_s = contestant.start_up_s * float(rng.lognormal(0, 0.03)) + busy_s
    peak = int((contestant.base_bytes + shape.live_bytes) * float(rng.lognormal(0, 0.02)))
    cpu_s = busy_s * shape.threads_busy + contestant.start_up_s * 0.8
    share = min(1.0, cpu_s / process_s / cell.cores)
    rise = [1 - 0.85 * math.exp(-i / 4) for i in range(30)]
    return Resources(
        process_elapsed_ns=int(process_s * NS),
        start_up_ns=int(contestant.start_up_s * float(rng.lognormal(0, 0.02)) * NS),
        cpu_user_ns=int(cpu_s * 0.93 * NS),
        cpu_system_ns=int(cpu_s * 0.07 * NS),
        memory_peak_bytes=peak,
        memory_over_time=[
            MemoryPoint(at_ns=int(process_s * NS * i / 29), bytes=int(peak * r)) for i, r in enumerate(rise)
        ],
        core_load=(load := [min(1.0, max(0.01, share * float(rng.uniform(0.9, 1.08)))) for _ in range(cell.cores)])
        + [float(rng.uniform(0.01, 0.05)) for _ in range(4 - cell.cores)],
        own_load=sum(load) / cell.cores,
        voluntary_switches=int(shape.handed_over * float(rng.uniform(0.8, 1.2))) + 200,
        involuntary_switches=int(busy_s * 40) + 3,
        processes=2 if contestant.id in ("akka", "pekko") else 1,
    )


def _rates(cell: Cell, elapsed_s: float) -> dict[str, float]:
    p = {k: float(v) for k, v in cell.params.items() if not isinstance(v, str)}
    if cell.workload == "pipeline":
        return {"task_rate": p["tasks"] / elapsed_s}
    if cell.workload == "service-rounds":
        return {"round_rate": p["rounds"] / elapsed_s}
    if cell.workload == "grid-swap":
        messages = _messages(cell)
        return {"swap_request_rate": messages / 2 / elapsed_s, "swap_message_rate": messages / elapsed_s}
    if cell.workload == "token-ring":
        return {"message_rate": p["tokens"] * p["passes"] / elapsed_s}
    if cell.workload == "chameneos":
        return {"meeting_rate": p["meetings"] / elapsed_s}
    return {"request_rate": p["clients"] * p["requests"] / elapsed_s}


def _metrics(samples: Path, contestant: Contestant, cell: Cell, rng: np.random.Generator) -> dict[str, float]:
    if cell.workload == "chameneos":
        creatures = int(cell.params["creatures"])
        mean = 2 * float(cell.params["meetings"]) / creatures
        meetings = np.maximum(0, np.round(rng.normal(mean, contestant.fairness * mean, creatures)))
        return {"fairness_stddev": float(meetings.std(ddof=1)), **_five_numbers("fairness", meetings)}
    if cell.workload == "grid-swap":
        agents, most = int(cell.params["side"]) ** 2, float(cell.params["rounds"])
        swaps = np.clip(np.round(rng.normal(0.8 * most, (0.05 + contestant.fairness / 2) * most, agents)), 0, most)
        spread = {"swaps_stddev": float(swaps.std()), "swaps_unfairness": float(np.ptp(swaps) / swaps.max())}
        return {**spread, **_five_numbers("swaps", swaps)}
    if cell.workload == "fibonacci":
        return _fibonacci(samples, contestant, cell, rng)
    return {}


def _five_numbers(name: str, values: np.ndarray) -> dict[str, float]:
    words = ("min", "q1", "median", "q3", "max")
    return {f"{name}_{w}": float(v) for w, v in zip(words, np.percentile(values, (0, 25, 50, 75, 100)), strict=True)}


def _fibonacci(samples: Path, contestant: Contestant, cell: Cell, rng: np.random.Generator) -> dict[str, float]:
    clients, requests, max_n = (int(cell.params[k]) for k in ("clients", "requests", "max_n"))
    n = rng.integers(0, max_n + 1, clients * requests)
    value = np.array(_fibonacci_numbers(max_n))[n]
    own_ns = 3.24 * 1.618**n * contestant.fib_ns + 4000
    queue_ns = 0.0 if clients == 1 else contestant.fib_ns * 1.618**max_n * (0.06 if contestant.reactive else 3.0)
    ns = (own_ns * rng.lognormal(0, 0.1, n.size) + queue_ns * rng.exponential(1.0, n.size)).astype(int)
    samples.mkdir(parents=True, exist_ok=True)
    rows = [f"0,{i % clients + 1},{a},{v},{t}\n" for i, (a, v, t) in enumerate(zip(n, value, ns, strict=True))]
    (samples / "points.csv").write_text("iteration,client,n,value,ns\n" + "".join(rows))
    parts = {"response": ns / 1e9, "small": ns[2 * n <= max_n] / 1e9}
    return {f"{k}_p{q}": float(np.percentile(v, q)) for k, v in parts.items() for q in (50, 99)}


def _fibonacci_numbers(up_to: int) -> list[int]:
    numbers = [0, 1]
    while len(numbers) <= up_to:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers
