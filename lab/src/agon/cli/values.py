"""Reads what users write: lists, sizes, durations, percentages. Every mistake is one UsageError."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

from agon.errors import UsageError
from agon.workloads.base import ParameterError, ParamValue, Workload

_SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
LEAST_SIZE = 1 << 20
"""No program runs in less memory: a user who writes 512 means megabytes."""
_DURATIONS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def names(texts: Sequence[str]) -> list[str]:
    """`-p a,b -p c` as one list; empty parts are passed over. The path of a folder is one name whatever it holds."""
    return [part.strip() for text in texts for part in _parts(text) if part.strip()]


def _parts(text: str) -> list[str]:
    folder = text.rpartition(":")[0]
    return [text] if any("/" in path and Path(path).is_dir() for path in (text, folder)) else text.split(",")


def integers(option: str, text: str) -> list[int]:
    """`1,2,4`, each at least 1."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"{option} {text}: write whole numbers with commas, e.g. {option} 1,2") from None
    if any(value < 1 for value in found):
        raise UsageError(f"{option} {text}: each must be at least 1")
    return list(dict.fromkeys(found))


def size(option: str, text: str) -> int:
    """`1024M`, `2G`: bytes. Without a unit a number is bytes, and so few are a mistake."""
    found = re.fullmatch(r"(\d+)\s*([KMG]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if found is None or int(found[1]) == 0:
        raise UsageError(f"{option} {text}: write a size such as 1024M or 2G")
    wanted = int(found[1]) * _SIZES[found[2].upper()]
    if wanted < LEAST_SIZE:
        raise UsageError(f"{option} {text}: that is {wanted} bytes; write a size such as 1024M or 2G")
    return wanted


def duration(option: str, text: str) -> float:
    """`60s`, `10m`, `500ms`: seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)?", text.strip())
    if found is None or float(found[1]) == 0:
        raise UsageError(f"{option} {text}: write a duration such as 60s, 10m or 1h")
    return float(found[1]) * _DURATIONS[found[2] or ""]


def fraction(option: str, text: str) -> float:
    """`2%` or `0.02`: a share between 0 and 1."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(%?)", text.strip())
    value = float(found[1]) / (100 if found[2] else 1) if found else 0.0
    if not 0 < value < 1:
        raise UsageError(f"{option} {text}: write a share such as 2%")
    return value


def settings(workload: Workload, texts: Sequence[str]) -> list[dict[str, ParamValue]]:
    """`--set k=v1,v2 --set l=w` as every combination of the values, in the order given."""
    chosen: dict[str, list[ParamValue]] = {}
    known = {parameter.name: parameter for parameter in workload.parameters}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise UsageError(f"--set {text}: write PARAMETER=VALUE, or PARAMETER=V1,V2")
        if name not in known:
            raise UsageError(f"{workload.id} has no parameter '{name}'; it has {', '.join(known)}")
        if name in chosen:
            raise UsageError(f"--set {name} is given twice: write --set {name}=V1,V2")
        try:
            chosen[name] = [known[name].parse(value.strip()) for value in values.split(",")]
        except ParameterError as error:
            raise UsageError(f"{workload.id}: {error}") from None
    return [checked(workload, dict(zip(chosen, combination, strict=True))) for combination in product(*chosen.values())]


_RATES = {"": 1, "k": 1_000, "M": 1_000_000}


def rates(option: str, text: str) -> list[int]:
    """`1k..1M`: doubled from the first to the last; or a list, `1k,5k`."""

    def one(word: str) -> int:
        found = re.fullmatch(r"(\d{1,9})([kM]?)", word.strip())
        if found is None or int(found[1]) == 0:
            raise UsageError(f"{option} {text}: write rates such as 1k..1M or 500,1k")
        return int(found[1]) * _RATES[found[2]]

    least, dots, most = text.partition("..")
    if not dots:
        return list(dict.fromkeys(one(word) for word in text.split(",")))
    rate, last = one(least), one(most)
    if last < rate:
        raise UsageError(f"{option} {text}: the last is less than the first")
    found: list[int] = []
    while rate < last:
        found.append(rate)
        rate *= 2
    return [*found, last]


def swept(
    workload: Workload, ladder: Sequence[Mapping[str, ParamValue]], wanted: Sequence[int]
) -> list[dict[str, ParamValue]]:
    """Each of the ladder at each of these rates, in an open loop."""
    from agon.workloads.round_trips import RoundTrips  # needs numpy, which few commands do

    if not isinstance(workload, RoundTrips):
        raise UsageError(f"--rate: {workload.id} has no open loop; echo-all and mass-reception have one")
    try:
        return [workload.at_rate(params, rate) for params in ladder for rate in wanted]
    except ParameterError as error:
        raise UsageError(f"{workload.id}: {error}") from None


def checked(workload: Workload, given: Mapping[str, ParamValue]) -> dict[str, ParamValue]:
    """All parameters of the workload, `given` over the defaults."""
    try:
        return workload.params(given)
    except ParameterError as error:
        raise UsageError(f"{workload.id}: {error}") from None
