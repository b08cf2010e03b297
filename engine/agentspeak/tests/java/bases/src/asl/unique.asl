at(home). level(a, 1). level(b, 2).
near(X) :- at(X).
!start.
+!start <- +at(work); ?at(X); .print("at ", X); +level(a, 5); .findall(l(K, V), level(K, V), L); .print(L);
   .findall(P, near(P), Near); .print(Near); -at(work); if (not at(_)) { .print("nowhere") }; +at(home); .count(at(_), C); .print(C);
   -+at(far); .findall(F, at(F), Far); .print(Far); .abolish(level(_, _)); .print("levels ", .count(level(_, _))).
+at(X) <- .print("now at ", X).
-at(X) <- .print("no longer at ", X).
