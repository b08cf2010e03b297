"""Several experiments of one machine as few runs: those of different workloads, measured alike, are one run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agon.errors import StoreError
from agon.results.model import Plan
from agon.results.summary import ResultSet


@dataclass(frozen=True)
class Session:
    """One run of the workloads: an experiment, or several that have no workload in common."""

    parts: tuple[ResultSet, ...]

    @property
    def workloads(self) -> frozenset[str]:
        """The workloads of all parts."""
        return frozenset(w for part in self.parts for w in part.workloads)

    def joined(self) -> ResultSet:
        """All parts as one result set, with the first one's environment; StoreError where they were measured unlike."""
        first, *others = self.parts
        for other in others:
            _same(first, other)
        platforms = {p.label: p for part in reversed(self.parts) for p in part.experiment.platforms}
        labels = dict.fromkeys(p.label for part in self.parts for p in part.experiment.platforms)
        experiment = first.experiment.model_copy(
            update={
                "platforms": [platforms[label] for label in labels],
                "cells": [c for part in self.parts for c in part.experiment.cells],
                "skipped": [s for part in self.parts for s in part.experiment.skipped],
            }
        )
        return ResultSet(
            first.root,
            experiment,
            tuple(i for part in self.parts for i in part.invocations),
            tuple(s for part in self.parts for s in part.stops),
            first.margin,
            first.baseline,
        )


def sessions(found: Sequence[ResultSet]) -> tuple[Session, ...]:
    """Each experiment joins the first run that has none of its workloads, in the order given."""
    runs: list[Session] = []
    for one in found:
        fits = next((n for n, run in enumerate(runs) if not run.workloads & set(one.workloads)), None)
        if fits is None:
            runs.append(Session((one,)))
        else:
            runs[fits] = Session((*runs[fits].parts, one))
    return tuple(runs)


def _same(a: ResultSet, b: ResultSet) -> None:
    """Whether two experiments may be one run: the same plan, the same versions of the platforms."""
    if _plan(a) != _plan(b):
        raise StoreError(f"{a.root} and {b.root} were measured by different plans: record them on pages of their own")
    known = {p.label: p for p in a.experiment.platforms}
    for p in b.experiment.platforms:
        if not known.get(p.label, p).same_version(p):
            raise StoreError(
                f"{p.label} is {known[p.label].found} in {a.root} and {p.found} in {b.root}: "
                "record them on pages of their own"
            )


def _plan(results: ResultSet) -> Plan:
    """What must be the same. The seed decides nothing but the order."""
    return results.experiment.plan.model_copy(update={"seed": 0, "time_budget_s": None})
