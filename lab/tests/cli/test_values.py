"""What users write on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.cli import values
from agon.errors import UsageError
from agon.workloads.registry import get


def test_lists_of_names() -> None:
    assert values.names(["a,b", " c ,", "d"]) == ["a", "b", "c", "d"]


def test_the_path_of_a_folder_is_one_name(tmp_path: Path) -> None:
    folder = tmp_path / "a,b"
    folder.mkdir()
    assert values.names([f"{folder}", f"{folder}:fast", "c,d"]) == [f"{folder}", f"{folder}:fast", "c", "d"]


@pytest.mark.parametrize(
    ("text", "size"),
    [("1024M", 1 << 30), ("2G", 2 << 30), ("7340032", 7 << 20), ("1 GiB", 1 << 30), ("5000k", 5_120_000)],
)
def test_sizes(text: str, size: int) -> None:
    assert values.size("--memory", text) == size


@pytest.mark.parametrize("text", ["512", "1000k"])
def test_a_size_without_its_unit_is_no_limit_of_a_few_bytes(text: str) -> None:
    with pytest.raises(UsageError, match=rf"--memory {text}: that is \d+ bytes; write a size such as 1024M"):
        values.size("--memory", text)


@pytest.mark.parametrize(("text", "seconds"), [("60s", 60), ("10m", 600), ("1.5h", 5400), ("500ms", 0.5), ("3", 3)])
def test_durations(text: str, seconds: float) -> None:
    assert values.duration("--time-limit", text) == seconds


@pytest.mark.parametrize(("text", "share"), [("2%", 0.02), ("0.05", 0.05), ("12.5 %", 0.125)])
def test_shares(text: str, share: float) -> None:
    assert values.fraction("--until-ci", text) == share


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "1e3s", "∞"])
def test_nonsense_is_refused_with_the_option_named(text: str) -> None:
    for read in (values.size, values.duration, values.fraction, values.integers):
        with pytest.raises(UsageError, match="--option"):
            read("--option", text)


def test_settings_become_every_combination() -> None:
    ladder = values.settings(get("token-ring"), ["tokens=1,2", "workers=5", "passes=12"])
    assert [(p["tokens"], p["workers"], p["passes"]) for p in ladder] == [(1, 5, 12), (2, 5, 12)]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("token=1", "no parameter 'token'"),
        ("tokens=x", "not an integer"),
        ("tokens=0", "within"),
        ("tokens", "PARAMETER=VALUE"),
    ],
)
def test_the_message_on_bad_settings_names_what_is_allowed(setting: str, expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        values.settings(get("token-ring"), [setting])


def test_rates_are_doubled_up_to_the_last() -> None:
    assert values.rates("--rate", "1k..1M") == [1000 * 2**n for n in range(10)] + [1_000_000]
    assert values.rates("--rate", "500,2k,500") == [500, 2000]
    assert values.rates("--rate", "8k..8k") == [8000]


@pytest.mark.parametrize("text", ["", "0", "1k..", "fast", "2k..1k", "1G", "1..2..3"])
def test_bad_rates_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--rate"):
        values.rates("--rate", text)


def test_a_sweep_lasts_half_a_second_at_each_rate() -> None:
    echo = get("echo-all")
    found = values.swept(echo, values.settings(echo, ["agents=10", "arrivals=poisson"]), [100, 10_000, 1_000_000])
    assert [(p["rate"], p["messages"], p["arrivals"]) for p in found] == [
        (100, 40, "poisson"), (10_000, 500, "poisson"), (1_000_000, 20_000, "poisson"),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="token-ring has no open loop"):
        values.swept(get("token-ring"), [{}], [1])
