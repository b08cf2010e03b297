"""What the measurement shows of each claim of a source."""

from __future__ import annotations

from collections.abc import Mapping

from agon.published import agentslang, agere13, blog09, jason_multicore, microagents
from agon.published.evidence import Level, every
from agon.published.field import Field, Rule, Rules
from agon.published.model import ClaimOutcome
from agon.published.sources import EVERY, Claim, claims, source, sources
from agon.results.summary import ResultSet
from agon.stats.verdict import LEVEL

NOT_MEASURED = "not measured in this experiment"
RULES: Mapping[str, Rules] = {m.SOURCE: m.RULES for m in (agere13, blog09, microagents, jason_multicore, agentslang)}


def verdicts(results: ResultSet, source_id: str | None = None) -> list[ClaimOutcome]:
    """A verdict on each claim of the source, by default the one that the experiment reproduces, else of all sources.

    Claims about workloads that the experiment does not have are left out, unless their source, or every source, was
    asked for.
    """
    asked = source_id or results.experiment.source
    present = set(results.workloads)
    found: list[ClaimOutcome] = []
    every_source = [s.id for s in sources()]
    for name in [source(asked).id] if asked and asked != EVERY else every_source:
        for claim in claims(name):
            workloads, rule = RULES.get(name, {}).get(claim.id, ((), None))
            if rule is not None and present & set(workloads):
                found.append(_judge(results, claim, rule))
            elif asked:
                found.append(ClaimOutcome(claim.source, claim.section, claim.claim, "inconclusive", NOT_MEASURED))
    return found


def _judge(results: ResultSet, claim: Claim, rule: Rule) -> ClaimOutcome:
    together = Level()
    rule(Field(results, claim.source, together))  # how many comparisons it makes, which share the level
    parts = rule(Field(results, claim.source, Level(LEVEL / max(1, together.made))))
    return ClaimOutcome(
        source=claim.source,
        section=claim.section,
        claim=claim.claim,
        verdict=every(p.verdict for p in parts),
        evidence=" ".join(f"({n}) {p.claim}: {p.verdict}; {p.evidence}." for n, p in enumerate(parts, start=1)),
        parts=tuple(ClaimOutcome(claim.source, claim.section, p.claim, p.verdict, p.evidence) for p in parts),
    )
