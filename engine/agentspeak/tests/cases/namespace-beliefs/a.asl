!start.

+!start
   <- +a::p(1); +b::p(2); +p(3);
      -+a::p(4); .findall(X, a::p(X), L1); .print(L1);
      .findall(X, p(X), L2); .print(L2);
      -b::p(2); if (b::p(_)) { .print("b left") } else { .print("b empty") };
      .findall(N, N::p(_), L3); .sort(L3, S3); .print(S3);
      !a::g(1); !g(1);
      .stopMAS.
+a::p(X) <- .print("+a::p ", X).
-a::p(X) <- .print("-a::p ", X).
+p(X) <- .print("+p ", X).
+!a::g(X) <- .print("a::g ", X).
+!g(X) <- .print("g ", X).
-b::p(X) <- .print("-b::p ", X).
