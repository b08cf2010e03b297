!s.
+!s <- only([q]); .wait(q); .wait(50); only([p(1)[a], q]); .wait(p(1)); .wait(50); ?p(1)[source(percept)|R]; .print(R);
    only([q, p(1)[b], p(2)]); .wait(p(2)); .wait(50); .findall(A, p(1)[A], L); .print(L);
    only([p(1)[b]]); .wait(not q); .wait(50); .findall(A, p(1)[A], M); .print(M); .stopMAS.
+p(X)[source(percept)] <- .print(new(X)).
-p(X) <- .print(gone(X)).
+q <- .print(q).
-q <- .print(no_q).
