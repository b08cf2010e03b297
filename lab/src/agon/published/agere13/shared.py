"""The source, and its platforms that can be had."""

from __future__ import annotations

from agon.published.field import Field

SOURCE = "agere13"
SHARED = ("erlang", "akka", "jason")
"""In the source's order from fast to slow."""
SUPPLIED = "actorfoundry"
"""It joins with a jar of the user's."""


def taking_part(field: Field, workload: str) -> tuple[str, ...]:
    """Those that a statement about every language is judged by: without its jar ActorFoundry leaves none open."""
    return (*SHARED, SUPPLIED) if field.row(workload, SUPPLIED) else SHARED
