"""Conformance of the platforms: each with `--full`, and a few by turns with every run of continuous integration."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from agon import home
from agon.platforms.probe import missing_needs, supply_wanted
from agon.platforms.registry import Platform, find, known_ids

from dev.jobs import Job

CHECK_S, TIMED_S, VARIANT_S = 4.0, 0.5, 0.6
"""Of a platform's conformance: for the whole of it, for each workload, and for each variant of each."""

ON_ANOTHER_RUNTIME = "artemis+path"
"""Of the platforms that may run on another JVM one that is checked in seconds: it stands for how all get theirs."""

TURNS = 8
"""Every platform is checked at least once in so many commits."""


def missing(platform: Platform) -> tuple[str, ...]:
    """What the platform needs and the machine lacks."""
    jar = ("a jar of yours",) if supply_wanted(platform) else ()
    return (*jar, *(need.name for need in missing_needs(platform)))


def hint_for(platform: Platform) -> str:
    """How to get it."""
    if wanted := supply_wanted(platform):
        return wanted
    hints = "; ".join(dict.fromkeys(need.hint for need in platform.manifest.needs))
    return f"./agon install {platform.to_install} ({hints})"


def checked() -> list[Platform]:
    """All platforms with programs, and one of them on another runtime."""
    return [*(p for name in known_ids() if (p := find(name)).manifest.runs), find(ON_ANOTHER_RUNTIME)]


def by_turns(platforms: Sequence[Platform], turn: int) -> list[Platform]:
    """Those to check at `turn`: of each language and of each family one, at the next turn the next, and every TURNS-th
    of all. So each is checked at least once in TURNS turns, and each language and family at every one."""
    groups: dict[str, list[str]] = {}
    for platform in platforms:
        about = platform.manifest.platform
        for group in (about.language, about.family):
            groups.setdefault(group, []).append(platform.label)
    chosen = {labels[turn % len(labels)] for labels in groups.values()}
    chosen |= {platform.label for place, platform in enumerate(platforms) if (place - turn) % TURNS == 0}
    return [platform for platform in platforms if platform.label in chosen]


def conformance(platform: Platform, after: Sequence[str] = ()) -> Job:
    """`agon check --brief`: every third workload is timed, each variant of all tried untimed. A quick build will do."""
    return Job(
        f"{platform.label}: conformance",
        [sys.executable, "-m", "agon", "check", "--brief", "--quick", platform.label],
        home.root(),
        (),
        hint_for(platform),
        conformance_budget_s(platform),
        exclusive=True,
        lacking=lambda: missing(platform),
        after=after,
        paths=(f"platforms/{platform.id}",),
    )


def conformance_budget_s(platform: Platform) -> float:
    """On two cores a runtime on a virtual machine takes about as much."""
    offers = [offer for offer in platform.manifest.workloads.values() if offer.not_applicable is None]
    variants = sum(len(offer.variants) for offer in offers)
    return CHECK_S + TIMED_S * len(offers) + VARIANT_S * variants


def every_variant() -> Job:
    """`agon check --all`, each variant timed."""
    check = [sys.executable, "-m", "agon", "check", "--all"]
    return Job("conformance, every variant", check, home.root(), (), "", 3600, exclusive=True)
