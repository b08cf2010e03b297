!start.
n(0).

+!start
   <- for (.member(X, [1, 2, 3])) { !odd(X) };
      while (n(N) & N < 3) { -+n(N + 1); !odd(N) };
      .print("end"); .stopMAS.
+!odd(X) <- X mod 2 == 1; .print(X, " is odd").
-!odd(X) <- .print(X, " is not").
