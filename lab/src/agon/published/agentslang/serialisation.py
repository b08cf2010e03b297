"""Conclusions 4 and 6, by table 2: MsgPack against Java's serialisation of objects."""

from __future__ import annotations

from agon.published.agentslang.shared import MODES, WORKLOAD, Side, absent, listed, shares
from agon.published.evidence import Span, above_one, at_most, every
from agon.published.field import Field, Part, unsaid
from agon.published.matching import PATTERNS, cells_of, is_named

AT_ONCE_S = 0.1
"""What a user who talks with an agent takes as at once. By the source's own table: 29 ms for the largest message."""

JAVA = ("agentslang", PATTERNS["agentslang"], "jeromq:objects")
"""Platforms whose native serialisation is Java's own, of objects."""


def both_usable(field: Field) -> list[Part]:
    """With either: every size measured passed, with acknowledgements and without, and none takes over `AT_ONCE_S`."""
    return [_usable(field, "native", "the native serialisation"), _usable(field, "msgpack", "MsgPack")]


def _usable(field: Field, serializer: str, name: str) -> Part:
    claim = f"{name} is usable in practice"
    times: list[Span] = []
    failed: list[str] = []
    sides = [Side("agentslang", mode) for mode in MODES if mode["serializer"] == serializer]
    for side in sides:
        times += [Span.exact(1).over(rate) for rate in side.rates(field).values()]
        cells = cells_of(field.results, WORKLOAD, side.platform, side.words)
        failed += [f"size={c.cell.params['size']}: {c.reason}" for c in cells if c.status == "failed"]
    if failed:
        return Part(claim, "does not hold", "; ".join(failed))
    if not times:
        return unsaid(claim, absent(field, *sides))
    longest = max(times, key=lambda time: time.value)
    word = every(at_most(time, AT_ONCE_S) for time in times)
    return Part(claim, word, f"the slowest messages take {longest} s in AgentSlang's pattern")


def msgpack(field: Field) -> list[Part]:
    """At every size, with acknowledgements and without, on a platform that has both."""
    found = next((p for p in JAVA if any(is_named(c.cell, p) for c in field.results.measured(WORKLOAD))), None)
    return [_beats(field, found, acks) for acks in ("off", "on")]


def _beats(field: Field, platform: str | None, acks: str) -> Part:
    claim = f"with acknowledgements {acks} MsgPack is faster than Java's serialisation"
    if platform is None:
        return unsaid(claim, "no platform measured sends strings by Java's serialisation")
    sides = _both(platform, acks)
    found = shares(field, *sides)
    if not found:
        return unsaid(claim, absent(field, *sides))
    word = every(above_one(share) for share in found.values())
    return Part(claim, word, f"messages a second with MsgPack over those natively, {platform}, {listed(found)}")


def _both(platform: str, acks: str) -> tuple[Side, Side]:
    """MsgPack, and natively."""
    first, second = (Side(platform, {"acks": acks, "serializer": s}) for s in ("msgpack", "native"))
    return first, second
