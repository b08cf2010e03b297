p(1).
!s.
+!s <- add(p(1)); .wait(p(1)[source(percept)]); .wait(50); .findall(S, p(1)[source(S)], L); .print(L);
    remove(p(1)); .wait(not p(1)[source(percept)]); .wait(50); .findall(S, p(1)[source(S)], M); .print(M);
    +q[source(percept)]; add(r); .wait(r); .wait(50); if (q) { .print(q) } else { .print(no_q) };
    -r[source(percept)]; if (r) { .print(r) } else { .print(no_r) }; add(t); .wait(t); .wait(50); if (r) { .print(r) } else { .print(no_r) };
    .stopMAS.
+p(X)[source(S)] <- .print(new(X, S)).
-p(X)[source(S)] <- .print(gone(X, S)).
-q[source(S)] <- .print(gone(q, S)).
