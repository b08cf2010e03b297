!start.
+p(X)[source(self), urgent] <- .print("urgent ", X).
+p(X)[source(self)] <- .print("own ", X).
+p(X)[source(A)] <- .print("from ", A, " ", X).
+!start <- +p(1); +p(2)[urgent]; +p(3)[source(eve)]; +p(4)[urgent, source(eve)]; +p(5)[level(3), urgent]; .stopMAS.
