"""Strict reading of a program's report: every departure from the expected shape is an OracleError.

JSON leaves room that a benchmark must not: `true` is no count, 3.0 is no integer, and a list that is one too short is
not nearly right. The messages name the key and what stands there, in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from agon.workloads.base import Evidence, OracleError

LONGEST_SHOWN = 40


def require_keys(report: Any, *keys: str) -> None:
    """The report is an object with exactly these keys."""
    if not isinstance(report, Mapping):
        raise OracleError(f"the report is {shown(report)}, not an object")
    found = list(cast("Mapping[Any, Any]", report))
    for key in keys:
        if key not in found:
            raise OracleError(f"the report has no '{key}'")
    for key in found:
        if key not in keys:
            raise OracleError(f"the report has {shown(key)}, which is not part of it")


def integer(value: Any, what: str, low: int, high: int) -> int:
    """`value` if it is an integer within bounds; `what` names it in the message."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise OracleError(f"{what} is {shown(value)}, not an integer")
    if not low <= value <= high:
        raise OracleError(f"{what} is {shown(value)}, outside {low}..{high}")
    return value


def sequence(value: Any, what: str, length: int) -> Sequence[Any]:
    """`value` if it is a list of that length."""
    if not isinstance(value, list):
        raise OracleError(f"{what} is {shown(value)}, not a list")
    items = cast("list[Any]", value)
    if len(items) != length:
        raise OracleError(f"{what} has {len(items)} entries, not {length}")
    return items


def integers(value: Any, what: str, length: int, low: int, high: int) -> list[int]:
    """`value` if it is a list of that many integers within bounds; entries count from 1 in messages."""
    items = sequence(value, what, length)
    return [integer(item, f"{what}[{i}]", low, high) for i, item in enumerate(items, start=1)]


def words(value: Any, what: str, length: int, choices: Sequence[str]) -> list[str]:
    """`value` if it is a list of that many of the `choices`."""
    items = sequence(value, what, length)
    for i, item in enumerate(items, start=1):
        if not isinstance(item, str) or item not in choices:
            raise OracleError(f"{what}[{i}] is {shown(item)}, not one of {', '.join(choices)}")
    return list(items)


def rate(count: int, evidence: Evidence) -> float:
    """`count` a second of the reported time."""
    if evidence.elapsed_ns <= 0:
        raise OracleError(f"the reported time is {evidence.elapsed_ns} ns, but no work is done in no time")
    return count / (evidence.elapsed_ns / 1e9)


def shown(value: Any) -> str:
    """`value` as a message can hold it, whatever its size."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "...")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Python refuses to print integers of thousands of digits.
        return str(value) if value.bit_length() <= 64 else f"an integer of {value.bit_length()} bits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, Mapping) else "of an unknown type"
