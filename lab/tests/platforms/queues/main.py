"""One server, first come, first served, in virtual time: the program lasts as long, but no load changes its times."""

from __future__ import annotations

import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))

from harness import Mailroom, main
from round_trips import MODULUS, NS_PER_US, MassReception

SERVICE_US = 50.0
SECOND_US, STALLED_FROM_US = 1_000_000, 900_000


class Queue(MassReception):
    """Answers the schedule of an open loop."""

    def elapsed_ns(self, mailroom: Mailroom) -> int:
        started, variant = time.monotonic(), self.arguments.word("variant")
        draw = random.Random(self.arguments.integer("seed", 0))
        end = 0.0
        for due, who in sorted((due, who) for who, line in enumerate(self.due_us) for due in line):
            begin = max(end, float(due))
            if variant == "stalls" and begin % SECOND_US >= STALLED_FROM_US:
                begin = (begin // SECOND_US + 1) * SECOND_US
            end = begin + (draw.expovariate(1 / SERVICE_US) if variant == "mm1" else SERVICE_US)
            requester, replier = self.requesters[who], self.replier_of(who, 0)
            requester.times.append(math.ceil((end - due) * NS_PER_US))
            requester.acc = (requester.acc * 31 + replier.number) % MODULUS
            replier.handled += 1
            replier.witness = (replier.witness + who * self.messages + requester.replies) % MODULUS
            requester.replies += 1
        self.through = len(self.requesters)
        while (left := started + end / SECOND_US - time.monotonic()) > 0:
            time.sleep(left)
        return math.ceil(end * NS_PER_US)


if __name__ == "__main__":
    main({"mass-reception": Queue})
