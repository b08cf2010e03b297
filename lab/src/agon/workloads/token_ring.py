"""token-ring: tokens passed round a ring of workers (agere13 4.1)."""

from __future__ import annotations

from agon.workloads import strict
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)
from agon.workloads.modular import MODULUS, MULTIPLIER, geometric, run


def start_of(token: int, workers: int, tokens: int) -> int:
    """The worker at which a token starts: max(1, floor(token*workers/tokens + 0.5)), in whole numbers."""
    return max(1, (2 * token * workers + tokens) // (2 * tokens))


def end_of(start: int, workers: int, passes: int) -> int:
    """The worker at which a token that started at `start` ends."""
    return (start - 1 + passes) % workers + 1


def witnesses(workers: int, passes: int) -> list[int]:
    """The `acc` of a token started at worker 1, 2, ... `workers`, without walking the ring.

    Passing on is the map acc -> 31*acc + w. A whole lap from `start` is therefore acc -> a*acc + lap(start) with
    a = 31^workers, and L laps from 0 give lap(start) * (1 + a + ... + a^(L-1)). The rest of the way is a shorter run of
    the same kind. Going on to the next start shifts both runs by one worker, as in a rolling hash.
    """
    laps, rest = divmod(passes, workers)
    a = pow(MULTIPLIER, workers, MODULUS)
    series = geometric(a, laps)
    shift = pow(MULTIPLIER, rest, MODULUS)
    lap = run(range(1, workers + 1))
    tail = run(range(1, rest + 1))
    result: list[int] = []
    for start in range(1, workers + 1):
        result.append((shift * lap * series + tail) % MODULUS)
        lap = (MULTIPLIER * lap - start * a + start) % MODULUS
        tail = (MULTIPLIER * tail - start * shift + end_of(start, workers, rest)) % MODULUS
    return result


class TokenRing(Workload):
    id = "token-ring"
    title = "Token ring"
    summary = "Tokens are passed round a ring of workers: message passing under rising concurrency."
    source = "agere13 4.1"
    parameters = (
        Parameter("workers", "workers in the ring", 500, 2, 1_000_000),
        Parameter("tokens", "tokens passed at the same time, spread evenly over the ring", 1, 1, 1_000_000),
        Parameter("passes", "how often each token is passed on", 1003, 1, 1_000_000_000),
    )
    metrics = (Metric("message_rate", "1/s", "token passes a second of in-program time", "higher"),)
    charts = (
        Chart(
            "lines",
            "Elapsed time of the process",
            "tokens",
            "process_elapsed",
            "s",
            log_y=True,
            figure="agere13 Figure 1",
        ),
        Chart("lines", "Elapsed time in the program", "tokens", "elapsed", "s", log_y=True, figure="agere13 Figure 1"),
        Chart("lines", "Peak memory", "tokens", "memory_peak", "B", log_y=True, figure="agere13 Figure 2"),
        Chart("bars", "Core load", "tokens", "core_load", "1", figure="agere13 Figure 3"),
    )
    # 5003, 1003, 503 and 23 leave a remainder on division by their workers: a lap left out, or no pass at all, would
    # otherwise end every token where it should.
    presets = (
        Preset("quick", tuple({"workers": 500, "tokens": t, "passes": 5003} for t in (1, 250, 500, 750, 1000))),
        Preset("paper", tuple({"workers": 500, "tokens": t, "passes": 500_000} for t in (1, 250, 500, 750, 1000))),
        Preset("demo", ({"workers": 100, "tokens": 10, "passes": 5003},)),
        Preset(
            "check",
            (
                {"workers": 7, "tokens": 1, "passes": 23},
                {"workers": 7, "tokens": 10, "passes": 23},
                {"workers": 50, "tokens": 20, "passes": 503},
            ),
        ),
    )

    def size(self, params: Params) -> int:
        return integer_of(params, "tokens") * integer_of(params, "passes")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        passes = 2 * integer_of(params, "passes")
        if passes % integer_of(params, "workers") == 0:
            passes += 1
        return self.params({**params, "passes": passes})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        workers, tokens, passes = (integer_of(params, name) for name in ("workers", "tokens", "passes"))
        report = evidence.report
        strict.require_keys(report, "ends", *(["witness"] if evidence.witness else []))
        starts = [start_of(i, workers, tokens) for i in range(1, tokens + 1)]

        ends = strict.integers(report["ends"], "ends", tokens, 0, workers)
        for token, (start, end) in enumerate(zip(starts, ends, strict=True), start=1):
            expected = end_of(start, workers, passes)
            if end == 0:
                raise OracleError(f"the counter received no end of token {token}, due at worker {expected}")
            if end != expected:
                raise OracleError(f"token {token} ended at worker {end}, not {expected}")

        if evidence.witness:
            by_start = witnesses(workers, passes)
            found = strict.integers(report["witness"], "witness", tokens, 0, MODULUS - 1)
            for token, (start, witness) in enumerate(zip(starts, found, strict=True), start=1):
                if witness != by_start[start - 1]:
                    raise OracleError(
                        f"token {token} carries the witness {witness}, not {by_start[start - 1]}: "
                        f"it was not passed on {passes} times from worker {start}"
                    )
        return {"message_rate": strict.rate(tokens * passes, evidence)}
