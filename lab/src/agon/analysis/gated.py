"""What a gate of a user's repository found: two commits of its platforms, compared."""

from __future__ import annotations

from dataclasses import dataclass

from agon.analysis.comparison import Comparison
from agon.analysis.gate import Gate, GateOutcome


@dataclass(frozen=True)
class Gated:
    """The answer, and what it rests on."""

    base: str
    """The user's commit, in short."""
    head: str
    """The same of the checkout; `-dirty` where it has changes that are not committed."""
    fail_above: float
    again: str
    """The command that asks again."""
    comparison: Comparison | None = None
    """None: nothing was measured."""
    gate: Gate | None = None
    ended: GateOutcome = "passed"
    """The answer where nothing was measured, and the best that there can be where something was."""
    why: str = ""
    """Why nothing was measured."""
    notes: tuple[str, ...] = ()
    """What took no part, and why."""
    machine: str = ""
    noise: tuple[str, ...] = ()
    """What disturbed the machine."""
    on_undecided: str = ""
    """`pass` or `fail`: what an undecided gate counts as; empty: neither."""

    @property
    def outcome(self) -> GateOutcome:
        """Failed if any cell fails or is worse; else undecided if anything is; else passed."""
        found = [self.ended, self.gate.outcome if self.gate else self.ended]
        return "failed" if "failed" in found else "undecided" if "undecided" in found else "passed"

    @property
    def no_evidence(self) -> bool:
        """Whether nothing could be judged: such a gate never counts as passed."""
        return self.outcome == "undecided" and (self.gate is None or self.gate.no_evidence is not None)

    @property
    def counts_as(self) -> GateOutcome:
        """The outcome, with what the user wants of an undecided one."""
        if self.outcome != "undecided" or not self.on_undecided:
            return self.outcome
        if self.on_undecided == "fail":
            return "failed"
        return "undecided" if self.no_evidence else "passed"
