// Does each thing many times and prints how long that took.
rounds(8).
!begin.

+!begin <- !round(1).
+!round(N) : rounds(R) & N > R <- .stopMAS.
+!round(N)
   <- .nano_time(A);
      !act(5000);
      .nano_time(B);
      speed.report(action, 5000, A, B);
      !call(100000);
      .nano_time(C);
      speed.report(call, 100000, B, C);
      change(100000);
      .wait(changed(100000));
      .nano_time(D);
      speed.report(percept, 100000, C, D);
      change(1);
      .wait(changed(1));
      !round(N + 1).

+!act(0).
+!act(N)
   <- go;
      !act(N - 1).
+!call(0).
+!call(N)
   <- speed.next(N, M);
      !call(M).
