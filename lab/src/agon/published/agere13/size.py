"""Section 4.3: the compressed size of the programs."""

from __future__ import annotations

from agon.published.agere13.shared import SHARED, SOURCE
from agon.published.evidence import Span, every, less
from agon.published.field import Field, Part, unsaid
from agon.published.sources import source


def source_size(field: Field) -> list[Part]:
    """Jason's and Erlang's programs, summed over the workloads that all three have, are each smaller than Akka's."""
    claim = "Jason's and Erlang's programs are smaller than Akka's"
    rest = unsaid("2APL's and GOAL's programs are the largest", "neither can be had from a registry")
    sizes: dict[str, dict[str, int]] = {}
    for platform in field.results.experiment.platforms:
        sizes.setdefault(platform.id, dict(platform.source_gzip))
    absent = [p for p in SHARED if not sizes.get(p)]
    if absent:
        return [unsaid(claim, f"no program counted for {', '.join(absent)}"), rest]
    common = [w for w in source(SOURCE).workloads if all(w in sizes[p] for p in SHARED)]
    if not common:
        return [unsaid(claim, "no workload that all three have a program for"), rest]
    sums = {p: sum(sizes[p][w] for w in common) for p in SHARED}
    word = every(less(Span.exact(sums[p]), Span.exact(sums["akka"])) for p in ("jason", "erlang"))
    words = ", ".join(f"{p} {sums[p]} B" for p in SHARED)
    return [
        Part(claim, word, f"sum over {', '.join(common)}: {words} (Akka in Java here, in Scala in the source)"),
        rest,
    ]
