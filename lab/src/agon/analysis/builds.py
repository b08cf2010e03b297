"""What builds have to do with figures: two that came of the same sources may be different programs."""

from __future__ import annotations

from collections.abc import Iterable

from agon.analysis.matching import Match
from agon.results.model import PlatformRecord


def built_apart(found: Iterable[Match]) -> list[str]:
    """A sentence for each platform whose files differ between the two sides although its sources are the same."""
    pairs = {a.platform.label: (a.platform, b.platform) for a, b in found if a is not None and b is not None}
    return [
        f"{label}: the same sources, but other files came of them in A ({_digests(a)}) and B ({_digests(b)}): "
        f"{_causes(a, b)}. They are compared as two programs."
        for label, (a, b) in pairs.items()
        if a.source_digest == b.source_digest and a.same_version(b) and not a.same_builds(b)
    ]


def _digests(record: PlatformRecord) -> str:
    return ", ".join(build.digest[:8] for build in record.builds)


def _causes(a: PlatformRecord, b: PlatformRecord) -> str:
    if len(a.builds) != len(b.builds):
        return "another number of builds was measured"
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
