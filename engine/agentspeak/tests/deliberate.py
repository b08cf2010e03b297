"""What the engine prints otherwise than Jason on purpose, as `differential.py` knows it; `cases/SURPRISES.md` says why."""

import re
from collections.abc import Callable

Lines = list[str]

INTERNAL = re.compile(r"(?<!\w)_\d+\w*")
"""Variables that an agent has made: as many as Jason has made by then."""


UNSATISFIED = re.compile(r"Constraint \(.*", re.DOTALL)
"""In Jason, the rest of the body and all bindings, in no order, are part of this message."""


def normal(lines: Lines) -> Lines:
    return [UNSATISFIED.sub("Constraint", INTERNAL.sub("_N", line)) for line in lines]


RULES: dict[str, Callable[[str, Lines, Lines], bool]] = {}


def difference(text: str, their: Lines, our: Lines) -> str | None:
    """Nothing (`""`), the name of the rule that explains it, or None if nothing does."""
    if their == our:
        return ""
    return next((name for name, explains in RULES.items() if explains(text, their, our)), None)
