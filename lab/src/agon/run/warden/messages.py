"""What the lab and the warden write to each other: a message is a line, a JSON object with its kind and its fields.

Both ends write by `encode` and read by `decode`. Only the byte `\\n` ends a line. The types of the fields are the
schema: `decode` takes nothing else, so that each end may rely on what it has read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite
from types import NoneType
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

Limit: TypeAlias = Literal["time limit", "memory limit", "output limit", "garbage"]
"""`garbage`: it repeats on request, and its first line is another than `ready`, so that both sides would wait."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """What the lab wants: one invocation of a program."""

    argv: list[str]
    cwd: str
    env: dict[str, str]
    stdout: str
    """The file that its standard output goes to."""
    stderr: str
    stdout_limit: int
    """Bytes. A program that writes more is ended."""
    stderr_limit: int
    """Bytes. What lies beyond is dropped."""
    cpus: list[int]
    """The processors that it may use; empty: all."""
    time_limit_s: float
    memory_limit: int | None
    """Bytes of the whole group."""
    cgroup: str | None
    """The folder of its control group, if it has one."""
    sample_interval_s: float
    repeated: bool
    """It repeats on request: between job and answer come a `Batch` and a `Request`, in turn."""


@dataclass(frozen=True)
class Batch:
    """A program that repeats has done what was requested: it waits for the lab's `Request`."""

    times: list[int]
    """Nanoseconds of each iteration since the last request; empty at the first."""


@dataclass(frozen=True)
class Request:
    """The lab's reply to a `Batch`."""

    more: int
    """Iterations to do next; 0: none."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came of a job: times are nanoseconds, sizes are bytes, shares lie in 0..1."""

    failure: str | None
    """Why the program could not be started."""
    ended: Limit | None
    """The limit for which it was ended."""
    exit_status: int | None
    """None if it was ended by a signal."""
    signal: int | None
    elapsed_ns: int
    """From its start to the end of its last process."""
    ready_ns: int | None
    """From its start to the line `ready`."""
    cpu_user_ns: int
    cpu_system_ns: int
    cpu_ready_ns: int | None
    """CPU time of the group until the line `ready`."""
    memory_peak: int
    memory_points: list[tuple[int, int]]
    """Time since the start, resident bytes of the group."""
    core_load: list[float]
    """The busy share of each processor of the machine."""
    own_load: float
    """The mean of that over the job's `cpus`."""
    voluntary: int
    """Context switches."""
    involuntary: int
    processes: int
    orphans: int
    """Processes that it left and that had to be ended."""
    requested: int
    """Iterations, of a job that is `repeated`."""
    steal: float
    """The share of time that the hypervisor took."""
    others: float
    """The share of the job's `cpus` that other programs took."""
    load_before: float
    frequency_mhz: float | None
    stdout_overflow: bool
    stderr_overflow: bool
    write_failure: str | None
    """Why its output could not be stored."""


Message: TypeAlias = Job | Batch | Request | Answer
M = TypeVar("M", bound=Job | Batch | Request | Answer)
KINDS: Mapping[str, type[Message]] = {"job": Job, "batch": Batch, "request": Request, "answer": Answer}
NAMES = {kind: name for name, kind in KINDS.items()}
MOST_BITS = 128
"""Of an integer: far more than any time or size needs, and still within what a float holds."""


class MessageError(Exception):
    """A line is no message, or not one that is due."""


def encode(message: Message) -> bytes:
    """The message as a line.

    Characters stand for themselves, even halves of surrogate pairs: written as `\\u` escapes, two of them would be
    read as one character.
    """
    try:
        text = json.dumps({"kind": NAMES[type(message)], **vars(message)}, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise MessageError(f"a number of the {NAMES[type(message)]} is not finite") from None
    return text.encode("utf-8", "surrogatepass") + b"\n"


def decode(line: bytes, *due: type[M]) -> M:
    """The message in a line, which must be of one of the kinds that are due. Anything else is a MessageError."""
    if line.count(b"\n") != 1 or not line.endswith(b"\n"):
        raise MessageError("it is not one line")
    try:
        data: object = json.loads(line.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise MessageError("it is not JSON") from None
    if not isinstance(data, dict):
        raise MessageError("it is no object")
    fields = cast(dict[str, object], data)
    name = fields.pop("kind", None)
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise MessageError("its kind is unknown")
    for known in due:
        if known is kind:
            return known(**_values(kind, fields))
    raise MessageError(f"it is a {name}, and due is {' or '.join(NAMES[known] for known in due)}")


def _values(kind: type[Message], fields: Mapping[str, object]) -> dict[str, Any]:
    """The values of the fields, each of its type."""
    readers = _readers(kind)
    if unknown := fields.keys() - readers.keys():
        raise MessageError(f"its field {min(unknown)[:40]!r} is unknown to a {NAMES[kind]}")
    values: dict[str, Any] = {}
    for name, read in readers.items():
        if name not in fields:
            raise MessageError(f"its field {name} is missing")
        try:
            values[name] = read(fields[name])
        except ValueError:
            raise MessageError(f"its field {name} is of a wrong type") from None
    return values


def _no_number(word: str) -> None:
    raise ValueError(word)


Reader: TypeAlias = Callable[[Any], object]
"""Takes a value of JSON for one of its type, or raises ValueError."""


@cache
def _readers(kind: type[Message]) -> Mapping[str, Reader]:
    return {name: _reader(annotation) for name, annotation in get_type_hints(kind).items()}


def _reader(annotation: Any) -> Reader:
    """The reader of a type that a field may have. A union is of one type and None."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return lambda value: _checked(value, value in parts)
    readers = [_reader(part) for part in parts if part is not NoneType]
    if origin is dict:
        return lambda value: {key: readers[1](item) for key, item in _checked(value, type(value) is dict).items()}
    if origin is tuple:
        return lambda value: _tuple(value, readers)
    (read,) = readers
    if origin is list:
        return lambda value: [read(item) for item in _checked(value, type(value) is list)]
    return lambda value: None if value is None else read(value)


def _checked(value: Any, fits: bool) -> Any:
    if not fits:
        raise ValueError
    return value


def _tuple(value: Any, readers: Sequence[Reader]) -> object:
    items = _checked(value, type(value) is list)
    return tuple(read(item) for read, item in zip(readers, items, strict=True))


def _integer(value: Any) -> int:
    return _checked(value, type(value) is int and value.bit_length() <= MOST_BITS)  # no bool


def _float(value: Any) -> float:
    """A whole number serves as well. JSON has a spelling of numbers that are too large."""
    number = value if type(value) is float else float(_integer(value))
    return _checked(number, isfinite(number))


_PLAIN: Mapping[Any, Reader] = {
    bool: lambda value: _checked(value, type(value) is bool),
    int: _integer,
    float: _float,
    str: lambda value: _checked(value, type(value) is str),
}
