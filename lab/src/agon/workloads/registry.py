"""All workloads by id: the lab's own, and those that AGON_WORKLOADS names."""

from __future__ import annotations

from functools import cache

from agon.workloads.base import ParameterError, Workload, suggestion
from agon.workloads.chameneos import Chameneos
from agon.workloads.compute import Compute
from agon.workloads.echo_all import EchoAll
from agon.workloads.fibonacci import Fibonacci
from agon.workloads.grid_swap import GridSwap
from agon.workloads.mass_reception import MassReception
from agon.workloads.pipeline import Pipeline
from agon.workloads.plugins import VARIABLE, plugged_in
from agon.workloads.population import Population
from agon.workloads.remote_ask import RemoteAsk
from agon.workloads.remote_chameneos import RemoteChameneos
from agon.workloads.remote_throughput import RemoteThroughput
from agon.workloads.remote_token_ring import RemoteTokenRing
from agon.workloads.service_rounds import ServiceRounds
from agon.workloads.throughput import Throughput
from agon.workloads.token_ring import TokenRing


class UnknownWorkloadError(ParameterError):
    """There is no workload of that name; the message suggests one."""


@cache
def own_workloads() -> dict[str, Workload]:
    """The lab's own."""
    workloads: tuple[Workload, ...] = (
        TokenRing(),
        Chameneos(),
        Fibonacci(),
        Pipeline(),
        ServiceRounds(),
        GridSwap(),
        Compute(),
        EchoAll(),
        MassReception(),
        Throughput(),
        Population(),
        RemoteThroughput(),
        RemoteAsk(),
        RemoteTokenRing(),
        RemoteChameneos(),
    )
    return {w.id: w for w in workloads}


@cache
def _all() -> dict[str, Workload]:
    return own_workloads() | plugged_in(own_workloads())


def all_workloads() -> dict[str, Workload]:
    """Every workload by its id, in the order in which they are listed and reported."""
    return dict(_all())


def get(name: str) -> Workload:
    """The workload of that id; raises UnknownWorkloadError."""
    try:
        return _all()[name]
    except KeyError:
        own = f" (one of your own is found by {VARIABLE}=FOLDER)"
        raise UnknownWorkloadError(f"there is no workload '{name}'{suggestion(name, _all())}{own}") from None


def mean_metrics() -> frozenset[str]:
    """Metrics of single iterations whose value for a process is the mean: rates and times of a unit of work."""
    metrics = [metric for workload in _all().values() for metric in workload.metrics]
    return frozenset(metric.name for metric in metrics if metric.mean or metric.unit.endswith("/s"))


def metric_units() -> dict[str, str]:
    """The unit of every metric that some workload derives. Workloads that share a name share its unit."""
    return {metric.name: metric.unit for workload in _all().values() for metric in workload.metrics}


def title_of(workload: str) -> str:
    """A workload's title; its id where this version does not know it."""
    found = all_workloads().get(workload)
    return found.title if found else workload
