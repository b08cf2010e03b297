"""Questions about the language, made at random: what `equivalence.py` asks Jason and the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

SIMPLEST = {"number": "1", "list": "[]", "text": '""', "term": "a", "formula": "true", "step": ".print(x)"}
"""What may stand in place of anything of its sort."""


@dataclass(frozen=True)
class Tree:
    """A piece of a program that can be made smaller. `least`: how many parts it must keep."""

    before: str
    parts: tuple[Tree, ...] = ()
    between: str = ","
    after: str = ""
    least: int = 0
    sort: str = "term"

    def __str__(self) -> str:
        return self.before + self.between.join(map(str, self.parts)) + self.after

    def size(self) -> int:
        return 1 + sum(part.size() for part in self.parts)

    def smaller(self) -> Iterator[Tree]:
        """The smaller ones that may stand in its place, by one step."""
        if self.parts and (simplest := SIMPLEST.get(self.sort)):
            yield Tree(simplest, sort=self.sort)
        for place, part in enumerate(self.parts):
            if self.sort in (part.sort, "term"):
                yield part
            before, behind = self.parts[:place], self.parts[place + 1 :]
            if len(self.parts) > self.least:
                yield self.with_parts((*before, *behind))
            for smaller in part.smaller():
                yield self.with_parts((*before, smaller, *behind))

    def with_parts(self, parts: tuple[Tree, ...]) -> Tree:
        if not parts and self.before.endswith("("):  # there is no a()
            return Tree(self.before[:-1], sort=self.sort)
        return Tree(self.before, parts, self.between, self.after, self.least, self.sort)


@dataclass(frozen=True)
class Question:
    """Steps that print something by `.print(Id, ..)`, made of pieces."""

    kind: str
    steps: str
    pieces: tuple[Tree, ...]

    def body(self) -> str:
        return self.steps.format(*self.pieces)

    def size(self) -> int:
        return sum(piece.size() for piece in self.pieces)

    def smaller(self) -> Iterator[Question]:
        for place, piece in enumerate(self.pieces):
            for smaller in piece.smaller():
                yield Question(self.kind, self.steps, (*self.pieces[:place], smaller, *self.pieces[place + 1 :]))


def leaf(text: str, sort: str = "term") -> Tree:
    return Tree(text, sort=sort)


def number(random: Random) -> Tree:
    text = random.choice(
        [
            lambda: str(random.randint(0, 12)),
            lambda: str(random.randint(0, 40) / 4),
            lambda: random.choice(["100", "1000000", "2147483648", "123456789", "0.1", "10000000000", "3.14159"]),
        ]
    )()
    return leaf(text, "number")


ONE = ["abs", "ceil", "floor", "round", "sqrt", "sin", "cos", "tan", "log", "atan", "asin", "acos"]
OF_LIST = ["max", "min", "sum", "average", "mean", "median", "std_dev"]


def arithmetic(random: Random, depth: int = 3) -> Tree:
    if depth == 0 or random.random() < 0.25:
        return number(random)

    def inner() -> Tree:
        return arithmetic(random, depth - 1)

    kind = random.random()
    if kind < 0.62:
        operator = random.choice([" + ", " - ", " * ", " / ", " mod ", " div ", " ** "])
        # An agent of Jason's that divides so by zero forgets all that it intends.
        right = leaf(str(random.randint(1, 9)), "number") if operator == " div " else inner()
        return Tree("(", (inner(), right), operator, ")", 2, "number")
    if kind < 0.70:
        return Tree("(-", (inner(),), "", ")", 1, "number")
    if kind < 0.82:
        return Tree(f"math.{random.choice(ONE)}(", (inner(),), "", ")", 1, "number")
    if kind < 0.90:
        return Tree(f"math.{random.choice(['max', 'min'])}(", (inner(), inner()), ",", ")", 2, "number")
    count, function = random.randint(1, 4), random.choice(OF_LIST)
    # Where not-a-number comes in an order is chance.
    one = number if function == "median" else lambda random: arithmetic(random, depth - 1)
    numbers = Tree("[", tuple(one(random) for _ in range(count)), ",", "]", 1, "list")
    if kind < 0.97:
        return Tree(f"math.{function}(", (numbers,), ",", ")", 1, "number")
    return Tree(".length(", (numbers,), ",", ")", 1, "number")


WORDS = ["a", "b", "c", "f", "door", "x1", "'A b'"]


def text(random: Random) -> Tree:
    letters = "".join(random.choice("abcABC 12.,é") for _ in range(random.randint(0, 6)))
    return leaf(f'"{letters}"', "text")


def small(random: Random) -> Tree:
    """A term without parts."""
    return random.choice(
        [
            lambda: leaf(random.choice(WORDS)),
            lambda: leaf(str(random.randint(-3, 9))),
            lambda: leaf(str(random.randint(0, 20) / 4)),
            lambda: text(random),
        ]
    )()


def term(random: Random, depth: int = 3, variables: Callable[[], str] | None = None) -> Tree:
    """A term; with variables, if something gives their names."""
    if variables and random.random() < 0.25:
        return leaf(variables())
    if depth == 0 or random.random() < 0.3:
        return small(random)
    if random.random() < 0.35:
        return a_list(random, depth, variables)
    negation = "~" if random.random() < 0.1 else ""
    name = random.choice(["f", "g", "p"])
    parts = tuple(term(random, depth - 1, variables) for _ in range(random.randint(1, 3)))
    annotations = ""
    if random.random() < 0.2:
        chosen = random.sample(["a", "b", "c(1)", "source(self)", "d"], random.randint(1, 3))
        annotations = f"[{','.join(chosen)}]"
    return Tree(f"{negation}{name}(", parts, ",", f"){annotations}")


def a_list(random: Random, depth: int = 2, variables: Callable[[], str] | None = None, most: int = 4) -> Tree:
    parts = tuple(term(random, depth - 1, variables) for _ in range(random.randint(0, most)))
    if variables and parts and random.random() < 0.3:
        # What stands behind a list is one: no variable of any other use.
        tail = variables()
        tail = random.choice(["T0", "T1"]) if tail in "XYZ" else tail
        return Tree("[", parts, ",", f"|{tail}]", 1, "list")
    return Tree("[", parts, ",", "]", 0, "list")


def flat(random: Random, most: int = 6) -> Tree:
    """A list in which things come twice."""
    few = [term(random, random.choice([0, 0, 1])) for _ in range(random.randint(1, 4))]
    return Tree("[", tuple(random.choice(few) for _ in range(random.randint(0, most))), ",", "]", 0, "list")


def index(random: Random) -> Tree:
    return leaf(str(random.randint(-1, 6)))


def calculation(random: Random) -> Question:
    return Question("arithmetic", "X = {0}; .print(Id, X)", (arithmetic(random),))


def calculated_arguments(random: Random) -> Question:
    return Question("arguments", ".print(Id, f({0}, [{1}]))", (arithmetic(random, 2), arithmetic(random, 2)))


def comparison(random: Random) -> Question:
    operator = random.choice(["<", "<=", ">", ">=", "==", "\\=="])
    one, other = term(random, 2), term(random, 2)
    if random.random() < 0.3:
        one, other = arithmetic(random, 1), arithmetic(random, 1)
    steps = f"if ({{0}} {operator} {{1}}) {{{{ .print(Id, yes) }}}} else {{{{ .print(Id, no) }}}}"
    return Question(f"compare {operator}", steps, (one, other))


SHOW = ".findall(It, .member(It, [X, Y, Z, T0, T1, U0, U1, U2, U3, U4, U5]) & .ground(It), All); .print(Id, yes, All)"


def unification(random: Random) -> Question:
    """A variable comes once at most on the right side: nothing becomes a part of itself, which Jason allows."""
    count = iter(range(6))

    def once() -> str:
        return f"U{place}" if (place := next(count, None)) is not None else "_"

    one = term(random, 3, lambda: random.choice("XYZ"))
    other = varied(random, one, once) if random.random() < 0.7 else term(random, 3, once)
    return Question("unify", f"if ({{0}} = {{1}}) {{{{ {SHOW} }}}} else {{{{ .print(Id, no) }}}}", (one, other))


def varied(random: Random, tree: Tree, once: Callable[[], str]) -> Tree:
    """The same with some parts replaced, so that the two unify now and then."""
    if not tree.parts:
        is_variable = tree.before[:1].isupper()
        return small(random) if is_variable or random.random() < 0.15 else tree
    if random.random() < 0.2:
        return leaf(once())
    after = tree.after
    if after.startswith("|"):
        after = "]"
    return Tree(
        tree.before, tuple(varied(random, p, once) for p in tree.parts), tree.between, after, tree.least, tree.sort
    )


def taking_apart(random: Random) -> Question:
    if random.random() < 0.5:
        return Question("=..", "X = {0}; X =.. L; .print(Id, L)", (term(random),))
    head = leaf(random.choice(["a", "f", "~g", "ns"]))
    return Question("=..", "L = [{0}, {1}, []]; X =.. L; .print(Id, X)", (head, a_list(random)))


def one_list(random: Random) -> Question:
    action = random.choice(["length", "reverse", "sort", "max", "min"])
    return Question(f".{action}", f".{action}({{0}}, R); .print(Id, R)", (flat(random),))


def two_lists(random: Random) -> Question:
    action = random.choice(["concat", "difference", "intersection", "union"])
    return Question(f".{action}", f".{action}({{0}}, {{1}}, R); .print(Id, R)", (flat(random), flat(random)))


def all_of_list(random: Random) -> Question:
    action = random.choice(
        ["member(R, {0})", "sublist(R, {0})", "prefix(R, {0})", "suffix(R, {0})", "nth(I, {0}, E) & R = [I, E]"]
    )
    return Question(f".{action[:6]}", f".findall(R, .{action}, L); .print(Id, L)", (flat(random, 4),))


def place_in_list(random: Random) -> Question:
    action, pieces = random.choice(
        [
            ("nth({0}, {1}, R)", (index(random), flat(random))),
            ("delete({0}, {1}, R)", (small(random), flat(random))),
            ("delete({0}, {1}, {2}, R)", (index(random), index(random), flat(random))),
            ("delete({0}, {1}, R)", (term(random, 2, lambda: "_"), flat(random))),
        ]
    )
    return Question(f".{action[:6]}", f".{action}; .print(Id, R)", pieces)


def matching(random: Random) -> Question:
    pattern = term(random, 1, lambda: "X")
    return Question(".member", ".findall({0}, .member({0}, {1}), L); .print(Id, L)", (pattern, flat(random)))


def numbers_between(random: Random) -> Question:
    step = leaf(str(random.choice([-3, -2, -1, 1, 2, 3])))
    pieces = (leaf(str(random.randint(-4, 4))), leaf(str(random.randint(-4, 9))), step)
    return Question(".range", ".findall(R, .range(R, {0}, {1}, {2}), L); .print(Id, L)", pieces)


def checks(random: Random) -> Question:
    return Question(".type", ".findall(K, .type({0}, K), L); .print(Id, L)", (term(random, 2),))


def emptiness(random: Random) -> Question:
    of = random.choice([flat(random, 1), text(random), small(random)])
    return Question(".empty", "if (.empty({0})) {{ .print(Id, yes) }} else {{ .print(Id, no) }}", (of,))


def texts(random: Random) -> Question:
    def some() -> Tree:
        return random.choice([text(random), small(random), term(random, 2)])

    pattern = leaf(random.choice(['"a"', '"[ab]"', '"b+"', '"."', '"[0-9]"', '"(a)(b)"', '"a|c"', '" "']), "text")
    by = leaf(random.choice(['""', '"x"', '"aa"', '"-"']), "text")
    action, pieces = random.choice(
        [
            ("length({0}, R)", (text(random),)),
            ("concat({0}, {1}, R)", (text(random), some())),
            ("concat({0}, {1}, {2}, R)", (some(), some(), some())),
            ("replace({0}, {1}, {2}, R)", (some(), pattern, by)),
            ("delete({0}, {1}, R)", (pattern, text(random))),
            ("lower_case({0}, R)", (some(),)),
            ("upper_case({0}, R)", (some(),)),
            ("reverse({0}, R)", (text(random),)),
            ("nth({0}, {1}, R)", (index(random), text(random))),
            ("substring(R, {0}, {1})", (text(random), index(random))),
            ("substring(R, {0}, {1}, {2})", (text(random), index(random), index(random))),
            ("delete({0}, {1}, {2}, R)", (index(random), index(random), text(random))),
        ]
    )
    return Question(f".{action.split('(')[0]} of text", f'.{action}; .print(Id, "<", R, ">")', pieces)


def all_of_text(random: Random) -> Question:
    part = leaf(random.choice(['"a"', '"b"', '"ab"', '""', '" "']), "text")
    action = random.choice(
        ["prefix(R, {1})", "suffix(R, {1})", "substring({0}, {1}, R)", "substring({0}, {1}, B, E) & R = [B, E]"]
    )
    return Question(f".{action[:6]} of text", f".findall(R, .{action}, L); .print(Id, L)", (part, text(random)))


def written_and_read(random: Random) -> Question:
    steps = "X = {0}; .term2string(X, S); .term2string(Y, S); .print(Id, S, Y); X == Y; .print(Id, same)"
    return Question(".term2string", steps, (term(random),))


def annotations(random: Random) -> Question:
    literal = Tree("p(", (small(random),), ",", f")[{','.join(random.sample('abcd', random.randint(1, 3)))}]", 1)
    pattern = random.sample(["a", "b", "d", "A", "B"], random.randint(1, 2))
    rest = random.choice(["", "|R"])
    steps = (
        f"if (p(_)[{','.join(pattern)}{rest}] = {{0}})"
        " {{ .findall(It, .member(It, [A, B, R]) & .ground(It), All); .print(Id, All) }} else {{ .print(Id, no) }}"
    )
    return Question("annotations", steps, (literal,))


def believed(random: Random) -> Question:
    steps = (
        "for (.member(It, {0})) {{ +fact(Id, It) }}; .findall(It, fact(Id, It), All); .print(Id, All);"
        " .count(fact(Id, _), N); .setof(It, fact(Id, It), Set); .print(Id, N, Set)"
    )
    return Question("beliefs", steps, (flat(random),))


def collections(random: Random) -> Question:
    steps = random.choice(
        [
            ".set.create(S); .set.add_all(S, {0}); .set.to_list(S, L); .print(Id, S, L)",
            ".set.create(S); .set.add_all(S, {0}); .set.difference(S, {1}); .print(Id, S)",
            ".set.create(S); .set.add_all(S, {0}); .set.intersection(S, {1}); .print(Id, S)",
            ".queue.create(Q, priority); .queue.add_all(Q, {0}); .queue.head(Q, H); .print(Id, H)",
            ".queue.create(Q); .queue.add_all(Q, {0}); .queue.add(Q, {1}); .queue.to_list(Q, L); .print(Id, L)",
        ]
    )
    return Question("collections", steps, (flat(random), flat(random)))


KINDS: list[tuple[int, Callable[[Random], Question]]] = [
    (20, calculation),
    (6, calculated_arguments),
    (14, comparison),
    (20, unification),
    (6, taking_apart),
    (10, one_list),
    (8, two_lists),
    (8, all_of_list),
    (10, place_in_list),
    (4, matching),
    (3, numbers_between),
    (4, checks),
    (2, emptiness),
    (14, texts),
    (5, all_of_text),
    (8, written_and_read),
    (5, annotations),
    (4, believed),
    (4, collections),
]


def questions(seed: int, count: int) -> list[Question]:
    """So many, the same for the same seed."""
    random = Random(seed)
    kinds = [kind for _, kind in KINDS]
    weights = [weight for weight, _ in KINDS]
    return [random.choices(kinds, weights)[0](random) for _ in range(count)]
