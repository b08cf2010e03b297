bad(X) :- .nth(9, [], X).
!start.

+!start
   <- !try(rule); !try(context); !try(loop); !try(whileloop); !try(condition); !try(new); !try(nested); !!lost; .wait(50); .stopMAS.
+!try(rule) <- ?bad(X).
+!try(context) : bad(_) <- .print("never").
+!try(loop) <- for (.member(X, [1, 2, 3])) { .print(X); if (X == 2) { .fail } }.
+!try(whileloop) <- +n(0); while (n(N) & N < 5) { -+n(N + 1); N < 2 }.
+!try(condition) <- if (not bad(_)) { .print("not bad") }; .nth(1, [a], _).
+!try(new) <- !!alone; .print("goes on").
+!lost <- +evil; .print("never reached").
+!try(nested) <- !inner.
+!inner <- !innermost.
+!innermost <- +n(7); ?n(8).
-!inner[error(E)] <- .print("inner ", E); ?n(9).
+!alone <- .fail.
-!alone <- .print("alone failed").
+evil <- .fail.
-!try(X)[error(E), code_line(L)] <- .print(X, " ", E, " ", L).
