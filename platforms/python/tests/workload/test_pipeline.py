"""What the stages make of a string, and the log."""

from __future__ import annotations

from pathlib import Path

from workload.pipeline import WORDS, Stage, report


def test_the_worked_example(tmp_path: Path) -> None:
    log = tmp_path / "print.txt"
    log.touch()
    stages = [Stage(word, log, witness=True) for word in WORDS]
    for number in range(10):
        text = f"Requested {number}"
        for stage in stages:
            text = stage.make(text)
    for stage in stages:
        stage.close()
    told = report(stages, witness=True)
    assert (told["written"], told["characters"], told["crc"]) == (10, 70, 2036917220)
    assert log.read_text(encoding="ascii").splitlines()[:2] == ["Downloaded 0", "Downloaded 1"]
    assert report(stages, witness=False) == {"written": 10, "characters": 70}
