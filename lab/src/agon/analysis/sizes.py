"""The sizes a workload was measured at: what varies between its cells, and the size at which platforms are ranked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agon.format import integer
from agon.results.model import Cell, ParamValue
from agon.results.summary import CellResult, ResultSet
from agon.stats.verdict import LEVEL, MARGIN
from agon.workloads.base import Params

LONG_ENOUGH_S = 1e-3
"""Iterations of at least this length distinguish platforms: shorter ones are start and end more than work."""


@dataclass(frozen=True)
class Size:
    """Parameters, cores, threads and kind of run of a cell, without its platform."""

    params: tuple[tuple[str, ParamValue], ...]
    cores: int
    threads: int
    kind: str = ""
    """Of a workload with several kinds of run (`Cell.kind`): two kinds are as far apart as two sizes."""

    @classmethod
    def of(cls, cell: Cell) -> Size:
        """The size that `cell` was measured at."""
        return cls(tuple(cell.params.items()), cell.cores, cell.threads, cell.kind)

    def value(self, name: str) -> ParamValue:
        """A parameter's value, or that of `cores`, `threads` or `kind`."""
        if name == "kind":
            return self.kind
        if name in ("cores", "threads"):
            return self.cores if name == "cores" else self.threads
        return dict(self.params)[name]

    def words(self, names: Sequence[str]) -> str:
        """`tokens = 750, cores = 2` for the given names. Threads that follow the cores are not shown."""
        known = {*dict(self.params), "cores", "threads", *(["kind"] if self.kind else [])}
        if "cores" in names and self.threads == self.cores:
            known -= {"threads"}
        return ", ".join(f"{n} = {_text(self.value(n))}" for n in names if n in known)


def _text(value: ParamValue) -> str:
    return integer(value) if isinstance(value, int) else str(value)


@dataclass(frozen=True)
class Layout:
    """How a workload's main cells are laid out."""

    workload: str
    cells: tuple[CellResult, ...]
    margin: float = MARGIN
    """Differences smaller than this are none (agon.stats.verdict)."""
    level: float = LEVEL
    """Of its rankings (agon.stats.ranking)."""

    @classmethod
    def of(cls, results: ResultSet, workload: str) -> Layout:
        """The layout of a workload's main cells in a result set."""
        cells = tuple(c for c in results.cells if c.cell.workload == workload and c.cell.role == "main")
        return cls(workload, cells, results.margin, results.level)

    def only(self, condition: Callable[[CellResult], bool]) -> Layout:
        """The cells that meet a condition."""
        return replace(self, cells=tuple(c for c in self.cells if condition(c)))

    def where(self, condition: Callable[[Params], bool] | None) -> Layout:
        """The cells with such parameters; all without a condition."""
        if condition is None:
            return self
        return self.only(lambda c: condition(c.cell.params))

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        """All sizes: parameters as the experiment orders them (smallest first), then cores."""
        order = {p: i for i, p in enumerate(dict.fromkeys(Size.of(c.cell).params for c in self.cells))}
        return tuple(
            sorted({Size.of(c.cell) for c in self.cells}, key=lambda s: (order[s.params], s.kind, s.cores, s.threads))
        )

    @cached_property
    def varying(self) -> tuple[str, ...]:
        """Names that differ between sizes; `threads` only where it does not follow `cores`."""
        names = list(dict.fromkeys(n for s in self.sizes for n, _ in s.params))
        found = [n for n in names if len({dict(s.params).get(n) for s in self.sizes}) > 1]
        if len({s.cores for s in self.sizes}) > 1:
            found.append("cores")
        if len({s.threads for s in self.sizes}) > len({s.cores for s in self.sizes}):
            found.append("threads")
        if len({s.kind for s in self.sizes}) > 1:
            found.append("kind")
        return tuple(found)

    @cached_property
    def constant(self) -> str:
        """What all sizes share, in words."""
        first = self.sizes[0]
        names = [n for n, _ in first.params] + ["cores"] + (["threads"] if first.threads != first.cores else [])
        names += ["kind"] if first.kind else []
        return first.words([n for n in names if n not in self.varying])

    @cached_property
    def platforms(self) -> tuple[str, ...]:
        """Labels of the platforms with cells here, in the experiment's order."""
        return tuple(dict.fromkeys(c.cell.platform for c in self.cells))

    def at(self, size: Size) -> tuple[CellResult, ...]:
        """The cells of one size, one a platform."""
        return self._by_size.get(size, ())

    @cached_property
    def _by_size(self) -> dict[Size, tuple[CellResult, ...]]:
        found: dict[Size, list[CellResult]] = {}
        for cell in self.cells:
            found.setdefault(Size.of(cell.cell), []).append(cell)
        return {size: tuple(cells) for size, cells in found.items()}

    @cached_property
    def reference(self) -> Size | None:
        """The size that platforms are ranked at; None if nothing is measured.

        Of the sizes at which even the fastest takes `LONG_ENOUGH_S`, the one that the most platforms reach, and of
        several the largest. Where all are shorter, the one that takes the fastest longest.
        """
        found = {s: self._fastest(s) for s in self.sizes}
        long_enough = [s for s, time in found.items() if time is not None and time >= LONG_ENOUGH_S]
        if long_enough:
            return max(long_enough, key=lambda s: (sum(c.measured for c in self.at(s)), self.sizes.index(s)))
        short = [s for s, time in found.items() if time is not None]
        return max(short, key=lambda s: (found[s], self.sizes.index(s)), default=None)

    def _fastest(self, size: Size) -> float | None:
        """Seconds of the fastest platform at a size."""
        return min((c.metrics[c.headline].median for c in self.at(size) if c.headline in c.metrics), default=None)

    def words(self, size: Size) -> str:
        """What is particular to a size; the constant part if all are the same."""
        return size.words(self.varying) or self.constant

    def span(self, sizes: Sequence[Size]) -> str:
        """Several sizes in words: `tokens = 1, 250`, or each in full where more than one name varies."""
        if len(self.varying) == 1:
            name = self.varying[0]
            return f"{name} = {', '.join(_text(s.value(name)) for s in sizes)}"
        return "; ".join(self.words(s) for s in sizes)
