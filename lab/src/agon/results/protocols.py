"""How a source measured: how many invocations, and which number it quotes for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Quote: TypeAlias = Literal["median", "best", "mean"]
Name: TypeAlias = Literal["agon", "agere13", "blog09", "microagents", "jason-multicore", "agentslang"]


@dataclass(frozen=True)
class Protocol:
    """`invocations`: the number it asks for, unless the user gives another."""

    name: Name
    invocations: int
    quote: Quote
    sentence: str
    """What the quoted numbers are, as a sentence goes on after "Numbers are"; the brackets' meaning comes last."""

    @property
    def heading(self) -> str:
        """Of a column of quoted numbers."""
        return "median [95% interval]" if self.quote == "median" else f"{self.quote} [range]"


PROTOCOLS: dict[Name, Protocol] = {
    p.name: p
    for p in (
        Protocol("agon", 10, "median", "medians over the invocations, with the 95% interval"),
        Protocol(
            "agere13", 5, "best", "the best of five invocations by elapsed time (section 4), with the range of all"
        ),
        Protocol("blog09", 1, "median", "those of one invocation, with no interval"),
        Protocol("microagents", 10, "mean", "means of ten invocations, with the range of all"),
        Protocol("jason-multicore", 10, "mean", "means of ten invocations, with the range of all"),
        Protocol("agentslang", 1, "mean", "means over 100 messages of one invocation, with no interval"),
    )
}
