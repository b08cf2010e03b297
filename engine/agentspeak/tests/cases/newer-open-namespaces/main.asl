p(1).
!start.

+!start
   <- +X::q; .print("added"); ++X::q(2); -+X::p(2); .print("replaced"); -X::p(1); .print("not taken");
      .findall(P, p(P), Ps); .findall(N::Q, N::q(Q), Qs); .print(Ps, " ", Qs); .stopMAS.
+_::q <- .print("never").
