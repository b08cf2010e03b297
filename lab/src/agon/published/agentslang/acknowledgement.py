"""Conclusions 3 and 5, by table 2: what acknowledgements cost, and who offers them."""

from __future__ import annotations

from collections.abc import Mapping

from agon.published.agentslang.shared import WORKLOAD, Side, absent, listed, shares
from agon.published.evidence import Span, above_one, at_most, every
from agon.published.field import Field, Part, unsaid
from agon.published.matching import PATTERNS, is_named

LARGE = 10_000
"""Characters above which acknowledgements cost nothing, by the source."""
NO_MORE = 1.2
"""Time with acknowledgements over time without, at most. By the source's own table: up to 1.18 above `LARGE`, 1.25 to
2.5 up to there."""
NAMES = {"native": "sent natively", "msgpack": "sent with MsgPack"}


def above_ten_thousand(field: Field) -> list[Part]:
    """Within `NO_MORE` at every measured size above `LARGE`."""
    return [_no_longer(field, serializer) for serializer in NAMES]


def _no_longer(field: Field, serializer: str) -> Part:
    claim = f"above {LARGE} characters acknowledgements do not increase the time of messages {NAMES[serializer]}"
    every_size = _cost(field, "agentslang", serializer)
    found = {size: cost for size, cost in every_size.items() if size > LARGE}
    if not found:
        no_size = f"no size above {LARGE} passed in both ways"
        return unsaid(claim, no_size if every_size else absent(field, *_sides("agentslang", serializer)))
    word = every(at_most(cost, NO_MORE) for cost in found.values())
    detail = f"a message's time with acknowledgements over that without, {listed(every_size, '')}"
    return Part(claim, word, f"{detail}; {_others(field, serializer)}")


def _sides(platform: str, serializer: str) -> tuple[Side, Side]:
    """Without, and with."""
    off, on = ({"acks": acks, "serializer": serializer} for acks in ("off", "on"))
    return Side(platform, off), Side(platform, on)


def _cost(field: Field, platform: str, serializer: str) -> Mapping[int, Span]:
    return shares(field, *_sides(platform, serializer))


def _others(field: Field, serializer: str) -> str:
    """The same of the other platforms, at the largest size that each passed in both ways."""
    words: list[str] = []
    for label in dict.fromkeys(c.cell.platform for c in field.results.measured(WORKLOAD)):
        found = {s: c for s, c in _cost(field, label, serializer).items() if s > LARGE}
        if found and label != PATTERNS["agentslang"]:
            words.append(f"{label} {found[max(found)]} at size={max(found)}")
    return f"of the others: {', '.join(words)}" if words else "no other platform was measured in both ways"


def advice(field: Field) -> list[Part]:
    """Faster without acknowledgements at every size up to `LARGE`; and no other has any."""
    return [*(_faster_without(field, serializer) for serializer in NAMES), _only(field)]


def _faster_without(field: Field, serializer: str) -> Part:
    claim = f"up to {LARGE} characters AgentSlang's pattern is faster without acknowledgements, {NAMES[serializer]}"
    found = {size: cost for size, cost in _cost(field, "agentslang", serializer).items() if size <= LARGE}
    if not found:
        return unsaid(claim, absent(field, *_sides("agentslang", serializer)))
    word = every(above_one(cost) for cost in found.values())
    return Part(claim, word, f"a message's time with acknowledgements over that without, {listed(found, '')}")


def _only(field: Field) -> Part:
    """A statement about what platforms offer. What is measured cannot decide it: the acknowledgements of all platforms
    here are replies that the benchmark's own programs send."""
    claim = "only AgentSlang confirms what has been handled"
    own = ("agentslang", PATTERNS["agentslang"])
    confirming = [c.cell for c in field.results.measured(WORKLOAD) if c.cell.params["acks"] == "on"]
    others = dict.fromkeys(c.platform for c in confirming if not any(is_named(c, name) for name in own))
    shown = f"; measured with such replies: {', '.join(others)}" if others else ""
    return unsaid(claim, f"the acknowledgements measured here are replies of the benchmark's own programs{shown}")
