!start.

+!start
   <- X = 1;
      B = { .print("X is ", X); Y = X + 1 };
      B;
      .print(Y);
      !run({ Z = 5; .print("Z is ", Z) });
      C = { !say(a); !say(b) };
      C; C;
      .stopMAS.
+!run(B) <- B.
+!say(X) <- .print("say ", X).
