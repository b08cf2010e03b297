from __future__ import annotations

from pathlib import Path

import pytest

from harness.parameters import UsageError, parse
from workload.throughput import Ends, HandlerError, Reception, Wire, workload

WORDS = {"size": "12", "messages": "130", "serializer": "native", "acks": "on", "transport": "inproc"} | {
    "protocol": "stream",
    "clock": "on",
    "faults": "2",
}


def play(_: int, wire: Wire, reception: Reception) -> Ends:
    ends = Ends(elapsed_ns=7)
    for number, text in enumerate(wire.strings):
        if number % wire.step == 0:
            ends.sent.append(number)
            ends.handled.append(number + 5)
        try:
            reception.handle(text)
            ends.confirmed += 1
        except HandlerError:
            ends.unconfirmed.append(number)
    return ends


def run(folder: Path, **more: str) -> tuple[int, dict[str, object]]:
    (folder / "input").write_text("3 64\n", encoding="ascii")
    common = {"threads": 1, "iterations": 1, "seed": 1, "variant": "default", "samples": folder, "witness": "on"}
    words = WORDS | common | {"input": folder / "input"} | more
    made = workload(play)
    outcome = made.prepare(parse([f"{key}={value}" for key, value in words.items()], made.shape))(0)
    return outcome.elapsed_ns, dict(outcome.report)


def test_an_honest_run_reports_what_came(tmp_path: Path) -> None:
    elapsed, report = run(tmp_path)
    assert elapsed == 7
    assert report.pop("crc_sent") == report.pop("crc_received")
    assert report == {"received": 130, "characters": 1560, "confirmed": 128, "unconfirmed": [3, 64]}
    text = (tmp_path / "latency.csv").read_text(encoding="ascii")
    assert text == "iteration,message,ns\n0,0,5\n0,64,5\n0,128,5\n"


def test_a_sprint_takes_what_its_messages_took(tmp_path: Path) -> None:
    assert run(tmp_path, protocol="sprint")[0] == 130 * 5


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"acks": "off"}, "faults=2 needs acks=on"),
        ({"faults": "3"}, "faults=3: the input has 2"),
        ({"protocol": "sprint", "clock": "off"}, "protocol=sprint needs clock=on"),
        ({"messages": "100000000"}, "at most 268435456 characters"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path: Path, more: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(tmp_path, **more)


@pytest.mark.parametrize("text", ["0000000001xx", "0000000000x"])
def test_the_handler_takes_the_next_message_alone(text: str) -> None:
    with pytest.raises(ValueError, match="message 0 is due"):
        Reception(12, (), witness=False).handle(text)
