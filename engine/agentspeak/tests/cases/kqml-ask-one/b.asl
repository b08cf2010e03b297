p(1). p(2). mine(3)[source(c)].
r(X) :- p(Y) & X = Y * 10.
+?plan(X)[source(S)] <- .print("asked by ", S); X = 42.
+done <- .wait(20); .stopMAS.
