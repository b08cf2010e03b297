"""The source, its tables, and which cells do its work."""

from __future__ import annotations

from collections.abc import Mapping

from agon.published.table import Layout
from agon.results.model import ParamValue
from agon.workloads.pipeline import SOURCE_WORK

SOURCE = "blog09"
QUIET: Mapping[str, ParamValue] = {"log": "off", **SOURCE_WORK}
LOUD: Mapping[str, ParamValue] = {"log": "console", **SOURCE_WORK}
WORK = (
    "On both sides a stage replaces what a regular expression, compiled at each call, finds first, and the driver "
    "makes its strings inside the clock."
)

LAYOUTS = (
    Layout(SOURCE, "table1", "Elapsed time of the pipeline", "pipeline", "elapsed", "jetlang", words=QUIET, work=WORK),
    Layout(
        SOURCE,
        "table2",
        "Elapsed time of the pipeline, with Scala 2.7.3",
        "pipeline",
        "elapsed",
        "jetlang",
        words=QUIET,
        work=WORK,
    ),
)
