// Which plans are relevant: also for a variable as event, and where plans ask for annotations.
!start.
@l1 +!g(a)[source(self)] <- .print(1).
@l2 +!g(a)[foo] <- .print(2).
@l3 +!g(a)[foo(1)] <- .print(3).
@l4 +!g(b).
@l5 +!g(a)[source(bob)].
@l6 -!g(a)[error(x)].
@l7 +?q(1) : true.
@l8 +b(1)[source(percept)].
@l9 +b(1)[source(self), x].
@l10 -b(1).
@l11 ^!g(a)[state(pending)].
+!start
  <- for (.member(T, [{+!g(a)}, {+!g(_)}, {+!g(a)[source(self)]}, {+!g(a)[source(bob)]}, {+!g(a)[foo]}, {+!g(a)[foo(1)]}, {+!g(a)[foo(_), foo]},
       {-!g(a)}, {-!g(a)[error(x)]}, {-!g(a)[error(_)]}, {-!g(a)[error(x), code(c)]}, {+?q(_)}, {-?q(_)},
       {+!nobody}, {-!G}, {+?G}, {-?G}, {^!G}, {-!G[error(x)]}, {^!G[state(pending)]}, {+!start}])) { !show(T) };
     .relevant_plans("+b(1)", _, B1); .print(B1); .relevant_plans("+b(1)[source(percept)]", _, B2); .print(B2); .relevant_plans("+b(1)[x]", _, B3); .print(B3);
     .relevant_plans("-b(_)", _, B4); .print(B4); .relevant_plans("+B", _, B5); .print(B5); .relevant_plans("-B", _, B6); .print(B6);
     .relevant_plans({+!G}, _, All); .findall(X, .member(X, All) & .substring("l", X, 0), Own); .print(Own); .print(G);
     .stopMAS.
+!show(T) <- .relevant_plans(T, _, L); .print(L).
