"""What an experiment leaves on disk: schemas of `experiment.json` and of each line of `invocations.jsonl`.

Both carry `schema`; a reader refuses a schema newer than it knows, with an error. Times are integer nanoseconds, sizes
are integer bytes. Fields are only ever added; a field that changes its meaning gets a new name.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 1

ParamValue: TypeAlias = int | float | str
Status: TypeAlias = Literal["ok", "failed"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Limits(_Record):
    """What ends an invocation. `memory_bytes` None: no limit."""

    time_s: float
    memory_bytes: int | None = None


class Cell(_Record):
    """One (platform, workload, parameters, cores) to measure."""

    id: str
    """Short stable name, unique in the experiment: derived from everything below."""
    platform: str
    """Label as shown: `id`, `id:variant`, `id@version`, or a path's label."""
    platform_id: str
    variant: str
    version: str
    """The version asked for; the one found is in `Experiment.platforms`."""
    workload: str
    params: dict[str, ParamValue]
    cores: int
    threads: int
    iterations: int
    """How often an invocation repeats the workload; 0: as its pilot shows (`Plan.pilot_s`, `Plan.min_time_s`)."""
    role: str = "main"
    """`main`, or what a derived cell is for: `idle` is fibonacci's idle reference."""
    how_far: bool = False
    """Whether it is to show how far a platform gets: to run into a limit is then an answer, no failure of the run."""
    limits: Limits | None = None
    """Its own, in place of the experiment's."""
    unranked: str = ""
    """Why it is shown but has no place in a ranking; empty where it has one."""
    host: str = ""
    """The machine that node 1 was on, as ssh got it; empty: this one."""
    host_folder: str = ""
    """The folder of that machine's Agon; empty: as on this one."""
    kind: str = ""
    """The kind of run it is; empty: the ordinary one. Cells of two kinds are never ranked against each other."""


class Skipped(_Record):
    """A cell that was asked for but cannot or should not run, and why."""

    platform: str
    workload: str
    params: dict[str, ParamValue]
    kind: Literal["not applicable", "not offered", "over the quick budget", "not ready", "not obtainable"]
    reason: str


class BuildRecord(_Record):
    """One build of a platform."""

    digest: str
    """Of its files; caches and logs are not among them."""
    environment: dict[str, str] = Field(default_factory=dict)
    """The variables that reached it; secrets by name only."""
    configuration: dict[str, str] = Field(default_factory=dict)
    """Files outside its sources that configure its tools, with their digests."""


class PlatformRecord(_Record):
    """A platform as it was when measured."""

    label: str
    id: str
    name: str
    variant: str
    version_asked: str
    version_found: str
    runtime_asked: str = ""
    """The runtime named after the version (`+`); empty: the version's own."""
    runtime_found: str = ""
    """What its runtime printed of itself; empty where it cannot be asked."""
    released: str = ""
    """The day or the month of the version's release (`2023-05-09`, `2023-05`); empty where it is not known."""
    family: Literal["actor", "agent", "messaging"]
    language: str
    homepage: str
    licence: str
    folder: str
    source_digest: str
    source_commit: str = ""
    """The commit of the git repository that holds its folder; empty where none does, and in records of earlier labs."""
    source_dirty: bool = False
    """Whether that repository had changes that were not committed, or its folder files that were not added."""
    compilers: dict[str, str] = Field(default_factory=dict)
    """Each command of its `[[needs]]` with the version that it printed."""
    builds: list[BuildRecord] = Field(default_factory=list[BuildRecord])
    """Those that were measured, by number (`Invocation.build`); none in records of earlier labs."""
    max_iterations: int | None = None
    """How often the platform can repeat inside one process; None: as often as asked."""
    tunings: dict[str, str] = Field(default_factory=dict)
    """setting -> reason."""
    source_gzip: dict[str, int] = Field(default_factory=dict)
    """workload -> bytes: comments removed, gzip --fast -n (agere13 4.3)."""
    sources: dict[str, list[str]] = Field(default_factory=dict)
    quick: bool = False
    """Whether its build took less time and its programs take more; `version_found` names that, too."""

    @property
    def commit(self) -> str:
        """The commit in short, with `+` where there were changes; empty where it is not known."""
        return self.source_commit[:12] + ("+" if self.source_dirty and self.source_commit else "")

    @property
    def found(self) -> str:
        """The version found, and what it ran on where that is known."""
        return f"{self.version_found} on {self.runtime_found}" if self.runtime_found else self.version_found

    def same_version(self, other: PlatformRecord) -> bool:
        """Was it the same version, on the same runtime as far as both are known?"""
        runtimes = {self.runtime_found, other.runtime_found} - {""}
        return self.version_found == other.version_found and len(runtimes) < 2

    def same_builds(self, other: PlatformRecord) -> bool:
        """Were they the same files that ran, as far as both are known?"""
        mine, others = ([build.digest for build in record.builds] for record in (self, other))
        return not mine or not others or mine == others


class Environment(_Record):
    """The machine and software of the experiment."""

    machine_id: str
    """Digest that distinguishes two machines; results of two machines are never pooled."""
    os: str
    kernel: str
    cpu_model: str
    cores_logical: int
    cores_physical: int
    memory_bytes: int
    virtualised: str
    python: str
    governor: str
    root: bool
    memory_limit_method: Literal["cgroup", "measured"]
    toolchains: dict[str, str] = Field(default_factory=dict)
    handed_over: dict[str, str] = Field(default_factory=dict)
    """The environment variables that programs get from the lab's environment: no others reach them."""
    notes: list[str] = Field(default_factory=list)


class Plan(_Record):
    """How many invocations, in which order, and when to stop."""

    protocol: Literal["agon", "agere13", "blog09", "microagents", "jason-multicore", "agentslang"]
    seed: int
    invocations: int
    until_ci: float | None = None
    """Stop a cell when its interval's half-width over its median is below this (0.02 = 2%)."""
    min_invocations: int = 5
    max_invocations: int = 100
    time_budget_s: float | None = None
    """What gives way where it is short: agon.run.budget."""
    until_decided_s: float | None = None
    """Go on until each comparison of the two platforms is decided, for so long at most."""
    looks: int = 1
    """How often the data are looked at to decide whether to go on: each look has that part of a verdict's level."""
    margin: float = 0.02
    """Of such decisions: differences of up to this count as none."""
    min_time_s: float = 1.0
    """Of a cell that repeats on request: how long each invocation measures after warm-up, in seconds."""
    max_time_s: float = 10.0
    """Of such a cell: the longest that it measures, where few iterations or rare pauses ask for more."""
    pilot_s: float = 0.0
    """Of such a cell: how long the invocation of the discarded block is watched for its warm-up, in seconds; 0: it does
    one iteration, and warm-up is looked for in each other invocation by itself."""
    pilot_most_s: float = 60.0
    """How long it is watched where it still changes, or warms up late."""
    discarded_blocks: int = 0
    """Blocks that are run first and not counted: they fill caches and are the cells' pilots (agon.run.pilot)."""
    witness: bool = False
    builds: int = 1
    """Of each platform that can be built in several ways; block b is measured with build b modulo that number."""


class Experiment(_Record):
    """`experiment.json`: written once, before the first invocation."""

    schema_version: int = SCHEMA_VERSION
    id: str
    title: str
    created: str
    """ISO 8601, UTC."""
    command: list[str]
    lab_version: str
    source_commit: str
    source_dirty: bool
    source: str | None = None
    """The literature source being reproduced (`agere13`), or `all`, if any."""
    preset: str | None = None
    plan: Plan
    limits: Limits
    environment: Environment
    platforms: list[PlatformRecord]
    cells: list[Cell]
    skipped: list[Skipped] = Field(default_factory=list[Skipped])

    def limits_of(self, cell: Cell) -> Limits:
        """What ends an invocation of that cell."""
        return cell.limits or self.limits


class Reason(_Record):
    """Why an invocation failed. `code` is one of the words below, `message` is one sentence."""

    code: Literal[
        "exit status",
        "signal",
        "time limit",
        "memory limit",
        "out of memory",
        "server",
        "node",
        "protocol",
        "garbage",
        "oracle",
        "clock",
        "start",
        "output limit",
        "disk",
        "warden",
        "lab",
    ]
    message: str


class Iteration(_Record):
    """One repetition inside a process, or the mean of several that follow each other."""

    index: int
    """From 0; of several, the first one's."""
    of: int = 1
    """How many it is the mean of: of a process with many, all but the first are taken together (agon.results.rows)."""
    elapsed_ns: int
    metrics: dict[str, float] = Field(default_factory=dict)
    """The workload's own derived values, by metric name (units: the workload's `metrics`)."""

    @property
    def total_ns(self) -> int:
        """Of all that it is the mean of."""
        return self.elapsed_ns * self.of


class Noise(_Record):
    """What disturbed the machine while the invocation ran."""

    steal_fraction: float
    """Share of machine CPU time stolen by the hypervisor, 0..1."""
    other_cpu_fraction: float
    """Share of the cores in use, not used by the invocation or the lab, 0..1."""
    load_before: float
    """1-minute load average at the start."""
    frequency_mhz: float | None = None


class MemoryPoint(_Record):
    at_ns: int
    bytes: int


class Resources(_Record):
    """Of the whole process group."""

    process_elapsed_ns: int
    """From the moment the program may start to the end of its last process: agere13's clock."""
    start_up_ns: int | None
    """From the same moment to the `ready` line."""
    cpu_user_ns: int
    cpu_system_ns: int
    cpu_ready_ns: int | None = None
    """What was spent of both until the `ready` line, in the kernel's ticks; None in records of earlier labs."""
    memory_peak_bytes: int
    memory_peak_method: Literal["cgroup", "sampled"] = "sampled"
    """`cgroup`: the kernel's own peak of the group. `sampled`: the greatest sum over the processes that was seen."""
    memory_over_time: list[MemoryPoint] = Field(default_factory=list[MemoryPoint])
    core_load: list[float]
    """Busy share of each CPU of the machine, 0..1, machine-wide (everything that ran, not only the invocation)."""
    own_load: float | None = None
    """Mean busy share of the CPUs that the invocation was given, 0..1; None in records of earlier labs."""
    voluntary_switches: int
    involuntary_switches: int
    processes: int
    """How many processes were seen in the group."""
    orphans_killed: int = 0
    in_part: bool = False
    """One of two nodes was on another machine: CPU time, memory and switches are the other node's alone."""

    @property
    def lived_ns(self) -> int:
        """From the `ready` line to the end; from the start where there was none."""
        return self.process_elapsed_ns - (self.start_up_ns or 0)


class Invocation(_Record):
    """One line of `invocations.jsonl`: one process of a cell."""

    schema_version: int = SCHEMA_VERSION
    id: str
    """Unique in the experiment, of one length for all; also the folder under `samples/`."""
    cell: str
    block: int
    """From 0; a discarded block's number is below 0."""
    build: int = 0
    """Which of its platform's builds ran (`PlatformRecord.builds`)."""
    order: int
    """Position in the whole experiment, from 0."""
    started: str
    status: Status
    reason: Reason | None = None
    earlier: list[Reason] = Field(default_factory=list[Reason])
    """Why it was tried again, if it was: its measuring process had been ended. A program's own failure never is."""
    exit_status: int | None = None
    signal: int | None = None
    argv: list[str]
    resources: Resources | None = None
    noise: Noise | None = None
    iterations: list[Iteration] = Field(default_factory=list[Iteration])
    metrics: dict[str, float] = Field(default_factory=dict)
    """Invocation-level derived values of the workload."""
    stderr_tail: str = ""
    share: float = 1.0
    """Of the plan's `min_time_s` and `max_time_s`: what it was given, so that a time budget is kept."""
    warm_up: int | None = None
    """Iterations that do not count, as its cell's pilot had shown before; None: looked for in itself."""

    @property
    def repetitions(self) -> int:
        """How many iterations it did."""
        return sum(row.of for row in self.iterations)

    @property
    def discarded(self) -> bool:
        """It was run to warm the machine up, and its figures count for nothing. A failure does count."""
        return self.block < 0


DROPPED = "dropped: "
"""How the `why` of a cell begins that was given up so that the others fit a time budget."""


class Stop(_Record):
    """One line of `stops.jsonl`: why a cell was not measured further."""

    schema_version: int = SCHEMA_VERSION
    cell: str
    why: str
