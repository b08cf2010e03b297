"""The source, the parameters that its tables leave off, and rates at the sizes that two sides share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agon.published.evidence import Span
from agon.published.field import Field
from agon.published.table import Layout
from agon.results.model import ParamValue

SOURCE = "agentslang"
WORKLOAD = "throughput"
RATE = "message_rate"

SPRINT: Mapping[str, ParamValue] = {"protocol": "sprint", "transport": "tcp", "faults": 0}
"""One message at a time; the source does not state what lay between its components."""
PLAIN: Mapping[str, ParamValue] = {**SPRINT, "acks": "off", "serializer": "native"}
INSIDE: Mapping[str, ParamValue] = {**PLAIN, "transport": "inproc"}

MODES: tuple[Mapping[str, ParamValue], ...] = tuple(
    {"acks": acks, "serializer": serializer} for acks in ("on", "off") for serializer in ("native", "msgpack")
)
"""Of table 2, in its order."""

_TITLE = "Messages a second, one at a time, of the libraries"
LAYOUTS = (
    Layout(SOURCE, "table1", f"{_TITLE}, over TCP", WORKLOAD, "throughput", "activemq", words=PLAIN, higher=True),
    Layout(SOURCE, "table1", f"{_TITLE}, in a process", WORKLOAD, "throughput", "activemq", words=INSIDE, higher=True),
)


@dataclass(frozen=True)
class Side:
    """A platform in one mode."""

    platform: str
    mode: Mapping[str, ParamValue] = field(default_factory=dict[str, ParamValue])
    """What differs from `PLAIN`."""

    @property
    def words(self) -> Mapping[str, ParamValue]:
        return {**PLAIN, **self.mode}

    def rates(self, field: Field) -> dict[int, Span]:
        """Messages a second by size, smallest first."""
        row = field.row(WORKLOAD, self.platform, RATE, self.words)
        return {size: field.span(cell, RATE) for size, cell in row.items()}

    def missing(self, field: Field) -> str:
        """Why it lacks its first missing size; nothing if it lacks none."""
        why = field.missing(WORKLOAD, self.platform, RATE, self.words)
        mode = " ".join(f"{k}={v}" for k, v in self.mode.items())
        return f"{mode}: {why}" if why and mode else why


def shares(field: Field, a: Side, b: Side) -> dict[int, Span]:
    """How many times b's messages a second a had, by size, of the sizes that both passed."""
    first, second = a.rates(field), b.rates(field)
    return {size: first[size].over(second[size]) for size in first if size in second}


def absent(field: Field, *sides: Side) -> str:
    """Why these sides share no size, in words."""
    return "; ".join(why for side in sides if (why := side.missing(field))) or "no size that both passed"


def listed(spans: Mapping[int, Span], unit: str = " times") -> str:
    """Values by size, in words."""
    return "; ".join(f"size={size}: {span}{unit}" for size, span in spans.items())
