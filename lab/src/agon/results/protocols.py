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
    what: str
    """What the quoted numbers are, of `{}` invocations, as a sentence goes on after "Numbers are"."""
    of_one: str = "those of one invocation, with no interval"
    """The same where there was one invocation."""

    @property
    def heading(self) -> str:
        """Of a column of quoted numbers."""
        return "median [95% interval]" if self.quote == "median" else f"{self.quote} [range]"

    def numbers(self, least: int, most: int) -> str:
        """What the quoted numbers of cells with so many invocations each are; the brackets' meaning comes last."""
        if most <= 1 and self.name != "agon":
            return self.of_one
        many = _word(most) if least >= most else f"{_word(least)} to {_word(most)}"
        spread = "the 95% interval" if self.quote == "median" else "the range of all"
        return f"{self.what.format(many)}, with {spread}"


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

PROTOCOLS: dict[Name, Protocol] = {
    p.name: p
    for p in (
        Protocol("agon", 10, "median", "medians over the invocations"),
        Protocol("agere13", 5, "best", "the best of {} invocations by elapsed time (section 4)"),
        Protocol("blog09", 1, "median", "medians over {} invocations"),
        Protocol("microagents", 10, "mean", "means of {} invocations"),
        Protocol("jason-multicore", 10, "mean", "means of {} invocations"),
        Protocol(
            "agentslang",
            1,
            "mean",
            "means over 100 messages, and over {} invocations",
            "means over 100 messages of one invocation, with no interval",
        ),
    )
}
