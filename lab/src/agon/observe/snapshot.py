"""What a system reports of itself, as docs/observing.md has it, and what two such snapshots show of the time
between."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from agon.errors import AgonError

SCHEMA = 1


class _Part(BaseModel):
    """Fields that we do not know yet are passed over: the schema grows without changing its number."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


_Bucket = Annotated[list[NonNegativeInt], Field(min_length=2, max_length=2)]


class Waits(_Part):
    """A histogram of how long probes have waited in queues."""

    count: NonNegativeInt
    max_ns: NonNegativeInt
    buckets: list[_Bucket]
    """`[longest_ns, count]`, shortest first; empty ones are left out."""

    def since(self, before: Waits) -> Waits:
        """What has been counted since then. The longest is only known by its bucket."""
        old = {bucket[0]: bucket[1] for bucket in before.buckets}
        fresh = [[longest, count - old.get(longest, 0)] for longest, count in self.buckets]
        fresh = [bucket for bucket in fresh if bucket[1] > 0]
        return Waits(
            count=sum(count for _, count in fresh),
            max_ns=min(fresh[-1][0], self.max_ns) if fresh else 0,
            buckets=fresh,
        )

    def quantile(self, part: float) -> float | None:
        """In seconds; None if nothing has been counted."""
        for (longest, _), seen in zip(self.buckets, accumulate(c for _, c in self.buckets), strict=True):
            if seen >= part * self.count:
                return min(longest, self.max_ns) / 1e9
        return None


class Worker(_Part):
    """One worker."""

    worker: NonNegativeInt
    state: str
    handled: NonNegativeInt
    live: NonNegativeInt | None
    queued: NonNegativeInt | None
    sent_away: NonNegativeInt
    sleeps: NonNegativeInt
    moved_in: NonNegativeInt
    moved_out: NonNegativeInt
    handovers: NonNegativeInt
    dead_letters: NonNegativeInt
    panics: NonNegativeInt
    restarts: NonNegativeInt
    waits: Waits


class Actor(_Part):
    """One of the actors that have handled most, or have most to do."""

    id: str
    type: str
    name: str | None
    worker: NonNegativeInt
    handled: NonNegativeInt
    queued: NonNegativeInt
    status: str
    numbers: dict[str, NonNegativeInt] = Field(default_factory=dict)
    """What it reports of itself: of an AgentSpeak agent its beliefs, intentions and so on."""


class Row(_Part):
    """A row of a table."""

    name: str
    state: str
    totals: dict[str, NonNegativeInt]
    """Numbers that only grow."""
    numbers: dict[str, NonNegativeInt]
    """Numbers of now."""


class Table(_Part):
    """What the program shows of itself in addition to its actors: of a node of AgentSpeak agents the other nodes."""

    table: str
    rows: list[Row]


class Counters(_Part):
    """Totals of the system."""

    spawned: NonNegativeInt
    live: NonNegativeInt
    handled: NonNegativeInt
    panics: NonNegativeInt
    restarts: NonNegativeInt
    dead_letters: NonNegativeInt


class Snapshot(_Part):
    """A system at one moment."""

    pid: NonNegativeInt
    system: NonNegativeInt
    name: str
    mode: str
    uptime_ns: NonNegativeInt
    away: NonNegativeInt
    counters: Counters
    waits: Waits
    workers: list[Worker]
    actors: list[Actor]
    tables: list[Table] = Field(default_factory=list[Table])
    line: str = Field(default="", exclude=True, repr=False)
    """As it came, with fields that we do not know yet."""

    @property
    def queued(self) -> int:
        """Messages that wait, of all workers that have reported any."""
        return sum(worker.queued or 0 for worker in self.workers)


def read(line: str | bytes, where: str) -> Snapshot:
    """The snapshot in a line from `where`; an AgonError if it is none, or one of a schema that we do not know."""
    try:
        data: Any = json.loads(line)
        text = line if isinstance(line, str) else line.decode()
    except ValueError:
        raise AgonError(f"{where} does not speak as a system of actors does; is it another program's socket?") from None
    fields = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    schema = fields.get("schema")
    if isinstance(schema, int) and schema != SCHEMA:
        raise AgonError(
            f"{where} speaks schema {schema}, and this agon understands schema {SCHEMA}; "
            "use the agon that belongs to the program's version of agon-actor"
        )
    try:
        return Snapshot.model_validate(fields | {"line": text})
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "the whole"
        raise AgonError(f"{where} sent a snapshot that cannot be understood ({place}); is it damaged?") from None


class Change:
    """From one snapshot to a later one of the same system: amounts a second."""

    def __init__(self, before: Snapshot, now: Snapshot) -> None:
        self.now = now
        self._seconds = max(0, now.uptime_ns - before.uptime_ns) / 1e9
        self._before = before
        self._workers = {worker.worker: worker for worker in before.workers}
        self._actors = {actor.id: actor.handled for actor in before.actors}
        self._rows = {(table.table, row.name): row for table in before.tables for row in table.rows}

    def _rate(self, before: int, now: int) -> float | None:
        return (now - before) / self._seconds if self._seconds > 0 and now >= before else None

    @property
    def handled(self) -> float | None:
        """Messages handled a second in the whole system; None if no time has passed."""
        return self._rate(self._before.counters.handled, self.now.counters.handled)

    @property
    def waits(self) -> Waits:
        """Waits in all queues since then."""
        return self.now.waits.since(self._before.waits)

    def of_worker(self, worker: Worker, field: str) -> float | None:
        """How fast one of the worker's counters grows; None if it was not there before."""
        before = self._workers.get(worker.worker)
        return None if before is None else self._rate(getattr(before, field), getattr(worker, field))

    def waits_of(self, worker: Worker) -> Waits:
        """Waits in one worker's queue since then."""
        before = self._workers.get(worker.worker)
        return worker.waits if before is None else worker.waits.since(before.waits)

    def of_actor(self, actor: Actor) -> float | None:
        """Messages that it handled a second; None if it was not shown before."""
        before = self._actors.get(actor.id)
        return None if before is None else self._rate(before, actor.handled)

    def of_row(self, table: Table, row: Row, what: str) -> float | None:
        """How fast one of the row's totals grows; None if it was not there before."""
        before = self._rows.get((table.table, row.name))
        if before is None or what not in before.totals or what not in row.totals:
            return None
        return self._rate(before.totals[what], row.totals[what])

    def actors(self, by: str) -> Sequence[Actor]:
        """The actors, those first that handle most a second, or for which most waits."""
        if by == "queued":
            return sorted(self.now.actors, key=lambda a: (-a.queued, -a.handled, a.id))
        return sorted(self.now.actors, key=lambda a: (-(self.of_actor(a) or 0.0), -a.handled, a.id))
