!start.
a(1)[x].
+!start <- .findall(X, b(X), L); .print(L); if (any(anything)) { .print("any") }; if (any2(1, 1)) { .print("same") }; if (any2(1, 2)) { .print("never") }; !after; .stopMAS.
b(X) :- a(X).
b(2).
any(_).
any2(X, X).
+!after : late(Y) <- .print(Y).
late("defined last").
