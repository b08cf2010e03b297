"""A machine in words."""

from __future__ import annotations

from agon.format import exact
from agon.results.model import Environment


def machine(environment: Environment) -> str:
    """The machine in half a sentence."""
    kind = environment.virtualised
    virtual = "" if kind in ("", "none", "no") else ", virtual" if kind == "yes" else f", virtual ({kind})"
    return (
        f"{environment.cpu_model}, {environment.cores_logical} CPUs, {exact(environment.memory_bytes, 'B')}, "
        f"{environment.os}{virtual}"
    )
