"""What the measurement says about each claim of a source."""

from __future__ import annotations

from agon.published import agere13
from agon.published.evidence import every
from agon.published.model import Verdict
from agon.published.sources import Claim, claims, source
from agon.results.summary import ResultSet

NOT_MEASURED = "not measured in this experiment"


def verdicts(results: ResultSet, source_id: str | None = None) -> list[Verdict]:
    """A verdict on each claim of the source, by default the one that the experiment reproduces, or else agere13.

    Claims about workloads that the experiment does not have are left out, unless their source was asked for.
    """
    asked = source_id or results.experiment.source
    name = source(asked or agere13.SOURCE).id
    present = set(results.workloads)
    found: list[Verdict] = []
    for claim in claims(name):
        workloads, _ = agere13.RULES.get(claim.id, ((), None)) if name == agere13.SOURCE else ((), None)
        if present & set(workloads):
            found.append(_judge(results, claim))
        elif asked:
            found.append(Verdict(claim.source, claim.section, claim.claim, "cannot be said", NOT_MEASURED))
    return found


def _judge(results: ResultSet, claim: Claim) -> Verdict:
    _, rule = agere13.RULES[claim.id]
    parts = rule(agere13.Field(results))
    return Verdict(
        source=claim.source,
        section=claim.section,
        claim=claim.claim,
        verdict=every(p.verdict for p in parts),
        evidence=" ".join(f"({n}) {p.claim}: {p.verdict}; {p.evidence}." for n, p in enumerate(parts, start=1)),
        parts=tuple(Verdict(claim.source, claim.section, p.claim, p.verdict, p.evidence) for p in parts),
    )
