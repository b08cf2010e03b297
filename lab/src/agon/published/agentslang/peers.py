"""Conclusion 2, by table 2: AgentSlang is faster than SEMAINE and VHToolkit without acknowledgements.

The source lets its peers send natively and AgentSlang in both ways; so does the rule, for the patterns of all three.
"""

from __future__ import annotations

from agon.published.agentslang.shared import Side, absent, listed, shares
from agon.published.evidence import above_one, every
from agon.published.field import Field, Part, unsaid
from agon.published.matching import PATTERNS

NAMES = {"semaine": "SEMAINE", "vhtoolkit": "VHToolkit"}
HOW = {"native": "", "msgpack": " with MsgPack"}


def faster_than_peers(field: Field) -> list[Part]:
    """At every size that both passed, with acknowledgements off on both sides."""
    return [_faster(field, peer, serializer) for peer in NAMES for serializer in HOW]


def _faster(field: Field, peer: str, serializer: str) -> Part:
    claim = f"AgentSlang's pattern{HOW[serializer]} is faster than {NAMES[peer]}'s"
    sides = Side("agentslang", {"serializer": serializer}), Side(peer)
    found = shares(field, *sides)
    if not found:
        return unsaid(claim, absent(field, *sides))
    word = every(above_one(share) for share in found.values())
    patterns = f"{PATTERNS['agentslang']} over {PATTERNS[peer]}"
    return Part(claim, word, f"messages a second of the patterns, {patterns}, {listed(found)}")
