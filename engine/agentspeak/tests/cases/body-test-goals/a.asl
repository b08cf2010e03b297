p(1). p(2)[note]. p(3)[source(bob)].
~q(5).
big(X) :- p(X) & X > 2.
!start.

+!start
   <- ?p(A); .print(A);
      ?(p(B) & B > 1); .print(B);
      ?big(C); .print(C);
      ?p(D)[note]; .print(D);
      ?p(E)[source(bob)]; .print(E);
      ?p(F)[source(S)]; .print(F, " ", S);
      ?~q(G); .print(G);
      ?(p(H) | big(H)); .print(H);
      ?made(I, 4); .print(I);
      ?made(J, K); .print(J, " ", K);
      ?(not p(9)); .print("no p(9)");
      ?(L = 3 & L > 2); .print(L);
      ?either; .print("either");
      ?p(M)[note(N)]; .print("not reached").
+?made(X, Y) : .number(Y) <- X = Y * 2.
+?made(X, Y) <- X = unknown; Y = 7.
+?either : p(7) <- .print("never").
+?either <- .print("by a plan").
-!start[error(E), error_msg(M)] <- .print(E, ": ", M); .stopMAS.
