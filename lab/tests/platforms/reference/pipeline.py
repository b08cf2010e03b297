from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness import Arguments, Mailroom, Program, reject

WORDS = ("Downloaded", "Indexed", "Wrote")
BEFORE = {"Downloaded": "Requested", "Indexed": "Downloaded", "Wrote": "Indexed"}


class Stage:
    def __init__(self, word: str, line: Pipeline) -> None:
        self.word = word
        self.line = line
        self.next: Stage | None = None
        self.written = 0
        self.characters = 0
        self.crc = 0

    def take(self, text: str) -> None:
        made = self.replaced(text)
        self.written += 1
        self.characters += len(made)
        if self.line.witness:
            self.crc += zlib.crc32(made.encode())
        if self.line.print is not None:
            self.line.print.write(f"{made}\n")
            if self.line.log == "console":
                self.line.print.flush()
        self.hand_on(made)

    def replaced(self, text: str) -> str:
        if self.line.work == "regex":
            return re.sub(f"{BEFORE[self.word]} ", f"{self.word} ", text, count=1)
        return f"{self.word} {text.partition(' ')[2]}"

    def hand_on(self, made: str) -> None:
        if self.next is not None:
            self.line.send(self.next.take, made)

    def stop(self) -> None:
        if self.next is not None:
            self.line.send(self.next.stop)
        elif self.line.print is not None:
            self.line.print.close()


CHOICES = {"log": ("on", "off", "console"), "work": ("cut", "regex"), "make": ("before", "inside")}


class Pipeline(Program):
    keys = ("tasks", "log", "work", "make", "print")
    stage: type[Stage] = Stage

    def __init__(self, arguments: Arguments) -> None:
        super().__init__(arguments)
        self.tasks = arguments.integer("tasks")
        self.witness = arguments.witness
        for key, words in CHOICES.items():
            if arguments.word(key) not in words:
                reject(f"{key}={arguments.word(key)}: must be one of {', '.join(words)}")
        self.log = arguments.word("log")
        self.work = arguments.word("work")

    def set_up(self, mailroom: Mailroom) -> None:
        self.send = mailroom.send
        path = Path(self.arguments.word("print"))
        self.print = None if self.log == "off" else path.open("w", encoding="ascii")
        self.stages = [self.stage(word, self) for word in WORDS]
        for one, following in zip(self.stages, self.stages[1:], strict=False):
            one.next = following
        self.made = list(self.requests()) if self.arguments.word("make") == "before" else None

    def requests(self) -> Iterator[str]:
        for i in range(self.tasks):
            yield f"{i} Requested {i} Requested {i}" if self.witness else f"Requested {i}"

    def begin(self) -> None:
        for request in self.requests() if self.made is None else self.made:
            self.send(self.stages[0].take, request)
        self.send(self.stages[0].stop)

    def report(self, index: int) -> dict[str, Any]:
        *earlier, last = self.stages
        report: dict[str, Any] = {"written": last.written, "characters": last.characters}
        if self.witness:
            report |= {"crc": last.crc % 2**32, "stages": [stage.crc % 2**32 for stage in earlier]}
        return report
