"""The figures of several runs as one small CSV file, for a repository."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence

import polars as pl

from agon.results.frames import Results
from agon.results.summary import COMMON_UNITS

LARGEST = 300_000
"""Bytes of CSV, which compress to a tenth: more does not belong in a repository."""

DIGITS = 5
"""Significant digits, as many as a report shows."""

FEW = ("elapsed_steady", "elapsed", "start_up", "memory_peak")


def compressed(text: str) -> bytes:
    """The text as a gzip file. The same text is always the same file: it holds neither a time nor a name."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def small_csv(runs: Sequence[Results], at: Sequence[frozenset[str]], largest: int = LARGEST) -> tuple[str, str]:
    """The summaries of all runs as CSV, and what of them it holds, in words.

    `at`: for each run the ids of the cells that platforms are ranked at. The columns are those of `Results.cells`, but
    for what a run's number stands for. Where everything is larger than `largest`, metrics and then cells that fewer
    readers want are left out.
    """
    frame = pl.concat(
        [
            run.cells().select(
                pl.lit(number).alias("run"),
                pl.exclude("experiment", "machine", "cell"),
                pl.col("cell").is_in(list(ranked)).alias("reference"),
            )
            for number, (run, ranked) in enumerate(zip(runs, at, strict=True), start=1)
        ],
        how="diagonal_relaxed",
    )
    frame = frame.with_columns(pl.col("median", "low", "high").round_sig_figs(DIGITS))
    written = ("", "")
    for words, condition in _STEPS:
        chosen = frame.filter(condition())
        written = chosen[[s.name for s in chosen if s.null_count() < len(chosen)]].write_csv(), words
        if len(written[0].encode()) < largest:
            break
    return written


def _metrics(names: Sequence[str]) -> pl.Expr:
    return pl.col("metric").is_in(list(names)) | pl.col("metric").is_null()


_STEPS: tuple[tuple[str, Callable[[], pl.Expr]], ...] = (
    ("all cells, with all metrics", lambda: pl.lit(True)),
    ("all cells, with the metrics that all workloads have", lambda: _metrics(list(COMMON_UNITS))),
    ("all cells, with the metrics of the tables", lambda: _metrics(FEW)),
    ("the cells of the tables, with their metrics", lambda: _metrics(FEW) & pl.col("reference")),
)
"""What is kept, in words, and the rows that it means: more first."""
