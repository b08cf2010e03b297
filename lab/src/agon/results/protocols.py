"""How a source measured: how many invocations, and which number it quotes for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Quote: TypeAlias = Literal["median", "best", "mean"]
Name: TypeAlias = Literal["agon", "agere13", "blog09", "microagents", "jason-multicore", "agentslang"]


@dataclass(frozen=True)
class Protocol:
    """`invocations`: the number it asks for, unless the user says otherwise."""

    name: Name
    invocations: int
    quote: Quote
    says: str


PROTOCOLS: dict[Name, Protocol] = {
    p.name: p
    for p in (
        Protocol("agon", 10, "median", "median of the invocations with a 95% interval (hierarchical bootstrap)"),
        Protocol(
            "agere13", 5, "best", "the best of five invocations by elapsed time, with the range of all (section 4)"
        ),
        Protocol("blog09", 1, "median", "one invocation"),
        Protocol("microagents", 10, "mean", "mean of ten invocations, with the range of all"),
        Protocol("jason-multicore", 10, "mean", "mean of ten invocations, with the range of all"),
        Protocol("agentslang", 1, "mean", "mean over 100 messages of one invocation"),
    )
}
