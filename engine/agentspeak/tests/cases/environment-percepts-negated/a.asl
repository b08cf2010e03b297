!s.
+!s <- only([~p(1), ~q(1), ns::r(1)]); .wait(ns::r(1)); .wait(50); .findall(X, ~p(X), L); .print(L);
    only([]); .wait(not ns::r(1)); .wait(50); .findall(X, ~p(X), M); .print(M); .stopMAS.
+~p(X)[source(S)] <- .print(not_p(X, S)).
-~p(X) <- .print(minus_not_p(X)).
-p(X) <- .print(minus_p(X)).
-q(X) <- .print(minus_q(X)).
-r(X) <- .print(minus_r(X)).
-ns::r(X) <- .print(minus_ns_r(X)).
