!start.

+!start
   <- +p(1)[a];
      +p(1)[a];
      +p(1)[b];
      !show;
      -p(1)[a];
      !show;
      -p(1)[zz];
      !show;
      -p(1)[b];
      !show;
      -p(1);
      !show;
      -p(1);
      +p(2)[source(other)]; +p(2);
      !show;
      -p(2);
      !show;
      -p(2)[source(other)];
      !show;
      .stopMAS.
+!show : p(X)[source(self)] <- ?p(X)[source(self)]; .findall(A, p(X)[A], L); .sort(L, S); .print("p(", X, ") ", S).
+!show : p(X) <- .findall(A, p(X)[A], L); .sort(L, S); .print("p(", X, ") without self ", S).
+!show <- .print("no p").
+p(X)[source(S)] <- .print("+p ", X, " ", S).
-p(X)[source(S)] <- .print("-p ", X, " ", S).
