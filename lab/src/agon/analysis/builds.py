"""What builds have to do with figures: two that came of the same sources may be different programs.

A platform that was measured with several builds shows how much of its spread is between them
(agon.stats.components): what no number of invocations of one build would have shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import fmean

from agon.analysis.matching import Match
from agon.counted import counted
from agon.results.model import PlatformRecord
from agon.results.summary import CellResult, ResultSet
from agon.stats.components import Components, components


def built_apart(found: Iterable[Match]) -> list[str]:
    """A sentence for each platform whose files differ between the two sides although its sources are the same."""
    pairs = {a.platform.label: (a.platform, b.platform) for a, b in found if a is not None and b is not None}
    return [
        f"{label}: the same sources, but other files came of them in A ({_digests(a)}) and B ({_digests(b)}): "
        f"{_causes(a, b)}. They are compared as two programs."
        for label, (a, b) in pairs.items()
        if a.source_digest == b.source_digest and a.same_version(b) and not a.same_builds(b)
    ]


def spread_of(cell: CellResult) -> Components | None:
    """How the headline of a cell varies between builds and between the processes of one; None where that is unknown."""
    groups: dict[int, list[float]] = {}
    values = cell.in_blocks(cell.headline) if cell.status == "ok" else {}
    for invocation in cell.counted:
        if values.get(invocation.block, 0) > 0:
            groups.setdefault(invocation.build, []).append(values[invocation.block])
    return components([*groups.values()])


def builds_apart(results: ResultSet) -> list[str]:
    """A sentence for each platform with several builds, and one on what they mean; none where there is one of each."""
    several = [p for p in results.experiment.platforms if len(p.builds) > 1]
    if not several:
        return []
    sentences = ["With several builds of a platform, the unit of intervals and verdicts is the build."]
    for platform in several:
        of_it = [spread_of(c) for c in results.cells if c.cell.platform == platform.label]
        found = [spread for spread in of_it if spread is not None]
        if found:
            between, within = (
                math.sqrt(fmean(v * v for v in vs)) for vs in zip(*((f.between, f.within) for f in found), strict=True)
            )
            n = len(platform.builds)
            sentences.append(
                f"{platform.label}: times vary by {between:.1%} between its {n} builds, which differ in the layout of "
                f"their code alone, and by {within:.1%} between processes of one (standard deviations)."
            )
    return sentences


def _digests(record: PlatformRecord) -> str:
    return ", ".join(build.digest[:8] for build in record.builds)


def _causes(a: PlatformRecord, b: PlatformRecord) -> str:
    if len(a.builds) != len(b.builds):
        return (
            f"{counted(len(a.builds), 'build')} {'was' if len(a.builds) == 1 else 'were'} measured in A, "
            f"{len(b.builds)} in B; the interval of one build holds nothing of what another layout does"
        )
    compilers = [n for n in a.compilers if a.compilers[n] != b.compilers.get(n)]
    of_the_user = [
        name
        for mine, others in zip(a.builds, b.builds, strict=True)
        for was, now in ((mine.environment, others.environment), (mine.configuration, others.configuration))
        for name in sorted({*was, *now})
        if was.get(name) != now.get(name)
    ]
    names = list(dict.fromkeys([*compilers, *of_the_user]))
    return f"{', '.join(names)} differed" if names else "what reached the builds is alike: they do not repeat"
