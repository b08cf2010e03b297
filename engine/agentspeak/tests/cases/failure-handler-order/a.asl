!start.

+!start <- !g(1); !g(2); !g(3); !g(4); .stopMAS.
+!g(1) <- .fail.
+!g(2) <- ?nothing.
+!g(3) <- !nothing.
+!g(4) <- .fail(error(special)).
-!g(X)[error(ia_failed)] : X > 5 <- .print("never").
-!g(X)[error(ia_failed)] <- .print(X, " action").
-!g(X)[error(test_goal_failed)] <- .print(X, " test").
-!g(X)[error(no_relevant)] <- .print(X, " no plan").
-!g(X) <- .print(X, " otherwise").
