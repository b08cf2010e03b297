"""Every platform on every workload, before anything is measured: can it take part, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agon.platforms.probe import Readiness


@dataclass(frozen=True)
class Outlook:
    """What a platform offers of one workload."""

    word: Literal["ok", "not applicable", "not offered", "not obtainable"]
    """`not applicable`: it cannot, for the reason given. `not offered`: there is no program.
    `not obtainable`: no registry has the platform."""
    reason: str = ""
    """Why not, or how to supply the platform; of an `ok`, to what it is restricted."""

    def __str__(self) -> str:
        return f"{self.word} ({self.reason})" if self.reason else self.word


def outlook(readiness: Readiness, workload: str) -> Outlook:
    """Whether the platform can run that workload; a toolchain that is merely missing does not matter here."""
    offer = readiness.platform.offer(workload)
    if offer is not None and offer.not_applicable is not None:
        return Outlook("not applicable", offer.not_applicable)
    if offer is None and readiness.platform.manifest.runs:
        return Outlook("not offered")
    if readiness.supply:
        return Outlook("not obtainable", readiness.supply)
    return Outlook("ok", offer.restrictions if offer is not None else "")
