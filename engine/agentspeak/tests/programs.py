"""Programs made at random, which `differential.py` has Jason and the engine run.

Each ends for sure, and nothing in it depends on time.

Goals, rules and predicates are numbered, and what serves one asks only for those of higher numbers; loops are counted.
A program is a `Tree`, so that one in which the two differ can be made smaller.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from questions import WORDS, Tree, leaf, term

GOALS, RULES, BELIEFS = 4, 3, 4
NAMES = ["a", "b", "c", "d1", "k"]
NUMBER_CHECKS = ["number", "string", "list", "atom", "structure", "literal", "ground", "list"]
ERRORS = ["error(E)", "error_msg(M)", "code(C)"]


def step(before: str, *parts: Tree, between: str = ",", after: str = "") -> Tree:
    return Tree(before, parts, between, after, len(parts), "step")


def formula(before: str, *parts: Tree, between: str = ",", after: str = "") -> Tree:
    return Tree(before, parts, between, after, len(parts), "formula")


def block(steps: list[Tree]) -> Tree:
    return Tree("{ ", tuple(steps), "; ", " }", 1, "block")


def text(random: Random) -> Tree:
    """No letter that Jason has in texts alone: where a text is read as a term, that is an error of another kind."""
    return leaf('"' + "".join(random.choice("abcABC 12.,-") for _ in range(random.randint(0, 6))) + '"', "text")


class Scope:
    """The variables of a clause: which have a value, of which sort."""

    def __init__(self, letters: str = "V") -> None:
        self.letters = letters
        self.count = 0
        self.bound: list[tuple[str, str]] = []

    def fresh(self, sort: str) -> str:
        name = f"{self.letters}{self.count}"
        self.count += 1
        self.bound.append((name, sort))
        return name

    def of(self, *sorts: str) -> list[str]:
        return [name for name, sort in self.bound if sort in sorts]


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.counters = 0
        self.places = 0
        self.scopes = 0
        # Is this a plan that tests may lead to? It tests nothing, or it would go on for ever.
        self.answers = False
        # Predicates, rules and goals: how many arguments.
        self.beliefs = [self.random.choice([0, 1, 1, 2, 2, 3]) for _ in range(BELIEFS)]
        self.rules = [self.random.choice([1, 2, 2]) for _ in range(RULES)]
        self.goals = [self.random.choice([0, 1, 1, 2]) for _ in range(GOALS)]
        self.belief_plans = [self.random.random() < 0.25 for _ in range(BELIEFS)]

    def scope(self) -> Scope:
        """Of another clause: no two have a variable of one name, which in Jason may become each other's."""
        self.scopes += 1
        return Scope(chr(ord("A") + self.scopes // 26) + chr(ord("A") + self.scopes % 26))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # Terms

    def number(self, scope: Scope, depth: int = 2) -> Tree:
        random = self.random
        known = scope.of("number")
        if depth == 0 or self.chance(0.3):
            if known and self.chance(0.6):
                return leaf(random.choice(known), "number")
            some = [str(random.randint(-2, 12)), str(random.randint(0, 40) / 4), str(random.randint(0, 5))]
            rare = ["100", "2147483648", "0.1", "10000000000", "1000000", "123456.789", "1.0E-5", "9007199254740993"]
            return leaf(random.choice(rare) if self.chance(0.06) else random.choice(some), "number")
        kind = random.random()
        inner = self.number(scope, depth - 1)
        if kind < 0.8:
            operator = random.choice([" + ", " - ", " * ", " + ", " - ", " / ", " mod ", " div ", " ** "])
            # Jason forgets all that it intends where `div` divides by zero. What is no number is the business of
            # `equivalence.py`: which of those are equal is chance.
            least, most = {" div ": (1, 9), " mod ": (1, 9), " / ": (1, 9), " ** ": (0, 3)}.get(operator, (0, 0))
            other = leaf(str(random.randint(least, most)), "number") if most else self.number(scope, depth - 1)
            return Tree("(", (inner, other), operator, ")", 2, "number")
        if kind < 0.85:
            return Tree("(-", (inner,), "", ")", 1, "number")
        if kind < 0.95:
            function = random.choice(["abs", "ceil", "floor", "round", "max", "min"])
            parts = (inner, self.number(scope, depth - 1)) if function in ("max", "min") else (inner,)
            return Tree(f"math.{function}(", parts, ",", ")", len(parts), "number")
        if lists := scope.of("list"):
            return leaf(f".length({random.choice(lists)})", "number")
        return inner

    def text(self, scope: Scope) -> Tree:
        known = scope.of("text")
        return leaf(self.random.choice(known), "text") if known and self.chance(0.5) else text(self.random)

    def list(self, scope: Scope, depth: int = 2) -> Tree:
        known = scope.of("list")
        if known and self.chance(0.35):
            return leaf(self.random.choice(known), "list")
        few = [self.term(scope, depth - 1) for _ in range(self.random.randint(1, 3))]
        parts = tuple(self.random.choice(few) for _ in range(self.random.randint(0, 4)))
        if parts and known and self.chance(0.15):
            return Tree("[", parts, ",", f"|{self.random.choice(known)}]", 1, "list")
        return Tree("[", parts, ",", "]", 0, "list")

    def term(self, scope: Scope, depth: int = 2) -> Tree:
        kind = self.random.random()
        known = [name for name, _ in scope.bound]
        if kind < 0.25 and known:
            return leaf(self.random.choice(known))
        if kind < 0.45:
            return self.number(scope, 1 if depth else 0)
        if kind < 0.52:
            return self.text(scope)
        if depth == 0 or kind < 0.66:
            return leaf(self.random.choice(WORDS))
        if kind < 0.8:
            return self.list(scope, depth)
        if kind < 0.95:
            return self.structure(scope, depth - 1)
        return term(self.random, depth)

    def structure(self, scope: Scope, depth: int, sort: str = "term") -> Tree:
        negation = "~" if self.chance(0.05) else ""
        parts = tuple(self.term(scope, depth) for _ in range(self.random.randint(1, 3)))
        annotations = self.annotations(scope) if self.chance(0.15) else ""
        return Tree(f"{negation}{self.random.choice('fgh')}(", parts, ",", f"){annotations}", 0, sort)

    def annotations(self, scope: Scope) -> str:
        some = ["a", "b", "c(1)", "source(self)", "d(x,2)", "source(bob)"]
        chosen = self.random.sample(some, self.random.randint(1, 2))
        if (numbers := scope.of("number")) and self.chance(0.2):
            chosen.append(f"n({self.random.choice(numbers)})")
        return f"[{','.join(chosen)}]"

    # Formulas

    def literal(
        self, name: str, arity: int, scope: Scope, binds: bool, sort: str = "formula", all_known: bool = False
    ) -> Tree:
        """A predicate whose arguments are terms, or variables that a query binds."""
        parts: list[Tree] = []
        for _ in range(arity):
            if binds and self.chance(0.6):
                parts.append(leaf(scope.fresh("any")))
            elif not all_known and self.chance(0.1):
                parts.append(leaf("_"))
            else:
                parts.append(self.argument(scope))
        if not parts:
            return Tree(name, sort=sort)
        return Tree(f"{name}(", tuple(parts), ",", ")", len(parts), sort)

    def argument(self, scope: Scope) -> Tree:
        """What facts are made of, mostly: so that queries find some."""
        if self.chance(0.6):
            return leaf(self.random.choice(["0", "1", "2", "3", "a", "b", "c"]))
        return self.term(scope, 1)

    def query(self, scope: Scope, rules: int, binds: bool = True) -> Tree:
        """A belief, or a rule of at least this number."""
        if rules < RULES and self.chance(0.4):
            number = self.random.randrange(rules, RULES)
            return self.literal(f"r{number}", self.rules[number], scope, binds)
        number = self.random.randrange(BELIEFS)
        found = self.literal(f"b{number}", self.beliefs[number], scope, binds)
        if self.chance(0.1):
            pattern = self.random.choice(["[a]", "[b]", "[source(self)]", f"[source({scope.fresh('any')})]", "[c(_)]"])
            return Tree(found.before, found.parts, found.between, found.after + pattern, found.least, "formula")
        return found

    def formula(self, scope: Scope, rules: int, depth: int = 2) -> Tree:
        random = self.random
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return self.query(scope, rules)
        if kind < 0.56:
            # What one side of an `or` binds is free on the other.
            one, other = self.formula(scope, rules, depth - 1), self.formula(scope, rules, depth - 1)
            return formula("(", one, other, between=" & " if kind < 0.5 else " | ", after=")")
        if kind < 0.63:
            return formula("not (", self.formula(scope, rules, depth - 1), after=")")
        if kind < 0.75:
            operator = random.choice([" < ", " <= ", " > ", " >= ", " == ", " \\== "])
            if self.chance(0.7):
                return formula("", self.number(scope, 1), self.number(scope, 1), between=operator)
            # Variables without a value have the order of their names, and in Jason one may have several.
            one, other = self.term(scope, 1), self.term(scope, 1)
            if one.before[:1].isupper():
                other = self.number(Scope(), 1)
            return formula("", one, other, between=operator)
        if kind < 0.83:
            return self.unification(scope)
        return self.check(scope)

    def unification(self, scope: Scope) -> Tree:
        kind = self.random.random()
        if kind < 0.3:
            value = self.number(scope)
            return formula("", leaf(scope.fresh("number")), value, between=" = ")
        if kind < 0.5:
            value = self.term(scope)
            return formula("", leaf(scope.fresh("any")), value, between=" = ")
        if kind < 0.7:
            value = self.list(scope)
            head, tail = scope.fresh("any"), scope.fresh("list")
            return formula(f"[{head}|{tail}] = ", value)
        if kind < 0.8:
            value = self.structure(scope, 1)
            return formula("", value, leaf(scope.fresh("any")), between=" =.. ")
        pattern = Tree(
            f"{self.random.choice('fgh')}(", (leaf(scope.fresh("any")), leaf(scope.fresh("any"))), ",", ")", 1
        )
        return formula("", pattern, self.term(scope), between=" = ")

    def check(self, scope: Scope) -> Tree:
        kind = self.random.random()
        if kind < 0.35:
            return formula(f".{self.random.choice(NUMBER_CHECKS)}(", self.term(scope), after=")")
        if kind < 0.65:
            values = self.list(scope)
            return formula(f".member({scope.fresh('any')},", values, after=")")
        if kind < 0.75:
            values = self.list(scope)
            return formula(f".nth({scope.fresh('number')},", values, after=f",{scope.fresh('any')})")
        if kind < 0.85:
            return formula(".empty(", self.list(scope), after=")")
        if kind < 0.95:
            return formula(".substring(", self.text(scope), self.text(scope), after=")")
        return Tree(self.random.choice(["true", "false", "not true", "not false"]), sort="formula")

    # Steps

    def steps(self, scope: Scope, goal: int, depth: int = 2, most: int = 5, belief: int = 0) -> list[Tree]:
        return [self.step(scope, goal, depth, belief) for _ in range(self.random.randint(1, most))]

    def inner(self, scope: Scope, goal: int, depth: int, belief: int, keeps: bool = False) -> Tree:
        """A block; what it binds has no value behind it, mostly."""
        known = list(scope.bound)
        made = block(self.steps(scope, goal, depth, 3, belief))
        if not keeps:
            scope.bound = known
        return made

    def step(self, scope: Scope, goal: int, depth: int, belief: int) -> Tree:
        kinds: list[tuple[int, Callable[[], Tree]]] = [
            (20, lambda: self.print_step(scope)),
            (12, lambda: self.let(scope)),
            (10, lambda: self.change(scope, belief)),
            (16, lambda: self.action(scope)),
            (2, lambda: self.fail(scope)),
            (2, lambda: self.constraint(scope)),
        ]
        if not self.answers:
            kinds.append((7, lambda: self.test(scope)))
        if goal < GOALS:
            kinds.append((9, lambda: self.achieve(scope, goal)))
        if depth:
            kinds += [
                (6, lambda: self.condition(scope, goal, depth - 1, belief)),
                (4, lambda: self.loop(scope, goal, depth - 1, belief)),
                (2, lambda: self.counted(scope, goal, depth - 1, belief)),
            ]
        return self.random.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()

    def print_step(self, scope: Scope) -> Tree:
        self.places += 1
        parts = [self.term(scope) for _ in range(self.random.randint(1, 2))]
        return Tree(f'.print("{self.places}:",', tuple(parts), '," ",', ")", 1, "step")

    def shown(self, *names: str) -> str:
        self.places += 1
        return f'; .print("{self.places}:",{",".join(names)})'

    def let(self, scope: Scope) -> Tree:
        kind = self.random.random()
        if kind < 0.4:
            value, sort = self.number(scope, 3), "number"
        elif kind < 0.6:
            value, sort = self.list(scope), "list"
        elif kind < 0.7:
            value, sort = self.text(scope), "text"
        elif kind < 0.9:
            value, sort = self.term(scope), "any"
        else:
            return Tree(**{**self.unification(scope).__dict__, "sort": "step"})
        return step("", leaf(scope.fresh(sort)), value, between=" = ")

    def change(self, scope: Scope, least: int) -> Tree:
        """Beliefs whose changes have plans are changed by what serves lower ones only."""
        free = [n for n in range(BELIEFS) if n >= least or not self.belief_plans[n]]
        if not free:
            return self.print_step(scope)
        number = self.random.choice(free)
        kind = self.random.choice(["+", "+", "+", "-", "-", "-+", "++" if self.chance(0.1) else "+"])
        arity = self.beliefs[number]
        literal = self.literal(f"b{number}", arity, scope, kind == "-" and self.chance(0.5), "step", kind != "-")
        annotations = self.annotations(scope) if self.chance(0.15) else ""
        known = [
            name for name, _ in scope.bound if kind != "-" and re.search(rf"\b{name}\b", f"{literal}{annotations}")
        ]
        before, after = kind + literal.before, literal.after + annotations
        if known:
            # In Jason a fact's variables are bound by who asks for it.
            before, after = f"if (.ground([{','.join(known)}])) {{ {before}", f"{after} }}"
        return Tree(before, literal.parts, literal.between, after, literal.least, "step")

    def test(self, scope: Scope) -> Tree:
        kind = self.random.random()
        if kind < 0.7:
            query = self.query(scope, 0)
            return Tree("?" + query.before, query.parts, query.between, query.after, query.least, "step")
        # Jason refuses a test of an internal action alone, and that of a constant is no step.
        asked = self.formula(scope, 0)
        if str(asked).startswith(".") or str(asked) in ("true", "false"):
            asked = self.query(scope, 0)
        return step("?(", asked, after=")")

    def fail(self, scope: Scope) -> Tree:
        return self.random.choice(
            [
                lambda: Tree(".fail", sort="step"),
                lambda: step(".fail(", self.structure(scope, 1), after=")"),
                lambda: Tree(".fail(low(1),why(x))", sort="step"),
                lambda: Tree("nothing(1)", sort="step"),
                lambda: Tree("!nobody", sort="step"),
            ]
        )()

    def constraint(self, scope: Scope) -> Tree:
        operator = self.random.choice([" < ", " <= ", " > ", " >= ", " == ", " \\== "])
        one = self.number(scope, 1)
        if one.before.startswith("-"):
            one = leaf("0", "number")
        return step("", one, self.number(scope, 1), between=operator)

    def achieve(self, scope: Scope, least: int) -> Tree:
        number = self.random.randrange(least, GOALS)
        if self.chance(0.15):
            return step(f"!!s{number}(", self.argument(scope), after=")")
        arity = self.goals[number]
        if not arity:
            return Tree(f"!g{number}", sort="step")
        parts = [leaf(scope.fresh("any")) if self.chance(0.3) else self.argument(scope) for _ in range(arity)]
        annotations = self.annotations(scope) if self.chance(0.05) else ""
        return Tree(f"!g{number}(", tuple(parts), ",", f"){annotations}", len(parts), "step")

    def condition(self, scope: Scope, goal: int, depth: int, belief: int) -> Tree:
        known = list(scope.bound)
        test = self.formula(scope, 0)
        then = self.inner(scope, goal, depth, belief)
        if self.chance(0.5):
            scope.bound = known if self.chance(0.8) else scope.bound
            return step("if (", test, then, between=") ")
        scope.bound = known
        return step(
            "if (",
            Tree("", (test, then), ") ", "", 2, "then"),
            self.inner(scope, goal, depth, belief),
            between=" else ",
        )

    def loop(self, scope: Scope, goal: int, depth: int, belief: int) -> Tree:
        known = list(scope.bound)
        kind = self.random.random()
        if kind < 0.35:
            values = self.list(scope)
            over = formula(f".member({scope.fresh('any')},", values, after=")")
        elif kind < 0.55:
            over = formula(f".range({scope.fresh('number')},{self.random.randint(0, 2)},{self.random.randint(0, 4)})")
        else:
            over = self.formula(scope, 0, 1)
        made = step("for (", over, self.inner(scope, goal, depth, belief), between=") ")
        scope.bound = known
        return made

    def counted(self, scope: Scope, goal: int, depth: int, belief: int) -> Tree:
        """A loop whose counter nothing else changes."""
        self.counters += 1
        counter, limit = f"count{self.counters}", self.random.randint(1, 3)
        known = list(scope.bound)
        value = scope.fresh("number")
        steps = self.steps(scope, goal, depth, 3, belief)
        first = Tree(f"-+{counter}({value}+1); ", tuple(steps), "; ", "", 0, "block")
        scope.bound = known
        return step(f"-+{counter}(0); while ({counter}({value}) & {value} < {limit}) {{ ", first, after=" }")

    def action(self, scope: Scope) -> Tree:
        kinds = [
            (3, self.findall),
            (2, self.count),
            (4, self.of_list),
            (3, self.of_two_lists),
            (4, self.of_text),
            (2, self.as_text),
            (1, self.apart),
        ]
        return self.random.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0](scope)

    def findall(self, scope: Scope) -> Tree:
        known = list(scope.bound)
        asked = self.formula(scope, 0)
        template = self.term(scope, 1)
        scope.bound = known
        name = self.random.choice(["findall", "findall", "setof"])
        result = scope.fresh("list")
        return step(f".{name}(", template, asked, after=f",{result})" + self.shown(result))

    def count(self, scope: Scope) -> Tree:
        known = list(scope.bound)
        asked = self.formula(scope, 0)
        scope.bound = known
        result = scope.fresh("number")
        return step(".count(", asked, after=f",{result})" + self.shown(result))

    def of_list(self, scope: Scope) -> Tree:
        values = self.list(scope)
        name = self.random.choice(
            ["length", "reverse", "sort", "max", "min", "nth", "member", "delete", "sublist", "last"]
        )
        if name in ("length", "reverse", "sort", "max", "min"):
            result = scope.fresh({"length": "number", "reverse": "list", "sort": "list"}.get(name, "any"))
            return step(f".{name}(", values, after=f",{result})" + self.shown(result))
        if name == "nth":
            result = scope.fresh("any")
            return step(f".nth({self.random.randint(0, 2)},", values, after=f",{result})" + self.shown(result))
        if name == "delete":
            removed = self.term(scope, 1) if self.chance(0.7) else leaf(str(self.random.randint(0, 2)))
            result = scope.fresh("list")
            return step(".delete(", removed, values, after=f",{result})" + self.shown(result))
        if name == "sublist":
            result = scope.fresh("list")
            return step(f".findall({result}x,.sublist({result}x,", values, after=f"),{result})" + self.shown(result))
        result = scope.fresh("any")
        return step(f".member({result},", values, after=")" + self.shown(result))

    def of_two_lists(self, scope: Scope) -> Tree:
        name = self.random.choice(["concat", "difference", "intersection", "union"])
        one, other = self.list(scope), self.list(scope)
        result = scope.fresh("list")
        return step(f".{name}(", one, other, after=f",{result})" + self.shown(result))

    def of_text(self, scope: Scope) -> Tree:
        kind = self.random.random()
        if kind < 0.4:
            parts = [self.text(scope), *(self.term(scope, 1) for _ in range(self.random.randint(1, 2)))]
            result = scope.fresh("text")
            return step(".concat(", *parts, after=f",{result})" + self.shown(f'"<",{result},">"'))
        if kind < 0.6:
            name = self.random.choice(["length", "reverse", "lower_case", "upper_case"])
            value = self.text(scope)
            result = scope.fresh("number" if name == "length" else "text")
            return step(f".{name}(", value, after=f",{result})" + self.shown(result))
        if kind < 0.8:
            value, begin = self.text(scope), self.random.randint(0, 3)
            result = scope.fresh("text")
            return step(f".substring({result},", value, after=f",{begin})" + self.shown(f'"<",{result},">"'))
        part, whole = self.text(scope), self.text(scope)
        result = scope.fresh("list")
        return step(f".findall({result}x,.substring(", part, whole, after=f",{result}x),{result})" + self.shown(result))

    def as_text(self, scope: Scope) -> Tree:
        value = self.term(scope)
        written, read = scope.fresh("text"), scope.fresh("any")
        return step(
            ".term2string(",
            value,
            after=f",{written}); .term2string({read},{written})" + self.shown(written, '" "', read),
        )

    def apart(self, scope: Scope) -> Tree:
        value = self.structure(scope, 1)
        result = scope.fresh("list")
        return step("", value, after=f" =.. {result}" + self.shown(result))

    # Clauses

    def fact(self) -> Tree:
        number = self.random.randrange(BELIEFS)
        scope = self.scope()
        made = self.literal(f"b{number}", self.beliefs[number], scope, False, "clause", True)
        annotations = self.annotations(scope) if self.chance(0.15) else ""
        return Tree(made.before, made.parts, made.between, made.after + annotations + ".", made.least, "clause")

    def rule(self, number: int) -> Tree:
        scope = self.scope()
        head = self.head(f"r{number}", self.rules[number], scope)
        return Tree("", (head, self.formula(scope, number + 1)), " :- ", ".", 2, "clause")

    def head(self, name: str, arity: int, scope: Scope, negates: bool = False) -> Tree:
        parts: list[Tree] = []
        for _ in range(arity):
            kind = self.random.random()
            if kind < 0.8:
                parts.append(leaf(scope.fresh("any")))
            elif kind < 0.9:
                parts.append(leaf(self.random.choice(["0", "1", "2", "a", "b"])))
            else:
                # What is behind is not named: what is no list is no tail.
                parts.append(leaf(f"[{scope.fresh('any')}|_]", "list"))
        return Tree(f"{name}(", tuple(parts), ",", ")", len(parts), "head") if parts else Tree(name, sort="head")

    def plan(self, trigger: str, goal: int, belief: int, head: Callable[[Scope], Tree], belongs: str = "") -> Tree:
        scope = self.scope()
        self.answers = trigger != "+!"
        made = head(scope)
        label = f"@l{self.places}_{self.random.randrange(1000)} " if self.chance(0.05) else ""
        context = self.formula(scope, 0) if self.chance(0.4) else Tree("true", sort="formula")
        steps = self.steps(scope, goal, 2, 6, belief)
        self.answers = False
        body = Tree("", tuple(steps), ";\n    ", "", 1, "body")
        before = Tree(f"{label}{trigger}", (made,), "", belongs, 1, "trigger")
        return Tree("", (Tree("", (before, context), " : ", "", 2, "trigger"), body), "\n <- ", ".", 2, "clause")

    def goal_plan(self, number: int) -> Tree:
        return self.plan("+!", number + 1, 0, lambda scope: self.head(f"g{number}", self.goals[number], scope))

    def first_plan(self, number: int) -> Tree:
        """Of an intention's first goal: a failure plan of that serves its own failures, too, and is to have none."""
        scope = self.scope()
        head = f"+!s{number}({scope.fresh('any')})"
        steps = []
        while len(steps) < 2:
            called = self.achieve(scope, number)
            steps += [] if called.before.startswith("!!") else [called]
        return Tree(f"{head} <- ", (*steps, self.print_step(scope)), "; ", ".", 1, "clause")

    def failure_plan(self, number: int) -> Tree:
        chosen = self.random.sample(ERRORS, self.random.randint(1, 3)) if self.chance(0.8) else []
        self.places += 1
        shown = [f'"{self.places}:"', *(name[name.index("(") + 1 : -1] for name in chosen)]
        scope = self.scope()
        head = self.head(f"g{number}", self.goals[number], scope)
        annotations = f"[{','.join(chosen)}]" if chosen else ""
        # What fails here may be tried again for ever.
        steps = [leaf(f".print({','.join(shown)})", "step")]
        steps += [
            self.random.choice([self.print_step, self.findall, self.count])(scope)
            for _ in range(self.random.randint(0, 2))
        ]
        body = Tree("", tuple(steps), "; ", "", 1, "body")
        return Tree("-!", (head, body), f"{annotations} <- ", ".", 2, "clause")

    def test_plan(self, number: int) -> Tree:
        head = lambda scope: self.head(f"b{number}", self.beliefs[number], scope)  # noqa: E731
        return self.plan("+?", GOALS, number + 1, head)

    def belief_plan(self, number: int) -> Tree:
        sign = self.random.choice(["+", "+", "-"])
        belongs = "[source(S)]" if self.chance(0.2) else ""
        head = lambda scope: self.head(f"b{number}", self.beliefs[number], scope)  # noqa: E731
        return self.plan(sign, GOALS, number + 1, head, belongs)

    def program(self) -> Tree:
        random = self.random
        clauses = [self.fact() for _ in range(random.randint(2, 8))]
        clauses += [self.rule(n) for n in range(RULES) for _ in range(random.choice([0, 1, 1, 2]))]
        random.shuffle(clauses)
        for number in range(random.choice([1, 1, 1, 2])):
            clauses.append(step(f"!s{number}(", self.argument(self.scope()), after=")."))
        clauses += [self.first_plan(number) for number in range(GOALS)]
        clauses += [
            leaf(f'-!s{number}(V0)[error(E)] <- .print("lost{number}:",V0,E).', "clause")
            for number in range(GOALS)
            if self.chance(0.6)
        ]
        for number in range(GOALS):
            clauses += [self.goal_plan(number) for _ in range(random.choice([1, 1, 2, 3]))]
            clauses += [self.failure_plan(number) for _ in range(random.choice([0, 1, 1]))]
        for number in range(BELIEFS):
            if self.belief_plans[number]:
                clauses += [self.belief_plan(number) for _ in range(random.choice([1, 2]))]
            if self.chance(0.1):
                clauses.append(self.test_plan(number))
        return Tree("", tuple(clauses), "\n", "\n", 1, "program")


def program(seed: int) -> Tree:
    """The program of this number, the same for ever."""
    return Writer(seed).program()
