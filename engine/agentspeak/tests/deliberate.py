"""What the engine prints otherwise than Jason on purpose, as `differential.py` knows it: see `cases/SURPRISES.md`."""

import re
from collections.abc import Callable

from equivalence import alike_lines

Lines = list[str]

NAMED = re.compile(r"(?<!\w)(_\d+\w*|[A-Z][A-Z]?\d+)(?!\w)")
"""A variable without a value: of those that are one, Jason prints each by its own name, and it numbers new ones."""

UNSATISFIED = re.compile(r"Constraint \(.*", re.DOTALL)
"""In Jason, the rest of the body and all bindings, in no order, are part of this message."""


def normal(lines: Lines) -> Lines:
    return [UNSATISFIED.sub("Constraint", NAMED.sub("_N", line)) for line in lines]


EXPRESSION = re.compile(r"\.length\(|math\.\w+\(|_N(-|\+|\*|/| mod | div )|(-|\+|\*|/| mod | div )_N|\(-_N\)")


def is_uncalculated(one: str, other: str) -> bool:
    """Jason prints an expression in which something has no value as it was written; here it is with known values."""
    return bool(EXPRESSION.search(one) and EXPRESSION.search(other))


SAME = re.compile(r"([^\[\],]*?_N[^\[\]]*?|\w*\(?\[[^\[\]]*?_N[^\[\]]*?\][^\[\]]*?)(,\1)+")


def has_variables_twice(one: str, other: str) -> bool:
    """Which variables are one for `.setof` and the like: here those that are, in Jason those of one name."""
    return SAME.sub(r"\1", one) == SAME.sub(r"\1", other)


def is_bound_left_of_or(one: str, other: str) -> bool:
    """What the left of a `|` binds stays bound in Jason, where its right is asked, too: a value before it."""
    if "_N" not in other:
        return False
    pattern = re.escape(other).replace("_N", "(.+?)")
    found = re.fullmatch(pattern, one, re.DOTALL)
    return bool(found) and all(found[place] in one[: found.start(place)] for place in range(1, len(found.groups()) + 1))


def has_no_number(one: str, other: str) -> bool:
    """Where not-a-number comes in an order is chance, and in Jason it equals itself where it is the same object."""
    return "NaN" in one + other


def is_bound_under_not(one: str, other: str) -> bool:
    """What is unified under a `not` that fails stands in the failed step in Jason, and is free here."""
    return "not (" in one and one.partition("not (")[0] == other.partition("not (")[0]


RULES: dict[str, Callable[[str, str], bool]] = {
    # Java's printing of numbers was not the shortest before Java 19, nor are powers rounded alike.
    "last digits": alike_lines,
    "variables in sets": has_variables_twice,
    "bound left of or": is_bound_left_of_or,
    "bound under not": is_bound_under_not,
    "not a number": has_no_number,
    "expression without a value": is_uncalculated,
}


LOOKED_AT: dict[str, tuple[int, ...]] = {
    "a belief that a loop takes away as it is the next one": (28476, 64796, 83840),
    ".structure of a variable that stands for a constant": (48511, 59967),
    "what the left of a | binds, in an expression or twice": (62016, 64628, 71024),
    ".delete of a variable without a value": (24772, 90792, 92414),
    "expressions without a value in an order": (33471, 49412),
    "variables that are one, by two names": (34714, 35740, 58454),
    "a failure plan with annotations binds a part of an argument": (16394,),
    "a failure plan for a goal with an expression without a value": (57435,),
}
"""Rows of `docs/differences.md`, and programs that no rule recognises as one of these: checked by hand."""

SEEN = {number: row for row, numbers in LOOKED_AT.items() for number in numbers}


def difference(their: Lines, our: Lines) -> str | None:
    """Nothing (`""`), the name of the rule that explains the first line that is otherwise, or None: a line has none."""
    if their == our:
        return ""
    if len(their) != len(our):
        return None
    found = ""
    for one, other in zip(their, our, strict=True):
        if one != other:
            name = next((name for name, explains in RULES.items() if explains(one, other)), None)
            if name is None:
                return None
            found = found or name
    return found
