!s.
+!s <- add(p(1)); .wait(p(1)); add(p(2)); .wait(p(2)); remove(p(1)); .wait(not p(1)); .wait(50);
    .findall(X, p(X), L); .print(L); ?p(2)[source(S)]; .print(S);
    remove(p(_)); .wait(not p(_)); .wait(50); all(day); .wait(day); ?day[source(T)]; .print(T); .stopMAS.
+p(X)[source(percept)] <- .print(new(X)).
-p(X)[source(S)] <- .print(gone(X, S)).
-p(X) <- .print(never).
