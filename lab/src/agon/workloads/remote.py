"""What the workloads over two nodes share: what each node reports of an iteration must agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agon.workloads import strict
from agon.workloads.base import Evidence, Metric, OracleError
from agon.workloads.modular import MODULUS

MOST_CHARACTERS = 256 * 2**20
"""All strings are made before the clock starts."""

LARGEST = 2**63 - 1
CPU_MESSAGE = Metric("cpu_message", "s", "CPU time of both nodes a message, from ready on")


def judge_reports(evidence: Evidence, own: Mapping[str, int], other: Mapping[str, int]) -> None:
    """Node 0 reports exactly `own`, node 1 `other`; with a witness both have the sum of the strings' checksums."""
    crc = ["crc"] if evidence.witness else []
    reported = report_of_node_1(evidence, *other, *crc)
    strict.require_keys(evidence.report, *own, *crc)
    for node, report, due in ((0, evidence.report, own), (1, reported, other)):
        _judge_numbers(node, report, due)
    if evidence.witness:
        sent, came = (strict.integer(r["crc"], "crc", 0, 2**32 - 1) for r in (evidence.report, reported))
        if sent != came:
            raise OracleError(
                f"the checksums of what node 0 sent sum to {sent}, of what node 1 received to {came}: "
                f"not each message came as it was sent, once"
            )


def judge_other(evidence: Evidence, due: Mapping[str, int]) -> None:
    """Node 1 reports exactly `due`."""
    _judge_numbers(1, report_of_node_1(evidence, *due), due)


def report_of_node_1(evidence: Evidence, *keys: str) -> Mapping[str, Any]:
    """What node 1 reports: an object with exactly these keys."""
    if evidence.other is None:
        raise OracleError("node 1 reports nothing")
    strict.require_keys(evidence.other, *keys)
    return evidence.other


def _judge_numbers(node: int, report: Mapping[str, Any], due: Mapping[str, int]) -> None:
    for key, value in due.items():
        found = strict.integer(report[key], f"node {node}: {key}", 0, LARGEST)
        if found != value:
            raise OracleError(f"node {node}: {key} is {found}, not {value}")


def sum_of_numbers(count: int) -> int:
    """The sum of 1..count, as nodes report it."""
    return count * (count + 1) // 2 % MODULUS
