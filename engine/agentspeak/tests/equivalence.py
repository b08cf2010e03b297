#!/usr/bin/env python3
"""Asks Jason and the engine the same questions, made at random, and compares their answers: `equivalence.py`.

Questions are steps of a plan each, many in a program, so that one start of Java answers hundreds. What
differs is made smaller and shown with both answers. Numbers may differ in their last digits, for a sine
or a power may be rounded in two ways.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from peers import build
from questions import Question, questions
from regenerate import Refused, execute, find_lib

AT_ONCE = 400
"""Questions in a project."""

EACH = 20
"""Questions to an agent: one of Jason's that stumbles forgets all that it intends."""

SMALLER = 300
"""Smaller questions tried at once, and how often, for what differs."""
ROUNDS = 6
SHOWN = 12
LIMIT_S = 60
NEARLY = 1e-12
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:E-?\d+)?")
ANSWER = re.compile(r"\[\w+\] #(\d+)#(.*)", re.DOTALL)

Answers = dict[int, list[str]]
Ask = Callable[[Path], list[str]]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--questions", type=int, default=2000)
    arguments.add_argument("--lib", type=Path, help="folder of Jason's jars")
    arguments.add_argument("--target-dir", type=Path, help="where the engine is compiled")
    given = arguments.parse_args()
    lib = given.lib or find_lib()
    engine = build(given.target_dir)

    def theirs(project: Path) -> list[str]:
        return execute(project, f"{lib}/*", LIMIT_S, every_level=False).lines

    def ours(project: Path) -> list[str]:
        return play(engine, project)

    asked = questions(given.seed, given.questions)
    differing: list[Question] = []
    agreed: Counter[str] = Counter()
    for first in range(0, len(asked), AT_ONCE):
        some = asked[first : first + AT_ONCE]
        wrong = differences(some, theirs, ours)
        differing += [question for question, _, _ in wrong]
        agreed.update(question.kind for question in some)
        agreed.subtract(question.kind for question, _, _ in wrong)
    for question, their, our in shrunk(differing[:SHOWN], theirs, ours):
        print(f"{question.kind}: {question.body()}\n  Jason: {shown(their)}\n  here:  {shown(our)}")
    if len(differing) > SHOWN:
        print(f".. and {len(differing) - SHOWN} more: {dict(Counter(q.kind for q in differing[SHOWN:]))}")
    print(f"{len(asked) - len(differing)} of {len(asked)} questions of seed {given.seed} are answered alike")
    return 1 if differing else 0


def play(engine: Path, project: Path) -> list[str]:
    done = subprocess.run([engine, project], capture_output=True, text=True, timeout=LIMIT_S, check=False)
    if done.returncode != 0:
        raise Refused(f"the engine ends with status {done.returncode}:\n{done.stderr}")
    return done.stdout.split("\x1e")


def program(asked: Sequence[Question], first: int) -> str:
    plans = [
        f"!q({place}).\n"
        f'+!q({place}) <- Id = "#{place}#"; {question.body()}.\n'
        f'-!q({place})[error(E)] <- .print("#{place}#", failed(E)).\n'
        for place, question in enumerate(asked, first)
    ]
    return "".join(plans)


def answers(asked: Sequence[Question], ask: Ask) -> Answers:
    with tempfile.TemporaryDirectory(prefix="agentspeak-questions-") as place:
        project = Path(place) / "project" / "questions.mas2j"
        project.parent.mkdir()
        names: list[str] = []
        for first in range(0, len(asked), EACH):
            names.append(f"asked{first}")
            text = program(asked[first : first + EACH], first)
            (project.parent / f"{names[-1]}.asl").write_text(text)
        (project.parent / "clock.asl").write_text("!end.\n+!end <- .wait(3000); .stopMAS.\n")
        agents = "; ".join([*names, "clock"])
        project.write_text(f"MAS questions {{\n    agents: {agents};\n}}\n")
        found: Answers = {}
        for line in ask(project):
            if match := ANSWER.match(line):
                found.setdefault(int(match[1]), []).append(match[2])
        return found


def differences(asked: Sequence[Question], theirs: Ask, ours: Ask) -> list[tuple[Question, list[str], list[str]]]:
    their, our = answers(asked, theirs), answers(asked, ours)
    pairs = [(question, their.get(place, []), our.get(place, [])) for place, question in enumerate(asked)]
    if not their:
        raise Refused(f"Jason answers nothing:\n{program(asked, 0)}")
    return [(question, one, other) for question, one, other in pairs if not alike(one, other)]


def alike(some: list[str], others: list[str]) -> bool:
    return len(some) == len(others) and all(map(alike_lines, some, others))


def alike_lines(one: str, other: str) -> bool:
    if one == other:
        return True
    if NUMBER.split(one) != NUMBER.split(other):
        return False
    pairs = zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other)), strict=True)
    return all(abs(here - there) <= NEARLY * max(abs(here), abs(there)) for here, there in pairs)


def shrunk(asked: list[Question], theirs: Ask, ours: Ask) -> list[tuple[Question, list[str], list[str]]]:
    """The smallest questions found in whose answers the two still differ."""
    for _ in range(ROUNDS):
        share = max(1, SMALLER // max(1, len(asked)))
        tried = [(place, small) for place, q in enumerate(asked) for small in islice(q.smaller(), share)]
        if not tried:
            break
        wrong = {id(question) for question, _, _ in differences([small for _, small in tried], theirs, ours)}
        smaller = list(asked)
        for place, small in tried:
            if id(small) in wrong and small.size() < smaller[place].size():
                smaller[place] = small
        if smaller == asked:
            break
        asked = smaller
    return differences(asked, theirs, ours) if asked else []


def shown(answer: list[str]) -> str:
    return " / ".join(answer) or "nothing"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as trouble:
        sys.exit(str(trouble))
