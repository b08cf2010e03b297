"""Section 4.3: the compressed size of the programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agon.published.agere13.shared import SOURCE
from agon.published.evidence import Span, every, less
from agon.published.field import Field, Part, unsaid
from agon.published.sources import source

SMALL, MIDDLE, LARGE = ("jason", "erlang"), ("akka",), ("2apl", "goal")


def source_size(field: Field) -> list[Part]:
    """The programs that the source calls smaller are, summed over the workloads that all that are compared have."""
    return [
        _smaller(field, "Jason's and Erlang's programs are smaller than Akka's", SMALL, MIDDLE),
        _smaller(field, "2APL's and GOAL's programs are the largest", (*SMALL, "actorfoundry", *MIDDLE), LARGE),
    ]


def _smaller(field: Field, claim: str, small: Sequence[str], large: Sequence[str]) -> Part:
    sizes: dict[str, Mapping[str, int]] = {}
    for platform in field.results.experiment.platforms:
        sizes.setdefault(platform.id, platform.source_gzip)
    compared = (*small, *large)
    if absent := [p for p in compared if not sizes.get(p)]:
        return unsaid(claim, f"no program counted for {', '.join(absent)}")
    common = [w for w in source(SOURCE).workloads if all(w in sizes[p] for p in compared)]
    if not common:
        return unsaid(claim, "no workload that all of them have a program for")
    sums = {p: sum(sizes[p][w] for w in common) for p in compared}
    word = every(less(Span.exact(sums[a]), Span.exact(sums[b])) for a in small for b in large)
    words = ", ".join(f"{p} {sums[p]} B" for p in compared)
    return Part(claim, word, f"sum over {', '.join(common)}: {words} (Akka in Java here, in Scala in the source)")
