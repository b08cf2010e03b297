!start.

+!start
   <- G = hello(1); !G;
      B = { .print("one"); .print("two") }; B;
      A = { .print("from a variable") }; !run(A);
      P = p(7); +P; ?p(X); .print(X);
      Q = p(Y); ?Q; .print(Y);
      -P; .findall(Z, p(Z), L); .print(L);
      !!G; .wait(20);
      .stopMAS.
+!hello(X) <- .print("hello ", X).
+!run(Code) <- .print("before"); Code; .print("after").
