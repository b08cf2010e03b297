"""Tables 1 and 2: who is fastest with a million tasks."""

from __future__ import annotations

from agon.published.blog09.shared import QUIET
from agon.published.field import Field, Part
from agon.published.order import in_order

TABLE_1 = ("jetlang", "kilim", "actorfoundry", "scala-actors:react", "actorsguild", "scala-actors:receive")
TABLE_2 = ("jetlang", "kilim", "scala-actors:react", "actorfoundry", "scala-actors:receive", "actorsguild")
"""From fast to slow at 10^6 tasks."""
AT = 1_000_000
"""Tasks that the claims are about. At other numbers the post's own figures have other orders: with Scala 2.7.3 Actors
Guild is before Scala's receive at 10^5."""


def order(field: Field) -> list[Part]:
    """The order of table 1."""
    return in_order(field, "pipeline", TABLE_1, words=QUIET, at=AT)


def order_of_scala_273(field: Field) -> list[Part]:
    """The order of table 2, for which Scala alone was measured again."""
    return in_order(field, "pipeline", TABLE_2, words=QUIET, at=AT)
