"""What every workload is to the rest of the lab: parameters, presets, input, oracle, metrics, charts.

A workload module defines one `Workload` subclass and knows nothing of processes, platforms or reports.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

ParamValue: TypeAlias = int | float | str
Params: TypeAlias = Mapping[str, ParamValue]


MAX_DIGITS = 19
"""No parameter needs more digits: the protocol's integers stay below 2^63."""


class ParameterError(ValueError):
    """A parameter is unknown or out of bounds; the message names what is allowed."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'tokens'?` if `word` resembles a known one, else the list of what there is."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"; did you mean '{close[0]}'?" if close else f"; there is {', '.join(names)}"


def integer_of(params: Params, name: str) -> int:
    """The integer parameter of that name, of a set that `Workload.params` has completed."""
    value = params[name]
    if not isinstance(value, int):
        raise ParameterError(f"{name}={value}: not an integer")
    return value


@dataclass(frozen=True)
class Parameter:
    """One parameter of a workload. Integers have inclusive bounds; words have `choices`."""

    name: str
    meaning: str
    default: ParamValue
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> ParamValue:
        """The value that `text` (from the command line) stands for; raises ParameterError."""
        if self.choices:
            if text not in self.choices:
                raise ParameterError(f"{self.name}={text}: choose one of {', '.join(self.choices)}")
            return text
        plain = text.replace("_", "")
        digits = plain.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
            raise ParameterError(f"{self.name}={text}: not an integer; it {self._bounds()}")
        return self.check(int(plain))

    def check(self, value: ParamValue) -> ParamValue:
        """`value` itself if it is within bounds; raises ParameterError."""
        if self.choices:
            return self.parse(str(value))
        if not isinstance(value, int) or isinstance(value, bool):
            raise ParameterError(f"{self.name}={value}: not an integer; it {self._bounds()}")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ParameterError(f"{self.name}={value}: it {self._bounds()}")
        return value

    def _bounds(self) -> str:
        if self.low is None and self.high is None:
            return "may be any integer"
        if self.high is None:
            return f"must be at least {self.low}"
        if self.low is None:
            return f"must be at most {self.high}"
        return f"must lie within {self.low}..{self.high}"


@dataclass(frozen=True)
class Metric:
    """A value the workload derives."""

    name: str
    unit: str
    meaning: str
    better: Literal["lower", "higher", "none"] = "lower"
    mean: bool = False
    """Whether a process's value is the mean over its iterations, as for its time and its rates; else the median."""


@dataclass(frozen=True)
class Chart:
    """A chart the report draws for the workload. `x` is a parameter, `y` a metric (the workload's or a common one).

    kind: `lines` (y against x, one line a platform), `bars`, `boxes` (five-number summary in metrics
    `<y>_min _q1 _median _q3 _max`), `points` (one panel a platform, scatter of `x` against `y` columns of the sample
    file `samples`), `grid` (one panel a platform, heat map of the sample file's column `y` over the cells `x` of a
    square grid), `sweep` (one panel a platform, y against x with a line for each number of cores), `speed-up` (the same
    for y on one core over y on several), `percentiles` (of the sample file's column `y`, one line a platform; cells
    with the parameter `x` set next to those without).

    `y` of `elapsed` is the time in the program, and drawn by the clock that the cells are compared by: in steady state
    where anybody repeats.
    """

    kind: Literal["lines", "bars", "boxes", "points", "grid", "sweep", "speed-up", "percentiles"]
    title: str
    x: str
    y: str
    unit: str
    log_y: bool = False
    log_x: bool = False
    samples: str | None = None
    figure: str = ""
    """The figure of the literature it answers to, e.g. `agere13 Figure 6`."""
    reference: str = ""
    """A metric that is the same for all platforms, shown with theirs."""
    reference_title: str = ""
    where: Callable[[Params], bool] | None = None
    """Only cells with such parameters: one series of several."""
    along: tuple[str, ...] = ()
    """Parameters that go along with `x` in that series: they make no panels of their own."""
    swept: bool = False
    """Drawn only where `x` varies."""


class OracleError(Exception):
    """The report does not show that the work was done. The message is one sentence with what is wrong."""


@dataclass(frozen=True)
class Evidence:
    """What the oracle may look at: one iteration's report and the invocation it belongs to."""

    report: Mapping[str, Any]
    index: int
    iterations: int
    elapsed_ns: int
    samples: Path
    """Directory with the CSV files the program wrote (all iterations in one file)."""
    input: Path | None
    cpu_ns: int | None
    """CPU time of the whole process group, all iterations together; None where it was not measured."""
    witness: bool
    seed: int
    """The seed that `write_input` was called with."""
    process_ns: int | None = None
    """How long the whole process lived; None where it was not measured."""
    other: Mapping[str, Any] | None = None
    """Of a workload over two nodes: what node 1 itself reports of the iteration."""


@dataclass(frozen=True)
class Preset:
    """Named sizes: a list of parameter sets (a ladder), smallest first."""

    name: str
    ladder: tuple[Mapping[str, ParamValue], ...]


@dataclass(frozen=True)
class Companion:
    """A further cell that gives a main cell its reference (fibonacci's idle reference)."""

    role: str
    params: Mapping[str, ParamValue] = field(default_factory=dict[str, ParamValue])
    """All parameters of the further cell."""


class Workload(ABC):
    """One workload: the spec as code."""

    id: str
    title: str
    summary: str
    source: str
    """Where it is defined, e.g. `agere13 4.1`."""
    parameters: tuple[Parameter, ...]
    metrics: tuple[Metric, ...]
    charts: tuple[Chart, ...]
    presets: tuple[Preset, ...]
    """Always `quick` and `paper`; `check` and `demo` too."""
    bulk: tuple[str, ...] = ()
    """Sample files a program writes, e.g. `points.csv`."""
    usual_rate: float = 500_000.0
    """Elementary steps a second of a middling platform: a first guess for estimates."""
    nodes: int = 1
    """How many processes of the platform's program do it together: 1 or 2."""
    outside: float = 0.0
    """What share of the time that twice the work takes more may lie outside the clock: making what is sent."""
    has_input: bool = False
    has_print: bool = False

    def params(self, given: Mapping[str, ParamValue | str]) -> dict[str, ParamValue]:
        """Every parameter with its value: `given` over the defaults. Raises ParameterError (with suggestions)."""
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise ParameterError(f"{self.id} has no parameter '{name}'{suggestion(name, known)}")
        values: dict[str, ParamValue] = {}
        for name, parameter in known.items():
            value = given.get(name, parameter.default)
            values[name] = parameter.parse(value) if isinstance(value, str) else parameter.check(value)
        self.validate(values)
        return values

    def validate(self, params: Params) -> None:
        """Constraints between parameters; raises ParameterError."""
        del params

    def preset(self, name: str) -> Preset:
        """The preset of that name; KeyError if there is none."""
        return {p.name: p for p in self.presets}[name]

    def drawn(self, params: Params) -> bool:
        """Whether the seed decides what is done."""
        del params
        return self.has_input

    def write_input(self, params: Params, seed: int, path: Path) -> None:
        """Write the input file that all platforms share. Only called if `has_input`."""
        raise AssertionError(f"{self.id} has no input")

    @abstractmethod
    def size(self, params: Params) -> int:
        """Elementary steps (messages, meetings, calls) of one iteration: for estimates and ceilings."""

    def work(self, params: Params, seed: int) -> int:
        """Like `size`, but exact for the input drawn with `seed`, where the input decides how much there is to do."""
        del seed
        return self.size(params)

    @abstractmethod
    def doubled(self, params: Params) -> dict[str, ParamValue]:
        """The same workload with twice the work: what `agon check` holds against the reported time."""

    def done(self, params: Params, seed: int, metrics: Mapping[str, float]) -> float:
        """The work that an iteration with these metrics did, where chance has a part in it; as a rule `work`."""
        del metrics
        return self.work(params, seed)

    def grown(self, params: Params) -> dict[str, ParamValue]:
        """A larger size, one step on the way to one long enough to time; as a rule twice the work."""
        return self.doubled(params)

    def messages(self, params: Params) -> int | None:
        """Messages of an iteration where CPU time a message (`cpu_message`) is shown, else None."""
        del params
        return None

    def agents(self, params: Params) -> int | None:
        """Agents alive at the same time where peak memory an agent (`memory_agent`, bytes) is shown, else None."""
        del params
        return None

    def has_console(self, params: Params) -> bool:
        """Of a workload that prints: whether its cells print to a terminal that the lab reads, not to a file."""
        del params
        return False

    def companions(self, params: Params) -> Sequence[Companion]:
        """Reference cells that this cell is compared with."""
        del params
        return ()

    @abstractmethod
    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        """The oracle. Returns the iteration's derived metrics by name, or raises OracleError.

        Never raises anything else, whatever the report holds: a report of the wrong shape is an OracleError.
        """
