"""The source and its tables."""

from agon.published.table import Layout

SOURCE = "microagents"

LAYOUTS = (
    Layout(SOURCE, "table1", "Elapsed time of the service rounds", "service-rounds", "elapsed", "jade"),
    Layout(SOURCE, "table2", "Standard deviation of swaps on the grid", "grid-swap", "fairness_stddev", "kilim"),
)
