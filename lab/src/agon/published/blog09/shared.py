"""The source, its tables, and the parameter that its tables leave off."""

from __future__ import annotations

from collections.abc import Mapping

from agon.published.table import Layout
from agon.results.model import ParamValue

SOURCE = "blog09"
QUIET: Mapping[str, ParamValue] = {"log": "off"}
LOUD: Mapping[str, ParamValue] = {"log": "on"}

LAYOUTS = (
    Layout(SOURCE, "table1", "Elapsed time of the pipeline", "pipeline", "elapsed", "jetlang", words=QUIET),
    Layout(
        SOURCE,
        "table2",
        "Elapsed time of the pipeline, with Scala 2.7.3",
        "pipeline",
        "elapsed",
        "jetlang",
        words=QUIET,
    ),
)
