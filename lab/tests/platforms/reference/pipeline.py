from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program, reject

WORDS = ("Downloaded", "Indexed", "Wrote")


class Stage:
    def __init__(self, word: str, line: Pipeline) -> None:
        self.word = word
        self.line = line
        self.next: Stage | None = None
        self.written = 0
        self.characters = 0
        self.crc = 0

    def take(self, text: str) -> None:
        made = f"{self.word} {text.partition(' ')[2]}"
        self.written += 1
        self.characters += len(made)
        if self.line.witness:
            self.crc += zlib.crc32(made.encode())
        if self.line.print is not None:
            self.line.print.write(f"{made}\n")
        self.hand_on(made)

    def hand_on(self, made: str) -> None:
        if self.next is not None:
            self.line.send(self.next.take, made)

    def stop(self) -> None:
        if self.next is not None:
            self.line.send(self.next.stop)
        elif self.line.print is not None:
            self.line.print.close()


class Pipeline(Program):
    keys = ("tasks", "log", "print")
    stage: type[Stage] = Stage

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.tasks = arguments.integer("tasks")
        self.witness = arguments.witness
        if arguments.word("log") not in ("on", "off"):
            reject(f"log={arguments.word('log')}: must be on or off")
        self.log = arguments.word("log") == "on"

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        path = Path(self.arguments.word("print"))
        self.print = path.open("w", encoding="ascii") if self.log else None
        self.stages = [self.stage(word, self) for word in WORDS]
        for one, following in zip(self.stages, self.stages[1:], strict=False):
            one.next = following
        self.requests = [f"Requested {i}" for i in range(self.tasks)]

    def begin(self) -> None:
        for request in self.requests:
            self.send(self.stages[0].take, request)
        self.send(self.stages[0].stop)

    def report(self, index: int) -> dict[str, Any]:
        *earlier, last = self.stages
        report: dict[str, Any] = {"written": last.written, "characters": last.characters}
        if self.witness:
            report |= {"crc": last.crc % 2**32, "stages": [stage.crc % 2**32 for stage in earlier]}
        return report
