// `.suspend` and `.resume` of a goal with a variable take one, and say which.
!start.
+!start
  <- !!g(1); !!g(1); .wait(50); .suspend(g(X)); .print(X); !which; .resume(g(Y)); .print(Y); !which; .wait(200);
     !!h(1); .wait(20); !!h(2); .wait(20); .suspend(h(A)); if (A == 1 | A == 2) { .print(one) }; !hcount; .suspend(h(1)); .suspend(h(2)); !hcount; .resume(h(_)); !hcount; .resume(h(_)); !hcount; .wait(200);
     .suspend(nobody(Z)); .print(Z); .resume(nobody(Z)); .print(Z);
     .stopMAS.
+!which <- for (.intend(g(I))) { if (.suspended(g(I), R)) { .print(g(I), " suspended") } else { .print(g(I), " not") } }.
+!hcount <- .count(.intend(h(I)) & .suspended(h(I), _), N); .print(N).
+!g(X) <- .wait(100); .print(g, X).
+!h(X) <- .wait(100); .print(h, X).
