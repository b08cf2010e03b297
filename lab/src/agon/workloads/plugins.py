"""Workloads from outside the tree: folders with a `workload.py`, named by the environment variable AGON_WORKLOADS.

The variable holds folders, with ':' between them. Each module sets `WORKLOAD` to an instance of its `Workload`. What is
wrong with one is reported in one sentence that names the file; nothing of the lab runs before that is mended.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path

from agon.errors import UsageError
from agon.workloads.base import ParameterError, Workload

VARIABLE = "AGON_WORKLOADS"
MODULE = "workload.py"
NAMES = ("id", "title", "summary", "source", "parameters", "metrics", "charts", "presets")
"""What every workload's class declares."""
PRESETS = frozenset({"quick", "paper", "demo", "check"})
"""Every workload has them: verbs take one by name."""


def plugged_in(known: Mapping[str, Workload]) -> dict[str, Workload]:
    """The workloads that AGON_WORKLOADS names, by id; `known` are the lab's own, whose names are taken."""
    found: dict[str, Workload] = {}
    taken = dict.fromkeys(known, "Agon's own")
    units = {metric.name: metric.unit for workload in known.values() for metric in workload.metrics}
    for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        path = Path(folder).resolve() / MODULE
        if not path.is_file():
            raise UsageError(f"{VARIABLE}: {folder} has no {MODULE}; start one with: agon new workload NAME")
        workload = _load(path)
        _examine(workload, path, units)
        if workload.id in taken:
            raise UsageError(f"{path}: the id '{workload.id}' is taken: it is {taken[workload.id]}")
        taken[workload.id] = f"that of {path}"
        units |= {metric.name: metric.unit for metric in workload.metrics}
        found[workload.id] = workload
    return found


def _load(path: Path) -> Workload:
    spec = importlib.util.spec_from_file_location(f"agon-workload:{path}", path)
    assert spec is not None  # it is a file that ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UsageError(f"{path}: {_fault(error, path)}") from None
    workload = getattr(module, "WORKLOAD", None)
    if not isinstance(workload, Workload):
        raise UsageError(f"{path}: set WORKLOAD to an instance of your Workload: WORKLOAD = MyWorkload()")
    return workload


def _fault(error: Exception, path: Path) -> str:
    """What went wrong, in one line, and in which line of `path` if it did there."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: SyntaxError: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    message = " ".join(str(error).split())
    return f"{f'line {lines[-1]}: ' if lines else ''}{type(error).__name__}: {message}"


def _examine(workload: Workload, path: Path, units: Mapping[str, str]) -> None:
    """Raise a UsageError if a declaration is missing, or contradicts itself or others."""
    for name in NAMES:
        if not hasattr(workload, name):
            raise UsageError(
                f"{path}: the workload declares no '{name}' (docs/adding-a-workload.md lists what it needs)"
            )
    missing = PRESETS - {preset.name for preset in workload.presets}
    if missing:
        raise UsageError(f"{path}: the preset '{min(missing)}' is missing")
    for metric in workload.metrics:
        if units.get(metric.name, metric.unit) != metric.unit:
            raise UsageError(
                f"{path}: the metric '{metric.name}' is in {metric.unit}, elsewhere in {units[metric.name]}: "
                "give it a name of its own"
            )
    for preset in workload.presets:
        for size in preset.ladder:
            try:
                workload.size(workload.params(size))
            except ParameterError as error:
                raise UsageError(f"{path}: preset '{preset.name}': {error}") from None
            except Exception as error:
                raise UsageError(f"{path}: preset '{preset.name}': {_fault(error, path)}") from None
